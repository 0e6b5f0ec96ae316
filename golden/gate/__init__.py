"""The gate: replay, enumerate, fuzz, judge, check itself, exit."""
