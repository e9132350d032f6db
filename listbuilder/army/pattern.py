"""Units of a cached shape, made from one that was read."""

from __future__ import annotations

from dataclasses import replace

from listbuilder.army import roles
from listbuilder.army.model import Unit
from listbuilder.army.unit import place_of
from listbuilder.roster.tree import Selection


class Pattern:
    """A unit read from one root selection. Units of the same cached shape (see `engine.shape_cache`) differ from it only in ids,
    custom names, force and place."""

    def __init__(self, unit: Unit, root: Selection, name: str) -> None:
        self.unit = unit
        self._name = roles.plain_name(name)  # of the datasheet, without the player's own name
        places = {node.id: place for place, node in enumerate(root.walk())}
        self._models = [(places[line.id], line) for line in unit.models]
        self._enhancements = [(places.get(item.model), item) for item in unit.enhancements]
        self._warlord = places.get(unit.warlord_model)

    def of(self, root: Selection) -> Unit:
        """The unit of another root with the same shape. Cached properties are copied with the other fields."""
        ids = [node.id for node in root.walk()]
        name = root.custom_name or self._name
        unit = object.__new__(Unit)
        unit.__dict__.update(
            self.unit.__dict__,
            id=root.id,
            name=name,
            models=tuple(
                replace(line, id=ids[place], name=line.name if place else name) for place, line in self._models
            ),
            enhancements=tuple(
                item if place is None else replace(item, model=ids[place]) for place, item in self._enhancements
            ),
            warlord_model="" if self._warlord is None else ids[self._warlord],
            force=root.force.id if root.force else "",
            place=place_of(root),
        )
        return unit
