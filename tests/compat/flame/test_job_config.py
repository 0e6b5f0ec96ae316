"""What a JobConfig is, before, after and between parses."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections import defaultdict
from typing import Any

import pytest

import checkout
from tests.releases import since

# The type that `__weakref__` belongs to, as the error names it.
OWNER = "object" if since("3.15.0") else "JobConfig"
SECTIONS = [
    "job",
    "model",
    "profiling",
    "optimizer",
    "lr_scheduler",
    "training",
    "metrics",
    "experimental",
    "checkpoint",
    "activation_checkpoint",
    "activation_offload",
    "float8",
    "comm",
    "memory_estimation",
    "fault_tolerance",
]


def test_a_fresh_configuration_has_no_values(config_manager: Any) -> None:
    config = config_manager.JobConfig()

    assert config.to_dict() is None
    assert list(vars(config)) == ["args_dict", "parser"]


def test_parsing_sets_one_attribute_per_section(config_manager: Any) -> None:
    config = config_manager.JobConfig()

    assert config.parse_args([]) is None
    assert list(vars(config)) == ["args_dict", "parser", *SECTIONS]
    assert list(config.to_dict()) == SECTIONS


def test_the_class_is_called_job_config_on_every_backend(config_manager: Any) -> None:
    config = config_manager.JobConfig()

    assert type(config).__name__ == type(config).__qualname__ == "JobConfig"
    assert type(config).__module__ == config_manager.__name__
    assert type(config).__doc__ == config_manager.JobConfig.__doc__
    assert isinstance(config, config_manager.JobConfig)
    assert type(config) is type(config_manager.JobConfig())


def test_the_dictionary_is_live_and_makes_missing_sections(parse: Any) -> None:
    values = parse().to_dict()

    assert type(values) is type(values["training"]) is defaultdict
    assert values["nowhere"] == {}
    assert list(values)[-1] == "nowhere"
    with pytest.raises(KeyError):
        values["training"]["nothing"]


def test_values_of_a_section_are_class_attributes(parse: Any) -> None:
    config = parse("--training.steps", "5")

    assert vars(config.training) == {}
    assert vars(type(config.training))["steps"] == 5


@pytest.mark.parametrize(
    ("section", "name"),
    [("lr_scheduler", "Lr_Scheduler"), ("float8", "Float8"), ("job", "Job")],
)
def test_a_section_has_a_class_of_its_own(parse: Any, section: str, name: str) -> None:
    first, second = (type(getattr(parse(), section)) for _ in range(2))

    assert first.__name__ == first.__qualname__ == name
    assert first.__bases__ == (object,)
    assert first is not second


def test_attributes_and_dictionary_are_separate_but_share_lists(parse: Any) -> None:
    config = parse("--model.converters", "a")

    config.model.name = "other"
    config.model.converters.append("b")

    assert config.to_dict()["model"]["name"] == "fla"
    assert config.to_dict()["model"]["converters"] == ["a", "b"]


def test_a_changed_default_list_stays_for_the_next_parse_of_the_same_object(
    config_manager: Any,
) -> None:
    config, other = config_manager.JobConfig(), config_manager.JobConfig()
    config.parse_args([])
    config.model.converters.append("float8")

    config.parse_args([])
    other.parse_args([])

    assert config.model.converters == ["float8"]
    assert other.model.converters == []


def test_a_section_of_an_earlier_file_stays_as_an_attribute(
    config_manager: Any, toml_file: Any
) -> None:
    config = config_manager.JobConfig()
    config.parse_args(["--job.config_file", toml_file("[extra]\na = 1\n")])

    config.parse_args([])

    assert config.extra.a == 1
    assert "extra" not in config.to_dict()


def test_a_failed_assertion_leaves_everything_set(config_manager: Any) -> None:
    config = config_manager.JobConfig()

    with pytest.raises(AssertionError) as error_info:
        config.parse_args(["--model.config", "", "--training.steps", "5"])

    assert str(error_info.value) == ""
    assert config.training.steps == 5
    config.parse_args(["--training.steps", "6"])
    assert config.training.steps == 6


@pytest.mark.parametrize("key", ["config", "tokenizer_path"])
@pytest.mark.parametrize("written", ['""', "0", "false", "[]", "{}"])
def test_the_model_must_be_named(parse: Any, key: str, written: str) -> None:
    with pytest.raises(AssertionError):
        parse(toml=f"[model]\n{key} = {written}\n")


def test_a_failed_class_leaves_the_sections_before_it(config_manager: Any, toml_file: Any) -> None:
    config = config_manager.JobConfig()

    with pytest.raises(TypeError):
        config.parse_args(["--job.config_file", toml_file("[model]\n__slots__ = 1\n")])

    assert list(vars(config)) == ["args_dict", "parser", "job"]
    assert config.to_dict() is not None


def test_a_failed_file_leaves_nothing(config_manager: Any) -> None:
    config = config_manager.JobConfig()

    with pytest.raises(FileNotFoundError):
        config.parse_args(["--job.config_file", "/missing/job.toml"])

    assert list(vars(config)) == ["args_dict", "parser"]
    assert config.to_dict() is None


@pytest.mark.parametrize(
    ("section", "error", "message"),
    [
        ("parser", AttributeError, "'Parser' object has no attribute 'parse_args'"),
        ("_args_to_two_level_dict", TypeError, "object is not callable"),
        ("_get_string_list_argument_names", TypeError, "object is not callable"),
        ("parse_args_from_command_line", TypeError, "object is not callable"),
    ],
)
def test_a_section_that_hides_what_parsing_uses_breaks_the_next_parse(
    config_manager: Any, toml_file: Any, section: str, error: type[Exception], message: str
) -> None:
    config = config_manager.JobConfig()
    config.parse_args(["--job.config_file", toml_file(f"[{section}]\na = 1\n")])

    with pytest.raises(error, match=message):
        config.parse_args([])


@pytest.mark.parametrize(
    ("section", "error", "message"),
    [
        ("_validate_config", TypeError, "'_Validate_Config' object is not callable"),
        ('"__class__"', TypeError, "__class__ must be set to a class"),
        ('"__dict__"', TypeError, "__dict__ must be set to a dictionary"),
        ('"__weakref__"', AttributeError, f"attribute '__weakref__' of '{OWNER}' objects"),
    ],
)
def test_a_section_that_cannot_be_an_attribute_is_an_error(
    parse: Any, message_of_control: Any, section: str, error: type[Exception], message: str
) -> None:
    toml = f"[{section}]\na = 1\n"

    with pytest.raises(error, match=message) as error_info:
        parse(toml=toml)

    assert str(error_info.value) == message_of_control(error, toml)


def test_a_section_called_args_dict_replaces_the_dictionary(parse: Any) -> None:
    assert parse(toml="[args_dict]\na = 1\n").to_dict().a == 1


def test_a_key_may_not_be_what_makes_the_instance(parse: Any) -> None:
    with pytest.raises(TypeError, match="object is not callable"):
        parse(toml="[training]\n__init__ = 1\n")


def test_a_class_name_in_the_file_is_not_an_attribute(parse: Any) -> None:
    config = parse(toml='[training]\n__qualname__ = "x"\n')

    assert config.to_dict()["training"]["__qualname__"] == "x"
    assert "__qualname__" not in vars(type(config.training))


def test_only_the_dictionary_can_be_pickled(parse: Any) -> None:
    config = parse("--training.steps", "5")

    assert pickle.loads(pickle.dumps(config.to_dict())) == config.to_dict()
    for unpicklable in (config, config.training):
        with pytest.raises((pickle.PicklingError, AttributeError)):
            pickle.dumps(unpicklable)


def test_a_copy_parses_on_its_own(parse: Any) -> None:
    config = parse("--training.steps", "5")
    twin = copy.deepcopy(config)

    twin.parse_args(["--training.steps", "6"])

    assert (config.training.steps, twin.training.steps) == (5, 6)


def test_none_reads_the_present_command_line(
    config_manager: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = config_manager.JobConfig()
    monkeypatch.setattr("sys.argv", ["train.py", "--training.steps", "5"])

    config.parse_args(None)

    assert config.training.steps == 5


def test_making_a_configuration_takes_no_arguments(config_manager: Any) -> None:
    with pytest.raises(TypeError, match="takes 1 positional argument but 2 were given"):
        config_manager.JobConfig("x")


PROGRAM = """
import sys
sys.argv = ["train.py", "--training.steps", "5"]
from {module} import JobConfig
sys.argv = ["later.py", "--training.steps", "6"]
config = JobConfig()
config.parse_args()
print(config.training.steps, config.parser.prog)
assert config.parse_args.__defaults__[0] is JobConfig.parse_args.__defaults__[0]
"""


@pytest.mark.parametrize(
    ("module", "backends"),
    [
        ("argparity.legacy.flame.config_manager", ""),
        ("argparity.compat.flame.config_manager", "flame=legacy"),
        ("argparity.compat.flame.config_manager", "flame=generated"),
    ],
)
def test_the_default_command_line_is_the_one_at_import(
    module: str, backends: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARGPARITY_BACKENDS", backends)

    printed = run_python(PROGRAM.format(module=module))

    assert printed == "5 later.py\n"


@pytest.mark.parametrize(
    "module", ["argparity.legacy.flame.config_manager", "argparity.compat.flame.config_manager"]
)
def test_an_optimized_python_does_not_check_the_model(module: str) -> None:
    program = f"""
from {module} import JobConfig
config = JobConfig()
config.parse_args(["--model.config", ""])
print(repr(config.model.config))
"""

    assert run_python(program, "-O") == "''\n"


def run_python(program: str, *options: str) -> str:
    done = subprocess.run(
        [sys.executable, *options, "-c", program],
        cwd=checkout.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
