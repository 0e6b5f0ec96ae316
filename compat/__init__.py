"""The production package: argparse parsers generated from dataclasses, section by section.

``__all__`` is what other projects may import, apart from the packaged parsers in ``flame`` and
``megatron``. Each name is loaded when it is first used: a drop-in needs few of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .lazy_import import lazy_names

if TYPE_CHECKING:
    from .argument_group import ArgumentGroupFactory, InferenceWarning
    from .dropin import DropIn
    from .errors import (
        CompatError,
        DropInError,
        FieldError,
        FrozenFileError,
        MissingValueError,
        OverlayError,
        SwitchError,
        SwitchesFileError,
        TypeInferenceError,
        UnknownBackendError,
        UnknownSectionError,
        UnknownTargetError,
    )
    from .flag_style import DASHED, DOTTED, UNDERSCORED, FlagStyle
    from .frozen import load_frozen
    from .overlaying import overlay
    from .section import KEPT, Section, argument
    from .switchboard import Switchboard
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "argument_group": ["ArgumentGroupFactory", "InferenceWarning"],
            "dropin": ["DropIn"],
            "errors": [
                "CompatError",
                "DropInError",
                "FieldError",
                "FrozenFileError",
                "MissingValueError",
                "OverlayError",
                "SwitchError",
                "SwitchesFileError",
                "TypeInferenceError",
                "UnknownBackendError",
                "UnknownSectionError",
                "UnknownTargetError",
            ],
            "flag_style": ["DASHED", "DOTTED", "UNDERSCORED", "FlagStyle"],
            "frozen": ["load_frozen"],
            "overlaying": ["overlay"],
            "section": ["KEPT", "Section", "argument"],
            "switchboard": ["Switchboard"],
        },
    )

__all__ = [
    "DASHED",
    "DOTTED",
    "KEPT",
    "UNDERSCORED",
    "ArgumentGroupFactory",
    "CompatError",
    "DropIn",
    "DropInError",
    "FieldError",
    "FlagStyle",
    "FrozenFileError",
    "InferenceWarning",
    "MissingValueError",
    "OverlayError",
    "Section",
    "SwitchError",
    "Switchboard",
    "SwitchesFileError",
    "TypeInferenceError",
    "UnknownBackendError",
    "UnknownSectionError",
    "UnknownTargetError",
    "argument",
    "load_frozen",
    "overlay",
]
