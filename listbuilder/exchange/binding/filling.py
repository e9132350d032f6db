"""Fills up what the data require and a sparse list leaves out: the models of a unit, as many as its choices make it."""

from __future__ import annotations

from collections.abc import Container

from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine
from listbuilder.engine.actions import select
from listbuilder.engine.state import Violation
from listbuilder.roster.edits import SetAmount
from listbuilder.roster.tree import Roster, Selection

ROUNDS = 3  # what is filled up may require more


def fill(roster: Roster, units: Container[str]) -> None:
    """Raises what is too few in the units of these ids to the fewest that the data allow."""
    engine = Engine(roster)
    try:
        for _ in range(ROUNDS):
            lacking = [one for one in engine.violations() if _is_lacking(one, units)]
            filled = [_fill(engine, one) for one in lacking]  # all of them, before asking again
            if not any(filled):
                return
    finally:
        engine.close()


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
    there = [node for node in (holder, *holder.selections) if one.entry_id in node.option.ids]
    if there:
        SetAmount(there[-1], there[-1].amount + missing).apply(engine.roster)
        return True
    options = [option for option in holder.option.entries if one.entry_id in option.ids]
    options = options or _defaults(holder, one.entry_id)
    if len(options) != 1:
        return False
    edit, _ = select(engine, holder, options[0], missing)
    edit.apply(engine.roster)
    return True


def _defaults(holder: Selection, group_id: str) -> list[Option]:
    """The default choice of a group, or its only one."""
    for group in holder.option.groups:
        if group_id in group.ids:
            named = [entry for entry in group.entries if group.default_id and group.default_id in entry.ids]
            return named or [entry for entry in group.entries if not entry.merged.hidden]
    return []
