"""What scaffolding does with files that are there and with what is computed, and its errors."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from argparity.compat.switchboard import ENVIRONMENT_VARIABLE
from argparity.golden.errors import CannotJudge, ConfigError
from argparity.golden.judge.comparator import Comparator
from argparity.golden.migrate import write
from argparity.golden.migrate.first_goldens import record_first
from argparity.golden.migrate.freezing.freeze import Request, freeze
from argparity.golden.migrate.write import scaffold
from argparity.golden.model.case import Case
from argparity.golden.records.atomic import write_text
from argparity.golden.records.store import load_goldens
from argparity.golden.records.switches import read_switches
from argparity.golden.sides.loading import load_side
from argparity.golden.sides.target import find_target
from tests.golden.migrate.projects import scaffolded

SMALL = """\
import argparse


def build():
    parser = argparse.ArgumentParser(prog="tool")
    training = parser.add_argument_group("training")
    training.add_argument("--steps", type=int, default=5, help="How many.")
    data = parser.add_argument_group("data")
    data.add_argument("--path", default="in.txt")
    return parser
"""

CONFIG = """\
class Config:
    def parse_args(self, argv):
        self.steps = build().parse_args(argv).steps
"""


def test_what_is_computed_where_the_program_runs_is_left_to_it(tmp_path: Path) -> None:
    source = SMALL.replace("import argparse", "import argparse\nimport os").replace(
        'default="in.txt"', 'default=os.path.expanduser("~/in.txt")'
    )

    _, done = scaffolded(tmp_path, source, probe=True)

    assert [kept.text for kept in done.kept] == [
        "--path, default: is computed where the program runs"
    ]
    assert "path: str | None = argument(None, default=KEPT)" in (
        done.folder / "sections.py"
    ).read_text(encoding="utf-8")


def test_a_path_into_the_project_is_left_to_the_frozen_code(tmp_path: Path) -> None:
    source = SMALL.replace("import argparse", "import argparse\nfrom pathlib import Path").replace(
        '"in.txt"', 'Path(__file__).parent / "in.txt", type=Path'
    )

    target, done = scaffolded(tmp_path, source, probe=True)
    with Comparator(target, {ENVIRONMENT_VARIABLE: "tool=generated"}) as comparator:
        seen = comparator.together.candidate.thing().parse_args([])

    assert [kept.text for kept in done.kept] == [
        "--path, default: is computed where the program runs"
    ]
    assert seen.path == tmp_path / "in.txt"  # where the program lies, not its frozen file
    assert str(tmp_path) not in (done.folder / "sections.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "default",
    [
        'os.environ.get("TOOL_PATH", "in.txt")',
        'os.getenv("TOOL_PATH")',
        'int(os.environ.get("TOOL_PATH", 3))',
        'os.environ.get("TOOL_PATH") == "1"',
        '"TOOL_PATH" in os.environ',
        "beside.PATH",
    ],
)
def test_a_default_from_the_environment_is_left_to_the_frozen_code(
    default: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TOOL_PATH", raising=False)
    (tmp_path / "beside.py").write_text('import os\nPATH = os.environ.get("TOOL_PATH")\n')
    source = SMALL.replace("import argparse", "import argparse\nimport os\nimport beside").replace(
        '"in.txt"', default
    )

    target, done = scaffolded(tmp_path, source, probe=True)
    sys.modules.pop("beside")
    again = scaffold(replace(target, environment=("TOOL_PATH",)))
    sys.modules.pop("beside")

    (kept,) = done.kept
    assert kept.text.startswith("--path, default: is computed where the program runs, from the")
    assert kept.reason.endswith('let the gate try it: environment = ["TOOL_PATH"]')
    assert done.computes_defaults
    # The goldens are recorded without a declared variable, and say the same everywhere.
    assert [kept.text for kept in again.kept] == [
        "--path, default: depends on the variable TOOL_PATH"
    ]
    assert not again.computes_defaults


def test_a_program_that_dies_of_a_variable_is_still_seen_without_it(tmp_path: Path) -> None:
    source = SMALL.replace(
        "import argparse",
        'import argparse\nimport os\nif "TOOL_MODE" in os.environ:\n    os._exit(9)',
    ).replace('"in.txt"', 'os.path.expanduser("~/in.txt")')

    _, done = scaffolded(tmp_path, source, probe=True)

    assert [kept.text for kept in done.kept] == [
        "--path, default: is computed where the program runs"
    ]


def test_a_class_of_action_that_reads_a_variable_by_itself_keeps_doing_so(tmp_path: Path) -> None:
    code = """
import os


class FromEnvironment(argparse.Action):
    def __init__(self, option_strings, dest, default=None, **kwargs):
        default = os.environ.get(f"TOOL_{dest.upper()}", default)
        super().__init__(option_strings, dest, default=default, **kwargs)

    def __call__(self, parser, namespace, values, option_string=None):
        setattr(namespace, self.dest, values)
"""
    source = SMALL.replace("import argparse", f"import argparse{code}").replace(
        'default="in.txt"', 'default="in.txt", action=FromEnvironment'
    )

    target, done = scaffolded(tmp_path, source, probe=True)
    with Comparator(target, {ENVIRONMENT_VARIABLE: "tool=generated"}) as comparator:
        seen = comparator.compare(Case.of(env={"TOOL_PATH": "out.txt"}))

    assert done.kept == ()
    assert seen.mismatches == ()
    assert "out.txt" in str(seen.candidate.last.values)


def test_a_variable_that_a_function_is_given_is_tried_as_the_entry_names_it(tmp_path: Path) -> None:
    code = """
def parse(argv, toml, env):
    parser = build()
    parser.add_argument("--host", default=env.get("TOOL_HOST"))
    return parser.parse_args(argv)
"""
    scaffolded(tmp_path, SMALL + code, spec="tool.py:parse")
    with (tmp_path / "pyproject.toml").open("a") as config:
        config.write('environment = ["TOOL_HOST"]\n')

    done = scaffold(find_target("tool", tmp_path))

    assert [kept.text for kept in done.kept] == [
        "--host, default: depends on the variable TOOL_HOST"
    ]


@pytest.mark.parametrize(
    ("code", "converter", "line", "imported"),
    [
        (
            "from pathlib import Path",
            "Path",
            "path: Path | None = None",
            "from pathlib import Path",
        ),
        (
            "from datetime import date",
            "date.fromisoformat",
            "path: Any = argument(None, type=date.fromisoformat)",
            "from datetime import date",
        ),
        (
            "class Size:\n    @classmethod\n    def parse(cls, text):\n        return text",
            "Size.parse",
            "path: Any = argument(None, type=Size.parse)",
            "from .frozen import Size",
        ),
        (
            "from decimal import Decimal",
            "Decimal",
            "path: Decimal | None = argument(None, type=Decimal)",
            "from decimal import Decimal",
        ),
        (
            "import enum\nclass Color(enum.Enum):\n    RED = 1",
            "Color.__getitem__",
            "path: Any = argument(None, type=Color.__getitem__)",
            "from .frozen import Color",
        ),
    ],
)
def test_a_converter_is_imported_from_where_it_lives(
    code: str, converter: str, line: str, imported: str, tmp_path: Path
) -> None:
    source = SMALL.replace("import argparse", f"import argparse\n{code}").replace(
        'default="in.txt"', f"type={converter}"
    )

    _, done = scaffolded(tmp_path, source)
    text = (done.folder / "sections.py").read_text(encoding="utf-8")

    assert done.kept == ()
    assert line in text
    assert imported in text.splitlines()


def test_scaffolding_twice_writes_the_same(tmp_path: Path) -> None:
    target, first = scaffolded(tmp_path, SMALL)
    before = {path.name: path.read_bytes() for path in first.written}

    second = scaffold(target, probe=False)

    assert (second.written, second.beside) == ((), ())
    assert {path.name: path.read_bytes() for path in first.written} == before


def test_a_file_that_is_not_edited_follows_the_parser(tmp_path: Path) -> None:
    target, _ = scaffolded(tmp_path, SMALL)
    (tmp_path / "tool.py").write_text(SMALL.replace("=5", "=6"))
    freeze(Request("tool.py:build", "tool", reason="six"), tmp_path)

    done = scaffold(target, probe=False)

    assert [path.name for path in done.written] == ["sections.py"]
    assert "steps: int = 6" in (done.folder / "sections.py").read_text(encoding="utf-8")


def test_a_file_that_is_edited_is_kept_and_the_difference_shown(tmp_path: Path) -> None:
    target, done = scaffolded(tmp_path, SMALL)
    sections = done.folder / "sections.py"
    edited = sections.read_text(encoding="utf-8").replace("steps: int = 5", "steps: int = 7")
    sections.write_text(edited)

    again = scaffold(target, probe=False)

    ((beside, difference),) = again.beside
    assert sections.read_text(encoding="utf-8") == edited
    assert beside == done.folder / "sections.scaffolded.py"
    assert "-    steps: int = 7\n+    steps: int = 5\n" in difference


def test_what_an_interrupted_run_has_written_follows_the_parser_like_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(path: Path, text: str) -> None:
        if path.name == "__init__.py":
            raise KeyboardInterrupt
        write_text(path, text)

    monkeypatch.setattr(write, "write_text", interrupted)
    with pytest.raises(KeyboardInterrupt):
        scaffolded(tmp_path, SMALL)
    monkeypatch.undo()
    assert "steps: int = 5" in (tmp_path / "tool_args" / "sections.py").read_text()
    (tmp_path / "tool.py").write_text(SMALL.replace("=5", "=6"))
    freeze(Request("tool.py:build", "tool", reason="six"), tmp_path)

    done = scaffold(find_target("tool", tmp_path), probe=False)

    assert done.beside == ()
    assert "steps: int = 6" in (tmp_path / "tool_args" / "sections.py").read_text()


@pytest.mark.parametrize(
    ("name", "line"), [("switches.py", '"data": "{}"'), ("switches.toml", 'data = "{}"')]
)
def test_switches_are_kept_whatever_they_say(name: str, line: str, tmp_path: Path) -> None:
    target, done = scaffolded(tmp_path, SMALL)
    (done.folder / "switches.py").unlink()
    target = replace(target, switches=f"tool_args/{name}")
    scaffold(target, probe=False)
    switches = done.folder / name
    assert read_switches(target) == {"training": "legacy", "data": "legacy"}
    switches.write_text(
        switches.read_text().replace(line.format("legacy"), line.format("generated"))
    )

    again = scaffold(target, probe=False)

    assert read_switches(target) == {"training": "legacy", "data": "generated"}
    assert again.beside == ()


def test_switches_that_the_drop_in_would_not_find_are_refused(tmp_path: Path) -> None:
    target, _ = scaffolded(tmp_path, SMALL)

    with pytest.raises(ConfigError, match=r'switches = "tool_args/switches\.py"'):
        scaffold(replace(target, switches="compat/switches.toml"))


def test_any_mixture_of_backends_is_one_parser(tmp_path: Path) -> None:
    target, _ = scaffolded(tmp_path, SMALL)

    for backends in ("tool.training=generated", "tool.data=generated", "tool=generated"):
        with Comparator(target, {ENVIRONMENT_VARIABLE: backends}) as comparator:
            for words in ([], ["--steps", "3", "--path", "x"], ["--s", "x"], ["--help"], ["-x"]):
                assert comparator.compare(Case.of(words)).mismatches == ()


def test_sections_by_prefix_are_dataclasses_without_it(tmp_path: Path) -> None:
    source = SMALL.replace("--steps", "--training.steps").replace("--path", "--data.path")

    _, done = scaffolded(tmp_path, source)
    text = (done.folder / "sections.py").read_text(encoding="utf-8")

    assert done.sections == ("training", "data")
    assert "steps: int = 5" in text
    assert 'prefix="training", style=DOTTED' in text


def test_fields_give_way_to_names_that_the_module_needs(tmp_path: Path) -> None:
    source = SMALL.replace("--steps", "--dataclass").replace("--path", "--from")

    _, done = scaffolded(tmp_path, source)
    text = (done.folder / "sections.py").read_text(encoding="utf-8")

    assert 'dataclass_: int = argument(5, dest="dataclass"' in text
    assert 'from_: str = argument("in.txt", dest="from"' in text


def test_a_parser_without_arguments_has_no_sections(tmp_path: Path) -> None:
    source = "import argparse\n\n\ndef build():\n    return argparse.ArgumentParser()\n"

    with pytest.raises(CannotJudge, match=r"has no sections: .*is .*tool\.py:build the right"):
        scaffolded(tmp_path, source)


def test_a_candidate_that_is_no_folder_is_refused_with_what_to_write(tmp_path: Path) -> None:
    scaffolded(tmp_path, SMALL)
    config = tmp_path / "pyproject.toml"
    config.write_text(re.sub(r'candidate = ".*"', 'candidate = "new.py:build"', config.read_text()))

    with pytest.raises(ConfigError, match=r'candidate = "tool_args/__init__\.py:build"'):
        scaffold(find_target("tool", tmp_path))


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("tool.py:parser", "parser = build()"),
        ("tool.py:add", "def add(parser):\n    parser.add_argument('--steps', type=int)"),
        ("tool.py:parse", "def parse(argv):\n    return build().parse_args(argv)"),
        ("tool.py:main", "def main():\n    return build().parse_args()"),
        ("capture:tool.py:run", "def run():\n    print(build().parse_args())"),
        ("capture:tool.py", "print(build().parse_args())"),
        ("tool.py:Config", CONFIG),
    ],
)
def test_every_kind_of_side_gets_its_drop_in(spec: str, code: str, tmp_path: Path) -> None:
    target, done = scaffolded(tmp_path, f"{SMALL}\n\n{code}\n", spec=spec)

    with Comparator(target, {ENVIRONMENT_VARIABLE: "tool=generated"}) as comparator:
        compared = [
            comparator.compare(Case.of(words)) for words in (["--steps", "3"], ["--steps", "x"])
        ]

    assert done.generated >= 1
    assert [c.mismatches for c in compared] == [(), ()]
    assert [c.control.last.kind for c in compared] == ["ok", "exit"]


@pytest.mark.parametrize(
    ("spec", "code"),
    [
        ("tool.py:build", "def main():\n    return build().parse_args([])"),
        ("tool.py:parser", "parser = build()\ndef main():\n    return parser.parse_args([])"),
        ("capture:tool.py:main", "def main():\n    return build().parse_args([])"),
    ],
)
def test_the_program_of_the_drop_in_parses_with_the_generated_arguments(
    spec: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, done = scaffolded(tmp_path, f"{SMALL}\n\n{code}\n", spec=spec)
    sections = done.folder / "sections.py"
    sections.write_text(sections.read_text().replace("steps: int = 5", "steps: int = 7"))

    steps = {}
    for backend in ("generated", "legacy"):
        monkeypatch.setenv(ENVIRONMENT_VARIABLE, f"tool={backend}")
        program = load_side(f"{done.folder}/__init__.py:main")
        steps[backend] = program.thing().steps

    assert steps == {"generated": 7, "legacy": 5}


def test_the_first_goldens_show_every_argument_of_the_control_once(tmp_path: Path) -> None:
    target, _ = scaffolded(tmp_path, SMALL)

    recorded = record_first(target)
    again = record_first(target)

    given = {word for golden in load_goldens(target) for word in golden.case.argv}
    assert {"--steps", "--path"} <= given
    assert (recorded, again) == (len(load_goldens(target)), 0)


def test_no_accepted_input_is_recorded_where_defaults_are_computed(tmp_path: Path) -> None:
    target, _ = scaffolded(tmp_path, SMALL)

    record_first(target, computes_defaults=True)

    kinds = {golden.expected(golden.recorded[0]).last.kind for golden in load_goldens(target)}
    assert kinds == {"exit"}


def test_two_sides_that_share_one_parser_are_refused(tmp_path: Path) -> None:
    (tmp_path / "shared_by_both.py").write_text(f"{SMALL}\n\nparser = build()\n")
    source = (
        "from shared_by_both import parser\n\n\ndef parse(argv):\n"
        "    return parser.parse_args(argv)\n"
    )

    with pytest.raises(CannotJudge, match=r"parse with one parser object.* with --also"):
        scaffolded(tmp_path, source, spec="tool.py:parse")

    sys.modules.pop("shared_by_both")
