"""Names prices of data that depend on themselves: modifiers of a cost that count the same cost, directly or through others.

A list that takes such entries has a cycle, or is `too-large` where many depend on each other. Which selections a query finds is
known only in a list, so that a circle may be named that the scopes of its queries cut.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from listbuilder.catalogue import model
from listbuilder.catalogue.base import Record
from listbuilder.catalogue.model import Container, EntryGroup, EntryLink, ForceEntry, Modifier, ModifierGroup, Query
from listbuilder.errors import Problem
from listbuilder.i18n import Text
from listbuilder.sources.rings import find_cycles, shown

ANY = "any"
OWN = ("", "self")
PATH = frozenset({*OWN, "entries", "recursive", "forces", "profiles", "rules"})  # words of ``affects`` that are no ids
APART = 4  # currencies that depend on each other; in real data none do
Priced = Container | ForceEntry


class _Counted(Struct, frozen=True):
    """What a query counts: a cost of what has a key, ``deep`` with all that is inside it."""

    field: str
    key: str
    deep: bool


class _Gate(Struct, frozen=True):
    """What decides about modifiers and counts costs. ``fields``: the costs that it counts, with those of the gates around it."""

    counts: tuple[_Counted, ...]
    around: _Gate | None
    fields: frozenset[str]


class _Rise(Struct, frozen=True):
    """A modifier of a cost that depends on costs. ``changes``: the keys of what it changes."""

    place: str
    owner: Priced
    field: str
    changes: tuple[str, ...]
    gate: _Gate


def problems(names: Iterable[str], records: Iterable[Sequence[Record]]) -> Iterator[Problem]:
    """One problem for each knot of prices that depend on each other."""
    files = list(zip(names, records, strict=True))
    types = {one.id for _, found in files for one in found if isinstance(one, model.CostType)}
    rises = [
        rise for name, found in files for one in found if isinstance(one, Priced) for rise in _rises(name, one, types)
    ]
    knots = _knots(rises)
    if knots:
        tree = _Tree([one for _, found in files for one in found])
        for fields in knots:
            inner = [rise for rise in rises if rise.field in fields and not fields.isdisjoint(rise.gate.fields)]
            yield from _Graph(tree, inner, fields).circles()


def _rises(place: str, owner: Priced, types: set[str]) -> Iterator[_Rise]:
    waiting: list[tuple[Modifier | ModifierGroup, _Gate | None]] = [(one, None) for one in owner.modifiers]
    waiting += [(one, None) for one in owner.modifier_groups]
    while waiting:
        one, around = waiting.pop()
        if isinstance(one, Modifier) and one.field not in types:
            continue
        counts = tuple(_counted(query, owner) for query in _queries(one) if query.field in types)
        fields = frozenset(item.field for item in counts)
        gate = _Gate(counts, around, fields | around.fields if around else fields) if counts else around
        if isinstance(one, ModifierGroup):
            waiting += [(inner, gate) for inner in one.modifiers]
            waiting += [(inner, gate) for inner in one.groups]
        elif gate:
            yield _Rise(place, owner, one.field, _changed(owner, one), gate)


def _queries(gate: model.Gate) -> Iterator[Query]:
    """All that decides whether and how often a modifier applies."""
    yield from (*gate.conditions, *gate.repeats)
    waiting: list[model.ConditionGroup | model.LocalConditionGroup] = [
        *gate.condition_groups,
        *gate.local_condition_groups,
    ]
    while waiting:
        group = waiting.pop()
        yield from (group,) if isinstance(group, model.LocalConditionGroup) else group.repeats
        yield from group.conditions
        waiting += (*group.groups, *group.local_groups)


def _counted(query: Query, owner: Priced) -> _Counted:
    key = owner.id if query.child_id == "self" else query.child_id or ANY
    return _Counted(query.field, key, query.include_child_selections)


def _changed(owner: Priced, modifier: Modifier) -> tuple[str, ...]:
    if modifier.scope in OWN and modifier.affects in OWN:
        return (owner.id,)
    return tuple(word for word in modifier.affects.split(".") if word not in PATH) or (ANY,)


def _knots(rises: Iterable[_Rise]) -> list[frozenset[str]]:
    """The currencies that depend on themselves, those that depend on each other together."""
    below: defaultdict[str, set[str]] = defaultdict(set)
    for rise in rises:
        below[rise.field].update(rise.gate.fields)
    reached = {field: _reached([field], below) for field in below}
    knots = (frozenset(other for other in reached[field] if field in reached.get(other, ())) for field in below)
    return list(dict.fromkeys(knot for knot in knots if knot))


def _reached(start: Iterable[str], leads: Mapping[str, Iterable[str]]) -> set[str]:
    """What one gets to from there in one step or more."""
    found: set[str] = set()
    waiting = [other for one in start for other in leads.get(one, ())]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += leads.get(one, ())
    return found


class _Tree:
    """What holds what, and by which ids, types and categories it is counted."""

    def __init__(self, records: Sequence[Record]) -> None:
        self.known = {one.id: one for one in records if isinstance(one, Priced)}
        self.whole = {ANY, *(one.id for one in records if isinstance(one, ForceEntry | model.Catalogue))}
        self.inside = {key: _inside(one) for key, one in self.known.items()}
        self.around: defaultdict[str, list[str]] = defaultdict(list)
        self.keyed: defaultdict[str, dict[str, None]] = defaultdict(dict)  # what is counted by a key
        for key, one in self.known.items():
            for child in self.inside[key]:
                self.around[child].append(key)
            for word in self._keys(one):
                self.keyed[word][key] = None

    def _keys(self, one: Priced) -> Iterator[str]:
        target = self.known.get(one.target_id) if isinstance(one, EntryLink) else None
        for part in (one, target):
            if part is not None:
                yield part.id
                yield from (link.target_id for link in part.category_links)
                yield from (item.value for item in _modifiers(part) if item.field == "category")
            if isinstance(part, model.Entry):
                yield from (part.type, part.subtype)


def _inside(one: Priced) -> list[str]:
    inner = [child.id for child in (*one.entries, *one.groups, *one.links)] if isinstance(one, Container) else []
    return [*inner, one.target_id] if isinstance(one, EntryLink) else inner


def _modifiers(record: Priced) -> Iterator[Modifier]:
    yield from record.modifiers
    waiting = [*record.modifier_groups]
    while waiting:
        group = waiting.pop()
        yield from group.modifiers
        waiting += group.groups


class _Graph:
    """From each price to those that it depends on, by way of what counts them. Each key is a node of its own, so that the graph
    is no larger than the data, however many are counted by one key."""

    def __init__(self, tree: _Tree, rises: Sequence[_Rise], fields: frozenset[str]) -> None:
        self.tree = tree
        self.fields = fields
        self.below: defaultdict[str, list[str]] = defaultdict(list)
        self.rises = {f"{number:09}": rise for number, rise in enumerate(rises)}  # before all other nodes
        changed: defaultdict[str, dict[str, None]] = defaultdict(dict)  # by each currency
        for node, rise in self.rises.items():
            field = self._field(rise.field)
            for key in rise.changes:
                self.below[f"changes {field} {ANY if key in tree.whole else key}"].append(node)
                changed[field][key] = None
            self.below[f"prices {field}"].append(node)
        self.marked = {field: self._mark(field, keys) for field, keys in changed.items()}  # where a price may be found
        for field, marked in self.marked.items():
            for key in marked:
                self._hold(key, field)
        self._decide()

    def circles(self) -> Iterator[Problem]:
        names = {node: self._name(rise.owner) for node, rise in self.rises.items()}
        for ring in find_cycles(dict(self.below)):
            prices = [node for node in ring if node in names]
            if prices:  # else links alone
                message = Text("prices depend on themselves: {names}", {"names": shown(prices, names)})
                yield Problem(message, self.rises[prices[0]].place, rule="price-cycle")

    def _field(self, field: str) -> str:
        """Many currencies that depend on each other are looked at as one: each has nodes for all that holds such prices."""
        return field if len(self.fields) <= APART else ""

    def _name(self, owner: Priced) -> str:
        target = self.tree.known.get(owner.target_id, owner) if isinstance(owner, EntryLink) else owner
        return owner.name or target.name or owner.id

    def _mark(self, field: str, keys: Iterable[str]) -> dict[str, None]:
        changed: dict[str, None] = {}
        for key in keys:
            for one in self.tree.keyed.get(key, ()):
                self.below[f"own {field} {one}"].append(f"changes {field} {key}")
                changed[one] = None
        return changed | dict.fromkeys(sorted(_reached(changed, self.tree.around)))

    def _hold(self, key: str, field: str) -> None:
        """What a record costs: by itself, and with all that it holds."""
        one = self.tree.known[key]
        inner = [f"in {field} {child}" for child in self.tree.inside[key] if child in self.marked[field]]
        self.below[f"in {field} {key}"] += [f"own {field} {key}", *inner]
        if isinstance(one, EntryLink):
            self.below[f"own {field} {key}"].append(f"own {field} {one.target_id}")
        if isinstance(one, EntryGroup):
            self.below[f"own {field} {key}"] += inner

    def _decide(self) -> None:
        """What each modifier depends on."""
        met: set[int] = set()
        for node, rise in self.rises.items():
            self.below[node].append(f"gate {id(rise.gate)}")
            gate: _Gate | None = rise.gate
            while gate and id(gate) not in met:
                met.add(id(gate))
                counted = [self._counting(item) for item in gate.counts if item.field in self.fields]
                self.below[f"gate {id(gate)}"] = [*counted, *([f"gate {id(gate.around)}"] if gate.around else ())]
                gate = gate.around

    def _counting(self, item: _Counted) -> str:
        field, way = self._field(item.field), "in" if item.deep else "own"
        if item.key in self.tree.whole:
            return f"prices {field}"
        node = f"count {way} {field} {item.key}"
        if node not in self.below:
            marked = self.marked.get(field, {})
            found = [f"{way} {field} {one}" for one in self.tree.keyed.get(item.key, ()) if one in marked]
            self.below[node] = [*found, f"changes {field} {ANY}"]
        return node
