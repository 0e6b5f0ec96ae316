"""One case on one side, and everything that it did: values, streams, records, effects."""
