"""Builds edits that know the evaluation: a new selection comes with what it must have. Nothing is applied here."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING

from listbuilder.engine.builder import Builder
from listbuilder.roster.edits import Edit, Group, Insert, Remove, SetAmount
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Option
    from listbuilder.catalogue.model import ForceEntry
    from listbuilder.engine.engine import Engine


def bare(option: Option, amount: int = 1) -> Selection:
    """A selection without automatic children."""
    return Selection(option, amount)


def is_merged(option: Option) -> bool:
    """Whether repeated choices of an option are one selection with an amount: nothing visible and individual is below it."""
    return not any(
        (not child.collective and not child.hidden) or not is_merged(child)
        for child in option.entries
        if not any(group.hidden for group in child.group_chain)
    )


def add_force(engine: Engine, entry: ForceEntry, catalogue_id: str, parent: Force | None = None) -> tuple[Edit, Force]:
    """A new force with the selections it must have."""
    force = Force(entry, catalogue_id)
    force.parent = parent if parent is not None else engine.roster
    Builder(engine.trial).force(force)
    holder: Force | Roster = parent if parent is not None else engine.roster
    return Insert(force, holder), force


def select(
    engine: Engine, parent: Selection | Force, option: Option, amount: int = 1, node_id: str | None = None
) -> tuple[Edit, Selection]:
    """Chooses an option: one more of what is there, or a new selection (of that id) with what it must have."""
    if isinstance(parent, Selection) and is_merged(option):
        for node in parent.selections:
            if node.option is option:
                return SetAmount(node, node.amount + amount), node
    selection = Builder(engine.trial).selection(parent, option, amount, node_id)
    return Insert(selection, parent), selection


def set_amount(engine: Engine, selection: Selection, amount: int) -> Edit:  # noqa: ARG001 - one signature for all
    """Sets how many there are per one parent; none removes it."""
    return SetAmount(selection, amount) if amount > 0 else Remove(selection)


def duplicate(engine: Engine, selection: Selection) -> tuple[Edit, Selection]:  # noqa: ARG001 - one signature for all
    """A copy with everything below it, as the last of its parent's selections."""
    copy = copied(selection)
    assert selection.parent is not None
    return Insert(copy, selection.parent), copy


def duplicate_force(engine: Engine, force: Force) -> tuple[Edit, Force]:  # noqa: ARG001 - one signature for all
    """A copy of a force with everything below it."""
    copy = _copied_force(force)
    assert force.parent is not None
    return Insert(copy, force.parent), copy


def copied(selection: Selection) -> Selection:
    copy = Selection(selection.option, selection.amount)
    copy.custom_name, copy.custom_notes = selection.custom_name, selection.custom_notes
    for child in selection.selections:
        below = copied(child)
        below.parent = copy
        copy.selections.append(below)
    return copy


def _copied_force(force: Force) -> Force:
    copy = Force(force.entry, force.catalogue_id)
    copy.custom_name, copy.custom_notes = force.custom_name, force.custom_notes
    for selection in force.selections:
        below = copied(selection)
        below.parent = copy
        copy.selections.append(below)
    for child in force.forces:
        inner = _copied_force(child)
        inner.parent = copy
        copy.forces.append(inner)
    return copy


def automatic(engine: Engine) -> Edit | None:
    """What constraints marked `automatic` want added or removed now, or None."""
    edits: list[Edit] = []
    for item in engine.violations():
        if item.kind == "hidden" and isinstance(item.node, Selection) and _is_automatic(item.node.option):
            edits.append(Remove(item.node))
        if item.constraint is None or not item.constraint.automatic or item.found is None or item.bound is None:
            continue
        if item.kind in ("min", "exactly") and item.found < item.bound and item.node is not None:
            edits.extend(_added(engine, item.node, item.entry_id, ceil(item.bound - item.found)))
        elif item.kind in ("max", "exactly") and isinstance(item.node, Selection):
            edits.append(set_amount(engine, item.node, item.node.amount - ceil(item.found - item.bound)))
    return Group(tuple(edits)) if edits else None


def _is_automatic(option: Option) -> bool:
    return any(constraint.automatic for constraint in option.constraints)


def _added(engine: Engine, parent: Selection | Force, entry_id: str, number: int) -> Iterator[Edit]:
    for option in options_of(engine, parent):
        if any(part.id == entry_id for part in option.parts):
            yield select(engine, parent, option, number)[0]
            return


def options_of(engine: Engine, parent: Selection | Force) -> tuple[Option, ...]:
    """The entries that may be chosen under a node, groups looked through."""
    if isinstance(parent, Selection):
        return parent.option.entries
    return engine.roster.library.root_options(parent.catalogue_id)
