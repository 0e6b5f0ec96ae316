"""The battery: deterministic cases that enumerate what both parsers take, layer by layer."""
