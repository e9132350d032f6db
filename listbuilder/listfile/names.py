"""Finds what a word in a list file means: an id, or a name in any language that the data have."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import cached_property
from typing import Generic, TypeVar

from listbuilder.catalogue.library import Library
from listbuilder.expressions import expression
from listbuilder.naming import fold

Thing = TypeVar("Thing")
LONGEST = 60  # characters of an id that is made of a name
_WORDS = expression(r"[^\W_]+")


class NameIndex(Generic[Thing]):
    """Things by id and name, regardless of case. Where several have the same, the first is found."""

    def __init__(self, things: Iterable[tuple[str, str, Thing]], library: Library) -> None:
        """``things``: id, English name and thing."""
        self._things = list(things)
        self._library = library
        self._by_id = {name: thing for name, _, thing in reversed(self._things)}

    def find(self, word: str) -> Thing | None:
        """What the word means; an exact id comes first."""
        found = self._by_id.get(word)
        if found is None:
            found = self._by_name.get(fold(word))
        return found

    @cached_property
    def _by_name(self) -> dict[str, Thing]:
        named = [*self._spelled(), *self._by_id.items()]
        return {fold(name): thing for name, thing in reversed(named)}

    def _spelled(self) -> Iterator[tuple[str, Thing]]:
        languages = {language for catalogue in self._library.files for language in catalogue.glossary}
        for _, name, thing in self._things:
            yield name, thing
            for language in languages:
                yield self._library.localise(name, language), thing

    @cached_property
    def words(self) -> list[str]:
        """Every id and name that `find` knows, ids first."""
        return [*self._by_id, *(name for name, _ in self._spelled() if name)]


def readable(name: str) -> str:
    """A unit's id out of its name; names of data are longer than the ids that a file may have."""
    return "-".join(_WORDS.findall(name.casefold()))[:LONGEST].rstrip("-") or "unit"


def free_name(base: str, taken: Container[str]) -> str:
    """The base itself, or numbered from 2 on: the first that is not taken."""
    number, name = 1, base
    while name in taken:
        number += 1
        name = f"{base}-{number}"
    return name
