"""Puts the names of printed texts into the spelling of the data set: "Field Mice" may be the datasheet "Field Mouse Squad"."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from listbuilder.catalogue.facts import Leader, TransportBay

_FACTION = "Faction: "  # how BSData writes the category of a faction keyword
_FILLER = re.compile(r"[^\w ]+")


class Names:
    """Names of datasheets and keywords of a data set: finds the one that a text means, in any case, singular or plural."""

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


def settle_leader(leader: Leader, names: Names) -> tuple[Leader, tuple[str, ...]]:
    """The leader in the data set's spelling, and the names that are not to be found in it."""
    lost: list[str] = []
    settled = msgspec.structs.replace(
        leader,
        leads=_settled(leader.leads, names, lost),
        leads_keywords=tuple(_settled(words, names, lost) for words in leader.leads_keywords),
        beside=_settled(leader.beside, names, lost),
        beside_at=_settled(leader.beside_at, names, lost),
        not_beside=_settled(leader.not_beside, names, lost),
    )
    return settled, tuple(dict.fromkeys(lost))


def settle_bays(bays: tuple[TransportBay, ...], names: Names) -> tuple[tuple[TransportBay, ...], tuple[str, ...]]:
    """The bays in the data set's spelling, and the names that are not to be found in it."""
    lost: list[str] = []
    settled = tuple(
        msgspec.structs.replace(
            bay,
            allow=tuple(
                _settled(words if len(words) > 1 else names.split(words[0]), names, lost) for words in bay.allow
            ),
            deny_unless={
                _settled((word,), names, lost)[0]: _settled(others, names, lost)
                for word, others in bay.deny_unless.items()
            },
            splits=_settled(bay.splits, names, lost),
            deny=_settled(bay.deny, names, lost),
            weights=dict(zip(_settled(tuple(bay.weights), names, lost), bay.weights.values(), strict=True)),
        )
        for bay in bays
    )
    return settled, tuple(dict.fromkeys(lost))


def _settled(words: tuple[str, ...], names: Names, lost: list[str]) -> tuple[str, ...]:
    found = []
    for word in words:
        known = word if word == "any" else names.find(word)
        if known is None:
            lost.append(word)
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
