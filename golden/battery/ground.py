"""What cases are made from: the target's arguments, what they require, the writer of its file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from golden.battery.arguments import Argument, Filler, Surroundings, arguments_of
from golden.battery.documents import Writer, writer_of
from golden.battery.values import ordinary
from golden.case import Step
from golden.lens import Lens
from golden.target import Target

__all__ = ["Draft", "Ground"]


@dataclass(frozen=True, slots=True)
class Draft:
    """A case before it has its id; `subject` is the flag, section or input that it is about."""

    subject: str
    why: str
    steps: tuple[Step, ...]
    env: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Ground:
    """A target under enumeration. Equal targets with equal tables give equal cases."""

    target: Target
    lens: Lens
    arguments: tuple[Argument, ...] = field(init=False)
    filler: Filler = field(init=False)
    writer: Writer | None = field(init=False)
    _around: dict[str, Surroundings] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        arguments = arguments_of(self.lens)
        object.__setattr__(self, "arguments", arguments)
        object.__setattr__(self, "filler", Filler(arguments, ordinary))
        object.__setattr__(self, "writer", writer_of(self.target))

    @property
    def optionals(self) -> list[Argument]:
        """The arguments that are given by a flag."""
        return [argument for argument in self.arguments if argument.flags]

    @property
    def config_argument(self) -> Argument | None:
        """The argument that names the configuration file."""
        flag = None if self.target.config_file is None else self.target.config_file.flag
        return next((a for a in self.arguments if flag in a.flags), None)

    @property
    def keyed(self) -> list[Argument]:
        """The arguments whose keys a configuration file can hold, one for each dest."""
        by_dest: dict[str, Argument] = {}
        for argument in self.arguments:
            silent = argument.rows[0].default.get("value") == "==SUPPRESS==" and argument.wordless
            if not silent and not argument.subcommands:
                by_dest.setdefault(argument.dest, argument)
        return list(by_dest.values())

    @property
    def sections(self) -> dict[str, list[Argument]]:
        """The flags by section and by level of subcommands, in order."""
        grouped: dict[str, list[Argument]] = {}
        for argument in self.optionals:
            grouped.setdefault(" ".join((*argument.command, argument.section)), []).append(argument)
        return grouped

    def draft(
        self,
        argument: Argument,
        why: str,
        words: Iterable[str],
        config: bytes | None = None,
    ) -> Draft:
        """A case about one argument: `words` amid all that the parser requires beside them."""
        around = self._around.get(argument.name)
        if around is None:
            around = self._around[argument.name] = self.filler.around(argument)
        argv = around.around(words)
        return Draft(argument.name, why, (Step(argv, config),))

    def whole(
        self,
        subject: str,
        why: str,
        words: Iterable[str] = (),
        config: bytes | None = None,
        env: Mapping[str, str] | None = None,
    ) -> Draft:
        """A case about the parser as a whole: `words` first, then all that it requires."""
        required = self.filler.at(())
        argv = (*words, *required.before, *required.after)
        return Draft(subject, why, (Step(argv, config),), tuple(sorted((env or {}).items())))

    def key(self, argument: Argument, value: Any) -> bytes | None:
        """A configuration file that sets one argument; None for a target without such a file."""
        return None if self.writer is None else self.writer.setting(argument.dest, value)
