"""What the number of units in forces of a kind costs an army beyond their prices, as auxiliary units of Age of Sigmar do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from listbuilder.army.model import ForceView
from listbuilder.army.records import Unit
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.system import ForceKind, Surcharge, System
from listbuilder.replacing import replace


def surcharged(
    forces: tuple[ForceView, ...], units: Iterable[Unit], system: System
) -> tuple[tuple[ForceView, ...], Number]:
    """The forces, each with what its units cost beyond their prices, and that in all. Units count in the order of forces."""
    if all(kind.surcharge is None for kind in system.forces):
        return forces, 0
    held = Counter(unit.force for unit in units)
    before: Counter[str] = Counter()  # by the id of the kind
    found: list[ForceView] = []
    total: Number = 0
    for force in forces:
        kind = system.force_kind(force.kind_id if force.inside else force.kind)
        surcharge = _holding(kind, force, forces)
        if kind is not None and surcharge is not None:
            costs = surcharge.of(before[kind.id], held[force.id])
            before[kind.id] += held[force.id]
            total += costs
            force = replace(force, points=force.points + costs) if costs else force
        found.append(force)
    return (tuple(found), total) if total else (forces, 0)


def saved(forces: Sequence[ForceView], units: Iterable[Unit], system: System) -> dict[str, Number]:
    """What the army no longer pays beyond prices with one unit fewer in a force, by the id of the force; forces without a
    surcharge are left out."""
    if all(kind.surcharge is None for kind in system.forces):
        return {}
    held = Counter(unit.force for unit in units)
    surcharges: dict[str, tuple[str, Surcharge]] = {}
    counts: Counter[str] = Counter()  # by the id of the kind
    for force in forces:
        kind = system.force_kind(force.kind_id if force.inside else force.kind)
        surcharge = _holding(kind, force, forces)
        if kind is not None and surcharge is not None and held[force.id]:
            surcharges[force.id] = kind.id, surcharge
            counts[kind.id] += held[force.id]
    return {force: one.of(counts[kind] - 1, 1) for force, (kind, one) in surcharges.items()}


def _holding(kind: ForceKind | None, force: ForceView, forces: Sequence[ForceView]) -> Surcharge | None:
    """The surcharge of a kind of force where it holds for the army that a force of it stands in."""
    surcharge = kind.surcharge if kind is not None else None
    if surcharge is None or force.inside:
        return surcharge
    above = {one.id: one for one in forces}
    while force.parent in above:
        force = above[force.parent]
    return surcharge if surcharge.applies(force.kind) else None
