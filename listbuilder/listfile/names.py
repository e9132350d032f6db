"""Finds what a word in a list file means: an id, or a name in any language that the data have."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Generic, TypeVar

from listbuilder.catalogue.library import Library
from listbuilder.naming import fold

Thing = TypeVar("Thing")


class NameIndex(Generic[Thing]):
    """Things by id and name, regardless of case. Where several have the same, the first is found."""

    def __init__(self, things: Iterable[tuple[str, str, Thing]], library: Library) -> None:
        """``things``: id, English name and thing."""
        self._things = list(things)
        self._library = library
        self._by_id = {name: thing for name, _, thing in reversed(self._things)}
        self._by_name: dict[str, Thing] | None = None
        self._words: list[str] | None = None

    def find(self, word: str) -> Thing | None:
        """What the word means; an exact id comes first."""
        found = self._by_id.get(word)
        if found is None:
            if self._by_name is None:
                self._by_name = {fold(name): thing for name, thing in reversed(list(self._spelled()))}
                self._by_name |= {fold(name): thing for name, thing in reversed(list(self._by_id.items()))}
            found = self._by_name.get(fold(word))
        return found

    def _spelled(self) -> Iterator[tuple[str, Thing]]:
        languages = {language for catalogue in self._library.files for language in catalogue.glossary}
        for _, name, thing in self._things:
            yield name, thing
            for language in languages:
                yield self._library.localise(name, language), thing

    def words(self) -> list[str]:
        """Every id and name that `find` knows, ids first."""
        if self._words is None:
            self._words = [*self._by_id, *(name for name, _ in self._spelled() if name)]
        return self._words


def free_name(base: str, taken: Container[str]) -> str:
    """The base itself, or numbered from 2 on: the first that is not taken."""
    number, name = 1, base
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    return name
