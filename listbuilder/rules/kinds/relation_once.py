"""A leader joins one unit, and a unit that is led does not itself lead.

That a leader is named twice the roster file cannot say (it maps each leader to one unit); what is left are chains and rings.

Parameters: none.

Passes: a Captain joins Intercessors, a Lieutenant joins Hellblasters.
Fails: a Captain joins Company Heroes, and the Company Heroes join Intercessors.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.i18n import Text
from listbuilder.rules.diagnostic import Diagnostic, Fix
from listbuilder.rules.kind import Bound
from listbuilder.rules.muster import Muster

KIND = "relation-once"


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


def check(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    attach = muster.army.declarations.attach
    for leader in muster.units:
        target = attach.get(leader.id, "")
        if target not in attach or muster.army.unit(target) is None:
            continue
        names = {"leader": leader.name, "unit": muster.name(target), "other": muster.name(attach[target])}
        fixes = (
            Fix(Text("{leader} joins no unit", names), "detach", (leader.id,)),
            Fix(Text("{leader} joins no unit", {"leader": muster.name(target)}), "detach", (target,)),
        )
        text = Text("{leader}: joins {unit}, which itself joins {other}; a unit leads or is led", names)
        yield rule.finding(text, leader, fixes=fixes, place=muster.place(f"declarations.attach.{leader.id}"))
