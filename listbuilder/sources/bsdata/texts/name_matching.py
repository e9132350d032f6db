"""Finds the data set's spelling of names in printed texts: "Field Mice" may mean the datasheet "Field Mice Squad"."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from listbuilder.catalogue.facts import Leader, TransportBay

_FACTION = "Faction: "  # how BSData writes the category of a faction keyword
_FILLER = re.compile(r"[^\w ]+")


class NameMatcher:
    """Names of datasheets and keywords of a data set: finds the one that a text means, whatever its case or number."""

    def __init__(self, names: Iterable[str]) -> None:
        self._known: dict[str, str] = {}
        for name in names:
            self._known.setdefault(_key(name), name.removeprefix(_FACTION))

    def find(self, name: str) -> str | None:
        """The data set's spelling; None when no name, or more than one, can be meant."""
        key = _key(name)
        if key in self._known:
            return self._known[key]
        found = {self._known[other] for other in _variants(key) if other in self._known}
        return found.pop() if len(found) == 1 else None

    def split(self, phrase: str) -> tuple[str, ...]:
        """The two names that a phrase such as "Grey Knights Dreadnought" is made of, when it is none itself."""
        words = phrase.split()
        if self.find(phrase) is None:
            halves = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
            known = [pair for pair in halves if all(self.find(part) for part in pair)]
            if len(known) == 1:
                return known[0]
        return (phrase,)


def match_leader(leader: Leader, names: NameMatcher) -> tuple[Leader, tuple[str, ...]]:
    """The leader in the data set's spelling, and the names that it does not have."""
    unknown: list[str] = []
    matched = msgspec.structs.replace(
        leader,
        leads=_matched(leader.leads, names, unknown),
        leads_keywords=tuple(_matched(words, names, unknown) for words in leader.leads_keywords),
        beside=_matched(leader.beside, names, unknown),
        beside_at=_matched(leader.beside_at, names, unknown),
        not_beside=_matched(leader.not_beside, names, unknown),
    )
    return matched, tuple(dict.fromkeys(unknown))


def match_bays(bays: tuple[TransportBay, ...], names: NameMatcher) -> tuple[tuple[TransportBay, ...], tuple[str, ...]]:
    """The bays in the data set's spelling, and the names that it does not have."""
    unknown: list[str] = []
    matched = tuple(
        msgspec.structs.replace(
            bay,
            allow=tuple(
                _matched(words if len(words) > 1 else names.split(words[0]), names, unknown) for words in bay.allow
            ),
            deny_unless={
                _matched((word,), names, unknown)[0]: _matched(others, names, unknown)
                for word, others in bay.deny_unless.items()
            },
            splits=_matched(bay.splits, names, unknown),
            deny=_matched(bay.deny, names, unknown),
            weights=dict(zip(_matched(tuple(bay.weights), names, unknown), bay.weights.values(), strict=True)),
        )
        for bay in bays
    )
    return matched, tuple(dict.fromkeys(unknown))


def _matched(words: tuple[str, ...], names: NameMatcher, unknown: list[str]) -> tuple[str, ...]:
    found = []
    for word in words:
        known = word if word == "any" else names.find(word)
        if known is None:
            unknown.append(word)
        found.append(known or word)
    return tuple(found)


def _key(name: str) -> str:
    return " ".join(_FILLER.sub("", name.removeprefix(_FACTION).casefold()).split())


def _variants(key: str) -> Iterable[str]:
    """Other forms of a name: the last word singular or plural, with or without "squad"."""
    yield key + "s"
    yield key.removesuffix("s")
    yield key + " squad"
    yield key.removesuffix(" squad")
