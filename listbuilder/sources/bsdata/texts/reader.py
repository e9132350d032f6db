"""Reads the printed texts of one unit into facts, in the spelling of its data set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from listbuilder.catalogue.facts import Bodyguard, Leader, TransportBay
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.printed import PrintedText
from listbuilder.sources.bsdata.texts.leader import parse_leader
from listbuilder.sources.bsdata.texts.name_matching import NameMatcher, match_bays, match_leader
from listbuilder.sources.bsdata.texts.saves import parse_invulnerable_save
from listbuilder.sources.bsdata.texts.stand_in import parse_stand_in
from listbuilder.sources.bsdata.texts.transport import parse_transport

ABILITY_TYPES = frozenset(("abilities", "ability"))
LEADER_ABILITIES = frozenset(("leader", "support"))
STAND_IN_ABILITIES = frozenset(("attached unit",))
TRANSPORT = "transport"
CAPACITY = "transport capacity"


class BSDataTextReader:
    """The `TextReader` of one library."""

    def __init__(self, library: Library) -> None:
        self._library = library

    @cached_property
    def _names(self) -> NameMatcher:
        """Every datasheet and keyword of the data."""
        entries = (
            entry.name
            for file in self._library.files
            for entry in (*file.shared_entries, *file.entries)
            if entry.type != "upgrade"
        )
        return NameMatcher((*(category.name for category in self._library.categories.values()), *entries))

    def leader(self, texts: Sequence[PrintedText]) -> tuple[Leader | None, bool]:
        stated = _abilities(texts, LEADER_ABILITIES)
        if not stated:
            return None, False
        found = [leader for leader in map(parse_leader, stated) if leader is not None]
        if not found:
            return None, True
        leader, unknown = match_leader(_joined(found), self._names)
        return leader, bool(unknown) or len(found) < len(stated)

    def bodyguard(self, texts: Sequence[PrintedText]) -> Bodyguard | None:
        """A text that cannot be read lets no leader join."""
        read = (one for text in _abilities(texts, STAND_IN_ABILITIES) for one in parse_stand_in(text) or ())
        matched = tuple(
            replace(
                one,
                who=self._spelled(one.who),
                excludes=self._spelled(one.excludes),
                instead_of=self._spelled(one.instead_of),
            )
            for one in read
        )
        return Bodyguard(stand_in=matched) if matched else None

    def transport(self, texts: Sequence[PrintedText], faction: str) -> tuple[tuple[TransportBay, ...], bool]:
        read = [parse_transport(item.text, faction) for item in texts if is_transport(item)]
        bays = tuple(bay for one in read if one for bay in one)
        matched, unknown = match_bays(bays, self._names) if bays else ((), ())
        return matched, bool(unknown) or any(one is None for one in read)

    def invulnerable_save(self, ability: PrintedText) -> tuple[str, bool] | None:
        return parse_invulnerable_save(ability.name, ability.text)

    def _spelled(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self._names.find(word) or word for word in words)


def is_transport(item: PrintedText) -> bool:
    """Whether a text states who may embark: a transport profile, or an ability of that name that mentions capacity."""
    kind = item.type.casefold()
    if kind == TRANSPORT:
        return True
    return kind in ABILITY_TYPES and item.name.casefold() == TRANSPORT and CAPACITY in item.text.casefold()


def _abilities(texts: Iterable[PrintedText], names: frozenset[str]) -> list[str]:
    """The texts of the abilities of these names."""
    return [item.text for item in texts if item.type.casefold() in ABILITY_TYPES and item.name.casefold() in names]


def _joined(leaders: list[Leader]) -> Leader:
    """What several texts state together: everything that any of them allows or forbids."""
    first, *others = leaders
    for other in others:
        first = Leader(**{name: _both(getattr(first, name), getattr(other, name)) for name in first.__struct_fields__})
    return first


def _both(one: Any, other: Any) -> Any:
    if isinstance(one, tuple):
        return tuple(dict.fromkeys(one + other))
    return one | other  # flags, and items by datasheet
