"""Reports each matching unit with the severity of the rule: a warning, or an error when such units are forbidden.

Parameters: ``where``: the units to report.

Passes: an army without Legends datasheets, with ``{where: {legends: true}}``.
Fails: an army with one.
"""

from __future__ import annotations

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    where: Where


def check_unit(rule: BoundRule[Params], muster: Muster, unit: Unit) -> Findings:
    if rule.params.where.matches(unit, muster):
        offered = fixes.remove((unit,)) if rule.spec.severity == "error" else ()
        yield rule.finding(Text("{unit}: {rule}"), unit, fixes=offered)
