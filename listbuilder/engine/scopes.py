"""Scopes: from the position of a query's owner to the node that the query counts in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct

from listbuilder.engine.count_index import CountIndex
from listbuilder.engine.tallies import OWN, Dependent, Measure, TreeNode, primary_key
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Option

TYPE_SCOPES = {kind: frozenset({kind}) for kind in ("unit", "model", "upgrade", "unit-group", "mount", "crew")}
TYPE_SCOPES["model-or-unit"] = frozenset({"model", "unit"})


class TreePosition(Struct, frozen=True):
    """The position of a query's owner. ``node`` is None for a choice that is not chosen and for groups, which are not in the
    tree; ``option`` is None for forces and categories."""

    parent: Selection | Force | Roster
    node: Selection | Force | None = None
    option: Option | None = None

    @property
    def force(self) -> Force | None:
        node: TreeNode | None = self.node if isinstance(self.node, Force) else self.parent
        while isinstance(node, Selection):
            node = node.parent
        return node if isinstance(node, Force) else None

    @property
    def is_group(self) -> bool:
        return self.option is not None and self.option.is_group


class Scope(Struct, frozen=True):
    """Where a query counts. ``node`` is None for a choice that is not chosen, which has nothing below it. ``group`` restricts
    the scope to the direct choices of one group, in a force also to those of one category."""

    node: TreeNode | None
    group: str = ""


def position_of(node: Selection | Force) -> TreePosition:
    """The position of a node of the tree."""
    assert node.parent is not None
    return TreePosition(node.parent, node, node.option if isinstance(node, Selection) else None)


def path_up(node: TreeNode) -> Iterator[TreeNode]:
    """A node and everything above it, the roster included."""
    above: TreeNode | None = node
    while above is not None:
        yield above
        above = above.parent


def is_within(node: TreeNode, target: TreeNode) -> bool:
    """Whether a node is another node or below it."""
    return target in path_up(node)


def number_within(node: Selection, scope: TreeNode | None) -> int:
    """How many of a selection each one of the scope has: the product of the amounts below the scope."""
    number = 1
    above: TreeNode | None = node
    while isinstance(above, Selection) and above is not scope:
        number *= above.amount
        above = above.parent
    return number


def ancestors(position: TreePosition) -> Iterator[Selection | Force]:
    """The selections and forces above a position, innermost first."""
    node: TreeNode | None = position.parent
    while node is not None and not isinstance(node, Roster):
        yield node
        node = node.parent


def resolve(position: TreePosition, scope: str, index: CountIndex, dependent: Dependent | None) -> Scope | None:
    """The scope that a word or id names at a position; None where it does not exist."""
    match scope:
        case "self" | "":
            return _self(position)
        case "parent":
            return Scope(position.parent)
        case "roster":
            return Scope(index.roster)
        case "force" | "primary-catalogue":
            force = position.force
            return Scope(force) if force is not None else None
        case "root-entry":
            return _root_entry(position)
        case "ancestor" | "primary-category":
            return None
    if scope in TYPE_SCOPES:
        return _by_type(position, TYPE_SCOPES[scope])
    return _by_id(position, scope, index, dependent)


def is_itself(option: Option, scope: str) -> bool:
    """Whether a scope is the choice itself, wherever it is chosen: ``self``, an id or type of its own, or its root entry."""
    if scope == "root-entry":
        return option.parent is None
    if scope in ("self", "") or scope in option.ids:
        return True
    types = TYPE_SCOPES.get(scope, frozenset())
    if types.isdisjoint(option.types):
        return False
    above = option.parent if "upgrade" in types else None
    while above is not None and types.isdisjoint(above.types):
        above = above.parent
    return above is None


def _self(position: TreePosition) -> Scope:
    if position.is_group:
        assert position.option is not None
        return Scope(position.parent, position.option.target.id)
    return Scope(position.node)


def _root_entry(position: TreePosition) -> Scope | None:
    if isinstance(position.parent, Selection):
        return Scope(position.parent.root)
    return Scope(position.node) if position.option is not None and not position.is_group else None


def _by_type(position: TreePosition, types: frozenset[str]) -> Scope | None:
    own = position.option is not None and not types.isdisjoint(position.option.types)
    if own and "upgrade" not in types:
        return Scope(position.node)
    for node in ancestors(position):  # an upgrade of an upgrade means the one it changes
        if isinstance(node, Selection) and not types.isdisjoint(node.option.types):
            return Scope(node)
    return Scope(position.node) if own else None


def _by_id(position: TreePosition, scope: str, index: CountIndex, dependent: Dependent | None) -> Scope | None:
    option, parent = position.option, position.parent
    if option is not None:
        if scope in option.ids:
            return _self(position)
        if any(scope in group.ids for group in option.group_chain):
            return Scope(parent, scope)
    if isinstance(position.node, Force) and is_instance(position.node, scope, index, dependent):
        return Scope(position.node)
    for node in ancestors(position):
        if is_instance(node, scope, index, dependent):
            return _around(node, scope)
    force = position.force
    return Scope(force, scope) if force is not None and scope in index.roster.library.categories else None


def _around(node: Selection | Force, scope: str) -> Scope:
    """The scope of a node that has an id: the node, or the group around it if the id is that of the group."""
    if isinstance(node, Selection) and scope not in node.option.ids:
        assert node.parent is not None
        if any(scope in group.ids for group in node.option.group_chain):
            return Scope(node.parent, scope)
    return Scope(node)


def has_primary(
    position: TreePosition, key: str, own: frozenset[str], index: CountIndex, dependent: Dependent | None
) -> bool:
    """Whether a category is the primary one at a position: that of the root entry. ``own``: what the position counts as."""
    if not isinstance(position.parent, Selection):
        return primary_key(key) in own
    root, wanted = position.parent.root, primary_key(key)
    counted = ("selections", wanted)
    tally = index.tallies.get(root)
    if tally is None:
        return any(link.primary and link.target_id == key for link in root.option.merged.category_links)
    watched = ((OWN, counted),)
    return bool(index.probe(root, wanted, lambda: Measure(watched, lambda: counted in tally.counts[OWN]), dependent))


def is_instance(node: TreeNode, key: str, index: CountIndex, dependent: Dependent | None) -> bool:
    """Whether a node has an id, category or type."""
    if isinstance(node, Roster):
        return False
    if isinstance(node, Force):
        return key in (node.entry.id, node.catalogue_id)
    if key in node.option.keys:
        return True
    if key not in index.roster.library.categories:
        return False
    counted = ("selections", key)
    tally = index.tallies.get(node)
    if tally is None:
        return any(link.target_id == key for link in node.option.merged.category_links)
    watched = ((OWN, counted),)
    return bool(index.probe(node, key, lambda: Measure(watched, lambda: counted in tally.counts[OWN]), dependent))
