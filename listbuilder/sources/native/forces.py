"""The kinds of force of a system: read from its file, and compiled to what a list may have inside its army."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from listbuilder.catalogue.model import Condition, Constraint, Cost, Entry, EntryGroup, ForceEntry, Modifier
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.catalogue.system import Compulsory, ForceKind, System
from listbuilder.i18n import Text
from listbuilder.sources.native.datasheet import WARLORD
from listbuilder.sources.native.parse import DataFile, counted, typed
from listbuilder.sources.native.subfactions import SUBFACTION
from listbuilder.sources.rings import find_cycles, shown

ARMY = "army"
MOST_FORCES = 2_000  # in the tree of a system
MOST_LEVELS = 16  # of that tree


def read_kinds(file: DataFile, facts: dict[str, Any]) -> tuple[ForceKind, ...]:
    """The kinds that ``forces`` states, each once."""
    records = facts.get("forces") or ()
    known = [str(record["id"]) for record in records]
    currencies = [str(record["id"]) for record in facts.get("currencies") or ()]
    found: dict[str, ForceKind] = {}
    for record in records:
        name = str(record["id"])
        if name in found:
            file.problem(record, "id", Text("duplicate force: {name}", {"name": name}))
            continue
        for place, other in enumerate(record.get("inside") or ()):
            if other not in known:
                file.unknown(record["inside"], place, "force", str(other), known)
        costs = record.get("costs") or {}
        for currency in costs:
            if currency not in currencies:
                file.unknown(costs, currency, "currency", str(currency), currencies, at_key=True)
        slots = {str(word): (bounds[0], bounds[1]) for word, bounds in (record.get("slots") or {}).items()}
        chosen = record.get("compulsory")
        compulsory = typed(Compulsory, chosen) if chosen else None
        found[name] = typed(ForceKind, record, slots=slots, compulsory=compulsory)
    _check_tree(file, facts, found)
    return tuple(found.values())


def _check_tree(file: DataFile, facts: dict[str, Any], kinds: Mapping[str, ForceKind]) -> None:
    """Notes kinds that stand in each other in a ring, and a tree that is too large to be made."""
    rings = find_cycles({name: kind.inside for name, kind in kinds.items()})
    records = {str(record["id"]): record for record in facts.get("forces") or ()}
    for ring in rings:
        file.problem(
            records[ring[0]], "inside", Text("{key} in a ring: {names}", {"key": "inside", "names": shown(ring, {})})
        )
    if rings or not kinds:
        return
    size, depth = _extent(kinds)
    for found, what, limit in ((size, Text("forces in forces"), MOST_FORCES), (depth, Text("levels"), MOST_LEVELS)):
        if found > limit:
            file.too_large(facts, "forces", found, what, limit)


def _extent(kinds: Mapping[str, ForceKind]) -> tuple[int, int]:
    """How many forces the tree of these has, in which no kind stands in itself, and how deep it is. A kind is counted in every
    place where it may stand, up to the limit."""
    found: dict[str, tuple[int, int]] = {}  # of each kind: its places, the level of the lowest
    waiting = list(kinds)
    while waiting:
        name = waiting[-1]
        holders = [one for one in kinds[name].inside if one in kinds]
        unknown = [one for one in holders if one not in found]
        if unknown:
            waiting += unknown
            continue
        around = [found[one] for one in holders] or [(1, 0)]
        found[waiting.pop()] = (
            min(MOST_FORCES + 1, sum(one for one, _ in around)),
            max(level for _, level in around) + 1,
        )
    return sum(places for places, _ in found.values()), max(level for _, level in found.values())


def force_id(kind: str) -> str:
    """The id of the entry of that kind of force."""
    return f"force/{kind}"  # datasheets and other entries share ids


def force_entry(kinds: Sequence[ForceKind], points: str, name: str) -> ForceEntry:
    """The force of a list. It holds all units, or, where the system has kinds of force, the forces that hold them. ``points``: id
    of that cost; ``name``: the game's word for an army, which heads these forces."""
    if not kinds:
        return ForceEntry(id=ARMY, name="Army", local_id=ARMY, purpose=EntryPurpose.ARMY)
    inside = _below("", kinds, points)
    return ForceEntry(id=ARMY, name=name, local_id=ARMY, purpose=EntryPurpose.FRAME, force_entries=inside)


def _below(holder: str, kinds: Sequence[ForceKind], points: str) -> tuple[ForceEntry, ...]:
    """The forces that may stand in one of a kind, or in the army itself."""
    return tuple(
        ForceEntry(
            id=force_id(kind.id),
            name=kind.name.get("en", kind.id),
            local_id=kind.id,
            sort_index=place,
            purpose=EntryPurpose.FORCE,
            catalogue_id=kind.contingent.faction if kind.contingent is not None else "",
            costs=tuple(_costs(kind, points)),
            modifiers=tuple(_waived(kind)),
            force_entries=_below(kind.id, kinds, points),
        )
        for place, kind in enumerate(kinds)
        if not kind.contingents and (holder in kind.inside if holder else not kind.inside)
    )


def _costs(kind: ForceKind, points: str) -> Iterator[Cost]:
    if kind.contingent is not None and points:
        yield Cost(type_id=points, value=kind.contingent.points)
    for currency, value in kind.costs.items():
        yield Cost(type_id=currency, value=value)


def _waived(kind: ForceKind) -> Iterator[Modifier]:
    """What makes a force free while it holds the Warlord."""
    held = counted("atLeast", 1, WARLORD)
    for currency in kind.costs if kind.free_with_warlord else ():
        yield Modifier(type="set", field=currency, value="0", conditions=(held,))


def subfaction_entry(file: DataFile, records: dict[str, Any], system: System) -> Iterator[Entry]:
    """What holds the subfactions of a faction: every force inside the army has it, the army itself has not."""
    if not (records and system.forces):
        return
    entries = tuple(
        Entry(id=f"{SUBFACTION}/{name}", local_id=str(name), name=file.name(record["name"]))
        for name, record in records.items()
    )
    usual = next((f"{SUBFACTION}/{name}" for name, record in records.items() if record.get("default")), "")
    bounds = [Constraint(id=f"{SUBFACTION}/most", type="max", value=1)]
    if usual:
        bounds.append(Constraint(id=f"{SUBFACTION}/least", type="min", value=1))
    group = EntryGroup(
        id=f"{SUBFACTION}/choice",
        name="Subfaction",
        entries=entries,
        default_id=usual,
        constraints=tuple(bounds),
    )
    yield Entry(
        id=SUBFACTION,
        local_id=SUBFACTION,
        name="Subfaction",
        purpose=EntryPurpose.SUBFACTION,
        groups=(group,),
        constraints=(
            Constraint(id=f"{SUBFACTION}:min", type="min", value=1),
            Constraint(id=f"{SUBFACTION}:max", type="max", value=1),
        ),
        modifiers=_elsewhere_only(system, "instanceOf"),
    )


def in_army_only(system: System) -> tuple[Modifier, ...]:
    """What hides a setting of the whole army in the forces inside it."""
    return _elsewhere_only(system, "notInstanceOf")


def _elsewhere_only(system: System, where: str) -> tuple[Modifier, ...]:
    """What hides a setting in the army itself (``instanceOf``), or in the forces inside it (``notInstanceOf``)."""
    if not system.forces:
        return ()
    there = Condition(type=where, scope="force", child_id=ARMY)
    return (Modifier(type="set", field="hidden", value="true", conditions=(there,)),)
