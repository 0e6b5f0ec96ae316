"""Where a configuration file holds the value of an argument."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from argparity.golden.judge.comparator import Comparator
from argparity.golden.judge.survey import Surveyed, survey
from argparity.golden.model.case import Case
from argparity.golden.sides.target import ConfigFile, Target

PROGRAM = """
import argparse
from argparity.compat._toml import parse_toml

def parse(argv, toml=None):
    parser = argparse.ArgumentParser(prog="p")
    optim = parser.add_argument_group("Optim")
    optim.add_argument("--learning-rate", dest="lr", type=float, default=0.5)
    parser.add_argument("--log.every", type=int, default=1)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("train", "test"):
        commands.add_parser(name).add_argument("--size", type=int, default=1)
    file = parse_toml(toml or "")
    return read(vars(parser.parse_args(argv)), file)

def read(values, file):
    {read}
    return {result}
"""
FLAT = "dict(values)"


def surveyed(folder: Path, read: str, result: str = FLAT, **entry: Any) -> Surveyed:
    (folder / "one.py").write_text(PROGRAM.format(read=read, result=result))
    with Comparator(
        Target(name="t", control="one.py:parse", candidate="one.py:parse", base=folder, **entry)
    ) as comparator:
        return survey(comparator)


def keys(found: Surveyed) -> dict[str, tuple[str, ...]]:
    rows = {" ".join((*row.command, row.name)): row for row in found.schema.tables[0].rows}
    wanted = ["--learning-rate", "--log.every", "train --size", "test --size"]
    return {name: found.schema.key_path(rows[name]) for name in wanted}


def test_keys_are_called_like_the_dest_unless_something_else_is_heard(tmp_path: Path) -> None:
    found = surveyed(tmp_path, "values.update({k: file[k] for k in file if k in values})")

    assert set(keys(found).values()) == {("lr",), ("log.every",), ("size",)}
    assert found.remarks == ()


def test_tables_of_subcommands_are_found(tmp_path: Path) -> None:
    found = surveyed(tmp_path, "values.update(file.get(values['command'], {}))")

    assert keys(found)["train --size"] == ("train", "size")
    assert keys(found)["test --size"] == ("test", "size")


def test_tables_of_groups_and_the_spellings_of_flags_are_found(tmp_path: Path) -> None:
    read = "values['lr'] = file.get('optim', {}).get('learning-rate', values['lr'])"

    assert keys(surveyed(tmp_path, read))["--learning-rate"] == ("optim", "learning-rate")


def test_a_nested_result_says_where_the_keys_are(tmp_path: Path) -> None:
    read = "log = {'every': values['log.every'], **file.get('log', {})}"
    result = "{'optim': {'inner': {'lr': values['lr']}}, 'log': log, 'size': values['size']}"

    found = surveyed(tmp_path, read, result)

    assert found.schema.sections.paths == {
        "lr": ("optim", "inner", "lr"),
        "log.every": ("log", "every"),
    }
    assert keys(found)["--log.every"] == ("log", "every")
    leaves = {leaf.dest for leaf, _ in found.schema.sections.leaves(_values(tmp_path))}
    assert leaves == {"lr", "log.every", "size"}


def _values(folder: Path) -> Any:
    with Comparator(
        Target(name="t", control="one.py:parse", candidate="one.py:parse", base=folder)
    ) as comparator:
        return comparator.run(comparator.control, Case.of(["train"])).last.values


def test_what_the_entry_says_goes_before_what_is_heard(tmp_path: Path) -> None:
    said = {"--learning-rate": ("somewhere", "else"), "test --size": ("t",), "size": ("s",)}
    read = "values.update({k: file[k] for k in file if k in values})"

    found = surveyed(tmp_path, read, config_file=ConfigFile(None, keys=said))

    assert keys(found)["--learning-rate"] == ("somewhere", "else")
    assert keys(found)["test --size"] == ("t",)
    assert keys(found)["train --size"] == ("s",)


def test_arguments_whose_keys_are_never_heard_are_named(tmp_path: Path) -> None:
    found = surveyed(tmp_path, "values['lr'] = file.get('lr', values['lr'])")

    (remark,) = found.remarks
    assert "was heard for --log.every, train --size" in remark.message
    assert "--learning-rate" not in remark.message
