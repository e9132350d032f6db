"""Evaluates a node that is not in the roster yet, and keeps it for the edit that inserts it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from listbuilder.engine.follower import Follower
from listbuilder.roster.tree import Force, Node, Selection

Fingerprint = tuple[object, ...]


class Trial:
    """At most one node is evaluated as if it were in the roster.

    It stays until the edit that inserts it, which then needs no evaluation, or until anything else is asked or edited.
    """

    def __init__(self, follower: Follower) -> None:
        self.follower = follower
        self._node: Node | None = None
        self._fingerprint: Fingerprint = ()

    @contextmanager
    def evaluating(self, node: Node) -> Iterator[None]:
        """Evaluates a node while it is being built."""
        self.end()
        if isinstance(node, Selection) and node.parent is not None:
            self.follower.shapes.evict(node.parent)
        self.follower.store.index.pending = node
        self.follower.insert(node)
        self._node = node
        try:
            yield
        except BaseException:
            self.end()
            raise
        self._fingerprint = fingerprint(node)

    def adopt(self, node: Node) -> bool:
        """Whether a node that was inserted is evaluated already, and unchanged since. Ends the trial."""
        self.follower.store.index.pending = None
        if node is self._node and self._fingerprint == fingerprint(node):
            self._node = None
            return True
        self.end()
        return False

    def end(self) -> None:
        """Removes the node from the evaluation."""
        node, self._node = self._node, None
        self.follower.store.index.pending = None
        if node is not None:
            self.follower.remove(node)


def fingerprint(node: Node) -> Fingerprint:
    """A value that changes with the tree of the node."""
    holders = node.walk_forces() if isinstance(node, Force) else (node,)
    return node.parent, tuple((item, item.amount, item.parent) for holder in holders for item in holder.walk())
