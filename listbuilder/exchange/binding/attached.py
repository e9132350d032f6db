"""Attached units: whom a read list says that a unit leads, as declarations of the roster."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.exchange.reading.record import ListRecord
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.edits import SetDeclarations
from listbuilder.roster.tree import Roster


def declare(record: ListRecord, ids: Sequence[str], roster: Roster) -> None:
    """Declares the attached units that a list states: its groups of leaders and bodyguards, or whom a unit leads."""
    attach: dict[str, str] = {}
    for place, _unit in enumerate(record.units):
        target = _led(record, place)
        if target is not None and ids[place] and ids[target]:
            attach[ids[place]] = ids[target]
    if attach:
        SetDeclarations(Declarations(attach=attach)).apply(roster)


def _led(record: ListRecord, place: int) -> int | None:
    """The unit that a unit leads, by its place in the list."""
    unit = record.units[place]
    if unit.leads is not None:
        name, number = unit.leads
        alike = [n for n, other in enumerate(record.units) if other.name == name]
        return alike[number - 1] if number <= len(alike) else None
    if not unit.group or not unit.role or is_bodyguard(unit.role):
        return None
    group = (n for n, other in enumerate(record.units) if other.group == unit.group and is_bodyguard(other.role))
    return next(group, None)


def is_bodyguard(role: str) -> bool:
    return role.casefold().startswith(("bodyguard", "gardes"))
