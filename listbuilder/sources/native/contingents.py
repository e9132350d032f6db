"""Contingents: fixed groups of a faction's units that armies of other factions may have for one price.

Each is a kind of force of its own, whose slots say which units it has; which kind of force of the system it is one of it states.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from listbuilder.catalogue.model import Condition, Modifier
from listbuilder.catalogue.system import Contingent, ForceKind
from listbuilder.i18n import Text
from listbuilder.sources.native.forces import force_id
from listbuilder.sources.native.parse import DataFile, names_of, texts

Facts = Mapping[str, Any]


def with_contingents(kinds: Sequence[ForceKind], lent: Mapping[str, Facts]) -> tuple[ForceKind, ...]:
    """The kinds of a system's forces, and those that the contingents of its factions are. ``lent``: id of a faction -> its
    contingents by id. Those that `check` refuses are left out."""
    wide = {kind.id: kind for kind in kinds if kind.contingents}
    found = {kind.id: kind for kind in kinds}
    for faction, records in lent.items():
        for name, record in records.items():
            around = wide.get(str(record["force"]))
            if around is not None:
                found.setdefault(str(name), _kind(str(name), faction, record, around))
    return tuple(found.values())


def _kind(name: str, faction: str, record: Facts, around: ForceKind) -> ForceKind:
    units = {str(unit): int(number) for unit, number in record["units"].items()}
    return ForceKind(
        id=name,
        name=names_of(record["name"]),
        aliases=texts(record.get("aliases")),
        inside=around.inside,
        faction="any",
        slots={unit: (number, number) for unit, number in units.items()},
        of=around.id,
        contingent=Contingent(
            faction=faction,
            units=units,
            points=record["points"],
            hosts=texts(record.get("hosts")),
            brings=texts(record.get("brings")),
        ),
    )


def check(file: DataFile, kinds: Sequence[ForceKind], datasheets: Collection[str]) -> None:
    """Notes contingents of a faction's file that are of no kind of force, have the id of another kind, or have units that are no
    datasheets of the faction."""
    facts = file.source.value
    records: dict[str, Any] = facts.get("contingents") or {}
    wide = [kind.id for kind in kinds if kind.contingents]
    for name, record in records.items():
        file.name(record["name"])
        if record["force"] not in wide:
            file.unknown(record, "force", "force", str(record["force"]), wide)
        elif not any(kind.id == name and _is_of(kind, str(facts["id"])) for kind in kinds):
            file.problem(records, name, Text("duplicate force: {name}", {"name": str(name)}), at_key=True)
        for unit in record["units"]:
            if unit not in datasheets:
                file.unknown(record["units"], unit, "datasheet", str(unit), datasheets, at_key=True)


def _is_of(kind: ForceKind, faction: str) -> bool:
    return kind.contingent is not None and kind.contingent.faction == faction


def paid_for(kinds: Sequence[ForceKind], faction: str, datasheet: str, points: str) -> Iterator[Modifier]:
    """What makes a unit of the datasheet of that name free in the contingents of its faction, whose price holds for all units."""
    for kind in kinds if points else ():
        if _is_of(kind, faction) and kind.contingent is not None and datasheet in kind.contingent.units:
            there = Condition(type="instanceOf", scope="force", child_id=force_id(kind.id))
            yield Modifier(type="set", field=points, value="0", conditions=(there,))
