"""The army has an exact number of detachments, each of its own faction.

An army without one is unjudged where the data have no detachment for its faction, or hide them all in its force; a rule that
only warns is silent then.

Parameters: ``exactly`` (default 1).

Passes: the Gladius Task Force in an army of Adeptus Astartes.
Fails: no detachment; a Necron detachment in an army of Adeptus Astartes.
"""

from listbuilder.army import Detachment
from listbuilder.i18n import Text
from listbuilder.rules.diagnostic import Decide, Diagnostic, Fix, Proposal, SetDetachment
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster


class Params(Parameters, frozen=True):
    exactly: int = 1


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    chosen = muster.army.detachments
    wanted = rule.params.exactly
    place = muster.place("detachment", "faction")
    if len(chosen) != wanted:
        names = {"detachments": muster.vocabulary.terms.detachment.many}
        text = Text("{found} {detachments} chosen, exactly {bound} needed", names)
        alone = chosen if len(chosen) > wanted == 1 else ()
        offered: tuple[Proposal, ...] = tuple(Fix(SetDetachment(one.id)) for one in alone)
        if len(chosen) < wanted:
            offered = (Decide("detachment"),)
        if not chosen and not muster.army.offers_detachments:
            if rule.spec.severity == "error":
                yield _none_known(rule, muster)
        else:
            yield rule.finding(text, found=len(chosen), bound=wanted, place=place, fixes=offered)
    for one in chosen:
        if one.faction and not _fits(one, muster):
            words = {"detachment": one.name, "faction": one.faction, "keyword": muster.army.faction_keyword}
            text = Text("{detachment}: belongs to {faction}, the army is {keyword}", words)
            yield rule.finding(text, place=one.place or place)


def _none_known(rule: BoundRule[Params], muster: Muster) -> Diagnostic:
    army = muster.army
    words = {"faction": army.faction_name, "detachments": muster.vocabulary.terms.detachment.many}
    if army.hides_detachments:
        words["force"] = army.hides_detachments
        text = Text("{force}: the data offer it no {detachments}, so whether one is needed is not checked", words)
        return rule.finding(text, severity="unjudged")
    text = Text("the data have no {detachments} for {faction}, so whether one is needed is not checked", words)
    return rule.finding(text, severity="unjudged")


def _fits(one: Detachment, muster: Muster) -> bool:
    army = muster.army
    names = (army.faction_keyword, army.faction, army.faction_name)
    return one.faction.casefold() in map(str.casefold, names)
