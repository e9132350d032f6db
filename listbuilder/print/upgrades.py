"""How many enhancements an army has, of those that a rule allows it."""

from __future__ import annotations

from listbuilder.army.model import Army
from listbuilder.rules.checker import Ruleset
from listbuilder.rules.gauges import Gauge, gauges
from listbuilder.rules.muster import Muster

SIGN = "upgrades"  # of the rule that limits them


def upgrades(army: Army, ruleset: Ruleset) -> Gauge | None:
    """What the rule about them says of the army; None where none limits them as a whole in the size of game."""
    if not any(rule.spec.sign == SIGN for rule in ruleset.rules):
        return None
    muster = Muster(army, ruleset.system, ruleset.options, ruleset.allies)
    rules = [rule for rule in ruleset.active(muster.size, army.terms) if rule.spec.sign == SIGN]
    return next((found for found in gauges(rules, muster) if found.used.most is not None), None)
