"""Resolves the names in the parameters of rules: keywords, datasheets and roles of filters, battle sizes, states.

The parameters of all kinds of rules call these things alike; this table says how.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.catalogue.system import BattleSize, System
from listbuilder.i18n import Text
from listbuilder.naming import fold
from listbuilder.validation.pack.names import KnownNames
from listbuilder.validation.pack.notes import Notes

WORDS = frozenset({"keywords", "any_keywords", "not_keywords", "pairs", "each"})  # lists of words
WORD_TABLES = frozenset({"max", "of"})  # word -> limit
SIZE_TABLES = frozenset({"at_most", "at_least", "points", "by_size"})  # battle size -> limit
STATES = frozenset({"states", "must", "never"})  # lists of states
ANY_WORD = frozenset({"default", "*"})


class Words:
    """See the module. Unknown names are noted at their places."""

    def __init__(self, notes: Notes, system: System, known: KnownNames) -> None:
        self.notes = notes
        self.system = system
        self.known = known

    def resolved(self, params: dict[str, Any]) -> dict[str, Any]:
        """The parameters with every name as the data have it."""
        return {key: self._value(params, key, value) for key, value in params.items()}

    def _value(self, params: dict[str, Any], key: str, value: Any) -> Any:
        if isinstance(value, list):
            if key in WORDS:
                return self._list(value, self.word)
            if key in STATES:
                return self._list(value, self._state)
            return [self.resolved(one) if isinstance(one, dict) else one for one in value]
        if not isinstance(value, dict):
            return value
        if key in WORD_TABLES:
            return dict(self._table(value, words=True))
        return dict(self._table(value, words=False)) if key in SIZE_TABLES else self.resolved(value)

    def _list(self, values: list[Any], resolve: Any) -> list[Any]:
        return [
            self._list(value, resolve) if isinstance(value, list) else resolve(values, number, value)
            for number, value in enumerate(values)
        ]

    def _table(self, table: dict[str, Any], *, words: bool) -> Iterator[tuple[str, Any]]:
        for key, value in table.items():
            name = key if words and key in ANY_WORD else self._key(table, key, words=words)
            yield name, dict(self._table(value, words=True)) if isinstance(value, dict) else value

    def _key(self, table: dict[str, Any], key: str, *, words: bool) -> str:
        if words:
            return self.word(table, key, key, at_key=True)
        size = self.size(table, key, key, at_key=True)
        return size.id if size is not None else key

    def word(self, container: Any, key: Any, word: Any, *, at_key: bool = False) -> str:
        """A keyword, datasheet or role."""
        found = self.known.word(str(word))
        if not found:
            names = {"name": str(word), "datasheet": self.system.vocabulary.terms.datasheet}
            text = Text("unknown keyword, {datasheet} or role: {name}", names)
            text = text if self.known.has_data else self.known.no_data(str(word))
            known = [*self.known.names("keywords", "datasheets"), *(role.id for role in self.system.vocabulary.roles)]
            self.notes.unknown(container, key, text, str(word), known, at_key=at_key)
        return found or str(word)

    def size(self, container: Any, key: Any, word: Any, *, at_key: bool = False) -> BattleSize | None:
        """A battle size of the system, by id or name."""
        sizes = self.system.battle_sizes
        wanted = fold(str(word))
        found = next((size for size in sizes if wanted in map(fold, (size.id, *size.name.values()))), None)
        if found is None:
            term = self.system.vocabulary.terms.battle_size
            text = Text("unknown {what}: {name}", {"what": term, "name": str(word)})
            self.notes.unknown(container, key, text, str(word), [size.id for size in sizes], at_key=at_key)
        return found

    def _state(self, container: Any, key: Any, word: Any) -> str:
        known = [state.id for state in self.system.vocabulary.states]
        if str(word) not in known:
            text = Text("unknown state: {name}", {"name": str(word)})
            self.notes.unknown(container, key, text, str(word), known)
        return str(word)
