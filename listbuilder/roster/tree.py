"""The selection tree: forces and selections as chosen, without evaluation.

Nodes are mutable and are changed only by the edits in `roster.edits`, which call the roster's listeners; all
other code only reads. A node's ``id`` is unique within its roster and survives saving.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Any

from listbuilder.roster.declarations import Declarations

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.library import Library, Option
    from listbuilder.catalogue.model import ForceEntry
    from listbuilder.errors import Place


def new_id() -> str:
    """A new random node id: 12 hexadecimal digits."""
    return os.urandom(6).hex()


class _TreeNode:
    """What selections and forces have in common. ``place``: where the list file chooses it."""

    __slots__ = ("custom_name", "custom_notes", "id", "parent", "place", "selections")

    id: str
    selections: list[Selection]
    custom_name: str
    custom_notes: str
    place: Place | None


class Selection(_TreeNode):
    """A chosen option. ``amount`` is how many of it each one of the parent has; `number` is how many the army has."""

    __slots__ = ("amount", "option")

    def __init__(self, option: Option, amount: int = 1, node_id: str | None = None) -> None:
        self.id = node_id or new_id()
        self.selections = []
        self.custom_name = self.custom_notes = ""
        self.place = None
        self.option = option
        self.amount = amount
        self.parent: Selection | Force | None = None

    def __repr__(self) -> str:
        return f"<Selection {self.amount} x {self.option.name!r} {self.id}>"

    @property
    def number(self) -> int:
        """How many the army has: the product of the amounts from here up to the force."""
        number, node = self.amount, self.parent
        while isinstance(node, Selection):
            number *= node.amount
            node = node.parent
        return number

    @property
    def force(self) -> Force | None:
        node = self.parent
        while isinstance(node, Selection):
            node = node.parent
        return node

    @property
    def root(self) -> Selection:
        """The selection directly under the force: the unit that contains this one."""
        node = self
        while isinstance(node.parent, Selection):
            node = node.parent
        return node

    def walk(self) -> Iterator[Selection]:
        """This selection and everything below it, parents first."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.selections))


class Mould:
    """What units have in common that were copied from one another, as long as no edit has changed them. Callers may keep what
    follows from what they are made of alone in ``derived``."""

    __slots__ = ("derived",)

    def __init__(self) -> None:
        self.derived: dict[Hashable, Any] = {}


class Force(_TreeNode):
    """A force of one catalogue, with its selections and child forces."""

    __slots__ = ("catalogue_id", "entry", "forces")

    def __init__(self, entry: ForceEntry, catalogue_id: str, node_id: str | None = None) -> None:
        self.id = node_id or new_id()
        self.selections = []
        self.custom_name = self.custom_notes = ""
        self.place = None
        self.entry = entry
        self.catalogue_id = catalogue_id
        self.parent: Force | Roster | None = None
        self.forces: list[Force] = []

    def __repr__(self) -> str:
        return f"<Force {self.entry.name!r} {self.id}>"

    def walk_forces(self) -> Iterator[Force]:
        """This force and all forces below it."""
        yield self
        for child in self.forces:
            yield from child.walk_forces()

    def walk(self) -> Iterator[Selection]:
        """Every selection of this force, without those of child forces."""
        for selection in self.selections:
            yield from selection.walk()


Node = Selection | Force
Listener = Callable[["Roster", Any], None]


def nodes_of(node: Node) -> Iterator[Node]:
    """A node and every node below it, child forces included."""
    if isinstance(node, Selection):
        yield from node.walk()
        return
    for force in node.walk_forces():
        yield force
        yield from force.walk()


def in_order(holder: Roster | Force) -> list[Force]:
    """The forces of a roster, or directly below a force, as they are listed and exported; alike ones as they were added."""
    roster: Any = holder
    while not isinstance(roster, Roster):
        roster = roster.parent
    above = holder.entry if isinstance(holder, Force) else None
    return sorted(holder.forces, key=lambda force: roster.library.forces.rank(force.entry, force.catalogue_id, above))


class Roster:
    """A list: its forces, cost limits (cost type id -> limit) and declarations.

    ``cost_limits`` are those that the list states itself, ``size_limits`` those of the size chosen in it, ``agreed_limits`` those
    of the event that it is for; `limits` are those that hold. ``stand_ins``: id of what the event chooses -> what the list's file
    states in its place, and keeps.
    """

    parent: None = None  # paths up the tree end here

    def __init__(self, library: Library, name: str = "") -> None:
        self.library = library
        self.name = name
        self.notes = ""  # on the list as a whole
        self.forces: list[Force] = []
        self.cost_limits: dict[str, Number] = {}
        self.size_limits: dict[str, Number] = {}
        self.agreed_limits: dict[str, Number] = {}
        self.default_limits: dict[str, Number | None] = {}  # of the data, where modifiers changed them
        self.declarations = Declarations()
        self.stand_ins: dict[str, Selection] = {}
        self.nodes: dict[str, Node] = {}  # by id
        self.moulds: dict[Selection, Mould] = {}  # of units that are copies; empty after the first edit
        self.listeners: list[Listener] = []  # called with (roster, edit) after each edit

    @property
    def limits(self) -> dict[str, Number]:
        """Cost type id -> limit that holds: the event's, else the list's own, else that of its size, else the default of the
        data. A default of 0 means none: programs write it where the user states no limit."""
        types = self.library.cost_types.values()
        stated = {item.id: self.default_limits.get(item.id, item.default_limit) for item in types}
        defaults = {type_id: limit for type_id, limit in stated.items() if limit and limit > 0}
        return {**defaults, **self.own_limits, **self.agreed_limits}

    def limit_of(self, type_id: str) -> Number | None:
        """The limit of one cost type that holds, as `limits` has it; None where there is none."""
        for stated in (self.agreed_limits, self.cost_limits, self.size_limits):
            if type_id in stated:
                return stated[type_id]
        known = self.library.cost_types.get(type_id)
        default = self.default_limits.get(type_id, known.default_limit) if known is not None else None
        return default if default and default > 0 else None

    @property
    def own_limits(self) -> dict[str, Number]:
        """Cost type id -> limit that the list states, itself or by its size."""
        return {**self.size_limits, **self.cost_limits}

    def close(self) -> None:
        """Takes the tree apart: nodes and what holds them refer to each other, which is dear to collect."""
        for force in self.walk_forces():
            for selection in force.walk():
                selection.parent = None
            force.parent = None
        self.nodes.clear()
        self.moulds.clear()

    def walk_forces(self) -> Iterator[Force]:
        for force in self.forces:
            yield from force.walk_forces()

    def forces_in_order(self) -> Iterator[Force]:
        """Every force as it is listed, each followed by those below it."""
        waiting = in_order(self)[::-1]
        while waiting:
            force = waiting.pop()
            yield force
            waiting += in_order(force)[::-1]

    def walk(self) -> Iterator[Selection]:
        """Every selection, force by force, parents first."""
        for force in self.walk_forces():
            yield from force.walk()
