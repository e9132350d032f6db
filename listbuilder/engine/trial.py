"""Evaluating what is not in the roster yet, and keeping it for the edit that puts it there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from listbuilder.roster.tree import Force, Selection

if TYPE_CHECKING:
    from listbuilder.engine.evaluator import Evaluator

Fingerprint = tuple[object, ...]


class Trial:
    """One node at a time is evaluated as if it were in the roster. It stays until the edit comes that inserts it, which then
    costs nothing, or until anything else is asked or done."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self._node: Selection | Force | None = None
        self._fingerprint: Fingerprint = ()

    @contextmanager
    def evaluating(self, node: Selection | Force) -> Iterator[None]:
        """Evaluates a node while it is being built."""
        self.end()
        if isinstance(node, Force):
            self.evaluator.insert_force(node)
        else:
            if node.parent is not None:
                self.evaluator.shapes.evict(node.parent)
            self.evaluator.insert(node)
        self._node = node
        try:
            yield
        except BaseException:
            self.end()
            raise
        self._fingerprint = fingerprint(node)

    def adopt(self, node: Selection | Force) -> bool:
        """Whether a node that comes into the roster is evaluated already, just as it is."""
        if node is self._node and self._fingerprint == fingerprint(node):
            self._node = None
            return True
        self.end()
        return False

    def end(self) -> None:
        """Takes the node out of the evaluation."""
        node, self._node = self._node, None
        if isinstance(node, Force):
            self.evaluator.remove_force(node)
        elif node is not None:
            self.evaluator.remove(node)


def fingerprint(node: Selection | Force) -> Fingerprint:
    """What tells whether a node is still as it was evaluated."""
    holders = node.walk_forces() if isinstance(node, Force) else (node,)
    return node.parent, tuple((item, item.amount, item.parent) for holder in holders for item in holder.walk())
