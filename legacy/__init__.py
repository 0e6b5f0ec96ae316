"""Hand-written parsers, frozen byte for byte; ``SEALS.toml`` holds their digests."""
