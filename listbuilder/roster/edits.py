"""Reversible edits of a roster: the only way to change one.

``edit.apply(roster)`` performs an edit and returns its exact inverse, which also restores the order of siblings. Several edits
make a `Group`. The roster's listeners are called once after each edit, for each edit of a group separately.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from listbuilder.roster.tree import Force, Node, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.roster.declarations import Declarations


class Edit:
    """Base of all edits."""

    __slots__ = ()

    def apply(self, roster: Roster) -> Edit:
        """Performs the edit and returns its inverse."""
        raise NotImplementedError


def _announce(roster: Roster, edit: Edit) -> None:
    for listener in roster.listeners:
        listener(roster, edit)


def _siblings(parent: Selection | Force | Roster, node: Node) -> list[Selection] | list[Force]:
    return parent.selections if isinstance(node, Selection) else parent.forces  # type: ignore[union-attr]


def _register(roster: Roster, node: Node, *, present: bool) -> None:
    nodes: list[Node] = list(node.walk()) if isinstance(node, Selection) else [*node.walk_forces()]
    if isinstance(node, Force):
        for force in node.walk_forces():
            nodes.extend(force.walk())
    for item in nodes:
        if present:
            roster.nodes[item.id] = item
        else:
            roster.nodes.pop(item.id, None)


@dataclass(frozen=True, slots=True)
class Insert(Edit):
    """Inserts a node, with all below it, under a parent at an index among its siblings; None appends."""

    node: Node
    parent: Selection | Force | Roster
    index: int | None = None

    def apply(self, roster: Roster) -> Edit:
        siblings: list[Node] = _siblings(self.parent, self.node)  # type: ignore[assignment]
        siblings.insert(len(siblings) if self.index is None else self.index, self.node)
        self.node.parent = self.parent
        _register(roster, self.node, present=True)
        _announce(roster, self)
        return Remove(self.node)


@dataclass(frozen=True, slots=True)
class Remove(Edit):
    """Removes a node with all below it. ``node.parent`` remains, so that listeners know where it was."""

    node: Node

    def apply(self, roster: Roster) -> Edit:
        parent = self.node.parent
        assert parent is not None
        siblings: list[Node] = _siblings(parent, self.node)  # type: ignore[assignment]
        index = next(number for number, item in enumerate(siblings) if item is self.node)
        del siblings[index]
        _register(roster, self.node, present=False)
        _announce(roster, self)
        return Insert(self.node, parent, index)


@dataclass(frozen=True, slots=True)
class SetAmount(Edit):
    """Sets how many of a selection each one of its parent has."""

    selection: Selection
    amount: int

    def apply(self, roster: Roster) -> Edit:
        before, self.selection.amount = self.selection.amount, self.amount
        _announce(roster, self)
        return SetAmount(self.selection, before)


@dataclass(frozen=True, slots=True)
class Move(Edit):
    """Moves a node to another index among its siblings."""

    node: Node
    index: int

    def apply(self, roster: Roster) -> Edit:
        assert self.node.parent is not None
        siblings: list[Node] = _siblings(self.node.parent, self.node)  # type: ignore[assignment]
        before = next(number for number, item in enumerate(siblings) if item is self.node)
        del siblings[before]
        siblings.insert(self.index, self.node)
        _announce(roster, self)
        return Move(self.node, before)


@dataclass(frozen=True, slots=True)
class SetText(Edit):
    """Sets ``custom_name`` or ``custom_notes`` of a node."""

    node: Node
    field: str
    text: str

    def apply(self, roster: Roster) -> Edit:
        before = getattr(self.node, self.field)
        setattr(self.node, self.field, self.text)
        _announce(roster, self)
        return SetText(self.node, self.field, before)


@dataclass(frozen=True, slots=True)
class Rename(Edit):
    """Renames the roster."""

    name: str

    def apply(self, roster: Roster) -> Edit:
        before, roster.name = roster.name, self.name
        _announce(roster, self)
        return Rename(before)


@dataclass(frozen=True, slots=True)
class SetCostLimit(Edit):
    """Sets the limit of a cost type; None removes it."""

    type_id: str
    limit: Number | None

    def apply(self, roster: Roster) -> Edit:
        before = roster.cost_limits.get(self.type_id)
        if self.limit is None:
            roster.cost_limits.pop(self.type_id, None)
        else:
            roster.cost_limits[self.type_id] = self.limit
        _announce(roster, self)
        return SetCostLimit(self.type_id, before)


@dataclass(frozen=True, slots=True)
class SetDeclarations(Edit):
    """Replaces the declarations."""

    declarations: Declarations

    def apply(self, roster: Roster) -> Edit:
        before, roster.declarations = roster.declarations, self.declarations
        _announce(roster, self)
        return SetDeclarations(before)


@dataclass(frozen=True, slots=True)
class Group(Edit):
    """Edits that are applied in order and reverted in reverse order."""

    edits: tuple[Edit, ...]

    def apply(self, roster: Roster) -> Edit:
        return Group(tuple(reversed([edit.apply(roster) for edit in self.edits])))
