"""The formation of an army after an edit, from the one before: what did not change is the same record."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from operator import is_

from msgspec import Struct

from listbuilder.army import Army
from listbuilder.catalogue.states import DEPLOYED, EMBARKED
from listbuilder.roster.declarations import Declarations
from listbuilder.rules.formation import Arranged, Formation, FormationOptions, Group, Load, inside_each, led_in, load_of


class Reformed(Struct, frozen=True, dict=True):
    """A formation after an edit; ``groups`` and ``loads``: the ids of groups and transports that are not as before."""

    found: Formation
    groups: frozenset[str]
    loads: frozenset[str]


def reformed(
    army: Army,
    options: FormationOptions,
    before: Formation,
    was: Army,
    touched: Collection[str],
    *,
    moved: bool = False,
) -> Reformed | None:
    """The formation of an army that was like ``was`` but for the units ``touched``, and for the order where some ``moved``. What
    did not change is the same record. None where too much may have changed."""
    new, old = army.declarations, was.declarations
    if bool(new.deployed) != bool(old.deployed):
        return None
    arranged, led = Arranged(army, options), led_in(was)
    ids = _with_halves(
        (*touched, *_redeclared(old, new), *arranged.hovering.symmetric_difference(before.hovering)), old, new
    )
    joined = led.keys() | arranged.led.keys()
    ids.update(one for one in joined if moved or led.get(one) != arranged.led.get(one))
    leads = ids.union(known[one] for known in (led, arranged.led) for one in ids if one in known)
    units = (army.unit(one) for one in leads if one not in arranged.led and one not in new.split)
    now = {unit.id: arranged.group(unit) for unit in units if unit is not None}
    changed = frozenset(one for one in leads if not _is_same(before.by_lead.get(one), now.get(one)))
    if not changed and not touched and not moved:
        return Reformed(before, changed, changed)
    groups = dict(before.by_lead)
    for one in changed.difference(now):
        groups.pop(one, None)
    added = [one for one in changed if one in now and one not in groups]
    groups |= {one: now[one] for one in changed if one in now}
    if added or moved:
        ids_in_order = (unit.id for unit in army.fielded) if new.split else army.positions
        order = tuple(filter(groups.__contains__, ids_in_order))
        groups = dict(zip(order, map(groups.__getitem__, order), strict=True))
    return _with_loads(army, before, groups, changed, ids, arranged.hovering, moved=moved)


def _with_halves(ids: Iterable[str], *declared: Declarations) -> set[str]:
    """The ids with those of the halves of these units."""
    found = set(ids)
    for one in declared:
        found.update(half for unit in found.intersection(one.split) for half in one.split[unit])
    return found


def _with_loads(
    army: Army,
    before: Formation,
    groups: dict[str, Group],
    changed: frozenset[str],
    touched: Collection[str],
    hovering: frozenset[str],
    *,
    moved: bool,
) -> Reformed:
    """The formation of these groups, of which some have ``changed`` and some units were ``touched``."""
    both = [some[one] for one in changed for some in (before.by_lead, groups) if one in some]
    loads, embark = before.loads, army.declarations.embark
    units = (army.unit(one) for one in touched)
    carriers = any(unit is not None and (unit.transport or unit.transport_unread) for unit in units)
    if (
        moved
        or carriers
        or any(group.state == EMBARKED for group in both)
        or not loads.keys().isdisjoint(touched)
        or not set(touched).isdisjoint(embark.values())
    ):
        loads = _reloaded(army, before, groups, changed.union(touched))
    both_loads = before.loads.keys() | loads if loads is not before.loads else ()
    refilled = frozenset(one for one in both_loads if before.loads.get(one) is not loads.get(one))
    found = Formation(tuple(groups.values()), loads, hovering)
    found.__dict__["by_lead"] = groups
    if not moved and all(len(group.units) == 1 for group in both):
        found.__dict__["attached"] = before.attached
    if not moved and all(group.state == DEPLOYED for group in both):
        found.__dict__["_elsewhere"] = before._elsewhere
    return Reformed(found, changed, refilled)


def _is_same(one: Group | None, other: Group | None) -> bool:
    if one is None or other is None:
        return one is other
    same_units = len(one.units) == len(other.units) and all(map(is_, one.units, other.units))
    return same_units and (one.state, one.transport, one.lost) == (other.state, other.transport, other.lost)


def _redeclared(old: Declarations, new: Declarations) -> Iterator[str]:
    """The ids of which something else is declared."""
    if old is new:
        return
    for name in ("attach", "embark", "reserves", "split"):
        mine, theirs = getattr(new, name), getattr(old, name)
        yield from (one for one in mine.keys() | theirs.keys() if mine.get(one) != theirs.get(one))
    for name in ("strategic_reserves", "deployed"):
        yield from set(getattr(new, name)).symmetric_difference(getattr(old, name))


def _reloaded(army: Army, before: Formation, groups: Mapping[str, Group], touched: Collection[str]) -> dict[str, Load]:
    """The same; what is known of transports that did not change, nor what is in them, is taken from the formation before."""
    found: dict[str, Load] = {}
    for key, inside in inside_each(army, groups).items():
        known = before.loads.get(key)
        same = known is not None and key not in touched and len(known.groups) == len(inside)
        if known is not None and same and all(map(is_, known.groups, inside)):
            found[key] = known
        else:
            found[key] = load_of(army, key, tuple(inside))
    return found
