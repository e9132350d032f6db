"""Reads the printed texts of one unit into facts, in the spelling of its data set."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from listbuilder.catalogue.facts import Bodyguard, Leader, Passenger, TransportBay
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Container, Entry
from listbuilder.catalogue.printed import Granted, PrintedSaves, PrintedText
from listbuilder.sources.bsdata.texts.bearers import speaks_to_units
from listbuilder.sources.bsdata.texts.corrections import Corrections
from listbuilder.sources.bsdata.texts.damaged import parse_damaged
from listbuilder.sources.bsdata.texts.granted import parse_granted
from listbuilder.sources.bsdata.texts.joining import parse_bearer, parse_joining, speaks_of_joining
from listbuilder.sources.bsdata.texts.leader import parse_leader
from listbuilder.sources.bsdata.texts.name_matching import NameMatcher, match_bays, match_leader
from listbuilder.sources.bsdata.texts.passenger import parse_passenger
from listbuilder.sources.bsdata.texts.reserves import parse_reserves
from listbuilder.sources.bsdata.texts.saves import parse_invulnerable_saves
from listbuilder.sources.bsdata.texts.stand_in import parse_led_by, parse_needs, parse_several, parse_stand_in
from listbuilder.sources.bsdata.texts.transport import parse_transport

ABILITY_TYPES = frozenset(("abilities", "ability"))
LEADER_ABILITIES = frozenset(("leader", "support"))
TRANSPORT = "transport"
CAPACITY = "transport capacity"


class BSDataTextReader:
    """The `TextReader` of one library."""

    def __init__(self, library: Library, read_as: Mapping[str, str] | None = None) -> None:
        """``read_as``: what texts of the data print -> what they mean."""
        self._library = library
        self._correct = Corrections(read_as or {})

    @property
    def _names(self) -> NameMatcher:
        return self._library.kept(_names_of)

    def leader(self, texts: Sequence[PrintedText]) -> tuple[Leader | None, bool]:
        texts = self._corrected(texts)
        stated = _abilities(texts, LEADER_ABILITIES)
        granted = [text for text in _abilities(texts) if text not in stated and speaks_of_joining(text)]
        if not stated and not granted:
            return None, False
        read = [*map(parse_leader, stated), *(parse_joining(text) or parse_bearer(text) for text in granted)]
        found = [leader for leader in read if leader is not None]
        if not found:
            return None, True
        leader, unknown = match_leader(_joined(found), self._names)
        return leader, bool(unknown) or len(found) < len(read)

    def bodyguard(self, texts: Sequence[PrintedText]) -> Bodyguard | None:
        """A text that cannot be read lets no leader join."""
        stated = _abilities(self._corrected(texts))
        read = (one for text in stated for one in parse_stand_in(text) or parse_led_by(text))
        matched = tuple(
            replace(
                one,
                who=self._spelled(one.who),
                excludes=self._spelled(one.excludes),
                instead_of=self._spelled(one.instead_of),
            )
            for one in read
        )
        several = next(filter(None, (parse_several(text) for text in stated)), Bodyguard())
        needs = tuple(word for text in stated for word in parse_needs(text))
        found = replace(
            several,
            needs=self._spelled(needs),
            one_of=self._spelled(several.one_of),
            once=self._spelled(several.once),
            stand_in=matched,
        )
        return found if found != Bodyguard() else None

    def transport(self, texts: Sequence[PrintedText], faction: str) -> tuple[tuple[TransportBay, ...], bool]:
        stated = [item for item in self._corrected(texts) if is_transport(item)]
        read = [parse_transport(item.text, faction) for item in stated if not parse_passenger((item.text,))]
        bays = tuple(bay for one in read if one for bay in one)
        matched, unknown = match_bays(bays, self._names) if bays else ((), ())
        return matched, bool(unknown) or any(one is None for one in read)

    def passenger(self, texts: Sequence[PrintedText]) -> Passenger | None:
        found = parse_passenger(item.text for item in self._corrected(texts) if _is_ability(item) or is_transport(item))
        if found is None:
            return None
        return replace(
            found,
            counts_as={model: self._spelled((word,))[0] for model, word in found.counts_as.items()},
            never=self._spelled(found.never),
        )

    def invulnerable_saves(self, ability: PrintedText) -> PrintedSaves | None:
        return parse_invulnerable_saves(ability.name, ability.text)

    def damaged(self, texts: Sequence[PrintedText], wounds: int) -> tuple[int, ...]:
        return parse_damaged(texts, wounds)

    def reserves(self, texts: Sequence[PrintedText]) -> tuple[bool, bool]:
        read = [one for text in _abilities(texts) if (one := parse_reserves(text)) is not None]
        return bool(read), any(uncounted for uncounted, _ in read)

    def granted(self, texts: Sequence[PrintedText]) -> Granted:
        return parse_granted(_abilities(texts))

    def borne_by_units(self, texts: Sequence[PrintedText]) -> bool:
        return any(speaks_to_units(text) for text in _abilities(texts))

    def _corrected(self, texts: Sequence[PrintedText]) -> list[PrintedText]:
        """The abilities and transport texts, corrected; values of statlines and weapons are none of the reader's."""
        told = (item for item in texts if _is_ability(item) or item.type.casefold() == TRANSPORT)
        return [PrintedText(item.type, item.name, self._correct(item.text)) for item in told]

    def _spelled(self, words: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self._names.find(word) or word for word in words)


def _names_of(library: Library) -> NameMatcher:
    """Every datasheet, keyword and kind of model of the data."""
    tops = [
        entry for file in library.files for entry in (*file.shared_entries, *file.entries) if entry.type != "upgrade"
    ]
    keywords = (category.name for category in library.categories.values())
    models = (model.name for entry in tops for model in _models_in(entry))
    return NameMatcher((*keywords, *(entry.name for entry in tops)), models)


def _models_in(holder: Container) -> Iterator[Container]:
    """The models written inside an entry, those in groups included."""
    for inner in (*holder.entries, *holder.groups):
        if isinstance(inner, Entry) and inner.type == "model":
            yield inner
        yield from _models_in(inner)


def is_transport(item: PrintedText) -> bool:
    """Whether a text states who may embark: a transport profile, or an ability of that name that mentions capacity."""
    kind = item.type.casefold()
    if kind == TRANSPORT:
        return True
    return kind in ABILITY_TYPES and item.name.casefold() == TRANSPORT and CAPACITY in item.text.casefold()


def _is_ability(item: PrintedText) -> bool:
    return item.type.casefold() in ABILITY_TYPES


def _abilities(texts: Iterable[PrintedText], names: frozenset[str] | None = None) -> list[str]:
    """The texts of the abilities of these names, or of all."""
    return [item.text for item in texts if _is_ability(item) and (names is None or item.name.casefold() in names)]


def _joined(leaders: list[Leader]) -> Leader:
    """What several texts state together: everything that any of them allows or forbids."""
    first, *others = leaders
    for other in others:
        rides = first.rides and other.rides
        first = Leader(**{name: _both(getattr(first, name), getattr(other, name)) for name in first.__struct_fields__})
        first = replace(first, rides=rides)
    return first


def _both(one: Any, other: Any) -> Any:
    if isinstance(one, tuple):
        return tuple(dict.fromkeys(one + other))
    return one | other  # flags, and items by datasheet
