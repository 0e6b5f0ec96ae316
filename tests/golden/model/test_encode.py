"""Encodings: what plain equality and DeepDiff take for the same is told apart, and nothing else."""

from __future__ import annotations

import argparse
import collections
import dataclasses
import datetime
import decimal
import enum
import fractions
import functools
import io
import json
import pathlib
import re
import sys
import types
import uuid
from typing import Any

import pytest

from argparity.golden.errors import CannotJudge, UnknownTypeError
from argparity.golden.model.encode import encode, encoding, qualified, register_encoder, registered

UTC = datetime.timezone.utc
EAST = datetime.timezone(datetime.timedelta(hours=2))
NOON = datetime.datetime(2024, 1, 2, 12)


class Colour(enum.Enum):
    RED = 1
    SCARLET = 1
    BLUE = 2


class Size(enum.IntEnum):
    ONE = 1


@dataclasses.dataclass
class Point:
    x: object
    y: object = None


@dataclasses.dataclass(slots=True)
class SlottedPoint:
    x: object


class Shouting(str):
    __slots__ = ()


class Opaque:
    pass


def kind(value: object) -> str:
    return type(value).__name__


def one() -> None: ...


def other() -> None: ...


NEARLY_EQUAL: list[tuple[object, object]] = [
    (1, True),
    (1, 1.0),
    (0, False),
    (0.0, -0.0),
    ([1], [True]),
    ([1], [1.0]),
    ([0.0], [-0.0]),
    ([1, 2], (1, 2)),
    ({"a": 1}, {"a": True}),
    ({1: "x"}, {True: "x"}),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ({"__slots__": 1}, {"__slots__": 2}),
    ({"__slots__": 1}, {}),
    (NOON, NOON.replace(tzinfo=UTC)),
    (NOON.replace(tzinfo=UTC), NOON.replace(hour=14, tzinfo=EAST)),
    (NOON, NOON.replace(fold=1)),
    (NOON.replace(tzinfo=UTC), NOON.replace(tzinfo=datetime.timezone(datetime.timedelta(0), "Z"))),
    (NOON.date(), NOON),
    ("1", 1),
    ("", None),
    ("a", b"a"),
    (b"a", bytearray(b"a")),
    ("a", Shouting("a")),
    (1, Size.ONE),
    (Colour.RED, 1),
    (Colour.RED, Colour.BLUE),
    (decimal.Decimal("1.0"), decimal.Decimal("1.00")),
    (decimal.Decimal(1), fractions.Fraction(1)),
    (pathlib.Path("a"), "a"),
    ({1, 2}, frozenset({1, 2})),
    ({1}, {True}),
    (range(3), [0, 1, 2]),
    (range(0), range(0, 0, 2)),
    (collections.defaultdict(list), {}),
    (collections.defaultdict(list), collections.defaultdict(dict)),
    (collections.OrderedDict(a=1), {"a": 1}),
    (argparse.Namespace(a=1), {"a": 1}),
    (argparse.Namespace(a=1), types.SimpleNamespace(a=1)),
    (Point(1), Point(True)),
    (Point(1), {"x": 1, "y": None}),
    (one, other),
    (one, one.__name__),
    (int, float),
    (functools.partial(int, base=2), functools.partial(int, base=3)),
    (re.compile("a"), re.compile("a", re.I)),
    (float("inf"), float("-inf")),
    (float("nan"), float("inf")),
    (10**5000, 10**5000 + 1),
    (1j, 1),
    (..., NotImplemented),
]


@pytest.mark.parametrize(("one_value", "other_value"), NEARLY_EQUAL, ids=kind)
def test_values_that_differ_in_type_value_or_order_have_different_trees(
    one_value: object, other_value: object
) -> None:
    assert encode(one_value) != encode(other_value)
    assert encode([one_value]) != encode([other_value])


ALIKE: list[tuple[object, object]] = [
    (float("nan"), float("nan")),
    ([float("nan"), -0.0], [float("nan"), -0.0]),
    ({3, 1, 2}, {2, 3, 1}),
    ({"b", "a", "c"}, {"c", "b", "a"}),
    (10**5000, 10**5000),
    (NOON.replace(tzinfo=EAST), NOON.replace(tzinfo=EAST)),
    (Colour.RED, Colour.SCARLET),
    (Point([1]), Point([1])),
    (SlottedPoint(1), SlottedPoint(1)),
    (functools.partial(int, base=2), functools.partial(int, base=2)),
    (uuid.UUID(int=1), uuid.UUID(int=1)),
    (collections.deque([1]), collections.deque([1])),
    (argparse.FileType("r"), argparse.FileType("r")),
]


@pytest.mark.parametrize(("one_value", "other_value"), ALIKE, ids=kind)
def test_equal_values_have_equal_trees_also_where_they_are_not_equal_to_themselves(
    one_value: object, other_value: object
) -> None:
    assert encode(one_value) == encode(other_value)


@pytest.mark.parametrize(
    "value", [value for pair in (*NEARLY_EQUAL, *ALIKE) for value in pair], ids=kind
)
def test_a_tree_holds_texts_lists_and_dicts_alone(value: object) -> None:
    def check(tree: Any) -> None:
        assert type(tree) in (str, list, dict)
        for inner in tree.values() if isinstance(tree, dict) else tree:
            if not isinstance(tree, str):
                check(inner)

    check(encode(value))
    assert json.loads(json.dumps(encode(value))) == encode(value)


def test_types_read_as_users_know_them() -> None:
    assert encode(-0.0) == {"type": "float", "value": "-0.0"}
    assert encode({"a": [True]}) == {
        "type": "dict",
        "value": [
            [
                {"type": "str", "value": "a"},
                {"type": "list", "value": [{"type": "bool", "value": "True"}]},
            ]
        ],
    }
    assert encode(pathlib.Path("a"))["type"] == "pathlib.PosixPath"
    assert encode(int) == {"type": "type", "value": "int"}


def test_integers_beyond_the_limit_of_decimal_digits_are_encoded() -> None:
    assert encode(10**5000)["value"] == hex(10**5000)
    assert encode({10**5000: 1})["type"] == "dict"


def test_a_cycle_is_told_by_how_far_up_it_leads() -> None:
    direct: list[object] = []
    direct.append(direct)
    indirect: list[object] = [[]]
    indirect[0].append(indirect)  # type: ignore[attr-defined]

    assert encode(direct)["value"] == [{"type": "cycle", "value": "1"}]
    assert encode(indirect)["value"][0]["value"] == [{"type": "cycle", "value": "2"}]


def test_a_value_that_occurs_twice_is_no_cycle() -> None:
    shared = [1]

    assert encode([shared, shared]) == encode([[1], [1]])


def test_a_type_without_encoder_is_an_error_that_says_where_and_how_to_register_one() -> None:
    with pytest.raises(UnknownTypeError) as caught:
        encode({"training": {"steps": [1, Opaque()]}})

    assert caught.value.path == "training.steps[1]"
    assert caught.value.type_name.endswith("Opaque")
    assert "argparity.golden.register_encoder(Opaque" in str(caught.value)
    assert caught.value.exit_code == 3


def test_an_unknown_type_is_an_error_in_every_kind_of_container() -> None:
    thing = Opaque()
    for value in (thing, {thing}, {thing: 1}, Point(thing), argparse.Namespace(a=thing), (thing,)):
        with pytest.raises(UnknownTypeError):
            encode(value)


def test_values_nested_more_deeply_than_python_recurses_cannot_be_judged() -> None:
    nested: list[object] = []
    for _ in range(sys.getrecursionlimit() * 2):
        nested = [nested]

    with pytest.raises(CannotJudge, match="nested too deeply"):
        encode(nested)


def test_a_registered_encoder_holds_for_exactly_that_class_and_for_the_length_of_a_block() -> None:
    class Special(Opaque):
        pass

    with registered(Opaque, lambda value: "anything"):
        assert encode(Opaque())["value"] == [encode("anything")]
        with pytest.raises(UnknownTypeError):
            encode(Special())
        with registered(Opaque, lambda value: 1):
            assert encode([Opaque()])["value"][0]["value"] == [encode(1)]
        assert encode(Opaque())["value"] == [encode("anything")]
    with pytest.raises(UnknownTypeError):
        encode(Opaque())


def test_a_registered_encoder_goes_before_the_built_in_ones() -> None:
    with registered(Point, lambda point: [point.x]):
        assert encode(Point(1, 2)) == encode(Point(1, 3))
    assert encode(Point(1, 2)) != encode(Point(1, 3))


def test_what_register_was_given_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("argparity.golden.model.encode._REGISTERED", {})
    register_encoder(Opaque, lambda value: [])

    assert encode(Opaque())["value"] == [encode([])]


def test_torch_dtypes_are_encoded_by_name_without_torch() -> None:
    dtype = type("dtype", (), {"__module__": "torch", "__str__": lambda self: "torch.bfloat16"})()

    assert encode(dtype) == {"type": "torch.dtype", "value": "torch.bfloat16"}


def test_texts_are_masked_and_names_of_own_modules_are_neutral_while_encoding() -> None:
    own = frozenset([__name__])

    with encoding(lambda text: text.replace("/tmp/x", "<TOML>"), own):
        masked = encode({"path": "/tmp/x/a", "as path": pathlib.Path("/tmp/x")})
        assert "/tmp/x" not in repr(masked)
        assert encode(one) == {"type": "function", "value": "<own>.one"}
        assert encode(Point(1))["type"] == "<own>.Point"
    assert qualified(one) == f"{__name__}.one"
    assert encode("/tmp/x")["value"] == "/tmp/x"


def test_methods_and_streams_are_encoded_without_their_addresses() -> None:
    trees = [encode(Point(1).__eq__), encode(io.StringIO("a")), encode(sys.__stdout__)]

    assert "0x" not in repr(trees)
    assert encode("".upper) != encode("".lower)
