"""Choices of one name of which the data hide some: enhancements that two seasons of a game or two detachments have, and units
that two links offer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine
from listbuilder.engine.actions import select
from listbuilder.exchange.binding.names import stem
from listbuilder.exchange.binding.spelled import names_within
from listbuilder.exchange.binding.unit_sheet import UnitSheet, sheet_of
from listbuilder.exchange.reading.record import UnitRecord, walk
from listbuilder.roster.edits import Remove
from listbuilder.roster.tree import Force, Roster, Selection


def show(roster: Roster) -> None:
    """Chooses, in place of each choice that the data hide from this army, another of its name that they do not hide."""
    doubled = list(_doubled(roster))
    if not doubled:
        return
    engine = Engine.of(roster)
    for node, others in doubled:
        assert isinstance(node.parent, Selection)
        if not engine.state(node).hidden:
            continue
        shown = next((one for one in others if not _is_hidden(engine, node.parent, one)), None)
        if shown is not None:
            _replace(engine, node, shown)


def meant(record: UnitRecord, roster: Roster, force: Force, units: Sequence[Option]) -> Option:
    """The unit of several that a list may mean: one that has most of what it names (a datasheet of [Legends] may have the name of
    a new one); of those of one name one that the data do not hide from this army, as an ally that two links offer, one of them
    to a single faction."""
    if len(units) < 2:
        return units[0]
    best = min(units, key=lambda one: _unknown(record, sheet_of(one.library, one)))
    alike = [one for one in units if one.name == best.name]
    if len(alike) < 2:
        return best
    engine = Engine.of(roster)
    return next((one for one in alike if not engine.choice(force, one).hidden), best)


def _unknown(record: UnitRecord, sheet: UnitSheet) -> int:
    """How many of the names below a unit its datasheet does not have."""
    return sum(not (sheet.named(part.name) or stem(part.name) in sheet.known) for part in walk(record.parts))


def _doubled(roster: Roster) -> Iterator[tuple[Selection, list[Option]]]:
    """The choices inside units and settings, each with the others of its name at its place; those without any left out."""
    for node in roster.walk():
        if isinstance(node.parent, Selection):
            holder, name = node.parent.option, stem(node.option.name)
            if names_within(holder.library, holder.merged)[name] > 1:
                yield node, [one for one in holder.entries if one is not node.option and stem(one.name) == name]


def _is_hidden(engine: Engine, parent: Selection, option: Option) -> bool:
    return any(engine.choice(parent, one).hidden for one in (option, *option.group_chain))


def _replace(engine: Engine, node: Selection, option: Option) -> None:
    parent, amount, place = node.parent, node.amount, node.place
    assert isinstance(parent, Selection)
    Remove(node).apply(engine.roster)
    edit, chosen = select(engine, parent, option, amount)
    edit.apply(engine.roster)
    chosen.place = place
