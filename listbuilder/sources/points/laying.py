"""Lays a points document over the files of an installed data set; what that changes is kept in the cache."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar, cast

from msgspec import msgpack
from msgspec.structs import replace

from listbuilder.catalogue.base import Record
from listbuilder.catalogue.model import Catalogue, Container
from listbuilder.errors import InputError
from listbuilder.sources import compilers, folded
from listbuilder.sources.cache import Cache, digest
from listbuilder.sources.points.deviation import Deviation

if TYPE_CHECKING:
    from listbuilder.catalogue.system import System
    from listbuilder.sources.points.documents import Document

C = TypeVar("C", bound=Container)
OWN = 1  # the place of the catalogue that the army is of


class Deviations(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What the data of one army say otherwise than a document."""

    found: tuple[Deviation, ...] = ()


def laid_over(
    files: Sequence[Catalogue], document: Document, rules: System, cache: Cache, sha256: str
) -> tuple[Catalogue, ...]:
    """The files as the document has them, for armies of one catalogue. ``files``: the game system, that catalogue, and those
    that it links to; ``sha256``: the hash of the data set. Raises `InputError` for mistakes in the document."""
    changes = _changes(files, document, rules, cache, sha256)
    by_id: dict[str, Container] = {one.id: one for one in (*changes.shared_entries, *changes.shared_groups)}
    found = [_changed(file, by_id) for file in files]
    if changes.category_entries:
        own = found[OWN]
        found[OWN] = replace(own, category_entries=(*own.category_entries, *changes.category_entries))
    return tuple(found)


def deviations(
    files: Sequence[Catalogue], document: Document, rules: System, cache: Cache, sha256: str
) -> tuple[Deviation, ...]:
    """What the files say otherwise than the document. Raises `InputError` for mistakes in it."""
    name, key = _named(files[OWN], document, rules, cache, sha256)
    found = cache.get(f"{name}-deviations", key, Deviations)
    if found is None:
        _catalogue, found = _laid(files, document, rules, cache, sha256)
    return found.found


def _changes(files: Sequence[Catalogue], document: Document, rules: System, cache: Cache, sha256: str) -> Catalogue:
    name, key = _named(files[OWN], document, rules, cache, sha256)

    def laid() -> Catalogue:
        return _laid(files, document, rules, cache, sha256)[0]

    found = folded.get(cache, name, key, Catalogue, laid)
    return found if found is not None else laid()


def _laid(
    files: Sequence[Catalogue], document: Document, rules: System, cache: Cache, sha256: str
) -> tuple[Catalogue, Deviations]:
    """The changes and the deviations, worked out and kept."""
    from listbuilder.sources.points.army import ArmyPages  # not needed once the cache has the changes
    from listbuilder.sources.points.overlay import Overlay

    if document.problems:
        raise InputError(problems=list(document.problems))
    names = rules.points_document
    assert names is not None
    overlay = Overlay(files, ArmyPages(document.pages, names, files[OWN].name), rules)
    name, key = _named(files[OWN], document, rules, cache, sha256)
    changes = folded.put(cache, name, key, overlay.changes())
    found = Deviations(found=overlay.deviations)
    cache.put(f"{name}-deviations", key, found)
    return changes, found


def _named(faction: Catalogue, document: Document, rules: System, cache: Cache, sha256: str) -> tuple[str, str]:
    """The name and the key of the changes in the cache."""
    names = msgpack.encode((rules.points_document, rules.currencies, rules.points_name)).hex()
    version = compilers.version_of(compilers.OVERLAY, cache)
    key = digest(sha256, document.sha256, names, version)
    return f"laid/{digest(sha256, document.version, faction.id)}", key


def _changed(file: Catalogue, by_id: Mapping[str, Container]) -> Catalogue:
    parts = {
        "entries": _replaced(file.entries, by_id),
        "shared_entries": _replaced(file.shared_entries, by_id),
        "groups": _replaced(file.groups, by_id),
        "shared_groups": _replaced(file.shared_groups, by_id),
    }
    return replace(file, **parts)


def _replaced(records: tuple[C, ...], by_id: Mapping[str, Container]) -> tuple[C, ...]:
    return tuple(cast("C", by_id.get(one.id, one)) for one in records)
