"""Drop-in for Megatron-LM's ``megatron.training.argument_utils``.

:class:`ArgumentGroupFactory` is the general factory of :mod:`.argument_group` behind the
names that code written against Megatron's class uses, subclasses that override its private methods
included. It treats every annotation as Megatron's class does, even where the general factory does
better:

- ``X | None`` is read, ``None | X`` is refused, and of ``Union[X, None, Y]`` only X counts;
- a bool whose default is not False has only the off switches;
- every type without parameters is called with the argument, whatever comes of it;
- an unknown name of an enum member is a bare KeyError, not a usage error;
- a failed inference for a field with metadata prints a line instead of a warning;
- names in ``exclude`` that are no field, and InitVars, are ignored.

Some things that Megatron's class cannot build work here: fields without a default (required),
string annotations, classes without source (no help), ``%`` in a docstring, ``list[bool]``,
``Literal[True, False]``. Of several docstrings, the one of the nearest class is the help.
"""

from __future__ import annotations

import argparse
import dataclasses
import enum
import re
import types
import typing
from collections.abc import Iterator
from functools import cached_property
from typing import Any

from .. import argument_group
from ..argparse_internals import Container, Group
from ..argparse_meta import KEY
from ..argument_group import Argument
from ..converters import OnOffAction
from ..errors import TypeInferenceError
from ..field_docs import field_docs
from ..inference import infer

__all__ = ["ArgumentGroupFactory", "TypeInferenceError"]

# A "%" that a help formatter cannot print, or "%%". It knows the action's attributes and "prog".
_TEMPLATE = re.compile(
    r"%(?!%|\((?:prog|dest|default|type|nargs|const|choices|required|metavar)\)[sdr])|%%"
)


class ArgumentGroupFactory(argument_group.ArgumentGroupFactory):
    """Adds an argument group made from the fields of a dataclass to a parser.

    ``exclude`` names fields to leave out. The metadata key ``argparse_meta`` of a field is a dict
    of keywords of ``add_argument``, and ``arg_names``, that override the inferred ones; its
    reference is :mod:`.argparse_meta`.
    """

    exclude: set[str]  # type: ignore[assignment]  # Megatron's class lets subclasses add to it

    def __init__(self, src_cfg_class: type, exclude: list[str] | None = None) -> None:
        super().__init__(src_cfg_class)
        self.exclude = set(exclude or ())

    @cached_property
    def field_docstrings(self) -> dict[str, str]:
        """The docstring of each field that has one, whitespace folded."""
        return self._get_field_docstrings(self.src_cfg_class)

    def build_group(self, parser: argparse.ArgumentParser, title: str | None = None) -> Group:
        """Add a group with every argument; its description is the class's ``__doc__``."""
        group = parser.add_argument_group(title=title, description=self.src_cfg_class.__doc__)
        self.add_arguments(group)
        return group

    def _format_arg_name(self, config_attr_name: str, prefix: str | None = None) -> str:
        return self.style.flag("", f"{prefix}_{config_attr_name}" if prefix else config_attr_name)

    def _get_enum_kwargs(self, config_type: type[enum.Enum]) -> dict[str, Any]:
        def member(name: str) -> enum.Enum:
            return config_type[name]

        return {"type": member, "choices": list(config_type)}

    def _extract_type(self, config_type: Any) -> dict[str, Any]:
        """The keywords ``type``, ``nargs`` and ``choices`` that an annotation gives.

        Raises TypeInferenceError, and AssertionError for a Literal of several types.
        """
        origin, args = typing.get_origin(config_type), typing.get_args(config_type)
        if isinstance(config_type, type) and issubclass(config_type, enum.Enum):
            return self._get_enum_kwargs(config_type)
        if origin is None:
            return {"type": config_type}
        if origin in (typing.Union, types.UnionType):
            if args[1] is not type(None):
                raise _refusal("Unions not supported by argparse", config_type)
            return self._extract_type(args[0])
        if origin is list:
            if len(args) != 1:
                raise _refusal("Unsupported type", config_type)
            return {**self._extract_type(args[0]), "nargs": "+"}
        if origin is typing.Literal:
            kinds = {type(choice) for choice in args}
            if len(kinds) != 1:
                raise AssertionError(f"choices of several types: {config_type}")
            return {"type": kinds.pop(), "choices": args}
        raise _refusal("Unsupported type", config_type)

    def _build_argparse_kwargs_from_field(
        self, attribute: dataclasses.Field[Any]
    ) -> dict[str, Any]:
        """All keywords of ``add_argument`` for one field, and its ``arg_names``."""
        keywords: dict[str, Any] = {
            "arg_names": [self._format_arg_name(attribute.name)],
            "dest": attribute.name,
            "help": _as_help(self.field_docstrings.get(attribute.name, "")),
        }
        if attribute.default is not dataclasses.MISSING:
            keywords["default"] = attribute.default
        elif attribute.default_factory is not dataclasses.MISSING:
            keywords["default"] = attribute.default_factory()
        else:
            keywords["required"] = True
        meta = attribute.metadata.get(KEY)
        try:
            keywords.update(self._type_keywords(attribute))
        except TypeInferenceError as error:
            if meta is None:
                raise
            print(
                f"WARNING: {self.src_cfg_class.__qualname__}.{attribute.name} is registered by its "
                f"{KEY} alone, as nothing was inferred: {error}"
            )
        return {**keywords, **(meta or {})}

    def _get_field_docstrings(self, src_cfg_class: type) -> dict[str, str]:
        return field_docs(src_cfg_class)

    def _type_keywords(self, attribute: dataclasses.Field[Any]) -> dict[str, Any]:
        annotation = self._annotation(attribute)
        keywords = self._extract_type(annotation)
        if keywords.get("type") is not bool:
            return keywords
        if "nargs" in keywords or "choices" in keywords:
            return infer(annotation)  # takes values, unlike a switch
        if attribute.default == False:  # noqa: E712  # 0 counts as False
            return {"action": "store_true"}
        off = [self._format_arg_name(attribute.name, prefix=word) for word in self.style.off_words]
        if attribute.default is attribute.default_factory is dataclasses.MISSING:
            names = [self._format_arg_name(attribute.name), *off]
            return {"action": OnOffAction, "arg_names": names, "off_names": off}
        return {"action": "store_false", "arg_names": off}

    # Megatron's class computes everything again for each group, and checks nothing first.

    @property
    def arguments(  # pyright: ignore[reportIncompatibleVariableOverride]
        self,
    ) -> tuple[Argument, ...]:
        """Every argument in the order of the fields, computed again each time."""
        return tuple(argument for field in self._fields() for argument in self._arguments_of(field))

    def _refuse_shared_flags(self, container: Container) -> None:
        pass

    def _fields(self) -> list[dataclasses.Field[Any]]:
        return [
            field
            for field in dataclasses.fields(self.src_cfg_class)
            if field.init is not False and field.name not in self.exclude
        ]

    def _arguments_of(self, field: dataclasses.Field[Any]) -> Iterator[Argument]:
        keywords = self._build_argparse_kwargs_from_field(field)
        names = tuple(keywords.pop("arg_names"))
        yield Argument(field.name, names, keywords, default_factory=None, documented=False)

    def _register(self, container: Container, argument: Argument) -> argparse.Action:
        return container.add_argument(*argument.names, **argument.keywords)


def _refusal(problem: str, annotation: object) -> TypeInferenceError:
    return TypeInferenceError(f"{problem}: {annotation}")


def _as_help(doc: str) -> str:
    """``doc`` with every percent sign doubled that a help formatter could not print."""
    return _TEMPLATE.sub(lambda found: found.group() if found.group() == "%%" else "%%", doc)
