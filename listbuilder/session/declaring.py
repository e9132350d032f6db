"""Changes of declarations, as pure functions: attaching, embarking, reserves, hovering."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from listbuilder.catalogue.states import STRATEGIC
from listbuilder.roster.declarations import Declarations, half_names
from listbuilder.rules.diagnostic import (
    Attach,
    Correct,
    Declaring,
    Deploy,
    Detach,
    Embark,
    Forget,
    SetHover,
    SetMark,
    SetReserves,
    SetSplit,
)
from listbuilder.rules.formation import stated_places


def attach(declared: Declarations, leader: str, unit: str) -> Declarations:
    """Attaches the leader to the unit, which removes the leader's own place; empty: detaches it."""
    attached = {key: value for key, value in declared.attach.items() if key != leader}
    if not unit:
        detached = replace(declared, attach=attached)
        return detached if stated_places(declared, leader) else _on_table(declared, detached, leader)
    return replace(_placed(declared, leader), attach={**attached, leader: unit})


def embark(declared: Declarations, unit: str, transport: str) -> Declarations:
    """Embarks the unit in the transport; empty: puts it on the table."""
    cleared = _placed(declared, unit)
    if not transport:
        return _on_table(declared, cleared, unit)
    return replace(cleared, embark={**cleared.embark, unit: transport})


def reserve(declared: Declarations, unit: str, state: str) -> Declarations:
    """Puts the unit into reserves of that kind; empty: on the table."""
    cleared = _placed(declared, unit)
    if state == STRATEGIC:
        return replace(cleared, strategic_reserves=(*cleared.strategic_reserves, unit))
    if not state:
        return _on_table(declared, cleared, unit)
    return replace(cleared, reserves={**cleared.reserves, unit: state})


def hover(declared: Declarations, unit: str, *, on: bool) -> Declarations:
    """Declares whether the aircraft hovers."""
    others = tuple(item for item in declared.hover if item != unit)
    return replace(declared, hover=(*others, unit) if on else others)


def correct(declared: Declarations, unit: str, meant: str) -> Declarations:
    """The declarations with another id in place of one."""

    def one(name: str) -> str:
        return meant if name == unit else name

    def each(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(map(one, names)))

    return replace(
        declared,
        hover=each(declared.hover),
        attach={one(key): one(value) for key, value in declared.attach.items()},
        embark={one(key): one(value) for key, value in declared.embark.items()},
        reserves={one(key): value for key, value in declared.reserves.items()},
        strategic_reserves=each(declared.strategic_reserves),
        split={one(key): names for key, names in declared.split.items()},
        deployed=each(declared.deployed),
        marks={mark: each(units) for mark, units in declared.marks.items()},
    )


def after(declared: Declarations, action: Declaring) -> Declarations:
    """The declarations after the action of a fix."""
    match action:
        case Attach(leader, unit):
            return attach(declared, leader, unit)
        case Detach(leader):
            return attach(declared, leader, "")
        case Embark(unit, transport):
            return embark(declared, unit, transport)
        case Deploy(unit):
            return reserve(declared, unit, "")
        case SetReserves(unit, state):
            return reserve(declared, unit, state)
        case SetHover(unit, on):
            return hover(declared, unit, on=on)
        case SetSplit(unit, on):
            return split(declared, unit, on=on)
        case SetMark(mark, units):
            return replace(declared, marks={**declared.marks, mark: units})
        case Forget(unit):
            return without(declared, unit)
        case Correct(unit, meant):
            return correct(declared, unit, meant)
        case _:
            assert_never(action)


def split(declared: Declarations, unit: str, *, on: bool) -> Declarations:
    """Declares whether the unit is split in two; its halves stand on the table."""
    cleared = without_halves(declared, unit)
    if not on:
        return cleared
    names = half_names(unit)
    deployed = (*(one for one in cleared.deployed if one != unit), *names) if cleared.deployed else ()
    return replace(_placed(cleared, unit), split={**cleared.split, unit: names}, deployed=deployed)


def without_halves(declared: Declarations, unit: str) -> Declarations:
    """The unit whole again."""
    cleared = declared
    for half in declared.split.get(unit, ()):
        cleared = without(cleared, half)
    listed = bool(declared.deployed) and unit in declared.split and not stated_places(cleared, unit)
    deployed = (*cleared.deployed, unit) if listed else cleared.deployed
    return replace(
        cleared, split={key: names for key, names in cleared.split.items() if key != unit}, deployed=deployed
    )


def _placed(declared: Declarations, unit: str) -> Declarations:
    """Without the unit's place: transport, reserves or table."""
    return replace(
        declared,
        embark={key: value for key, value in declared.embark.items() if key != unit},
        reserves={key: value for key, value in declared.reserves.items() if key != unit},
        strategic_reserves=tuple(item for item in declared.strategic_reserves if item != unit),
        deployed=tuple(item for item in declared.deployed if item != unit),
    )


def _on_table(before: Declarations, cleared: Declarations, unit: str) -> Declarations:
    """The unit on the table: listed as deployed if the declarations list that, unless it is attached to another."""
    if not before.deployed or unit in cleared.attach:
        return cleared
    kept = before.deployed if unit in before.deployed else (*before.deployed, unit)
    return replace(cleared, deployed=kept)


def without(declared: Declarations, unit: str) -> Declarations:
    """Without the unit, as after its removal: no other is attached to it or embarked in it."""
    cleared = _placed(without_halves(declared, unit) if unit in declared.split else declared, unit)
    return replace(
        cleared,
        hover=tuple(item for item in cleared.hover if item != unit),
        attach={key: value for key, value in cleared.attach.items() if unit not in (key, value)},
        embark={key: value for key, value in cleared.embark.items() if value != unit},
        marks={mark: tuple(item for item in units if item != unit) for mark, units in cleared.marks.items()},
    )
