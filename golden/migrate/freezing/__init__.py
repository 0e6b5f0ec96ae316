"""From a live parser to its sealed copy and the entry of its target."""
