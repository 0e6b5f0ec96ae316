"""All facts of the candidate, transplanted into the control."""

from __future__ import annotations

from argparity.golden.judge.transplant import transplanted, transplants
from argparity.golden.model.case import Case

from .conftest import Sides


def test_all_differences_transplanted_make_the_control_the_candidate(sides: Sides) -> None:
    comparator = sides(
        """
        parser.add_argument("--a", type=int, default=1)
        parser.add_argument("--gone", action="store_true")
        parser.add_argument("first")
        parser.add_argument("second", nargs="?")
        """,
        """
        parser.add_argument("--a", "--alpha", type=float, default=2.0, help="another")
        group = parser.add_argument_group("more")
        group.add_argument("--new", action=argparse.BooleanOptionalAction, help="h")
        parser.add_argument("second", nargs="?")
        parser.add_argument("first", choices=["x", "y"])
        """,
    )
    hook = transplanted(transplants(comparator))
    for words in (
        ["x"],
        ["x", "y", "--no-new"],
        ["--alpha", "3", "y"],
        ["--help"],
        ["--gone", "x"],
    ):
        case = Case.of(words)
        changed = comparator.together.run(comparator.together.control, case, hook)
        assert changed == comparator.run(comparator.candidate, case), words
