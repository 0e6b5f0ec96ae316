"""From a frozen parser to its candidate: dataclasses, one a section, and a drop-in module."""

from __future__ import annotations

from golden.scaffold.modules import Stay
from golden.scaffold.write import Scaffolded, scaffold

__all__ = ["Scaffolded", "Stay", "scaffold"]
