"""Modifiers with ``scope`` or ``affects``: registered at their scope node, found by the nodes below it.

``affects`` is a path such as ``self.entries.recursive.<id>.profiles.Ranged Weapons``: the scope node itself, its entries,
those below them, only those with the id (of an entry, group or category), their profiles of a type.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from listbuilder.engine.modifiers import Applied
from listbuilder.engine.scopes import TreePosition, path_up
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.engine.tallies import TreeNode


class Selector(Struct, frozen=True):
    """What a modifier affects, from its scope node on. ``forces``: child forces and what is in them, too. ``only`` restricts it
    to nodes with that id; ``profiles`` is a profile type (or ``*``), None where the node itself is affected."""

    entries: bool = False
    recursive: bool = False
    itself: bool = True
    only: str = ""
    profiles: str | None = None
    forces: bool = False


@lru_cache(maxsize=4096)
def selector(affects: str) -> Selector:
    """Reads an ``affects`` path."""
    head, profiles = affects, None
    for word in ("profiles", "rules"):
        if affects == word or affects.startswith(f"{word}."):
            head, profiles = "", affects[len(word) + 1 :] or "*"
        elif f".{word}" in affects:
            head, _, rest = affects.partition(f".{word}")
            profiles = rest.lstrip(".") or "*"
    parts = [part for part in head.split(".") if part]
    entries = "entries" in parts or "forces" in parts
    only = next((part for part in parts if part not in ("self", "entries", "recursive", "forces")), "")
    return Selector(
        entries, "recursive" in parts, not entries or "self" in parts, only, profiles, forces="forces" in parts
    )


Origin = tuple[str, int]  # the owner of a modifier and its number there; gives the order of application


class ScopedModifier(Struct, frozen=True):
    """A modifier that applies to other nodes than its owner, from a scope node on."""

    origin: Origin
    target: TreeNode
    selector: Selector
    applied: Applied


class ScopedModifiers:
    """The scoped modifiers of a roster by their scope nodes, then by the id that they are narrowed to."""

    def __init__(self) -> None:
        self.by_target: dict[TreeNode, dict[str, dict[Origin, ScopedModifier]]] = {}

    def add(self, item: ScopedModifier) -> None:
        self.by_target.setdefault(item.target, {}).setdefault(item.selector.only, {})[item.origin] = item

    def remove(self, item: ScopedModifier) -> None:
        by_id = self.by_target.get(item.target)
        if by_id is None:
            return
        items = by_id.get(item.selector.only, {})
        items.pop(item.origin, None)
        if not items:
            by_id.pop(item.selector.only, None)
        if not by_id:
            del self.by_target[item.target]

    def drop(self, node: TreeNode) -> None:
        """Forgets the modifiers with a scope node that was removed from the roster."""
        self.by_target.pop(node, None)

    def of_target(self, node: TreeNode) -> Iterator[ScopedModifier]:
        """The modifiers whose scope is a node."""
        for items in self.by_target.get(node, {}).values():
            yield from items.values()

    def on(self, position: TreePosition, keys: frozenset[str]) -> list[ScopedModifier]:
        """The modifiers that affect a position whose occupant has these ids and categories, ``set`` first."""
        if not self.by_target:
            return []
        found = list(self._affecting(position, keys))
        found.sort(key=lambda item: (item.applied.modifier.type != "set", item.origin))
        return found

    def _affecting(self, position: TreePosition, keys: frozenset[str]) -> Iterator[ScopedModifier]:
        for distance, node, crossed in _chain(position):
            for only, items in self.by_target.get(node, {}).items():
                if not only or only in keys:
                    yield from (item for item in items.values() if _affects(item.selector, distance, crossed=crossed))


def _chain(position: TreePosition) -> Iterator[tuple[int, TreeNode, bool]]:
    """The nodes whose modifiers may affect a position, their distance, and whether a force is between them or is at the
    position. What is in the forces of a roster counts as in the roster."""
    if position.node is not None:
        yield 0, position.node, False
    distance, crossed = 1, isinstance(position.node, Force)
    for node in path_up(position.parent):
        if isinstance(node, Roster):
            yield (distance, node, True) if isinstance(position.node, Force) else (2, node, False)
        else:
            yield distance, node, crossed
            distance, crossed = distance + 1, crossed or isinstance(node, Force)


def _affects(selector: Selector, distance: int, *, crossed: bool) -> bool:
    if distance == 0:
        return selector.itself
    if crossed and not selector.forces:
        return False
    return selector.entries and (distance == 1 or selector.recursive)


def affected_nodes(item: ScopedModifier) -> Iterator[Selection | Force]:
    """The nodes that a modifier affects, and maybe others, if its selector names no id."""
    target, chosen = item.target, item.selector
    if chosen.itself and not isinstance(target, Roster):
        yield target
    if chosen.entries and (chosen.forces or isinstance(target, Roster)) and not isinstance(target, Selection):
        for force in target.walk_forces():
            if chosen.forces and force is not target:
                yield force
            yield from force.walk()
    elif isinstance(target, Roster):
        return
    elif chosen.entries and chosen.recursive:
        yield from (node for node in target.walk() if node is not target)
    elif chosen.entries:
        yield from target.selections
