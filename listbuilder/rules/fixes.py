"""The fixes that findings propose: the actions of `listbuilder.rules.diagnostic` with their titles."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.army import Enhancement, Unit
from listbuilder.catalogue.system import BattleSize
from listbuilder.catalogue.vocabulary import DEPLOYED, State, Terms, Vocabulary
from listbuilder.i18n import N_, Localised, Text
from listbuilder.rules.diagnostic import (
    ClearEnhancement,
    ClearWarlord,
    Deploy,
    Detach,
    Embark,
    Fix,
    Forget,
    RemoveUnit,
    SetBattleSize,
    SetHover,
    SetReserves,
    SetWarlord,
)


def remove(units: Iterable[Unit]) -> tuple[Fix, ...]:
    """Remove any of the units from the list."""
    return tuple(Fix(Text("remove {unit}", {"unit": unit.name}), RemoveUnit(unit.id)) for unit in units)


def clear(unit: Unit, *enhancements: Enhancement) -> tuple[Fix, ...]:
    """Remove any of the enhancements from the unit."""
    return tuple(
        Fix(
            Text("remove {enhancement} from {unit}", {"enhancement": one.name, "unit": unit.name}),
            ClearEnhancement(unit.id, one.id),
        )
        for one in enhancements
    )


def change_size(sizes: Iterable[BattleSize], terms: Terms) -> tuple[Fix, ...]:
    """Change the battle size to one of these."""
    title = N_("change the {battle_size} to {size}")
    return tuple(
        Fix(Text(title, {"battle_size": terms.battle_size, "size": Localised(size.name)}), SetBattleSize(size.id))
        for size in sizes
    )


def make_warlord(units: Iterable[Unit], terms: Terms, *, safe: bool = False) -> tuple[Fix, ...]:
    """Make one of the units the Warlord."""
    title = N_("make {unit} the {warlord}")
    return tuple(
        Fix(Text(title, {"unit": unit.name, "warlord": terms.warlord}), SetWarlord(unit.id), safe) for unit in units
    )


def clear_warlord(units: Iterable[Unit], terms: Terms) -> tuple[Fix, ...]:
    """Take the Warlord's mark from any of the units."""
    title = N_("remove the {warlord} mark from {unit}")
    return tuple(
        Fix(Text(title, {"unit": unit.name, "warlord": terms.warlord}), ClearWarlord(unit.id)) for unit in units
    )


def detach(leaders: Iterable[Unit]) -> tuple[Fix, ...]:
    """Detach any of the leaders from the units they joined."""
    return tuple(Fix(Text("detach {leader}", {"leader": leader.name}), Detach(leader.id)) for leader in leaders)


def embark(rider: Unit, transport: Unit) -> Fix:
    """Embark the unit in the transport."""
    names = {"unit": rider.name, "transport": transport.name}
    return Fix(Text("embark {unit} in {transport}", names), Embark(rider.id, transport.id))


def disembark(rider: Unit) -> Fix:
    """Remove the unit from its transport."""
    return Fix(Text("remove {unit} from its transport", {"unit": rider.name}), Deploy(rider.id))


def hover(unit: Unit, hovering: bool, vocabulary: Vocabulary) -> Fix:
    """Declare that the unit hovers, or that it does not; the latter is safe for a unit that cannot hover."""
    names = {"unit": unit.name, "hover": Localised(vocabulary.declarations.get("hover", "hover"))}
    if hovering:
        return Fix(Text("declare {hover} for {unit}", names), SetHover(unit.id, on=True))
    return Fix(Text("do not declare {hover} for {unit}", names), SetHover(unit.id, on=False), safe=not unit.hover)


def deploy(unit: Unit) -> Fix:
    """Start the battle on the table."""
    return Fix(Text("deploy {unit}", {"unit": unit.name}), Deploy(unit.id))


def move(unit: Unit, state: State) -> Fix:
    """Start the battle in the state: on the table, in strategic reserves or in reserves of some kind."""
    if state.id == DEPLOYED:
        return deploy(unit)
    return Fix(Text("start {unit} {state}", {"unit": unit.name, "state": state.where}), SetReserves(unit.id, state.id))


def forget(unit_id: str) -> Fix:
    """Remove an id that names no unit from the declarations."""
    return Fix(Text("remove {id} from the declarations", {"id": unit_id}), Forget(unit_id))
