"""A user's own class and flags work alike on every backend."""

from __future__ import annotations

from typing import Any

import pytest


def test_a_subclass_adds_flags_and_sections(config_manager: Any) -> None:
    class WithNotes(config_manager.JobConfig):  # type: ignore[misc]
        """A job with notes."""

        def __init__(self, default: str) -> None:
            super().__init__()
            self.parser.add_argument("--notes.text", type=str, default=default)

    config = WithNotes("none")
    config.parse_args(["--notes.text", "first run", "--training.steps", "5"])

    assert (config.notes.text, config.training.steps) == ("first run", 5)
    assert list(config.to_dict())[-1] == "notes"
    assert type(config).__name__ == "WithNotes"
    assert type(config).__doc__ == "A job with notes."
    assert isinstance(config, WithNotes)


def test_a_subclass_may_name_its_base_class(config_manager: Any) -> None:
    class Named(config_manager.JobConfig):  # type: ignore[misc]
        def __init__(self) -> None:
            config_manager.JobConfig.__init__(self)
            self.parses = 0

        def parse_args(self, args_list: Any = None) -> None:
            self.parses += 1
            config_manager.JobConfig.parse_args(self, args_list)

    config = Named()
    config.parse_args(["--training.steps", "5"])

    assert (config.parses, config.training.steps) == (1, 5)


def test_overridden_steps_are_called(config_manager: Any) -> None:
    class Strict(config_manager.JobConfig):  # type: ignore[misc]
        def _validate_config(self) -> None:
            super()._validate_config()
            if self.training.steps < 1:
                raise ValueError("no steps")

        def _args_to_two_level_dict(self, args: Any) -> Any:
            values = super()._args_to_two_level_dict(args)
            values["job"].pop("print_args", None)
            return values

        def _get_string_list_argument_names(self) -> list[str]:
            return [*super()._get_string_list_argument_names(), "training.dataset"]

    config = Strict()
    config.parse_args(["--training.dataset", "a,b"])

    assert not hasattr(config.job, "print_args")
    assert config.training.dataset == ["a", "b"]
    with pytest.raises(ValueError, match="no steps"):
        config.parse_args(["--training.steps", "0"])


def test_classes_of_several_bases_keep_their_order(config_manager: Any) -> None:
    class Loud:
        def to_dict(self) -> Any:
            return {"loud": super().to_dict()}  # type: ignore[misc]

    class Both(Loud, config_manager.JobConfig):  # type: ignore[misc]
        __slots__ = ("volume",)

    config = Both()
    config.volume = 11
    config.parse_args([])

    assert config.volume == 11
    assert config.to_dict()["loud"]["training"]["steps"] == 10000


def test_two_objects_of_a_subclass_have_one_class(config_manager: Any) -> None:
    class Mine(config_manager.JobConfig):  # type: ignore[misc]
        pass

    assert type(Mine()) is type(Mine())
    assert issubclass(type(Mine()), Mine)


def test_flags_added_before_parsing_are_layered_like_all_others(
    config_manager: Any, toml_file: Any
) -> None:
    path = toml_file('[training]\nextra = 2\nwords = "c, d"\n[wandb]\nproject = "file"\n')
    config = config_manager.JobConfig()
    config.parser.add_argument("--training.extra", type=int, default=1)
    config.parser.add_argument("--training.words", type=config_manager.string_list, nargs="+")
    config.parser.add_argument("--wandb.project", default="none")

    config.parse_args(["--job.config_file", path, "--wandb.project", "line"])

    assert config.training.extra == 2
    assert config.training.words == ["c", "d"]
    assert config.wandb.project == "line"


def test_a_list_flag_of_the_user_takes_the_first_word(config_manager: Any) -> None:
    config = config_manager.JobConfig()
    config.parser.add_argument("--training.words", type=config_manager.string_list, nargs="+")

    config.parse_args(["--training.words", "a,b", "c"])

    assert config.training.words == ["a", "b"]


def test_a_flag_without_a_section_is_an_error(config_manager: Any) -> None:
    config = config_manager.JobConfig()
    config.parser.add_argument("--plain")

    with pytest.raises(ValueError, match="not enough values to unpack"):
        config.parse_args([])


def test_defaults_can_be_set_on_the_parser(config_manager: Any) -> None:
    config = config_manager.JobConfig()
    config.parser.set_defaults(**{"training.steps": 7})

    config.parse_args([])

    assert config.training.steps == 7


def test_a_flag_cannot_be_added_twice(config_manager: Any) -> None:
    config = config_manager.JobConfig()

    with pytest.raises(Exception, match=r"conflicting option string: --training\.steps"):
        config.parser.add_argument("--training.steps")
