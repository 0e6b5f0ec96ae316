"""Goldens on disk: one JSON file per topic, each case with the control's outcome.

An accepted parse is kept as its delta from the baseline, the observation of the empty command line,
which `baseline.json` holds once. Long usage and help texts are kept folded (`observe.folding`).
Every delta is read back before it is written: an outcome that would not come back as it was is kept
whole.

Outcomes may depend on the release of Python: `outcome` holds on all of them but those that
`variants` names: from a release on (`3.13.18+`), by minor version (`3.13`) or by exact release.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from argparity.golden.errors import ConfigError
from argparity.golden.model.case import Case
from argparity.golden.model.observation import Observation, Outcome
from argparity.golden.observe.folding import departure
from argparity.golden.records.atomic import locked, write_text
from argparity.golden.records.delta import apply_delta, delta, full, short
from argparity.golden.records.json_text import dumps
from argparity.golden.sides.target import Target

FORMAT = 1
BASELINE = "baseline"
"""The name of the file with the observation of the empty command line; no topic has this name."""

_T = TypeVar("_T")
Touched = Callable[[Case], Iterable[str]]
"""The sections that a case is about; none: it is about all of them."""


def all_sections(case: Case) -> Iterable[str]:
    """Every case is about all sections."""
    return ()


_STATED = ("argv", "toml", "more_toml", "steps", "env", "outcome", "variants")
_TREES = ("values", "surface")


@dataclass(frozen=True)
class Golden:
    """One case with the control's outcome.

    `recorded`: the exact releases of Python on which it was recorded. `outcome`: the folded
    observation on all but those of `variants`, whose keys are a release from which on another one
    holds (`3.13.18+`), a minor version (`3.13`) or an exact release.
    `distilled`: it belongs to the fewest cases that kill every mutant.
    """

    case: Case
    outcome: Observation
    recorded: tuple[str, ...]
    variants: Mapping[str, Observation] = field(default_factory=dict)
    distilled: bool = False

    def expected(self, release: str) -> Observation:
        """The observation that holds on that release of Python (`3.12.1`): of the variants that
        cover it the one that begins last, or the common outcome.
        """
        covering = [name for name in self.variants if _covers(name, release)]
        return self.variants[max(covering, key=version_order)] if covering else self.outcome

    def elsewhere(self, release: str) -> tuple[Observation, ...]:
        """All that was recorded on other releases, where this one was not; else nothing."""
        if release in self.recorded:
            return ()
        return self.outcome, *self.variants.values()

    def agrees(self, found: Observation, release: str) -> bool:
        """Whether an observation on that release, folded, is what is expected. On a release that
        was not recorded it may be what another one does, and texts may differ.
        """
        return departure(found, self.expected(release), self.elsewhere(release)) != "outcome"

    def recorded_on(self, release: str) -> bool:
        """Whether it was recorded on exactly that release of Python."""
        return release in self.recorded


@dataclass(frozen=True)
class Topic:
    """One file: its goldens, and the changes of recorded outcomes, with reasons."""

    name: str
    goldens: tuple[Golden, ...] = ()
    history: tuple[Mapping[str, str], ...] = ()


class Store:
    """The goldens of one target in its folder."""

    def __init__(self, target: Target) -> None:
        self.target = target
        self.folder: Path = target.goldens_path

    def path(self, topic: str) -> Path:
        """The file of a topic."""
        return self.folder / f"{topic}.json"

    def topics(self) -> list[Topic]:
        """All topics, sorted by name. Raises ConfigError for a file that does not load."""
        baseline = self.baseline()
        return [self._read(file, baseline) for file in self._files() if file.stem != BASELINE]

    def baseline(self) -> Outcome | None:
        """The accepted parse that deltas start from; None if there is none (yet)."""
        file = self.path(BASELINE)
        if not file.exists():
            return None
        return _reading(file, lambda data: _whole_from_json(data["outcome"]))

    def set_baseline(self, outcome: Outcome) -> None:
        """Write the baseline if there is none; deltas depend on an existing one."""
        file = self.path(BASELINE)
        with locked(file):
            if not file.exists():
                data = {"format": FORMAT, "target": self.target.name}
                write_text(file, dumps({**data, "outcome": _whole_to_json(outcome)}))

    def write(self, topic: Topic) -> bool:
        """Write a topic, or remove its file if it is empty. Returns whether anything changed."""
        file = self.path(topic.name)
        with locked(file):
            before = file.read_text(encoding="utf-8") if file.exists() else ""
            text = self.canonical(topic)
            if text == before:
                return False
            if text:
                write_text(file, text)
            else:
                file.unlink()
            return True

    def canonical(self, topic: Topic) -> str:
        """The text of a topic's file; "" for an empty topic."""
        if not topic.goldens and not topic.history:
            return ""
        return dumps(self._to_json(topic, self.baseline()))

    def text(self, golden: Golden) -> str:
        """One golden as its file holds it."""
        return dumps(_golden_to_json(golden, (), self.baseline()))

    def digests(self, sections: Iterable[str], touched: Touched) -> dict[str, str]:
        """By section, SHA-256 over the inputs and outcomes of the goldens that touch it.

        The baseline touches all sections, and so does a golden that touches none of them.
        """
        stated: dict[str, list[str]] = {name: [] for name in sections}
        for file in self._files():
            data = _reading(file, lambda data: data)
            for item in data.get("cases", [data]):
                kept = {key: item[key] for key in _STATED if key in item}
                names = touched(Case.from_json(item)) if "id" in item else ()
                for name in stated.keys() & set(names) or stated:
                    stated[name].append(json.dumps(kept, sort_keys=True))
        return {name: _digest(texts) for name, texts in stated.items()}

    def _files(self) -> list[Path]:
        return sorted(self.folder.glob("*.json")) if self.folder.is_dir() else []

    def _read(self, file: Path, baseline: Outcome | None) -> Topic:
        def read(data: Any) -> Topic:
            shared = tuple(data["python"])
            goldens = (_golden_from_json(item, shared, baseline) for item in data["cases"])
            return Topic(file.stem, tuple(goldens), tuple(data.get("history", ())))

        return _reading(file, read)

    def _to_json(self, topic: Topic, baseline: Outcome | None) -> dict[str, Any]:
        shared = _most_common([golden.recorded for golden in topic.goldens])
        data: dict[str, Any] = {
            "format": FORMAT,
            "target": self.target.name,
            "python": list(shared),
        }
        if topic.history:
            data["history"] = [dict(entry) for entry in topic.history]
        data["cases"] = [_golden_to_json(golden, shared, baseline) for golden in topic.goldens]
        return data


def load_goldens(target: Target) -> list[Golden]:
    """All goldens of a target, in a stable order.

    Raises ConfigError for a file that does not load, and for an id that occurs twice.
    """
    seen: dict[str, str] = {}
    goldens: list[Golden] = []
    store = Store(target)
    for topic in store.topics():
        for golden in topic.goldens:
            name = golden.case.id
            if name in seen:
                raise ConfigError(
                    f"the id {name!r} is also in {seen[name]}.json; rename one of the two",
                    file=store.path(topic.name),
                )
            seen[name] = topic.name
            goldens.append(golden)
    return goldens


def _reading(file: Path, read: Callable[[Any], _T]) -> _T:
    """`read` of the file's JSON; any problem with it becomes one error that names the file."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        if data["format"] != FORMAT:
            raise ConfigError(
                f"has format {data['format']!r}, and this version reads {FORMAT}; "
                "use the version of argparity that wrote it",
                file=file,
            )
        return read(data)
    except json.JSONDecodeError as error:
        raise ConfigError(f"not valid JSON: {error.msg}", file=file, line=error.lineno) from error
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ConfigError(
            f"not a file of goldens ({type(error).__name__}: {error}); "
            "take the last committed state of it",
            file=file,
        ) from error


def _most_common(versions: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    return max(versions, key=versions.count) if versions else ()


def _golden_to_json(
    golden: Golden, shared: tuple[str, ...], baseline: Outcome | None
) -> dict[str, Any]:
    data = golden.case.to_json()
    if golden.recorded != shared:
        data["python"] = list(golden.recorded)
    if golden.distilled:
        data["distilled"] = True
    data["outcome"] = _observation_to_json(golden.outcome, baseline)
    if golden.variants:
        data["variants"] = _variants_to_json(golden, baseline)
    return data


def _variants_to_json(golden: Golden, baseline: Outcome | None) -> dict[str, Any]:
    """The variants in order; one that repeats another, or the common outcome, as the name of it."""
    data: dict[str, Any] = {}
    known = {"outcome": golden.outcome}
    for name in sorted(golden.variants, key=version_order):
        found = golden.variants[name]
        same = next((other for other in known if known[other] == found), None)
        data[name] = same or _observation_to_json(found, baseline)
        known[name] = found
    return data


def _variants_from_json(
    data: Mapping[str, Any], outcome: Observation, baseline: Outcome | None
) -> dict[str, Observation]:
    known = {"outcome": outcome}
    for name, found in data.items():
        repeated = isinstance(found, str)
        known[name] = known[found] if repeated else _observation_from_json(found, baseline)
    del known["outcome"]
    return known


def _golden_from_json(
    data: Mapping[str, Any], shared: tuple[str, ...], baseline: Outcome | None
) -> Golden:
    outcome = _observation_from_json(data["outcome"], baseline)
    return Golden(
        case=Case.from_json(data),
        outcome=outcome,
        recorded=tuple(data.get("python", shared)),
        variants=_variants_from_json(data.get("variants", {}), outcome, baseline),
        distilled=bool(data.get("distilled", False)),
    )


def version_order(version: str) -> tuple[int, ...]:
    """Sorts versions and the names of variants by number: 3.9.2 comes before 3.10.1."""
    parts = version.removesuffix("+").split(".")
    return tuple(int(part) if part.isdigit() else 0 for part in parts)


def _covers(variant: str, release: str) -> bool:
    if variant.endswith("+"):
        return version_order(variant) <= version_order(release)
    return variant in (release, release.rpartition(".")[0])


def _observation_to_json(observation: Observation, baseline: Outcome | None) -> Any:
    """A table for one outcome, a list of tables for the outcomes of several steps."""
    outcomes = [_outcome_to_json(outcome, baseline) for outcome in observation.outcomes]
    return outcomes[0] if len(outcomes) == 1 else outcomes


def _observation_from_json(data: Any, baseline: Outcome | None) -> Observation:
    outcomes: Iterable[Any] = data if isinstance(data, list) else [data]
    return Observation(tuple(_outcome_from_json(outcome, baseline) for outcome in outcomes))


def _outcome_to_json(outcome: Outcome, baseline: Outcome | None) -> dict[str, Any]:
    if outcome.kind == "ok" and baseline is not None:
        data = _changes_to_json(outcome, baseline)
        if _outcome_from_json(data, baseline) == outcome:
            return data
    whole = _whole_to_json(outcome)
    return {"whole": True, **whole} if outcome.kind == "ok" and baseline is not None else whole


def _changes_to_json(outcome: Outcome, baseline: Outcome) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": "ok"}
    for name in _TREES:
        base, tree = getattr(baseline, name), getattr(outcome, name)
        if base is not None and tree is not None and base != tree:
            data[name] = short(delta(base, tree))
    return {**data, **replace(outcome, values=None, surface=None).to_json()}


def _outcome_from_json(data: Mapping[str, Any], baseline: Outcome | None) -> Outcome:
    if data["kind"] != "ok" or baseline is None or "whole" in data:
        return _whole_from_json({name: data[name] for name in data if name != "whole"})
    trees = {
        name: apply_delta(getattr(baseline, name), full(data.get(name, {})))
        for name in _TREES
        if getattr(baseline, name) is not None
    }
    return Outcome.from_json({**data, **trees})


def _whole_to_json(outcome: Outcome) -> dict[str, Any]:
    data = outcome.to_json()
    return {name: short(value) if name in _TREES else value for name, value in data.items()}


def _whole_from_json(data: Mapping[str, Any]) -> Outcome:
    return Outcome.from_json(
        {name: full(value) if name in _TREES else value for name, value in data.items()}
    )


def _digest(stated: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(sorted(stated)).encode("ascii")).hexdigest()
