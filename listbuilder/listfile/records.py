"""Where a list file states its units: in lists of their own, or as selections inside forces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

UNITS, FORCES = "units", "forces"


def forces_in(facts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every force of a file or of one of its forces, each before those inside it."""
    for force in facts.get(FORCES) or ():
        yield force
        yield from forces_in(force)


def unit_lists(facts: dict[str, Any]) -> Iterator[list[Any]]:
    """The lists of units of a file: its own, then those of its forces, in the order of the file."""
    for holder in (facts, *forces_in(facts)):
        if holder.get(UNITS):
            yield holder[UNITS]


def units_in(facts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every unit of these lists."""
    for units in unit_lists(facts):
        yield from units


def selections_in(facts: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What stands at the root of the forces of a file, as far as more than its name is stated."""
    for force in forces_in(facts):
        yield from (one for one in force.get("selections") or () if isinstance(one, dict))


def is_tree(facts: dict[str, Any]) -> bool:
    """Whether the forces of a file state selections, as data without datasheets have them."""
    return any("selections" in force for force in forces_in(facts))


def form(facts: dict[str, Any]) -> str:
    """How a file states what it has: as ``units``, or as ``forces`` with selections; empty where it has nothing yet."""
    if is_tree(facts):
        return FORCES
    return UNITS if UNITS in facts or any(UNITS in force for force in forces_in(facts)) else ""
