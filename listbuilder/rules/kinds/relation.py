"""A leader joins only units that its data name.

When the data have a text about it that could not be read, the finding is ``unjudged`` instead of an error.

Parameters: none; whom a leader may join is data of its datasheet.

Passes: a Captain, whose datasheet names the Intercessor Squad, joins Intercessors.
Fails: the Captain joins a Redemptor Dreadnought.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import Bound
from listbuilder.rules.muster import Muster

KIND = "relation"


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


def check(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    for leader in muster.units:
        target = muster.army.unit(muster.army.declarations.attach.get(leader.id, ""))
        if target is None or may_lead(leader, target):
            continue
        names: dict[str, object] = {"leader": leader.name, "unit": target.name}
        mend = fixes.detach((leader,))
        place = muster.place(f"declarations.attach.{leader.id}")
        if leader.leader is None and leader.leader_unread:
            text = Text("{leader}: the data do not say in a readable way whether it may join {unit}", names)
            yield rule.finding(text, leader, severity="unjudged", place=place)
        elif leader.leader is None:
            yield rule.finding(
                Text("{leader}: is no leader and cannot join {unit}", names), leader, fixes=mend, place=place
            )
        else:
            names["leads"] = ", ".join(leader.leader.leads)
            text = Text("{leader}: may not join {unit}, only {leads}", names)
            yield rule.finding(text, leader, fixes=mend, place=place)


def may_lead(leader: Unit, target: Unit) -> bool:
    """Whether the leader's data name the unit."""
    if leader.leader is None:
        return False
    return any(target.has(name) or name == target.datasheet_id for name in leader.leader.leads)
