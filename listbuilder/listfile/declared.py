"""Binds declarations (hover, attached leaders, passengers, reserves) to the units of a roster."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.errors import WARNING, Place, Problem
from listbuilder.i18n import Text
from listbuilder.listfile.context import BindingContext
from listbuilder.naming import fold, listing
from listbuilder.roster.declarations import Declarations, half_names
from listbuilder.roster.tree import Selection
from listbuilder.strictyaml import Source

OTHERS = ("split", "marks")
LISTS = ("hover", "strategic_reserves", "deployed")
PAIRS = ("attach", "embark", "reserves")  # of two units, but for the kind of reserves


def bind_declarations(context: BindingContext, declared: dict[str, Any]) -> Declarations:
    """The declarations, with units by the ids of their selections."""
    return DeclarationBinder(context, declared).bind()


def unused(source: Source, declared: dict[str, Any], vocabulary: Vocabulary) -> Iterator[Problem]:
    """What is declared that the game does not have: nothing looks at it."""
    known = vocabulary.declarations
    if known == NEUTRAL.declarations:  # nobody says what such a game has
        return
    for key in declared:
        if key in LISTS + PAIRS + OTHERS and key not in known:
            hint = Text("allowed: {names}", {"names": listing(known)}) if known else ""
            message = Text("this game has no declaration {key}", {"key": key})
            yield Problem(message, *source.key_place(declared, key), hint, "unknown-key", WARNING)


class DeclarationBinder:
    """See the module."""

    def __init__(self, context: BindingContext, declared: dict[str, Any]) -> None:
        self.context = context
        self.declared = declared
        self.units = {
            unit.id: unit
            for force in context.roster.walk_forces()
            for unit in force.selections
            if not _is_setting(unit)
        }
        self.by_name: dict[str, list[str]] = {}
        self.halves: set[str] = set()  # names of the halves of units that are split
        for unit in self.units.values():
            for name in {fold(text) for text in _names(unit)}:
                self.by_name.setdefault(name, []).append(unit.id)

    def bind(self) -> Declarations:
        split = dict(self._split())
        found: dict[str, Any] = {"split": split}
        found |= {key: tuple(self._list(key, self.declared.get(key))) for key in LISTS}
        found |= {key: dict(self._pairs(key)) for key in PAIRS}
        marks = self.declared.get("marks") or {}
        found["marks"] = {mark: tuple(self._list(f"marks.{mark}", units)) for mark, units in marks.items()}
        return Declarations(**found)

    def _split(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Units with the names of their halves, by which the other declarations may name them."""
        container = self.declared.get("split") or {}
        for place, word in enumerate(container):
            stated = isinstance(container, dict)
            where = (
                self.context.source.key_place(container, word)
                if stated
                else self.context.source.place(container, place)
            )
            unit = self._unit(str(word), where)
            if unit is None:
                continue
            names = tuple(map(str, container[word])) if stated else half_names(unit)
            self._note("split", unit, where)
            for name in names:
                if name in self.units or name in self.halves:
                    message = Text("duplicate unit id: {name}", {"name": name})
                    self.context.problem(message, where, rule="duplicate-id", unit=unit)
                self.halves.add(name)
            yield unit, names

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
            other = str(target)
            if key != "reserves":
                other = self._unit(other, self.context.source.place(container, word)) or ""
            if unit is not None and other:
                self._note(key, unit, place)
                yield unit, other

    def _note(self, key: str, unit: str, place: Place) -> None:
        self.context.places[f"declarations.{key}.{unit}"] = place

    def _unit(self, word: str, place: Place) -> str | None:
        if word in self.units or word in self.halves:
            return word
        found = self.by_name.get(fold(word), [])
        if len(found) == 1:
            return found[0]
        if word not in self.context.skipped:
            self.context.unknown(
                "unit" if not found else "unit (several have this name; use an id)", word, place, found or self._known
            )
        return None

    @cached_property
    def _known(self) -> list[str]:
        """How units may be called."""
        return [*self.units, *(name for unit in self.units.values() for name in _names(unit))]


def _names(unit: Selection) -> list[str]:
    own = [unit.custom_name] if unit.custom_name else []
    return [*own, unit.option.name]


def _is_setting(root: Selection) -> bool:
    return root.option.purpose in (
        EntryPurpose.BATTLE_SIZE,
        EntryPurpose.DETACHMENT,
        EntryPurpose.CHOICE,
        EntryPurpose.SUBFACTION,
    )
