"""A part of the army stays within a fraction of the whole. The test is exact: integers are cross-multiplied, never divided.

Parameters:

- ``of``: list of ``points`` and ``units``; each is tested. Default points.
- ``where``: the units that are counted; all when left out.
- ``attached``: whether an attached unit counts as a whole where a part of it counts (default true).
- ``states``: only units that start the battle in one of these states; passengers start in the state of their transport.
- ``passengers``: whether passengers count (default true).
- ``at_most``, ``at_least``: a fraction as text, such as ``1/4``.
- ``base``: ``army-total`` (default; the points of the army) or ``battle-size-limit`` (the points limit). For units it is
  always the number of units.

Units that the data exempt from limits on reserves, and their passengers, are not counted among ``states``.

Passes: ``{states: [strategic-reserves], at_most: 1/4}`` with 490 of 1960 points in Strategic Reserves.
Fails: the same with 495.
"""

from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta

from listbuilder.catalogue.base import Number
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Proposal
from listbuilder.rules.formation import Group, whole
from listbuilder.rules.kind import BoundRule, Findings, Gauged, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import StateName
from listbuilder.rules.where import Where

Portion = Annotated[str, Meta(pattern="^[0-9]+/[1-9][0-9]*$")]


class Params(Parameters, frozen=True):
    of: tuple[Literal["points", "units"], ...] = ("points",)
    where: Where = Where()
    states: tuple[StateName, ...] = ()
    attached: bool = True
    passengers: bool = True
    at_most: Portion | None = None
    at_least: Portion | None = None
    base: Literal["army-total", "battle-size-limit"] = "army-total"


def gauge(rule: BoundRule[Params], muster: Muster) -> Gauged | None:
    """Of the first of what is counted."""
    params, of = rule.params, rule.params.of[0]
    groups = list(_groups(params, muster)) if params.states or params.attached else []
    base, whole_units = _base(params, muster, of), of == "units"
    if base is None:
        return None
    most = part(base, params.at_most, whole_units=whole_units) if params.at_most else None
    least = part(base, params.at_least, whole_units=whole_units, up=True) if params.at_least else None
    return _found(params, muster, groups, of), most, least


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    groups = list(_groups(params, muster)) if params.states or params.attached else []
    for of in params.of:
        found = _found(params, muster, groups, of)
        base = _base(params, muster, of)
        if base is None:
            yield rule.finding(Text("{rule}: no points limit to check against"), severity="unjudged")
            continue
        growing = base if of == "units" or params.base == "army-total" else None
        names = {"base": base, "share": params.at_most or params.at_least}
        if params.at_most and exceeds(found, base, params.at_most):
            most = part(base, params.at_most, whole_units=of == "units")
            text = Text("{rule}: {found} points, at most {bound} ({share} of {base} points)", names)
            if of == "units":
                text = Text("{rule}: {found} units, at most {bound} ({share} of {base} units)", names)
            proposed = _fixes(params, muster, groups, of, found - most)
            yield rule.finding(text, found=found, bound=most, fixes=proposed, whole=growing)
        if params.at_least and falls_short(found, base, params.at_least):
            least = part(base, params.at_least, whole_units=of == "units", up=True)
            text = Text("{rule}: {found} points, at least {bound} needed ({share} of {base} points)", names)
            if of == "units":
                text = Text("{rule}: {found} units, at least {bound} needed ({share} of {base} units)", names)
            offered = () if params.states else fixes.more(params.where, least - found, of)
            yield rule.finding(text, found=found, bound=least, fixes=offered)


def _found(params: Params, muster: Muster, groups: list[Group], of: str) -> Number:
    """The points or the number of what is counted: whole groups, or each unit by itself."""
    if params.states or params.attached:
        units = len({unit.id for group in groups for unit in group.units})
        return whole(sum((group.points for group in groups), 0)) if of == "points" else units
    counted = muster.matching(params.where)
    return whole(sum((unit.points for unit in counted), 0)) if of == "points" else sum(1 for _ in counted)


@cache
def terms(share: str) -> tuple[int, int]:
    """The two numbers of a share."""
    above, _, below = share.partition("/")
    return int(above), int(below)


def exceeds(found: Number, base: Number, share: str) -> bool:
    """Whether found > base * share, exactly."""
    above, below = terms(share)
    return found * below > base * above


def falls_short(found: Number, base: Number, share: str) -> bool:
    """Whether found < base * share, exactly."""
    above, below = terms(share)
    return found * below < base * above


def part(base: Number, share: str, *, whole_units: bool = False, up: bool = False) -> Number:
    """The share of the base for display: as it is, or of units a whole number, rounded down (``up``: up). A share with more than
    four decimals, such as a third, is rounded to two."""
    above, below = terms(share)
    top, bottom = base.as_integer_ratio()
    top, bottom = top * above, bottom * below
    steps = 1 if whole_units else 10_000 if top * 10_000 % bottom == 0 else 100
    count = -(-top * steps // bottom) if up else top * steps // bottom
    return whole(Decimal(count) / steps)


def _groups(params: Params, muster: Muster) -> Iterator[Group]:
    form = muster.formation
    groups = form.starting_in(params.states, params.passengers) if params.states else iter(form.groups)
    if params.states:
        groups = (group for group in groups if not form.is_uncounted(group))
    if params.where == Where():
        return groups
    return (group for group in groups if any(params.where.matches(unit, muster) for unit in group.units))


def _base(params: Params, muster: Muster, of: str) -> Number | None:
    if of == "units":
        return len(muster.units)
    return muster.army.points if params.base == "army-total" else muster.limit


def _fixes(params: Params, muster: Muster, groups: list[Group], of: str, over: Number) -> tuple[Proposal, ...]:
    """Deploy a unit that would start elsewhere; where no states are counted, spend less on some, or remove one that is worth
    what is too much."""
    if params.states:
        return fixes.deploy_some([group.units[0] for group in groups if group.state in params.states])
    units = tuple(muster.matching(params.where))
    if of == "points":
        return fixes.cheapest(params.where, [(unit, unit.points) for unit in units], over)
    return fixes.remove_worth(((one, 1) for one in units), over)
