"""The army as a tree: who leads whom, and who rides in what. Each unit stands in it once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from listbuilder.army import Unit
from listbuilder.catalogue.system import System
from listbuilder.rules.formation import Formation, Load

DEEPEST = 4  # branches in branches that are drawn; what is deeper stands with those


CAPACITY = "capacity"  # the kind of rules that count who is in a transport


def counts_passengers(system: System) -> bool:
    """Whether a game has a rule of who fits into a transport."""
    return any(rule.kind == CAPACITY for rule in system.rules)


class Branch(Struct, frozen=True):
    """One unit in the tree. ``path``: of each branch from the first unit of the formation to this one, whether it is the last of
    its siblings; empty for the first unit itself, which has all ``units`` of the formation. ``load``: what is in it, of a
    transport."""

    unit: Unit
    path: tuple[bool, ...] = ()
    units: tuple[Unit, ...] = ()
    load: Load | None = None


def formations(formation: Formation, units: Iterable[Unit]) -> list[list[Branch]]:
    """The formations of these units in their order, each from its first unit on: a transport with its passengers, a leader with
    the other leaders and the unit that they lead. Both halves of a split unit are that unit."""
    return _Tree(formation, units).formations()


class _Tree:
    def __init__(self, formation: Formation, units: Iterable[Unit]) -> None:
        self.shown = {unit.id: unit for unit in units}
        self.loads = formation.loads
        self.left = dict(self.shown)  # units that have no place yet
        self.groups: list[list[str]] = []  # leaders first
        self.riding: defaultdict[str, list[list[str]]] = defaultdict(list)  # by the id of the transport
        placed: set[str] = set()
        for group in formation.groups:
            ids = dict.fromkeys(unit.half_of or unit.id for unit in (*group.units[1:], *group.units[:1]))
            members = [one for one in ids if one in self.shown and one not in placed]
            placed.update(members)
            if members and group.transport in self.shown and group.transport not in members:
                self.riding[group.transport].append(members)
            elif members:
                self.groups.append(members)

    def formations(self) -> list[list[Branch]]:
        found = [list(self._branches(members)) for members in self.groups]
        while self.left:  # transports that ride in each other, and what no group has
            found.append(list(self._branches([next(iter(self.left))])))
        place = {unit_id: number for number, unit_id in enumerate(self.shown)}
        found = [_with_units(branches) for branches in found if branches]
        return sorted(found, key=lambda branches: min(place[one.unit.id] for one in branches))

    def _branches(self, members: Sequence[str]) -> Iterator[Branch]:
        """A group from its first unit on, with whoever rides in any of them."""
        waiting: list[tuple[Sequence[str], tuple[bool, ...]]] = [(members, ())]
        while waiting:
            (first, *others), path = waiting.pop()
            unit = self.left.pop(first, None)
            if unit is None:
                continue
            yield Branch(unit, path, load=self.loads.get(first))
            below = [[other] for other in others] + self.riding.get(first, [])
            below = [group for group in below if group[0] in self.left]
            paths = [(*path, number == len(below))[:DEEPEST] for number in range(1, len(below) + 1)]
            waiting += reversed(list(zip(below, paths, strict=True)))


def _with_units(branches: list[Branch]) -> list[Branch]:
    first = branches[0]
    return [Branch(first.unit, first.path, tuple(one.unit for one in branches), first.load), *branches[1:]]
