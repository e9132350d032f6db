"""What is typed into the browser: words, and filters among them (``<100``, ``k:infantry``, ``r:battleline``)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from listbuilder.naming import fold

Kind = Literal["below", "keyword", "role"]
PREFIXES: dict[str, Kind] = {"k:": "keyword", "r:": "role"}
MOST_DIGITS = 9


class Filter(Struct, frozen=True):
    """One filter: ``token`` as it was typed, ``value`` folded."""

    kind: Kind
    value: str
    token: str


class Query(Struct, frozen=True):
    """``words``: what is searched in names and keywords."""

    words: str = ""
    filters: tuple[Filter, ...] = ()

    @property
    def below(self) -> int | None:
        """Points that a unit must cost less than."""
        return min((int(one.value) for one in self.filters if one.kind == "below"), default=None)

    @property
    def has_words(self) -> bool:
        """Whether `fits` may refuse anything."""
        return any(one.kind != "below" for one in self.filters)

    def fits(self, keywords: Iterable[str], roles: Iterable[str]) -> bool:
        """Whether a datasheet with these keywords, and with a role of these names, passes the filters that are not about points.
        The beginning of a word is enough; a hyphen stands for a space."""
        named = {"keyword": [fold(word) for word in keywords], "role": [fold(word) for word in roles]}
        return all(_begins(one.value, named[one.kind]) for one in self.filters if one.kind != "below")


def parse(text: str) -> Query:
    """A filter that has no value yet is no filter, and no word to search for either."""
    words: list[str] = []
    filters: list[Filter] = []
    for token in text.split():
        kind = PREFIXES.get(token[:2].casefold())
        if kind is not None:
            filters += [Filter(kind, fold(token[2:].replace("-", " ")), token)] if token[2:] else []
        elif token.startswith("<"):
            number = token[1:]
            filters += [Filter("below", number, token)] if _is_number(number) else []
        else:
            words.append(token)
    return Query(" ".join(words), tuple(filters))


def without(text: str, token: str) -> str:
    """The text without one of its filters."""
    return " ".join(one for one in text.split() if one != token)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS


def _begins(value: str, names: Iterable[str]) -> bool:
    return any(name.startswith(value) or f" {value}" in name for name in names)
