"""Mends what a sparse list leaves open: the models and wargear that the data require, as many as its choices make it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine
from listbuilder.engine.actions import select
from listbuilder.engine.state import Violation
from listbuilder.exchange.binding.names import stem
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.binding.trees import is_model
from listbuilder.exchange.reading.record import UnitRecord
from listbuilder.i18n import Text
from listbuilder.roster.edits import Insert, Remove, SetAmount
from listbuilder.roster.tree import Roster, Selection

ROUNDS = 3  # what is filled up may require more


def fill(roster: Roster, units: Mapping[str, Container[str]]) -> None:
    """Raises what is too few in units to the fewest that the data allow, and takes away what was only assumed and is hidden.
    ``units``: the stems of the names that the list states, by the ids of the units."""
    engine = Engine.of(roster)
    for _ in range(ROUNDS):
        found = engine.violations()
        hidden = [one.node for one in found if isinstance(one.node, Selection) and _is_assumed(one, units)]
        for node in hidden:
            Remove(node).apply(roster)
        lacking = [one for one in engine.violations() if _is_lacking(one, units)]
        filled = [_fill(engine, one) for one in lacking]  # all of them, before asking again
        if not any(filled) and not hidden:
            return


def _is_assumed(one: Violation, units: Mapping[str, Container[str]]) -> bool:
    """Whether it is about a hidden choice inside a unit that the list does not name. The Warlord's mark is never assumed."""
    node = one.node
    if one.kind != "hidden" or not isinstance(node, Selection) or not isinstance(node.parent, Selection):
        return False
    if roles.is_warlord_mark(node.option):
        return False
    stated = units.get(node.root.id)
    return stated is not None and stem(node.option.name) not in stated


def note_unstated(roster: Roster, units: Mapping[str, UnitRecord], labels: Container[str], problems: Problems) -> None:
    """Notes the choices that the data require and a sparse list does not state: settings of the army, wargear of units (by
    their ids). ``labels``: stems of the settings that it does state, whatever the data make of them."""
    for one in Engine.of(roster).violations():
        if one.kind != "min" or one.found or not isinstance(one.node, Selection):
            continue
        root = one.node.root
        if root.id in units:
            words = {"unit": units[root.id].name}
            text = Text("the list does not say which wargear {unit} takes where it must choose", words)
            problems.note(text, units[root.id].line, "incomplete", root.id)
        elif not roles.is_unit(root.option) and stem(root.option.name) not in labels:
            text = Text("{label}: the list does not say which one is chosen", {"label": root.option.name})
            problems.note(text, 0, "incomplete")


def _is_lacking(one: Violation, units: Container[str]) -> bool:
    if not isinstance(one.node, Selection) or one.constraint is None or one.found is None or one.bound is None:
        return False
    return one.constraint.field == "selections" and one.found < one.bound and one.node.root.id in units


def _fill(engine: Engine, one: Violation) -> bool:
    """Adds what one constraint lacks; False where it is not clear what."""
    holder = one.node
    assert isinstance(holder, Selection)
    assert one.bound is not None
    assert one.found is not None
    missing = int(one.bound - one.found)
    if one.counted and one.counted[1] is not holder and is_model(holder.option):  # counted in the whole unit
        if missing < holder.amount:  # not all models have it
            holder, missing = _apart(engine.roster, holder, missing), 1
        else:  # each has as many; what is left then, the next round adds
            missing //= holder.amount
    there = [node for node in (holder, *holder.selections) if one.entry_id in node.option.ids]
    if there:
        SetAmount(there[-1], there[-1].amount + missing).apply(engine.roster)
        return True
    options = [option for option in holder.option.entries if one.entry_id in option.ids]
    options = options or _defaults(holder, one.entry_id)
    if len(options) != 1:
        return False
    if roles.is_warlord_mark(options[0]):
        holder, options = _assumed_warlord(engine, one.entry_id) or (holder, options)
    edit, _ = select(engine, holder, options[0], missing)
    edit.apply(engine.roster)
    return True


def _assumed_warlord(engine: Engine, mark_id: str) -> tuple[Selection, list[Option]] | None:
    """The unit that has the Warlord's mark in a list that gives it to none, and that mark: of those whom the data let have it,
    the first one in the force with the most units, as a Warlord's force may hold more than others."""
    able: list[tuple[int, Selection, Option]] = []
    for force in engine.roster.walk_forces():
        units = [node for node in force.selections if roles.is_unit(node.option)]
        for unit in units:
            marks = [option for option in unit.option.entries if mark_id in option.ids]
            able += [(len(units), unit, option) for option in marks if not engine.choice(unit, option).hidden]
    if not able:
        return None
    _, unit, mark = max(able, key=lambda one: one[0])
    return unit, [mark]


def warlords(roster: Roster) -> Iterator[str]:
    """Ids of the units that have the Warlord's mark."""
    for force in roster.walk_forces():
        for unit in force.selections:
            if any(roles.is_warlord_mark(node.option) for node in unit.walk()):
                yield unit.id


def _apart(roster: Roster, node: Selection, amount: int) -> Selection:
    """Some models of several, with the same wargear, as a selection of their own."""
    assert node.parent is not None
    SetAmount(node, node.amount - amount).apply(roster)
    copy = _copy(node, amount)
    Insert(copy, node.parent).apply(roster)
    return copy


def _copy(node: Selection, amount: int) -> Selection:
    copy = Selection(node.option, amount)
    copy.place = node.place
    for child in node.selections:
        below = _copy(child, child.amount)
        below.parent = copy
        copy.selections.append(below)
    return copy


def _defaults(holder: Selection, group_id: str) -> list[Option]:
    """The default choice of a group, or its only one."""
    for group in holder.option.groups:
        if group_id in group.ids:
            named = [entry for entry in group.entries if group.default_id and group.default_id in entry.ids]
            return named or [entry for entry in group.entries if not entry.merged.hidden]
    return []
