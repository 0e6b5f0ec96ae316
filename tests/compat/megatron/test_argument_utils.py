"""The drop-in for Megatron's argument utilities: what code written against its class relies on."""

import argparse
import dataclasses
import signal
import typing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Optional, Union

import pytest

from argparity.compat.megatron.argument_utils import ArgumentGroupFactory, TypeInferenceError


@dataclass
class Config:
    """A configuration of everything that Megatron's class knows."""

    count: int = 1
    """How many,
    of 100%."""
    enabled: bool = False
    eval_mode: bool = True
    stop_signal: signal.Signals = signal.SIGTERM
    mode: Literal["a", "b"] = "a"
    sizes: list[int] = field(default_factory=lambda: [1])
    hidden: int = field(init=False, default=5)


def config(annotation: Any, default: Any = None, /, **meta: Any) -> type:
    made = field(default=default, metadata={"argparse_meta": meta} if meta else {})
    return dataclasses.make_dataclass("Made", [("value", annotation, made)])


def build(
    config_class: type, exclude: Optional[list[str]] = None
) -> tuple[argparse.ArgumentParser, Any]:
    parser = argparse.ArgumentParser(exit_on_error=False, add_help=False)
    return parser, ArgumentGroupFactory(config_class, exclude=exclude).build_group(parser, "title")


def test_the_group_has_the_title_and_the_docstring_of_the_class() -> None:
    _, group = build(Config)
    assert (group.title, group.description) == ("title", Config.__doc__)

    _, group = build(config(int))
    assert group.description == "Made(value: int = None)"


def test_every_field_that_is_neither_excluded_nor_computed_is_registered() -> None:
    parser, group = build(Config, exclude=["count", "no such field"])

    assert [action.dest for action in group._group_actions] == [
        "enabled",
        "eval_mode",
        "stop_signal",
        "mode",
        "sizes",
    ]
    assert parser._actions == group._group_actions


def test_public_attributes_can_be_read_and_changed() -> None:
    factory = ArgumentGroupFactory(src_cfg_class=Config, exclude=["count"])
    assert factory.src_cfg_class is Config
    assert factory.exclude == {"count"}
    assert factory.field_docstrings == {"count": "How many, of 100%."}

    factory.exclude.add("sizes")
    factory.field_docstrings["mode"] = "Which."
    parser = argparse.ArgumentParser(add_help=False)
    factory.build_group(parser)
    assert "sizes" not in vars(parser.parse_args([]))
    assert {a.dest: a.help for a in parser._actions}["mode"] == "Which."


def test_names_are_dashed_and_take_a_prefix() -> None:
    factory = ArgumentGroupFactory(Config)

    assert factory._format_arg_name("micro_batch_size") == "--micro-batch-size"
    assert factory._format_arg_name("manual_gc", prefix="no") == "--no-manual-gc"
    assert factory._format_arg_name("manual_gc", "disable") == "--disable-manual-gc"


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (int, {"type": int}),
        (bool, {"type": bool}),
        (dict, {"type": dict}),
        (Path, {"type": Path}),
        (Optional[str], {"type": str}),
        (int | None, {"type": int}),
        (Union[int, None, str], {"type": int}),
        (list[int], {"type": int, "nargs": "+"}),
        (list[Optional[int]], {"type": int, "nargs": "+"}),
        (Optional[list[str]], {"type": str, "nargs": "+"}),
        (list[bool], {"type": bool, "nargs": "+"}),
        (Literal["a", "b"], {"type": str, "choices": ("a", "b")}),
        (Literal[1, 2], {"type": int, "choices": (1, 2)}),
    ],
)
def test_a_type_gives_exactly_these_keywords(annotation: Any, expected: dict[str, Any]) -> None:
    actual = ArgumentGroupFactory(Config)._extract_type(annotation)

    assert actual == expected
    assert type(actual.get("choices")) is type(expected.get("choices"))


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        (Union[int, str], "Unions not supported by argparse: "),
        (None | int, "Unions not supported by argparse: "),
        (Optional[typing.Callable], "Unsupported type: "),
        (tuple[int, int], "Unsupported type: "),
        (dict[str, int], "Unsupported type: "),
    ],
)
def test_other_types_are_a_type_inference_error(annotation: Any, message: str) -> None:
    with pytest.raises(TypeInferenceError, match=message):
        build(config(annotation))


def test_a_literal_of_several_types_fails_an_assertion() -> None:
    with pytest.raises(AssertionError):
        build(config(Literal[1, "a"]))


def test_switches_have_the_names_that_megatron_gives_them() -> None:
    parser, _ = build(Config)
    names = {action.dest: action.option_strings for action in parser._actions}

    assert names["enabled"] == ["--enabled"]
    assert names["eval_mode"] == ["--no-eval-mode", "--disable-eval-mode"]
    for argv in (["--no-eval-mode"], ["--disable-eval-mode"]):
        assert parser.parse_args(argv).eval_mode is False


def test_a_switch_whose_default_is_0_is_turned_on() -> None:
    parser, _ = build(config(bool, 0))

    assert (parser.parse_args([]).value, parser.parse_args(["--value"]).value) == (0, True)


def test_an_optional_bool_has_the_off_switches_alone() -> None:
    parser, _ = build(config(Optional[bool]))

    assert parser._actions[0].option_strings == ["--no-value", "--disable-value"]


def test_an_enum_is_given_by_name_and_an_unknown_one_is_a_key_error() -> None:
    parser, _ = build(Config)
    (action,) = [action for action in parser._actions if action.dest == "stop_signal"]

    assert action.choices == list(signal.Signals)
    assert parser.parse_args([]).stop_signal is signal.SIGTERM
    assert parser.parse_args(["--stop-signal", "SIGINT"]).stop_signal is signal.SIGINT
    with pytest.raises(KeyError, match="sigbar"):
        parser.parse_args(["--stop-signal", "sigbar"])


def test_the_keywords_of_a_field_hold_names_dest_help_and_default() -> None:
    factory = ArgumentGroupFactory(Config)
    keywords = {
        f.name: factory._build_argparse_kwargs_from_field(f) for f in dataclasses.fields(Config)
    }

    assert keywords["mode"] == {
        "arg_names": ["--mode"],
        "dest": "mode",
        "help": "",
        "default": "a",
        "type": str,
        "choices": ("a", "b"),
    }
    assert keywords["eval_mode"] == {
        "arg_names": ["--no-eval-mode", "--disable-eval-mode"],
        "dest": "eval_mode",
        "help": "",
        "default": True,
        "action": "store_false",
    }
    assert keywords["count"]["help"] % {} == "How many, of 100%."


def test_metadata_goes_before_inference_key_by_key() -> None:
    made = config(
        int, 1, arg_names=["--v", "-v"], type=str, dest="other", default="2", help="h %(default)s"
    )
    parser, _ = build(made)

    assert vars(parser.parse_args(["-v", "x"])) == {"other": "x"}
    assert vars(parser.parse_args([])) == {"other": "2"}
    assert parser._actions[0].help == "h %(default)s"


def test_a_failed_inference_beside_metadata_prints_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    parser, _ = build(config(Union[int, str], 0, type=str, choices=("foo", "bar")))

    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 1
    assert "Made.value" in printed[0]
    assert "Unions not supported by argparse" in printed[0]
    assert parser.parse_args(["--value", "foo"]).value == "foo"
    with pytest.raises(argparse.ArgumentError, match="invalid choice"):
        parser.parse_args(["--value", "baz"])


def test_a_refusal_of_argparse_is_raised_as_it_is() -> None:
    with pytest.raises(TypeError) as error:
        build(config(bool, False, type=int))

    assert type(error.value) is TypeError


def test_each_group_gets_defaults_of_its_own() -> None:
    factory = ArgumentGroupFactory(Config)
    first, second = (argparse.ArgumentParser(add_help=False) for _ in range(2))
    for parser in (first, second):
        factory.build_group(parser)

    assert first.parse_args([]).sizes == [1]
    assert first.parse_args([]).sizes is not second.parse_args([]).sizes


class TestSubclasses:
    """Every private method of Megatron's class can be replaced."""

    def parse(self, factory: ArgumentGroupFactory, *argv: str) -> argparse.Namespace:
        parser = argparse.ArgumentParser(add_help=False)
        factory.build_group(parser)
        return parser.parse_args(argv)

    def test_format_arg_name(self) -> None:
        class Underscored(ArgumentGroupFactory):
            def _format_arg_name(self, config_attr_name: str, prefix: Optional[str] = None) -> str:
                return "--" + "_".join(filter(None, [prefix, config_attr_name]))

        args = self.parse(Underscored(Config), "--no_eval_mode", "--stop_signal", "SIGINT")
        assert (args.eval_mode, args.stop_signal) == (False, signal.SIGINT)

    def test_extract_type(self) -> None:
        class Tuples(ArgumentGroupFactory):
            def _extract_type(self, config_type: Any) -> dict[str, Any]:
                if config_type == tuple[int, int]:
                    return {"type": int, "nargs": 2}
                return super()._extract_type(config_type)

        assert self.parse(Tuples(config(tuple[int, int])), "--value", "1", "2").value == [1, 2]

    def test_get_enum_kwargs(self) -> None:
        class ByValue(ArgumentGroupFactory):
            def _get_enum_kwargs(self, config_type: Any) -> dict[str, Any]:
                return {"type": lambda word: config_type(int(word))}

        assert self.parse(ByValue(Config), "--stop-signal", "2").stop_signal is signal.SIGINT

    def test_build_argparse_kwargs_from_field(self) -> None:
        class Extended(ArgumentGroupFactory):
            def _build_argparse_kwargs_from_field(self, attribute: Any) -> dict[str, Any]:
                keywords = super()._build_argparse_kwargs_from_field(attribute)
                keywords["help"] += " (extended)"
                keywords["arg_names"].append("--x-" + attribute.name)
                return keywords

        parser = argparse.ArgumentParser(add_help=False)
        Extended(Config).build_group(parser)
        assert parser._actions[0].option_strings == ["--count", "--x-count"]
        assert "of 100%. (extended)" in parser.format_help()

    def test_get_field_docstrings(self) -> None:
        class Documented(ArgumentGroupFactory):
            def _get_field_docstrings(self, src_cfg_class: type) -> dict[str, str]:
                return {"mode": src_cfg_class.__name__}

        factory = Documented(Config)
        assert factory.field_docstrings == {"mode": "Config"}

    def test_build_group(self) -> None:
        class Deprecated(ArgumentGroupFactory):
            def build_group(self, parser: Any, title: Optional[str] = None) -> Any:
                group = super().build_group(parser, title)
                group.add_argument("--batch-size", type=int)
                return group

        assert self.parse(Deprecated(Config), "--batch-size", "1").batch_size == 1

    def test_the_constructor(self) -> None:
        class Preset(ArgumentGroupFactory):
            def __init__(self) -> None:
                super().__init__(Config, exclude=["count"])
                self.field_docstrings = {"mode": "Set in the constructor."}

        factory = Preset()
        assert "count" not in vars(self.parse(factory))
        assert factory.field_docstrings == {"mode": "Set in the constructor."}


class TestWhatMegatronsClassCannotBuild:
    """No code relies on a crash, so these work."""

    def test_a_field_without_a_default_is_required(self) -> None:
        @dataclass
        class Required:
            name: str
            fast: bool

        parser, _ = build(Required)
        assert vars(parser.parse_args(["--name", "x", "--no-fast"])) == {"name": "x", "fast": False}
        assert parser.parse_args(["--name", "x", "--fast"]).fast is True
        assert [action.required for action in parser._actions] == [True, True]

    def test_annotations_may_be_text(self) -> None:
        @dataclass
        class Textual:
            value: "Optional[int]" = None

        parser, _ = build(Textual)
        assert parser.parse_args(["--value", "5"]).value == 5

    def test_classes_may_be_made_or_local(self) -> None:
        @dataclass
        class Local:
            value: int = 1
            """Local words."""

        parser, _ = build(Local)
        assert parser._actions[0].help == "Local words."

    def test_percent_signs_and_templates_can_be_printed(self) -> None:
        @dataclass
        class Percent:
            value: int = 1
            """50% of %(default)s, %%, 100%"""

        parser, _ = build(Percent)
        assert "50% of 1, %, 100%" in parser.format_help()

    @pytest.mark.parametrize("annotation", [list[bool], Literal[True, False]])
    def test_bools_may_be_words(self, annotation: Any) -> None:
        parser, _ = build(config(annotation))
        assert parser.parse_args(["--value", "false"]).value in ([False], False)

    def test_the_words_of_the_nearest_class_count(self) -> None:
        @dataclass
        class Parent:
            value: int = 1
            """parent"""

        @dataclass
        class Other:
            extra: int = 1
            """other"""

        @dataclass
        class Child(Parent, Other):
            value: int = 2
            """child"""

        assert ArgumentGroupFactory(Child).field_docstrings == {"value": "child", "extra": "other"}
