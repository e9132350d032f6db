"""Looks through whole catalogues for what an army may stumble on: repeated ids, links to nowhere, links in a circle."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from listbuilder.catalogue.base import Record
from listbuilder.catalogue.model import (
    Catalogue,
    CategoryEntry,
    CategoryLink,
    Container,
    Cost,
    CostType,
    Entry,
    EntryGroup,
    EntryLink,
    ForceEntry,
    InfoGroup,
    InfoLink,
    Profile,
    ProfileType,
    Rule,
)
from listbuilder.errors import Problem
from listbuilder.i18n import N_, Text

# What links and queries name by id. Ids of constraints and the like repeat in real data, each of meaning to its owner only.
NAMED = (Entry, EntryGroup, EntryLink, ForceEntry, CategoryEntry, Profile, Rule, InfoGroup, CostType, ProfileType)
SHOWN = 5  # names in a message

# What names something else, and how we say that it is not there.
TARGETS: dict[type[Record], str] = {
    EntryLink: N_("{count} links lead to entries that are not there: {names}"),
    CategoryLink: N_("{count} links lead to categories that are not there: {names}"),
    InfoLink: N_("{count} links lead to rules or profiles that are not there: {names}"),
    Cost: N_("{count} costs are in currencies that are not there: {names}"),
}


def audit(catalogues: Iterable[Catalogue]) -> list[Problem]:
    """What is wrong with these catalogues taken together; each kind of problem once a catalogue, with a count."""
    records = [(catalogue.name, list(walk(catalogue))) for catalogue in catalogues]
    known = {record.id for _, found in records for record in found if isinstance(record, NAMED)}
    problems = [
        problem for name, found in records for problem in (*_repeated(name, found), *_dangling(name, found, known))
    ]
    return problems + _circles(record for _, found in records for record in found if isinstance(record, Container))


def walk(record: Record) -> Iterator[Record]:
    """The record and all below it."""
    waiting = [record]
    while waiting:
        current = waiting.pop()
        yield current
        for field in _child_fields(type(current)):
            waiting.extend(getattr(current, field))


@lru_cache
def _child_fields(kind: type[Record]) -> tuple[str, ...]:
    """Fields that hold records which may name others."""
    skipped = {"modifiers", "modifier_groups", "constraints", "characteristics", "attributes"}
    return tuple(
        field.name
        for field in msgspec.structs.fields(kind)
        if field.name not in skipped and str(field.type).startswith("tuple[listbuilder.catalogue.model.")
    )


def _repeated(name: str, found: list[Record]) -> Iterator[Problem]:
    named = [record for record in found if isinstance(record, NAMED)]
    twice = {key for key, times in Counter(record.id for record in named).items() if times > 1}
    if twice:
        names = dict.fromkeys(record.name or record.id for record in named if record.id in twice)
        message = Text("{count} ids are given more than once: {names}", {"count": len(twice), "names": _first(names)})
        yield Problem(message, name, rule="repeated-id")


def _dangling(name: str, found: list[Record], known: set[str]) -> Iterator[Problem]:
    lost: defaultdict[type[Record], list[str]] = defaultdict(list)
    for record in found:
        target = getattr(record, "type_id" if isinstance(record, Cost) else "target_id", None)
        if type(record) in TARGETS and target not in known:
            lost[type(record)].append(getattr(record, "name", "") or str(target))
    for kind, names in lost.items():
        params = {"count": len(names), "names": _first(dict.fromkeys(names))}
        yield Problem(Text(TARGETS[kind], params), name, rule="dangling-link")


def _first(names: Iterable[str]) -> str:
    """The first few names, for a message."""
    found = list(names)
    return ", ".join(found[:SHOWN]) + (", …" if len(found) > SHOWN else "")


def _circles(containers: Iterable[Container]) -> list[Problem]:
    """Entries and groups that contain themselves by way of links: followed, they would never end."""
    below: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    for node in containers:
        inside = [child.id for child in (*node.entries, *node.groups, *node.links)]
        if isinstance(node, EntryLink):
            inside.append(node.target_id)
        below.setdefault(node.id, inside)
        names.setdefault(node.id, node.name or node.id)
    return [
        Problem(
            Text("links lead in a circle: {names}", {"names": " → ".join(names[key] for key in [*circle, circle[0]])}),
            names[circle[0]],
            rule="link-cycle",
        )
        for circle in find_circles(below)
    ]


def find_circles(below: dict[str, list[str]]) -> list[list[str]]:
    """The circles that a depth-first walk closes; without recursion, each node is walked once."""
    circles: list[list[str]] = []
    done: set[str] = set()
    for start in below:
        path: dict[str, None] = {}
        trail = [iter([start])]
        while trail:
            node = next(trail[-1], None)
            if node is None:
                trail.pop()
                if path:
                    done.add(path.popitem()[0])
            elif node in path:
                steps = list(path)
                circle = steps[steps.index(node) :]
                first = circle.index(min(circle))
                circles.append(circle[first:] + circle[:first])
            elif node not in done and node in below:
                path[node] = None
                trail.append(iter(below[node]))
    return circles


def unknown(catalogues: Iterable[Catalogue]) -> dict[str, int]:
    """What the readers met and did not know in all of these, with counts."""
    total: Counter[str] = Counter()
    for catalogue in catalogues:
        total.update(catalogue.unknown)
    return dict(sorted(total.items()))
