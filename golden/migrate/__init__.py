"""From a frozen parser to its candidate: dataclasses, one per section, and a drop-in module."""
