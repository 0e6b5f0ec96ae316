"""The files that the drop-in of a target needs in production, and which of them a wheel would lack.

A scaffolded candidate is a package of the project. In production it reads its switches, and runs
the frozen files with what stands in for modules; seals, goldens and the ledger are not needed.
"""

from __future__ import annotations

from argparity.golden.records.wheels import missing_from_wheel
from argparity.golden.sides.loading import split_spec
from argparity.golden.sides.target import Target


def production_files(target: Target) -> list[str]:
    """The files, relative to the project; none for a candidate that is no package of the project,
    whose own code says what it needs.
    """
    module = split_spec(target.candidate)[0]
    if not module.endswith("/__init__.py"):
        return []
    folder = target.path(module).parent
    stand_ins = (shim.partition("=")[2] for shim in target.shims)
    named = [target.switches, *target.frozen, *filter(None, stand_ins)]
    own = sorted(file for file in folder.glob("*.py") if ".scaffolded" not in file.name)
    files = [file.relative_to(target.base).as_posix() for file in own]
    return [*files, *(file for file in dict.fromkeys(named) if file not in files)]


def check_shipping(target: Target) -> list[str]:
    """What the project's wheel would lack, one sentence for each reason. Raises ConfigError."""
    files = [file for file in production_files(target) if target.path(file).is_file()]
    return [
        f"a wheel would lack {', '.join(missing)}, which production needs: {reason}"
        for reason, missing in missing_from_wheel(target.base, files).items()
    ]
