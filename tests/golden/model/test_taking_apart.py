"""Values of Python's own library are encoded by what their copies are made of."""

from __future__ import annotations

import array
import collections
import datetime
import ipaddress
import logging
import operator
import re
import string
import threading
import types
from typing import Any, Optional

import pytest

from argparity.golden.errors import UnknownTypeError
from argparity.golden.model.encode import encode


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (slice(0, None, 2), slice(0, None, 3)),
        (array.array("i", [1]), array.array("i", [2])),
        (array.array("i", [1]), array.array("l", [1])),
        (memoryview(b"a"), memoryview(b"b")),
        (memoryview(b"a"), b"a"),
        (ipaddress.ip_address("127.0.0.1"), ipaddress.ip_address("127.0.0.2")),
        (ipaddress.ip_network("10.0.0.0/8"), ipaddress.ip_network("10.0.0.0/9")),
        (re.match("(a)b?", "ab"), re.match("(a)b?", "ac")),
        (re.match("(a)?b", "ab"), re.match("a?(b)", "ab")),
        (operator.itemgetter(1), operator.itemgetter(2)),
        (operator.attrgetter("a"), operator.attrgetter("b")),
        (list[int], list[str]),
        (Optional[int], Optional[str]),
        (int | None, int | str),
        (string.Template("$a"), string.Template("$b")),
        (ValueError("a"), ValueError("b")),
        (ValueError("a"), TypeError("a")),
        (OSError(2, "no", "f"), OSError(2, "no", "g")),
        (logging.getLogger("a"), logging.getLogger("b")),
        ({"a": 1}.keys(), {"b": 1}.keys()),
        ({"a": 1}.values(), {"a": True}.values()),
        ({"a": 1}.items(), {"a": 1}.keys()),
        (iter([1, 2]), iter([1, 3])),
        (iter([1, 2]), iter((1, 2))),
        (iter({"a": 1}), iter({"b": 1})),
        (reversed([1, 2]), reversed([1, 3])),
        (zip("ab", "cd", strict=True), zip("ab", "ce", strict=True)),
        (map(str, [1]), map(int, [1])),
        (enumerate("a"), enumerate("a", 1)),
        (datetime, re),
        ((n for n in [1]), (n for n in [2])),
    ],
)
def test_values_that_differ_have_different_trees(one: Any, other: Any) -> None:
    assert encode(one) == encode(one)
    assert encode(one) != encode(other)
    assert " 0x7" not in repr(encode(one))


def test_an_iterator_is_not_used_up() -> None:
    iterators: list[Any] = [iter([1, 2]), (n for n in [1, 2]), iter({1: 0, 2: 0})]
    encode(iterators)

    assert [list(iterator) for iterator in iterators] == [[1, 2]] * 3


def test_a_generator_that_has_gone_on_is_another_value() -> None:
    one, other = ((n for n in [1, 2]) for _ in range(2))
    next(other)

    assert encode(one) != encode(other)


def test_what_cannot_be_copied_has_no_encoder() -> None:
    with pytest.raises(UnknownTypeError, match="lock"):
        encode({"a": threading.Lock()})


def test_a_user_s_class_is_not_taken_apart_even_where_its_base_is_of_the_library() -> None:
    class Own(string.Template):
        pass

    with pytest.raises(UnknownTypeError, match="Own"):
        encode(Own("$a"))


def test_mappings_of_the_library_keep_their_types() -> None:
    chain = collections.ChainMap({"a": 1})
    proxy = types.MappingProxyType({"a": 1})

    assert len({repr(encode(value)) for value in ({"a": 1}, chain, proxy)}) == 3


def test_arrays_of_numpy_are_taken_apart() -> None:
    numpy = pytest.importorskip("numpy")
    values = [
        numpy.float32(1),
        numpy.float64(1),
        numpy.array([1, 2]),
        numpy.array([[1, 2]]),
        numpy.array([1, 2], dtype="int8"),
        numpy.dtype("int8"),
        numpy.array([1, "a"], dtype=object),
    ]

    assert len({repr(encode(value)) for value in values}) == len(values)
    assert encode(numpy.array([1, 2])) == encode(numpy.array([1, 2]))
