"""From a frozen parser to its candidate: dataclasses, one a section, and a drop-in module."""
