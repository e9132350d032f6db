"""Units like one that was read, made from that one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from listbuilder.army import roles
from listbuilder.army.records import Unit
from listbuilder.army.unit import UnitReader, place_of
from listbuilder.catalogue.library import Library
from listbuilder.engine.shape_cache import MOST, ShapeKey, shape_key
from listbuilder.replacing import replace
from listbuilder.roster.tree import Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.vocabulary import Vocabulary
    from listbuilder.engine import State


OF_ONE_UNIT = ("changes", "halves")  # what is kept with a unit and holds its id


class Pattern:
    """A unit read from one root selection. Units of the same shape (see `engine.shape_cache`) whose nodes have the same states
    differ from it only in ids, custom names, force and place."""

    def __init__(self, unit: Unit, root: Selection, name: str) -> None:
        self.unit = unit
        self._name = roles.plain_name(name)  # of the datasheet, without the player's own name
        places = {node.id: place for place, node in enumerate(root.walk())}
        self._models = [(places[line.id], line) for line in unit.models]
        self._enhancements = [(places.get(item.model), item) for item in unit.enhancements]
        self._warlord = places.get(unit.warlord_model)

    def of(self, root: Selection) -> Unit:
        """The unit of another root with the same shape. Cached properties are copied with the other fields."""
        nodes = list(root.walk())
        ids, notes = [node.id for node in nodes], [node.custom_notes for node in nodes]
        name = root.custom_name or self._name
        unit = replace(
            self.unit,
            id=root.id,
            name=name,
            models=tuple(
                replace(line, id=ids[place], name=line.name if place else name, notes=notes[place] if place else "")
                for place, line in self._models
            ),
            notes=notes[0],
            enhancements=tuple(
                item if place is None else replace(item, model=ids[place]) for place, item in self._enhancements
            ),
            warlord_model="" if self._warlord is None else ids[self._warlord],
            force=root.force.id if root.force else "",
            place=place_of(root),
        )
        unit.__dict__.update((name, value) for name, value in self.unit.__dict__.items() if name not in OF_ONE_UNIT)
        return unit


class _Read(Struct, frozen=True):
    """A unit that was read, with what it was read from besides its shape."""

    states: list[State]
    vocabulary: Vocabulary
    pattern: Pattern


class KnownUnits:
    """The units of a library that were read, in any list, by their shapes: one with the same states is not read again."""

    def __init__(self, _library: Library) -> None:
        self._by_shape: dict[ShapeKey, _Read] = {}

    def read(self, reader: UnitReader) -> Unit:
        """The unit of a reader."""
        shape, _nodes = shape_key(reader.root)
        if not shape:
            return reader.read()
        key = (*shape, reader.prices)
        known, states = self._by_shape.get(key), [state for _, state in reader.nodes]
        if known is not None and known.vocabulary is reader.vocabulary and known.states == states:
            return known.pattern.of(reader.root)
        unit = reader.read()
        if len(self._by_shape) >= MOST:
            self._by_shape.clear()
        self._by_shape[key] = _Read(states, reader.vocabulary, Pattern(unit, reader.root, states[0].name))
        return unit
