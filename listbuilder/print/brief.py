"""Builds the briefing of an army under the rules of its system."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.army.model import Army
from listbuilder.catalogue.system import System
from listbuilder.catalogue.vocabulary import STRATEGIC
from listbuilder.i18n import language
from listbuilder.print.briefing import Briefing, ReservesQuota
from listbuilder.rules.checker import Ruleset
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.formation import formation
from listbuilder.rules.kinds import share


def brief(army: Army, findings: Sequence[Diagnostic], system: System | None, enabled: Sequence[str] = ()) -> Briefing:
    """The briefing in the current language."""
    if system is None:
        return Briefing(army, findings, formation(army), language())
    ruleset = Ruleset.from_system(system, enabled)
    return Briefing(army, findings, ruleset.formation(army), language(), system, reserves_quota(army, ruleset))


def reserves_quota(army: Army, ruleset: Ruleset) -> ReservesQuota | None:
    """The limit on strategic reserves; None when no rule limits them."""
    for rule, _check in ruleset.rules:
        params = rule.params
        if not isinstance(params, share.Params) or not params.at_most or "points" not in params.of:
            continue
        base = army.points if params.base == "army-total" else army.limit
        every = {*ruleset.system.vocabulary.reserves, STRATEGIC}.issubset(
            params.states
        )  # a rule about reserves of any kind
        if STRATEGIC in params.states and not every and base is not None:
            return ReservesQuota(share.part(base, params.at_most), params.states, params.passengers)
    return None
