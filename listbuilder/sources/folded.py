"""Catalogues as they come from the cache: what stands inside the entries and groups at the top of a file stays as it was
written until somebody looks at it. A list has few of the units that its faction offers.

The cache keeps what stands inside each of these as a part of the record, which is checked when it is looked at. Where somebody
has changed one since, the catalogue is compiled anew.
"""

import itertools
from collections.abc import Callable, Iterator, Sequence
from threading import RLock
from typing import Any, Protocol, TypeVar, cast, overload

from msgspec import Raw, Struct, msgpack
from msgspec.msgpack import Decoder
from msgspec.structs import force_setattr, replace

from listbuilder.catalogue.model import Catalogue, Container, Entry, EntryGroup, EntryLink, Profile
from listbuilder.errors import InputError
from listbuilder.i18n import Text
from listbuilder.sources.cache import Cache, decoded, without_gc

T = TypeVar("T")
_DECODING = RLock()
_KINDS: dict[str, Decoder[Any]] = {
    "entries": Decoder(tuple[Entry, ...]),
    "groups": Decoder(tuple[EntryGroup, ...]),
    "links": Decoder(tuple[EntryLink, ...]),
    "profiles": Decoder(tuple[Profile, ...]),
}
_FIELDS = Decoder(dict[str, Raw])
_HOLDING = ("entries", "groups", "shared_entries", "shared_groups")  # the fields of a catalogue that hold containers


class _Kept(Protocol):
    """A catalogue as it is kept. ``part``: what stands inside one of its containers; None where it is not what was written."""

    @property
    def content(self) -> bytes | memoryview: ...

    def part(self, number: int) -> bytes | memoryview | None: ...


class _Written:
    """A catalogue as it will be kept, in memory."""

    def __init__(self, content: bytes, parts: Sequence[bytes]) -> None:
        self.content = content
        self.parts = parts

    def part(self, number: int) -> bytes:
        return self.parts[number]


class _Parts:
    """What stands inside the containers of one catalogue. ``anew``: compiles it."""

    def __init__(self, kept: _Kept, anew: Callable[[], Catalogue]) -> None:
        self._kept = kept
        self._anew = anew

    def __getitem__(self, number: int) -> bytes | memoryview:
        """Raises `InputError` where the part has to be compiled anew and the data are others by now."""
        found = self._kept.part(number)
        if found is None:
            written = _written(self._anew())
            if written.content != self._kept.content:
                raise InputError(Text("the data changed while they were in use"))
            self._kept, found = written, written.part(number)
        return found


class _Part:
    """What stands inside one container, by field."""

    __slots__ = ("_fields", "_number", "_parts")

    def __init__(self, parts: _Parts, number: int) -> None:
        self._parts = parts
        self._number = number
        self._fields: dict[str, Raw] = {}

    def __getitem__(self, field: str) -> Raw:
        if not self._fields:
            self._fields = _FIELDS.decode(self._parts[self._number])
        return self._fields[field]


class Inside(Sequence[T]):
    """Records of one field that are decoded when they are first looked at; used as a tuple of them."""

    __slots__ = ("_field", "_found", "_part")

    def __init__(self, part: _Part, field: str) -> None:
        self._part: _Part | None = part
        self._field = field
        self._found: tuple[T, ...] = ()

    def _items(self) -> tuple[T, ...]:
        with _DECODING:  # every thread gets the same records
            if self._part is not None:
                with without_gc():
                    self._found, self._part = _KINDS[self._field].decode(self._part[self._field]), None
        return self._found

    def __iter__(self) -> Iterator[T]:
        return iter(self._found if self._part is None else self._items())

    def __len__(self) -> int:
        return len(self._items())

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...
    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        return self._items()[index]

    def __add__(self, other: Sequence[T]) -> Sequence[T]:
        return (*self, *other) if other else self

    def __radd__(self, other: Sequence[T]) -> Sequence[T]:
        return (*other, *self) if other else self

    def __eq__(self, other: object) -> bool:
        return self._items() == (other._items() if isinstance(other, Inside) else other)

    def __hash__(self) -> int:
        return hash(self._items())

    def __repr__(self) -> str:
        return repr(self._items())


class _Folded(Struct, frozen=True, gc=False):
    """A catalogue without what stands inside the containers at its top. ``inside``: for each part, the place of its container
    among all of these, and the fields that it has."""

    catalogue: Catalogue
    inside: tuple[tuple[int, tuple[str, ...]], ...]


def get(cache: Cache, name: str, key: str, kind: type[T], anew: Callable[[], T]) -> T | None:
    """The record that the cache has under a name; None when there is none, or none that is valid for the key. ``anew``: compiles
    it, without the cache; it may be called at any time while the record is in use."""
    if kind is not Catalogue:
        return cache.get(name, key, kind)
    kept = cache.parted(name, key)
    return None if kept is None else cast("T | None", _folded(kept, cast("Callable[[], Catalogue]", anew)))


def put(cache: Cache, name: str, key: str, record: T) -> T:
    """Keeps a record, and returns a new one exactly as `get` will return it later; itself where the cache cannot hold it."""
    try:
        if not isinstance(record, Catalogue):
            cache.put(name, key, record)
            return msgpack.decode(msgpack.encode(record), type=type(record))
        written = _written(record)
        cache.put(name, key, Raw(written.content), written.parts)
        return cast("T | None", _folded(written, lambda: record)) or record
    except (OverflowError, RecursionError):  # see `Cache.put`
        return record


def _written(catalogue: Catalogue) -> _Written:
    """A catalogue with what stands inside its containers apart."""
    parts: list[bytes] = []
    fields_inside: list[tuple[int, tuple[str, ...]]] = []
    places = itertools.count()

    def light(holder: Container) -> Container:
        place = next(places)
        inside = {field: found for field in _KINDS if (found := getattr(holder, field))}
        if not inside:
            return holder
        parts.append(msgpack.encode(inside, enc_hook=_decoded))
        fields_inside.append((place, tuple(inside)))
        return replace(holder, **dict.fromkeys(inside, ()))

    holders = {field: tuple(map(light, getattr(catalogue, field))) for field in _HOLDING}
    return _Written(msgpack.encode(_Folded(replace(catalogue, **holders), tuple(fields_inside))), parts)


def _decoded(inside: object) -> object:
    if isinstance(inside, Inside):
        return tuple(inside)
    raise NotImplementedError  # msgspec words the error


def _folded(kept: _Kept, anew: Callable[[], Catalogue]) -> Catalogue | None:
    """A catalogue with what is inside where it stands."""
    found = decoded(kept.content, _Folded)
    if found is None:
        return None
    parts = _Parts(kept, anew)
    holders = [holder for field in _HOLDING for holder in getattr(found.catalogue, field)]
    for number, (place, fields) in enumerate(found.inside):
        part = _Part(parts, number)
        for field in fields:
            force_setattr(holders[place], field, Inside(part, field))
    return found.catalogue
