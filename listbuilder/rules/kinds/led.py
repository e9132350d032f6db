"""A unit that needs a leader has one, and a leader that must join a unit has joined one.

Parameters: none; both requirements are data of the datasheets.

Passes: a Captain joins the Company Heroes.
Fails: Company Heroes without a leader.
"""

from __future__ import annotations

from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.kinds.relation import may_lead
from listbuilder.rules.muster import Muster


def check(rule: BoundRule[Parameters], muster: Muster) -> Findings:
    for group in muster.formation.groups:
        unit, *leaders = group.units
        needs = unit.bodyguard.needs if unit.bodyguard else ()
        if needs and not any(leader.has(word) for leader in leaders for word in needs):
            text = Text("{unit}: must be joined by a leader: {needs}", {"needs": ", ".join(needs)})
            able = [one for one in muster.units if any(one.has(word) for word in needs) and may_lead(one, unit)]
            yield rule.finding(text, unit, fixes=fixes.attach((leader, unit) for leader in able))
        if unit.leader is not None and unit.leader.must and not leaders:
            offered = fixes.attach(
                (unit, other) for other in muster.units if other is not unit and may_lead(unit, other)
            )
            yield rule.finding(Text("{unit}: must join another unit"), unit, fixes=offered)
