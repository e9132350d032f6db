"""What a unit's own texts say of leaders, bodyguards and passengers, in the spelling of its data set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from listbuilder.army.texts.leader import parse_leader
from listbuilder.army.texts.settling import Names, settle_bays, settle_leader
from listbuilder.army.texts.standin import parse_stand_in
from listbuilder.army.texts.transport import parse_transport
from listbuilder.catalogue.facts import Bodyguard, Leader, TransportBay
from listbuilder.catalogue.library import Library

ABILITY_TYPES = frozenset(("abilities", "ability"))
LEADER_ABILITIES = frozenset(("leader", "support"))
STAND_IN_ABILITIES = frozenset(("attached unit",))
TRANSPORT = "transport"
CAPACITY = "transport capacity"


class Said(NamedTuple):
    """One text of a unit: the kind of profile, its name, what it says."""

    kind: str
    name: str
    text: str


@lru_cache(maxsize=16)
def known_names(library: Library) -> Names:
    """Every datasheet and keyword of the data."""
    entries = (
        entry.name
        for file in library.files
        for entry in (*file.shared_entries, *file.entries)
        if entry.type != "upgrade"
    )
    return Names((*(category.name for category in library.categories.values()), *entries))


def is_transport(said: Said) -> bool:
    """Whether a text says who may ride: a profile of that kind, or an ability of that name that speaks of capacity."""
    if said.kind == TRANSPORT:
        return True
    return said.kind in ABILITY_TYPES and said.name.casefold() == TRANSPORT and CAPACITY in said.text.casefold()


def read_leader(texts: Iterable[Said], library: Library) -> tuple[Leader | None, bool]:
    """Whom the unit may join, and whether something of it could not be read."""
    said = [item.text for item in texts if item.kind in ABILITY_TYPES and item.name.casefold() in LEADER_ABILITIES]
    if not said:
        return None, False
    found = [leader for leader in map(parse_leader, said) if leader is not None]
    if not found:
        return None, True
    leader, lost = settle_leader(_joined(found), known_names(library))
    return leader, bool(lost) or len(found) < len(said)


def read_bodyguard(texts: Iterable[Said], library: Library) -> Bodyguard | None:
    """Leaders of other units that may join this one as well; a text that cannot be read lets nobody in."""
    said = [item.text for item in texts if item.kind in ABILITY_TYPES and item.name.casefold() in STAND_IN_ABILITIES]
    read = tuple(one for text in said for one in parse_stand_in(text) or ())
    names = known_names(library)
    settled = tuple(
        replace(
            one,
            who=_spelled(one.who, names),
            excludes=_spelled(one.excludes, names),
            instead_of=_spelled(one.instead_of, names),
        )
        for one in read
    )
    return Bodyguard(stand_in=settled) if settled else None


def read_transport(texts: Iterable[Said], faction: str, library: Library) -> tuple[tuple[TransportBay, ...], bool]:
    """Who may ride in the unit, and whether something of it could not be read."""
    said = [item.text for item in texts if is_transport(item)]
    read = [parse_transport(text, faction) for text in said]
    bays = tuple(bay for one in read if one for bay in one)
    settled, lost = settle_bays(bays, known_names(library)) if bays else ((), ())
    return settled, bool(lost) or any(one is None for one in read)


def _spelled(words: tuple[str, ...], names: Names) -> tuple[str, ...]:
    return tuple(names.find(word) or word for word in words)


def _joined(leaders: list[Leader]) -> Leader:
    """What several texts say together: everything that any of them allows or forbids."""
    first, *others = leaders
    for other in others:
        first = replace(
            first,
            leads=_union(first.leads, other.leads),
            beside=_union(first.beside, other.beside),
            leads_keywords=tuple(dict.fromkeys((*first.leads_keywords, *other.leads_keywords))),
            beside_at=_union(first.beside_at, other.beside_at),
            beside_many=first.beside_many or other.beside_many,
            not_beside=_union(first.not_beside, other.not_beside),
            unique=first.unique or other.unique,
            must=first.must or other.must,
            requires={**first.requires, **other.requires},
        )
    return first


def _union(one: Iterable[str], other: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one, *other)))


def texts_of(profiles: Iterable[tuple[str, str, Iterable[str]]]) -> Iterator[Said]:
    """The texts of profiles given as (kind, name, values)."""
    return (Said(kind.casefold(), name, value) for kind, name, values in profiles for value in values)
