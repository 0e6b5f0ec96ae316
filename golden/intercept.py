"""The harness's way to a program's parser: the one that production drop-ins use as well."""

from __future__ import annotations

from compat.first_parse import Captured, captured_parser, on_first_parse

__all__ = ["Captured", "captured_parser", "on_first_parse"]
