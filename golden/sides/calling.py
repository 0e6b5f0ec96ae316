"""How a parse function is called: which of its parameters take the arguments, the content of
the configuration file and the variables.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

ConfigFormat = Literal["toml", "json", "yaml"]
CONFIG_NAMES: dict[str, ConfigFormat] = {
    "toml": "toml",
    "config": "toml",
    "json": "json",
    "yaml": "yaml",
}
"""The parameters that take the content of a configuration file, each with the file's format."""

ENV_NAMES = ("env", "environ", "environment")
"""The parameters that take the variables of a case as a mapping."""

_ARGV_NAMES = ("argv", "args", "arguments", "args_list", "argument_list", "command_line")
_BY_PLACE = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_ANY_NUMBER = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


@dataclass(frozen=True)
class ParseCall:
    """A parse function, and the names of its parameters that take arguments, file and variables;
    None for one that it does not have.
    """

    function: Callable[..., Any]
    argv: str | None
    config: str | None = None
    env: str | None = None

    def __call__(self, argv: list[str], config: str | None, env: Mapping[str, str]) -> object:
        """Parse. A parameter that has a default keeps it where the case says nothing."""
        if self.config is None and self.env is None:
            return self.function() if self.argv is None else self.function(argv)
        signature = inspect.signature(self.function)
        bound = signature.bind_partial()
        file = (self.config, config, config is not None)
        for name, value, said in ((self.argv, argv, True), file, (self.env, env, bool(env))):
            if name is not None and (said or _has_no_default(signature.parameters[name])):
                bound.arguments[name] = value
        return self.function(*bound.args, **bound.kwargs)


def _has_no_default(parameter: inspect.Parameter) -> bool:
    return parameter.kind not in _ANY_NUMBER and parameter.default is inspect.Parameter.empty


def parse_call(function: Callable[..., Any]) -> ParseCall | None:
    """The call of a parse function, None for a function that needs something else.

    File and variables go by the names of the parameters. Of three that must be given they may have
    any name, and go by place.
    """
    parameters = inspect.signature(function).parameters
    config = next((name for name in CONFIG_NAMES if name in parameters), None)
    env = next((name for name in ENV_NAMES if name in parameters), None)
    needed = [name for name, p in parameters.items() if _has_no_default(p)]
    by_place = [n for n, p in parameters.items() if p.kind in _BY_PLACE and n in needed]
    if len(by_place) == len(needed) == 3 and None in (config, env):
        return ParseCall(function, *needed)
    argv = _argv(parameters, {config, env}, needed)
    if argv is not None and parameters[argv].kind in _ANY_NUMBER:
        config = env = None
    return ParseCall(function, argv, config, env) if set(needed) <= {argv, config, env} else None


def unfit(function: Callable[..., Any]) -> str:
    """Why a function has no parse call."""
    parameters = inspect.signature(function).parameters.values()
    return (
        f"needs {sum(map(_has_no_default, parameters))} arguments; a parse function takes (argv) "
        "or (argv, toml, env), where toml may be called config, json or yaml, and either may be "
        "left out or have a default"
    )


def _argv(
    parameters: Mapping[str, inspect.Parameter], others: set[str | None], needed: list[str]
) -> str | None:
    """The parameter that takes the arguments: the first of all others, if it is called so or has no
    default.
    """
    for name, parameter in parameters.items():
        if name not in others and parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
            return name if name in needed or name in _ARGV_NAMES else None
    return None
