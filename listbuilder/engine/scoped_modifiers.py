"""Modifiers with ``scope`` or ``affects``: put by their owner on a node of the tree, found by everything below it.

``affects`` is a path such as ``self.entries.recursive.<id>.profiles.Ranged Weapons``: the scope node itself, its entries,
those below them, only those that are or have the id, their profiles of a type.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.engine.modifiers import Applied
from listbuilder.engine.scopes import Place, ancestors
from listbuilder.roster.tree import Force, Roster, Selection

if TYPE_CHECKING:
    from listbuilder.engine.index import TreeNode


@dataclass(frozen=True, slots=True)
class Selector:
    """What a modifier affects, from its scope node on. ``only`` narrows it to what is or has that id; ``profiles`` names a
    profile type (or ``*``), None where the node itself is meant."""

    entries: bool = False
    recursive: bool = False
    itself: bool = True
    only: str = ""
    profiles: str | None = None


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
    return Selector(entries, "recursive" in parts, not entries or "self" in parts, only, profiles)


class Push(NamedTuple):
    """A modifier at work on a scope node. ``order`` makes the order of application independent of history."""

    order: tuple[str, int]
    target: TreeNode
    selector: Selector
    applied: Applied


Shelf = dict[str, dict[tuple[str, int], Push]]  # by the selector's ``only``, then by order


class PushBook:
    """Which modifiers stand on which nodes."""

    def __init__(self) -> None:
        self.shelves: dict[TreeNode, Shelf] = {}

    def put(self, push: Push) -> None:
        self.shelves.setdefault(push.target, {}).setdefault(push.selector.only, {})[push.order] = push

    def take(self, push: Push) -> None:
        shelf = self.shelves.get(push.target)
        if shelf is None:
            return
        pile = shelf.get(push.selector.only, {})
        pile.pop(push.order, None)
        if not pile:
            shelf.pop(push.selector.only, None)
        if not shelf:
            del self.shelves[push.target]

    def drop(self, node: TreeNode) -> None:
        self.shelves.pop(node, None)

    def on(self, place: Place, keys: frozenset[str]) -> list[Push]:
        """What reaches a place whose occupant has these ids and categories, ``set`` first."""
        if not self.shelves:
            return []
        found = list(self._reaching(place, keys))
        found.sort(key=lambda push: (push.applied.modifier.type != "set", push.order))
        return found

    def _reaching(self, place: Place, keys: frozenset[str]) -> Iterator[Push]:
        for distance, node in _chain(place):
            shelf = self.shelves.get(node)
            if shelf is None:
                continue
            for only, pile in shelf.items():
                if only and only not in keys:
                    continue
                for push in pile.values():
                    if _reaches(push.selector, distance):
                        yield push


def _chain(place: Place) -> Iterator[tuple[int, TreeNode]]:
    """The nodes whose modifiers may reach a place, and how far they are; a force's do not reach into child forces."""
    if place.node is not None:
        yield 0, place.node
    distance, crossed = 1, isinstance(place.node, Force)
    for node in ancestors(place):
        if not crossed:
            yield distance, node
            distance += 1
        crossed = crossed or isinstance(node, Force)
    above: TreeNode | None = place.parent
    while above is not None and not isinstance(above, Roster):
        above = above.parent
    if above is not None:
        yield 2, above


def _reaches(chosen: Selector, distance: int) -> bool:
    if distance == 0:
        return chosen.itself
    return chosen.entries and (distance == 1 or chosen.recursive)


def touched(push: Push) -> Iterator[Selection | Force]:
    """The nodes that a push with no ``only`` reaches."""
    target, chosen = push.target, push.selector
    if isinstance(target, Roster):
        for force in target.walk_forces() if chosen.entries else ():
            yield from force.walk()
        return
    if chosen.itself:
        yield target
    if chosen.entries and chosen.recursive:
        yield from (node for node in target.walk() if node is not target)
    elif chosen.entries:
        yield from target.selections
