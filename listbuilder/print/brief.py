"""Makes the briefing of an army: its formation and what may wait in reserve, by the rules of its system."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.army.model import Army
from listbuilder.catalogue.model import Number
from listbuilder.catalogue.system import System
from listbuilder.i18n import language
from listbuilder.print.briefing import Briefing
from listbuilder.rules.checker import Ruleset
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.formation import STRATEGIC, formation
from listbuilder.rules.kinds import share


def brief(army: Army, findings: Sequence[Diagnostic], system: System | None, enabled: Sequence[str] = ()) -> Briefing:
    """Everything that is printed or shown of the army, in the language in use."""
    if system is None:
        return Briefing(army, findings, formation(army), language())
    ruleset = Ruleset.from_system(system, enabled)
    return Briefing(army, findings, ruleset.formation(army), language(), system, reserves_allowed(army, ruleset))


def reserves_allowed(army: Army, ruleset: Ruleset) -> Number | None:
    """Points that may start in strategic reserves; None when no rule says so."""
    shares = (rule.params for rule, _check in ruleset.rules if isinstance(rule.params, share.Params))
    for params in shares:
        if params.states == (STRATEGIC,) and params.at_most and "points" in params.of:
            base = army.points if params.base == "army-total" else army.limit
            return None if base is None else share.part(base, params.at_most)
    return None
