"""What the steps share: finding and moving the elements of a file in the neutral form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.sources.bsdata.vocabulary import LISTS

Element = dict[str, Any]


def taken(node: Element, wrapper: str, item: str) -> list[Element]:
    """Removes a list from its owner and returns its items.

    The XML front end knows today's lists only: an older one is an element that holds elements (``[{item: [...]}]``). A list that
    holds anything else stays, for the builder to report."""
    held = node.get(wrapper)
    if not isinstance(held, list) or not all(isinstance(part, dict) for part in held):
        return []
    if LISTS.get(wrapper) == item:
        return list(node.pop(wrapper))
    if any(part.keys() - {item} for part in held):
        return []
    del node[wrapper]
    return [one for part in held for one in part.get(item, ())]


def items(node: Element, key: str) -> list[Element]:
    """The elements of a list, where it is one."""
    held = node.get(key)
    return [item for item in held if isinstance(item, dict)] if isinstance(held, list) else []


def add(node: Element, key: str, new: list[Element]) -> None:
    """Appends to a list of elements, which is made where there are some."""
    if new:
        node[key] = [*items(node, key), *new]


def rename(node: Element, **names: str) -> None:
    """Gives keys new names; what has the new name already keeps its value."""
    for old, new in names.items():
        if old in node:
            node.setdefault(new, node.pop(old))


def walk(root: Element) -> Iterator[tuple[str, Element]]:
    """Every element below, with the name of the list that holds it; a list may be changed while its owner is visited."""
    waiting: list[tuple[str, Element]] = [("", root)]
    while waiting:
        name, node = waiting.pop()
        yield name, node
        for key, held in node.items():
            if isinstance(held, list):
                waiting.extend((key, item) for item in held if isinstance(item, dict))
