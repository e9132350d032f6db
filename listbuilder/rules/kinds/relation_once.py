"""A unit that is led does not itself lead another.

The roster file maps each leader to one unit, so a leader cannot join two; this rule finds chains and cycles.

Parameters: ``itself``: whether a unit that joins itself is found, too (default false: a rule of kind ``states`` finds it).

Passes: a Captain joins Intercessors, a Lieutenant joins Hellblasters.
Fails: a Captain joins Company Heroes, and the Company Heroes join Intercessors.
"""

from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster


class Params(Parameters, frozen=True):
    itself: bool = False


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    attach = muster.declarations.attach if muster.joined else {}
    for leader, body in muster.joined:
        if body is leader and rule.params.itself:
            place = muster.place(f"declarations.attach.{leader.id}")
            yield rule.finding(
                Text("{unit}: is declared to join itself"), leader, fixes=fixes.detach((leader,)), place=place
            )
        if body is leader or body.id not in attach:
            continue
        names = {"leader": leader.name, "unit": muster.called(body), "other": muster.name(attach[body.id])}
        text = Text("{leader}: joins {unit}, which itself joins {other}; a unit cannot both lead and be led", names)
        place = muster.place(f"declarations.attach.{leader.id}")
        yield rule.finding(text, leader, fixes=fixes.detach((leader, body)), place=place)
