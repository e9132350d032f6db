"""Writes a list in Markdown, as New Recruit's text does: headings and one unit a line, for chats."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.army import Unit
from listbuilder.exchange.writing.gw_app import sections
from listbuilder.exchange.writing.sheet import Sheet, listed, loadouts, plain, sheet_of, whole
from listbuilder.exchange.writing.sheet import number as points
from listbuilder.listfile.bound import BoundList


def write(bound: BoundList) -> str:
    return "\n".join((*_lines(sheet_of(bound)), ""))


def _lines(sheet: Sheet) -> Iterator[str]:
    yield from _own_header(sheet) if sheet.game else _header(sheet)
    for heading, units, own in sections(sheet):
        yield ""
        if heading:
            models = sum(unit.model_count for unit in units)
            yield f"## {heading} [{sheet.cost(own + sum(unit.points for unit in units), models, 'pts')}]"
        for unit in units:
            yield from _unit(sheet, unit)


def _own_header(sheet: Sheet) -> Iterator[str]:
    models = sum(unit.model_count for unit in sheet.army.units)
    yield f"# {sheet.title} [{sheet.cost(sheet.army.points, models, 'pts')}]"
    yield ""
    yield from (f"{label}: {value}" for label, value in sheet.header())


def _header(sheet: Sheet) -> Iterator[str]:
    army = sheet.army
    yield f"{plain(army.faction_name)} - {sheet.title} - [{points(army.points)} pts]"
    yield ""
    yield f"# ++ Army Roster ++ [{points(army.points)} pts]"
    yield "## Configuration"
    if army.battle_size is not None:
        size = army.battle_size
        yield f"Battle Size: {size.name.split(' (')[0]} ({points(size.points)} Point limit)"
    if sheet.detachments:
        yield f"Detachment: {', '.join(sheet.detachments)}"
    yield from (f"{label}: {', '.join(values)}" for label, values in sheet.settings)


def _unit(sheet: Sheet, unit: Unit) -> Iterator[str]:
    own = ["Warlord"] if unit.warlord else []
    own += [f"{whole(one.name)} [{points(one.points)} pts]" for one in unit.enhancements]
    own += [listed(unit.wargear)] if unit.wargear else []
    if unit.id in sheet.alone and unit.models[0].wargear:
        own.append(listed(unit.models[0].wargear))
    yield f"{unit.datasheet} [{sheet.cost(unit.points, unit.model_count, 'pts')}]" + (
        f": {', '.join(own)}" if own else ""
    )
    for line in () if unit.id in sheet.alone else unit.models:
        for one in loadouts(line):
            yield f"• {one.count}x {line.name}" + (f": {listed(one.items)}" if one.items else "")
    yield from (f"• {label}: {value}" for label, value in sheet.words.get(unit.id, ()))
