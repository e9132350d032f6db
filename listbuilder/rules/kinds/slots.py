"""How many units of each role a force has: HQ 1 to 2, Troops 2 to 6.

Parameters:

- ``of``: role or keyword -> ``[least, most]``; ``most`` may be null for no limit. ``*`` matches every unit. Left out: the army
  has the slots that the faction states, of which a unit may take several places; every force has those that the system states
  for its kind, and no unit that fits none of them. Where the kind has a ``compulsory`` role of the player's choice, it is the one
  that the units of the force allow.
- ``force``: the kind of force to check; the whole army when left out. ``in_each_force``: true: ``of`` holds in each force of
  native data, of whatever kind.
- ``uncounted``: units that take no slot.
- ``attendants``: units that may stand in a force without a slot: each entry lets so many of ``units`` do so as the force has
  units of ``per``, or ``times`` as many. They may fill a slot all the same.

Passes: ``{of: {HQ: [1, 2], Troops: [2, 6]}}`` with one HQ and two Troops.
Fails: the same with one HQ and one Troops.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import accumulate, chain

from msgspec import Struct

from listbuilder.army import ForceView, Unit
from listbuilder.catalogue.system import Compulsory
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Diagnostic, Fix, Proposal, Proposals
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import ForceName, Word
from listbuilder.rules.where import Where

ANY = "*"
Slots = Mapping[str, tuple[int, int | None]]


class Attendants(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Units of which a force may have some without a slot, see `Params`."""

    units: Where
    per: Where
    times: int = 1


class Params(Parameters, frozen=True):
    of: dict[Word, tuple[int, int | None]] | None = None
    force: ForceName = ""
    in_each_force: bool = False
    uncounted: Where | None = None
    attendants: tuple[Attendants, ...] = ()


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    params = rule.params
    counted = [unit for unit in muster.units if params.uncounted is None or not params.uncounted.matches(unit, muster)]
    if params.of is not None and not (params.force or params.in_each_force):
        yield from _table(rule, muster, params.of, muster.army.name, counted)
        return
    if params.of is None and not params.force:
        army = muster.army
        yield from _table(rule, muster, army.slots, army.faction_name, counted, places=army.slot_places)
    forces = muster.forces(params.force) if params.force else muster.army.forces
    for force in forces:
        inside = [unit for unit in counted if unit.force == force.id]
        beside = _beside(params, muster, inside)
        if params.of is not None and (force.inside or not params.in_each_force):
            yield from _table(rule, muster, params.of, force, inside, beside)
        elif params.of is None and (slots := _stated(force, muster)):
            kind = muster.kind_of(force)
            if kind is not None and kind.compulsory is not None:
                chosen, lacking = _chosen(rule, muster, kind.compulsory, slots, force, inside, beside)
                yield from lacking
                slots = {**slots, **chosen}
            yield from _table(rule, muster, slots, force, inside, beside)
            yield from _misplaced(rule, muster, slots, force, [unit for unit in inside if unit.id not in beside])


def _stated(force: ForceView, muster: Muster) -> Slots:
    """The slots of a force of native data; community data bound those of theirs themselves."""
    kind = muster.kind_of(force) if force.inside else None
    return kind.slots if kind is not None else {}


def _chosen(
    rule: BoundRule[Params],
    muster: Muster,
    compulsory: Compulsory,
    slots: Slots,
    force: ForceView,
    units: list[Unit],
    beside: frozenset[str],
) -> tuple[Slots, list[Diagnostic]]:
    """The slots of the compulsory role: of those that the force has enough units of, the one that exceeds its slots most, which
    one without a limit never does. Where none has, that is found."""
    counts = {role: sum(muster.has(unit, role) for unit in units) for role in compulsory.roles}
    enough = [role for role, number in counts.items() if number >= compulsory.at_least]
    if not enough:
        names = {"force": force.name, "bound": compulsory.at_least, "roles": [muster.word(role) for role in counts]}
        text = Text("{force}: at least {bound} units of one of these are needed: {roles}", names)
        nearest = sorted(counts, key=lambda role: -counts[role])
        wanted = [
            fixes.more(Where(keywords=(role,)), compulsory.at_least - counts[role], "units", force.id)
            for role in nearest
        ]
        found = max(counts.values(), default=0)
        offered: tuple[Proposal, ...] = (*chain.from_iterable(wanted), *fixes.remove_forces((force,)))
        bound = compulsory.at_least
        return {}, [rule.finding(text, found=found, bound=bound, place=force.place, fixes=offered)]
    slotted = [unit for unit in units if unit.id not in beside]
    limits = {role: _most(slots, role) for role in enough}
    over = {
        role: sum(muster.has(unit, role) for unit in slotted) - most
        for role, most in limits.items()
        if most is not None
    }
    role = max(over, key=over.__getitem__, default=enough[0])
    most_of = limits[role]
    return {role: (compulsory.at_least, None if most_of is None else most_of + compulsory.more)}, []


def _most(slots: Slots, role: str) -> int | None:
    return slots[role][1] if role in slots else None


def _table(
    rule: BoundRule[Params],
    muster: Muster,
    slots: Slots,
    force: ForceView | str,
    units: list[Unit],
    beside: frozenset[str] = frozenset(),
    places: Mapping[str, Mapping[str, int]] | None = None,
) -> Findings:
    """``force``: the name of the army where the units may stand in any. ``beside``: ids of units that may do without a slot.
    ``places``: slot -> keyword -> how many places of it a unit with the keyword takes."""
    called, place, held = (force, None, "") if isinstance(force, str) else (force.name, force.place, force.id)
    for role, (least, most) in slots.items():
        found = [unit for unit in units if role == ANY or muster.has(unit, role)]
        names = {"force": called, "role": muster.word(role)}
        weights = [_places(muster, unit, (places or {}).get(role) or {}) for unit in found]
        if sum(weights) < least:
            text = Text("{force}: {role}: {found} found, at least {bound} needed", names)
            if role == ANY:
                text = Text("{force}: {found} units found, at least {bound} needed", names)
            elif sum(weights) != len(found):
                text = Text("{force}: {role}: {found} places taken, at least {bound} needed", names)
            where = Where() if role == ANY else Where(keywords=(role,))
            wanted = fixes.more(where, least - sum(weights), "units", held)
            gone = fixes.remove_forces((force,)) if isinstance(force, ForceView) and force.inside else ()
            yield rule.finding(text, found=sum(weights), bound=least, place=place, fixes=(*wanted, *gone))
            continue
        taken = [(unit, weight) for unit, weight in zip(found, weights, strict=True) if unit.id not in beside]
        total = sum(weight for _, weight in taken)
        if most is not None and total > most:
            text = Text("{force}: {role}: {found} found, at most {bound}", names)
            if role == ANY:
                text = Text("{force}: {found} units found, at most {bound}", names)
            elif total != len(taken):
                text = Text("{force}: {role}: {found} places taken, at most {bound}", names)
            offered = Proposals(partial(_fewer, taken, total - most))
            yield rule.finding(text, _first_over(taken, most), found=total, bound=most, fixes=offered)


def _places(muster: Muster, unit: Unit, stated: Mapping[str, int]) -> int:
    return max((number for word, number in stated.items() if muster.has(unit, word)), default=1)


def _first_over(taken: list[tuple[Unit, int]], most: int) -> Unit:
    """The first unit for which there is no place left."""
    places = accumulate(weight for _, weight in taken)
    return next(unit for (unit, _), total in zip(taken, places, strict=True) if total > most)


def _beside(params: Params, muster: Muster, inside: list[Unit]) -> frozenset[str]:
    """Ids of the units of a force that may do without a slot."""
    found: set[str] = set()
    for entry in params.attendants:
        some = [unit for unit in inside if entry.units.matches(unit, muster)]
        number = entry.times * sum(1 for unit in inside if entry.per.matches(unit, muster))
        found.update(unit.id for unit in some[-number:] if number)
    return frozenset(found)


def _misplaced(rule: BoundRule[Params], muster: Muster, slots: Slots, force: ForceView, units: list[Unit]) -> Findings:
    """Units that no slot of the force is for."""
    if ANY in slots:
        return
    for unit in units:
        if not any(muster.has(unit, role) for role in slots):
            text = Text("{unit}: {force} has no slot for it", {"force": force.name})
            yield rule.finding(text, unit, fixes=Proposals(partial(_elsewhere, unit)))


def _fewer(taken: list[tuple[Unit, int]], number: int, muster: Muster) -> Iterator[Fix]:
    units = [unit for unit, _ in taken]
    if number == 1:
        for unit in reversed(units):
            yield from _moves(unit, muster)
    if all(weight == 1 for _, weight in taken):
        yield from fixes.remove_some(units, number)
    else:
        yield from fixes.remove_worth(taken, number)


def _elsewhere(unit: Unit, muster: Muster) -> Iterator[Fix]:
    yield from _moves(unit, muster)
    yield from fixes.remove((unit,))


def _moves(unit: Unit, muster: Muster) -> tuple[Fix, ...]:
    """Move the unit into another force that has a slot for it and is not full."""
    others = [force for force in muster.army.forces if force.inside and force.id != unit.force]
    return fixes.transfer(unit, (force for force in others if _has_room(force, unit, muster)))


def _has_room(force: ForceView, unit: Unit, muster: Muster) -> bool:
    slots = {role: most for role, (_, most) in _stated(force, muster).items() if role == ANY or muster.has(unit, role)}
    held = [other for other in muster.units if other.force == force.id]
    return bool(slots) and all(
        most is None or sum(role == ANY or muster.has(other, role) for other in held) < most
        for role, most in slots.items()
    )
