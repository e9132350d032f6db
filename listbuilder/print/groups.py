"""The units of an army as they stand on the table and in print: attached units together, under the headings of the list, and
those that share a card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from listbuilder.army.prices import price_of
from listbuilder.army.records import Profile, Unit
from listbuilder.catalogue.base import Number
from listbuilder.print.bearers import (
    Kind,
    Weapon,
    added_wounds,
    falling,
    kinds,
    models_of,
    weapons,
    with_wounds,
)
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import MOST_COPIES, Statline, card_facts, statline_of, statlines
from listbuilder.print.headings import force_points, roles, share_of
from listbuilder.replacing import replace
from listbuilder.rules.formation import Group, whole


@dataclass(frozen=True, slots=True)
class Section:
    """Groups under a heading, empty without one. ``points``: what they cost, or what a rule bounds of the role; ``bounds``:
    between which points that has to lie, in words."""

    heading: str
    groups: tuple[Group, ...]
    points: Number
    bounds: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A row of boxes to tick: models of one kind, in the order in which they are lost. ``wounds``: of each model; ``leads``:
    whether they joined the others as their leader; ``damaged``: from how many wounds left on a model is worse, the most first;
    only the largest of a unit is."""

    label: str
    wounds: tuple[int, ...]
    leads: bool = False
    damaged: tuple[int, ...] = ()


def sections(briefing: Briefing) -> tuple[Section, ...]:
    """All groups of the army in the order of its list, each where the unit stands that others joined."""
    found = []
    for heading, members in roles(briefing):
        groups = tuple(group for unit in members for group in _led_by(briefing, unit))
        points, bounds = share_of(briefing, members)
        own = _cost(briefing, groups) + force_points(briefing, members)
        cost = briefing.shares[members[0].role].found if points else whole(own)
        if groups or bounds:
            found.append(Section(heading, groups, cost, bounds))
    return tuple(found)


def in_list_order(briefing: Briefing) -> tuple[Unit, ...]:
    """The units of the army in the order of its list, each behind the unit that it joined."""
    whole_units = {unit.id: unit for unit in briefing.army.units}
    listed = (unit for section in sections(briefing) for group in section.groups for unit in group.units)
    found = dict.fromkeys(unit.half_of or unit.id for unit in listed)
    return tuple(whole_units[key] for key in dict.fromkeys([*found, *whole_units]))


def _cost(briefing: Briefing, groups: Sequence[Group]) -> Number:
    """What groups cost: in points, else in the currency that units are priced in."""
    if briefing.army.has_points:
        return whole(sum((one.points for one in groups), 0))
    return whole(sum((price_of(briefing.army, unit) or 0 for one in groups for unit in one.units), 0))


def _led_by(briefing: Briefing, unit: Unit) -> Iterable[Group]:
    """The group of a unit, or of each of its halves, unless it joined another unit."""
    groups = briefing.formation.halves_of(unit.id)
    return [one for one in groups if unit.id in {one.units[0].id, one.units[0].half_of}]


def bodies(briefing: Briefing, group: Group) -> Iterator[Group]:
    """What stands on the table as one: the group, or in a game that has a word for parts, the unit with its leaders and each
    part by itself."""
    apart = [unit for unit in group.units[1:] if unit.is_part] if briefing.vocabulary.terms.part is not None else []
    if not apart:
        yield group
        return
    yield _of(group, tuple(unit for unit in group.units if unit not in apart))
    for unit in apart:
        yield _of(group, (unit,))


def _of(group: Group, units: tuple[Unit, ...]) -> Group:
    """A group of some of its units."""
    models = sum(unit.model_count for unit in units)
    wounds = models == 1
    strength = max(unit.wounds for unit in units) if wounds else models
    return replace(
        group,
        id=units[0].id,
        units=units,
        models=models,
        points=whole(sum((unit.points for unit in units), 0)),
        below_half=max(strength - 1, 0) // 2,
        counted_by="wounds" if wounds else "models",
    )


def cards(briefing: Briefing) -> tuple[tuple[Group, ...], ...]:
    """The groups that share a card, in the order of the list: those that differ in nothing that it shows but their names."""
    found: list[list[Group]] = []
    known: dict[tuple[str, ...], list[tuple[list[object], list[Group]]]] = {}  # facts of transports are not hashable
    for section in sections(briefing):
        for group in (body for one in section.groups for body in bodies(briefing, one)):
            key = tuple(unit.datasheet for unit in group.units)
            facts: list[object] = [(card_facts(unit), unit.warlord) for unit in group.units]
            alike = known.setdefault(key, [])
            same = next((copies for others, copies in alike if others == facts and len(copies) < MOST_COPIES), None)
            if same is None:
                alike.append((facts, same := []))
                found.append(same)
            same.append(group)
    return tuple(tuple(copies) for copies in found)


@dataclass(frozen=True, slots=True)
class Figures:
    """Statlines with the same characteristics below each other, each behind the name of those who have it."""

    headings: tuple[str, ...]
    rows: tuple[tuple[str, Statline], ...]


def figures(briefing: Briefing, group: Group, empty: str = "–") -> tuple[Figures, ...]:
    """The statlines of a group; those that read alike are one. One table for each set of characteristics."""
    found: dict[tuple[str, ...], list[tuple[str, Statline]]] = {}
    for unit in group.units:
        headings, lines = statlines(unit, briefing.vocabulary, briefing.local, empty)
        for line in in_order(briefing, unit, lines):
            label = line.name if len(lines) > 1 else sheet_name(briefing, group, unit)
            rows = found.setdefault(tuple(headings), [])
            if all((known.values, known.save, label) != (line.values, line.save, name) for name, known in rows):
                rows.append((label, line))
    return tuple(Figures(headings, tuple(rows)) for headings, rows in found.items() if headings)


def in_order(briefing: Briefing, unit: Unit, lines: Sequence[Statline]) -> list[Statline]:
    """Statlines in the order in which their models are lost, those of mounts and of no model last."""
    found = falling(unit)
    riders = with_wounds(unit, briefing.vocabulary, found)
    sorts = (*riders, *(kind for kind in found if kind not in riders))
    order = [statline_of(unit, line) for kind in sorts for line in kind.lines]
    names = [briefing.local(profile.name) for profile in order if profile is not None]

    def rank(line: Statline) -> int:
        theirs = line.name.split(", ")
        return next((at for at, name in enumerate(names) if name in theirs or name == line.name), len(names))

    return sorted(lines, key=rank)


def sheet_name(briefing: Briefing, group: Group, unit: Unit) -> str:
    """What a unit is called within its group: by its datasheet, unless the group has two of it."""
    same = sum(1 for one in group.units if one.datasheet == unit.datasheet)
    return briefing.label(unit) if same > 1 else briefing.local(unit.datasheet)


@dataclass(frozen=True, slots=True)
class Arms:
    """Weapons of one type, as the data call it, each behind the name of who bears it."""

    type: str
    weapons: tuple[tuple[str, Weapon], ...]


def arms(briefing: Briefing, group: Group) -> tuple[Arms, ...]:
    """The weapons of a group by their type, in the game's order of types."""
    found: dict[str, list[tuple[str, Weapon]]] = {}
    for unit in group.units:
        for weapon in weapons(unit):
            bearer = briefing.local(weapon.bearer) if weapon.bearer else sheet_name(briefing, group, unit)
            found.setdefault(weapon.type, []).append((bearer, weapon))
    return tuple(Arms(kind, tuple(found[kind])) for kind in sorted(found, key=briefing.vocabulary.weapon_rank))


def parts(briefing: Briefing, group: Group) -> tuple[Part, ...]:
    """The models of a group in the order in which they are lost: the squad, those who lead it, then who joined it."""
    return tuple(
        part
        for number, unit in enumerate(group.units)
        for part in unit_parts(briefing, unit, sheet_name(briefing, group, unit), joined=number > 0)
    )


def unit_parts(briefing: Briefing, unit: Unit, name: str, *, joined: bool = False) -> Iterator[Part]:
    """The models of a unit. ``name``: what its models are called where they are of one kind; ``joined``: it leads another."""
    kept = with_wounds(unit, briefing.vocabulary, kinds(unit) if joined else falling(unit))
    more = added_wounds(unit, briefing.vocabulary)
    for kind in kept:
        label = briefing.local(kind.name) if len(kept) > 1 else name
        wounds = tuple(one + more for one in _wounds(briefing, unit, kind))
        most = max(wounds, default=0)
        damaged = tuple(one for one in unit.damaged if one < most) if most >= unit.wounds else ()
        yield Part(label, wounds, joined and not unit.is_part, damaged)


def models_on_table(briefing: Briefing, group: Group) -> int:
    """How many models a group has, mounts with their riders."""
    return sum(models_of(unit, briefing.vocabulary) for unit in group.units)


def _wounds(briefing: Briefing, unit: Unit, kind: Kind) -> tuple[int, ...]:
    """The wounds of each model of a kind, those that carry what few have last; 1 where no statline says them."""
    lines = sorted(kind.lines, key=lambda line: -line.count)
    return tuple(_stated(briefing, statline_of(unit, line)) for line in lines for _model in range(line.count))


def _stated(briefing: Briefing, line: Profile | None) -> int:
    text = briefing.vocabulary.value(line.values, "wounds") if line is not None else ""
    digits = "".join(char for char in text if char.isdigit())
    return max(int(digits[:3] or 1), 1)
