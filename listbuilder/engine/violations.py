"""Violations: what is reported about constraints, hidden choices, messages and cost limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.engine.constraints import CheckedConstraint
from listbuilder.engine.numbers import show
from listbuilder.engine.plans import Core
from listbuilder.engine.queries import limited_type
from listbuilder.engine.scopes import TreePosition, ancestors
from listbuilder.engine.state import Message, Violation
from listbuilder.roster.tree import Force, Node, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number


def choice_violation(item: CheckedConstraint, position: TreePosition, core: Core, node: Node | None) -> Violation:
    """A violated constraint of an entry or group; ``node`` is where it can be fixed."""
    owner = _owner_of_constraint(item, position, core)
    return constraint_violation(item, position, node, core.name, item.owner_id, owner)


def constraint_violation(
    item: CheckedConstraint, position: TreePosition, node: Node | None, name: str, entry_id: str, owner: tuple[str, str]
) -> Violation:
    """A violated constraint of something with that name and id; ``owner`` is its owner in terms of the adapter protocol."""
    constraint, place = item.constraint, item.scope.group
    if position.option is None and constraint.field == "forces" and node is not None:
        place = node.id
    return Violation(
        kind=item.violated,  # type: ignore[arg-type]
        node=node,
        entry_id=entry_id,
        constraint=constraint,
        found=item.found,
        bound=item.bound,
        percent=item.value if item.total is not None else None,
        whole=item.total,
        measured=limited_type(constraint) or constraint.field,
        message=message(item, name, position),
        owner_type=owner[0],
        owner_entry_id=owner[1],
        constraint_id=constraint.id,
        counts=item.key,
        counted=(constraint.id, item.scope.node, place, item.key),
    )


def message_violation(
    node: Node | None, item: Message, entry_id: str, name: str = "", position: TreePosition | None = None
) -> Violation:
    """A message that a modifier puts on a node, or on the roster (None); its tokens stand for what is at the position, which is
    called by that name."""
    owner_type, owner_id = _owner(node)
    return Violation(
        kind=item.severity,
        node=node,
        entry_id=entry_id,
        message=item.text if position is None else _filled(item.text, name, position, {}),
        owner_type=owner_type,
        owner_entry_id=owner_id,
        constraint_id=item.severity,
    )


def hidden_violation(node: Selection, core: Core) -> Violation:
    """A chosen entry that is hidden."""
    entry_id = node.option.target.id
    return Violation(
        kind="hidden",
        node=node,
        entry_id=entry_id,
        message=f"{core.name} may not be chosen here",
        owner_type="selection",
        owner_entry_id=entry_id,
        constraint_id="hidden",
    )


def limit_violation(type_id: str, name: str, found: Number, limit: Number) -> Violation:
    """A cost limit of the roster that is exceeded."""
    return Violation(
        kind="cost-limit",
        node=None,
        entry_id="costLimits",
        found=found,
        bound=limit,
        message=f"{show(found)} {name}, at most {show(limit)}",
        owner_type="roster",
        constraint_id=type_id,
    )


def cycle_violation(names: list[str]) -> Violation:
    """Entries whose modifiers are ignored because they depend on each other."""
    text = f"modifier cycle: the modifiers of {', '.join(names)} depend on each other and are ignored"
    return Violation(kind="error", node=None, entry_id="", message=text, owner_type="roster", constraint_id="cycle")


def _owner(node: Node | Roster | None) -> tuple[str, str]:
    """Type and id of a node in terms of the adapter protocol."""
    if isinstance(node, Selection):
        return "selection", node.option.target.id
    return ("force", node.entry.id) if isinstance(node, Force) else ("roster", "")


def _owner_of_constraint(item: CheckedConstraint, position: TreePosition, core: Core) -> tuple[str, str]:
    option = position.option
    if option is not None and not option.is_group and item.constraint.type == "max":
        return "selection", option.target.id
    primary = next((category.id for category in core.categories if category.primary), "")
    return ("category", primary) if primary and not isinstance(position.parent, Selection) else _owner(position.parent)


def message(item: CheckedConstraint, name: str, position: TreePosition) -> str:
    """The message that the data give for the constraint, else a standard one."""
    found, bound_value = show(item.found), show(item.value)
    if item.total is not None:
        bound_value = f"{bound_value} % of {show(item.total)}"
    if item.constraint.message:
        return _filled(item.constraint.message, name, position, {"value": bound_value, "found": found})
    where = node_label(item.scope.node)
    words = {"min": "at least", "max": "at most", "exactly": "exactly"}[item.constraint.type]
    return f"{name}: {words} {bound_value} in {where}, found {found}"


def node_label(node: Node | Roster | None) -> str:
    """What a node is called in messages."""
    if isinstance(node, Selection):
        return node.custom_name or node.option.name
    if isinstance(node, Force):
        return node.custom_name or node.entry.name
    return "the roster"


def _filled(text: str, name: str, position: TreePosition, values: dict[str, str]) -> str:
    """A message of the data with its ``{tokens}`` replaced."""
    tokens = {"self": name, "this": name, "parent": node_label(position.parent), "roster": "the roster", **values}
    for node in ancestors(position):
        if isinstance(node, Selection):
            tokens.setdefault(node.option.type, node_label(node))
    tokens["force"] = node_label(position.force)
    for token, value in tokens.items():
        text = text.replace(f"{{{token}}}", value)
    return text
