"""An argparse argument group from a dataclass: one argument per parameter of its constructor.

::

    @dataclass(kw_only=True)
    class Training:
        steps: int = 10_000
        \"\"\"Training length, in optimizer steps.\"\"\"

    ArgumentGroupFactory(Training).build_group(parser, title="training")

The annotation gives type, nargs and choices (:mod:`.inference`), the docstring gives the help
(:mod:`.field_docs`), and ``metadata={"argparse_meta": {...}}`` overrides what was inferred
(:mod:`.argparse_meta`). A field without a default is a required argument. Fields with
``init=False`` are left out; an ``InitVar`` is a parameter, so it has an argument.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from typing import Any, NamedTuple

from .argparse_internals import (
    Container,
    Group,
    HelpAction,
    action_class,
    flags_of,
    option_group,
    printed_help,
    printed_values,
)
from .argparse_meta import KEY, combine, companions_of, read_meta
from .converters import OnOffAction
from .errors import FieldError, TypeInferenceError
from .field_docs import annotated_names, escape_percent, field_docs
from .flag_style import DASHED, FlagStyle
from .inference import bare_type, infer, resolve_annotation
from .lazy_help import defer_help

_KEEPERS_OF_HELP = ("argparse", f"{__package__}.converters")


class InferenceWarning(UserWarning):
    """Nothing was inferred from an annotation: the field's metadata alone makes the argument."""


class Argument(NamedTuple):
    """One call of ``add_argument``: the field it is for, its names and its keywords."""

    field: str
    names: tuple[str, ...]
    keywords: dict[str, Any]
    default_factory: Callable[[], object] | None
    """Makes a new default for each parser; None if ``keywords`` hold the default."""

    documented: bool
    """Whether the field's docstring is the help."""


class ArgumentGroupFactory:
    """Registers the fields of the dataclass ``cfg_class`` as arguments.

    ``exclude`` names fields to leave out. With a ``prefix``, flags and dests begin with it.
    ``localns`` holds further names for string annotations, e.g. ``locals()`` of the function that
    defines the types. A field that cannot become an argument raises :class:`TypeInferenceError` or
    :class:`FieldError` when the first argument is registered.
    """

    def __init__(
        self,
        cfg_class: type,
        exclude: Iterable[str] | None = None,
        *,
        prefix: str = "",
        style: FlagStyle = DASHED,
        localns: Mapping[str, Any] | None = None,
    ) -> None:
        if not hasattr(cfg_class, "__dataclass_fields__") or not hasattr(cfg_class, "__mro__"):
            raise TypeError(f"{cfg_class!r} is not a dataclass, so it has no fields to register")
        self.src_cfg_class: type = cfg_class
        self.exclude = frozenset(exclude or ())
        self.prefix = prefix
        self.style = style
        self.localns = dict(localns or {})

    @cached_property
    def field_docstrings(self) -> dict[str, str]:
        """The docstring of each field that has one, whitespace folded; read on first use."""
        return field_docs(self.src_cfg_class)

    @cached_property
    def arguments(self) -> tuple[Argument, ...]:
        """Every argument in the order of the fields, computed once."""
        return tuple(argument for field in self._fields() for argument in self._arguments_of(field))

    def build_group(self, parser: argparse.ArgumentParser, title: str | None = None) -> Group:
        """Add a group with every argument; the docstring of the class is its description."""
        self._refuse_shared_flags(parser)  # before the parser is changed
        group = parser.add_argument_group(title=title, description=_class_doc(self.src_cfg_class))
        self.add_arguments(group)
        return group

    def add_arguments(self, container: Container) -> list[argparse.Action]:
        """Register every argument in ``container``, a parser or a group; returns the actions.

        Raises :class:`argparse.ArgumentError`, as any ``add_argument`` does, for a flag that
        another argument of the parser has.
        """
        self._refuse_shared_flags(container)
        return [self._register(container, argument) for argument in self.arguments]

    def _refuse_shared_flags(self, container: Container) -> None:
        """Refuse two fields with one flag, and a field with the flag of the parser's help."""
        if container.conflict_handler != "error":
            return
        owners = {
            flag: "the parser's own help, which add_help=False leaves out"
            for flag, action in flags_of(container).items()
            if isinstance(action, HelpAction)
        }
        for argument in self.arguments:
            for flag in argument.names if argument.names[0][0] in container.prefix_chars else ():
                if flag in owners:
                    problem = (
                        f"its flag {flag} is that of {owners[flag]}; give it another one with "
                        "arg_names, or exclude it"
                    )
                    raise FieldError(self.src_cfg_class, argument.field, problem)
                owners[flag] = argument.field

    def _fields(self) -> list[dataclasses.Field[Any]]:
        declared = _fields_and_init_vars(self.src_cfg_class)
        known = [field.name for field in declared]
        for name in sorted(self.exclude.difference(known)):
            problem = f"exclude names no field; the fields are: {', '.join(known)}"
            raise FieldError(self.src_cfg_class, name, problem)
        return [field for field in declared if field.init and field.name not in self.exclude]

    def _arguments_of(self, field: dataclasses.Field[Any]) -> Iterator[Argument]:
        declared = read_meta(self.src_cfg_class, field)
        meta = declared or {}
        inferred = self._inferred(field, has_meta=declared is not None)
        keywords = combine(inferred, meta)
        names = meta.get("arg_names") or self._names(field.name, inferred, keywords)
        if keywords.get("action") is OnOffAction:
            keywords.setdefault("off_names", self._off_names(field.name, names, meta))
        factory = None if "default" in keywords else _default_factory(field)
        yield Argument(field.name, tuple(names), keywords, factory, "help" not in keywords)
        for extra_names, extra in companions_of(meta, keywords):
            yield Argument(field.name, extra_names, extra, factory, documented=False)

    def _inferred(self, field: dataclasses.Field[Any], *, has_meta: bool) -> dict[str, Any]:
        keywords: dict[str, Any] = {"dest": self.style.dest(self.prefix, field.name)}
        if field.default is not dataclasses.MISSING:
            keywords["default"] = field.default
        elif field.default_factory is dataclasses.MISSING:
            keywords["required"] = True
        try:
            keywords.update(self._inferred_from_type(field))
        except TypeInferenceError as error:
            located = TypeInferenceError(
                error.problem, remedy=error.remedy, cls=self.src_cfg_class, field=field.name
            )
            if not has_meta:
                raise located from error
            warnings.warn(
                f"{located.without_remedy()}; {KEY} alone decides", InferenceWarning, stacklevel=2
            )
        return keywords

    def _inferred_from_type(self, field: dataclasses.Field[Any]) -> dict[str, Any]:
        annotation = self._annotation(field)
        if bare_type(annotation) is not bool:
            return infer(annotation)
        # A switch sets the value that is not the default; without a plain default it sets either.
        if field.default is True:
            return {"action": "store_false"}
        return {"action": "store_true" if field.default is False else OnOffAction}

    def _annotation(self, field: dataclasses.Field[Any]) -> Any:
        module = sys.modules.get(self._modules.get(field.name, ""))
        return resolve_annotation(field.type, vars(module) if module else {}, self.localns)

    @cached_property
    def _modules(self) -> dict[str, str]:
        """The module of each field's annotation, where names in string annotations are found."""
        return {
            name: base.__module__
            for base in reversed(self.src_cfg_class.__mro__)
            if dataclasses.is_dataclass(base)
            for name in annotated_names(base)
        }

    def _names(
        self, name: str, inferred: Mapping[str, Any], keywords: Mapping[str, Any]
    ) -> list[str]:
        on, off = self.style.flag(self.prefix, name), self.style.off_flags(self.prefix, name)
        action = keywords.get("action")
        if action is OnOffAction:
            return [on, *off]
        if action == "store_false" and inferred.get("action") == "store_false":
            return off
        return [on]

    def _off_names(self, name: str, names: Iterable[str], meta: Mapping[str, Any]) -> list[str]:
        if "arg_names" not in meta:
            return self.style.off_flags(self.prefix, name)
        off = [flag for flag in names if self.style.is_off_flag(self.prefix, flag)]
        if not off or set(off) == set(names):
            raise FieldError(
                self.src_cfg_class,
                name,
                "its arg_names must hold a flag that turns it on and one that turns it off, which "
                f"begins like {self.style.off_flags(self.prefix, name)[0]!r}; or give an action",
            )
        return off

    def _register(self, container: Container, argument: Argument) -> argparse.Action:
        keywords = dict(argument.keywords)
        if argument.default_factory is not None:
            keywords["default"] = argument.default_factory()
        names: tuple[str, ...] = argument.names
        if len(names) == 1 and names[0][0] not in container.prefix_chars:
            names, keywords = _positional(names[0], keywords)
        lazy = argument.documented and _leaves_help_alone(container, keywords.get("action"))
        if argument.documented and not lazy:
            keywords["help"] = self._help(argument.field)
        try:
            action = _cheapest(container, names, keywords).add_argument(*names, **keywords)
        except (TypeError, ValueError) as error:
            raise FieldError(
                self.src_cfg_class, argument.field, f"add_argument refuses it: {error}"
            ) from error
        if lazy:
            defer_help(action, partial(self._help, argument.field))
        if {"nargs", "metavar", "help"} & argument.keywords.keys():
            self._check_help(argument, action)
        return action

    def _check_help(self, argument: Argument, action: argparse.Action) -> None:
        """Refuse now what argparse notices only when it prints a group's help."""
        formatter = argparse.HelpFormatter(prog="")
        try:
            printed_values(formatter, action)
        except (TypeError, ValueError) as error:
            problem = "length of metavar does not match nargs, or nargs is none that argparse knows"
            raise FieldError(
                self.src_cfg_class, argument.field, f"add_argument refuses it: {problem}"
            ) from error
        try:
            if "help" in argument.keywords and action.help:
                printed_help(formatter, action)
        except (KeyError, TypeError, ValueError) as error:
            problem = f"its help cannot be printed ({error}); a percent sign is written %%"
            raise FieldError(self.src_cfg_class, argument.field, problem) from error

    def _help(self, field: str) -> str | None:
        doc = self.field_docstrings.get(field)
        return None if doc is None else escape_percent(doc)


def _fields_and_init_vars(cls: type) -> list[dataclasses.Field[Any]]:
    # dataclasses.fields leaves out InitVars, which are parameters of the constructor as well.
    declared: dict[str, dataclasses.Field[Any]] = cls.__dataclass_fields__  # type: ignore[attr-defined]
    class_variable = dataclasses._FIELD_CLASSVAR  # type: ignore[attr-defined]
    return [f for f in declared.values() if f._field_type is not class_variable]  # type: ignore[attr-defined]


def _default_factory(field: dataclasses.Field[Any]) -> Callable[[], object] | None:
    factory = field.default_factory
    return None if factory is dataclasses.MISSING else factory


def _class_doc(cls: type) -> str | None:
    """The docstring of ``cls``, None if it is the signature that ``@dataclass`` puts there."""
    doc = cls.__doc__
    return None if doc is None or doc.startswith(f"{cls.__name__}(") else doc


def _positional(name: str, keywords: dict[str, Any]) -> tuple[tuple[str, ...], dict[str, Any]]:
    """``name`` and ``keywords`` in the form that argparse expects for a positional argument."""
    keywords = {key: value for key, value in keywords.items() if key != "required"}
    if name != keywords["dest"]:
        keywords.setdefault("metavar", name)
    return (), keywords


def _cheapest(container: Container, names: tuple[str, ...], keywords: dict[str, Any]) -> Container:
    """The container whose ``add_argument`` does the same with less work.

    A parser passes each flag on to its group of options, after making a help formatter to check
    nargs against metavar. Only an argument that gives one of the two needs that check.
    """
    unchecked = names and "default" in keywords and not {"nargs", "metavar"} & keywords.keys()
    own = getattr(container.add_argument, "__func__", None) is argparse.ArgumentParser.add_argument
    if unchecked and own and isinstance(container, argparse.ArgumentParser):
        return option_group(container)
    return container


def _leaves_help_alone(container: Container, action: object) -> bool:
    """Whether the action only stores its help, so that the help can be set later."""
    action = action_class(container, action)
    module = getattr(action, "__module__", None)
    return module in _KEEPERS_OF_HELP and action is not argparse.BooleanOptionalAction
