"""Observation: everything that one run does is noted, and nothing of it stays behind."""

from __future__ import annotations

import argparse
import gc
import logging
import os
import shutil
import sys
import warnings
from collections.abc import Mapping
from typing import Any

import pytest

from argparity.golden.errors import UnknownTypeError
from argparity.golden.model.case import Case, Step
from argparity.golden.model.encode import encode
from argparity.golden.observe.run import observe
from argparity.golden.observe.temp_files import TempFiles
from argparity.golden.sides.side import Side
from argparity.golden.sides.target import Settings

from .conftest import Run


def test_an_accepted_parse_gives_the_values_with_their_types(run: Run) -> None:
    outcome = run(lambda argv: argparse.Namespace(words=argv, rate=-0.0), Case.of(["a", "b"]))

    assert outcome.kind == "ok"
    assert outcome.values == encode(argparse.Namespace(words=["a", "b"], rate=-0.0))


@pytest.mark.parametrize("code", [None, 0, 2, True, "a text", 2.0])
def test_an_exit_keeps_its_code_with_its_type(run: Run, code: Any) -> None:
    outcome = run(lambda argv: sys.exit(code))

    assert (outcome.kind, outcome.code) == ("exit", encode(code))


def test_what_is_written_is_kept_by_stream(run: Run) -> None:
    def parse(argv: list[str]) -> None:
        print("out")
        print("err", file=sys.stderr)
        sys.exit(2)

    outcome = run(parse)

    assert (outcome.stdout, outcome.stderr) == ("out\n", "err\n")


class Unprintable(Exception):
    def __str__(self) -> str:
        raise ValueError("no text")


class Deliberate(BaseException):
    pass


@pytest.mark.parametrize(
    ("error", "name", "message"),
    [
        (ValueError("a\nb"), "ValueError", "a\nb"),
        (KeyError("k"), "KeyError", "'k'"),
        (AssertionError(), "AssertionError", ""),
        (Deliberate("x"), f"{__name__}.Deliberate", "x"),
        (GeneratorExit("g"), "GeneratorExit", "g"),
        (argparse.ArgumentError(None, "m"), "argparse.ArgumentError", "m"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_every_exception_becomes_its_type_and_message(
    run: Run, error: BaseException, name: str, message: str
) -> None:
    def parse(argv: list[str]) -> None:
        raise error

    outcome = run(parse)

    assert (outcome.kind, outcome.error, outcome.message) == ("raise", name, message)


def test_an_exception_that_cannot_be_printed_is_still_an_outcome(run: Run) -> None:
    def parse(argv: list[str]) -> None:
        raise Unprintable

    assert run(parse).message.endswith("Unprintable: <exception str() failed>")


def test_an_interrupt_by_the_user_goes_up(run: Run) -> None:
    def parse(argv: list[str]) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(parse)


def test_a_value_without_encoder_goes_up_instead_of_counting_as_anything(run: Run) -> None:
    with pytest.raises(UnknownTypeError):
        run(lambda argv: {"x": object()})


def test_log_records_of_every_logger_are_kept_with_level_name_and_exception(run: Run) -> None:
    def parse(argv: list[str]) -> dict[str, object]:
        logging.getLogger("a.b").warning("low %s", 1)
        try:
            raise ValueError("x")
        except ValueError:
            logging.getLogger().exception("broken")
        return {}

    outcome = run(parse)

    assert outcome.log == ("WARNING a.b: low 1", "ERROR root: broken [ValueError]")
    assert outcome.stderr == ""


def test_warnings_are_kept_each_time_and_never_become_errors(run: Run) -> None:
    def parse(argv: list[str]) -> dict[str, object]:
        for _ in range(2):
            warnings.warn("careful", DeprecationWarning, stacklevel=1)
        return {}

    assert run(parse).warnings == ("DeprecationWarning: careful",) * 2


def test_changes_of_the_environment_and_of_argv_are_effects_and_are_undone(run: Run) -> None:
    def parse(argv: list[str]) -> dict[str, object]:
        os.environ["ADDED"] = "1"
        os.environ["GIVEN"] = "changed"
        del os.environ["COLUMNS"]
        sys.argv.append("more")
        return {}

    before, argv_before = dict(os.environ), list(sys.argv)
    outcome = run(parse, Case.of([], env={"GIVEN": "x"}))

    assert outcome.effects == (
        "sys.argv became ['prog', 'more']",
        "os.environ['ADDED'] became '1'",
        "os.environ['COLUMNS'] became None",
        "os.environ['GIVEN'] became 'changed'",
    )
    assert dict(os.environ) == before
    assert sys.argv == argv_before


def test_a_parse_sees_its_own_command_line_and_the_variables_of_the_case_alone(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RANK", "9")
    monkeypatch.setenv("COLUMNS", "33")
    monkeypatch.setenv("LANGUAGE", "de")

    def parse(argv: list[str]) -> dict[str, object]:
        names = ("RANK", "WORLD_SIZE", "COLUMNS", "LANGUAGE")
        return {"argv": list(sys.argv), **{name: os.environ.get(name) for name in names}}

    case = Case.of(["--a"], env={"WORLD_SIZE": "2"})
    outcome = run(parse, case, prog="train.py", environment=("RANK", "WORLD_SIZE"))

    variables = {"RANK": None, "WORLD_SIZE": "2", "COLUMNS": "80", "LANGUAGE": "C"}
    assert outcome.values == encode({"argv": ["train.py", "--a"], **variables})
    assert (os.environ["RANK"], os.environ["COLUMNS"], os.environ["LANGUAGE"]) == ("9", "33", "de")
    assert "WORLD_SIZE" not in os.environ


def test_help_is_wrapped_at_80_columns_unless_the_case_says_otherwise(run: Run) -> None:
    def parse(argv: list[str]) -> None:
        parser = argparse.ArgumentParser(prog="x")
        parser.add_argument("--flag", help="word " * 60)
        parser.parse_args(argv)

    usual = run(parse, Case.of(["--help"])).stdout
    wide = run(parse, Case.of(["--help"], env={"COLUMNS": "200"})).stdout

    assert max(map(len, usual.splitlines())) in range(70, 80)
    assert max(map(len, wide.splitlines())) > 150
    assert shutil.get_terminal_size.__module__ == "shutil"


def test_a_parse_function_of_three_arguments_gets_the_text_of_the_file_and_the_variables(
    run: Run,
) -> None:
    def parse(argv: list[str], toml: str | None, env: Mapping[str, str]) -> dict[str, object]:
        return {"toml": toml, "env": dict(env)}

    outcome = run(parse, Case.of([], b'\xff = "\xc3\xa9"', env={"A": "1"}))

    assert outcome.values == encode({"toml": '\udcff = "\u00e9"', "env": {"A": "1"}})
    assert run(parse).values == encode({"toml": None, "env": {}})


class Counting:
    """A parser object that remembers how often it parsed."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def parse_args(self, argv: list[str]) -> None:
        if "fail" in argv:
            raise ValueError("no")
        self.words += argv


def test_the_parses_of_a_case_happen_on_one_object_and_go_on_after_a_failure(
    files: TempFiles,
) -> None:
    side = Side("test:Counting", "class", Counting, {})
    case = Case(id="i", why="w", steps=(Step(("a",)), Step(("fail",)), Step(("b",))))

    outcomes = observe(side, case, Settings(), files).outcomes

    assert [outcome.kind for outcome in outcomes] == ["ok", "raise", "ok"]
    assert [outcome.values and outcome.values["value"] for outcome in outcomes] == [
        encode({"words": ["a"]})["value"],
        None,
        encode({"words": ["a", "b"]})["value"],
    ]
    assert observe(side, Case.of(["c"]), Settings(), files).last.values != outcomes[0].values


def test_a_hook_sees_each_parser_once_before_it_parses(files: TempFiles) -> None:
    seen: list[str] = []

    def hook(parser: argparse.ArgumentParser) -> None:
        seen.append(parser.prog)
        parser.set_defaults(planted=True)

    def build() -> argparse.ArgumentParser:
        return argparse.ArgumentParser(prog=f"p{len(seen)}")

    side = Side("test:build", "builder", build, {})
    case = Case(id="i", why="w", steps=(Step(), Step()))
    outcomes = observe(side, case, Settings(), files, hook).outcomes

    assert seen == ["p0"]
    assert [outcome.values for outcome in outcomes] == [
        encode(argparse.Namespace(planted=True))
    ] * 2


def test_a_hook_works_on_a_copy_of_a_parser_that_all_cases_share(files: TempFiles) -> None:
    parser = argparse.ArgumentParser(prog="shared")
    parser.add_argument("--items", action="append", default=["a"])
    side = Side("test:parser", "parser", parser, {})

    planted = observe(
        side, Case.of(), Settings(), files, lambda parser: parser.set_defaults(items=["b"])
    )

    assert planted.last.values == encode(argparse.Namespace(items=["b"]))
    assert parser.parse_args([]) == argparse.Namespace(items=["a"])


def test_what_one_case_does_to_a_default_does_not_reach_the_next(files: TempFiles) -> None:
    class Extend(argparse.Action):
        def __call__(self, parser: Any, namespace: Any, values: Any, option: Any = None) -> None:
            getattr(namespace, self.dest).append(values)

    parser = argparse.ArgumentParser()
    parser.add_argument("--items", action=Extend, default=[])
    side = Side("test:parser", "parser", parser, {})
    twice = Case(id="i", why="w", steps=(Step(("--items", "a")), Step(("--items", "b"))))

    first = observe(side, twice, Settings(), files)
    second = observe(side, twice, Settings(), files)

    assert first == second
    assert first.last.values == encode(argparse.Namespace(items=["a", "b"]))


def test_the_collector_rests_while_a_case_runs_and_goes_on_after(run: Run) -> None:
    assert run(lambda argv: {"enabled": gc.isenabled()}).values == encode({"enabled": False})
    assert gc.isenabled()
    gc.disable()
    try:
        run(lambda argv: {})
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_what_a_finalizer_writes_stays_with_its_case(
    run: Run, capfd: pytest.CaptureFixture[str]
) -> None:
    class Noisy:
        def __init__(self) -> None:
            self.me = self  # a cycle: only the collector frees it

        def __del__(self) -> None:
            print("gone")

    def parse(argv: list[str]) -> None:
        Noisy()

    written = [run(parse).stdout for _ in range(3)]
    gc.collect()

    assert written == ["", "", ""]
    assert capfd.readouterr().out == ""
