"""The rules by which a field's name becomes a flag and a key of the namespace."""

from __future__ import annotations

from typing import NamedTuple


class FlagStyle(NamedTuple):
    """The spelling of flags and dests."""

    word_separator: str = "-"
    """Replaces each underscore in a flag."""

    prefix_separator: str = "-"
    """Separates the prefix from the field's name in a flag."""

    dest_separator: str = "_"
    """Separates the prefix from the field's name in a dest."""

    off_words: tuple[str, ...] = ("no", "disable")
    """Come before the field's name in the flags that turn a switch off, one flag each."""

    def flag(self, prefix: str, name: str) -> str:
        """``--prefix-name``, or ``--name`` if the prefix is empty."""
        return "--" + self._joined(prefix, self.prefix_separator, name, self.word_separator)

    def off_flags(self, prefix: str, name: str) -> list[str]:
        """The flags that turn the switch ``name`` off."""
        return [self.flag(prefix, f"{word}_{name}") for word in self.off_words]

    def is_off_flag(self, prefix: str, flag: str) -> bool:
        """Whether ``flag`` is spelled like one that turns a switch off."""
        starts = tuple(self.flag(prefix, f"{word}_") for word in self.off_words)
        return flag.startswith(starts)

    def dest(self, prefix: str, name: str) -> str:
        """The key of the field's value in the namespace."""
        return f"{prefix}{self.dest_separator}{name}" if prefix else name

    def _joined(self, prefix: str, between: str, name: str, underscore: str) -> str:
        whole = f"{prefix}{between}{name}" if prefix else name
        return whole.replace("_", underscore)


DASHED = FlagStyle()
"""``--micro-batch-size`` to ``micro_batch_size``."""

DOTTED = FlagStyle(word_separator="_", prefix_separator=".", dest_separator=".")
"""``--training.batch_size`` to ``training.batch_size``, for the prefix ``training``."""

UNDERSCORED = FlagStyle(word_separator="_")
"""``--micro_batch_size`` to ``micro_batch_size``."""
