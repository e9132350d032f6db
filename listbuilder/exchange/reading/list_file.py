"""A list file of ours as a record of names, for data that have not the entries which it names.

What stands at the root of a force is a unit, but for size and detachments.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from listbuilder.exchange.reading.record import ForceRecord, ListRecord, Part, UnitRecord, Word
from listbuilder.exchange.reading.roster_json import BATTLE_SIZE, DETACHMENT, setting
from listbuilder.exchange.reading.text import allowed
from listbuilder.listfile.document import Document
from listbuilder.listfile.generic import SEPARATOR
from listbuilder.listfile.names import free_name
from listbuilder.listfile.records import forces_in, selections_in
from listbuilder.naming import fold
from listbuilder.strictyaml import Source

FORMAT = "list-file"
WARLORD = "warlord"


def record_of(read: Document, system: str) -> ListRecord:
    """The record of a list file whose forces hold selections. ``system``: the id of its game. Raises `TooLarge` where a unit has
    more than it may."""
    return _Reader(read, system).record


class _Reader:
    def __init__(self, read: Document, system: str) -> None:
        self._source = read.source
        self._ids = _Ids({str(one["id"]) for one in selections_in(read.facts) if "id" in one})
        self.record = ListRecord(FORMAT, (system,), read.name)
        if read.catalogues:
            self.record.faction = Word(read.catalogues[0], read.place("faction").line)
        for force in forces_in(read.facts):
            self._force(force)

    def _force(self, force: dict[str, Any]) -> None:
        self.record.forces.append(ForceRecord(str(force["force"]), str(force.get("catalogue") or "")))
        for node, line in _nodes(force, self._source):
            label = _last(node)
            if fold(label) not in (*DETACHMENT, BATTLE_SIZE):
                self._unit(node, label, line)
                continue
            before = len(self.record.choices)
            for child, place in _nodes(node, self._source):
                setting(self.record, label, Word(_last(child), place))
            self.record.forces[-1].settings += self.record.choices[before:]

    def _unit(self, node: dict[str, Any], label: str, line: int) -> None:
        unit = UnitRecord(label, line, force=len(self.record.forces) - 1, id=self._ids.of(node, label))
        self.record.units.append(unit)
        for child, place in _nodes(node, self._source):
            if fold(_last(child)) == WARLORD:
                unit.warlord = True
            else:
                unit.parts.append(self._part(child, place, 1))

    def _part(self, node: dict[str, Any], line: int, times: int) -> Part:
        label, number = _last(node), allowed(times * int(node.get("amount") or 1))
        below = [self._part(child, place, number) for child, place in _nodes(node, self._source)]
        return Part(label, number, line, below)


class _Ids:
    """The ids of units: those that the file states, each once, else one by the name."""

    def __init__(self, stated: Collection[str]) -> None:
        self._stated = stated
        self._given: set[str] = set()

    def of(self, node: dict[str, Any], label: str) -> str:
        found = str(node.get("id") or "")
        if not found or found in self._given:
            found = free_name(fold(label).replace(" ", "-"), {*self._given, *self._stated})
        self._given.add(found)
        return found


def _nodes(holder: dict[str, Any], source: Source) -> Iterator[tuple[dict[str, Any], int]]:
    """The selections of a force or of one of them, as mappings, each with its line."""
    held = holder.get("selections") or ()
    for index, item in enumerate(held):
        yield (item if isinstance(item, dict) else {"entry": item}), source.place(held, index).line


def _last(node: dict[str, Any]) -> str:
    """The name of an entry without the groups around it."""
    return str(node["entry"]).rpartition(SEPARATOR)[2]
