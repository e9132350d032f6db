"""The fixes that findings propose. What they are called is the session's business, which tests them first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations, islice
from typing import Literal

from listbuilder.army import Chosen, Detachment, Enhancement, ForceView, Unit
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.states import DEPLOYED, State
from listbuilder.catalogue.system import BattleSize, ForceKind
from listbuilder.rules.diagnostic import (
    Action,
    AddForce,
    Attach,
    Change,
    Cheapen,
    ClearEnhancement,
    ClearWarlord,
    Correct,
    Deploy,
    Detach,
    Embark,
    Fix,
    Forget,
    GiveUpDetachment,
    MoveUnit,
    Proposal,
    Rechoose,
    RemoveForce,
    RemoveUnit,
    Resize,
    Retake,
    SetBattleSize,
    SetHover,
    SetLimit,
    SetMark,
    SetReserves,
    SetSplit,
    SetSubfaction,
    SetWarlord,
    Several,
    Want,
)
from listbuilder.rules.where import Where

SOME = 2  # enhancements that are proposed before units become smaller
MOST_GIVEN_UP = 20  # ways to give up detachments that are tried
MOST_STEPS = 50  # of one fix: a list that needs more is written anew


def remove(units: Iterable[Unit]) -> tuple[Fix, ...]:
    """Remove any of the units from the list."""
    return tuple(Fix(RemoveUnit(unit.id)) for unit in units)


def give_up(detachments: Sequence[Detachment]) -> tuple[Fix, ...]:
    """Give up some of the detachments, the fewest first, of these the last that was chosen."""
    last_first = detachments[::-1]
    some = chain.from_iterable(combinations(last_first, number) for number in range(1, len(last_first)))
    steps = ([GiveUpDetachment(one.id) for one in each] for each in islice(some, MOST_GIVEN_UP))
    return tuple(Fix(each[0] if len(each) == 1 else Several(tuple(each))) for each in steps)


def transfer(unit: Unit, forces: Iterable[ForceView]) -> tuple[Fix, ...]:
    """Move the unit into any of the forces."""
    return tuple(Fix(MoveUnit(unit.id, force.id)) for force in forces)


def transfer_to_new(unit: Unit, kinds: Iterable[ForceKind]) -> tuple[Fix, ...]:
    """Move the unit into a new force of any of the kinds."""
    return tuple(Fix(MoveUnit(unit.id, kind=kind.id)) for kind in kinds)


def add_force(kinds: Iterable[ForceKind]) -> tuple[Fix, ...]:
    """Add a force of any of the kinds."""
    return tuple(Fix(AddForce(kind.id)) for kind in kinds)


def subfactions(force: ForceView, names: Iterable[str]) -> tuple[Fix, ...]:
    """Give the force any of the subfactions, by their ids."""
    return tuple(Fix(SetSubfaction(force.id, name)) for name in names)


def remove_forces(forces: Iterable[ForceView]) -> tuple[Fix, ...]:
    """Remove any of the forces."""
    return tuple(Fix(RemoveForce(force.id)) for force in forces)


def remove_all_forces(forces: Sequence[ForceView]) -> tuple[Fix, ...]:
    """Remove all of the forces."""
    return (together(RemoveForce(force.id) for force in forces),) if 0 < len(forces) <= MOST_STEPS else ()


def more(where: Where, missing: Number, of: Literal["points", "units", "models"], force: str = "") -> tuple[Want, ...]:
    """Add units that match, or models to them, until so much more is there."""
    return (Want(where, missing, of, force),)


def resize(unit: Unit, models: int) -> tuple[Resize, ...]:
    """Give the unit so many models."""
    return (Resize(unit.id, models),)


def rechoose(units: Iterable[Unit]) -> tuple[Rechoose, ...]:
    """Choose other options for any of the units."""
    return tuple(Rechoose(unit.id) for unit in units)


def retake(where: Where, change: Number, currency: str = "") -> tuple[Retake, ...]:
    """Choose otherwise for units, until so many more match (fewer, below 0), or so much more of the currency is spent."""
    return (Retake(where, change, currency),)


def remove_some(units: Sequence[Unit], number: int) -> tuple[Fix, ...]:
    """Remove so many of the units: any single one, the last first; of several the last or the first."""
    if number == 1:
        return remove(reversed(units))
    if number > MOST_STEPS:
        return ()
    some = (units[-number:], units[:number]) if number < len(units) else (units,)
    return tuple(together(RemoveUnit(unit.id) for unit in each) for each in some)


def remove_worth(worth: Iterable[tuple[Unit, Number]], over: Number) -> tuple[Fix, ...]:
    """Remove a unit that counts at least so much, those that count least first; where none does, the fewest that do."""
    found = sorted(worth, key=lambda pair: pair[1])
    single = [unit for unit, number in found if number >= over]
    if single or not found:
        return remove(single)
    some: list[Unit] = []
    for unit, number in reversed(found):
        if over > 0:
            some.append(unit)
            over -= number
    return (together(RemoveUnit(unit.id) for unit in some),) if len(some) <= MOST_STEPS else ()


def cheapest(where: Where, worth: Sequence[tuple[Unit, Number]], over: Number) -> tuple[Proposal, ...]:
    """Spend at least so many points less on the units, which are those that match, each with what is saved without it: without an
    enhancement, a choice or some models, else without a unit; what saves least first."""
    borne = [(unit, one) for unit, _ in worth for one in unit.enhancements if one.points >= over]
    borne.sort(key=lambda pair: pair[1].points)
    single = tuple(fix for unit, one in borne for fix in clear(unit, one))
    return (*single[:SOME], Cheapen(where, over), *remove_worth(worth, over))


def together(actions: Iterable[Action]) -> Fix:
    """Carry out all of the actions."""
    found = tuple(actions)
    return Fix(found[0] if len(found) == 1 else Several(found))


def clear(unit: Unit, *enhancements: Enhancement) -> tuple[Fix, ...]:
    """Remove any of the enhancements from the unit."""
    return tuple(Fix(ClearEnhancement(unit.id, one.id)) for one in enhancements)


def clear_some(borne: Sequence[tuple[Unit, Enhancement]], number: int) -> tuple[Fix, ...]:
    """Remove so many of the enhancements from their bearers: any single one, the last first; of several only the last."""
    if number == 1:
        return tuple(chain.from_iterable(clear(unit, one) for unit, one in reversed(borne)))
    if number > MOST_STEPS:
        return ()
    return (together(ClearEnhancement(unit.id, one.id) for unit, one in borne[-number:]),)


def change_size(sizes: Iterable[BattleSize]) -> tuple[Fix, ...]:
    """Change the battle size to one of these."""
    return tuple(Fix(SetBattleSize(size.id)) for size in sizes)


def set_limit(points: Number) -> tuple[Fix, ...]:
    """Play for so many points."""
    return (Fix(SetLimit(points)),)


def drop_choices(chosen: Iterable[Chosen]) -> Fix:
    """Do without all of these choices of the army."""
    return together(Change(one.holder, fewer=((one.node, 1),)) for one in chosen)


def make_warlord(units: Iterable[Unit], *, safe: bool = False) -> tuple[Fix, ...]:
    """Make one of the units the Warlord."""
    return tuple(Fix(SetWarlord(unit.id), safe) for unit in units)


def clear_warlord(units: Iterable[Unit]) -> tuple[Fix, ...]:
    """Take the Warlord's mark from any of the units."""
    return tuple(Fix(ClearWarlord(unit.id)) for unit in units)


def detach(leaders: Iterable[Unit]) -> tuple[Fix, ...]:
    """Detach any of the leaders from the units they joined."""
    return tuple(Fix(Detach(leader.id)) for leader in leaders)


def detach_some(leaders: Sequence[Unit], number: int) -> tuple[Fix, ...]:
    """Detach so many of the leaders: any single one, the last first; of several only the last."""
    if number == 1:
        return detach(reversed(leaders))
    if number > MOST_STEPS:
        return ()
    return (together(Detach(leader.id) for leader in leaders[-number:]),)


def attach(pairs: Iterable[tuple[Unit, Unit]]) -> tuple[Fix, ...]:
    """Attach a leader to a unit: any of these pairs."""
    return tuple(Fix(Attach(leader.id, unit.id)) for leader, unit in pairs)


def embark(rider: Unit, transport: Unit) -> Fix:
    """Embark the unit in the transport."""
    return Fix(Embark(rider.id, transport.id))


def hover(unit: Unit, hovering: bool) -> Fix:
    """Declare that the unit hovers, or that it does not; the latter is safe for a unit that cannot hover."""
    return Fix(SetHover(unit.id, on=hovering), safe=not hovering and not unit.hover)


def split(unit: Unit, on: bool) -> tuple[Fix, ...]:
    """Split the unit in two, or do not."""
    return (Fix(SetSplit(unit.id, on=on)),)


def deploy(unit: Unit) -> Fix:
    """Start the battle on the table, out of any transport and reserves."""
    return Fix(Deploy(unit.id))


def deploy_some(units: Sequence[Unit]) -> tuple[Fix, ...]:
    """Start the battle on the table with any single unit, the last first, or with so many of the last as are needed."""
    last = [units[-number:] for number in range(2, min(len(units), MOST_STEPS) + 1)]
    return (*map(deploy, reversed(units)), *(together(Deploy(unit.id) for unit in some) for some in last))


def move(unit: Unit, state: State) -> Fix:
    """Start the battle in the state: on the table, in strategic reserves or in reserves of some kind."""
    return deploy(unit) if state.id == DEPLOYED else Fix(SetReserves(unit.id, state.id))


def mark(name: str, units: Iterable[Unit]) -> Fix:
    """Give these units alone the mark."""
    return Fix(SetMark(name, tuple(unit.id for unit in units)))


def forget(unit_id: str) -> Fix:
    """Remove an id that names no unit from the declarations."""
    return Fix(Forget(unit_id))


def correct(unit_id: str, meant: str) -> Fix:
    """Write another id in the declarations for one that names no unit."""
    return Fix(Correct(unit_id, meant))
