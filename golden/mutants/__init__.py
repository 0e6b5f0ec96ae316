"""Planted faults: a gate that misses one cannot be trusted with a real fault."""
