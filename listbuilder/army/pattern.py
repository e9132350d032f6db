"""Units like one that was read, made from that one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from listbuilder.army import roles
from listbuilder.army.records import Unit
from listbuilder.army.unit import UnitReader, place_of
from listbuilder.catalogue.library import Library
from listbuilder.engine.shape_cache import MOST, ShapeKey, shape_key
from listbuilder.roster.tree import Roster, Selection

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

    def of(self, root: Selection, roster: Roster) -> Unit:
        """The unit of another root of the roster with the same shape. Cached properties are copied with the other fields."""
        ids, notes = _ids_and_notes(root, roster)
        name = root.custom_name or self._name
        unit = replace(
            self.unit,
            id=root.id,
            name=name,
            models=tuple(
                replace(line, id=ids[place], notes=notes[place]) if place else replace(line, id=root.id, name=name)
                for place, line in self._models
            ),
            notes=root.custom_notes,
            enhancements=tuple(
                item if place is None else replace(item, model=ids[place]) for place, item in self._enhancements
            )
            if self._enhancements
            else (),
            warlord_model="" if self._warlord is None else ids[self._warlord],
            force=root.force.id if root.force else "",
            place=root.place or place_of(root),
        )
        unit.__dict__.update(self.unit.__dict__)
        for one in OF_ONE_UNIT:
            unit.__dict__.pop(one, None)
        return unit


def _ids_and_notes(root: Selection, roster: Roster) -> tuple[Sequence[str], Sequence[str]]:
    """The ids of a unit's selections, and the notes on them, in the order of `Selection.walk`. The ids of copies differ in how
    they begin, and of their notes only those on the whole unit differ."""
    mould = roster.moulds.get(root)
    if mould is None:
        nodes = list(root.walk())
        return [node.id for node in nodes], [node.custom_notes for node in nodes]
    known: tuple[list[str], list[str]] | None = mould.derived.get(_ids_and_notes)
    if known is None:
        nodes = list(root.walk())
        ends, notes = [node.id.removeprefix(root.id) for node in nodes], [node.custom_notes for node in nodes]
        known = mould.derived[_ids_and_notes] = ends, notes
    return [root.id + end for end in known[0]], known[1]


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
            return known.pattern.of(reader.root, reader.engine.roster)
        unit = reader.read()
        if len(self._by_shape) >= MOST:
            self._by_shape.clear()
        self._by_shape[key] = _Read(states, reader.vocabulary, Pattern(unit, reader.root, states[0].name))
        return unit
