"""How many forces of one kind the army may have: regiments, detachments, allied contingents.

Parameters: ``of``: the kind or name of force; ``at_least`` (default 0); ``at_most``: no limit when left out.

Passes: ``{of: Regiment, at_least: 1, at_most: 5}`` with three regiments.
Fails: the same with none, or with six.
"""

from __future__ import annotations

from listbuilder.i18n import Text
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import ForceName


class Params(Parameters, frozen=True):
    of: ForceName
    at_least: int = 0
    at_most: int | None = None


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    found = len(muster.forces(params.of))
    if found < params.at_least:
        text = Text("{rule}: {found} found, at least {bound} needed")
        yield rule.finding(text, found=found, bound=params.at_least)
    elif params.at_most is not None and found > params.at_most:
        yield rule.finding(Text("{rule}: {found} found, at most {bound}"), found=found, bound=params.at_most)
