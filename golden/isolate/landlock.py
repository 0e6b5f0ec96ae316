"""Folders that a process, and all that it starts, may write in; the system sees to it.

Python announces only what it does itself. What another program, a C library, or an access beside a
folder's descriptor does, Linux can refuse (Landlock, since 5.13); elsewhere this does nothing.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_VERSION = 1
_PATH_BENEATH = 1
_NO_NEW_PRIVILEGES = 38

# Bits of linux/landlock.h: what changes a file, or what is in a folder.
_WRITE_FILE = 1 << 1
_IN_FOLDERS = sum(1 << bit for bit in range(4, 13))  # REMOVE_DIR .. MAKE_SYM
_REFER = 1 << 13  # second version
_TRUNCATE = 1 << 14  # third version


def may_write_only_in(folders: Iterable[Path]) -> bool:
    """Have this thread, and what it starts, change nothing outside of the folders from now on;
    False where the system cannot do that.
    """
    if not sys.platform.startswith("linux"):
        return False
    system = ctypes.CDLL(None, use_errno=True)
    version = system.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION)
    if version < 1:
        return False
    changes = _WRITE_FILE | _IN_FOLDERS | (_REFER * (version > 1)) | (_TRUNCATE * (version > 2))
    attributes = struct.pack("=Q", changes)
    rules = system.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if rules < 0:
        return False
    try:
        for folder in folders:
            _allow(system, rules, changes, folder)
        system.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        return bool(system.syscall(_RESTRICT_SELF, rules, 0) == 0)
    finally:
        os.close(rules)


def _allow(system: ctypes.CDLL, rules: int, changes: int, folder: Path) -> None:
    with contextlib.suppress(OSError):  # what is not there cannot be written in
        place = os.open(folder, getattr(os, "O_PATH", 0) | os.O_CLOEXEC)
        try:
            rule = struct.pack("=Qi", changes, place)
            system.syscall(_ADD_RULE, rules, _PATH_BENEATH, rule, 0)
        finally:
            os.close(place)
