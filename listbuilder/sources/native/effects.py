"""Reads effects and filters of units, which datasheets, enhancements and detachments write alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from listbuilder.catalogue.facts import ARMY, BEARER, Effect, Match
from listbuilder.sources.native.parse import DataFile, as_list, typed

NO_ITEMS: Mapping[str, str] = {}
ANY = "any"  # any unit
FILTERS = ("units", "warlord", "leading", "present", "leads")


class FilterReader:
    """Reads filters of units in one file. ``names``: id -> name of the faction's datasheets; ids become names."""

    def __init__(self, file: DataFile, names: Mapping[str, str]) -> None:
        self.file = file
        self.names = names

    def words(self, container: Any, key: Any) -> tuple[str, ...]:
        """Keywords and datasheets at a key: a single word or a list. An unknown id is a problem."""
        value = container.get(key) if isinstance(container, dict) else container[key]
        if not isinstance(value, list):
            return () if value is None else (self._word(container, key, str(value)),)
        return tuple(self._word(value, place, str(word)) for place, word in enumerate(value))

    def matches(self, container: Any, key: Any) -> tuple[Match, ...]:
        """The filters at a key: each a word, a list of words (all of them), or ``{keywords, excludes}``."""
        value = container.get(key)
        if value == ANY:
            return (Match(),)
        return tuple(self._match(value, place) for place in range(len(as_list(value))))

    def effects(
        self,
        container: Mapping[str, Any],
        ability: str = "",
        to: str = BEARER,
        items: Mapping[str, str] = NO_ITEMS,
    ) -> tuple[Effect, ...]:
        """The effects at the key ``effects``. ``ability`` and ``to``: what a record has that does not state it. ``items``: id ->
        name of the wargear that may have effects."""
        return tuple(self._effect(record, ability, to, items) for record in container.get("effects") or ())

    def _effect(self, record: dict[str, Any], ability: str, to: str, items: Mapping[str, str]) -> Effect:
        filters = {key: self.matches(record, key) for key in FILTERS}
        item = str(record.get("item") or "")
        if item and item not in items:
            self.file.unknown(record, "item", "item", item, items)
        return typed(
            Effect,
            record,
            ability=str(record.get("ability") or ability or items.get(item, "")),
            to=str(record.get("to") or to),
            item=items.get(item, item),
            **filters,
        )

    def _match(self, container: Any, place: int) -> Match:
        value = container[place]
        if isinstance(value, dict):
            return Match(keywords=self.words(value, "keywords"), excludes=self.words(value, "excludes"))
        return Match(keywords=self.words(container, place))

    def _word(self, container: Any, key: Any, word: str) -> str:
        name = self.names.get(word)
        if name is None and is_id(word):
            self.file.unknown(container, key, "datasheet", word, self.names)
        return name or word


def of_detachment(reader: FilterReader, record: Mapping[str, Any]) -> tuple[Effect, ...]:
    """The effects of a detachment; its rule changes units of the army unless it says otherwise."""
    return reader.effects(record, str(record.get("rule") or ""), ARMY)


def is_id(word: str) -> bool:
    """Whether it is spelled like an id; names have capitals."""
    return word == word.lower() and " " not in word
