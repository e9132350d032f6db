"""What the engine answers: the states of nodes, choices and violations, as immutable records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.model import Characteristic, Constraint, ForceEntry
    from listbuilder.roster.tree import Force, Selection

Costs = dict[str, "Number"]  # cost type id -> amount
Severity = Literal["error", "warning", "info"]
ViolationKind = Literal["min", "max", "exactly", "hidden", "cost-limit", "error", "warning", "info"]


class Category(Struct, frozen=True):
    """A category that a node has."""

    id: str
    name: str
    primary: bool = False


class ProfileState(Struct, frozen=True):
    """A profile after modifiers; ``owner`` is the id of its record."""

    owner: str
    name: str
    type_id: str
    type_name: str
    characteristics: tuple[Characteristic, ...] = ()
    page: str = ""
    publication_id: str = ""
    annotation: str = ""


class RuleState(Struct, frozen=True):
    """A rule after modifiers."""

    owner: str
    name: str
    description: str = ""
    page: str = ""
    publication_id: str = ""


class Message(Struct, frozen=True):
    """A text that a modifier puts on a node."""

    severity: Severity
    text: str


class State(Struct, frozen=True):
    """The effective state of a selection or force. ``costs`` are its own, times its number in the army; ``total_costs``
    include everything below it."""

    name: str
    hidden: bool
    costs: Costs
    total_costs: Costs
    categories: tuple[Category, ...]
    profiles: tuple[ProfileState, ...]
    rules: tuple[RuleState, ...]
    page: str
    publication_id: str
    messages: tuple[Message, ...]
    annotation: str

    @property
    def primary_category(self) -> Category | None:
        return next((category for category in self.categories if category.primary), None)


class Choice(Struct, frozen=True):
    """An entry or group that may be chosen under a parent. ``minimum`` and ``maximum`` are what the parent may hold, given
    the constraints of wider scopes too; ``count`` is what it holds. ``own_cost`` is the cost of one without anything below it;
    `Engine.price` gives the cost with the selections it starts with."""

    name: str
    hidden: bool
    minimum: Number | None
    maximum: Number | None
    count: Number
    own_cost: Costs
    categories: tuple[Category, ...]


class ForceChoice(Struct, frozen=True):
    """A force entry of one catalogue that may be chosen under a parent, with name and visibility after modifiers."""

    entry: ForceEntry
    catalogue_id: str
    name: str
    hidden: bool


class Violation(Struct, frozen=True):
    """A violated constraint, a hidden choice, an exceeded limit or a message of the data. ``node`` is where it can be fixed,
    None for the roster; ``entry_id`` is the entry, group, category or force with the constraint; ``owner_type`` and
    ``owner_entry_id`` are the owner in terms of the adapter protocol. A ``bound`` may be stated as a ``percent`` of a
    ``whole``; ``measured`` is what is compared: the id of a cost type, selections or forces."""

    kind: ViolationKind
    node: Selection | Force | None
    entry_id: str
    constraint: Constraint | None = None
    found: Number | None = None
    bound: Number | None = None
    percent: Number | None = None
    whole: Number | None = None
    measured: str = ""
    message: str = ""
    owner_type: str = ""
    owner_entry_id: str = ""
    constraint_id: str = ""
    counts: str = ""  # the id or word that the constraint counts
    counted: tuple[
        object, ...
    ] = ()  # identifies what was counted where; violations with equal values are reported once
