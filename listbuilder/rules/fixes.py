"""The edits that findings offer, one function each; the vocabulary is `listbuilder.rules.diagnostic.ACTIONS`."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.army import Enhancement, Unit
from listbuilder.catalogue.system import BattleSize
from listbuilder.i18n import Localised, Text
from listbuilder.rules.diagnostic import Fix
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
    """Take any of the units out of the list."""
    return tuple(Fix(Text("remove {unit}", {"unit": unit.name}), "remove-unit", (unit.id,)) for unit in units)


def clear(unit: Unit, *enhancements: Enhancement) -> tuple[Fix, ...]:
    """Take any of the enhancements from the unit."""
    return tuple(
        Fix(
            Text("take {enhancement} from {unit}", {"enhancement": one.name, "unit": unit.name}),
            "clear-enhancement",
            (unit.id, one.id),
        )
        for one in enhancements
    )


def play(sizes: Iterable[BattleSize]) -> tuple[Fix, ...]:
    """Play one of the sizes."""
    return tuple(
        Fix(Text("play {size}", {"size": Localised(size.name)}), "set-battle-size", (size.id,)) for size in sizes
    )


def make_warlord(units: Iterable[Unit], safe: bool = False) -> tuple[Fix, ...]:
    """Make one of the units the Warlord."""
    return tuple(
        Fix(Text("make {unit} the Warlord", {"unit": unit.name}), "set-warlord", (unit.id,), safe) for unit in units
    )


def clear_warlord(units: Iterable[Unit]) -> tuple[Fix, ...]:
    """Take the mark from any of the units."""
    return tuple(
        Fix(Text("{unit} is not the Warlord", {"unit": unit.name}), "clear-warlord", (unit.id,)) for unit in units
    )


def detach(leaders: Iterable[Unit]) -> tuple[Fix, ...]:
    """Any of the leaders joins nobody."""
    return tuple(
        Fix(Text("{leader} joins no unit", {"leader": leader.name}), "detach", (leader.id,)) for leader in leaders
    )


def embark(rider: Unit, transport: Unit) -> Fix:
    """The unit rides in the transport."""
    names: dict[str, object] = {"unit": rider.name, "transport": transport.name}
    return Fix(Text("{unit} rides in {transport}", names), "embark", (rider.id, transport.id))


def disembark(rider: Unit) -> Fix:
    """The unit does not ride."""
    return Fix(Text("{unit} does not ride", {"unit": rider.name}), "disembark", (rider.id,))


def hover(unit: Unit, hovering: bool) -> Fix:
    """The unit hovers, or does not. That a unit which cannot hover does not is safe to do."""
    if hovering:
        return Fix(Text("{unit} hovers", {"unit": unit.name}), "set-hover", (unit.id, True))
    return Fix(Text("{unit} does not hover", {"unit": unit.name}), "set-hover", (unit.id, False), safe=not unit.hover)


def move(unit: Unit, state: str) -> Fix:
    """The unit starts the battle in the state: on the table, in Strategic Reserves or in reserves of some kind."""
    if state == DEPLOYED:
        return Fix(Text("deploy {unit}", {"unit": unit.name}), "deploy", (unit.id,))
    if state == STRATEGIC:
        return Fix(
            Text("{unit} starts in Strategic Reserves", {"unit": unit.name}), "set-strategic-reserves", (unit.id,)
        )
    names: dict[str, object] = {"unit": unit.name, "state": Localised(STATE_NAMES[state])}
    return Fix(Text("{unit} starts {state}", names), "set-reserves", (unit.id, state))
