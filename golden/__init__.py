"""The golden-test harness: run both sides of a target on many inputs and judge what they did.

`__all__` is what other projects may import, with `argparity.golden.testing`. Each name is loaded
when it is first used: `argparity --help` and a run of pytest need none of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argparity.compat.lazy_import import lazy_names

if TYPE_CHECKING:
    from argparity.golden.errors import (
        CannotJudge,
        ConfigError,
        ExitCode,
        GoldenError,
        SideError,
        UnknownTypeError,
        UsageError,
    )
    from argparity.golden.gate.result import GateReport
    from argparity.golden.gate.run import run_gate
    from argparity.golden.model.case import Case
    from argparity.golden.model.encode import register_encoder
    from argparity.golden.model.mismatch import Mismatch
    from argparity.golden.sides.target import Target, find_target
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "errors": [
                "CannotJudge",
                "ConfigError",
                "ExitCode",
                "GoldenError",
                "SideError",
                "UnknownTypeError",
                "UsageError",
            ],
            "gate.result": ["GateReport"],
            "gate.run": ["run_gate"],
            "model.case": ["Case"],
            "model.encode": ["register_encoder"],
            "model.mismatch": ["Mismatch"],
            "sides.target": ["Target", "find_target"],
        },
    )

__all__ = [
    "CannotJudge",
    "Case",
    "ConfigError",
    "ExitCode",
    "GateReport",
    "GoldenError",
    "Mismatch",
    "SideError",
    "Target",
    "UnknownTypeError",
    "UsageError",
    "find_target",
    "register_encoder",
    "run_gate",
]
