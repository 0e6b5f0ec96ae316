"""From a frozen parser to its candidate: dataclasses, one a section, and a drop-in module."""

from __future__ import annotations

from argparity.golden.migrate.render import Stay
from argparity.golden.migrate.write import Scaffolded, scaffold

__all__ = ["Scaffolded", "Stay", "scaffold"]
