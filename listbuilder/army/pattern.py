"""A unit as the pattern of others of its shape."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.army.model import ModelLine, Unit
from listbuilder.army.unit import place_of
from listbuilder.roster.tree import Selection


class Pattern:
    """A unit that was read of one root selection. Units of the same closed shape (see `engine.closed`) differ from it in ids
    and in where they stand, and in nothing else: those with names of the player's own have no shape."""

    def __init__(self, unit: Unit, root: Selection) -> None:
        self.unit = unit
        places = {node.id: place for place, node in enumerate(root.walk())}
        self._models = [(places[line.id], line) for line in unit.models]
        self._enhancements = [(places.get(item.model), item) for item in unit.enhancements]
        self._warlord = places.get(unit.warlord_model)

    def of(self, root: Selection) -> Unit:
        """The unit of another root of the shape. What was worked out of the pattern's other fields stays worked out."""
        ids = [node.id for node in root.walk()]
        unit = object.__new__(Unit)
        unit.__dict__.update(
            self.unit.__dict__,
            id=root.id,
            key=root.id,
            models=tuple(
                ModelLine(ids[place], line.name, line.count, line.wargear, line.kind) for place, line in self._models
            ),
            enhancements=tuple(
                item if place is None else replace(item, model=ids[place]) for place, item in self._enhancements
            ),
            warlord_model="" if self._warlord is None else ids[self._warlord],
            force=root.force.id if root.force else "",
            place=place_of(root),
        )
        return unit
