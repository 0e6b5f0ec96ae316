"""The private parts of argparse that this package relies on: no other module of it reads any.

They are the same in all supported versions of Python. Lists and dicts are argparse's own, not
copies: a change of one changes the parser.
"""

from __future__ import annotations

import argparse
from typing import Any

Container = argparse._ActionsContainer
"""A parser or a group."""

Group = argparse._ArgumentGroup
AppendAction = argparse._AppendAction
HelpAction = argparse._HelpAction


def actions_of(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """Every action of ``parser`` in the order of registration."""
    return parser._actions


def flags_of(container: Container) -> dict[str, argparse.Action]:
    """The action of each flag; groups share this dict with their parser."""
    return container._option_string_actions


def add_action(container: Container, action: argparse.Action) -> None:
    """Add an action that is already made."""
    container._add_action(action)


def action_class(container: Container, action: object) -> Any:
    """The class that ``action="..."`` means to ``container``; a class means itself."""
    return container._registry_get("action", action, action)


def subcommands_of(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """The parser of each subcommand, by all its names."""
    return {
        name: subparser
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for name, subparser in action.choices.items()
    }


def argument_groups(container: Container) -> list[Group]:
    """The groups directly inside ``container`` that help lists, in their order."""
    return container._action_groups


def mutually_exclusive_groups(container: Container) -> list[Any]:
    """The groups directly inside ``container`` of which one argument may be given."""
    return container._mutually_exclusive_groups


def all_groups(parser: argparse.ArgumentParser) -> list[Any]:
    """Every group of ``parser``, nested and mutually exclusive ones included."""
    groups = [*parser._mutually_exclusive_groups, *parser._action_groups]
    for group in groups:  # the list grows on the way
        groups += group._action_groups
    return groups


def members_of(group: Group) -> list[argparse.Action]:
    """The actions of ``group``."""
    return group._group_actions


def option_group(parser: argparse.ArgumentParser) -> Group:
    """The group that takes the flags which are registered on ``parser`` itself."""
    return parser._optionals


def scratch_container(parser: argparse.ArgumentParser) -> Container:
    """An empty container that makes the same actions as ``parser``, at a tenth of its cost."""
    scratch = Container(None, parser.prefix_chars, None, "error")
    scratch._registries = parser._registries  # the types and actions registered by name
    return scratch


def printed_values(formatter: argparse.HelpFormatter, action: argparse.Action) -> str:
    """The values of ``action`` in a usage; raises ValueError or TypeError for a bad nargs."""
    return formatter._format_args(action, "")


def printed_help(formatter: argparse.HelpFormatter, action: argparse.Action) -> str:
    """The help of ``action`` with its placeholders replaced; raises for those it does not know."""
    return formatter._expand_help(action)
