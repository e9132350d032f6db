"""How much of an army may wait in strategic reserves."""

from __future__ import annotations

from dataclasses import dataclass

from listbuilder.army.model import Army
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.states import STRATEGIC
from listbuilder.rules.checker import Ruleset
from listbuilder.rules.kinds import share


@dataclass(frozen=True, slots=True)
class ReservesQuota:
    """How many points may start the battle in these states."""

    allowed: Number
    states: tuple[str, ...]
    passengers: bool


def reserves_quota(army: Army, ruleset: Ruleset) -> ReservesQuota | None:
    """The limit on strategic reserves; None when no rule limits them."""
    for rule in ruleset.rules:
        params = rule.params
        if not isinstance(params, share.Params) or not params.at_most or "points" not in params.of:
            continue
        base = army.points if params.base == "army-total" else army.limit
        any_kind = {*ruleset.system.vocabulary.reserves, STRATEGIC}.issubset(params.states)
        if STRATEGIC in params.states and not any_kind and base is not None:
            return ReservesQuota(share.part(base, params.at_most), params.states, params.passengers)
    return None
