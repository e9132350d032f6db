"""What rules say of single roles and units that players look up: what the Lords may cost, who bears the battle standard."""

from __future__ import annotations

from typing import NamedTuple

from listbuilder.army import Army
from listbuilder.catalogue.base import Names, Number
from listbuilder.rules.checker import Ruleset
from listbuilder.rules.formation import whole
from listbuilder.rules.kinds import marker, share
from listbuilder.rules.where import Where


class RoleShare(NamedTuple):
    """Points of the units of one role, and between which points they have to lie; None where nothing bounds them."""

    found: Number
    at_least: Number | None = None
    at_most: Number | None = None


def role_shares(army: Army, ruleset: Ruleset) -> dict[str, RoleShare]:
    """The share of each role of which a rule bounds the points, also where the army has no such unit."""
    found: dict[str, RoleShare] = {}
    for rule in ruleset.rules:
        params = rule.params
        if not isinstance(params, share.Params) or params.states or "points" not in params.of:
            continue
        role = next(
            (one.id for one in ruleset.system.vocabulary.roles if params.where == Where(keywords=(one.id,))), ""
        )
        base = army.points if params.base == "army-total" else army.limit
        if role and base is not None:
            points = whole(sum((unit.points for unit in army.units if unit.role == role), 0))
            known = found.get(role, RoleShare(points))
            least = share.part(base, params.at_least, up=True) if params.at_least else known.at_least
            most = share.part(base, params.at_most) if params.at_most else known.at_most
            found[role] = RoleShare(points, least, most)
    return found


def unit_marks(ruleset: Ruleset) -> dict[str, Names]:
    """Keywords that a rule makes a mark of units, such as that of a battle standard's bearer, with what the rule is called."""
    found = (rule for rule in ruleset.rules if isinstance(rule.params, marker.Params))
    return {rule.params.marker: rule.spec.name for rule in found if rule.params.marker != marker.WARLORD}
