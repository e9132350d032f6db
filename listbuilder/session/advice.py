"""What would happen if: where a leader may go, what a unit may ride in or bear, and what speaks against each.

The rules themselves are asked, with the change made for a moment, so that the advice is never another opinion than the check.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from listbuilder.army import Unit
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.tree import Selection
from listbuilder.rules.checker import check
from listbuilder.rules.kinds.relation import may_lead
from listbuilder.session import declaring
from listbuilder.session.views import Target

if TYPE_CHECKING:
    from listbuilder.session.session import Session


def leader_targets(session: Session, unit_id: str) -> list[Target]:
    """Units of the army that this leader may join, with what speaks against each."""
    leader = session.army.unit(unit_id)
    if leader is None or leader.leader is None:
        return []
    return _targets(
        session,
        unit_id,
        partial(may_lead, leader),
        lambda unit: declaring.attach(session.roster.declarations, unit_id, unit),
    )


def transport_targets(session: Session, unit_id: str) -> list[Target]:
    """Transports of the army, with what speaks against each."""
    return _targets(
        session,
        unit_id,
        lambda other: bool(other.transport) or other.transport_unread,
        lambda transport: declaring.embark(session.roster.declarations, unit_id, transport),
    )


def _targets(
    session: Session, unit_id: str, wanted: Callable[[Unit], bool], declared: Callable[[str], Declarations]
) -> list[Target]:
    others = [unit for unit in session.army.units if unit.id != unit_id and wanted(unit)]
    return [Target(unit.id, unit.name, _objection(session, declared(unit.id), (unit_id, unit.id))) for unit in others]


def _objection(session: Session, declared: Declarations, concerned: tuple[str, str]) -> str:
    """The first finding about the units concerned that this declaration would add; empty when there is none."""
    known = {(item.rule, item.unit, str(item.message)) for item in session.findings}
    found = check(replace(session.army, declarations=declared), session.ruleset)
    new = (i for i in found if i.unit in concerned and (i.rule, i.unit, str(i.message)) not in known)
    return next((str(item.message) for item in new), "")


def enhancements(session: Session, root: Selection) -> list[Target]:
    """Enhancements of the chosen detachment, with what speaks against this bearer."""
    found = []
    for _parent, option in list(session.marks.enhancement_options(root)):
        cost = next((cost.value for cost in option.costs if cost.type_id == session.builder.points_type), 0)
        objection = _what_if(session, partial(session.marks.set_enhancement, root, option.target.id))
        found.append(Target(option.target.id, f"{session.localise(option.name)} ({cost})", objection))
    return found


def _what_if(session: Session, change: Callable[[], None]) -> str:
    """The first finding that a change would add. The change is taken back; nobody is told."""
    known = {(item.rule, str(item.message)) for item in session.findings}
    with session.history.trial():
        change()
        found = check(session.builder.build(), session.ruleset)
    return next((str(item.message) for item in found if (item.rule, str(item.message)) not in known), "")
