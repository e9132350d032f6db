"""Every unit except allies has the army's faction keyword.

A unit without it is allowed when the data mark it as an ally or one of the system's ally rules allows it.

Parameters: none; the keyword is the army's own, the ally rules are the system's.

Passes: Intercessors in an army of Adeptus Astartes.
Fails: Ork Boyz in an army of Adeptus Astartes.
"""

from __future__ import annotations

from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster


def check(rule: BoundRule[Parameters], muster: Muster) -> Findings:
    keyword = muster.army.faction_keyword
    if not keyword:
        text = Text("the data do not name the army's faction keyword, so its units cannot be checked")
        yield rule.finding(text, severity="unjudged")
        return
    for unit in muster.units:
        if muster.of_faction(unit) or unit.allied or muster.ally_rule(unit):
            continue
        text = Text("{unit}: does not have the faction keyword {keyword} of the army", {"keyword": keyword})
        yield rule.finding(text, unit, fixes=fixes.remove((unit,)))
