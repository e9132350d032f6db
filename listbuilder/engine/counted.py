"""The selections behind the number that a violated constraint found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from listbuilder.engine.count_index import CountIndex
from listbuilder.engine.tallies import OWN
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.engine.state import Violation


def counted(index: CountIndex, violation: Violation) -> Iterator[Selection]:
    """The selections that a violated constraint counts, in the order of the roster. Below the roots of cached units there may be
    none."""
    if violation.constraint is None or not violation.counted:
        return
    constraint = violation.constraint
    _, scope, group, key = violation.counted
    wanted, member = (constraint.field, str(key)), ("selections", str(group))
    costs = constraint.field != "selections"
    own = costs and constraint.scope in ("self", "") and isinstance(scope, Selection) and not group
    nodes = (
        (scope,) if isinstance(scope, Selection) and own else _below(scope, deep=constraint.include_child_selections)
    )
    for node in nodes:
        if group and not index.count(_top(node, scope), OWN, member):
            continue
        if own or index.count(node, OWN, wanted):
            yield node


def _below(scope: Any, *, deep: bool) -> Iterator[Selection]:
    """The selections of a scope that a constraint may count; child forces are always looked into."""
    if isinstance(scope, Selection):
        for child in scope.selections:
            yield from child.walk() if deep else (child,)
    elif isinstance(scope, Force | Roster):
        for force in scope.walk_forces():
            yield from force.walk() if deep else force.selections


def _top(node: Selection, scope: Any) -> Selection:
    """The selection directly below the scope that a node is in."""
    while isinstance(node.parent, Selection) and node.parent is not scope:
        node = node.parent
    return node
