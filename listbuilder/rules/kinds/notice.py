"""Reports each matching unit with the severity of the rule: a warning, or an error when such units are forbidden.

Parameters: ``where``: the units to report.

Passes: an army without Legends datasheets, with ``{where: {legends: true}}``.
Fails: an army with one.
"""

from collections.abc import Sequence
from functools import partial

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Proposal, Proposals
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    where: Where


def judged(params: Params) -> Where:
    return params.where


def check_unit(rule: BoundRule[Params], _muster: Muster, unit: Unit) -> Findings:
    instead: Sequence[Proposal] = (*fixes.rechoose((unit,)), *fixes.remove((unit,)))
    if rule.params.where.warlord:
        instead = Proposals(partial(_others, unit))
    offered = instead if rule.spec.severity == "error" else ()
    yield rule.finding(Text("{unit}: {rule}"), unit, fixes=offered)


def _others(unit: Unit, muster: Muster) -> tuple[Proposal, ...]:
    """Make another unit of those that are offered the mark the Warlord, or choose something else for this one."""
    able = (one for one in muster.units if any(map(one.has, muster.vocabulary.heroes)) and not one.never_warlord)
    return (*fixes.make_warlord(one for one in able if one is not unit), *fixes.rechoose((unit,)))
