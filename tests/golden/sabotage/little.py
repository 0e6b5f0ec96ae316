"""A little parser with what flame does not have, and variants of it with one fault each."""

from __future__ import annotations

import argparse


def _base(
    *, const=2, verbose=("-v", "--verbose"), note="append", dest=None, optional=argparse.SUPPRESS
):
    parser = argparse.ArgumentParser(prog="p")
    run = parser.add_argument_group("run")
    run.add_argument("--level", action="store_const", const=const, default=0)
    run.add_argument(*verbose, action="count", default=0)
    run.add_argument("--note", action=note)
    run.add_argument("--rate", dest=dest, type=float, default=0.5)
    run.add_argument("--maybe", default=optional)
    return parser


def _positionals(parser, names=("source", "goal")):
    for name in names:
        parser.add_argument(name, nargs="?", default="-")
    return parser


def _one_of(container):
    container.add_argument("--fast", action="store_true")
    container.add_argument("--safe", action="store_true")


def control():
    parser = _positionals(_base())
    _one_of(parser.add_mutually_exclusive_group())
    return parser


def _like_control(parser):
    _one_of(_positionals(parser).add_mutually_exclusive_group())
    return parser


def constant():
    return _like_control(_base(const=3))


def spelling():
    return _like_control(_base(verbose=("--verbose",)))


def last_note_only():
    return _like_control(_base(note="store"))


def destination():
    return _like_control(_base(dest="speed"))


def none_for_nothing():
    return _like_control(_base(optional=None))


def order():
    parser = _positionals(_base(), ("goal", "source"))
    _one_of(parser.add_mutually_exclusive_group())
    return parser


def together():
    parser = _positionals(_base())
    _one_of(parser)
    return parser
