"""What holds for every file that is kept in the project."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import checkout

ROOT = checkout.ROOT
KEPT = ["compat", "legacy", "golden", "tools", "tests", "docs", ".ci", ".github"]


def kept_files() -> list[Path]:
    """Every file of the project, without what tools leave behind."""
    folders = [p for name in KEPT for p in (ROOT / name).rglob("*")]
    top = [p for p in ROOT.iterdir() if p.name != ".git"]
    files = [p for p in folders + top if p.is_file() and "__pycache__" not in p.parts]
    assert len(files) > 50
    return files


def texts() -> list[tuple[Path, str]]:
    found = []
    for path in kept_files():
        try:
            found.append((path.relative_to(ROOT), path.read_bytes().decode()))
        except UnicodeDecodeError:
            continue
    return found


def test_no_file_names_a_folder_of_one_machine() -> None:
    home = re.compile(r"/(?:root|work|farm|home/\w+|Users/\w+)/")
    named = [
        f"{path}:{text.count(chr(10), 0, hit.start()) + 1}"
        for path, text in texts()
        for hit in home.finditer(text)
    ]

    assert named == []


def test_lines_end_as_on_every_machine() -> None:
    assert [str(path) for path, text in texts() if "\r" in text] == []


def test_every_link_between_pages_leads_somewhere() -> None:
    pages = [p for p in kept_files() if p.suffix == ".md"]
    broken = [
        f"{page.relative_to(ROOT)}: {link}"
        for page in pages
        for link in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        if not (page.parent / link).exists()
    ]

    assert broken == []


def test_every_page_of_the_documentation_is_in_its_index() -> None:
    docs = ROOT / "docs"
    index = (docs / "README.md").read_text(encoding="utf-8")
    pages = [p.relative_to(docs).as_posix() for p in docs.rglob("*.md") if p.name != "README.md"]

    assert [page for page in pages if f"]({page})" not in index] == []


def test_prose_is_wrapped_at_one_width() -> None:
    pages = [p for p in kept_files() if p.suffix == ".md"]
    long = [
        f"{page.relative_to(ROOT)}:{number}"
        for page in pages
        for number, line in prose_lines(page.read_text(encoding="utf-8"))
        if len(re.sub(r"\]\([^)]*\)", "]", line)) > 100  # a link's address cannot be broken
    ]

    assert len(pages) > 10
    assert long == []


def prose_lines(page: str) -> Iterator[tuple[int, str]]:
    """The numbered lines of a Markdown page that are neither code nor part of a table."""
    fenced = False
    for number, line in enumerate(page.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith("|"):
            yield number, line


def test_the_architecture_names_every_room_and_only_files_that_exist() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w/]+(?:\.py|\.toml|/))`", page))
    roots = [ROOT, ROOT / "golden", ROOT / "compat", ROOT / "legacy"]
    rooms = {f"{p.name}/" for p in (ROOT / "golden").iterdir() if (p / "__init__.py").is_file()}

    assert rooms <= named
    assert [name for name in named if not any((root / name).exists() for root in roots)] == []
