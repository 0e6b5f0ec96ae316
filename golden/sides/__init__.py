"""Targets and their two sides: what an entry says, how a side is loaded, and what it declares."""
