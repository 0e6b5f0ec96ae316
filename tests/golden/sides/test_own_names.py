"""Names that a side goes by, and addresses of objects, are the same in texts of both sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from argparity.golden.sides.own_names import OwnNames

ASKING = "PROG = Path(__file__).stem\n"


def names(folder: Path, file: str, source: str = ASKING, name: str | None = None) -> OwnNames:
    (folder / file).write_text(source)
    return OwnNames.of(str(folder / file), name, made_up=True)


@pytest.mark.parametrize(
    "text",
    [
        "{path}",
        "see {path} or {stem}",
        "{name}.cli: parsed",
        "<class '{name}.Config'>",
        "usage: {stem}.py [-h]\n\n{stem}.py: error: no",
        "usage: {stem} [-h]\n",
        "\x1b[1;34musage: \x1b[0m\x1b[1;35m{stem}.py\x1b[0m [\x1b[32m-h\x1b[0m]\n",
        "\x1b[1;34musage: \x1b[0m\x1b[1;35m{stem}\x1b[0m [\x1b[32m-h\x1b[0m]\n",
        "{stem}: error: no",
        "{stem}",
    ],
)
@pytest.mark.parametrize("files", [("legacy_cli.py", "cli_2.py"), ("old.py", "new.py")])
def test_texts_of_equal_files_are_equal_whatever_the_files_are_called(
    tmp_path: Path, text: str, files: tuple[str, str]
) -> None:
    masked = set()
    for file in files:
        stem = Path(file).stem
        name = f"{stem}_3f2a"
        filled = text.format(path=tmp_path / file, stem=stem, name=name)
        if stem.isalpha():
            filled = filled.replace(" or " + stem, "")
        masked.add(names(tmp_path, file, name=name).mask(filled))

    assert len(masked) == 1
    assert "<own>" in masked.pop()


@pytest.mark.parametrize(
    "text",
    [
        "mode is old",  # a word of any text
        "/elsewhere/old.py",
        "old.pyc",
        "older: x",
        "cold.py",
        "0x7f0011223344",
        "loaded at 0x7f0011223344",
    ],
)
def test_other_texts_stay(tmp_path: Path, text: str) -> None:
    assert names(tmp_path, "old.py").mask(text) == text


def test_a_word_that_the_source_writes_out_stays(tmp_path: Path) -> None:
    own = names(tmp_path, "legacy_cli.py", ASKING + 'OTHER = "legacy_cli"\n')

    assert own.mask("legacy_cli: error") == "legacy_cli: error"
    assert own.mask(str(tmp_path / "legacy_cli.py")) == "<own>.py"


def test_a_word_that_is_given_stays(tmp_path: Path) -> None:
    own = names(tmp_path, "legacy_cli.py").unless_given(["--file=legacy_cli.py"])

    assert own.mask("legacy_cli.py") == "legacy_cli.py"


def test_a_usage_is_compared_without_the_places_where_a_long_name_wraps_it(tmp_path: Path) -> None:
    short = names(tmp_path, "a_b.py").mask("usage: a_b.py [-h] [--x X]\n\noptions:\n  -h\n")
    long = names(tmp_path, "a_b_c.py").mask(
        "usage: a_b_c.py [-h]\n                [--x X]\n\noptions:\n  -h\n"
    )

    assert short == long == "usage: <own>.py [-h] [--x X]\n\noptions:\n  -h\n"


@pytest.mark.parametrize(
    "text",
    [
        "<function build at 0x7f00112233{:02x}>",
        "<bound method A.b of <A object at 0x7f00112233{:02x}>>",
        "like <A object at\n     0x7f00112233{:02x}>",
        '<code object f at 0x7f00112233{:02x}, file "x.py", line 1>',
        "<weakref at 0x7f00112233{:02x}; to 'A' at 0x7f00112233{:02x}>",
    ],
)
def test_addresses_of_objects_are_equal(text: str) -> None:
    assert OwnNames().mask(text.format(1, 2)) == OwnNames().mask(text.format(3, 4))
