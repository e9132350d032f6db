"""Choices of units of which the data demand a number from a whole force, such as "three War Dogs are Characters". Lists of other
programs need not name them: they are made where one way is left, and open where a list does not say which units have them.
"""

from __future__ import annotations

from collections.abc import Mapping

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine
from listbuilder.engine.actions import select
from listbuilder.engine.state import Violation
from listbuilder.exchange.binding.problems import Problems
from listbuilder.exchange.reading.record import UnitRecord
from listbuilder.i18n import Text
from listbuilder.roster.tree import Force, Roster, Selection

WITHIN = ("parent", "self")  # scopes of demands that each unit meets alone
ROUNDS = 4  # what is chosen may demand more


def make(roster: Roster, units: Mapping[str, UnitRecord], problems: Problems) -> None:
    """Makes what is demanded of the units of a list (by their ids) as often as it is lacking, if no more units may have it, and
    notes what they lack where several may."""
    engine = Engine.of(roster)
    for _ in range(ROUNDS):
        made = [_make(engine, one) for one in engine.violations() if _is_demand(one, units)]
        if not any(made):
            break
    for one in engine.violations():
        if _is_demand(one, units) and len(_able(engine, one)) > _lacking(one):
            assert isinstance(one.node, Selection)
            unit = one.node.root
            names = {"name": _called(engine, one), "found": one.found or 0, "bound": one.bound or 0}
            text = Text("the list does not say which units have {name}: {found} named, {bound} needed", names)
            problems.note(text, units[unit.id].line, "incomplete", unit.id)


def _is_demand(one: Violation, units: Mapping[str, UnitRecord]) -> bool:
    """Whether units lack a choice of which more than one of them must have it."""
    if one.kind != "min" or one.constraint is None or not isinstance(one.node, Selection):
        return False
    is_wide = one.constraint.field == "selections" and one.constraint.scope not in WITHIN
    return is_wide and not one.constraint.percent and one.node.root.id in units


def _make(engine: Engine, one: Violation) -> bool:
    able = _able(engine, one)
    if not able or len(able) != _lacking(one):
        return False
    for unit, option in able:
        select(engine, unit, option)[0].apply(engine.roster)
    return True


def _lacking(one: Violation) -> int:
    return int((one.bound or 0) - (one.found or 0))


def _able(engine: Engine, one: Violation) -> list[tuple[Selection, Option]]:
    """The units of the force that have not made the choice and may make it, for nothing, and what it is for each."""
    assert isinstance(one.node, Selection)
    force = one.node.root.parent
    assert isinstance(force, Force)
    units = (node for node in force.selections if roles.is_unit(node.option))
    offered = ((unit, option) for unit in units for option in unit.option.entries if one.entry_id in option.ids)
    return [(unit, option) for unit, option in offered if _is_free(engine, unit, option)]


def _is_free(engine: Engine, unit: Selection, option: Option) -> bool:
    if any(node.option.id == option.id for node in unit.selections):
        return False
    hidden = any(engine.choice(unit, part).hidden for part in (option, *option.group_chain))
    return not hidden and engine.room(unit, option) != 0 and not any(engine.price(unit, option).values())


def _called(engine: Engine, one: Violation) -> str:
    assert isinstance(one.node, Selection)
    _unit, option = _able(engine, one)[0]
    return option.name
