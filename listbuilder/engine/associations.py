"""Associations: relations between selections, such as a leader and its unit, or a banner and the model that bears it.

A list names associated units in its declarations, and models not at all: which of several like models bears a banner does not
change what is legal. A minimum is therefore met when the scope has as many selections that may be chosen; a maximum bounds the
associations that are declared.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from listbuilder.catalogue.model import Query
from listbuilder.engine.numbers import show
from listbuilder.engine.queries import QueryContext, count
from listbuilder.engine.scopes import Scope, resolve
from listbuilder.engine.state import Violation

if TYPE_CHECKING:
    from listbuilder.catalogue.base import Number
    from listbuilder.catalogue.model import Association
    from listbuilder.roster.tree import Selection

DECLARED = Query(field="associations", scope="self")


def association_violations(node: Selection, name: str, context: QueryContext) -> Iterator[Violation]:
    """The associations of a selection that cannot be made, or of which more are declared than it may have."""
    for association in node.option.merged.associations:
        scope = resolve(context.position, association.scope, context.index, context.dependent)
        if scope is not None and association.min > 0:
            query = Query(
                scope=association.scope,
                child_id=association.child_id,
                include_child_selections=association.include_child_selections,
            )
            found = count(context, query, scope, association.child_id)
            if found < association.min:
                yield _violation("min", node, name, association, found)
        if association.max >= 0:
            declared = count(context, DECLARED, Scope(node), association.child_id)
            if declared > association.max:
                yield _violation("max", node, name, association, declared)


def _violation(kind: str, node: Selection, name: str, association: Association, found: Number) -> Violation:
    least = kind == "min"
    bound = association.min if least else association.max
    words = "at least" if least else "at most"
    return Violation(
        kind="min" if least else "max",
        node=node,
        entry_id=node.option.target.id,
        found=found,
        bound=bound,
        message=f"{name}: {words} {show(bound)} associated ({association.name or association.child_id}), found {show(found)}",
        owner_type="selection",
        owner_entry_id=node.option.target.id,
        constraint_id=association.id,
    )
