"""What each annotation makes of the words of a command line, and what is refused."""

import argparse
import dataclasses
import enum
import importlib
import shlex
import sys
import typing
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Final, Literal, NewType, Optional, Union

import pytest

from argparity.compat.argument_group import ArgumentGroupFactory, InferenceWarning
from argparity.compat.errors import TypeInferenceError


class Color(enum.Enum):
    RED = 1
    GREEN = 2
    ROUGE = 1


class Level(str, enum.Enum):
    LOW = "low"
    HIGH = "high"


Steps = NewType("Steps", int)


@dataclass
class Inner:
    depth: int = 1


def config(annotation: Any, **options: Any) -> type:
    """A dataclass with one field, ``value``, of this annotation; its default is None."""
    options = options or {"default": None}
    return dataclasses.make_dataclass("Config", [("value", annotation, field(**options))])


def value(annotation: Any, *argv: str, **options: Any) -> Any:
    """What ``--value`` followed by ``argv`` gives."""
    parser = argparse.ArgumentParser()
    ArgumentGroupFactory(config(annotation, **options)).build_group(parser)
    return parser.parse_args(["--value", *argv]).value


def usage_error(capsys: pytest.CaptureFixture[str], annotation: Any, *argv: str) -> str:
    """The last line on stderr, after the program has ended with code 2."""
    with pytest.raises(SystemExit) as exit_:
        value(annotation, *argv)
    assert exit_.value.code == 2
    return capsys.readouterr().err.splitlines()[-1].partition("error: argument --value: ")[2]


@pytest.mark.parametrize(
    ("annotation", "words", "expected"),
    [
        (int, ["5"], 5),
        (str, ["5"], "5"),
        (float, ["5"], 5.0),
        (complex, ["1j"], 1j),
        (Path, ["a/b"], Path("a/b")),
        (PurePosixPath, ["a/b"], PurePosixPath("a/b")),
        (Color, ["GREEN"], Color.GREEN),
        (Color, ["ROUGE"], Color.RED),
        (Level, ["HIGH"], Level.HIGH),
        (Literal["a", "b"], ["b"], "b"),
        (Literal[16, 32], ["16"], 16),
        (Literal["auto", 1, False], ["auto"], "auto"),
        (Literal["auto", 1, False], ["1"], 1),
        (Literal["auto", 1, False], ["false"], False),
        (Literal[True, False], ["True"], True),
        (Literal[Color.RED, "none"], ["RED"], Color.RED),
        (Literal["a", None], ["a"], "a"),
        (Union[Literal["a"], Literal["b"], None], ["b"], "b"),
        (list[int], ["1", "2"], [1, 2]),
        (typing.List[str], ["1", "2"], ["1", "2"]),
        (list[bool], ["true", "NO", "on", "0"], [True, False, True, False]),
        (list[Color], ["RED", "GREEN"], [Color.RED, Color.GREEN]),
        (list[Literal[1, 2]], ["2", "1"], [2, 1]),
        (list[Optional[int]], ["2"], [2]),
        (tuple[int, int], ["1", "2"], (1, 2)),
        (typing.Tuple[int, ...], ["1"], (1,)),
        (tuple[Path, ...], ["a", "b"], (Path("a"), Path("b"))),
        (set[int], ["1", "2", "1"], {1, 2}),
        (frozenset[str], ["a", "a"], frozenset({"a"})),
        (dict[str, int], ["a=1", "b=2", "a=3"], {"a": 3, "b": 2}),
        (typing.Dict[str, str], ["a=b=c", "d="], {"a": "b=c", "d": ""}),
        (dict[str, Literal["x", "y"]], ["a=x"], {"a": "x"}),
        (Optional[int], ["5"], 5),
        (Union[None, int], ["5"], 5),
        (int | None, ["5"], 5),
        (None | int, ["5"], 5),
        (Optional[list[int]], ["5"], [5]),
        (Annotated[int, "unit: steps"], ["5"], 5),
        (Annotated[Optional[int], "unit: steps"], ["5"], 5),
        (Final[int], ["5"], 5),
        (Steps, ["5"], 5),
        (Optional[Steps], ["5"], 5),
        ("int | None", ["5"], 5),
        ("Optional['Color']", ["RED"], Color.RED),
        ("list[int]", ["5"], [5]),
    ],
)
def test_words_become_values_of_the_annotated_type(
    annotation: Any, words: list[str], expected: object
) -> None:
    # A made class names no module of its own below Python 3.12, so text is given its names.
    parser = argparse.ArgumentParser()
    factory = ArgumentGroupFactory(config(annotation), localns=globals())
    factory.build_group(parser)
    actual = parser.parse_args(["--value", *words]).value

    assert actual == expected
    assert repr(actual) == repr(expected)  # 1 == True == 1.0


@pytest.mark.parametrize(
    ("annotation", "words", "message"),
    [
        (int, ["x"], "invalid int value: 'x'"),
        (Color, ["BLUE"], "invalid choice: 'BLUE' (choose from 'RED', 'GREEN', 'ROUGE')"),
        (Color, ["1"], "invalid choice: '1' (choose from 'RED', 'GREEN', 'ROUGE')"),
        (Level, ["low"], "invalid choice: 'low' (choose from 'LOW', 'HIGH')"),
        (Literal["auto", 1], ["2"], "invalid choice: '2' (choose from 'auto', '1')"),
        (
            list[bool],
            ["maybe"],
            (
                "invalid choice: 'maybe' (choose from "
                "'true', 'yes', 'on', '1', 'false', 'no', 'off', '0')"
            ),
        ),
        (tuple[int, int], ["1"], "expected 2 arguments"),
        (dict[str, int], ["a"], "'a' is not of the form KEY=VALUE"),
        (dict[str, int], ["a=x"], "invalid int value in 'a=x'"),
        (dict[str, Color], ["a=x"], "invalid choice: 'x' (choose from 'RED', 'GREEN', 'ROUGE')"),
        (dict[str, Literal[1, 2]], ["a=3"], "invalid choice: '3' (choose from '1', '2')"),
    ],
)
def test_words_of_another_type_are_a_usage_error_that_says_what_is_taken(
    capsys: pytest.CaptureFixture[str], annotation: Any, words: list[str], message: str
) -> None:
    assert usage_error(capsys, annotation, *words) == message


@pytest.mark.parametrize("annotation", [Optional[bool], bool | None, None | bool, "bool | None"])
def test_a_bool_that_may_be_none_can_be_turned_on_and_off(annotation: Any) -> None:
    parser = argparse.ArgumentParser()
    ArgumentGroupFactory(config(annotation)).build_group(parser)

    assert parser.parse_args([]).value is None
    assert parser.parse_args(["--value"]).value is True
    assert parser.parse_args(["--no-value"]).value is False
    assert parser.parse_args(["--disable-value"]).value is False
    assert parser.parse_args(["--no-value", "--value"]).value is True


@pytest.mark.parametrize("default", [True, False])
def test_a_bool_from_a_factory_can_be_turned_on_and_off(default: bool) -> None:
    parser = argparse.ArgumentParser()
    ArgumentGroupFactory(config(bool, default_factory=lambda: default)).build_group(parser)

    assert parser.parse_args([]).value is default
    assert parser.parse_args(["--value"]).value is True
    assert parser.parse_args(["--no-value"]).value is False


@pytest.mark.parametrize("default", [Level.HIGH, Color.RED])
def test_an_enum_member_as_default_stays_that_member(default: enum.Enum) -> None:
    parser = argparse.ArgumentParser()
    ArgumentGroupFactory(config(type(default), default=default)).build_group(parser)

    assert parser.parse_args([]).value is default


@pytest.mark.skipif(sys.version_info < (3, 12), reason="the type statement is of Python 3.12")
def test_a_type_alias_is_the_type_it_stands_for() -> None:
    names: dict[str, Any] = {}
    exec("type Alias = int | None", names)

    assert value(names["Alias"], "5") == 5


@dataclass(kw_only=True)
class Everything:
    """Every supported annotation at once."""

    text: str
    """A required text, 100 % of it."""
    number: int = 1
    ratio: float = 0.5
    wave: complex = 1j
    path: Path = Path("out")
    off: bool = False
    on: bool = True
    maybe: Optional[bool] = None
    made: bool = field(default_factory=bool)
    color: Color = Color.RED
    level: Level = Level.LOW
    mode: Literal["train", "eval"] = "train"
    bits: Literal[16, 32] = 32
    mixed: Literal["auto", 2, True] = "auto"
    truth: Literal[True, False] = False
    numbers: list[int] = field(default_factory=list)
    answers: typing.List[bool] = field(default_factory=lambda: [True])
    colors: list[Color] = field(default_factory=list)
    pair: tuple[int, int] = (1, 2)
    row: typing.Tuple[float, ...] = ()
    unique: set[str] = field(default_factory=set)
    frozen: frozenset[int] = frozenset()
    table: dict[str, int] = field(default_factory=dict)
    optional: Optional[int] = None
    reversed: None | int = None  # noqa: RUF036  # the order is the point
    noted: Annotated[int, "note"] = 3
    named: Steps = Steps(4)
    fixed: Final[int] = 5
    textual: "Optional[list[Color]]" = None
    parameter: dataclasses.InitVar[int] = 6
    computed: int = field(init=False, default=7)


def test_one_class_with_every_annotation_builds_prints_help_and_parses() -> None:
    parser = argparse.ArgumentParser(prog="p")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ArgumentGroupFactory(Everything).build_group(parser, "everything")
    words = shlex.split(
        "--text t --number 2 --ratio 1 --wave 2j --path in --off --no-on --maybe --no-made "
        "--color GREEN --level HIGH --mode eval --bits 16 --mixed true --truth true --numbers 1 2 "
        "--answers no yes --colors RED --pair 3 4 --row 1 2 --unique a b --frozen 1 --table a=1 "
        "--optional 1 --reversed 2 --noted 4 --named 5 --fixed 6 --textual GREEN --parameter 8"
    )

    assert "A required text, 100 % of it." in parser.format_help()
    assert Everything(**vars(parser.parse_args(["--text", "t"]))) == Everything(text="t")
    assert vars(parser.parse_args(words)) == {
        "text": "t",
        "number": 2,
        "ratio": 1.0,
        "wave": 2j,
        "path": Path("in"),
        "off": True,
        "on": False,
        "maybe": True,
        "made": False,
        "color": Color.GREEN,
        "level": Level.HIGH,
        "mode": "eval",
        "bits": 16,
        "mixed": True,
        "truth": True,
        "numbers": [1, 2],
        "answers": [False, True],
        "colors": [Color.RED],
        "pair": (3, 4),
        "row": (1.0, 2.0),
        "unique": {"a", "b"},
        "frozen": frozenset({1}),
        "table": {"a": 1},
        "optional": 1,
        "reversed": 2,
        "noted": 4,
        "named": 5,
        "fixed": 6,
        "textual": [Color.GREEN],
        "parameter": 8,
    }


@pytest.mark.parametrize(
    ("annotation", "problem", "remedy"),
    [
        (Union[int, str], "Unions not supported by argparse", "argparse_meta"),
        (Union[int, None, str], "Unions not supported by argparse", "argparse_meta"),
        (int | float, "Unions not supported by argparse", "argparse_meta"),
        (Any, "Unsupported type: typing.Any", "argparse_meta"),
        (object, "Unsupported type: object", "argparse_meta"),
        (bytes, "Unsupported type: bytes", "argparse_meta"),
        (type(None), "Unsupported type: NoneType", "argparse_meta"),
        (Callable, "Unsupported type", "argparse_meta"),
        (Callable[[int], int], "Unsupported type", "argparse_meta"),
        (list, "Unsupported type: list", "list[str]"),
        (typing.List, "Unsupported type: typing.List", "list[str]"),
        (dict, "Unsupported type: dict", "dict[str, int]"),
        (tuple, "Unsupported type: tuple", "tuple[str]"),
        (list[list[int]], "list[int] is not a single command-line argument", "argparse_meta"),
        (list[Any], "typing.Any is not a single command-line argument", "argparse_meta"),
        (list[Union[int, str]], "Unions not supported by argparse", "argparse_meta"),
        (tuple[int, str], "converts all arguments of a flag alike", "argparse_meta"),
        (dict[int, str], "the keys of KEY=VALUE are strings", "dict[str, ...]"),
        (dict[str, list[int]], "list[int] is not a single command-line argument", "argparse_meta"),
        (Literal[1, "1"], "are spelled the same", "argparse_meta"),
        (Literal[b"x"], "Unsupported type", "argparse_meta"),
        (Inner, "Unsupported type: Inner", "ArgumentGroupFactory(Inner, prefix=...)"),
        (Optional[Inner], "Unsupported type: Inner", "ArgumentGroupFactory(Inner, prefix=...)"),
        ("Missing", "annotation 'Missing' cannot be resolved", "localns=locals()"),
        ("int |", "annotation 'int |' cannot be resolved", "localns=locals()"),
    ],
)
def test_what_no_word_can_become_is_refused_with_class_field_and_remedy(
    annotation: Any, problem: str, remedy: str
) -> None:
    parser = argparse.ArgumentParser(add_help=False)
    with pytest.raises(TypeInferenceError) as error:
        ArgumentGroupFactory(config(annotation)).build_group(parser)

    assert str(error.value).startswith("Config.value: ")
    assert problem in str(error.value)
    assert remedy in str(error.value)
    assert error.value.field == "value"
    assert error.value.cls is not None
    assert error.value.cls.__name__ == "Config"
    assert parser._actions == []


def test_the_remedy_for_a_nested_dataclass_works() -> None:
    @dataclass
    class Outer:
        width: int = 2
        inner: Inner = field(default_factory=Inner)

    parser = argparse.ArgumentParser()
    ArgumentGroupFactory(Outer, exclude=["inner"]).build_group(parser)
    ArgumentGroupFactory(Inner, prefix="inner").build_group(parser)

    assert vars(parser.parse_args(["--inner-depth", "3"])) == {"width": 2, "inner_depth": 3}


LATER = """
from dataclasses import dataclass
@dataclass
class Config:
    mode: Mode = None
    many: list[Mode] = None
    n: int = 1
    "How many."
import enum

class Mode(enum.Enum):
    A = 1
"""
CHECKING = """
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
if TYPE_CHECKING:
    from pathlib import Path
@dataclass
class Config:
    place: Path | None = field(default=None, metadata={"argparse_meta": META})
    n: int = 1
    "How many."
"""
FUTURE = "from __future__ import annotations\n"


def module_of(source: str, folder: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of that source, imported from a file as docstrings need it."""
    folder.mkdir(exist_ok=True)
    (folder / "made_for_a_test.py").write_text(source)
    importlib.invalidate_caches()
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "made_for_a_test", raising=False)
    return importlib.import_module("made_for_a_test")


EAGER = pytest.mark.skipif(
    sys.version_info < (3, 14), reason="before Python 3.14 the class statement itself fails"
)
LAZINESS = [FUTURE, pytest.param("", marks=EAGER)]


@pytest.mark.parametrize("future", LAZINESS, ids=["strings", "lazy"])
def test_a_type_that_is_defined_below_is_found(
    future: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = module_of(future + LATER, tmp_path, monkeypatch)
    parser = argparse.ArgumentParser()
    ArgumentGroupFactory(module.Config).build_group(parser)

    assert parser.parse_args(["--mode", "A"]).mode is module.Mode.A
    assert parser.parse_args(["--many", "A"]).many == [module.Mode.A]
    assert "How many." in parser.format_help()


@pytest.mark.parametrize("future", LAZINESS, ids=["strings", "lazy"])
def test_a_type_for_checkers_alone_is_an_error_unless_metadata_says_the_type(
    future: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    silent = module_of(future + CHECKING.replace("META", "None"), tmp_path, monkeypatch)
    with pytest.raises(TypeInferenceError, match=r"'Path \| None' cannot be resolved"):
        ArgumentGroupFactory(silent.Config).build_group(argparse.ArgumentParser())

    told = module_of(
        future + CHECKING.replace("META", "{'type': str}"), tmp_path / "told", monkeypatch
    )
    parser = argparse.ArgumentParser()
    with pytest.warns(InferenceWarning, match=r"'Path \| None' cannot be resolved"):
        ArgumentGroupFactory(told.Config).build_group(parser)

    assert parser.parse_args(["--place", "x"]).place == "x"
    assert "How many." in parser.format_help()
