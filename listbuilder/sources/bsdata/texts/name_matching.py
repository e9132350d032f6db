"""Finds the data set's spelling of names in printed texts: "Field Mice" may mean the datasheet "Field Mice Squad"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

import msgspec

from listbuilder.catalogue.facts import Leader, TransportBay
from listbuilder.expressions import expression

_FACTION = "Faction: "  # how BSData writes the category of a faction keyword
_STATUS = expression(r"(?<! ) *+\[legends\]", re.IGNORECASE)  # no part of a printed name
_FILLER = expression(r"[^\w ]+")
MOST_WORDS = 30  # of a phrase that may be two names: each place to cut it is tried


class NameMatcher:
    """Names of datasheets and keywords of a data set: finds the one that a text means, whatever its case or number; if it means
    none, the kind of model. ``models`` is looked through only then."""

    def __init__(self, names: Iterable[str], models: Iterable[str] = ()) -> None:
        self._names_of_models = models
        self._known: dict[str, str] = {}
        self._joined: dict[str, set[str]] = {}  # without spaces, for names that are printed as one word or as several
        for name in names:
            self._known.setdefault(_key(name), _STATUS.sub("", name.removeprefix(_FACTION)))
        for key, name in self._known.items():
            self._joined.setdefault(key.replace(" ", ""), set()).add(name)

    def find(self, name: str) -> str | None:
        """The data set's spelling; None when no name, or more than one, can be meant."""
        key = _key(name)
        if key in self._known:
            return self._known[key]
        found = {self._known[other] for other in _variants(key) if other in self._known}
        if not found:
            found = self._joined.get(key.replace(" ", ""), set()) or {
                name for other in _variants(key) for name in self._joined.get(other.replace(" ", ""), ())
            }
        if not found and self._names_of_models:
            return self._models.find(name)
        return next(iter(found)) if len(found) == 1 else None

    @cached_property
    def _models(self) -> NameMatcher:
        return NameMatcher(self._names_of_models)

    def split(self, phrase: str) -> tuple[str, ...]:
        """The two names that a phrase such as "Grey Knights Dreadnought" is made of, when it is none itself."""
        words = phrase.split()
        if len(words) <= MOST_WORDS and self.find(phrase) is None:
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
        requires={_matched((name,), names, unknown)[0]: item for name, item in leader.requires.items()},
        led_by=tuple(
            msgspec.structs.replace(one, keywords=_matched(one.keywords, names, unknown)) for one in leader.led_by
        ),
        only_with=_matched(leader.only_with, names, unknown),
        excludes=_matched(leader.excludes, names, unknown),
        shares=_matched(leader.shares, names, unknown),
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
            by_wounds=_matched(bay.by_wounds, names, unknown),
            most_wounds=dict(
                zip(_matched(tuple(bay.most_wounds), names, unknown), bay.most_wounds.values(), strict=True)
            ),
            limits=tuple(
                msgspec.structs.replace(limit, names=_matched(limit.names, names, unknown)) for limit in bay.limits
            ),
            attached=tuple(_matched(words, names, unknown) for words in bay.attached),
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
    plain = _STATUS.sub("", name.removeprefix(_FACTION))
    return " ".join(_FILLER.sub("", plain.casefold()).split())


def _variants(key: str) -> Iterable[str]:
    """Other forms of a name: the last word singular or plural, with or without "squad"."""
    yield key + "s"
    yield key.removesuffix("s")
    yield key.removesuffix("es")
    yield key + " squad"
    yield key.removesuffix(" squad")
