"""Units that join another as a part of it have at most a fraction of its models, rounded up.

Only what joins a unit as a part of it is checked, not its leaders.

Parameters:

- ``at_most``: a fraction as text, such as ``1/2``.
- ``units``: how many such units may join one; no limit when left out.

Passes: ``{at_most: 1/2}`` with a detachment of 5 models of a parent unit of 9.
Fails: the same with a detachment of 6.
"""

from __future__ import annotations

from math import ceil

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.kinds.relation import may_lead
from listbuilder.rules.kinds.share import Portion, fraction
from listbuilder.rules.muster import Muster


class Params(Parameters, frozen=True):
    at_most: Portion | None = None
    units: int | None = None


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    joined: dict[str, list[Unit]] = {}
    for part, body in muster.joined:
        if part.leader is None or not part.leader.retinue or not may_lead(part, body):
            continue  # the latter is reported by kind ``relation``
        joined.setdefault(body.id, []).append(part)
        if params.at_most is None:
            continue
        most = ceil(body.model_count * fraction(params.at_most))
        if part.model_count > most:
            names = {"body": body.name, "models": body.model_count}
            text = Text("{unit}: {found} models, at most {bound} beside the {models} of {body}", names)
            place = muster.place(f"declarations.attach.{part.id}")
            found = part.model_count
            yield rule.finding(text, part, found=found, bound=most, fixes=fixes.detach((part,)), place=place)
    for parts in joined.values():
        if params.units is not None and len(parts) > params.units:
            text = Text("{unit}: {rule}: {found} found, at most {bound}")
            offered = fixes.detach_some(parts, len(parts) - params.units)
            yield rule.finding(text, parts[-1], found=len(parts), bound=params.units, fixes=offered)
