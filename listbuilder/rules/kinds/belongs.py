"""Each enhancement belongs to a detachment that is chosen.

Silent while no detachment is chosen (another rule demands one) and where the data do not say whose an enhancement is.

Parameters: none.

Passes: an enhancement of the Gladius Task Force in a Gladius Task Force.
Fails: the same in a Firestorm Assault Force.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import Bound
from listbuilder.rules.muster import Muster

KIND = "belongs"


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


def check(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    chosen = muster.detachment_names
    if not chosen:
        return
    for unit in muster.units:
        for one in unit.enhancements:
            if one.detachment and one.detachment.casefold() not in chosen:
                names: dict[str, object] = {"unit": unit.name, "enhancement": one.name}
                names["detachments"] = [detachment.name for detachment in muster.army.detachments]
                text = Text("{unit}: {enhancement} is no enhancement of {detachments}", names)
                yield rule.finding(text, unit, fixes=fixes.clear(unit, one))
