"""From two observations to named mismatches with their causes."""
