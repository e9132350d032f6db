"""Which catalogues of a game system armies are of, and which one a word names."""

from __future__ import annotations

from collections.abc import Container, Iterable

from listbuilder.naming import fold
from listbuilder.sources.dataset import Offer
from listbuilder.sources.store.game import GameFiles


def factions_of(game: GameFiles) -> list[Offer]:
    """The catalogues of a game system without libraries."""
    return [Offer(info.id, {"en": info.name}) for info in game.catalogues() if not info.library]


def only(names: dict[str, tuple[str, ...]], known: Container[str]) -> dict[str, tuple[str, ...]]:
    """The names with those of their ids that are known."""
    return {name: tuple(one for one in ids if one in known) for name, ids in names.items()}


def part_of(name: str, names: Iterable[str]) -> str:
    """The longest of the names that are a heading of a catalogue's name: "Blades of Khorne - The Baleful Lords" is a part of
    "Blades of Khorne". Most headings are none ("Imperium - Grey Knights")."""
    return max((other for other in names if name.startswith(f"{other} - ")), key=len, default="")


def match(word: str, offers: list[Offer]) -> str | None:
    """The id of what the word names: an id, a whole name, or the last part of one name only ("… - Space Marines")."""
    wanted = fold(word)
    names = [(offer.id, offer.names["en"]) for offer in offers]
    exact = next((key for key, name in names if word == key or wanted == fold(name)), None)
    if exact is not None:
        return exact
    parts = [key for key, name in names if any(fold(part) == wanted for part in name.split(" - "))]
    return parts[0] if len(parts) == 1 else None
