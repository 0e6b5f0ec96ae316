"""The settings of Jinja that all templates share."""

from __future__ import annotations

from pathlib import Path

import jinja2


def templates(folder: Path, *, trim: bool = True) -> jinja2.Environment:
    """The templates of a folder. `trim`: lines that hold a tag alone leave no blank line."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        undefined=jinja2.StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=trim,
        lstrip_blocks=trim,
        autoescape=False,
    )
