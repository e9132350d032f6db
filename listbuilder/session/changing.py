"""Changes what is chosen under one selection or force, as the fixes of findings of the data do."""

from __future__ import annotations

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine, Violation, actions
from listbuilder.roster.edits import Insert, SetAmount
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force, Selection
from listbuilder.rules.diagnostic import Change
from listbuilder.session.editor import UnitEditor

ROUNDS = 8  # of supplying defaults; each may ask for further ones


def change(engine: Engine, history: History, editor: UnitEditor, action: Change) -> None:
    """Carries out the change. Raises LookupError when the roster has not what it names."""
    holder = engine.roster.nodes.get(action.node)
    if holder is None:
        raise LookupError(action.node)
    if isinstance(holder, Selection) and 0 < action.models < holder.amount:
        _split(history, holder, action.models)
    for node_id, number in action.fewer:
        node = _below(holder, node_id)
        history.do(actions.set_amount(node, node.amount - number))
    for name, number in action.more:
        _add(engine, history, holder, name, number)
    if isinstance(holder, Selection):
        editor.adapt(holder)
        for _round in range(ROUNDS):
            if not any(_supply(engine, history, item) for item in engine.violations() if item.node is holder):
                return


def _split(history: History, holder: Selection, models: int) -> None:
    """Leaves so many in the selection; the rest goes into a copy after it."""
    assert holder.parent is not None
    rest = actions.copied(holder)
    rest.amount = holder.amount - models
    history.do(SetAmount(holder, models))
    history.do(Insert(rest, holder.parent, holder.parent.selections.index(holder) + 1))


def _below(holder: Selection | Force, node_id: str) -> Selection:
    found = next((node for node in holder.selections if node.id == node_id), None)
    if found is None:
        raise LookupError(node_id)
    return found


def _add(engine: Engine, history: History, holder: Selection | Force, name: str, number: int) -> None:
    node = next((node for node in holder.selections if node.id == name), None)
    if node is not None:
        history.do(SetAmount(node, node.amount + number))
        return
    option = next((option for option in actions.options_of(engine, holder) if option.id == name), None)
    if option is None:
        raise LookupError(name)
    history.do(actions.select(engine, holder, option, number)[0])


def _supply(engine: Engine, history: History, violation: Violation) -> bool:
    """Adds what the holder must have: an item, or the default of a group; no models."""
    holder, found, bound = violation.node, violation.found, violation.bound
    if violation.kind not in ("min", "exactly") or not isinstance(holder, Selection) or found is None or bound is None:
        return False
    entry = default_of(holder, violation.entry_id)
    if entry is None or entry.type in roles.UNIT_TYPES or found >= bound:
        return False
    history.do(actions.select(engine, holder, entry, int(bound - found))[0])
    return True


def default_of(holder: Selection, entry_id: str) -> Option | None:
    """The entry of that id under a holder, or the default of the group of that id."""
    for option in (*holder.option.entries, *holder.option.groups):
        if entry_id in option.ids:
            if not option.is_group:
                return option
            return next((entry for entry in option.entries if option.default_id in entry.ids), None)
    return None
