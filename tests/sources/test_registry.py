"""Native and community sets answer the same questions, and the registry chooses between them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from listbuilder.errors import InputError
from listbuilder.sources import registry
from listbuilder.sources.cache import Cache
from listbuilder.sources.dataset import DataSet, Offer
from listbuilder.sources.native import NativeSet
from listbuilder.sources.store import FileSet
from listbuilder.sources.store.installed import Store

pytestmark = pytest.mark.usefixtures("cache_folder")  # tmp_path / "cache"

GAME = """<gameSystem id="g" name="Fables" revision="3"><costTypes><costType id="pts" name="pts"/></costTypes>
  <forceEntries><forceEntry id="f" name="Army"/></forceEntries></gameSystem>"""
MICE = """<catalogue id="m" name="Animals - Field Mice" revision="1" gameSystemId="g"><catalogueLinks>
  <catalogueLink id="l" name="Barn" targetId="b"/></catalogueLinks></catalogue>"""
OWLS = '<catalogue id="o" name="Birds - Owls" revision="1" gameSystemId="g"/>'
BARN = '<catalogue id="b" name="Animals - Barn" revision="1" gameSystemId="g" library="true"/>'
SYSTEM = """\
id: fables
name: {en: Fables, ru: Басни}
points_name: gold
game_system_ids: [g]
rules: []
"""
FACTION = """\
id: field-mice
name: {en: Field Mice, zh: 田鼠}
system: fables
keyword: Mice
points_date: 2026-02-03
source: {set: own}
army_rules: []
detachments: {}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of a community set."""
    folder = tmp_path / "files"
    folder.mkdir()
    for name, text in (("fables.gst", GAME), ("mice.cat", MICE), ("owls.cat", OWLS), ("barn.cat", BARN)):
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder of native data for a system with one faction, and for one without."""
    home = tmp_path / "own" / "fables"
    (home / "field-mice").mkdir(parents=True)
    (home / "system.yaml").write_text(SYSTEM, "utf-8")
    (home / "field-mice" / "faction.yaml").write_text(FACTION, "utf-8")
    (tmp_path / "own" / "myths").mkdir()
    (tmp_path / "own" / "myths" / "system.yaml").write_text(
        SYSTEM.replace("fables", "myths").replace("{en: Fables, ru: Басни}", "Myths").replace("[g]", "[h]"), "utf-8"
    )
    return tmp_path / "own"


@pytest.fixture(params=["native", "community"])
def data(request, tmp_path: Path, folder: Path, own: Path) -> DataSet:
    cache = Cache(tmp_path / "cache")
    return NativeSet([own], cache) if request.param == "native" else FileSet(folder, "fables", cache=cache)


@pytest.fixture
def installed(tmp_path: Path, folder: Path, own: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The own folder beside the shipped data, and a folder to install data in, which is empty yet."""
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(own))
    return folder


# --- one interface -----------------------------------------------------------------------------------------------------------


def test_every_set_says_what_it_is(data: DataSet) -> None:
    assert data.name
    assert data.date[:2] == "20"
    assert len(data.sha256) == 64
    assert data.problems == []


def test_every_set_lists_systems_and_factions(data: DataSet) -> None:
    assert [(offer.id, offer.names["en"]) for offer in data.systems()] == [("fables", "Fables")]
    assert data.has_system("Fables")
    assert not data.has_system("myths")
    assert "Barn" not in str(data.factions("fables"))


@pytest.mark.parametrize("word", ["field mice", "Field-Mice"])
def test_every_set_loads_a_faction_by_its_name(data: DataSet, word: str) -> None:
    loaded = data.load("fables", word)

    assert loaded.library.catalogue(loaded.faction.id) is loaded.faction
    assert loaded.pin.set == data.name
    assert loaded.stated["set"] == data.name
    assert data.load("fables", loaded.faction_word).faction == loaded.faction


def test_every_set_refuses_what_it_does_not_have(data: DataSet) -> None:
    with pytest.raises(InputError, match=r"unknown faction: Field Mise \(did you mean .*[Ff]ield.[Mm]ice"):
        data.load("fables", "Field Mise")
    with pytest.raises(InputError, match="no faction is named"):
        data.load("fables", "")


def test_a_list_over_native_data_says_their_date(own: Path, tmp_path: Path) -> None:
    loaded = NativeSet([own], Cache(tmp_path / "cache")).load("басни", "田鼠")

    assert (loaded.form, loaded.faction_word) == ("units", "field-mice")
    assert loaded.stated == {"set": "native", "date": "2026-02-03"}
    assert loaded.system.id == "fables"
    assert (loaded.pin.date, len(loaded.pin.sha256)) == ("2026-02-03", 64)


def test_a_list_over_community_data_says_their_revision_and_hash(folder: Path, tmp_path: Path) -> None:
    data = FileSet(folder, "fables", date="2026-02-04", cache=Cache(tmp_path / "cache"))
    loaded = data.load("anything", "Owls")

    assert (loaded.form, loaded.faction_word) == ("forces", "Birds - Owls")
    assert loaded.stated == {"set": "fables", "date": "2026-02-04", "revision": "3", "sha256": data.sha256}
    assert (loaded.system.id, loaded.system.name) == ("fables", {"en": "Fables"})
    assert [item.id for item in data.load("", "m").library.files] == ["g", "m", "b"]


def test_a_part_of_two_names_means_neither(folder: Path, tmp_path: Path) -> None:
    (folder / "hens.cat").write_text(OWLS.replace("Owls", "Hens").replace('"o"', '"h"'), "utf-8")
    data = FileSet(folder, cache=Cache(tmp_path / "cache"))

    assert data.load("", "hens").faction.id == "h"
    with pytest.raises(InputError, match="unknown faction: Birds"):
        data.load("", "Birds")


def test_only_native_sets_bring_in_other_factions(own: Path, folder: Path, tmp_path: Path) -> None:
    other = own / "fables" / "cats"
    other.mkdir()
    (other / "faction.yaml").write_text(FACTION.replace("field-mice", "cats").replace("Field Mice", "Cats"), "utf-8")
    broken = own / "fables" / "dogs"
    broken.mkdir()
    (broken / "faction.yaml").write_text("[", "utf-8")
    native = NativeSet([own], Cache(tmp_path / "cache")).load("fables", "field-mice").library
    community = FileSet(folder, cache=Cache(tmp_path / "cache")).load("", "Owls").library

    assert list(native.catalogues) == ["field-mice"]
    for _ in range(2):
        assert [one.id for one in native.other_factions()] == ["cats"]
        assert list(native.catalogues) == ["field-mice", "cats"]
    assert [one.id for one in native.factions(["cats", "dogs", "field-mice", "nobody"])] == ["cats"]
    assert not community.other_factions()
    assert list(community.catalogues) == ["o"]


# --- which set is chosen -----------------------------------------------------------------------------------------------------


def test_without_installed_sets_the_native_one_answers(installed: Path) -> None:
    assert registry.load("fables", "Field Mice").pin.set == "native"
    with pytest.raises(InputError, match="unknown faction: Owls"):
        registry.load("fables", "Owls")
    with pytest.raises(InputError, match="unknown game system: fable"):
        registry.load("fable", "Owls")
    with pytest.raises(InputError, match=r"no game data of myths are installed .listbuilder data add"):
        registry.load("myths", "Owls")


def test_the_native_set_goes_first_and_the_installed_one_fills_in(installed: Path) -> None:
    registry.store().add(installed, "fables")

    assert registry.load("fables", "Field Mice").pin.set == "native"
    assert registry.load("Fables", "Owls").pin.set == "fables"
    assert registry.load("fables", "Field Mice", "fables").pin.set == "fables"
    assert [offer.id for offer in registry.factions("fables")] == ["field-mice", "m", "o"]
    with pytest.raises(InputError, match="unknown faction: Owls"):
        registry.load("fables", "Owls", "native")
    with pytest.raises(InputError, match="unknown faction: Cats"):
        registry.load("fables", "Cats")


def test_an_installed_set_is_judged_by_the_rules_of_its_game_system(installed: Path) -> None:
    registry.store().add(installed, "tales")

    assert registry.load("tales", "Owls").system.id == "fables"
    assert [offer.id for offer in registry.factions("Tales")] == ["m", "o"]
    assert (registry.systems()[-1].id, registry.systems()[-1].names) == ("tales", {"en": "Fables"})
    assert Offer("fables", {"en": "Fables", "ru": "Басни"}, source="native") in registry.systems()
    assert registry.systems()[-1].source == "tales"
    assert {(one.source, bool(one.date)) for one in registry.factions("Tales")} == {("tales", True)}
    assert "myths" not in {offer.id for offer in registry.systems()}


def test_a_set_that_is_not_there_is_named(installed: Path) -> None:
    registry.store().add(installed, "tales")

    with pytest.raises(InputError, match="there is no data set sagas; installed: tales"):
        registry.load("fables", "Owls", "sagas")
    with pytest.raises(InputError, match="there is no data set sagas; installed: tales"):
        registry.factions("sagas")


def test_an_updated_set_is_opened_anew(installed: Path) -> None:
    registry.store().add(installed, "tales")
    before = registry.load("tales", "Owls").pin
    assert registry.named("tales") is registry.named("Tales")
    (installed / "owls.cat").write_text(OWLS.replace("Birds - Owls", "Night Owls"), "utf-8")
    registry.store().update("tales")

    assert registry.load("tales", "Night Owls").pin.sha256 != before.sha256


def test_sets_are_found_by_their_game_system(installed: Path) -> None:
    store = registry.store()
    store.add(installed, "tales")
    store.add(installed, "sagas")
    (installed / "fables.gst").write_text(GAME.replace('id="g"', 'id="h"'), "utf-8")
    store.add(installed, "myths")

    assert [data.name for data in registry.of_game_system("g")] == ["sagas", "tales"]
    assert [data.name for data in registry.of_game_system("h")] == ["myths"]
    assert registry.of_game_system("x") == []


def test_only_sets_that_have_a_game_are_opened_to_look_for_it(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = registry.store()
    store.add(installed, "open-tales")
    (installed / "fables.gst").write_text(GAME.replace('id="g"', 'id="h"'), "utf-8")
    store.add(installed, "open-myths")
    older = store.folder / "open-myths" / "set.json"
    opened: list[str] = []
    original = Store.open
    monkeypatch.setattr(Store, "open", lambda self, name: (opened.append(name), original(self, name))[1])
    registry._open_set.cache_clear()

    assert [data.name for data in registry.of_game_system("g")] == ["open-tales"]
    assert opened == ["open-tales"]

    older.write_text(older.read_text("utf-8").replace('"games"', '"unknown"'), "utf-8")  # as older versions wrote it

    assert [data.name for data in registry.of_game_system("h")] == ["open-myths"]
    assert opened == ["open-tales", "open-myths"]


def test_the_newest_of_several_sets_of_a_game_goes_first(installed: Path) -> None:
    for name, day in (("b", 2), ("c", 3), ("a", 1)):
        for path in installed.iterdir():
            os.utime(path, (1_700_000_000 + day * 86_400,) * 2)
        registry.store().add(installed, name)

    assert [data.name for data in registry.of_game_system("g")] == ["c", "b", "a"]


def test_a_set_that_lost_its_files_does_not_hide_the_others(installed: Path) -> None:
    store = registry.store()
    store.add(installed, "sagas")
    store.add(installed, "tales")
    shutil.rmtree(store.folder / "sagas" / store.get("sagas").folder)

    assert [data.name for data in registry.of_game_system("g")] == ["tales"]
    assert [offer.id for offer in registry.systems()][-2:] == ["sagas", "tales"]
    assert registry.load("tales", "Owls").pin.set == "tales"


def test_one_of_several_native_factions_goes_first(installed: Path, own: Path) -> None:
    (own / "fables" / "cats").mkdir()
    (own / "fables" / "cats" / "faction.yaml").write_text(
        FACTION.replace("field-mice", "cats").replace("Field Mice", "Cats").replace("田鼠", "猫"), "utf-8"
    )
    registry.store().add(installed, "fables")

    assert registry.load("fables", "Field Mice").pin.set == "native"
    assert registry.load("fables", "cats").pin.set == "native"
    assert registry.load("fables", "Owls").pin.set == "fables"


# --- several game systems in one set -------------------------------------------------------------------------------------


@pytest.fixture
def two_games(installed: Path) -> Path:
    """The folder of the set with a second game system, whose Owls have the same name as those of the first."""
    (installed / "myths.gst").write_text(GAME.replace('id="g"', 'id="k"').replace("Fables", "Myths, old"), "utf-8")
    for name, key in (("Birds - Owls", "o2"), ("Snakes", "s")):
        text = (
            OWLS.replace('"o"', f'"{key}"')
            .replace("Birds - Owls", name)
            .replace('gameSystemId="g"', 'gameSystemId="k"')
        )
        (installed / f"{key}.cat").write_text(text, "utf-8")
    registry.store().add(installed, "tales")
    return installed


def test_every_game_system_of_a_set_can_be_chosen(two_games: Path) -> None:
    assert [(offer.id, offer.names) for offer in registry.systems()][-2:] == [
        ("Fables", {"en": "Fables"}),
        ("Myths, old", {"en": "Myths, old"}),
    ]
    assert [offer.id for offer in registry.factions("myths, old")] == ["o2", "s"]
    for word in ("Myths, old", "k", "tales/Myths, old"):
        loaded = registry.load(word, "Birds - Owls", "tales")
        assert (loaded.faction.id, loaded.library.game_system.id, loaded.system.id) == ("o2", "k", "Myths, old")
    # The rules of a game system go with it, whatever else is in the set.
    assert registry.load("fables", "Birds - Owls", "tales").faction.id == "o"
    assert registry.load("tales/Fables", "Field Mice").pin.set == "tales"


def test_a_list_that_names_only_the_set_means_the_system_that_has_its_faction(two_games: Path) -> None:
    assert registry.load("tales", "Snakes").library.game_system.id == "k"
    with pytest.raises(InputError, match="the data set tales has several game systems: Fables, Myths, old; name one"):
        registry.load("tales", "Birds - Owls")
    with pytest.raises(InputError, match=r"the data set tales has no game system Myth .did you mean Myths, old"):
        registry.load("Myth", "Birds - Owls", "tales")
    with pytest.raises(InputError, match=r"unknown game system: Myths, odl .did you mean Myths, old"):
        registry.load("Myths, odl", "Birds - Owls")


def test_game_systems_of_the_same_name_are_told_apart_by_their_sets(two_games: Path) -> None:
    registry.store().add(two_games, "sagas")
    assert {offer.id for offer in registry.systems()} >= {"sagas/Myths, old", "tales/Myths, old"}
    assert registry.load("sagas/Myths, old", "Snakes").pin.set == "sagas"
    with pytest.raises(
        InputError, match="several data sets have the game system Myths, old .name one: sagas/Myths, old"
    ):
        registry.load("Myths, old", "Snakes")


def test_a_set_with_the_name_of_a_native_system_is_offered_by_it(installed: Path) -> None:
    registry.store().add(str(installed), "wh40k-10e")
    assert [offer.id for offer in registry.systems()].count("wh40k-10e") == 1
    assert {"space-marines", "o"} <= {offer.id for offer in registry.factions("wh40k-10e")}
    assert registry.load("wh40k-10e", "o").pin.set == "wh40k-10e"


# --- data sets that the user names --------------------------------------------------------------------------------------------


def test_a_given_word_is_the_native_set_an_installed_one_or_a_folder(
    installed: Path, own: Path, tmp_path: Path
) -> None:
    registry.store().add(str(installed), "fables")

    sets = registry.given(("native", "Fables", str(own)))
    assert [data.name for data in sets] == ["native", "fables", "native"]
    assert [offer.id for offer in sets[2].systems()] == ["fables"]  # without the shipped data
    with pytest.raises(InputError, match="no native data in the folder"):
        registry.given((str(tmp_path / "files"),))
    with pytest.raises(InputError, match="there is no data set fabels"):
        registry.given(("fabels",))


def test_the_first_given_set_that_has_the_faction_is_used(installed: Path, own: Path) -> None:
    registry.store().add(str(installed), "old")
    registry.store().add(str(installed), "new")
    old, new, native = registry.given(("old", "new", str(own)))

    assert registry.load("fables", "Field Mice", "native", (new, old)).pin.set == "new"
    assert registry.load("fables", "Owls", "", (native, old)).pin.set == "old"
    assert [data.name for data in registry.of_game_system("g", (old, native, new))] == ["old", "new"]
    with pytest.raises(InputError, match="the data set old, new has no game system myths"):
        registry.load("myths", "Field Mice", "", (old, new))


def test_a_unit_is_offered_by_its_own_name_not_by_that_of_an_outdated_link(folder: Path, tmp_path: Path) -> None:
    unit = '<sharedSelectionEntries><selectionEntry id="u" type="unit" name="Pellets"/></sharedSelectionEntries>'
    link = '<entryLinks><entryLink id="e" name="Old Pellets" type="selectionEntry" targetId="u"/></entryLinks>'
    text = OWLS.replace("/>", f">{unit}{link}</catalogue>")
    (folder / "owls.cat").write_text(text, "utf-8")

    offering = FileSet(folder, cache=Cache(tmp_path / "cache")).load("", "Owls").library.offering

    assert offering is not None
    assert (offering("Pellets"), offering("e"), offering("Old Pellets")) == (("Birds - Owls",), ("Birds - Owls",), ())


def test_folders_that_change_rules_or_points_of_a_shipped_game_are_those_of_its_community_data_too(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One page in a folder of the user's made every unit cost a point, and no report said so."""
    own = tmp_path / "mine" / "wh40k-11e"
    (own / "points" / "0.1").mkdir(parents=True)
    page = 'name: Mice\nversion: "0.1"\ndate: 2026-01-01\nunits: {Mouse: {points: {1: 1}}}\n'
    (own / "points" / "0.1" / "mice.yaml").write_text(page)
    (tmp_path / "mine" / "wh40k-10e" / "more").mkdir(parents=True)  # a faction, by which no other data are judged
    for path in folder.iterdir():
        path.write_text(path.read_text().replace('"g"', '"sys-352e-adc2-7639-d610"'))
    Store(tmp_path / "data").add(folder, "set")
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))

    def changed(*sets: DataSet) -> list[tuple[str, ...]]:
        return [
            one.load("wh40k-11e", "Mice" if one.name.endswith("points") else "Field Mice").changed_in for one in sets
        ]

    assert changed(registry.named("set")) == [()]
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(tmp_path / "mine"))
    assert changed(*registry.at_version("0.1")) == [(str(own),), (str(own),)]
    assert registry.native().changed_in("wh40k-10e") == registry.native().changed_in("none") == ()
