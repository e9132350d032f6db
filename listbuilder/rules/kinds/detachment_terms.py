"""The units that the chosen detachment demands are there, those it forbids are not.

What a detachment demands and forbids is data of the detachment: ``requires`` (of each list at least one), ``forbids``.

Parameters: none.

Passes: an army with a Ravenwing unit in a detachment that requires one.
Fails: a Vehicle in a detachment that forbids Vehicles.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import Bound
from listbuilder.rules.muster import Muster

KIND = "detachment-terms"


class Params(Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters."""


def check(rule: Bound[Params], muster: Muster) -> Iterator[Diagnostic]:
    for detachment in muster.army.detachments:
        for words in detachment.requires:
            if not any(muster.has(unit, word) for unit in muster.units for word in words):
                params: dict[str, object] = {"detachment": detachment.name, "keywords": words}
                text = Text("{detachment}: needs a unit of {keywords}", params)
                yield rule.finding(text, place=detachment.place or muster.place("detachment"))
        for unit in muster.units:
            word = next((word for word in detachment.forbids if muster.has(unit, word)), "")
            if word:
                terms: dict[str, object] = {"unit": unit.name, "detachment": detachment.name, "keyword": word}
                text = Text("{unit}: {detachment} allows no {keyword}", terms)
                yield rule.finding(text, unit, fixes=fixes.remove((unit,)))
