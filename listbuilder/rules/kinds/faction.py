"""Every unit except allies has the army's faction keyword, and is none that the faction does not have.

A unit without it is allowed when the data mark it as an ally or one of the system's ally rules allows it. In a force of another
faction that faction's keyword stands for the army's; which units a contingent has is said by its slots. A unit that the data give
no faction keyword at all is unjudged, unless they define it for the army's faction.

The keyword and what the faction ``forbids`` are the army's own, the ally rules are the system's.

Parameters: ``by_data``: true where data that name no faction keyword offer an army only its own units; left out, an army of such
data is unjudged. ``in_forces``: true: only units that stand in forces of native data are judged; what community data offer to a
force is theirs.

Passes: Intercessors in an army of Adeptus Astartes.
Fails: Ork Boyz in an army of Adeptus Astartes.
"""

from listbuilder.army import Unit
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster


class Params(Parameters, frozen=True):
    by_data: bool = False
    in_forces: bool = False


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    army = muster.army
    if rule.params.in_forces:
        return
    if not army.faction_keyword and not rule.params.by_data:
        text = Text(
            "the data do not name the faction keyword of {faction}, so which units may be in the army is not checked"
        )
        yield rule.finding(Text(text.template, {"faction": army.faction_name}), severity="unjudged")


def check_unit(rule: BoundRule[Params], muster: Muster, unit: Unit) -> Findings:
    army = muster.army
    force = muster.force_of(unit)
    if not army.faction_keyword or (rule.params.in_forces and force is None):
        return
    kind = muster.kind_of(force) if force is not None else None
    if kind is not None and kind.contingent is not None:
        return
    if not (muster.of_faction(unit) or unit.allied or muster.ally_rule(unit)):
        yield _not_allowed(rule, unit, muster)
        return
    match = next((match for match in army.forbids if muster.fits(unit, match)), None)
    if match is not None:
        words = {"faction": army.faction_name, "keyword": " ".join(match.keywords)}
        text = Text("{unit}: an army of {faction} cannot have {keyword}", words)
        yield rule.finding(text, unit, fixes=fixes.remove((unit,)))


def _not_allowed(rule: BoundRule[Params], unit: Unit, muster: Muster) -> Diagnostic:
    force = muster.force_of(unit)
    if not unit.faction_keywords:
        text = Text("{unit}: the data give it no faction keyword, so whether it may be in the army is not checked")
        return rule.finding(text, unit, severity="unjudged")
    text = Text(
        "{unit}: does not have the faction keyword {keyword} of the army", {"keyword": muster.army.faction_keyword}
    )
    if force is not None and force.faction:
        names = {"keyword": force.faction_keyword, "force": force.name}
        text = Text("{unit}: does not have the faction keyword {keyword} of {force}", names)
    return rule.finding(text, unit, fixes=fixes.remove((unit,)))
