"""A faction that only lends its units: fixed groups of them, which a community set has as forces of a catalogue of their own.

The overlay says of which kind of force they are, and whose armies' groups are made (`contingents: {force: …, hosts: […]}`, names
of catalogues). What each of them consists of, costs and is allowed in is read from the forces that the data offer these armies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from listbuilder.army import Unit, roles
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.model import ForceEntry
from listbuilder.engine import actions
from listbuilder.engine.force_choices import offered_forces
from listbuilder.roster.edits import Insert, Remove
from listbuilder.roster.tree import Force
from listbuilder.sources.store.dataset import FileSet
from tools.native_data.bench import Bench
from tools.native_data.composition import slug
from tools.native_data.faction import Faction, FactionMaker

LEGENDS = " [LEGENDS]"


@dataclass(frozen=True, slots=True)
class Group:
    """One group of units, as the data have it: a force. ``units``: names of datasheets, each as often as it is there; ``ids``: of
    their entries, of which the catalogue may have several of one name, for other groups."""

    entry: ForceEntry
    name: str
    points: Number
    units: Counter[str]
    ids: frozenset[str]
    hosts: tuple[str, ...]


class _ContingentBench(Bench):
    """Puts each unit into the force of a group that has it: the data hide it everywhere else."""

    def __init__(self, data: FileSet, faction: str) -> None:
        self._homes: dict[str, Force] = {}
        super().__init__(data, faction)

    def open(self, group: Group) -> None:
        """Adds the force of a group, without units."""
        force = Force(group.entry, self.force.catalogue_id)
        Insert(force, self.force).apply(self.roster)
        self._homes |= dict.fromkeys(group.units, force)
        self.inside |= {group.entry.id}

    def force_for(self, option: Option) -> Force:
        return self._homes.get(roles.plain_name(option.name), self.force)


class ContingentMaker(FactionMaker):
    """See the module. ``groups``: by name; ``without``: names of those that the data give no units."""

    def __init__(self, data: FileSet, given: dict[str, Any], date: str, set_name: str) -> None:
        names = (item.header.name for item in data.indexed if item.header)
        self.factions = {name.casefold(): name for name in (name.removesuffix(LEGENDS) for name in names)}
        self.groups: dict[str, Group] = {}
        self.without: list[str] = []
        for host in given["contingents"]["hosts"]:
            for group in _groups(Bench(data, host), data):
                if group.units:
                    self.groups[group.name] = group
                elif group.name not in self.without:
                    self.without.append(group.name)
        super().__init__(data, given, date, set_name)

    def _bench(self, data: FileSet, given: dict[str, Any]) -> Bench:
        bench = _ContingentBench(data, given["catalogue"])
        for group in self.groups.values():
            bench.open(group)
        return bench

    def _is_own(self, option: Option) -> bool:
        return any(option.id in group.ids for group in self.groups.values())

    def _with_faction(self, sheet: dict[str, Any]) -> dict[str, Any]:
        """With the faction that its keywords name; without the price, which is that of the group."""
        named = [word for word in sheet["keywords"] if word.casefold() in self.factions]
        sheet["keywords"] = [word for word in sheet["keywords"] if word not in named]
        sheet["faction_keywords"] = [self.factions[word.casefold()] for word in named]
        if not any(sheet["points"].values()):
            del sheet["points"]
        return sheet

    def make(self, there: frozenset[str] = frozenset()) -> Faction:
        made = super().make(there)
        made.left_out |= dict.fromkeys(self.without, "the data give it no units")
        return made

    def detachments(self) -> dict[str, Any]:
        return {}

    def _facts(self, detachments: dict[str, Any], shipped: list[tuple[Option, Unit]]) -> dict[str, Any]:
        given, catalogue = self.given, self.bench.loaded.faction
        source = {"set": self.set_name, "file": self.files[catalogue.id], "revision": catalogue.revision}
        return {
            "id": given["id"],
            "name": given["name"],
            "system": self.bench.loaded.system.id,
            "armies": False,
            "points_date": self.date,
            "source": {**source, "date": self.date},
            "contingents": {slug(one.name): self._contingent(one) for one in self._sorted()},
        }

    def _sorted(self) -> list[Group]:
        return sorted(self.groups.values(), key=lambda group: slug(group.name))

    def _contingent(self, group: Group) -> dict[str, Any]:
        given = self.given["contingents"]
        brings = (given.get("brings") or {}).get(group.name)
        return {
            "name": group.name,
            "force": given["force"],
            "points": group.points,
            "units": dict(group.units),
            **({"brings": brings} if brings else {}),
            "hosts": list(group.hosts),
        }


def _groups(bench: Bench, data: FileSet) -> Iterator[Group]:
    """The groups that the data offer the army of a bench."""
    names = {item.header.id: item.header.name for item in data.indexed if item.header}
    own = bench.force.catalogue_id
    for choice in list(offered_forces(bench.engine, bench.force, own)):
        if choice.hidden or choice.catalogue_id == own:
            continue
        bench.library.include(choice.catalogue_id)
        edit, force = actions.add_force(bench.engine, choice.entry, choice.catalogue_id, bench.force)
        edit.apply(bench.roster)
        yield Group(
            choice.entry,
            roles.plain_title(choice.entry.name),
            bench.engine.state(force).total_costs.get(bench.points_type, 0),
            Counter(roles.plain_name(unit.option.name) for unit in force.selections),
            frozenset(unit.option.id for unit in force.selections),
            tuple(sorted({names[one].removesuffix(LEGENDS) for one in _parents(choice.entry) if one in names})),
        )
        Remove(force).apply(bench.roster)


def _parents(entry: ForceEntry) -> Iterator[str]:
    """The ids of the catalogues whose armies may have the force."""
    gates: list[Any] = [*entry.modifiers, *entry.modifier_groups]
    while gates:
        gate = gates.pop()
        yield from (one.child_id for one in gate.conditions if one.scope == "parent" and one.type == "instanceOf")
        for name in ("condition_groups", "groups", "modifiers"):
            gates.extend(getattr(gate, name, ()))


def maker_of(data: FileSet, given: dict[str, Any], date: str, set_name: str) -> FactionMaker:
    """What makes the faction of an overlay."""
    return (ContingentMaker if "contingents" in given else FactionMaker)(data, given, date, set_name)
