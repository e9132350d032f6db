"""The army has the units that its detachments require and none that they forbid, and a Warlord that they allow.

All of this is data of the detachment: ``requires`` (of each entry one unit, or as many as it says), ``forbids``, ``warlord`` (the
Warlord matches one of these filters) and ``never_warlords``.

Parameters: none.

Passes: an army with a Ravenwing unit in a detachment that requires one.
Fails: a Vehicle in a detachment that forbids Vehicles.
"""

from functools import partial

from listbuilder.army import Detachment, Unit
from listbuilder.catalogue.facts import Match, Needed
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix, Proposals
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster


def check(rule: BoundRule[Parameters], muster: Muster) -> Findings:
    for detachment in muster.army.detachments:
        yield from _barred(rule, muster, detachment)
        for need in detachment.requires:
            yield from _required(rule, muster, detachment, need)
        forbidden: dict[str, tuple[Unit, Match]] = {}
        for match in detachment.forbids:
            for unit in muster.meeting(match):
                forbidden.setdefault(unit.id, (unit, match))
        for unit, match in forbidden.values():
            names = {"detachment": detachment.name, "keyword": " ".join(match.keywords)}
            text = Text("{unit}: {detachment} does not allow {keyword}", names)
            yield rule.finding(text, unit, fixes=fixes.remove((unit,)))
        for unit in muster.warlords:
            if not leads_it(detachment, unit, muster):
                names = {"detachment": detachment.name, "warlord": str(muster.vocabulary.terms.warlord)}
                text = Text("{unit}: cannot be the {warlord} of {detachment}", names)
                yield rule.finding(text, unit, fixes=Proposals(partial(_other_warlord, detachment, unit)))


def _barred(rule: BoundRule[Parameters], muster: Muster, detachment: Detachment) -> Findings:
    """A detachment that forbids the army's subfaction, which no unit has; those that have it are reported themselves."""
    own = muster.army.subfaction
    if own and not muster.bearers(own) and any(match == Match(keywords=(own,)) for match in detachment.forbids):
        names = {"detachment": detachment.name, "keyword": own}
        place = detachment.place or muster.place("detachment")
        yield rule.finding(Text("{detachment} does not allow {keyword}", names), place=place)


def _required(rule: BoundRule[Parameters], muster: Muster, detachment: Detachment, need: Needed) -> Findings:
    found = len({unit.id for word in need.any for unit in muster.bearers(word)})
    if found >= need.at_least:
        return
    place = detachment.place or muster.place("detachment")
    names = {"detachment": detachment.name, "keywords": need.any}
    if need.at_least == 1:
        yield rule.finding(Text("{detachment}: requires a unit with {keywords}", names), place=place)
    else:
        text = Text("{detachment}: {found} units with {keywords}, at least {bound} needed", names)
        yield rule.finding(text, found=found, bound=need.at_least, place=place)


def _other_warlord(detachment: Detachment, unit: Unit, muster: Muster) -> tuple[Fix, ...]:
    able = [one for one in muster.units if one.id != unit.id and leads_it(detachment, one, muster)]
    return (*fixes.make_warlord(able), *fixes.clear_warlord((unit,)))


def leads_it(detachment: Detachment, unit: Unit, muster: Muster) -> bool:
    """Whether the detachment allows the unit to be the Warlord."""
    allowed: tuple[Match, ...] = detachment.warlord
    if any(muster.fits(unit, match) for match in detachment.never_warlords):
        return False
    return not allowed or any(muster.fits(unit, match) for match in allowed)
