"""A unit that needs a leader has one, and a leader that must join a unit has joined one.

Parameters: none; both requirements are data of the datasheets.

Passes: a Captain joins the Company Heroes.
Fails: Company Heroes without a leader.
"""

from __future__ import annotations

from listbuilder.i18n import Text
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster


def check(rule: BoundRule[Parameters], muster: Muster) -> Findings:
    for group in muster.formation.groups:
        unit, *leaders = group.units
        needs = unit.bodyguard.needs if unit.bodyguard else ()
        if needs and not any(leader.has(word) for leader in leaders for word in needs):
            yield rule.finding(Text("{unit}: must be joined by a leader: {needs}", {"needs": ", ".join(needs)}), unit)
        if unit.leader is not None and unit.leader.must and not leaders:
            yield rule.finding(Text("{unit}: must join another unit"), unit)
