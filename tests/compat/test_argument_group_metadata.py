"""``argparse_meta``: the reference page, and how each key stands beside what is inferred."""

import argparse
import dataclasses
import doctest
import enum
import inspect
import re
import sys
from dataclasses import dataclass, field
from typing import Any, Literal, Union

import pytest

import checkout
from argparity.compat.argument_group import ArgumentGroupFactory, InferenceWarning
from argparity.compat.errors import FieldError
from argparity.compat.flag_style import DOTTED

REFERENCE = checkout.ROOT / "docs" / "argparse_meta.md"


class Color(enum.Enum):
    RED = 1
    GREEN = 2


def sections() -> dict[str, str]:
    """The keys that the page describes, each with the text of its section."""
    text = REFERENCE.read_text(encoding="utf-8")
    heads = re.split(r"^### `(\w+)`$", text, flags=re.MULTILINE)
    return {"": heads[0], **dict(zip(heads[1::2], heads[2::2], strict=True))}


def config(annotation: Any, default: Any = None, **meta: Any) -> type:
    made = field(default=default, metadata={"argparse_meta": meta})
    return dataclasses.make_dataclass("Config", [("value", annotation, made)])


def parser_of(config_class: type, **options: Any) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="p")
    ArgumentGroupFactory(config_class, **options).build_group(parser)
    return parser


def value(config_class: type, *argv: str) -> Any:
    return parser_of(config_class).parse_args(argv).value


@pytest.mark.parametrize("key", [key for key in sections() if key])
def test_the_example_of_each_key_does_what_the_reference_says(key: str) -> None:
    if key == "deprecated" and sys.version_info < (3, 13):
        pytest.skip("argparse knows deprecated from Python 3.13 on")
    names: dict[str, Any] = {}
    for part in ("", key):
        name = part or "introduction"
        test = doctest.DocTestParser().get_doctest(sections()[part], names, name, str(REFERENCE), 0)
        # The dots stand for words of argparse that its releases choose differently.
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        result = runner.run(test, clear_globs=False)
        names.update(test.globs)

    assert result.attempted > 0
    assert result.failed == 0


def test_the_reference_describes_every_keyword_of_argparse_and_ones_own() -> None:
    keywords = set(inspect.signature(argparse.Action).parameters) - {"option_strings"}
    keywords |= {"action", "version", "deprecated", "arg_names", "companions"}

    assert keywords == set(sections()) - {""}


def test_given_choices_are_those_of_the_argument() -> None:
    parser = parser_of(config(int, 32, choices=[16, 32]))
    expected = argparse.ArgumentParser(prog="p", exit_on_error=False)
    expected.add_argument("--value", type=int, default=32, choices=[16, 32])
    parser.exit_on_error = False

    with pytest.raises(argparse.ArgumentError) as error_info:
        parser.parse_args(["--value", "8"])
    with pytest.raises(argparse.ArgumentError) as expected_info:
        expected.parse_args(["--value", "8"])

    assert str(error_info.value) == str(expected_info.value)


def test_a_key_leaves_the_other_inferred_keys_as_they_are() -> None:
    (action,) = ArgumentGroupFactory(config(Literal[1, 2], 1, metavar="N")).add_arguments(
        argparse.ArgumentParser()
    )

    assert (action.type, action.choices, action.metavar) == (int, (1, 2), "N")


def test_choices_of_ones_own_are_shown_as_they_are_spelled() -> None:
    made = config(Color, Color.RED, choices=[Color.GREEN])

    assert "[--value {GREEN}]" in parser_of(made).format_usage()
    assert value(made, "--value", "GREEN") is Color.GREEN
    with pytest.raises(SystemExit):
        value(made, "--value", "RED")


def test_a_type_of_ones_own_replaces_the_choices_of_an_enum() -> None:
    assert value(config(Color, None, type=str), "--value", "BLUE") == "BLUE"


def test_a_type_of_ones_own_keeps_the_choices_of_a_plain_literal() -> None:
    with pytest.raises(SystemExit):
        value(config(Literal["a", "b"], None, type=str.lower), "--value", "C")


@pytest.mark.parametrize(
    ("meta", "word", "expected"),
    [
        ({"type": str}, "yes", "yes"),
        ({"choices": [True]}, "yes", True),
        ({"nargs": "?"}, "off", False),
    ],
)
def test_a_bool_with_a_key_of_words_takes_a_word(
    meta: dict[str, Any], word: str, expected: object
) -> None:
    assert value(config(bool, True, **meta), "--value", word) is expected


@pytest.mark.parametrize(
    "action", ["store_true", "store_false", "store_const", "append_const", "count"]
)
@pytest.mark.parametrize("annotation", [int, list[int], Color, tuple[int, int], dict[str, int]])
def test_an_action_without_a_value_drops_what_is_inferred_for_values(
    action: str, annotation: Any
) -> None:
    meta = {"const": 1} if "const" in action else {}
    made = config(annotation, None, action=action, **meta)

    assert value(made, "--value") in (True, False, 1, [1])


def test_extend_keeps_the_number_of_words_and_append_takes_one() -> None:
    argv = ["--value", "1", "2", "--value", "3"]

    assert value(config(list[int], None, action="extend"), *argv) == [1, 2, 3]
    assert value(config(list[int], None, action="append"), *argv[3:], *argv[3:]) == [3, 3]


def test_names_of_a_switch_stay_off_switches_under_its_own_action_only() -> None:
    both = ["--value"], ["--no-value", "--disable-value"]
    for meta, expected in [({}, both[1]), ({"action": "store_true"}, both[0])]:
        action = parser_of(config(bool, True, **meta))._actions[-1]
        assert action.option_strings == expected


def test_names_of_ones_own_for_an_on_off_switch_are_told_apart_by_their_beginning() -> None:
    made = config(bool | None, None, arg_names=["--fast", "--no-fast", "-f"])

    assert value(made, "--no-fast") is False
    assert value(made, "-f") is True
    with pytest.raises(FieldError, match=r"Config\.value: its arg_names must hold"):
        parser_of(config(bool | None, None, arg_names=["--fast", "--slow"]))


def test_the_dotted_style_tells_off_switches_apart_behind_the_prefix() -> None:
    made = config(bool | None, None, arg_names=["--job.fast", "--job.no_fast"])
    parser = parser_of(made, prefix="job", style=DOTTED)

    assert vars(parser.parse_args(["--job.no_fast"])) == {"job.value": False}


def test_companions_share_dest_and_default_and_come_right_behind() -> None:
    @dataclass
    class Config:
        first: bool = field(
            default=True,
            metadata={
                "argparse_meta": {
                    "arg_names": ["--yes"],
                    "action": "store_true",
                    "companions": [
                        {"arg_names": ["--no"], "action": "store_false"},
                        {"arg_names": ["--other"], "action": "store_const", "const": None},
                    ],
                }
            },
        )
        """The help of the first."""
        second: int = 1

    actions = parser_of(Config)._actions[1:]

    assert [action.option_strings[0] for action in actions] == [
        "--yes",
        "--no",
        "--other",
        "--second",
    ]
    assert {action.dest for action in actions[:3]} == {"first"}
    assert [action.default for action in actions[:3]] == [True, True, True]
    assert [action.help for action in actions[:3]] == ["The help of the first.", None, None]


@pytest.mark.parametrize("name", ["value", "WORD"])
def test_one_name_without_a_dash_is_a_positional_argument(name: str) -> None:
    parser = parser_of(config(int, 0, arg_names=[name], nargs="?"))

    assert parser.parse_args(["5"]).value == 5
    assert parser.parse_args([]).value == 0
    assert f"[{name}]" in parser.format_usage()


def test_a_failed_inference_beside_metadata_warns_and_the_metadata_decides() -> None:
    made = config(Union[int, str], 0, type=str, choices=("foo", "bar"))
    with pytest.warns(InferenceWarning, match=r"Config\.value: Unions not supported by argparse"):
        parser = parser_of(made)

    assert parser.parse_args(["--value", "foo"]).value == "foo"
    with pytest.raises(SystemExit):
        parser.parse_args(["--value", "baz"])


def test_metadata_of_other_tools_is_left_alone() -> None:
    @dataclass
    class Config:
        value: int = field(default=1, metadata={"unit": "steps"})

    assert value(Config, "--value", "2") == 2


@pytest.mark.parametrize(
    ("meta", "message"),
    [
        ("--value", "argparse_meta is a str, and must be a dict"),
        ({"arg_names": "--value"}, "argparse_meta must name its flags"),
        ({"arg_names": []}, "argparse_meta must name its flags"),
        ({"arg_names": [1]}, r"arg_names must be strings, and are \[1\]"),
        ({"companions": {"arg_names": ["--x"]}}, "companions must be a list of dicts"),
        ({"companions": [{"action": "store_true"}]}, "each of the companions must name its flags"),
        ({"companions": ["--x"]}, "each of the companions must be a dict"),
        ({"actoin": "store_true"}, "add_argument refuses it: .*actoin"),
        ({"action": "store_tru"}, "add_argument refuses it: .*store_tru"),
        ({"type": "int"}, "add_argument refuses it: 'int' is not callable"),
        ({"nargs": 2, "metavar": ("A", "B", "C")}, "add_argument refuses it: length of metavar"),
        ({"nargs": "z"}, "add_argument refuses it: .*nargs"),
        ({"help": "100%"}, r"its help cannot be printed \(.*\); a percent sign is written %%"),
        ({"help": "%(nosuch)s"}, r"its help cannot be printed \('nosuch'\)"),
    ],
)
@pytest.mark.parametrize("in_a_group", [False, True])
def test_malformed_metadata_is_refused_with_class_and_field(
    meta: Any, message: str, in_a_group: bool
) -> None:
    made = dataclasses.make_dataclass(
        "Config", [("value", int, field(default=1, metadata={"argparse_meta": meta}))]
    )
    parser = argparse.ArgumentParser()

    factory = ArgumentGroupFactory(made)
    register: Any = factory.build_group if in_a_group else factory.add_arguments
    with pytest.raises(FieldError, match=r"^Config\.value: " + message) as error:
        register(parser)
    assert (error.value.cls, error.value.field) == (made, "value")
