"""Writes a list in the styles that team tournaments ask for, as New Recruit does: WTC-compact and WTC-full."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.army import Unit
from listbuilder.exchange.writing.gw_app import counted, sections
from listbuilder.exchange.writing.sheet import Sheet, kinds, listed, loadouts, sheet_of
from listbuilder.exchange.writing.sheet import number as points
from listbuilder.listfile.bound import BoundList
from listbuilder.naming import unmarked

RULER = "+" * 47


def write_compact(bound: BoundList) -> str:
    """One unit a line; the models of mixed units below it."""
    sheet = sheet_of(bound)
    marks = _marks(sheet)
    rows = [*_header(sheet, marks), ""]
    groups = sections(sheet)
    for heading, units, _ in groups:
        if heading and sheet.game:
            rows += [heading, ""]
        elif not sheet.borrowed.isdisjoint(unit.id for unit in units):  # else their names would mean other datasheets
            rows += [heading.upper(), ""]
        for unit in units:
            rows += _compact(sheet, unit, marks)
        rows.append("")
    return "\n".join(rows)


def write_full(bound: BoundList) -> str:
    """Sections, and the wargear of each unit on lines of its own."""
    sheet = sheet_of(bound)
    marks = _marks(sheet)
    rows = [*_header(sheet, marks), ""]
    for heading, units, _ in sections(sheet):
        rows += [heading if sheet.game else heading.upper(), ""] if heading else []
        for unit in units:
            rows += [*_full(sheet, unit, marks), ""]
    return "\n".join(rows)


def _marks(sheet: Sheet) -> dict[str, str]:
    """Unit -> the mark before it: characters are numbered."""
    heroes = [unit.id for unit in sheet.army.units if unit.has("Character")]
    return {unit: f"Char{number}: " for number, unit in enumerate(heroes, 1)}


def _header(sheet: Sheet, marks: dict[str, str]) -> Iterator[str]:
    army = sheet.army
    yield RULER
    yield f"+ LIST NAME: {sheet.title}"
    yield from (f"+ {label.upper()}: {value}" for label, value in sheet.header()) if sheet.game else _settings(sheet)
    if sheet.has_points:
        yield f"+ TOTAL ARMY POINTS: {points(army.points)}pts"
    yield "+"
    yield from (f"+ WARLORD: {marks.get(unit.id, '')}{unit.datasheet}" for unit in army.units if unit.warlord)
    borne = [(one, unit) for unit in army.units for one in unit.enhancements]
    for number, (one, unit) in enumerate(borne):
        yield f"{'&' if number else '+ ENHANCEMENT:'} {one.name} (on {marks.get(unit.id, '')}{unit.datasheet})"
    yield f"+ NUMBER OF UNITS: {len(army.units)}"
    yield RULER


def _settings(sheet: Sheet) -> Iterator[str]:
    army = sheet.army
    yield f"+ FACTION KEYWORD: {army.faction_name}"
    yield f"+ DETACHMENT: {', '.join(sheet.detachments)}"
    if sheet.disposition:
        yield f"+ FORCE DISPOSITION: {', '.join(sheet.disposition)}"
    if army.limit is not None:
        yield f"+ POINTS LIMIT: {points(army.limit)}pts"


def _title(sheet: Sheet, unit: Unit, marks: dict[str, str]) -> str:
    cost = sheet.cost(unit.points, unit.model_count, "pts")
    return f"{marks.get(unit.id, '')}{unit.model_count}x {unit.datasheet} ({cost})"


def _compact(sheet: Sheet, unit: Unit, marks: dict[str, str]) -> Iterator[str]:
    own = ["Warlord"] if unit.warlord else []
    own += [listed(unit.wargear)] if unit.wargear else []
    below: list[str] = []
    only = loadouts(unit.models[0]) if len(unit.models) == 1 else []
    if unit.id in sheet.alone:
        own += [listed(only[0].items)] if only[0].items else []
    elif len(only) == 1 and unit.models[0].name in (unmarked(unit.datasheet), "") and not own and only[0].items:
        own.append(f"{only[0].count} with {listed(only[0].items)}")
    else:
        below = list(_models(unit, inline=True))
    yield _title(sheet, unit, marks) + (f": {', '.join(own)}" if own else "")
    yield from below
    yield from _enhancements(unit)
    yield from _attachments(sheet, unit)


def _full(sheet: Sheet, unit: Unit, marks: dict[str, str]) -> Iterator[str]:
    yield _title(sheet, unit, marks)
    if unit.warlord:
        yield "• Warlord"
    yield from (f"• {counted(item)}" for item in unit.wargear)
    if unit.id in sheet.alone:
        yield from (f"1 with {listed(one.items)}" for one in loadouts(unit.models[0]) if one.items)
    else:
        yield from _models(unit, inline=False)
    yield from _enhancements(unit)
    yield from _attachments(sheet, unit)


def _models(unit: Unit, *, inline: bool) -> Iterator[str]:
    """The models of a unit by name, and what so many of each carry. ``inline``: a sole loadout stands behind the name."""
    for name, lines in kinds(unit):
        worn = [one for line in lines for one in loadouts(line)]
        title = f"• {sum(line.count for line in lines)}x {name}"
        if len(worn) == 1 and (inline or not worn[0].items):
            yield title + (f": {worn[0].count} with {listed(worn[0].items)}" if worn[0].items else "")
        else:
            yield title
            yield from (f"    {one.count} with {listed(one.items)}" for one in worn if one.items)


def _enhancements(unit: Unit) -> Iterator[str]:
    yield from (f"Enhancement: {one.name} (+{points(one.points)} pts)" for one in unit.enhancements)


def _attachments(sheet: Sheet, unit: Unit) -> Iterator[str]:
    yield from (f"• {label}: {value}" for label, value in sheet.words.get(unit.id, ()))
    for leader, body in sheet.attached():
        if leader.id == unit.id:
            yield f"Leading {sheet.numbered(body)}"
        elif body.id == unit.id:
            yield f"  Attached to {sheet.numbered(leader)}"
