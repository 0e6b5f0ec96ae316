"""The keywords of ``add_argument`` that follow from the annotation of a field.

=========================================  =====================================================
annotation                                 on the command line
=========================================  =====================================================
``str``, ``int``, ``float``, ``complex``   one value
``pathlib.Path`` and its relatives         one value
``bool``                                   a switch; which one depends on the default
an enum                                    the name of a member
``Literal[...]``                           one of the values, as it is spelled
``list[X]``                                one or more values, made a list
``tuple[X, ...]``, ``set[X]``              one or more values, made a tuple or a set
``tuple[X, X]``                            two values (as many as there are X), made a tuple
``dict[str, X]``                           one or more ``KEY=VALUE``, made a dict
``X | None``, in any spelling and order    as for ``X``
``Annotated``, ``NewType``, ``Final``      as for the type inside
=========================================  =====================================================

Everything else raises :class:`TypeInferenceError` when the argument is built.
"""

from __future__ import annotations

import dataclasses
import enum
import pathlib
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any

from .converters import (
    ChoiceSpelling,
    CollectAction,
    EnumName,
    KeyValue,
    spelling,
    true_or_false,
)
from .errors import TypeInferenceError

_SCALAR_TYPES = (str, int, float, complex, pathlib.PurePath)
_UNIONS = (typing.Union, types.UnionType)
_METADATA_REMEDY = 'say how arguments are converted in metadata={"argparse_meta": {"type": ...}}'


def resolve_annotation(
    annotation: object, module_names: dict[str, Any], local_names: Mapping[str, Any]
) -> Any:
    """The type that ``annotation`` means; it may be a string or contain strings.

    Raises :class:`TypeInferenceError` for a name that is in neither mapping and not a builtin.
    """
    if isinstance(annotation, typing.ForwardRef):  # from Python 3.14 on: not defined at first
        annotation = annotation.__forward_arg__
    try:
        if isinstance(annotation, str):
            annotation = eval(annotation, module_names, dict(local_names))
        if isinstance(annotation, dataclasses.InitVar):
            return resolve_annotation(annotation.type, module_names, local_names)
        if isinstance(annotation, type) and not typing.get_args(annotation):
            return annotation
        holder = types.SimpleNamespace(__annotations__={"it": annotation})
        hints = typing.get_type_hints(holder, module_names, dict(local_names), include_extras=True)
    except Exception as error:
        raise TypeInferenceError(
            f"annotation {annotation!r} cannot be resolved ({error})",
            remedy="name only what the module defines when the parser is built, or pass "
            "localns=locals() to the factory, or " + _METADATA_REMEDY,
        ) from error
    return hints["it"]


def bare_type(annotation: Any) -> Any:
    """``annotation`` without what makes no difference to an argument: None, Annotated and so on.

    Raises :class:`TypeInferenceError` for a union of several types.
    """
    while True:
        origin, args = typing.get_origin(annotation), typing.get_args(annotation)
        if origin in _UNIONS:
            annotation = _only_member(annotation, args)
        elif origin is typing.Annotated or origin is typing.Final:
            annotation = args[0]
        elif isinstance(annotation, typing.NewType):
            annotation = annotation.__supertype__
        elif type(annotation).__name__ == "TypeAliasType":
            annotation = annotation.__value__
        else:
            return annotation


def infer(annotation: Any) -> dict[str, Any]:
    """The keywords ``type``, ``nargs``, ``choices``, ``metavar`` and ``action`` of an argument.

    Only those that the annotation decides are present. Raises :class:`TypeInferenceError`.
    """
    bare = bare_type(annotation)
    args = typing.get_args(bare)
    if args and (collection := _COLLECTIONS.get(typing.get_origin(bare))) is not None:
        return collection(bare, args)
    return _one_value(bare)


def _only_member(union: Any, members: tuple[Any, ...]) -> Any:
    members = tuple(member for member in members if member is not type(None))
    if len(members) == 1:
        return members[0]
    if all(typing.get_origin(member) is typing.Literal for member in members):
        values = tuple(value for member in members for value in typing.get_args(member))
        return typing.Literal[values]
    raise TypeInferenceError(
        f"Unions not supported by argparse: {_name(union)}", remedy=_METADATA_REMEDY
    )


def _one_value(bare: Any) -> dict[str, Any]:
    if typing.get_origin(bare) is typing.Literal:
        return _literal(bare)
    if not isinstance(bare, type) or typing.get_origin(bare) is not None:
        raise _unsupported(bare)
    if bare is bool:
        return {"type": true_or_false, "metavar": "{true,false}"}
    if issubclass(bare, enum.Enum):
        return _named_choices(EnumName(bare), tuple(bare))
    if issubclass(bare, _SCALAR_TYPES):
        return {"type": bare}
    raise _unsupported(bare)


def _literal(bare: Any) -> dict[str, Any]:
    values = tuple(value for value in typing.get_args(bare) if value is not None)
    kinds = {type(value) for value in values}
    if kinds in ({str}, {int}):
        return {"type": kinds.pop(), "choices": values}
    spellings = [spelling(value) for value in values]
    if not spellings or any(isinstance(value, bytes) for value in values):
        raise _unsupported(bare)
    if len(set(spellings)) < len(spellings):
        raise TypeInferenceError(
            f"two values of {_name(bare)} are spelled the same on a command line",
            remedy=_METADATA_REMEDY,
        )
    return _named_choices(ChoiceSpelling(values), values)


def _named_choices(convert: EnumName | ChoiceSpelling, values: tuple[Any, ...]) -> dict[str, Any]:
    # argparse would show str(value), which is not what a user types.
    metavar = "{" + ",".join(map(spelling, values)) + "}"
    return {"type": convert, "choices": values, "metavar": metavar}


def _element(collection: Any, element: Any) -> dict[str, Any]:
    bare = bare_type(element)
    try:
        return _one_value(bare)
    except TypeInferenceError as error:
        raise TypeInferenceError(
            f"Unsupported type: {_name(collection)}, as {_name(bare)} is not a single "
            "command-line argument",
            remedy=_METADATA_REMEDY,
        ) from error


def _list(bare: Any, args: tuple[Any, ...]) -> dict[str, Any]:
    return {**_element(bare, args[0]), "nargs": "+"}


def _set(bare: Any, args: tuple[Any, ...]) -> dict[str, Any]:
    return {**_list(bare, args), "action": CollectAction, "collect": typing.get_origin(bare)}


def _tuple(bare: Any, args: tuple[Any, ...]) -> dict[str, Any]:
    if len(args) == 2 and args[1] is Ellipsis:
        nargs: int | str = "+"
    elif args and args.count(args[0]) == len(args):
        nargs = len(args)
    else:
        raise TypeInferenceError(
            f"Unsupported type: {_name(bare)}, as argparse converts all arguments of a flag alike",
            remedy=_METADATA_REMEDY,
        )
    return {**_element(bare, args[0]), "nargs": nargs, "action": CollectAction, "collect": tuple}


def _dict(bare: Any, args: tuple[Any, ...]) -> dict[str, Any]:
    if bare_type(args[0]) is not str:
        raise TypeInferenceError(
            f"Unsupported type: {_name(bare)}, as the keys of KEY=VALUE are strings",
            remedy="annotate it as dict[str, ...] or " + _METADATA_REMEDY,
        )
    value = _element(bare, args[1])
    return {
        "type": KeyValue(value["type"], value.get("choices")),
        "nargs": "+",
        "metavar": "KEY=VALUE",
        "action": CollectAction,
        "collect": dict,
    }


_COLLECTIONS: dict[Any, Callable[[Any, tuple[Any, ...]], dict[str, Any]]] = {
    list: _list,
    set: _set,
    frozenset: _set,
    tuple: _tuple,
    dict: _dict,
}


def _unsupported(bare: Any) -> TypeInferenceError:
    remedy = _METADATA_REMEDY
    collection = typing.get_origin(bare) or bare
    if dataclasses.is_dataclass(bare):
        remedy = (
            "leave it out with exclude and register its fields with a factory of its own, "
            f"ArgumentGroupFactory({_name(bare)}, prefix=...)"
        )
    elif isinstance(collection, type) and collection in _COLLECTIONS:
        contents = "str, int" if collection is dict else "str"
        remedy = f"say what it holds, as in {collection.__name__}[{contents}]"
    return TypeInferenceError(f"Unsupported type: {_name(bare)}", remedy=remedy)


def _name(annotation: Any) -> str:
    plain = isinstance(annotation, type) and not typing.get_args(annotation)
    return annotation.__qualname__ if plain and annotation is not Any else str(annotation)
