"""A points document over an installed set: which version, what lists say of it, and what the cache may keep."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from listbuilder.catalogue.pin import DataPin, dated
from listbuilder.catalogue.system import DocumentNames, System
from listbuilder.errors import InputError
from listbuilder.sources.cache import Cache
from listbuilder.sources.points import overlay
from listbuilder.sources.points.documents import documents
from listbuilder.sources.store import FileSet

SYSTEM = (
    '<gameSystem id="sys" name="Shore" revision="7"><costTypes><costType id="p" name="pts"/></costTypes></gameSystem>'
)
RULES = System(id="shore", name={"en": "Shore"}, game_system_ids=("sys",), points_document=DocumentNames())


def catalogue(name: str, gull: int) -> str:
    unit = (
        f'<selectionEntry id="{name}-gull" name="Gull" type="unit"><costs><cost typeId="p" name="pts" value="{gull}"/></costs>'
        f'<selectionEntries><selectionEntry id="{name}-bird" name="Bird" type="model"><constraints>'
        f'<constraint id="{name}-c" type="max" value="9" field="selections" scope="parent"/></constraints></selectionEntry>'
        "</selectionEntries></selectionEntry>"
    )
    head = f'<catalogue id="{name}" name="Shore - {name.title()}" revision="1" gameSystemId="sys">'
    return f"{head}<selectionEntries>{unit}</selectionEntries></catalogue>"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "shore"
    folder.mkdir()
    (folder / "Shore.gst").write_text(SYSTEM)
    (folder / "north.cat").write_text(catalogue("north", 10))
    (folder / "south.cat").write_text(catalogue("south", 20))
    for path in folder.iterdir():
        os.utime(path, (1_700_000_000, 1_700_000_000))
    return folder


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "factions" / "shore"
    write(folder, "1.0", 15)
    write(folder, "1.1", 25)
    return folder


def write(game: Path, version: str, gull: int, date: str = "2026-03-01") -> None:
    path = game / "points" / version / "north.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f'name: North\nversion: "{version}"\ndate: {date}\nunits: {{Gull: {{points: {{1: {gull}}}}}}}\n')


def opened(data: Path, game: Path, cache: Cache, version: str = "", rules: System = RULES) -> FileSet:
    return FileSet(
        data,
        "shore",
        date="2026-02-01",
        cache=cache,
        rules=lambda _id: rules,
        documents=lambda system: documents(system, [game], cache),
        version=version,
    )


def cost(found: FileSet, faction: str = "North") -> object:
    (option,) = found.load("", faction).library.root_options(faction.lower())
    return option.merged.costs[0].value


@pytest.fixture
def cache(cache_folder: Path) -> Cache:
    return Cache(cache_folder)


def test_the_newest_version_holds_where_none_is_named(data: Path, game: Path, cache: Cache) -> None:
    assert cost(opened(data, game, cache)) == 25
    assert cost(opened(data, game, cache, "1.0")) == 15
    assert cost(opened(data, game, cache).at("1.0")) == 15


def test_a_set_keeps_its_points_beside_one_of_another_version(data: Path, game: Path, cache: Cache) -> None:
    newest = opened(data, game, cache)
    assert (cost(newest), cost(newest.at("1.0")), cost(newest)) == (25, 15, 25)


def test_a_faction_without_a_page_keeps_its_prices(data: Path, game: Path, cache: Cache) -> None:
    assert cost(opened(data, game, cache), "South") == 20


def test_a_game_without_documents_keeps_its_prices(data: Path, game: Path, cache: Cache) -> None:
    plain = System(id="shore", name={"en": "Shore"})
    found = opened(data, game, cache, rules=plain)
    assert cost(found) == 10
    assert found.load("", "North").pin.document == ""
    assert "points" not in found.load("", "North").stated
    assert found.deviations("", "North") == ()


def test_a_version_that_is_not_there_is_refused_with_those_that_are(data: Path, game: Path, cache: Cache) -> None:
    with pytest.raises(InputError) as caught:
        opened(data, game, cache, "9.9").load("", "North")
    assert "9.9" in str(caught.value)
    assert "1.1, 1.0" in str(caught.value.problems[0].hint)


def test_a_list_states_the_version(data: Path, game: Path, cache: Cache) -> None:
    loaded = opened(data, game, cache).load("", "North")
    assert loaded.stated["points"] == "1.1"
    assert (loaded.pin.document, loaded.pin.as_of, loaded.pin.prices_of) == ("1.1", "2026-03-01", "2026-03-01")
    assert loaded.pin.stamp == "2026-02-01+1.1"
    assert str(loaded.pin.dated) == "2026-02-01, points of 1.1"


@pytest.mark.parametrize(
    ("day", "document", "wanted"),
    [("2026-02-01", "", "2026-02-01"), ("", "1.1", "points of 1.1"), (None, None, "")],
)
def test_a_day_or_a_version_alone_is_said_alone(day: str | None, document: str | None, wanted: str) -> None:
    assert str(dated(day, document)) == wanted
    assert DataPin("shore", day or "", document=document or "").prices_of == (day or "")


def test_the_deviations_are_those_of_the_version(data: Path, game: Path, cache: Cache) -> None:
    (newest,) = opened(data, game, cache).deviations("", "North")
    (older,) = opened(data, game, cache, "1.0").deviations("", "North")
    assert [(one.said, one.stated) for one in (newest, older)] == [("10", "25"), ("10", "15")]


def test_changes_are_worked_out_once(data: Path, game: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    cost(opened(data, game, cache))
    kept = opened(data, game, cache).deviations("", "North")
    monkeypatch.setattr(overlay, "Overlay", None)
    assert cost(opened(data, game, cache)) == 25
    assert opened(data, game, cache).deviations("", "North") == kept


def test_a_changed_document_is_laid_over_anew(data: Path, game: Path, cache: Cache) -> None:
    assert cost(opened(data, game, cache)) == 25
    write(game, "1.1", 30)
    assert cost(opened(data, game, cache)) == 30


def test_a_changed_set_is_priced_anew(data: Path, game: Path, cache: Cache) -> None:
    assert cost(opened(data, game, cache)) == 25
    (data / "north.cat").write_text(catalogue("north", 25))
    assert cost(opened(data, game, cache)) == 25
    assert opened(data, game, cache).deviations("", "North") == ()


def test_other_names_in_the_rules_are_laid_over_anew(data: Path, game: Path, cache: Cache) -> None:
    assert cost(opened(data, game, cache), "South") == 20
    both = System(id="shore", name={"en": "Shore"}, points_document=DocumentNames(pages={"north": ("South",)}))
    assert cost(opened(data, game, cache, rules=both), "South") == 25


def test_mistakes_in_a_document_are_named_by_their_place(data: Path, game: Path, cache: Cache) -> None:
    write(game, "1.2", 30)
    (game / "points" / "1.2" / "north.yaml").write_text("name: [\n")
    with pytest.raises(InputError) as caught:
        opened(data, game, cache).load("", "North")
    assert {one.file.rpartition("/")[2] for one in caught.value.problems} == {"north.yaml"}
