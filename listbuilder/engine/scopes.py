"""Where a query looks: from the place where its owner stands to a node of the tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from listbuilder.engine.index import OWN, Index, Reader, TreeNode
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Option

TYPE_SCOPES = {
    "unit": frozenset({"unit"}),
    "model": frozenset({"model"}),
    "upgrade": frozenset({"upgrade"}),
    "model-or-unit": frozenset({"model", "unit"}),
    "unit-group": frozenset({"unit-group"}),
    "mount": frozenset({"mount"}),
    "crew": frozenset({"crew"}),
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where the owner of a query stands. ``node`` is None for a choice that is not chosen, and for groups, which the tree
    does not hold; ``parent`` is what holds it; ``option`` is None for forces and categories."""

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


@dataclass(frozen=True, slots=True)
class Scope:
    """What a query looks into. ``node`` None stands for a choice that is not chosen: nothing is below it. ``group`` narrows
    the scope to the direct choices of one group."""

    node: TreeNode | None
    group: str = ""


def at(node: Selection | Force) -> Place:
    """The place of a node of the tree."""
    assert node.parent is not None
    return Place(node.parent, node, node.option if isinstance(node, Selection) else None)


def ancestors(place: Place) -> Iterator[Selection | Force]:
    """What is above a place, innermost first, forces included."""
    node: TreeNode | None = place.parent
    while node is not None and not isinstance(node, Roster):
        yield node
        node = node.parent


def resolve(place: Place, scope: str, index: Index, reader: Reader | None) -> Scope | None:
    """The scope that a word or id stands for, None where there is no such thing here."""
    match scope:
        case "self" | "":
            return _self(place)
        case "parent":
            return Scope(place.parent)
        case "roster":
            return Scope(index.roster)
        case "force" | "primary-catalogue":
            force = place.force
            return Scope(force) if force is not None else None
        case "root-entry":
            return _root_entry(place)
        case "ancestor" | "primary-category":
            return None
    if scope in TYPE_SCOPES:
        return _by_type(place, TYPE_SCOPES[scope])
    return _by_id(place, scope, index, reader)


def _self(place: Place) -> Scope:
    if place.is_group:
        assert place.option is not None
        return Scope(place.parent, place.option.target.id)
    return Scope(place.node)


def _root_entry(place: Place) -> Scope | None:
    if isinstance(place.parent, Selection):
        return Scope(place.parent.root)
    return Scope(place.node) if place.option is not None and not place.is_group else None


def _by_type(place: Place, types: frozenset[str]) -> Scope | None:
    if place.option is not None and place.option.type in types:
        return Scope(place.node)
    for node in ancestors(place):
        if isinstance(node, Selection) and node.option.type in types:
            return Scope(node)
    return None


def _by_id(place: Place, scope: str, index: Index, reader: Reader | None) -> Scope | None:
    option, parent = place.option, place.parent
    if option is not None:
        if scope in option.ids:
            return _self(place)
        if any(scope in group.ids for group in option.group_chain):
            return Scope(parent, scope)
    if isinstance(place.node, Force) and is_instance(place.node, scope, index, reader):
        return Scope(place.node)
    for node in ancestors(place):
        if is_instance(node, scope, index, reader):
            return _around(node, scope)
    return None


def _around(node: Selection | Force, scope: str) -> Scope:
    """The node that an id names, or the group around it."""
    if isinstance(node, Selection) and scope not in node.option.ids:
        assert node.parent is not None
        if any(scope in group.ids for group in node.option.group_chain):
            return Scope(node.parent, scope)
    return Scope(node)


def is_instance(node: TreeNode, key: str, index: Index, reader: Reader | None) -> bool:
    """Whether a node is what an id, a category or a type names."""
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
        return any(link.target_id == key for link in node.option.category_links)
    return bool(index.probe(node, key, ((OWN, counted),), lambda: counted in tally.counts[OWN], reader))
