"""Flame's faithful JobConfig with one fault each: what a careless edit of it could do."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Any

from argparity.compat.flame.config_manager import JobConfig


class _Sabotaged(JobConfig):
    """`sabotage` runs when the parser is built, `afterwards` when a parse has ended well."""

    def __init__(self) -> None:
        super().__init__()
        self.sabotage()

    def parse_args(self, args_list: Any = ()) -> None:
        super().parse_args(args_list)
        self.afterwards()

    def sabotage(self) -> None:
        """Nothing yet."""

    def afterwards(self) -> None:
        """Nothing yet."""

    def action(self, flag: str) -> argparse.Action:
        found = self.parser._option_string_actions[flag]
        found.help = found.help  # written out, since another class would not know how to make it
        return found

    def of(self, section: str) -> dict[str, Any]:
        """The values of a section."""
        assert self.args_dict is not None
        return self.args_dict[section]

    def put(self, section: str, key: str, value: object) -> None:
        """Set a value in both forms that a result has."""
        self.of(section)[key] = value
        setattr(type(getattr(self, section)), key, value)


class DefaultValue(_Sabotaged):
    def sabotage(self) -> None:
        self.action("--training.steps").default = 9999


class DefaultType(_Sabotaged):
    def sabotage(self) -> None:
        seed = self.action("--training.seed")
        seed.default = float(seed.default)


class Converter(_Sabotaged):
    def sabotage(self) -> None:
        self.action("--training.batch_size").type = float


class Strictness(_Sabotaged):
    def sabotage(self) -> None:
        def convert(word: str) -> int:
            return int(float(word))

        convert.__name__ = "int"
        self.action("--training.batch_size").type = convert


class Choices(_Sabotaged):
    def sabotage(self) -> None:
        self.action("--optimizer.implementation").choices = ["for-loop", "foreach"]


class Words(_Sabotaged):
    def sabotage(self) -> None:
        self.action("--model.converters").nargs = "*"


class Switch(_Sabotaged):
    def sabotage(self) -> None:
        compile_flag = self.action("--training.compile")
        compile_flag.__class__, compile_flag.const = argparse._StoreFalseAction, False


class OffSwitch(_Sabotaged):
    def sabotage(self) -> None:
        flag = self.action("--job.print_args")
        self.parser._option_string_actions["--no-job.print_args"] = flag
        flag.option_strings = ["--job.print_args", "--no-job.print_args"]
        flag.__class__, flag.const = argparse.BooleanOptionalAction, None
        vars(flag)["neg_option_strings"] = ["--no-job.print_args"]  # read from Python 3.15 on


class Abbreviations(_Sabotaged):
    def sabotage(self) -> None:
        self.parser.allow_abbrev = False


class Neighbour(_Sabotaged):
    def sabotage(self) -> None:
        group = self.parser._optionals
        group.add_argument("--training.steps_per_epoch", type=int, default=argparse.SUPPRESS)


class Required(_Sabotaged):
    def sabotage(self) -> None:
        self.action("--model.config").required = True


class FileBeatsCommandLine(_Sabotaged):
    def parse_args_from_command_line(
        self, args_list: list[str] | None
    ) -> tuple[argparse.Namespace, argparse.Namespace]:
        args, _ = super().parse_args_from_command_line(args_list)
        return args, argparse.Namespace()


class KeyIgnored(_Sabotaged):
    def afterwards(self) -> None:
        self.put("training", "seed", self.action("--training.seed").default)


class UnknownKeyDropped(_Sabotaged):
    def afterwards(self) -> None:
        known = {action.dest for action in self.parser._actions}
        for key in [key for key in self.of("training") if f"training.{key}" not in known]:
            del self.of("training")[key]
            delattr(type(self.training), key)


class FileConverted(_Sabotaged):
    def afterwards(self) -> None:
        self.put("optimizer", "lr", float(self.of("optimizer")["lr"]))


class ExitCode(_Sabotaged):
    def sabotage(self) -> None:
        def exit(status: int = 0, message: str | None = None) -> None:
            argparse.ArgumentParser.exit(self.parser, 1 if status == 2 else status, message)

        self.parser.exit = exit  # type: ignore[method-assign, assignment]


class ErrorText(_Sabotaged):
    def sabotage(self) -> None:
        def error(message: str) -> None:
            argparse.ArgumentParser.error(self.parser, f"{message}; see {os.path.basename('doc')}")

        self.parser.error = error  # type: ignore[method-assign, assignment]


class UnknownWordsPass(_Sabotaged):
    def sabotage(self) -> None:
        def parse_args(args: Any = None, namespace: Any = None) -> object:
            return self.parser.parse_known_args(args, namespace)[0]

        self.parser.parse_args = parse_args  # type: ignore[method-assign, assignment]


class OlderToml(_Sabotaged):
    def parse_args_from_command_line(
        self, args_list: list[str] | None
    ) -> tuple[argparse.Namespace, argparse.Namespace]:
        args, given = super().parse_args_from_command_line(args_list)
        file = getattr(args, "job.config_file", None)
        if file is not None and "\\e" in Path(file).read_text(encoding="utf-8"):
            raise ValueError("TOML 1.0 has no such escape")
        return args, given
