"""Binds declarations (hover, attached leaders, passengers, reserves) to the units of a roster."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

from listbuilder.naming import fold
from listbuilder.roster.declarations import Declarations

if TYPE_CHECKING:
    from collections.abc import Iterable

    from listbuilder.errors import Place
    from listbuilder.roster.tree import Roster, Selection
    from listbuilder.strictyaml import Source

LISTS = ("hover", "strategic_reserves", "split", "deployed")
PAIRS = ("attach", "embark")


class Context(Protocol):
    """What declarations are bound in: a roster and a file; problems and places are noted on it."""

    source: Source
    roster: Roster
    places: dict[str, Place]
    skipped: set[str]

    def unknown(self, what: str, word: str, place: Place, known: Iterable[str], unit: str = "") -> None: ...


def bind_declarations(context: Context, declared: dict[str, Any]) -> Declarations:
    """The declarations, with ids of units for the ids or names in the file."""
    return DeclarationBinder(context, declared).bind()


class DeclarationBinder:
    """See the module."""

    def __init__(self, context: Context, declared: dict[str, Any]) -> None:
        self.context = context
        self.declared = declared
        self.units = {
            unit.id: unit for force in context.roster.walk_forces() for unit in force.selections if not _is_mark(unit)
        }
        self.by_name: dict[str, list[str]] = {}
        for unit in self.units.values():
            for name in {fold(text) for text in _names(unit)}:
                self.by_name.setdefault(name, []).append(unit.id)

    def bind(self) -> Declarations:
        lists = {key: tuple(self._list(key, self.declared.get(key))) for key in LISTS}
        pairs = {key: dict(self._pairs(key)) for key in PAIRS}
        return Declarations(
            hover=lists["hover"],
            attach=pairs["attach"],
            embark=pairs["embark"],
            reserves=dict(self._reserves()),
            strategic_reserves=lists["strategic_reserves"],
            split=lists["split"],
            deployed=lists["deployed"],
            marks=dict(self._marks()),
        )

    def _marks(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        for mark, container in (self.declared.get("marks") or {}).items():
            yield mark, tuple(self._list(f"marks.{mark}", container))

    def _list(self, key: str, container: list[Any] | None) -> Iterator[str]:
        seen: set[str] = set()
        for index, word in enumerate(container or ()):
            place = self.context.source.place(container, index)
            unit = self._unit(str(word), place)
            if unit is not None and unit not in seen:
                seen.add(unit)
                self._note(key, unit, place)
                yield unit

    def _pairs(self, key: str) -> Iterator[tuple[str, str]]:
        container = self.declared.get(key) or {}
        for word, target in container.items():
            place = self.context.source.key_place(container, word)
            unit = self._unit(word, place)
            other = self._unit(str(target), self.context.source.place(container, word))
            if unit is not None and other is not None:
                self._note(key, unit, place)
                yield unit, other

    def _reserves(self) -> Iterator[tuple[str, str]]:
        container = self.declared.get("reserves") or {}
        for word, kind in container.items():
            place = self.context.source.key_place(container, word)
            unit = self._unit(word, place)
            if unit is not None:
                self._note("reserves", unit, place)
                yield unit, str(kind)

    def _note(self, key: str, unit: str, place: Place) -> None:
        self.context.places[f"declarations.{key}.{unit}"] = place

    def _unit(self, word: str, place: Place) -> str | None:
        if word in self.units:
            return word
        found = self.by_name.get(fold(word), [])
        if len(found) == 1:
            return found[0]
        if word not in self.context.skipped:
            known = found or [*self.units, *(name for unit in self.units.values() for name in _names(unit))]
            self.context.unknown(
                "unit" if not found else "unit (several have this name; use an id)", word, place, known
            )
        return None


def _names(unit: Selection) -> list[str]:
    own = [unit.custom_name] if unit.custom_name else []
    return [*own, unit.option.name]


def _is_mark(unit: Selection) -> bool:
    return unit.id.startswith("@")
