"""Units that a list states in the words of one that was bound before, in any list: they are copied instead of bound again.

What binding makes of a unit follows from its record, its datasheet and, for an enhancement, the detachments of the list. The
copy has the places of its own file. A unit that anything is wrong with is never copied, nor one of a datasheet whose choices are
shared out by where they are stated (`overlapping`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cached_property
from typing import Any

from msgspec import Struct

from listbuilder import budget
from listbuilder.budget import Budget
from listbuilder.catalogue.library import Library, Option
from listbuilder.errors import Place
from listbuilder.listfile.context import BindingContext, label
from listbuilder.listfile.sheet import sheet_of
from listbuilder.listfile.units import UnitBinder
from listbuilder.roster.tree import Force, Mould, Selection
from listbuilder.strictyaml import Source

MOST = 2000  # wordings that are known of a library
LONGEST = 2000  # characters of a wording that is remembered
DECIDES_NOTHING = ("id", "name", "notes")  # keys of a unit's record that only the unit itself takes over

Spot = tuple[
    tuple[Any, ...], Any, bool
]  # the path of a container in a unit's record, a key in it, whether the key's own place
# a selection: index of the one that holds it, option, amount, end of its id, index of its place (-1: none), its name and notes
Row = tuple[int, Option, int, str, int, str, str]


class _Copied(Struct, frozen=True):
    """How a unit was bound. ``rows``: what is below it in the order of `Selection.walk`; ``spots``: where its selections are
    stated, itself first; ``steps``: what binding it cost, ``allowed``: the budget that it kept."""

    option: Option
    rows: tuple[Row, ...]
    spots: tuple[Spot, ...]
    steps: int
    allowed: Budget
    mould: Mould

    def bound(self, context: BindingContext, entry: dict[str, Any], unit_id: str) -> list[Selection]:
        """Another unit of this wording and everything below it, as `Selection.walk` has them."""
        budget.again(self.steps)
        places: list[Place | None] = [_place(context.source, entry, spot) for spot in self.spots]
        unit = Selection(self.option, 1, unit_id)
        unit.place = places[0]
        label(unit, entry)
        places.append(None)
        nodes = [unit]
        for above, option, amount, end, place, name, notes in self.rows:
            node = Selection(option, amount, unit_id + end)
            node.place, node.custom_name, node.custom_notes = places[place], name, notes
            holder = node.parent = nodes[above]
            holder.selections.append(node)
            nodes.append(node)
        context.roster.moulds[unit] = self.mould
        return nodes


class Repeated:
    """The wordings of units that were bound over a library. One that comes for the second time is remembered."""

    def __init__(self, _library: Library) -> None:
        self._known: dict[Hashable, _Copied | None] = {}  # None: it came once

    def bound(self, context: BindingContext, entry: dict[str, Any], option: Option, unit_id: str) -> list[Selection]:
        """The unit of a record and everything below it. Raises `TooLarge` where it exceeds the list's budget."""
        key = _wording(context, entry, option)
        known = self._known.get(key)
        if known is not None and known.allowed == budget.in_force():
            return known.bound(context, entry, unit_id)
        if key in self._known and not sheet_of(context.library, option).is_doubtful:
            return self._noted(key, context, entry, option, unit_id)
        if len(self._known) >= MOST:
            self._known.clear()
        if key is not None:
            self._known.setdefault(key)
        return list(UnitBinder(context, entry, option, unit_id).bind().walk())

    def _noted(
        self, key: Hashable, context: BindingContext, entry: dict[str, Any], option: Option, unit_id: str
    ) -> list[Selection]:
        """The same; how it was bound is remembered, where nothing is wrong with it."""
        source, wrong = context.source, len(context.problems)
        context.source = noted = _Noted(source.value, source.text, source.file, source.marks, source.start)
        try:
            with budget.metered() as meter:
                before = meter.steps
                nodes = list(UnitBinder(context, entry, option, unit_id).bind().walk())
                steps = meter.steps - before
        finally:
            context.source = source
        if len(context.problems) == wrong:
            self._known[key] = _copied(nodes, noted.spots(entry), steps)
        return nodes


def _wording(context: BindingContext, entry: dict[str, Any], option: Option) -> Hashable:
    """What decides how a record is bound; None where that is too long to remember. The values of a record are plain, so that they
    are the same where they print the same."""
    stated = repr([(key, value) for key, value in entry.items() if key not in DECIDES_NOTHING])
    if len(stated) > LONGEST:
        return None
    return (option, stated, *context.detachments) if "enhancement" in entry else (option, stated)


class _Noted(Source, dict=True):
    """A source that notes for what it told which place."""

    @cached_property
    def told(self) -> list[tuple[Place, Any, Any, bool]]:
        return []

    def place(self, container: Any, key: Any = None) -> Place:
        found = super().place(container, key)
        self.told.append((found, container, key, False))
        return found

    def key_place(self, container: Any, key: Any) -> Place:
        found = super().key_place(container, key)
        self.told.append((found, container, key, True))
        return found

    def spots(self, entry: dict[str, Any]) -> dict[int, Spot]:
        """What the places that were told are places of, by their identity; others than of the record are left out."""
        paths = {id(container): path for path, container in _containers((), entry)}
        return {id(place): (paths[id(one)], key, own) for place, one, key, own in self.told if id(one) in paths}


def _containers(path: tuple[Any, ...], container: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """A container and all within it, with their paths."""
    yield path, container
    items = container.items() if isinstance(container, dict) else enumerate(container)
    for key, value in items:
        if isinstance(value, dict | list):
            yield from _containers((*path, key), value)


def _place(source: Source, entry: dict[str, Any], spot: Spot) -> Place:
    path, key, own = spot
    container: Any = entry
    for step in path:
        container = container[step]
    return source.key_place(container, key) if own else source.place(container, key)


def _copied(nodes: list[Selection], known: dict[int, Spot], steps: int) -> _Copied | None:
    """How to make the same again; None where that is not known."""
    unit, spots, rows = nodes[0], dict[int, Spot](), list[Row]()
    index: dict[Selection | Force | None, int] = {node: number for number, node in enumerate(nodes)}
    for node in nodes:
        if node.place is not None:
            if id(node.place) not in known:
                return None
            spots.setdefault(id(node.place), known[id(node.place)])
    numbers = {one: number for number, one in enumerate(spots)}
    for node in nodes[1:]:
        if not node.id.startswith(unit.id):
            return None
        place = numbers[id(node.place)] if node.place is not None else -1
        end = node.id.removeprefix(unit.id)
        rows.append((index[node.parent], node.option, node.amount, end, place, node.custom_name, node.custom_notes))
    return _Copied(unit.option, tuple(rows), tuple(spots.values()), steps, budget.in_force(), Mould())
