"""Writes a list in the style of the Games Workshop app, and the same with plain characters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from listbuilder.army import Unit, WargearItem
from listbuilder.catalogue.base import Number
from listbuilder.exchange.writing.sheet import Sheet, plain, sheet_of
from listbuilder.exchange.writing.sheet import number as points
from listbuilder.listfile.bound import BoundList

ALLIED = "Allied Units"
ATTACHED = "Attached Units"
OTHER = "Other Datasheets"
SECTIONS = (("Characters", "Character"), ("Battleline", "Battleline"), ("Dedicated Transports", "Dedicated Transport"))


@dataclass(frozen=True, slots=True)
class Style:
    """``word``: of points; ``model`` and ``item``: what stands before lines of the first and the second level."""

    word: str
    model: str
    item: str


APP = Style("Points", "  • ", "     ◦ ")
PLAIN = Style("points", "  - ", "    - ")


def write(bound: BoundList) -> str:
    """The list as the app exports it."""
    return "\n".join((*_lines(sheet_of(bound), APP), "Created with listbuilder", ""))


def write_plain(bound: BoundList) -> str:
    """The list as a text for mails and forms."""
    return "\n".join(_lines(sheet_of(bound), PLAIN))


class Section(NamedTuple):
    """Units below a heading; ``points``: what the heading itself costs, without them."""

    heading: str
    units: list[Unit]
    points: Number = 0


def sections(sheet: Sheet) -> list[Section]:
    """The units below the headings that lists of the game have, in their order; empty ones are left out."""
    if sheet.game:
        return list(_own_sections(sheet))
    inside = [force for force in sheet.army.forces if force.inside]
    if inside:  # lists of games whose armies consist of forces are read by these
        held = [
            Section(force.name, [unit for unit in sheet.army.units if unit.force == force.id], force.points)
            for force in inside
        ]
        apart = [unit for unit in sheet.army.units if not any(unit in one.units for one in held)]
        return [one for one in (*held, Section(OTHER, apart)) if one.units]
    headings = (*(heading for heading, _ in SECTIONS), OTHER, ALLIED)
    found: dict[str, list[Unit]] = {heading: [] for heading in headings}
    for unit in sheet.army.units:
        heading = next((name for name, keyword in SECTIONS if unit.has(keyword)), OTHER)
        found[ALLIED if sheet.is_allied(unit) else heading].append(unit)
    return [Section(heading, units) for heading, units in found.items() if units]


def _own_sections(sheet: Sheet) -> Iterator[Section]:
    """Units in no force, by role where the game has no forces, then each force with its units, also an empty one."""
    army = sheet.army
    forces = [force for force in army.forces if force.inside]
    apart = [unit for unit in army.units if not any(unit.force == force.id for force in forces)]
    if forces or not army.vocabulary.roles:
        yield from [Section("", apart)] if apart else ()
    else:
        ranked = sorted(apart, key=lambda unit: army.vocabulary.role_rank(unit.role))
        for role, units in groupby(ranked, key=lambda unit: army.vocabulary.role(unit.role)):
            yield Section(role.name.get("en", role.id) if role else "", list(units))
    kinds = [force.kind for force in forces]
    for place, force in enumerate(forces):
        alike = kinds.count(force.kind) > 1
        title = f"{force.kind} {kinds[: place + 1].count(force.kind)}" if alike else force.kind
        called = f": {plain(force.name)}" if not force.name.startswith(force.kind) else ""
        faction = f" ({force.faction})" if force.faction else ""
        subfaction = f" [{force.subfaction.name}]" if force.subfaction else ""
        held = [unit for unit in army.units if unit.force == force.id]
        yield Section(title + faction + subfaction + called, held, force.points)


def _lines(sheet: Sheet, style: Style) -> Iterator[str]:
    army = sheet.army
    models = sum(unit.model_count for unit in army.units)
    yield f"{sheet.title} ({sheet.cost(army.points, models, style.word)})"
    yield ""
    yield from (f"{label}: {value}" for label, value in sheet.header()) if sheet.game else _header(sheet, style)
    yield ""
    grouped = list(_groups(sheet))
    if grouped:
        yield from (ATTACHED.upper(), "")
    for number, units in enumerate(grouped, 1):
        yield from (f"Attached unit {number}", "")
        for unit, role in units:
            yield from _unit(sheet, unit, style, role)
    inside = {unit.id for units in grouped for unit, _ in units}
    for heading, listed, _ in sections(sheet):
        apart = [unit for unit in listed if unit.id not in inside]
        if heading and (apart or sheet.game):
            yield from (heading if sheet.game else heading.upper(), "")
        for unit in apart:
            yield from _unit(sheet, unit, style)


def _header(sheet: Sheet, style: Style) -> Iterator[str]:
    army = sheet.army
    yield army.faction_name
    yield from _detachments(sheet)
    if sheet.disposition:
        yield f"Force Dispositions: {', '.join(sheet.disposition)}"
    if army.battle_size is not None:
        yield f"{army.battle_size.name.split(' (')[0]} ({points(army.battle_size.points)} {style.word})"


def _detachments(sheet: Sheet) -> Iterator[str]:
    names = sheet.detachments
    if names and sheet.detachment_points:
        joined = " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
        yield f"{joined} ({sheet.detachment_points} Detachment Points)"
    else:
        yield from names


def _groups(sheet: Sheet) -> Iterator[list[tuple[Unit, str]]]:
    """Attached units: the leaders and the unit that they join, each with its part in that."""
    bodies: dict[str, list[tuple[Unit, str]]] = {}
    last: dict[str, Unit] = {}
    for leader, body in sheet.attached():
        bodies.setdefault(body.id, []).append((leader, "Leader (Character)"))
        last[body.id] = body
    for body_id, leaders in bodies.items():
        body = last[body_id]
        yield [*leaders, (body, "Bodyguard (Battleline)" if body.has("Battleline") else "Bodyguard")]


def _unit(sheet: Sheet, unit: Unit, style: Style, role: str = "") -> Iterator[str]:
    yield f"{unit.datasheet} ({sheet.cost(unit.points, unit.model_count, style.word)})"
    if role:
        yield f"{style.model}Attached as: {role}"
    if unit.warlord:
        yield f"{style.model}Warlord"
    yield from (style.model + counted(item) for item in unit.wargear)
    for line in unit.models:
        if unit.id in sheet.alone:
            yield from (style.model + counted(item) for item in line.wargear)
        else:
            yield f"{style.model}{line.count}x {line.name}"
            yield from (style.item + counted(item) for item in line.wargear)
    yield from (f"{style.model}Enhancements: {one.name}" for one in unit.enhancements)
    yield from (f"{style.model}{label}: {value}" for label, value in sheet.words.get(unit.id, ()))
    yield ""


def counted(item: WargearItem) -> str:
    return f"{item.count}x {item.name}"
