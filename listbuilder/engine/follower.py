"""Follows the tree of a roster: nodes and forces that come, go, move or change their amount."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.engine.shape_cache import ShapeCache
from listbuilder.engine.store import CellStore
from listbuilder.engine.tallies import ASSOCIATED, Counts
from listbuilder.roster.tree import Force, Node, Roster, Selection, nodes_of


class Follower:
    """Keeps the cells and counters of one roster in step with its tree."""

    def __init__(self, roster: Roster) -> None:
        self.roster = roster
        self.store = CellStore(roster)
        self.shapes = ShapeCache(self.store)
        self._associated: dict[Selection, Counts] = {}
        self._attached: frozenset[str] = frozenset()  # ids that declared attachments name
        for type_id in roster.limits:
            self.set_limit(type_id)
        for force in roster.forces:
            self.insert(force)
        self.associate()

    def insert(self, node: Node, *, complete: bool = False) -> None:
        """A node was put into the tree, with everything below it. A complete one is not still being built."""
        self.store.index.come(node)
        if isinstance(node, Force):
            self._insert_force(node)
        elif not self._evict_parent(node) and not (complete and self.shapes.insert(node)):
            self.store.add(node)

    def remove(self, node: Node) -> None:
        """A node was taken out of the tree, with everything below it."""
        self.store.index.leave(node)
        if isinstance(node, Force):
            self._remove_force(node)
        elif not self._evict_parent(node) and not self.shapes.remove(node):
            self.store.drop(node)

    def _evict_parent(self, node: Selection) -> bool:
        """Whether a node came or went in a cached unit: eviction has then evaluated the whole unit as it is now."""
        return isinstance(node.parent, Selection) and self.shapes.evict(node.parent)

    def _insert_force(self, force: Force) -> None:
        self.store.add_force(force)
        with self.store.index.arriving(force):
            for node in force.selections:
                if not self.shapes.insert(node):
                    self.store.add(node)
        for child in force.forces:
            self._insert_force(child)

    def _remove_force(self, force: Force) -> None:
        for child in force.forces:
            self._remove_force(child)
        for node in force.selections:
            self.remove(node)
        self.store.drop_force(force)

    def adopt(self, node: Node) -> None:
        """A node was put into the tree that was evaluated as the last of its siblings."""
        parent = node.parent
        siblings: Sequence[Node] = parent.selections if isinstance(node, Selection) else parent.forces  # type: ignore[union-attr]
        if siblings[-1] is not node:
            self.reorder(node)

    def set_amount(self, node: Selection) -> None:
        """The amount of a selection changed."""
        if not self.shapes.evict(node):
            self.store.index.set_amount(node)
            self.store.selections[node].invalidate()
            self.store.touch(node)

    def set_text(self, node: Selection) -> None:
        """A name or note that the player gave to a selection changed."""
        if not self.shapes.evict(node):
            self.store.touch(node)

    def reorder(self, node: Node) -> None:
        """A node moved among its siblings."""
        if isinstance(node, Selection) and isinstance(node.parent, Selection):
            self.shapes.evict(node)  # its unit has another shape now
        self.store.scheduler.violations_version += 1  # violations are reported in the order of the roster
        self.store.index.reorder(node)
        if isinstance(node, Selection):
            self.store.invalidate_siblings(node)

    def set_limit(self, type_id: str) -> None:
        """The limit of a cost type changed."""
        self.store.set_limit(type_id)

    def is_attached(self, node: Node) -> bool:
        """Whether declared attachments name a node or anything in it."""
        return bool(self._attached) and not self._attached.isdisjoint(item.id for item in nodes_of(node))

    def associate(self) -> None:
        """Counts each declared attachment as an association of both units with each other."""
        index, nodes, wanted = self.store.index, self.roster.nodes, dict[Selection, Counts]()
        attached = self.roster.declarations.attach
        self._attached = frozenset((*attached, *attached.values()))
        for leader_id, unit_id in attached.items():
            leader, unit = nodes.get(leader_id), nodes.get(unit_id)
            if isinstance(leader, Selection) and isinstance(unit, Selection):
                for one, other in ((leader, unit), (unit, leader)):
                    counts = wanted.setdefault(one, {})
                    roles = {
                        link.target_id for link in other.option.merged.category_links
                    }  # of the link and of its target
                    for key in other.option.keys | roles:
                        counts["associations", key] = counts.get(("associations", key), 0) + 1
        for node in {**self._associated, **wanted}:
            if isinstance(node.parent, Selection):
                self.shapes.evict(node)
            tally = index.tallies.get(node)
            if tally is not None:
                known, new = tally.counts[ASSOCIATED], wanted.get(node, {})
                if known != new:
                    change = {key: new.get(key, 0) - known.get(key, 0) for key in {**known, **new}}
                    index.add(tally, ASSOCIATED, change)
        self._associated = wanted
