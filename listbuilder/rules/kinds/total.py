"""A sum over some units stays within limits: points, units, models or enhancements.

Examples: the points limit, a minimum of characters, a maximum of enhancements, the size of a kill team, the points of allies,
a maximum of one sort of unit by battle size.

Parameters:

- ``of``: ``points`` (default), ``units``, ``models``, ``enhancements`` or ``currency``.
- ``currency``: with ``of: currency``, the id of one of the system's currencies. Without ``where``, what settings and forces cost
  or refund counts, too.
- ``where``: the units that are counted; all when left out.
- ``types``: with ``of: enhancements``, the types of items that are counted; all enhancements when left out. ``paid``: when true,
  only items that are not free (what their type says: so many of an army are, or those of the Warlord).
- ``at_most``, ``at_least``: a number, or battle size -> number. ``at_most: limit`` is the army's points limit.
- ``if_any``: when true, the minimum applies only when the army has such units (default false).

Passes: ``{of: points, at_most: limit}`` with 1995 points in a game of 2000.
Fails: the same with 2005 points.
"""

from collections.abc import Sequence
from functools import partial
from typing import Literal

from listbuilder.army import Enhancement, Unit
from listbuilder.army.paid import paid_items
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.system import BattleSize
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic, Fix, Proposal, Proposals
from listbuilder.rules.kind import BoundRule, Findings, Gauged, Parameters
from listbuilder.rules.kinds.copies import is_enhanced
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import CurrencyName, ItemTypeName, SizeName
from listbuilder.rules.where import Where


class Params(Parameters, frozen=True):
    of: Literal["points", "units", "models", "enhancements", "currency"] = "points"
    currency: CurrencyName = ""
    where: Where = Where()
    at_most: int | dict[SizeName, int] | Literal["limit"] | None = None
    at_least: int | dict[SizeName, int] | None = None
    if_any: bool = False
    types: tuple[ItemTypeName, ...] = ()
    paid: bool = False

    @property
    def of_everything(self) -> bool:
        """Whether it is about the whole army, and not about some of its units."""
        return self.where == Where()


def gauge(rule: BoundRule[Params], muster: Muster) -> Gauged:
    params = rule.params
    most = muster.limit if params.at_most == "limit" else muster.by_size(params.at_most)
    return _found(params, muster), most, muster.by_size(params.at_least)


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    found, most, least = gauge(rule, muster)
    if most is not None and found > most:
        yield _too_much(rule, muster, found, most)
    if (
        least is not None
        and found < least
        and not (params.if_any and next(muster.matching(params.where), None) is None)
    ):
        text = Text("{rule}: {found} found, at least {bound} needed")
        yield rule.finding(text, found=found, bound=least, fixes=_more(params, least - found))


def _found(params: Params, muster: Muster) -> Number:
    """What the army has of what is counted."""
    if params.of == "points" and params.of_everything:
        return muster.army.points
    if params.of == "currency" and params.of_everything:
        return dict(muster.army.spent).get(params.currency, 0)
    if params.of == "enhancements":
        return len(_borne(params, muster))
    return _summed(tuple(muster.matching(params.where)), params.of, params.currency)


def _borne(params: Params, muster: Muster) -> list[tuple[Unit, Enhancement]]:
    """The enhancements that are counted, each with its bearer."""
    units = muster.those(is_enhanced)
    if params.paid:
        borne = [(unit, one) for _, unit, one in paid_items(units, muster.vocabulary)]
    else:
        borne = [(unit, one) for unit in units for one in unit.enhancements]
    wanted = (pair for pair in borne if not params.types or pair[1].type in params.types)
    return [(unit, one) for unit, one in wanted if params.where.matches(unit, muster)]


def _more(params: Params, missing: Number) -> Sequence[Proposal]:
    if params.of == "currency":
        return Proposals(partial(_freed, params, missing))
    if params.of == "enhancements":
        return ()
    retaken = () if params.of != "units" or params.of_everything else fixes.retake(params.where, missing)
    return (*retaken, *fixes.more(params.where, missing, params.of))


def _freed(params: Params, missing: Number, muster: Muster) -> tuple[Proposal, ...]:
    """Spend more of the currency on units; make a unit the Warlord whose force then costs nothing; or remove items."""
    retaken = fixes.retake(params.where, missing, params.currency)
    return (*retaken, *_freely_led(muster), *_unpaid(params.currency, missing, muster))


def _unpaid(currency: str, missing: Number, muster: Muster) -> tuple[Fix, ...]:
    """Remove an item that costs so much of the currency, or as many as do."""
    paid = paid_items(muster.those(is_enhanced), muster.vocabulary)
    costs = [(-kind.costs[currency], unit, one) for kind, unit, one in paid if kind.costs.get(currency, 0) < 0]
    single = [(unit, one) for cost, unit, one in costs if cost >= missing]
    if single:
        return fixes.clear_some(single, 1)
    some: list[tuple[Unit, Enhancement]] = []
    for cost, unit, one in reversed(costs):
        if missing > 0:
            some.append((unit, one))
            missing -= cost
    return fixes.clear_some(some, len(some)) if missing <= 0 else ()


def _freely_led(muster: Muster) -> tuple[Fix, ...]:
    free = {force.id for force in muster.army.forces if (kind := muster.kind_of(force)) and kind.free_with_warlord}
    held = {unit.force for unit in muster.warlords}
    bearers = (unit for unit in muster.units if unit.force in free - held and not unit.never_warlord)
    heroes = {word.casefold() for word in muster.vocabulary.heroes}
    return fixes.make_warlord(unit for unit in bearers if not heroes or not heroes.isdisjoint(muster.words(unit)))


def _summed(units: Sequence[Unit], of: str, currency: str) -> Number:
    """What these units contribute to the sum."""
    match of:
        case "points":
            return sum([unit.points for unit in units])
        case "models":
            return sum([unit.model_count for unit in units])
        case "currency":
            return sum([unit.cost(currency) for unit in units])
    return len(units)


def _less(params: Params, over: Number, muster: Muster) -> tuple[Proposal, ...]:
    """What reduces the sum by at least so much."""
    of, currency = params.of, params.currency
    units = tuple(muster.matching(params.where))
    if of == "currency":
        return fixes.remove_worth([(unit, unit.cost(currency)) for unit in units], over)
    if of == "enhancements":
        return fixes.clear_some(_borne(params, muster), int(over))
    if of == "units":
        return fixes.remove_some(units, int(over))
    if of == "points":
        return fixes.cheapest(params.where, [(unit, unit.points) for unit in units], over)
    return fixes.remove_worth([(unit, unit.model_count) for unit in units], over)


def _fewer(params: Params, over: Number, muster: Muster) -> tuple[Proposal, ...]:
    retaken: tuple[Proposal, ...] = ()
    if params.of == "currency" or (params.of == "units" and not params.of_everything):
        retaken = fixes.retake(params.where, -over, params.currency)
    settings = fixes.give_up(muster.army.detachments) if params.of == "currency" and params.of_everything else ()
    return (*retaken, *_less(params, over, muster), *settings)


def _cheaper(where: Where, over: Number, sizes: Sequence[BattleSize], muster: Muster) -> tuple[Proposal, ...]:
    worth = [(unit, muster.saving(unit)) for unit in muster.matching(where)]
    return (*fixes.cheapest(where, worth, over), *fixes.change_size(sizes))


def _too_much(rule: BoundRule[Params], muster: Muster, found: Number, most: Number) -> Diagnostic:
    if rule.params.at_most == "limit":
        larger = [size for size in muster.system.battle_sizes if size.points >= found]
        names = {"army": muster.vocabulary.terms.army, "over": found - most}
        text = Text("the {army} costs {found} points, at most {bound} ({over} too many)", names)
        offered = Proposals(partial(_cheaper, rule.params.where, found - most, larger[:1]))
        return rule.finding(text, found=found, bound=most, fixes=offered, place=muster.place("limits", "battle_size"))
    offered = Proposals(partial(_fewer, rule.params, found - most))
    if rule.params.types:
        borne = _borne(rule.params, muster)
        text = Text(
            "{rule}: {found} found ({enhancements}), at most {bound}", {"enhancements": [one.name for _, one in borne]}
        )
        return rule.finding(text, borne[int(most)][0], found=found, bound=most, fixes=offered)
    return rule.finding(Text("{rule}: {found} found, at most {bound}"), found=found, bound=most, fixes=offered)
