"""What changed between two armies: settings, units that came and went, and what changed within a unit that stayed.

Which unit of the one army is which of the other is not stated anywhere: units of one datasheet are paired so that as little as
possible changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from listbuilder.army.model import Army, ForceView
from listbuilder.army.records import Unit
from listbuilder.catalogue.base import Number
from listbuilder.naming import fold

MOST_PAIRED = 60  # copies of a datasheet that are compared each with each; of more, the first with the first


class Change(NamedTuple):
    """A fact that changed. ``what``: which fact; ``of``: of what, such as an item. Empty or 0: that army has it not."""

    what: str
    of: str
    before: str | int
    after: str | int


class UnitChange(Struct, frozen=True):
    """A unit that only one of the armies has, or whose facts or points changed."""

    before: Unit | None
    after: Unit | None
    changes: tuple[Change, ...] = ()


class Difference(Struct, frozen=True):
    """``settings``: facts of the whole army that changed; ``units``: in the order of the later army, those that left last."""

    settings: tuple[Change, ...]
    units: tuple[UnitChange, ...]

    def __bool__(self) -> bool:
        return bool(self.settings or self.units)


def difference(before: Army, after: Army) -> Difference:
    """What changed from one army to another. Names are compared without regard to case and punctuation, so that armies over
    different data can be compared."""
    pairs = _paired(before, after)
    of_forces = bool(_inside(before) and _inside(after))
    first, second = _Facts(before, of_forces=of_forces), _Facts(after, of_forces=of_forces)
    units = []
    for old, new in pairs:
        changes: tuple[Change, ...] = ()
        if old is not None and new is not None:
            issued = {item for item, _ in _issued(old).items() & _issued(new).items()}  # follow from the models
            found = _changes(first.of(old), second.of(new))
            changes = tuple(one for one in found if one.what != "item" or fold(one.of) not in issued)
            if not changes and old.points == new.points:
                continue
        units.append(UnitChange(old, new, changes))
    return Difference(tuple(_settings(before, after)), tuple(units))


def _settings(before: Army, after: Army) -> Iterator[Change]:
    for what, old, new in (
        ("name", before.name, after.name),
        ("system", before.system, after.system),
        ("faction", before.faction_name, after.faction_name),
        ("battle_size", *(army.battle_size.name if army.battle_size else "" for army in (before, after))),
        ("limit", *("" if army.limit is None else str(army.limit) for army in (before, after))),
        ("data", *(_data(army) for army in (before, after))),
    ):
        if fold(old) != fold(new):
            yield Change(what, "", old, new)
    yield from _counted("detachment", *(Counter(one.name for one in army.detachments) for army in (before, after)))
    yield from _counted("choice", *(Counter(one.name for one in army.choices) for army in (before, after)))
    if _inside(before) and _inside(after):
        yield from _counted("force", *(Counter(map(_force, _inside(army))) for army in (before, after)))


def _inside(army: Army) -> list[ForceView]:
    """The forces of native data that its units stand in; community data call theirs otherwise."""
    return [force for force in army.forces if force.inside]


def _force(force: ForceView) -> str:
    """What a force is: its kind, and the faction and subfaction that it has."""
    said = (force.kind, force.faction, force.subfaction.name if force.subfaction else "")
    return " · ".join(filter(None, said))


def _data(army: Army) -> str:
    pin = army.data
    return f"{pin.set} {pin.dated}" if pin else ""


# --- which unit is which ------------------------------------------------------------------------------------------------------


def _paired(before: Army, after: Army) -> list[tuple[Unit | None, Unit | None]]:
    """Every unit of both armies once, with what it became or was."""
    kinds: dict[str, tuple[list[Unit], list[Unit]]] = {}
    for place, army in enumerate((before, after)):
        for unit in army.units:
            kinds.setdefault(fold(unit.datasheet), ([], []))[place].append(unit)
    was: dict[str, Unit] = {}
    gone: set[str] = set()
    for old, new in kinds.values():
        matched = _matched(old, new)
        was.update({new[place].id: old[other] for other, place in matched.items()})
        gone.update(unit.id for number, unit in enumerate(old) if number not in matched)
    stayed: list[tuple[Unit | None, Unit | None]] = [(was.get(unit.id), unit) for unit in after.units]
    return [*stayed, *((unit, None) for unit in before.units if unit.id in gone)]


def _matched(old: Sequence[Unit], new: Sequence[Unit]) -> dict[int, int]:
    """Place among the old units -> place among the new ones: the most similar pairs first, then in their order."""
    if max(len(old), len(new)) > MOST_PAIRED:
        return dict(zip(range(len(old)), range(len(new)), strict=False))
    ranked = sorted(
        (_distance(one, other), abs(first - second), first, second)
        for first, one in enumerate(old)
        for second, other in enumerate(new)
    )
    found: dict[int, int] = {}
    for _, _, first, second in ranked:
        if first not in found and second not in found.values():
            found[first] = second
    return found


def _distance(one: Unit, other: Unit) -> int:
    """How many models, items and upgrades differ; a name or id that both have makes them nearer."""
    differing = sum(
        sum((left - right).values()) + sum((right - left).values())
        for left, right in zip(_contents(one), _contents(other), strict=True)
    )
    return 4 * differing + 2 * (one.name != other.name) + (one.id != other.id)


def _contents(unit: Unit) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Models, items and enhancements by name."""
    models: Counter[str] = Counter()
    items: Counter[str] = Counter({item.name: item.count for item in unit.wargear})
    for line in unit.models:
        models[line.name] += line.count
        for item in line.wargear:
            items[item.name] += item.count
    return models, items, Counter(one.name for one in unit.enhancements)


def _issued(unit: Unit) -> dict[str, frozenset[tuple[str, int]]]:
    """The items of which all models of a kind carry the same number: the kinds, with that number."""
    models, _, _ = _contents(unit)
    carried: dict[str, Counter[str]] = {}
    for line in unit.models:
        for item in line.wargear:
            carried.setdefault(fold(item.name), Counter())[line.name] += item.count
    return {
        item: frozenset((kind, count // models[kind]) for kind, count in kinds.items())
        for item, kinds in carried.items()
        if all(models[kind] and count % models[kind] == 0 for kind, count in kinds.items())
    }


# --- what changed in a unit ---------------------------------------------------------------------------------------------------

Value = str | Counter[str]


class _Facts:
    """What the units of an army are and how they start a battle, by name, so that two armies can be compared.
    ``of_forces``: also in what kind of force each stands."""

    def __init__(self, army: Army, *, of_forces: bool) -> None:
        self.army = army
        self.forces = {force.id: force.kind for force in _inside(army)} if of_forces else {}
        self.marks: dict[str, list[str]] = {}
        for note, marked in army.declarations.marks.items():
            for unit in marked:
                self.marks.setdefault(unit, []).append(note)

    def of(self, unit: Unit) -> dict[str, Value]:
        """The facts of a unit: name -> text, or names with their counts."""
        models, items, enhancements = _contents(unit)
        declared = self.army.declarations
        return {
            "name": unit.name,
            "force": self.forces.get(unit.force, ""),
            "model": models,
            "item": items,
            "enhancement": enhancements,
            "warlord": "yes" if unit.warlord else "",
            "attach": self._name(declared.attach, unit),
            "embark": self._name(declared.embark, unit),
            "state": "strategic-reserves"
            if unit.id in declared.strategic_reserves
            else declared.reserves.get(unit.id, ""),
            "hover": "yes" if unit.id in declared.hover else "",
            "split": "yes" if unit.id in declared.split else "",
            "deployed": "yes" if unit.id in declared.deployed else "",
            "marks": Counter(self.marks.get(unit.id, ())),
        }

    def _name(self, related: Mapping[str, str], unit: Unit) -> str:
        other = self.army.unit(related.get(unit.id, ""))
        return other.name if other is not None else ""


def _changes(before: Mapping[str, Value], after: Mapping[str, Value]) -> Iterator[Change]:
    for what, old in before.items():
        new = after[what]
        if isinstance(old, Counter) and isinstance(new, Counter):
            yield from _counted(what, old, new)
        elif fold(str(old)) != fold(str(new)):
            yield Change(what, "", str(old), str(new))


def _counted(what: str, before: Counter[str], after: Counter[str]) -> Iterator[Change]:
    """The names whose counts differ; names that are spelled differently are the same."""
    old, new = _folded(before), _folded(after)
    for key in dict.fromkeys((*old, *new)):
        (name, was), (now_name, now) = old.get(key, ("", 0)), new.get(key, ("", 0))
        if was != now:
            yield Change(what, now_name or name, was, now)


def _folded(counts: Counter[str]) -> dict[str, tuple[str, int]]:
    """The names as they are compared -> the first spelling, and the number of all."""
    found: dict[str, tuple[str, int]] = {}
    for name, count in counts.items():
        spelling, number = found.get(fold(name), (name, 0))
        found[fold(name)] = spelling, number + count
    return found


def points(change: UnitChange) -> tuple[Number | None, Number | None]:
    """The points of a unit in both armies."""
    return (change.before.points if change.before else None, change.after.points if change.after else None)


def repriced(before: Army, after: Army) -> Iterator[UnitChange]:
    """The units that one of the armies lacks, or that cost something else in it."""
    for change in difference(before, after).units:
        was, now = points(change)
        if was != now:
            yield change
