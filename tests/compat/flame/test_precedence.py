"""Command line over file over defaults, with every exception that the frozen parser makes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.releases import since

YES = "--checkpoint.initial_load_model_weights_only"
NO = "--checkpoint." + "no_initial_load_model_weights_only"
NO_PAIR = (
    "object is not iterable"
    if since("3.14.0")
    else "cannot convert dictionary update sequence element"
)


def weights_only(config: Any) -> object:
    return config.checkpoint.initial_load_model_weights_only


def toml_weights_only(value: str) -> str:
    return f"[checkpoint]\ninitial_load_model_weights_only = {value}\n"


def test_defaults_hold_where_nothing_is_given(parse: Any) -> None:
    config = parse()

    assert config.training.steps == 10000
    assert config.to_dict()["training"]["steps"] == 10000


def test_the_file_goes_before_the_defaults_key_by_key(parse: Any) -> None:
    config = parse(toml="[training]\nsteps = 7\n")

    assert (config.training.steps, config.training.seed) == (7, 42)


def test_the_command_line_goes_before_the_file_even_with_the_default_value(parse: Any) -> None:
    assert parse("--training.seed", "42", toml="[training]\nseed = 7\n").training.seed == 42


def test_a_switch_on_the_command_line_goes_before_false_in_the_file(parse: Any) -> None:
    assert (
        parse("--training.compile", toml="[training]\ncompile = false\n").training.compile is True
    )


@pytest.mark.parametrize("word", ["--training.ste", "--training.steps"])
def test_an_abbreviated_flag_is_as_strong_as_the_whole_one(parse: Any, word: str) -> None:
    assert parse(word, "9", toml="[training]\nsteps = 7\n").training.steps == 9


def test_the_present_command_line_goes_before_the_file(
    config_manager: Any, toml_file: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = toml_file("[training]\nsteps = 7\nseed = 8\n")
    config = config_manager.JobConfig()
    monkeypatch.setattr(
        "sys.argv", ["train.py", "--job.config_file", path, "--training.steps", "9"]
    )

    config.parse_args(None)

    assert (config.training.steps, config.training.seed) == (9, 8)


def test_a_lone_no_flag_is_no_stronger_than_a_default(parse: Any) -> None:
    assert weights_only(parse(NO)) is False
    assert weights_only(parse(NO, toml=toml_weights_only("true"))) is True
    assert weights_only(parse(NO, toml=toml_weights_only('"junk"'))) == "junk"


def test_a_no_flag_beside_its_twin_goes_before_the_file(parse: Any) -> None:
    assert weights_only(parse(YES, NO, toml=toml_weights_only("true"))) is False
    assert weights_only(parse(NO, YES, toml=toml_weights_only("false"))) is True


def test_an_abbreviated_no_flag_behaves_like_the_whole_one(parse: Any) -> None:
    assert weights_only(parse("--checkpoint.n")) is False
    assert weights_only(parse("--checkpoint.n", toml=toml_weights_only("true"))) is True


@pytest.mark.parametrize(
    ("words", "converters"),
    [
        (["a,b", "c"], ["a", "b"]),
        (["a", "b", "--model.converters", "c", "d"], ["c"]),
        ([" a , ,b "], ["a", "b"]),
        (["", "b"], []),
        ([",,"], []),
    ],
)
def test_a_list_is_the_first_word_of_the_last_occurrence(
    parse: Any, words: list[str], converters: list[str]
) -> None:
    config = parse("--model.converters", *words)

    assert config.model.converters == converters


def test_an_empty_list_on_the_command_line_goes_before_the_file(parse: Any) -> None:
    config = parse("--model.converters=", toml='[model]\nconverters = ["float8"]\n')

    assert config.model.converters == []


def test_a_list_flag_without_a_word_ends_with_the_usage_of_the_second_pass(
    parse: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_info:
        parse("--checkpoint.exclude_from_loading")

    stderr = capsys.readouterr().err
    assert exit_info.value.code == 2
    assert stderr.endswith("--checkpoint.exclude_from_loading: expected one argument\n")
    assert NO not in stderr
    assert "for-loop" not in stderr


def test_the_command_line_is_judged_before_the_file_is_opened(parse: Any, toml_file: Any) -> None:
    with pytest.raises(SystemExit):
        parse("--checkpoint.exclude_from_loading", "--job.config_file", "/missing/job.toml")


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ('"a, b,,"', ["a", "b"]),
        ('""', []),
        ('["a,b", "c"]', ["a,b", "c"]),
        ("3", 3),
        ("true", True),
    ],
)
def test_the_file_may_hold_a_list_as_text(parse: Any, written: str, value: object) -> None:
    config = parse(toml=f"[experimental]\npipeline_parallel_split_points = {written}\n")

    assert config.experimental.pipeline_parallel_split_points == value


@pytest.mark.parametrize("flag", ["dataset", "data_dir", "data_files", "data_probs"])
def test_text_with_commas_stays_text_for_the_data_flags(parse: Any, flag: str) -> None:
    config = parse(f"--training.{flag}", "a,b")

    assert getattr(config.training, flag) == "a,b"


@pytest.mark.parametrize(
    ("written", "kind"),
    [("1", int), ('"x"', str), ("1.5", float), ("true", bool), ("[1]", list), ("{a = 1}", dict)],
)
def test_values_of_the_file_keep_their_type(parse: Any, written: str, kind: type) -> None:
    assert type(parse(toml=f"[optimizer]\nlr = {written}\n").optimizer.lr) is kind


def test_a_word_for_a_float_becomes_one_where_the_file_may_hold_an_int(parse: Any) -> None:
    assert type(parse("--optimizer.lr", "1").optimizer.lr) is float


def test_the_file_is_not_held_to_the_choices(parse: Any) -> None:
    config = parse(toml='[optimizer]\nimplementation = "quantum"\n')

    assert config.optimizer.implementation == "quantum"


def test_unknown_keys_and_sections_come_last(parse: Any) -> None:
    config = parse(toml="[zebra]\na = 1\n[job]\nnew = 2\nprint_args = true\n")

    assert list(config.to_dict())[-2:] == ["fault_tolerance", "zebra"]
    assert list(config.to_dict()["job"])[-2:] == ["print_args", "new"]
    assert (config.zebra.a, config.job.new) == (1, 2)


def test_section_names_are_case_sensitive(parse: Any) -> None:
    config = parse(toml="[Job]\na = 1\n")

    assert config.Job.a == 1
    assert not hasattr(config.job, "a")
    assert type(config.Job).__name__ == type(config.job).__name__


def test_the_path_in_the_file_does_not_chain(parse: Any) -> None:
    config = parse(toml='[job]\nconfig_file = "/missing/other.toml"\n')

    assert config.job.config_file.endswith("job.toml")


def test_only_the_last_of_several_files_is_opened(parse: Any, toml_file: Any) -> None:
    path = toml_file("[training]\nseed = 3\n")

    config = parse("--job.config_file", "/missing/job.toml", "--job.config_file", path)

    assert config.training.seed == 3


@pytest.mark.parametrize(
    ("toml", "error", "message"),
    [
        ("training = 1", TypeError, "'int' object is not iterable"),
        ("x = true", TypeError, "'bool' object is not iterable"),
        ("x = [1]", TypeError, NO_PAIR),
        ('x = "abc"', ValueError, "dictionary update sequence element #0 has length 1"),
        ("[[x]]\na = 1\n", ValueError, "dictionary update sequence element #0 has length 1"),
    ],
)
def test_a_top_level_that_is_no_table_is_an_error(
    parse: Any, message_of_control: Any, toml: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message) as error_info:
        parse(toml=toml)

    assert str(error_info.value) == message_of_control(error, toml)


def test_pairs_at_the_top_level_count_as_a_table(parse: Any) -> None:
    assert parse(toml='model = [["config", "z"]]').model.config == "z"
    assert parse(toml='x = ["ab"]').x.a == "b"
    assert parse(toml='[[model]]\nconfig = "p"\nname = "q"\n').model.config == "name"


def test_an_empty_array_at_the_top_level_makes_an_empty_section(parse: Any) -> None:
    assert parse(toml="x = []").to_dict()["x"] == {}


def test_a_one_shot_iterator_is_used_up_by_the_first_pass(
    config_manager: Any, toml_file: Any
) -> None:
    path = toml_file("[training]\nseed = 3\n")
    config = config_manager.JobConfig()

    config.parse_args(
        iter(["--job.config_file", path, "--training.seed", "9", "--model.converters", "a,b", "c"])
    )

    assert config.training.seed == 3
    assert config.model.converters == [["a", "b"], ["c"]]


@pytest.mark.parametrize("words", [("--training.seed", "9"), {"--training.seed=9": None}])
def test_any_other_iterable_is_read_by_both_passes(
    config_manager: Any, toml_file: Any, words: Any
) -> None:
    path = toml_file("[training]\nseed = 3\n")
    config = config_manager.JobConfig()

    config.parse_args((f"--job.config_file={path}", *words))

    assert config.training.seed == 9


def test_the_two_passes_are_public(config_manager: Any) -> None:
    args, given = config_manager.JobConfig().parse_args_from_command_line(["--training.seed", "9"])

    assert vars(given) == {"training.seed": 9}
    assert len(vars(args)) == 100
