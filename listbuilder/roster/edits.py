"""Reversible edits of a roster: the only way to change one.

``edit.apply(roster)`` performs an edit and returns its exact inverse, which also restores the order of siblings. Several edits
make a `Group`. The roster's listeners are called once after each edit, for each edit of a group separately.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from listbuilder.roster.tree import Force, Node, Roster, Selection, nodes_of

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.roster.declarations import Declarations


class Edit(Struct, frozen=True):
    """Base of all edits."""

    def apply(self, roster: Roster) -> Edit:
        """Performs the edit, calls the listeners and returns the inverse."""
        roster.moulds.clear()
        inverse = self._perform(roster)
        for listener in roster.listeners:
            listener(roster, self)
        return inverse

    def _perform(self, roster: Roster) -> Edit:
        raise NotImplementedError


def _siblings(node: Node, parent: Selection | Force | Roster | None) -> list[Any]:
    assert parent is not None
    return parent.selections if isinstance(node, Selection) else parent.forces  # type: ignore[union-attr]


class Insert(Edit, frozen=True):
    """Inserts a node, with all below it, under a parent at an index among its siblings; None appends."""

    node: Node
    parent: Selection | Force | Roster
    index: int | None = None

    def _perform(self, roster: Roster) -> Edit:
        siblings = _siblings(self.node, self.parent)
        siblings.insert(len(siblings) if self.index is None else self.index, self.node)
        self.node.parent = self.parent
        roster.nodes.update((item.id, item) for item in nodes_of(self.node))
        return Remove(self.node)


class Remove(Edit, frozen=True):
    """Removes a node with all below it. ``node.parent`` remains, so that listeners know where it was."""

    node: Node

    def _perform(self, roster: Roster) -> Edit:
        parent = self.node.parent
        siblings = _siblings(self.node, parent)
        index = siblings.index(self.node)
        del siblings[index]
        for item in nodes_of(self.node):
            roster.nodes.pop(item.id, None)
        assert parent is not None
        return Insert(self.node, parent, index)


class SetAmount(Edit, frozen=True):
    """Sets how many of a selection each one of its parent has."""

    selection: Selection
    amount: int

    def _perform(self, roster: Roster) -> Edit:
        before, self.selection.amount = self.selection.amount, self.amount
        return SetAmount(self.selection, before)


class Move(Edit, frozen=True):
    """Moves a node to another index among its siblings."""

    node: Node
    index: int

    def _perform(self, roster: Roster) -> Edit:
        siblings = _siblings(self.node, self.node.parent)
        before = siblings.index(self.node)
        siblings.insert(self.index, siblings.pop(before))
        return Move(self.node, before)


class SetText(Edit, frozen=True):
    """Sets ``custom_name`` or ``custom_notes`` of a node."""

    node: Node
    field: str
    text: str

    def _perform(self, roster: Roster) -> Edit:
        before = getattr(self.node, self.field)
        setattr(self.node, self.field, self.text)
        return SetText(self.node, self.field, before)


class Rename(Edit, frozen=True):
    """Renames the roster."""

    name: str

    def _perform(self, roster: Roster) -> Edit:
        before, roster.name = roster.name, self.name
        return Rename(before)


class Annotate(Edit, frozen=True):
    """Sets the notes on the roster."""

    notes: str

    def _perform(self, roster: Roster) -> Edit:
        before, roster.notes = roster.notes, self.notes
        return Annotate(before)


class SetCostLimit(Edit, frozen=True):
    """Sets the limit of a cost type; None removes it."""

    type_id: str
    limit: Number | None

    def _perform(self, roster: Roster) -> Edit:
        before = roster.cost_limits.get(self.type_id)
        if self.limit is None:
            roster.cost_limits.pop(self.type_id, None)
        else:
            roster.cost_limits[self.type_id] = self.limit
        return SetCostLimit(self.type_id, before)


class SetAgreedLimits(Edit, frozen=True):
    """Replaces the limits of the event that the roster is for (cost type id -> limit)."""

    limits: dict[str, Number]

    def _perform(self, roster: Roster) -> Edit:
        before, roster.agreed_limits = roster.agreed_limits, self.limits
        return SetAgreedLimits(before)


class SetDeclarations(Edit, frozen=True):
    """Replaces the declarations."""

    declarations: Declarations

    def _perform(self, roster: Roster) -> Edit:
        before, roster.declarations = roster.declarations, self.declarations
        return SetDeclarations(before)


class Group(Edit, frozen=True):
    """Edits that are applied in order and reverted in reverse order."""

    edits: tuple[Edit, ...]

    def apply(self, roster: Roster) -> Edit:
        return Group(tuple(reversed([edit.apply(roster) for edit in self.edits])))
