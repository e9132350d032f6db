"""Catalogues from the cache, of which the inside of entries is decoded when it is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.catalogue.model import Catalogue, Entry, EntryGroup, EntryLink
from listbuilder.catalogue.system import Currency
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


def test_it_holds_what_was_written(cache: Cache) -> None:
    cache.put("giants", "key", WRITTEN)
    found = folded.get(cache, "giants", "key", Catalogue)

    assert found is not None
    giant, plain = found.entries
    assert isinstance(giant, Entry)
    assert (giant.name, plain.id) == ("Giant", "plain")
    assert (giant.entries, giant.groups, giant.links) == (ENTRY.entries, ENTRY.groups, ENTRY.links)
    assert (plain.entries, plain.groups, plain.links) == ((), (), ())
    assert [link.target_id for link in found.shared_groups[0].links] == ["boot", ""]
    assert found.shared_entries[0].id == "boot"


def test_the_inside_is_used_as_a_tuple(cache: Cache) -> None:
    cache.put("giants", "key", WRITTEN)
    found = folded.get(cache, "giants", "key", Catalogue)

    assert found is not None
    inside = found.shared_groups[0].links
    assert len(inside) == 2
    assert bool(inside)
    assert (*inside, *inside)[2] is inside[0]
    assert list(inside) == list(inside[:]) == list(GROUP.links)
    assert hash(inside) == hash(GROUP.links)
    assert inside != GROUP.entries


def test_what_is_not_looked_at_is_not_decoded(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.put("giants", "key", WRITTEN)
    found = folded.get(cache, "giants", "key", Catalogue)
    monkeypatch.setattr(folded.Inside, "_items", lambda _: pytest.fail("it was decoded"))

    assert found is not None
    assert [entry.id for entry in found.entries] == ["giant", "plain"]


def test_a_new_record_is_as_the_cache_returns_it(cache: Cache) -> None:
    cache.put("giants", "key", WRITTEN)

    assert folded.again(WRITTEN) == folded.get(cache, "giants", "key", Catalogue)


def test_other_records_are_not_changed(cache: Cache) -> None:
    gold = Currency(id="gold", name={"en": "Gold"})
    cache.put("gold", "key", gold)

    assert folded.again(gold) == gold == folded.get(cache, "gold", "key", Currency)
    assert folded.get(cache, "gold", "other", Currency) is None


def test_it_is_added_to_others(cache: Cache) -> None:
    cache.put("giants", "key", WRITTEN)
    found = folded.get(cache, "giants", "key", Catalogue)

    assert found is not None
    inside, more = found.shared_groups[0].links, (EntryLink(id="more"),)
    nothing: tuple[EntryLink, ...] = ()
    assert inside + nothing is inside
    assert nothing + inside is inside
    assert inside + more == (*GROUP.links, *more)
    assert more + inside == (*more, *GROUP.links)


def test_mistakes_inside_of_units_are_found() -> None:
    found = folded.again(WRITTEN)
    assert sorted(getattr(one, "id", "") for one in walk(found)) == sorted(
        getattr(one, "id", "") for one in walk(WRITTEN)
    )
    assert audit([found]) == audit([WRITTEN])
    assert any(problem.rule == "dangling-link" for problem in audit([found]))
