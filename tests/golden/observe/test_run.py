"""Observation: everything that one run does is noted, and nothing of it stays behind."""

from __future__ import annotations

import argparse
import gc
import logging
import os
import shutil
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from argparity.golden.errors import UnknownTypeError
from argparity.golden.model.case import Case, Step
from argparity.golden.model.encode import encode
from argparity.golden.model.observation import Observation, Outcome
from argparity.golden.observe.run import observe
from argparity.golden.observe.temp_files import TempFiles
from argparity.golden.sides.side import Side
from argparity.golden.sides.target import Settings

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@pytest.fixture
def files() -> Iterator[TempFiles]:
    with TempFiles() as files:
        yield files


Run = Callable[..., Outcome]


@pytest.fixture
def run(files: TempFiles) -> Run:
    """Observe a parse function on one case, and return its last outcome."""

    def run(parse: Any, case: Case | None = None, **settings: Any) -> Outcome:
        side = Side("test:parse", "function", parse, {})
        return observe(side, case or Case.of(), Settings(**settings), files).last

    return run


def read_file(argv: list[str]) -> dict[str, Any]:
    """A parse that reads the file behind --config, as TOML."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--config")
    with open(parser.parse_args(argv).config, "rb") as file:
        return tomllib.load(file)


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


def test_placeholders_stand_for_real_paths_and_come_back_in_every_text(run: Run) -> None:
    def parse(argv: list[str]) -> dict[str, object]:
        print(*argv)
        logging.getLogger().error("%s", argv[0])
        warnings.warn(argv[1], stacklevel=1)
        os.environ["SEEN"] = argv[2]
        return {
            "exists": [os.path.isdir(argv[0]), os.path.exists(argv[1])],
            "readable": os.access(argv[2], os.R_OK, effective_ids=True),
            "argv": argv,
        }

    words = ["<DIR>", "<MISSING>", "<UNREADABLE>", "--x=<DIR>/y"]
    outcome = run(parse, Case.of(words))

    assert outcome.values == encode({"exists": [True, False], "readable": False, "argv": words})
    assert outcome.stdout == " ".join(words) + "\n"
    assert outcome.log == ("ERROR root: <DIR>",)
    assert outcome.warnings == ("UserWarning: <MISSING>",)
    assert outcome.effects == ("os.environ['SEEN'] became '<UNREADABLE>'",)


def test_a_file_without_read_permission_is_unreadable_for_root_too(run: Run) -> None:
    outcome = run(read_file, Case.of(["--config", "<UNREADABLE>"]))

    assert (outcome.kind, outcome.error) == ("raise", "PermissionError")
    assert "<UNREADABLE>" in outcome.message
    assert os.geteuid() == os.getuid()


def test_the_configuration_file_is_named_by_its_flag_unless_a_word_names_it(run: Run) -> None:
    words = {
        (): ["--config", "<TOML>"],
        ("--y", "1"): ["--config", "<TOML>", "--y", "1"],
        ("--y", "<TOML>"): ["--y", "<TOML>"],
        ("--config=<TOML>",): ["--config=<TOML>"],
    }
    for given, expected in words.items():
        outcome = run(lambda argv: {"argv": argv}, Case.of(given, "x = 1"), config_flag="--config")
        assert outcome.values == encode({"argv": expected})
    outcome = run(read_file, Case.of([], b"[a]\nb = 1\n"), config_flag="--config")
    assert outcome.values == encode({"a": {"b": 1}})


def test_a_file_is_written_anew_for_each_case_and_gone_for_a_case_without_one(run: Run) -> None:
    def read(argv: list[str]) -> dict[str, object]:
        with open(argv[1], "rb+") as file:
            found = file.read()
            file.write(b"left by the program")
        return {"found": found}

    long, short = Case.of(["--c", "<TOML>"], "a = 1\n" * 9), Case.of(["--c", "<TOML>"], "b = 2\n")

    assert run(read, long).values == encode({"found": b"a = 1\n" * 9})
    assert run(read, short).values == encode({"found": b"b = 2\n"})
    assert run(read, Case.of(["--c", "<TOML>"])).error == "FileNotFoundError"


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


def test_unrecognized_words_of_parse_known_args_are_part_of_the_values(run: Run) -> None:
    outcome = run(lambda argv: argparse.ArgumentParser().parse_known_args(argv), Case.of(["x"]))

    assert outcome.values is not None
    assert outcome.values["value"] == [[encode("(unrecognized)"), encode(["x"])]]


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


class TwoWays:
    """A result whose values and attributes may disagree."""

    def __init__(self, values: Any, **attributes: Any) -> None:
        self._values = values
        vars(self).update(attributes)

    def to_dict(self) -> Any:
        return self._values


def surfaces(one: TwoWays, other: TwoWays, run: Run) -> tuple[Outcome, Outcome]:
    return (
        run(lambda argv: one, values="to_dict"),
        run(lambda argv: other, values="to_dict"),
    )


@pytest.mark.parametrize(
    "other",
    [
        TwoWays({"a": {"x": 1}}, a=argparse.Namespace(x=True)),
        TwoWays({"a": {"x": 1}}, a=argparse.Namespace()),
        TwoWays({"a": {"x": 1}}),
        TwoWays({"a": {"x": 1}}, a=argparse.Namespace(x=1), stale=1),
        TwoWays({"a": {"x": 1}}, a=type("A", (), {"x": 1})()),
    ],
    ids=["other type", "missing key", "missing section", "stale section", "other class"],
)
def test_attributes_that_disagree_with_the_values_show_on_the_surface(
    run: Run, other: TwoWays
) -> None:
    usual = TwoWays({"a": {"x": 1}}, a=argparse.Namespace(x=1))
    control, candidate = surfaces(usual, other, run)

    assert control.values == candidate.values
    assert control.surface != candidate.surface


def test_equal_results_have_equal_surfaces(run: Run) -> None:
    control, candidate = surfaces(
        TwoWays({"a": {"x": float("nan")}}, a=argparse.Namespace(x=float("nan"))),
        TwoWays({"a": {"x": float("nan")}}, a=argparse.Namespace(x=float("nan"))),
        run,
    )

    assert control == candidate


def test_a_section_may_hide_its_own_state(run: Run) -> None:
    section = type("Job", (), {"__dict__": 1, "steps": 2})()
    outcome = run(
        lambda argv: TwoWays({"job": {"__dict__": 1, "steps": 2}}, job=section), values="to_dict"
    )

    assert outcome.kind == "ok"
    assert "hidden by int" in repr(outcome.surface)


def test_an_outcome_is_stored_without_what_is_empty_and_comes_back_the_same() -> None:
    outcome = Outcome("exit", code=encode(2), stderr="x", log=("a", "b"))

    assert outcome.to_json() == {
        "kind": "exit",
        "code": {"type": "int", "value": "2"},
        "stderr": "x",
        "log": ["a", "b"],
    }
    assert Outcome.from_json(outcome.to_json()) == outcome
    assert Observation((outcome, Outcome("ok"))).last == Outcome("ok")
    with pytest.raises(TypeError):
        Outcome.from_json({"kind": "ok", "color": "red"})


def test_the_workbench_leaves_nothing_behind() -> None:
    with TempFiles() as files:
        folder = os.path.dirname(files.paths["<DIR>"])
        assert os.path.isdir(folder)
    assert not os.path.exists(folder)
