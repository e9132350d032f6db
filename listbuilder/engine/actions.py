"""Edits of a roster: a new selection or force comes with what it must have. The edits are returned, not applied."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from listbuilder.engine.builder import Builder
from listbuilder.roster.edits import Edit, Insert, Remove, SetAmount
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Option
    from listbuilder.catalogue.model import ForceEntry
    from listbuilder.engine.engine import Engine

AnyNode = TypeVar("AnyNode", bound=Selection | Force)


def is_merged(option: Option) -> bool:
    """Whether repeated choices of an option become one selection with an amount: it has no visible choices of its own."""
    return not any(
        (not child.merged.collective and not child.merged.hidden) or not is_merged(child)
        for child in option.entries
        if not any(group.merged.hidden for group in child.group_chain)
    )


def add_force(engine: Engine, entry: ForceEntry, catalogue_id: str, parent: Force | None = None) -> tuple[Edit, Force]:
    """A new force with the selections that its minima and defaults ask for."""
    force = Force(entry, catalogue_id)
    force.parent = parent if parent is not None else engine.roster
    Builder(engine.trial).force(force)
    holder: Force | Roster = parent if parent is not None else engine.roster
    return Insert(force, holder), force


def select(
    engine: Engine, parent: Selection | Force, option: Option, amount: int = 1, node_id: str | None = None
) -> tuple[Edit, Selection]:
    """Chooses an option: raises the amount of an existing selection, or adds a new one (with ``node_id``) and its minimum
    children. Returns the edit and the selection."""
    if isinstance(parent, Selection) and is_merged(option):
        for node in parent.selections:
            if node.option is option:
                return SetAmount(node, node.amount + amount), node
    selection = Builder(engine.trial).selection(parent, option, amount, node_id)
    return Insert(selection, parent), selection


def set_amount(selection: Selection, amount: int) -> Edit:
    """Sets how many of a selection each one of its parent has; 0 removes it."""
    return SetAmount(selection, amount) if amount > 0 else Remove(selection)


def duplicate(node: AnyNode) -> tuple[Edit, AnyNode]:
    """A copy of a selection or force with everything below it, as the last of its siblings."""
    copy = copied(node)
    assert node.parent is not None
    return Insert(copy, node.parent), copy


def copied(node: AnyNode) -> AnyNode:
    """A copy with everything below it, with new ids, without a parent."""
    copy: Any
    if isinstance(node, Selection):
        copy = Selection(node.option, node.amount)
    else:
        copy = Force(node.entry, node.catalogue_id)
        copy.forces = _copied_below(node.forces, copy)
    copy.custom_name, copy.custom_notes = node.custom_name, node.custom_notes
    copy.selections = _copied_below(node.selections, copy)
    return copy  # type: ignore[no-any-return]


def _copied_below(nodes: list[AnyNode], parent: Any) -> list[AnyNode]:
    copies = [copied(node) for node in nodes]
    for copy in copies:
        copy.parent = parent
    return copies


def options_of(engine: Engine, parent: Selection | Force) -> tuple[Option, ...]:
    """The entries that may be chosen under a node, those in groups included."""
    if isinstance(parent, Selection):
        return parent.option.entries
    return engine.roster.library.root_options(parent.catalogue_id)
