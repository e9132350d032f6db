"""What a document means by the names that it lists: units, several of them run together, or keywords."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

from listbuilder import strictyaml
from listbuilder.errors import InputError
from listbuilder.naming import fold

FOLDER = Path(__file__).parent / "corrections"


class Corrections(Struct, frozen=True, forbid_unknown_fields=True):
    """What a maintainer says that cannot be told from the document itself (`corrections/<system>.yaml`)."""

    dispositions: tuple[str, ...] = ()
    allied: tuple[str, ...] = ()
    keywords: dict[str, tuple[str, ...]] = {}
    names: dict[str, tuple[str, ...]] = {}


def corrections(system: str) -> Corrections:
    """Those of a system; none where it has no such file."""
    from msgspec import convert

    path = FOLDER / f"{system}.yaml"
    return convert(strictyaml.load(path.read_bytes(), str(path)).value, Corrections) if path.exists() else Corrections()


class Names:
    """The units of a document by their names, and what the maintainer says of others."""

    def __init__(self, units: Iterable[str], given: Corrections) -> None:
        self._units = {fold(name): name for name in units}
        self._given = given

    def disposition(self, word: str) -> str:
        """How a Force Disposition is written. Raises `InputError` for one that is not known."""
        found = next((name for name in self._given.dispositions if fold(name) == fold(word)), None)
        if found is None:
            raise InputError(f"unknown Force Disposition: {word}; the corrections say how it is written")
        return found

    def is_allied(self, heading: str) -> bool:
        return fold(heading) in map(fold, self._given.allied)

    def joined(self, names: Iterable[str]) -> list[Any]:
        """A list of units as our pages have it. Raises `InputError` for a name that could mean anything."""
        found: list[Any] = []
        for name in names:
            found += [one for one in self._meant(name) if one not in found]
        return found

    def _meant(self, name: str) -> list[Any]:
        if name in self._given.names:
            return list(self._given.names[name])
        if name in self._given.keywords:
            return [{"keywords": list(self._given.keywords[name])}]
        if fold(name) in self._units:
            return [name]
        ways = list(self._parted(fold(name).split()))
        if len(ways) != 1:
            why = "can be parted into units in several ways" if ways else "no unit of the document"
            raise InputError(f"{name}: {why}; the corrections say what is meant")
        return ways[0]

    def _parted(self, words: list[str]) -> Iterator[list[str]]:
        """The ways to read words as names of units one after the other."""
        if not words:
            yield []
        for end in range(1, len(words) + 1):
            first = self._units.get(" ".join(words[:end]))
            if first is not None:
                yield from ([first, *rest] for rest in self._parted(words[end:]))
