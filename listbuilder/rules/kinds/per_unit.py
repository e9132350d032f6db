"""A limit on the enhancements of one unit: their number, or their points.

Examples: one enhancement per unit, one artefact per hero, a points allowance for magic items.

Parameters: ``of``: ``enhancements`` (default) or ``enhancement-points``; ``at_most``; ``where``: the units to check.

Passes: a Captain with one enhancement.
Fails: a Captain with two.
"""

from __future__ import annotations

from typing import Literal

from listbuilder.army import Unit
from listbuilder.catalogue.base import Number
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import ClearEnhancement, Fix
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    of: Literal["enhancements", "enhancement-points"] = "enhancements"
    at_most: int = 1
    where: Where = Where()


def check_unit(rule: BoundRule[Params], muster: Muster, unit: Unit) -> Findings:
    params, taken = rule.params, unit.enhancements
    if not taken or not params.where.matches(unit, muster):
        return
    found: Number = len(taken) if params.of == "enhancements" else sum((one.points for one in taken), 0)
    if found <= params.at_most:
        return
    text = Text("{unit}: {rule}: {found} found, at most {bound}")
    offered = _fewer(unit, params.at_most) if params.of == "enhancements" else _cheaper(unit, found - params.at_most)
    yield rule.finding(text, unit, found=found, bound=params.at_most, fixes=offered)


def _fewer(unit: Unit, most: int) -> tuple[Fix, ...]:
    """Keep one of the enhancements, where that is all that is allowed, else remove the last ones."""
    taken = unit.enhancements
    if most != 1:
        return fixes.clear_some([(unit, one) for one in taken], len(taken) - most)
    others = [[other for place, other in enumerate(taken) if place != kept] for kept in range(len(taken))]
    return tuple(fixes.together(ClearEnhancement(unit.id, one.id) for one in some) for some in others)


def _cheaper(unit: Unit, over: Number) -> tuple[Fix, ...]:
    """Remove an enhancement that costs at least so much, the cheapest first, else all."""
    found = sorted((one for one in unit.enhancements if one.points >= over), key=lambda one: one.points)
    return fixes.clear(unit, *found) or (
        fixes.together(ClearEnhancement(unit.id, one.id) for one in unit.enhancements),
    )
