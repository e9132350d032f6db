"""Positions of nodes in the roster, remembered where siblings are many: what was remembered is tested when it is asked for."""

from __future__ import annotations

from typing import Any

from listbuilder.roster.tree import Force, Node, Roster, Selection


class Positions:
    """The positions of one roster's nodes."""

    def __init__(self) -> None:
        self._places: dict[Force, dict[Selection, int]] = {}

    def forget(self, force: Force) -> None:
        """Forgets a force that was removed."""
        self._places.pop(force, None)

    def clear(self) -> None:
        """Forgets everything."""
        self._places.clear()

    def place(self, node: Node) -> int:
        """The index of a node among its siblings, which are selections or forces as it is; one that is not in the tree comes
        last."""
        parent: Any = node.parent
        siblings: list[Any] = parent.selections if isinstance(node, Selection) else parent.forces
        if isinstance(node, Selection) and isinstance(parent, Force):
            return self._among(node, siblings, parent)
        return siblings.index(node) if node in siblings else len(siblings)

    def _among(self, node: Selection, siblings: list[Selection], force: Force) -> int:
        last = len(siblings) - 1
        if siblings and siblings[last] is node:
            return last
        known = self._places.get(force)
        place = known.get(node) if known is not None else None
        if place is None or place > last or siblings[place] is not node:
            known = self._places[force] = {item: number for number, item in enumerate(siblings)}
            place = known.get(node, len(siblings))
        return place

    def path(self, node: Node | None) -> tuple[int, ...]:
        """The index of a node among its siblings, after those of its ancestors; child forces come after the selections beside
        them, as in the army that players see."""
        force: Any = node.parent if isinstance(node, Selection) else None
        if isinstance(force, Force) and isinstance(force.parent, Roster) and [force] == force.parent.forces[:1]:
            return 0, self._among(node, force.selections, force)  # type: ignore[arg-type]  # what is asked for most
        path: list[int] = []
        above: Node | Roster | None = node
        while above is not None and not isinstance(above, Roster) and above.parent is not None:
            after = isinstance(above, Force) and isinstance(above.parent, Force)
            path.append(self.place(above) + (len(above.parent.selections) if after else 0))  # type: ignore[union-attr]
            above = above.parent
        return tuple(reversed(path))
