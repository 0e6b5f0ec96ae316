"""Small parsers with the oddities of real ones. A file with one of them, compared with a copy of
itself, is matched; or its report names the one value that differs from run to run.

    python -m tests.campaign.odd_parsers [NAME...]     gates each, and prints what departs
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from argparity.golden.gate.result import GateReport
from argparity.golden.gate.run import run_gate
from argparity.golden.sides.sections import SectionRule
from argparity.golden.sides.target import Target

PLAIN = """\
import argparse
{head}

def build():
    parser = argparse.ArgumentParser(prog="p")
    parser.add_argument("--steps", type=int, default=3)
    {body}
    return parser
"""


def _plain(body: str, head: str = "") -> str:
    """A builder with one more oddity in it; lines of `body` are separated by semicolons."""
    return PLAIN.format(head=head, body=body)


def _parse(body: str, head: str = "", after: str = "") -> str:
    """A parse function: `body` adds arguments, `after` works on the namespace `values`."""
    return (
        _plain(body, head)
        + f"""

def parse(argv):
    values = build().parse_args(argv)
    {after or "pass"}
    return values
"""
    )


_SENTINEL = "_MISSING = object()"

MATCHED: dict[str, str] = {
    # Values.
    "a sentinel as a default": _plain("parser.add_argument('--a', default=_MISSING)", _SENTINEL),
    "a sentinel of a class of its own": _plain(
        "parser.add_argument('--a', default=UNSET)",
        "class _Unset:\n    __slots__ = ()\n\nUNSET = _Unset()",
    ),
    "a sentinel of another module": _plain(
        "parser.add_argument('--a', default=dataclasses.MISSING)", "import dataclasses"
    ),
    "a sentinel inside a list": _plain(
        "parser.add_argument('--a', default=[_MISSING, 1])", _SENTINEL
    ),
    "a sentinel held by a class": _plain(
        "parser.add_argument('--a', default=Unset.VALUE)",
        "class Unset:\n    VALUE = object()",
    ),
    "numpy scalars and arrays": _plain(
        "parser.add_argument('--a', type=np.float32, default=np.array([1, 2]))",
        "import numpy as np",
    ),
    "numpy dtypes": _plain(
        "parser.add_argument('--a', type=np.dtype, default=np.dtype('int8'))",
        "import numpy as np",
    ),
    "slices": _plain(
        "parser.add_argument('--a', default=slice(0, None, 2), "
        "type=lambda text: slice(*map(int, text.split(':'))))"
    ),
    "ranges": _plain("parser.add_argument('--a', default=range(3), type=lambda t: range(int(t)))"),
    "dates and times": _plain(
        "parser.add_argument('--day', type=datetime.date.fromisoformat, "
        "default=datetime.date(2020, 1, 2)); "
        "parser.add_argument('--at', default=datetime.datetime(2020, 1, 2, "
        "tzinfo=datetime.timezone.utc)); "
        "parser.add_argument('--wait', default=datetime.timedelta(hours=1))",
        "import datetime",
    ),
    "zones": _plain(
        "parser.add_argument('--zone', type=zoneinfo.ZoneInfo, default=zoneinfo.ZoneInfo('UTC'))",
        "import zoneinfo",
    ),
    "enums": _plain(
        "parser.add_argument('--a', type=Colour, choices=list(Colour), default=Colour.RED)",
        "import enum\n\nclass Colour(enum.Enum):\n    RED = 'red'\n    BLUE = 'blue'\n",
    ),
    "flags of an enum": _plain(
        "parser.add_argument('--a', type=lambda t: Mode[t], default=Mode.R | Mode.W)",
        "import enum\n\nclass Mode(enum.Flag):\n    R = 1\n    W = 2\n",
    ),
    "named tuples": _parse(
        "parser.add_argument('--a', default=Point(1, 2))",
        "import collections\nPoint = collections.namedtuple('Point', 'x y')",
        "values = Point(values.a, values.steps)",
    ),
    "sets": _plain(
        "parser.add_argument('--a', type=lambda t: frozenset(t.split(',')), default={'x', 'y'})"
    ),
    "views of a dict": _parse(
        "pass",
        after="values.names = TABLE.keys(), TABLE.values(), TABLE.items()",
        head="TABLE = {'a': 1, 'b': 2}",
    ),
    "a generator": _parse("pass", after="values.squares = (n * n for n in range(3))"),
    "an iterator": _parse(
        "pass",
        after="values.it = iter([1, 2]); values.pairs = zip('ab', 'cd'); "
        "values.mapped = map(str, [1])",
    ),
    "an iterator of a dict": _parse(
        "pass", after="values.it = iter({'a': 1}); values.back = reversed([1, 2])"
    ),
    "a counter and a default dict": _plain(
        "parser.add_argument('--a', default=collections.Counter('aab')); "
        "parser.add_argument('--b', default=collections.defaultdict(list, x=[1]))",
        "import collections",
    ),
    "a chain of mappings": _parse(
        "pass",
        "import collections",
        "values.all = collections.ChainMap({'a': 1}, {'b': 2})",
    ),
    "a proxy of a mapping": _parse(
        "pass", "import types", "values.all = types.MappingProxyType({'a': 1})"
    ),
    "paths": _plain(
        "parser.add_argument('--a', type=Path, default=Path('.').resolve()); "
        "parser.add_argument('--b', default=Path.home())",
        "from pathlib import Path",
    ),
    "the path of its own file": _plain(
        "parser.add_argument('--a', default=os.path.abspath(__file__)); "
        "parser.add_argument('--b', default=os.path.dirname(__file__)); "
        "parser.add_argument('--c', default=os.path.splitext(os.path.basename(__file__))[0])",
        "import os",
    ),
    "the path of its own file in texts": _plain(
        "parser.epilog = f'see {__file__} of {__name__}'; parser.description = __spec__.name"
    ),
    "its own file as the program's name": _plain(
        "parser.prog = os.path.basename(__file__)", "import os"
    ),
    "decimals and fractions": _plain(
        "parser.add_argument('--a', type=Decimal, default=Decimal('1.10')); "
        "parser.add_argument('--b', type=Fraction, default=Fraction(1, 3))",
        "from decimal import Decimal\nfrom fractions import Fraction",
    ),
    "addresses of the network": _plain(
        "parser.add_argument('--a', type=ipaddress.ip_address, "
        "default=ipaddress.ip_address('127.0.0.1')); "
        "parser.add_argument('--b', type=ipaddress.ip_network, default=None)",
        "import ipaddress",
    ),
    "patterns": _plain(
        "parser.add_argument('--a', type=re.compile, default=re.compile('a+', re.I))", "import re"
    ),
    "a match of a pattern": _plain(
        "parser.add_argument('--a', type=re.compile('(a)(b)?').match, default='ab')", "import re"
    ),
    "closures": _plain(
        "parser.add_argument('--a', type=scaled(3), default=scaled(2)); "
        "parser.add_argument('--b', default=lambda: 3)",
        "def scaled(by):\n    def times(text):\n        return int(text) * by\n    return times",
    ),
    "partial functions and methods": _plain(
        "parser.add_argument('--a', type=functools.partial(int, base=16), default='ff'); "
        "parser.add_argument('--b', default=functools.partial(print, 1)); "
        "parser.add_argument('--c', default='x'.upper)",
        "import functools",
    ),
    "operators": _plain(
        "parser.add_argument('--a', default=operator.itemgetter(1)); "
        "parser.add_argument('--b', default=operator.attrgetter('a.b'))",
        "import operator",
    ),
    "classes and modules as values": _plain(
        "parser.add_argument('--a', default=dict); parser.add_argument('--b', default=json)",
        "import json",
    ),
    "types of hints": _plain(
        "parser.add_argument('--a', default=list[int]); "
        "parser.add_argument('--b', default=Optional[int]); "
        "parser.add_argument('--c', default=int | None)",
        "from typing import Optional",
    ),
    "a logger as a value": _plain(
        "parser.add_argument('--a', default=logging.getLogger(__name__))", "import logging"
    ),
    "a string template": _plain(
        "parser.add_argument('--a', type=string.Template, default=string.Template('$x'))",
        "import string",
    ),
    "objects that hold each other": _parse(
        "pass",
        after="values.me = values; values.all = [values.steps]; values.all.append(values.all)",
    ),
    "an object of a class with attributes": _parse(
        "pass",
        "class Result:\n    def __init__(self, **held):\n        self.__dict__.update(held)\n",
        "values = Result(steps=values.steps, parser=argparse.ArgumentParser())",
    ),
    "an exception as a value": _parse("pass", after="values.error = ValueError('x', 3)"),
    "bytes and memory": _plain(
        "parser.add_argument('--a', type=os.fsencode, default=bytearray(b'x')); "
        "parser.add_argument('--b', default=memoryview(b'xy'))",
        "import os",
    ),
    "an array": _plain(
        "parser.add_argument('--a', default=array.array('i', [1, 2]))", "import array"
    ),
    # State.
    "a counter between parses": _parse(
        "pass", "import itertools\nCOUNT = itertools.count()", "values.number = next(COUNT)"
    ),
    "a cache between parses": _parse(
        "pass", "SEEN = {}", "values.seen = len(SEEN); SEEN[tuple(argv)] = 1"
    ),
    "a shared default that grows": _plain(
        "parser.add_argument('--a', action='append', default=SHARED)", "SHARED = ['x']"
    ),
    "one parser for all": "import argparse\nPARSER = argparse.ArgumentParser(prog='p')\n"
    "PARSER.add_argument('--a', action='append', default=[])\n",
    "a class that keeps state": "import argparse\n\nclass Config:\n    made = 0\n"
    "    def __init__(self):\n        Config.made += 1\n        self.parser = "
    "argparse.ArgumentParser(prog='p')\n        self.parser.add_argument('--a', type=int, "
    "default=Config.made)\n    def parse_args(self, argv):\n"
    "        self.values = vars(self.parser.parse_args(argv))\n\nPARSER = Config\n",
    # Texts, records, warnings.
    "addresses in help": _plain(
        "parser.add_argument('--a', default=object, help=f'like {object()!r}'); "
        "parser.add_argument('--b', type=converts, default=1, help='default %(default)s')",
        "def converts(text):\n    raise ValueError(repr(converts))",
    ),
    "addresses in errors": _plain(
        "parser.add_argument('--a', type=refuse)",
        "def refuse(text):\n    raise argparse.ArgumentTypeError(f'{refuse} does not take {text}')",
    ),
    "addresses in exceptions": _parse(
        "parser.add_argument('--a')",
        after="\n    if values.a == 'x':\n        raise ValueError(object())",
    ),
    "a logger by its module's name": _parse(
        "pass",
        "import logging\nLOG = logging.getLogger(__name__)",
        "LOG.warning('parsed by %s in %s', __name__, __file__)",
    ),
    "a logger below its module's name": _parse(
        "pass",
        "import logging\nLOG = logging.getLogger(__name__ + '.cli')\nLOG.setLevel(10)",
        "LOG.debug('values %s of %r', values, build)",
    ),
    "a handler with a file": _parse(
        "pass",
        "import logging\nHANDLER = logging.FileHandler('p.log', delay=True)\n"
        "logging.getLogger(__name__).addHandler(HANDLER)",
        "logging.getLogger(__name__).error('x')",
    ),
    "prints": _parse("pass", after="print('parsed', values, build); print(__name__, __file__)"),
    "prints at import": _plain("pass", "print('hello from', __name__)"),
    "writes to descriptors": _parse("pass", "import os", "os.write(1, b'x'); os.write(2, b'y')"),
    "warnings": _parse(
        "pass",
        "import warnings",
        "warnings.warn(f'{__name__} is old'); warnings.warn(repr(build), DeprecationWarning)",
    ),
    "warnings about resources": _parse("pass", after="open(__file__); values.x = 1"),
    "a finalizer": _parse(
        "pass",
        "class Noisy:\n    def __del__(self):\n        print('gone')\n",
        "one = Noisy(); one.me = one",
    ),
    "translated texts": _plain(
        "parser.description = gettext.gettext('a'); parser.epilog = gettext.ngettext('a', 'b', 2)",
        "import gettext",
    ),
    "a locale": _parse(
        "pass",
        "import locale",
        "locale.setlocale(locale.LC_ALL, 'C'); values.at = locale.getlocale()",
    ),
    "colours": _parse(
        "pass", "import sys, os", "values.colour = sys.stdout.isatty(), os.environ.get('NO_COLOR')"
    ),
    "the width of the terminal": _parse(
        "pass", "import shutil", "values.width = shutil.get_terminal_size().columns"
    ),
    # The process.
    "children": _parse(
        "pass",
        "import subprocess, sys",
        "values.out = subprocess.run([sys.executable, '-c', 'print(1)'], "
        "capture_output=True, text=True).stdout",
    ),
    "a fork": _parse(
        "pass",
        "import os",
        "child = os.fork(); os._exit(0) if child == 0 else os.waitpid(child, 0)",
    ),
    "threads": _parse(
        "pass",
        "import threading",
        "one = threading.Thread(target=print, args=('x',)); one.start(); one.join()",
    ),
    "a thread that goes on": _parse(
        "pass",
        "import threading",
        "threading.Thread(target=threading.Event().wait, daemon=True).start()",
    ),
    "a pool of threads": _parse(
        "pass",
        "import concurrent.futures",
        "values.n = list(concurrent.futures.ThreadPoolExecutor(1).map(int, '12'))",
    ),
    "handlers at exit": _parse("pass", "import atexit", "atexit.register(print, 'bye')"),
    "a temporary file": _plain(
        "parser.add_argument('--a', type=lambda t: len(tempfile.mkdtemp(prefix=t)), default='x')",
        "import tempfile",
    ),
    "files of argparse": _plain(
        "parser.add_argument('--a', type=argparse.FileType('w'), default='-'); "
        "parser.add_argument('--b', type=argparse.FileType(), default=None)"
    ),
    "standard streams": _plain(
        "parser.add_argument('--a', default=sys.stdout); parser.add_argument('--b', "
        "default=sys.stdin); parser.add_argument('--c', default=sys.stderr)",
        "import sys",
    ),
    "variables as defaults": _plain(
        "parser.add_argument('--a', default=os.environ.get('ODD_A', 'x')); "
        "parser.add_argument('--b', type=int, default=os.getenv('ODD_B', 3))",
        "import os",
    ),
    "a variable that is set": _parse(
        "pass", "import os", "os.environ['ODD_C'] = str(values.steps)"
    ),
    "the folder": _parse("pass", "import os", "values.here = os.getcwd(); os.chdir('/')"),
    "a file beside it": _parse(
        "pass",
        "import pathlib",
        "values.held = pathlib.Path(__file__).read_text()[:10]; "
        "values.beside = sorted(p.suffix for p in pathlib.Path(__file__).parent.glob('*.py'))[:1]",
    ),
    "a lazy import": _parse("pass", after="import wsgiref.util; values.n = wsgiref.util.__name__"),
    "a recursion limit": _parse("pass", "import sys", "sys.setrecursionlimit(5000)"),
    # argparse itself.
    "subcommands": _plain(
        "commands = parser.add_subparsers(dest='command', metavar='CMD'); "
        "train = commands.add_parser('train', aliases=['t']); "
        "train.add_argument('--lr', type=float); train.set_defaults(run=build)"
    ),
    "subcommands of a function": _plain(
        "commands = parser.add_subparsers(required=True); "
        "commands.add_parser('a').set_defaults(run=lambda args: 0); "
        "commands.add_parser('b').set_defaults(run=print)"
    ),
    "parents": _plain(
        "base = argparse.ArgumentParser(add_help=False); base.add_argument('--base', type=int); "
        "parser = argparse.ArgumentParser(prog='p', parents=[base])"
    ),
    "a conflict handler": _plain(
        "parser = argparse.ArgumentParser('p', conflict_handler='resolve'); "
        "parser.add_argument('--a'); parser.add_argument('--a', '-a', type=int)"
    ),
    "actions of its own": _plain(
        "parser.add_argument('--a', action=Pairs, default={}); "
        "parser.add_argument('--b', action=Pairs, nargs=2)",
        "class Pairs(argparse.Action):\n    def __call__(self, parser, values, given, flag=None):\n"
        "        values.__dict__.setdefault('order', []).append((self.dest, given, flag))\n"
        "        setattr(values, self.dest, given)\n",
    ),
    "an action that ends the program": _plain(
        "parser.add_argument('--list', action=List, nargs=0)",
        "class List(argparse.Action):\n    def __call__(self, parser, *rest):\n"
        "        print('a b', self.dest)\n        parser.exit(3, 'listed\\n')\n",
    ),
    "a formatter of its own": _plain(
        "parser.formatter_class = Wide; parser.add_argument('--a', help='x ' * 80)",
        "class Wide(argparse.ArgumentDefaultsHelpFormatter):\n    def __init__(self, prog):\n"
        "        super().__init__(prog, width=60)\n",
    ),
    "a parser of its own": _plain(
        "parser = Strict(prog='p'); parser.add_argument('--a', type=int)",
        "class Strict(argparse.ArgumentParser):\n    def error(self, message):\n"
        "        raise RuntimeError(f'{type(self)}: {message}')\n",
    ),
    "a namespace of its own": _plain("pass", "class Held(argparse.Namespace):\n    pass\n")
    + "\ndef parse(argv):\n    return build().parse_args(argv, Held(x=1))\n",
    "known arguments": _plain("pass")
    + "\ndef parse(argv):\n    return build().parse_known_args(argv)\n",
    "intermixed arguments": _plain("parser.add_argument('rest', nargs='*', type=int)")
    + "\ndef parse(argv):\n    return build().parse_intermixed_args(argv)\n",
    "arguments from files": _plain("parser.fromfile_prefix_chars = '@'"),
    "other prefixes": _plain(
        "parser = argparse.ArgumentParser(prog='p', prefix_chars='+-'); "
        "parser.add_argument('+a', type=int); parser.add_argument('++long')"
    ),
    "the rest": _plain("parser.add_argument('--x'); parser.add_argument('rest', nargs='...')"),
    "optional values": _plain(
        "parser.add_argument('--a', nargs='?', const=_MISSING, default=None)", _SENTINEL
    ),
    "groups that exclude each other": _plain(
        "one = parser.add_mutually_exclusive_group(); one.add_argument('--x', action='count'); "
        "one.add_argument('--y', action='store_const', const=(1, 2))"
    ),
    "boolean pairs": _plain(
        "parser.add_argument('--a', action=argparse.BooleanOptionalAction, default=None)"
    ),
    "versions": _plain(
        "parser.add_argument('--version', action='version', version=f'%(prog)s of {__name__}')"
    ),
    "suppressed defaults": _plain(
        "parser.argument_default = argparse.SUPPRESS; parser.add_argument('--a'); "
        "parser.add_argument('--hidden', help=argparse.SUPPRESS)"
    ),
    "a program that parses sys.argv": _plain("pass")
    + "\ndef main():\n    values = build().parse_args()\n    values.prog = argparse._sys.argv[0]"
    "\n    return values\n",
    "a program that closes its streams": _parse(
        "pass", "import sys", "print('x'); sys.stdout.close()"
    ),
    "a dataclass as the result": _plain(
        "pass",
        "import dataclasses\n\n@dataclasses.dataclass\n"
        "class Held:\n    steps: int\n    tags: list = "
        "dataclasses.field(default_factory=list)\n",
    )
    + "\ndef parse(argv):\n    return Held(**vars(build().parse_args(argv)))\n",
    "a frozen class with slots": _plain(
        "pass",
        "import dataclasses, sys\n\n"
        "@dataclasses.dataclass(frozen=True, slots=True)\n"
        "class Held:\n    steps: int\n",
    )
    + "\ndef parse(argv):\n    return Held(**vars(build().parse_args(argv)))\n",
    "a plain class with slots": _parse(
        "pass",
        "class Held:\n    __slots__ = 'steps',\n    def __init__(self, steps):\n"
        "        self.steps = steps\n",
        "values = Held(values.steps)",
    ),
}
"""What has to be matched, by what is odd about it."""

FROM_RUN_TO_RUN: dict[str, str] = {
    "the time at import": _plain(
        "parser.add_argument('--at', default=NOW)", "import time\nNOW = time.time()"
    ),
    "the time of a parse": _plain(
        "parser.add_argument('--at', default=time.time())", "import time"
    ),
    "the day and time as text": _plain(
        "parser.add_argument('--at', default=f'run-{datetime.datetime.now():%Y%m%d-%H%M%S}')",
        "import datetime",
    ),
    "the number of the process": _plain(
        "parser.add_argument('--at', default=os.getpid())", "import os"
    ),
    "a number by chance": _plain(
        "parser.add_argument('--at', default=random.random())", "import random"
    ),
    "a number by chance at import": _plain(
        "parser.add_argument('--at', default=SEED)", "import random\nSEED = random.randrange(10**9)"
    ),
    "a unique name": _plain("parser.add_argument('--at', default=uuid.uuid4().hex)", "import uuid"),
    "a temporary name": _plain(
        "parser.add_argument('--at', default=tempfile.mkdtemp())", "import tempfile"
    ),
    "the address of an object": _plain("parser.add_argument('--at', default=id(object()))"),
    "the hash of a text": _plain("parser.add_argument('--at', default=hash('x'))"),
}
"""What differs from run to run: the value of `--at`."""


def gated(
    folder: Path, source: str, names: tuple[str, str] = ("legacy_cli.py", "new.py"), **settings: Any
) -> GateReport:
    """The report of a short run of the gate on two copies of `source`."""
    settings = {"budget": 20, "workers": 1, "examples": 8, "mutants": "none", **settings}
    entry = {name: settings.pop(name) for name in ("pinned", "left_out") if name in settings}
    attribute = next(
        (name for name in ("parse", "main", "build") if f"def {name}(" in source),
        "PARSER",
    )
    for name in names:
        (folder / name).write_text(source, encoding="utf-8")
    target = Target(
        name="odd",
        control=f"{names[0]}:{attribute}",
        candidate=f"{names[1]}:{attribute}",
        base=folder,
        sections=SectionRule(),
        **entry,
    )
    here = Path.cwd()
    os.chdir(folder)  # where little is to be copied for child processes
    try:
        return run_gate(target, **settings)
    finally:
        os.chdir(here)


def said(report: GateReport) -> str:
    """What a report says besides `matched`, one line each."""
    lines = [f"{report.verdict} {report.total.cases} cases"]
    lines += [f"  {mismatch.line()[:300]}" for mismatch in report.mismatches[:4]]
    lines += [f"  {problem.weight}: {problem.message[:400]}" for problem in report.problems[:4]]
    return "\n".join(lines)


def _main(names: list[str]) -> None:
    for name, source in {**MATCHED, **FROM_RUN_TO_RUN}.items():
        if names and name not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                text = said(gated(Path(folder), source))
            except Exception as error:
                text = f"{type(error).__name__}: {error}"
        print(f"{name}: {text}", flush=True)


if __name__ == "__main__":
    _main(sys.argv[1:])
