"""Catalogues as they come from the cache: what stands inside the entries and groups at the top of a file stays as it was
written until somebody looks at it. A list has few of the units that its faction offers."""

from collections.abc import Iterator, Sequence
from threading import RLock
from typing import Any, TypeVar, cast, overload

from msgspec import Raw, msgpack
from msgspec.msgpack import Decoder
from msgspec.structs import force_setattr

from listbuilder.catalogue.model import Catalogue, Container, Entry, EntryGroup, EntryLink, Profile
from listbuilder.sources.cache import Cache, without_gc

T = TypeVar("T")
_DECODING = RLock()


class Inside(Sequence[T]):
    """Records that are decoded when they are first looked at; used as a tuple of them."""

    __slots__ = ("_decoder", "_found", "_raw")

    def __init__(self, raw: Raw, decoder: Decoder[tuple[T, ...]]) -> None:
        self._raw: Raw | None = raw
        self._decoder = decoder
        self._found: tuple[T, ...] = ()

    def _items(self) -> tuple[T, ...]:
        with _DECODING:  # every thread gets the same records
            if self._raw is not None:
                with without_gc():
                    self._found, self._raw = self._decoder.decode(self._raw), None
        return self._found

    def __iter__(self) -> Iterator[T]:
        return iter(self._found if self._raw is None else self._items())

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


class _Entry(Entry, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    entries: Raw = ()  # type: ignore[assignment]
    groups: Raw = ()  # type: ignore[assignment]
    links: Raw = ()  # type: ignore[assignment]
    profiles: Raw = ()  # type: ignore[assignment]


class _Group(EntryGroup, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    entries: Raw = ()  # type: ignore[assignment]
    groups: Raw = ()  # type: ignore[assignment]
    links: Raw = ()  # type: ignore[assignment]
    profiles: Raw = ()  # type: ignore[assignment]


class _Catalogue(Catalogue, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    entries: tuple[_Entry, ...] = ()
    groups: tuple[_Group, ...] = ()
    shared_entries: tuple[_Entry, ...] = ()
    shared_groups: tuple[_Group, ...] = ()


_KINDS: dict[str, Decoder[Any]] = {
    "entries": Decoder(tuple[Entry, ...]),
    "groups": Decoder(tuple[EntryGroup, ...]),
    "links": Decoder(tuple[EntryLink, ...]),
    "profiles": Decoder(tuple[Profile, ...]),
}


def get(cache: Cache, name: str, key: str, kind: type[T]) -> T | None:
    """The record that the cache has under a name; None when there is none, or none that is valid for the key."""
    return _folded(cache.get(name, key, _kind(kind)))


def again(record: T) -> T:
    """A new record exactly as the cache will return it later; itself where the cache cannot hold it."""
    try:
        return _folded(msgpack.decode(msgpack.encode(record), type=_kind(type(record))))
    except (OverflowError, RecursionError):  # see `Cache.put`
        return record


def whole(record: T) -> T:
    """The record with everything decoded that stands inside it, so that the cache can hold it."""
    return msgpack.Decoder(type(record)).decode(msgpack.encode(record, enc_hook=_decoded))


def _decoded(inside: object) -> object:
    if isinstance(inside, Inside):
        return tuple(inside)
    raise NotImplementedError  # msgspec words the error


def _kind(kind: type[T]) -> type[T]:
    return cast("type[T]", _Catalogue) if kind is Catalogue else kind


def _folded(record: T) -> T:
    if isinstance(record, _Catalogue):
        for holder in (*record.entries, *record.groups, *record.shared_entries, *record.shared_groups):
            _fold(holder)
    return record


def _fold(holder: Container) -> None:
    """Puts what is inside in place of what it was written as."""
    for field, decoder in _KINDS.items():
        raw: Any = getattr(holder, field)
        if raw:
            force_setattr(holder, field, Inside(raw, decoder))
