"""Load a frozen file under the name and the path that its module had, wherever the file is now.

Under that name, its logger, its classes and its relative imports are what they were; under that
path (``__file__``), it finds the data files next to it. The frozen module does not stay in
``sys.modules``: the name belongs to the module that replaced it.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import sys
from collections.abc import Iterator, Mapping
from types import ModuleType

from .errors import FrozenFileError
from .shims import existing_file, file_spec, live_file, shimmed


def load_frozen(
    path: str | os.PathLike[str], module: str, *, shims: Mapping[str, str] | None = None
) -> ModuleType:
    """The module made by running the file at ``path`` as ``module``, its name when it was frozen.

    ``shims``: modules that must not be imported for it, each with the path of a file to run
    instead, or "" for a stand-in that has every attribute. A shim in the folder of ``path`` (of a
    package: in the folder that holds it) was frozen with it, and runs under the path of its module
    as well. Each call runs the file again. Raises FrozenFileError if there is no such file, and
    whatever the file raises.
    """
    file = existing_file(path)
    copies = file.parent.parent if file.name == "__init__.py" else file.parent
    with shimmed(shims or {}, copies=copies):
        # As always, the package is imported first; it gets the live module if it imports it.
        _import_if_there(module.rpartition(".")[0])
        spec = file_spec(module, file, live_file(module, file))
        if spec is None or spec.loader is None or file.suffix != ".py":
            raise FrozenFileError(f"{file} is not a Python file")
        frozen = importlib.util.module_from_spec(spec)
        with _named(module, frozen):
            spec.loader.exec_module(frozen)
    return frozen


def _import_if_there(package: str) -> None:
    if package:
        with contextlib.suppress(ModuleNotFoundError):
            importlib.import_module(package)


@contextlib.contextmanager
def _named(name: str, module: ModuleType) -> Iterator[None]:
    """``module`` under ``name`` in ``sys.modules`` while it runs: dataclasses look it up there."""
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        yield
    finally:
        if before is None:
            sys.modules.pop(name, None)
        else:
            sys.modules[name] = before
