"""Which faults can be planted on the running Python."""

from __future__ import annotations

from argparity.compat._toml import TOMLDecodeError, parse_toml
from argparity.golden.mutants.planning import OPERATORS
from tests.releases import since


def reads_toml_1_1() -> bool:
    """Whether files may be TOML 1.1: from Python 3.15 on, and where tomli reads it."""
    try:
        return bool(parse_toml('a = "\\e"'))
    except TOMLDecodeError:
        return False


def operators() -> set[str]:
    """The operators whose faults this release of Python can show."""
    known = {"texts": since("3.13.0"), "config-syntax": reads_toml_1_1()}
    return {name for name in OPERATORS if known.get(name, True)}
