"""Looks through whole catalogues for mistakes: repeated ids, dangling links, link cycles, modifiers without effect."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from listbuilder.catalogue import model
from listbuilder.catalogue.base import Record
from listbuilder.catalogue.model import Catalogue, Container, Cost, EntryLink
from listbuilder.errors import Problem
from listbuilder.i18n import N_, Text
from listbuilder.sources.rings import find_cycles, shown
from listbuilder.sources.store import circles, extent

# What links and queries refer to by id. Other ids, such as those of constraints, matter to their owner only and may repeat.
NAMED = (
    model.Entry,
    model.EntryGroup,
    EntryLink,
    model.ForceEntry,
    model.CategoryEntry,
    model.Profile,
    model.Rule,
    model.InfoGroup,
    model.CostType,
    model.ProfileType,
)
SHOWN = 5  # names in a message
Linked = Container | model.InfoGroup | model.InfoLink | Catalogue  # what may contain itself

# What refers to something else -> the message when its target does not exist.
TARGETS: dict[type[Record], str] = {
    EntryLink: N_("{count} links refer to entries that do not exist: {names}"),
    model.CategoryLink: N_("{count} links refer to categories that do not exist: {names}"),
    model.InfoLink: N_("{count} links refer to rules or profiles that do not exist: {names}"),
    Cost: N_("{count} costs are of types that do not exist: {names}"),
}


def audit(catalogues: Iterable[Catalogue]) -> list[Problem]:
    """The mistakes of these catalogues taken together: each kind of problem once per catalogue, with a count."""
    records = [(catalogue.name, list(walk(catalogue))) for catalogue in catalogues]
    known = {record.id for _, found in records for record in found if isinstance(record, NAMED)}
    bounds = Bounds(record for _, found in records for record in found)
    problems = [
        problem
        for name, found in records
        for problem in (*_repeated(name, found), *_dangling(name, found, known), *bounds.misdirected(name, found))
    ]
    return problems + _endless(records)


def endless(catalogues: Iterable[Catalogue]) -> list[Problem]:
    """Of the mistakes those that no budget allows: links and prices in a circle, links that double, minima of millions."""
    return _endless([(catalogue.name, list(walk(catalogue))) for catalogue in catalogues])


def _endless(records: list[tuple[str, list[Record]]]) -> list[Problem]:
    names, each = [name for name, _ in records], [found for _, found in records]
    sizes, prices = extent.problems(names, each), circles.problems(names, each)
    nodes = [record for _, found in records for record in found if isinstance(record, Linked)]
    catalogues = [one for one in nodes if isinstance(one, Catalogue)]  # which may share their id with an entry
    return [*sizes, *prices, *_cycles(catalogues), *_cycles(one for one in nodes if not isinstance(one, Catalogue))]


def walk(record: Record) -> Iterator[Record]:
    """The record and all records in it, in order."""
    waiting = [record]
    while waiting:
        current = waiting.pop()
        yield current
        for field in reversed(_child_fields(type(current))):
            waiting.extend(reversed(getattr(current, field)))


@lru_cache
def _child_fields(kind: type[Record]) -> tuple[str, ...]:
    """The fields of a kind of record that hold records which may refer to others. Kinds whose fields are decoded later (see
    `sources.folded`) have those of the kind that they stand for."""
    stated = next(one for one in kind.__mro__ if one.__module__ == model.__name__)
    skipped = {"modifiers", "modifier_groups", "constraints", "characteristics", "attributes"}
    return tuple(
        field.name
        for field in msgspec.structs.fields(stated)
        if field.name not in skipped and str(field.type).startswith("tuple[listbuilder.catalogue.model.")
    )


def _repeated(name: str, found: list[Record]) -> Iterator[Problem]:
    named = [record for record in found if isinstance(record, NAMED)]
    repeated = {key for key, times in Counter(record.id for record in named).items() if times > 1}
    if repeated:
        names = dict.fromkeys(record.name or record.id for record in named if record.id in repeated)
        message = Text("{count} ids are used more than once: {names}", {"count": len(repeated), "names": _first(names)})
        yield Problem(message, name, rule="repeated-id")


def _dangling(name: str, found: list[Record], known: set[str]) -> Iterator[Problem]:
    dangling: defaultdict[type[Record], list[str]] = defaultdict(list)
    for record in found:
        target = getattr(record, "type_id" if isinstance(record, Cost) else "target_id", None)
        if type(record) in TARGETS and target not in known:
            dangling[type(record)].append(getattr(record, "name", "") or str(target))
    for kind, names in dangling.items():
        params = {"count": len(names), "names": _first(dict.fromkeys(names))}
        yield Problem(Text(TARGETS[kind], params), name, rule="dangling-link")


class Bounds:
    """The constraints that modifiers may change: those of their owner, of what it links to and of the links to it."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._own: defaultdict[str, set[str]] = defaultdict(set)  # id of a record -> its constraints
        self._links: defaultdict[str, set[str]] = defaultdict(set)  # id of a record -> the links to it
        for record in records:
            if isinstance(record, model.Informed):
                self._own[record.id].update(constraint.id for constraint in record.constraints)
                self._links[getattr(record, "target_id", "")].add(record.id)
        self._all = set[str]().union(*self._own.values())

    def misdirected(self, name: str, found: list[Record]) -> Iterator[Problem]:
        """The modifiers of a catalogue that are to change a constraint which their owner does not have: they have no effect."""
        owners = [
            record.name or record.id
            for record in found
            if isinstance(record, model.Informed)
            for modifier in _own_modifiers(record)
            if modifier.field in self._all and modifier.field not in self._reached(record)
        ]
        if owners:
            params = {"count": len(owners), "names": _first(dict.fromkeys(owners))}
            text = Text("{count} modifiers change constraints that their owners do not have: {names}", params)
            yield Problem(text, name, rule="misdirected-modifier")

    def _reached(self, record: model.Informed) -> set[str]:
        """The constraints of a record, of its target and of the links to it."""
        keys = {record.id, getattr(record, "target_id", ""), *self._links[record.id]}
        return set[str]().union(*(self._own[key] for key in keys))


def _own_modifiers(record: model.Informed) -> Iterator[model.Modifier]:
    """The modifiers of a record that change the record itself."""
    groups, modifiers = list(record.modifier_groups), list(record.modifiers)
    while groups:
        group = groups.pop()
        groups.extend(group.groups)
        modifiers.extend(group.modifiers)
    return (item for item in modifiers if item.scope in ("", "self") and item.affects in ("", "self"))


def _first(names: Iterable[str]) -> str:
    """The first few names, for a message."""
    found = list(names)
    return ", ".join(found[:SHOWN]) + (", …" if len(found) > SHOWN else "")


def _cycles(nodes: Iterable[Linked]) -> list[Problem]:
    """Entries, groups, groups of rules and profiles, and catalogues that contain themselves through links."""
    below: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, Catalogue):
            below[node.id], names[node.id] = [link.target_id for link in node.catalogue_links], node.name
            continue
        inside = []
        if isinstance(node, Container):
            inside = [child.id for child in (*node.entries, *node.groups, *node.links)]
        elif isinstance(node, model.InfoGroup):
            inside = [child.id for child in (*node.info_groups, *node.info_links)]
        if isinstance(node, EntryLink | model.InfoLink):
            inside.append(node.target_id)
        below.setdefault(node.id, inside)
        names.setdefault(node.id, node.name or node.id)
    return [
        Problem(
            Text("link cycle: {names}", {"names": shown(cycle, names)}),
            names[cycle[0]],
            rule="link-cycle",
        )
        for cycle in find_cycles(below)
    ]


def unknown(catalogues: Iterable[Catalogue]) -> dict[str, int]:
    """The unknown vocabulary in all of these, with counts: what none of them declares as an id is unknown, too."""
    found = list(catalogues)
    total = sum((Counter(catalogue.unknown) for catalogue in found), Counter[str]())
    ids: set[str] | None = None
    for catalogue in found:
        for item in catalogue.undeclared:
            ids = {getattr(record, "id", "") for one in found for record in walk(one)} if ids is None else ids
            if item.word not in ids:
                total[f"{item.place}={item.word}"] += item.count
    return dict(sorted(total.items()))
