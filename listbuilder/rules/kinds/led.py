"""A unit that cannot take the field alone is joined by a leader of the right sort.

Parameters: none; which leader a unit needs, and which leader must join somebody, is data of the datasheets.

Passes: a Captain joins the Company Heroes.
Fails: Company Heroes that nobody joins.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.i18n import Text
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import Bound
from listbuilder.rules.muster import Muster

KIND = "led"


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


def check(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    for group in muster.formation.groups:
        unit, *leaders = group.units
        needs = unit.bodyguard.needs if unit.bodyguard else ()
        if needs and not any(leader.has(word) for leader in leaders for word in needs):
            names: dict[str, object] = {"unit": unit.name, "needs": ", ".join(needs)}
            yield rule.finding(Text("{unit}: must be joined by a leader: {needs}", names), unit)
        if unit.leader is not None and unit.leader.must and not leaders:
            yield rule.finding(Text("{unit}: must join another unit", {"unit": unit.name}), unit)
