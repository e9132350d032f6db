"""What the index of a roster counts by: the counters of a node, and questions about them.

Every node has a `Tally` with counters of itself, of its children and of everything below it, all *per one* of the node. The
key of a counter is ``(field, id)``: ``("selections", entry id)``, ``(cost type id, category id)`` and so on. A `Probe` is a
question about counters, with its answer and the cells that depend on it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from listbuilder.engine.sums import Item
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number

TreeNode = Selection | Force | Roster
CountKey = tuple[str, str]
Counts = dict[CountKey, "Number"]
Watched = tuple[tuple[int, CountKey], ...]  # counters, each with its kind

# Kinds of counters: of the node itself, of its children, of all below it; the last two with child forces; of associated units.
OWN, DIRECT, DEEP, TREE_DIRECT, TREE_DEEP, ASSOCIATED = range(6)


ORDERED = "ordered"  # the first part of the key of a question whose answer depends on the order of nodes


def primary_key(category: str) -> str:
    """What a node counts as, beside its categories, for the one that is its primary category."""
    return f"primary {category}"


class Question(Protocol):
    """A question about the nodes before one, which may be asked of another."""

    def before(
        self, index: Any, scope: TreeNode, owner: Selection | Force, dependent: Dependent | None
    ) -> Number | bool: ...


class Measure(Struct, frozen=True):
    """How an answer is found: the question that gives it, and the counters that it depends on. ``exact``: whether their values
    alone decide it; else it also matters which nodes they come from. All these nodes are counted by each of ``narrow``.
    ``ordered``: the node, and the question, where it is about those before a node."""

    watched: Watched
    question: Callable[[], Any]
    exact: bool = False
    narrow: Watched = ()
    ordered: tuple[Selection | Force, Question] | None = None


class Dependent(Protocol):
    """A cell that is invalidated when an answer changes."""

    reads: dict[Probe, None]

    def invalidate(self) -> None: ...


class Probe:
    """A question about counters, its answer and the cells that depend on it."""

    __slots__ = ("answer", "dependents", "key", "measure", "question", "tally", "watched")

    def __init__(self, tally: Tally, key: Hashable, measure: Measure) -> None:
        self.tally = tally
        self.key = key
        self.measure = measure
        self.watched = measure.watched
        self.question = measure.question
        self.answer = measure.question()
        self.dependents: dict[Dependent, None] = {}


class Tally:
    """The counters of one node, and the probes that watch them."""

    __slots__ = ("amount", "counts", "probes", "watchers")

    def __init__(
        self, amount: int = 1, own: Counts | None = None, direct: Counts | None = None, deep: Counts | None = None
    ) -> None:
        """``own``, ``direct``, ``deep``: counters that are known; whoever gives them says that they will not be changed."""
        self.amount = amount
        self.counts: tuple[Counts, ...] = (
            {} if own is None else own,
            {} if direct is None else direct,
            {} if deep is None else deep,
            {},
            {},
            {},
        )
        self.watchers: tuple[dict[CountKey, dict[Probe, None]], ...] = ({}, {}, {}, {}, {}, {})
        self.probes: dict[Hashable, Probe] = {}

    def close(self) -> None:
        """Forgets the probes, which refer back to this."""
        self.probes.clear()
        for watchers in self.watchers:
            watchers.clear()


class Arrivals:
    """What is being inserted directly into a force, and how it will change the counters of the force."""

    __slots__ = ("deep", "direct", "force", "items")

    def __init__(self, force: Force) -> None:
        self.force = force
        self.items: list[Item] = []
        self.direct: Counts = {}
        self.deep: Counts = {}

    def add(self, item: Item, direct: Counts, deep: Counts) -> None:
        self.items.append(item)
        for total, change in ((self.direct, direct), (self.deep, deep)):
            both = {key: total[key] + change[key] for key in total.keys() & change.keys()}
            total.update(change)
            total.update(both)


def scaled(counts: Counts, factor: Number) -> Counts:
    return counts if factor == 1 else {key: value * factor for key, value in counts.items()}


def summed(first: Counts, second: Counts) -> Counts:
    total = dict(first)
    for key, value in second.items():
        total[key] = total.get(key, 0) + value
    return total


def difference(before: Counts, after: Counts) -> Counts:
    """What to add to the first to get the second."""
    return {key: change for key in {**before, **after} if (change := after.get(key, 0) - before.get(key, 0))}


def force_counts(force: Force) -> Counts:
    """What a force counts as: a force of its entry and of its catalogue, and a selection of its entry (as data use it)."""
    return {
        ("forces", "any"): 1,
        ("forces", force.entry.id): 1,
        ("forces", force.catalogue_id): 1,
        ("selections", force.entry.id): 1,
    }
