"""Planted faults: the gate that does not notice one of them can not be trusted with a real one."""
