"""Limits on allied units: their points and how many of certain units, by battle size, and marks that they cannot have.

The limits are in the system's ``ally_rules``; only the rules for the army's faction and detachment apply. Where such a rule says
that its limit is not known, an army with these allies is unjudged.

Parameters: none.

Passes: 500 points of allied Tyranids in an Incursion army of Genestealer Cults.
Fails: 505 points of them.
"""

from listbuilder.army import Unit
from listbuilder.catalogue.base import Number
from listbuilder.i18n import Localised, Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.quotas import AllyRule


def check(rule: BoundRule[Parameters], muster: Muster) -> Findings:
    for ally in muster.allies:
        yield from _points(rule, muster, ally)
        yield from _quotas(rule, muster, ally)
        yield from _marks(rule, muster, ally)
        if ally.limit_unknown:
            yield from _unknown(rule, muster, ally)


def _points(rule: BoundRule[Parameters], muster: Muster, ally: AllyRule) -> Findings:
    most = muster.by_size(ally.points) if ally.points else None
    if most is None:
        return
    units = list(muster.matching(ally.group))
    found = sum((unit.points for unit in units), 0)
    if found > most:
        text = Text("{allies}: {found} points of allies, at most {bound}", {"allies": Localised(ally.name)})
        yield rule.finding(text, units[0], found=found, bound=most, fixes=_less(units, found - most))


def _unknown(rule: BoundRule[Parameters], muster: Muster, ally: AllyRule) -> Findings:
    unit = next(iter(muster.matching(ally.group)), None)
    if unit is not None:
        text = Text("{allies}: no source states how many an army may include", {"allies": Localised(ally.name)})
        yield rule.finding(text, unit, severity="unjudged")


def _less(units: list[Unit], over: Number) -> tuple[Fix, ...]:
    return fixes.remove_worth([(unit, unit.points) for unit in units], over)


def _quotas(rule: BoundRule[Parameters], muster: Muster, ally: AllyRule) -> Findings:
    for quota in ally.quotas:
        most = muster.by_size(quota.at_most)
        units, number = muster.within(quota, muster.matching(ally.group))
        if most is not None and number > most:
            name = Localised(quota.name or ally.name)
            text = Text("{allies}: {found} found, at most {bound}", {"allies": name})
            yield rule.finding(
                text, units[most], found=number, bound=most, fixes=fixes.remove_some(units, number - most)
            )


def _marks(rule: BoundRule[Parameters], muster: Muster, ally: AllyRule) -> Findings:
    """Marks that allies cannot have."""
    terms = muster.vocabulary.terms
    names = {"allies": Localised(ally.name), "warlord": terms.warlord, "enhancements": terms.enhancement.many}
    for unit in muster.matching(ally.group) if ally.never_warlord or ally.never_enhanced else ():
        if ally.never_warlord and unit.warlord:
            text = Text("{unit}: {allies} cannot be the {warlord}", names)
            yield rule.finding(text, unit, fixes=fixes.clear_warlord((unit,)))
        if ally.never_enhanced and unit.enhancements:
            text = Text("{unit}: {allies} have no {enhancements}", names)
            yield rule.finding(text, unit, fixes=fixes.clear(unit, *unit.enhancements))
