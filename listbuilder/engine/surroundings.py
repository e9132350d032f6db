"""What surrounds a unit: what its values may depend on besides its shape (see `shape_cache`), and what may affect it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from listbuilder.catalogue.inside import changes
from listbuilder.catalogue.model import Entry
from listbuilder.engine.tallies import ASSOCIATED, TREE_DEEP, CountKey, Counts, Probe, Question, TreeNode, Watched
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.library import Library, Option
    from listbuilder.engine.scoped_modifiers import ScopedModifier
    from listbuilder.engine.store import CellStore

UNIT, ROSTER, FORCE = range(3)  # what surrounds a unit, then the forces around its own, outwards
What = tuple[int, CountKey] | Question  # a counter of one of these, of a kind; or a question there
Outside = tuple[int, What]


class Around:
    """What surrounds a unit. ``nodes``: those of the unit; ``whole``: what it adds to the counters."""

    def __init__(self, store: CellStore, nodes: Sequence[Selection], whole: Counts) -> None:
        root, tallies = nodes[0], store.index.tallies
        self._root = root
        self._keys = store.selections[root].core.keys
        self._nodes = frozenset(nodes)
        self._inside = {tallies[node] for node in nodes}
        self._places = {tallies[node]: place for place, node in enumerate(places(root, store.roster))}
        self._whole = whole

    def holds(self, item: ScopedModifier) -> bool:
        """Whether a modifier affects the unit alone, and at its root only the profiles: the force knows that as one of its
        choices."""
        if item.target is not self._root:
            return item.target in self._nodes
        chosen = item.selector
        return not chosen.itself or chosen.profiles is not None or (bool(chosen.only) and chosen.only not in self._keys)

    def read(self, probe: Probe) -> dict[Outside, Number | bool] | None:
        """What decides an answer besides the shape, with its values; None where that is not known."""
        place = self._places.get(probe.tally)
        attached = [(mode, key) for mode, key in probe.watched if mode == ASSOCIATED]
        if probe.tally in self._inside:
            if not attached or not any(probe.tally.counts[mode].get(key, 0) for mode, key in attached):
                attached = attached if place == UNIT else []  # what is attached to other nodes evicts the unit
            elif place != UNIT or not probe.measure.exact:
                return None
            return {(UNIT, one): probe.tally.counts[one[0]].get(one[1], 0) for one in attached}
        if place is None:
            return None
        if probe.measure.ordered is not None and probe.measure.ordered[0] is self._root:
            return {(place, probe.measure.ordered[1]): probe.answer}
        deciding = self._deciding(probe)
        return (
            None if deciding is None else {(place, one): probe.tally.counts[one[0]].get(one[1], 0) for one in deciding}
        )

    def _deciding(self, probe: Probe) -> Watched | None:
        """The counters whose values decide an answer; None where there are none. Where all that they count is in the unit, its
        shape decides which nodes these are."""
        if probe.measure.exact:
            return probe.watched
        for mode, key in probe.measure.narrow:
            if mode == TREE_DEEP and probe.tally.counts[mode].get(key, 0) == self._whole.get(key, 0):
                return ((mode, key),)
        return None


def places(root: Selection, roster: Roster) -> tuple[Selection | Roster | Force, ...]:
    """A unit and what surrounds it."""
    return root, roster, *forces_around(root)


def forces_around(root: Selection) -> Iterator[Force]:
    """The forces around a unit, outwards."""
    above: TreeNode | None = root.parent
    while isinstance(above, Force):
        yield above
        above = above.parent


def may_hold(root: Selection, only: str) -> bool:
    """Whether a unit has, may choose or may become something with an id, category or type; all have none."""
    return not only or only in root.option.library.kept_of(_words_within, root.option)


def _words_within(library: Library, option: Option) -> frozenset[str]:
    """The ids, categories and types of everything in an option, chosen or not, also those that modifiers give."""
    waiting, seen, found = list(option.parts), set[int](), {"any"}
    while waiting:
        record = waiting.pop()
        if id(record) in seen:
            continue
        seen.add(id(record))
        found |= {record.id, *(link.target_id for link in record.category_links)}
        if isinstance(record, Entry):
            found |= {record.type, record.subtype}
        found.update(one.value for one in changes(record.modifiers, record.modifier_groups) if one.field == "category")
        for below in (*record.entries, *record.groups, *record.links):
            waiting += library.parts(below)
    return frozenset(found)
