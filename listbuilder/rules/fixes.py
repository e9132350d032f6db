"""The fixes that findings propose: the actions of `listbuilder.rules.diagnostic` with their titles."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.army import Enhancement, Unit
from listbuilder.catalogue.system import BattleSize
from listbuilder.i18n import Localised, Text
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
from listbuilder.rules.formation import DEPLOYED, EMBARKED, STRATEGIC

STATE_NAMES = {
    DEPLOYED: {"en": "on the table", "zh": "战场上", "ru": "на столе"},
    EMBARKED: {"en": "in a transport", "zh": "运输工具中", "ru": "в транспорте"},
    "deep-strike": {"en": "in reserves (Deep Strike)", "zh": "预备队（深入打击）", "ru": "в резерве (глубокий удар)"},
    "aircraft": {"en": "in reserves (Aircraft)", "zh": "预备队（飞行器）", "ru": "в резерве (авиация)"},
    "other": {"en": "in reserves", "zh": "预备队", "ru": "в резерве"},
    STRATEGIC: {"en": "in Strategic Reserves", "zh": "战略预备队", "ru": "в стратегическом резерве"},
}


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


def change_size(sizes: Iterable[BattleSize]) -> tuple[Fix, ...]:
    """Change the battle size to one of these."""
    return tuple(
        Fix(Text("change the battle size to {size}", {"size": Localised(size.name)}), SetBattleSize(size.id))
        for size in sizes
    )


def make_warlord(units: Iterable[Unit], safe: bool = False) -> tuple[Fix, ...]:
    """Make one of the units the Warlord."""
    return tuple(Fix(Text("make {unit} the Warlord", {"unit": unit.name}), SetWarlord(unit.id), safe) for unit in units)


def clear_warlord(units: Iterable[Unit]) -> tuple[Fix, ...]:
    """Take the Warlord's mark from any of the units."""
    return tuple(
        Fix(Text("remove the Warlord mark from {unit}", {"unit": unit.name}), ClearWarlord(unit.id)) for unit in units
    )


def detach(leaders: Iterable[Unit]) -> tuple[Fix, ...]:
    """Detach any of the leaders from the units they joined."""
    return tuple(Fix(Text("detach {leader}", {"leader": leader.name}), Detach(leader.id)) for leader in leaders)


def embark(rider: Unit, transport: Unit) -> Fix:
    """Embark the unit in the transport."""
    names: dict[str, object] = {"unit": rider.name, "transport": transport.name}
    return Fix(Text("embark {unit} in {transport}", names), Embark(rider.id, transport.id))


def disembark(rider: Unit) -> Fix:
    """Remove the unit from its transport."""
    return Fix(Text("remove {unit} from its transport", {"unit": rider.name}), Deploy(rider.id))


def hover(unit: Unit, hovering: bool) -> Fix:
    """Declare that the unit hovers, or that it does not; the latter is safe for a unit that cannot hover."""
    if hovering:
        return Fix(Text("let {unit} hover", {"unit": unit.name}), SetHover(unit.id, on=True))
    return Fix(Text("let {unit} not hover", {"unit": unit.name}), SetHover(unit.id, on=False), safe=not unit.hover)


def move(unit: Unit, state: str) -> Fix:
    """Start the battle in the state: on the table, in Strategic Reserves or in reserves of some kind."""
    if state == DEPLOYED:
        return Fix(Text("deploy {unit}", {"unit": unit.name}), Deploy(unit.id))
    names: dict[str, object] = {"unit": unit.name, "state": Localised(STATE_NAMES[state])}
    return Fix(Text("start {unit} {state}", names), SetReserves(unit.id, state))


def forget(unit_id: str) -> Fix:
    """Remove an id that names no unit from the declarations."""
    return Fix(Text("remove {id} from the declarations", {"id": unit_id}), Forget(unit_id))
