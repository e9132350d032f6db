"""Catalogues from the cache, of which the inside of entries is decoded when it is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from listbuilder.catalogue.model import Catalogue, Entry, EntryGroup, EntryLink
from listbuilder.catalogue.system import Currency
from listbuilder.errors import InputError
from listbuilder.sources import folded
from listbuilder.sources.cache import Cache
from listbuilder.sources.store.audit import audit, walk

GROUP = EntryGroup(id="boots", name="Boots", links=(EntryLink(id="left", target_id="boot"), EntryLink(id="right")))
ENTRY = Entry(
    id="giant", name="Giant", entries=(Entry(id="hat", name="Hat"),), groups=(GROUP,), links=(EntryLink(id="l"),)
)
WRITTEN = Catalogue(
    id="giants", entries=(ENTRY, Entry(id="plain")), shared_groups=(GROUP,), shared_entries=(Entry(id="boot"),)
)


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache", tmp_path / "key")


def get(cache: Cache, anew: Catalogue = WRITTEN) -> Catalogue:
    found = folded.get(cache, "giants", "key", Catalogue, lambda: anew)
    assert found is not None
    return found


def test_it_holds_what_was_written(cache: Cache) -> None:
    folded.put(cache, "giants", "key", WRITTEN)
    found = get(cache)
    giant, plain = found.entries
    assert isinstance(giant, Entry)
    assert (giant.name, plain.id) == ("Giant", "plain")
    assert (giant.entries, giant.groups, giant.links) == (ENTRY.entries, ENTRY.groups, ENTRY.links)
    assert (plain.entries, plain.groups, plain.links) == ((), (), ())
    assert [link.target_id for link in found.shared_groups[0].links] == ["boot", ""]
    assert found.shared_entries[0].id == "boot"


def test_the_inside_is_used_as_a_tuple(cache: Cache) -> None:
    folded.put(cache, "giants", "key", WRITTEN)
    found = get(cache)
    inside = found.shared_groups[0].links
    assert len(inside) == 2
    assert bool(inside)
    assert (*inside, *inside)[2] is inside[0]
    assert list(inside) == list(inside[:]) == list(GROUP.links)
    assert hash(inside) == hash(GROUP.links)
    assert inside != GROUP.entries


def test_what_is_not_looked_at_is_not_decoded(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    folded.put(cache, "giants", "key", WRITTEN)
    found = get(cache)
    monkeypatch.setattr(folded.Inside, "_items", lambda _: pytest.fail("it was decoded"))

    assert [entry.id for entry in found.entries] == ["giant", "plain"]


def test_a_new_record_is_as_the_cache_returns_it(cache: Cache) -> None:
    assert folded.put(cache, "giants", "key", WRITTEN) == get(cache)


def test_other_records_are_not_changed(cache: Cache) -> None:
    gold = Currency(id="gold", name={"en": "Gold"})

    assert folded.put(cache, "gold", "key", gold) == gold == folded.get(cache, "gold", "key", Currency, lambda: gold)
    assert folded.get(cache, "gold", "other", Currency, lambda: gold) is None


def test_it_is_added_to_others(cache: Cache) -> None:
    folded.put(cache, "giants", "key", WRITTEN)
    found = get(cache)
    inside, more = found.shared_groups[0].links, (EntryLink(id="more"),)
    nothing: tuple[EntryLink, ...] = ()
    assert inside + nothing is inside
    assert nothing + inside is inside
    assert inside + more == (*GROUP.links, *more)
    assert more + inside == (*more, *GROUP.links)


def test_mistakes_inside_of_units_are_found(cache: Cache) -> None:
    found = folded.put(cache, "giants", "key", WRITTEN)
    assert sorted(getattr(one, "id", "") for one in walk(found)) == sorted(
        getattr(one, "id", "") for one in walk(WRITTEN)
    )
    assert audit([found]) == audit([WRITTEN])
    assert any(problem.rule == "dangling-link" for problem in audit([found]))


def test_only_what_is_looked_at_is_checked_and_what_somebody_changed_is_compiled_anew(cache: Cache) -> None:
    folded.put(cache, "giants", "key", WRITTEN)
    path = cache.folder / "giants"
    planted = path.read_bytes().replace(b"Hat", b"Cat")
    path.write_bytes(planted)
    compiled: list[Catalogue] = []

    found = folded.get(cache, "giants", "key", Catalogue, lambda: compiled.append(WRITTEN) or WRITTEN)  # type: ignore[func-returns-value]
    assert found is not None
    assert list(found.shared_groups[0].links) == list(GROUP.links)
    assert not compiled
    assert [one.name for one in found.entries[0].entries] == ["Hat"]
    assert list(found.entries[0].links) == list(ENTRY.links)
    assert compiled == [WRITTEN]


def test_data_that_changed_since_are_not_mixed_with_those_in_use(cache: Cache) -> None:
    folded.put(cache, "giants", "key", WRITTEN)
    path = cache.folder / "giants"
    path.write_bytes(path.read_bytes().replace(b"Hat", b"Cat"))
    found = get(cache, replace(WRITTEN, shared_entries=(Entry(id="shoe"),)))

    with pytest.raises(InputError, match="the data changed while they were in use"):
        list(found.entries[0].entries)


def test_a_record_cut_short_within_its_parts_is_compiled_anew(cache: Cache) -> None:
    folded.put(cache, "giants", "key", WRITTEN)
    path = cache.folder / "giants"
    path.write_bytes(path.read_bytes()[:-1])

    assert list(get(cache).shared_groups[0].links) == list(GROUP.links)
