"""The native set: the user's own folders, mistakes in data files, the cache, and what a warm start imports."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from listbuilder import files
from listbuilder.catalogue.facts import Passenger
from listbuilder.engine import Engine
from listbuilder.errors import InputError
from listbuilder.listfile import document
from listbuilder.sources.cache import Cache
from listbuilder.sources.dataset import Offer
from listbuilder.sources.native import NativeSet, compiling
from tests.sources.native.conftest import HOMEBREW_SHEET, HOMEBREW_SYSTEM

LIST = (
    "system: skirmish\nfaction: 帮派\ndetachment: Night shift\nunits:\n  - {datasheet: thugs, enhancement: lantern%s}\n"
)


def army(text: str, data: NativeSet):
    read = document.load(text.encode(), "army.yaml")
    return document.bind(read, data.load(read.system, read.faction).library)


# --- own data ----------------------------------------------------------------------------------------------------------------


def test_homebrew_systems_work_like_shipped_ones(homebrew: Path) -> None:
    data = NativeSet([homebrew])
    roster, problems = army(LIST % ", models: {Thug: 2}, wargear: {thug: {count: 1, add: sling}}", data)
    engine = Engine(roster)

    assert not problems
    assert str(engine.totals()["gold"]) == "10"
    assert engine.violations() == ()
    assert data.systems() == [Offer("skirmish", {"en": "Back Alley Skirmish", "ru": "Драка"})]
    assert [(one.id, one.names, one.date) for one in data.factions("драка")] == [
        ("gang", {"en": "Gang", "zh": "帮派"}, "2026-01-01")
    ]
    assert data.date == "2026-01-01"
    assert data.system("skirmish").battle_sizes[0].points == 50


def test_only_the_listed_sizes(homebrew: Path) -> None:
    data = NativeSet([homebrew])
    for number, legal in ((2, True), (3, False), (4, False), (5, True)):
        roster, _ = army(LIST % f", models: {{thug: {number}}}", data)
        assert (not Engine(roster).violations()) == legal


def test_own_folders_stand_beside_the_shipped_data(homebrew: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(homebrew))

    names = [system.id for system in NativeSet().systems()]

    assert "skirmish" in names
    assert "wh40k-10e" in names


def test_own_datasheets_join_a_shipped_faction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "own" / "wh40k-10e" / "orks"
    folder.mkdir(parents=True)
    (folder / "thugs.yaml").write_text(HOMEBREW_SHEET.replace("[Gang]", "[Orks]"), encoding="utf-8")
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(tmp_path / "own"))

    library = NativeSet().load("wh40k-10e", "orks").library

    assert any(option.id == "thugs" for option in library.root_options("orks"))


def test_units_of_another_faction_are_bound_for_the_rules_to_judge(native: NativeSet) -> None:
    text = "system: wh40k-10e\nfaction: space-marines\nunits: [{datasheet: boyz}, {datasheet: captain}]\n"

    roster, problems = army(text, native)

    assert not problems
    assert [unit.option.catalogue.id for unit in roster.forces[0].selections if unit.option.type == "unit"] == [
        "orks",
        "space-marines",
    ]


@pytest.mark.parametrize(
    ("system", "faction", "message"),
    [
        ("wh40k-10", "orks", "unknown game system: wh40k-10 (did you mean wh40k-10e?)"),
        ("wh40k-10e", "Spaze Marines", "unknown faction: Spaze Marines (did you mean space-marines?)"),
        ("wh40k-10e", "x", "unknown faction: x (known: "),
    ],
)
def test_unknown_names(native: NativeSet, system: str, faction: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        native.load(system, faction)

    assert str(caught.value).startswith(message)


# --- caches ------------------------------------------------------------------------------------------------------------------


def _age(folder: Path) -> None:
    """Sets the times of all files back, as those of data that were not written just now."""
    for path in folder.rglob("*.yaml"):
        os.utime(path, (1_700_000_000, 1_700_000_000))


def test_data_that_were_compiled_before_are_not_read(homebrew: Path, tmp_path: Path, monkeypatch) -> None:
    _age(homebrew)
    cache = Cache(tmp_path / "cache")
    first = NativeSet([homebrew], cache).load("skirmish", "gang")
    monkeypatch.setattr(files, "read", lambda path, *_: pytest.fail(f"{path} was read"))

    second = NativeSet([homebrew], cache).load("skirmish", "gang")
    assert (second.pin, second.faction) == (first.pin, first.faction)


def test_data_that_changed_are_compiled_again(homebrew: Path, tmp_path: Path) -> None:
    _age(homebrew)
    cache = Cache(tmp_path / "cache")
    first = NativeSet([homebrew], cache).load("skirmish", "gang")
    path = homebrew / "skirmish" / "gang" / "thugs.yaml"
    path.write_text(path.read_text("utf-8").replace("name: Thugs\nrole", "name: Brutes\nrole"), "utf-8")

    second = NativeSet([homebrew], cache).load("skirmish", "gang")
    assert second.pin.sha256 != first.pin.sha256
    assert [option.name for option in second.library.root_options("gang") if option.id == "thugs"] == ["Brutes"]


def test_a_record_is_of_the_files_that_were_compiled(homebrew: Path, tmp_path: Path) -> None:
    """Also where their sizes and times say that they are those of before, and the record of before is gone."""
    _age(homebrew)
    cache = Cache(tmp_path / "cache")
    first = NativeSet([homebrew], cache).load("skirmish", "gang")
    path = homebrew / "skirmish" / "gang" / "thugs.yaml"
    before = path.read_text("utf-8")
    path.write_text(before.replace("Thug", "Brut"), "utf-8")
    _age(homebrew)
    for record in (cache.folder / "native").glob("*-gang"):
        record.unlink()
    second = NativeSet([homebrew], cache).load("skirmish", "gang")
    path.write_text(before, "utf-8")

    assert second.pin.sha256 != first.pin.sha256
    assert NativeSet([homebrew], cache).load("skirmish", "gang").pin.sha256 == first.pin.sha256
    assert NativeSet([homebrew], cache).load("skirmish", "gang").faction == first.faction


# --- mistakes ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("role: infantry", "rolle: infantry", "thugs.yaml:3:1: unknown key rolle (did you mean role?)"),
        ("id: thugs", "id: thuggs", "thugs.yaml:1:5: id: thuggs differs from the name of its file or folder, thugs"),
        (
            "wargear: [club, club]",
            "wargear: [club, clubb]",
            "thugs.yaml:9:48: unknown item: clubb (did you mean club?)",
        ),
        ("wargear: [club, club]", "wargear: club", "thugs.yaml:9:41: wargear: expected a list, found club"),
        ("model: thug, add", "model: thugg, add", "unknown model: thugg (did you mean thug?)"),
        ("replace: club", "replace: culb", "unknown item: culb (did you mean club?)"),
        ("[knife, knife]", "[knife, knive]", "thugs.yaml:18:55: unknown item: knive (did you mean knife?)"),
        ("limit: 1", "limit: 1, points: {knive: 2}", "thugs.yaml:19:63: unknown item: knive (known: sling)"),
        ("limit: 1", "shared_limit: knifes", "unknown option: knifes (did you mean knives?)"),
        ("{id: sling,", "{id: knives,", "duplicate option: knives"),
        (
            "points: {3: 7.5, 6: 15}",
            "points: {3: seven}",
            "thugs.yaml:12:13: points: 3: expected a number, found seven",
        ),
        ("points: {3: 7.5, 6: 15}", "points: {3x: 7}", "the key 3x"),
        ("points: {3: 7.5, 6: 15}", "points: {3: 7.3}", "7.3 is not a multiple of 0.5"),
        ("count: 2-5", "count: two", "count: two"),
        ("abilities: {}", "", "the key abilities is missing"),
        (
            "role: infantry",
            "role: infantry\nrole: infantry",
            "thugs.yaml:4:1: duplicate key role, first in line 3",
        ),
        ("size: [3, 6]", "size: [30]", "no counts of the models add up to this size"),
        (
            "abilities: {}",
            "abilities: {}\nleader: {leads: [thuggs-x]}",
            "unknown datasheet: thuggs-x (did you mean thugs?)",
        ),
        ("name: Boss, count", "name: Boss, profile: Bosses, count", "unknown profile: Bosses"),
        ("T: 3", "T: [3]", "T: expected text / a whole number, found a list"),
    ],
)
def test_mistakes_are_reported_with_their_place(homebrew: Path, old: str, new: str, message: str) -> None:
    path = homebrew / "skirmish" / "gang" / "thugs.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    data = NativeSet([homebrew])

    with pytest.raises(InputError) as caught:
        data.load("skirmish", "gang")

    assert message in str(caught.value)
    assert all(problem.file.endswith("thugs.yaml") and problem.line for problem in caught.value.problems)
    assert [str(problem) for problem in data.check()] == [str(problem) for problem in caught.value.problems]


def test_mistakes_of_all_files_are_reported_at_once(homebrew: Path) -> None:
    folder = homebrew / "skirmish" / "gang"
    (folder / "thugs.yaml").write_text("[", encoding="utf-8")
    (folder / "other.yaml").write_text("id: other\n", encoding="utf-8")
    (folder / "faction.yaml").write_text(
        (folder / "faction.yaml").read_text(encoding="utf-8") + "more: 1\n", encoding="utf-8"
    )

    with pytest.raises(InputError) as caught:
        NativeSet([homebrew]).load("skirmish", "gang")

    assert {Path(problem.file).name for problem in caught.value.problems} == {
        "thugs.yaml",
        "other.yaml",
        "faction.yaml",
    }


def test_a_detachment_and_a_datasheet_have_different_ids(homebrew: Path) -> None:
    path = homebrew / "skirmish" / "gang" / "faction.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("night-shift:", "thugs:"), encoding="utf-8")

    with pytest.raises(InputError) as caught:
        NativeSet([homebrew]).load("skirmish", "gang")

    assert str(caught.value).endswith("faction.yaml:9:3: thugs is also a datasheet")


def test_system_mistakes(homebrew: Path) -> None:
    path = homebrew / "skirmish" / "system.yaml"
    path.write_text(
        path.read_text(encoding="utf-8").replace("default_size: brawl", "default_size: brawll"), encoding="utf-8"
    )

    with pytest.raises(InputError, match=r"unknown battle size: brawll \(did you mean brawl\?\)"):
        NativeSet([homebrew]).system("skirmish")


@pytest.mark.parametrize(
    ("old", "new"), [("id: skirmish", "id: brawls"), ("rules: []", "rules: none"), ("id:", "id: [")]
)
def test_a_system_of_the_wrong_shape_is_reported_with_the_others(homebrew: Path, old: str, new: str) -> None:
    path = homebrew / "skirmish" / "system.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    data = NativeSet([homebrew])

    for _ in range(2):
        with pytest.raises(InputError) as caught:
            data.system("skirmish")
        assert data.check() == list(caught.value.problems) != []


LINES = HOMEBREW_SHEET.splitlines(keepends=True)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_mutated_data_files_give_an_input_error_or_a_faction(homebrew: Path, data: st.DataObject) -> None:
    lines = list(LINES)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.sampled_from(["drop", "double", "cut", "word", "swap"])):
            case "drop":
                lines[place] = ""
            case "double":
                lines[place] *= 2
            case "cut":
                lines[place] = lines[place][: data.draw(st.integers(0, len(lines[place])))] + "\n"
            case "word":
                words = lines[place].split(" ")
                words[data.draw(st.integers(0, len(words) - 1))] = data.draw(
                    st.sampled_from(
                        [
                            "[]",
                            "{}",
                            "x",
                            "-1",
                            "0",
                            "1.5",
                            "99999",
                            "null",
                            "true",
                            "[[]]",
                            "{a: [b]}",
                            '"',
                            "&a",
                            "10-2",
                        ]
                    )
                )
                lines[place] = " ".join(words).rstrip("\n") + "\n"
            case "swap":
                other = data.draw(st.integers(0, len(lines) - 1))
                lines[place], lines[other] = lines[other], lines[place]
    (homebrew / "skirmish" / "gang" / "thugs.yaml").write_text("".join(lines), encoding="utf-8")
    try:
        roster, _ = army(LIST % "", NativeSet([homebrew]))
        Engine(roster).violations()
    except InputError:
        pass


def test_a_broken_faction_does_not_trouble_the_others(homebrew: Path) -> None:
    other = homebrew / "skirmish" / "mob"
    other.mkdir()
    (other / "faction.yaml").write_text("id: [", encoding="utf-8")
    data = NativeSet([homebrew])
    roster, problems = army("system: skirmish\nfaction: gang\nunits: [{datasheet: thugs}, {datasheet: tugs}]\n", data)

    assert [unit.id for unit in roster.forces[0].selections if unit.option.type == "unit"] == ["thugs"]
    assert [str(problem) for problem in problems] == ["army.yaml:3:41: unknown datasheet: tugs (did you mean thugs?)"]


# --- the cache ---------------------------------------------------------------------------------------------------------------


def test_systems_are_named_without_the_rest_of_them(homebrew: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = NativeSet([homebrew]).named_systems()
    monkeypatch.setattr(NativeSet, "record", None)  # it must not be called once the cache has them
    warm = NativeSet([homebrew])

    assert [(one.id, one.names) for one in warm.named_systems()] == [(one.id, one.names) for one in first]
    assert ("skirmish", {"en": "Back Alley Skirmish", "ru": "Драка"}) in [(one.id, one.names) for one in first]
    assert warm.known_system("nowhere") is None
    assert warm.rules_for("no such game") is None


def test_the_cache_gives_the_same_records(homebrew: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cold = NativeSet([homebrew])
    first = cold.catalogue("skirmish", "gang")
    monkeypatch.setattr(compiling, "compile_faction", None)  # it must not be called
    monkeypatch.setattr(compiling, "compile_system", None)
    warm = NativeSet([homebrew])

    assert warm.catalogue("skirmish", "gang") == first
    assert warm.system("skirmish") == cold.system("skirmish")
    assert warm.sha256 == cold.sha256


def test_other_folders_leave_the_records_of_a_system_alone_that_is_not_in_them(
    homebrew: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = NativeSet([homebrew]).catalogue("skirmish", "gang")
    (tmp_path / "more" / "duel").mkdir(parents=True)
    duel = HOMEBREW_SYSTEM.replace("id: skirmish", "id: duel")
    (tmp_path / "more" / "duel" / "system.yaml").write_text(duel, encoding="utf-8")
    added = tmp_path / "added" / "skirmish" / "gang"
    added.mkdir(parents=True)
    (added / "toughs.yaml").write_text(HOMEBREW_SHEET.replace("id: thugs", "id: toughs"), encoding="utf-8")
    larger = NativeSet([homebrew, tmp_path / "added"]).catalogue("skirmish", "gang")
    assert len(larger.entries) > len(first.entries)
    NativeSet([homebrew, tmp_path / "more"]).record("duel")

    monkeypatch.setattr(compiling, "compile_faction", None)  # it must not be called
    monkeypatch.setattr(compiling, "compile_system", None)
    with_more = NativeSet([homebrew, tmp_path / "more"])
    assert with_more.catalogue("skirmish", "gang") == first
    assert with_more.system("duel").id == "duel"
    assert NativeSet([homebrew, tmp_path / "added"]).catalogue("skirmish", "gang") == larger


def test_a_changed_file_is_compiled_anew(homebrew: Path) -> None:
    before = NativeSet([homebrew])
    before.load("skirmish", "gang")
    path = homebrew / "skirmish" / "gang" / "thugs.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("name: Thugs\n", "name: Ruffians\n"), encoding="utf-8")
    after = NativeSet([homebrew])

    assert any(entry.name == "Ruffians" for entry in after.catalogue("skirmish", "gang").entries)
    assert after.sha256 != before.sha256


@pytest.mark.parametrize("damage", ["truncated", "flipped", "foreign", "empty", "folder"])
def test_a_damaged_cache_is_made_anew(homebrew: Path, damage: str) -> None:
    data = NativeSet([homebrew])
    first = data.catalogue("skirmish", "gang")
    for path in (data.cache.folder / "native").iterdir():
        data = path.read_bytes()
        path.unlink()
        match damage:
            case "truncated":
                path.write_bytes(data[: len(data) // 2])
            case "flipped":
                path.write_bytes(data[:-5] + bytes([data[-5] ^ 1]) + data[-4:])
            case "foreign":
                path.write_bytes(b"\x80\x04pickle" * 100)
            case "empty":
                path.write_bytes(b"")
            case "folder":
                path.mkdir()

    assert NativeSet([homebrew]).catalogue("skirmish", "gang") == first


def test_a_cache_that_cannot_be_written_is_no_error(
    homebrew: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("LISTBUILDER_CACHE_DIR", str(tmp_path / "file" / "cache"))

    assert NativeSet([homebrew]).load("skirmish", "gang")


WARM = """
import sys
from listbuilder.listfile import document
from listbuilder.sources.native import NativeSet
read = document.load(sys.argv[1])
data = NativeSet()
roster, problems = document.bind(read, data.load(read.system, read.faction).library)
assert not problems, problems
print(*(name for name in ("jsonschema", "lxml", "rapidfuzz", "ruamel.yaml", "referencing", "textual", "click") if name in sys.modules))
"""


def test_a_warm_start_imports_nothing_heavy(home: Path) -> None:
    root = Path(__file__).resolve().parents[3]
    environment = {**os.environ, "LISTBUILDER_CACHE_DIR": str(home / "warm")}
    command = [sys.executable, "-c", WARM, str(root / "factions" / "wh40k-10e" / "examples" / "legal.yaml")]
    cold, warm = (
        subprocess.run(command, capture_output=True, text=True, check=True, cwd=root, env=environment).stdout.split()
        for _ in range(2)
    )

    assert "jsonschema" in cold
    assert warm == []


def test_a_warm_check_loads_no_openssl(home: Path) -> None:
    """It takes longer to load than a check takes to hash what it reads."""
    root = Path(__file__).resolve().parents[3]
    environment = {**os.environ, "LISTBUILDER_CACHE_DIR": str(home / "warm")}
    environment.pop("COVERAGE_PROCESS_START", None)  # what measures loads it
    script = "import sys; from listbuilder.cli.main import run; run(sys.argv[1:]); print('_hashlib' in sys.modules)"
    path = root / "factions" / "wh40k-10e" / "examples" / "legal.yaml"
    command = [sys.executable, "-c", script, "check", "--jobs", "1", str(path)]
    for _run in range(2):
        told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root, env=environment).stdout
    assert told.endswith("legal\nFalse\n")


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("tank.yaml", "options:\n", "options:\n  -\n", "expected keys and values"),
        ("tank.yaml", "points: {1: 60}", "points: {2: 60}", "no price for a unit of this size: 1"),
        ("tank.yaml", "count: 1", "count: 2-1", "2-1: the range descends"),
        ("tank.yaml", "leads: [tank]", "leads: [tnak]", "unknown datasheet: tnak"),
        ("faction.yaml", "system: toy", "system: tooy", "system: tooy differs from the folder's name toy"),
    ],
)
def test_mistakes_of_a_system_from_scratch(tmp_path: Path, file: str, old: str, new: str, message: str) -> None:
    """A system, a faction without detachments and a datasheet: their mistakes are reported."""
    folder = tmp_path / "toy" / "reds"
    folder.mkdir(parents=True)
    size = "{id: small, name: {en: Small}, points: 100}"
    (tmp_path / "toy" / "system.yaml").write_text(
        f"id: toy\nname: {{en: Toy}}\npoints_name: pts\ndefault_size: small\nbattle_sizes: [{size}]\nrules: []\n"
    )
    faction = "id: reds\nname: Reds\nsystem: toy\nkeyword: Red\npoints_date: 2026-01-01\nsource: {set: own}\n"
    tank = (
        "id: tank\nname: Tank\nrole: vehicle\nfaction_keywords: [Red]\nkeywords: [Vehicle]\n"
        "profiles: [{name: Tank, M: 10, T: 9, SV: 3+, W: 10, LD: 7+, OC: 3}]\n"
        "models:\n  tank: {name: Tank, count: 1, wargear: [gun]}\npoints: {1: 60}\n"
        "weapons:\n  gun: {name: Gun, type: melee, A: 1, WS: 4+, S: 9, AP: 0, D: 1}\n"
        "options:\n  - {id: second, add: [gun]}\nabilities: {core: [Leader]}\nleader: {leads: [tank]}\n"
    )
    texts = {"faction.yaml": faction, "tank.yaml": tank}
    for name, text in texts.items():
        (folder / name).write_text(text)
    assert NativeSet([tmp_path]).load("toy", "reds")
    assert old in texts[file]
    (folder / file).write_text(texts[file].replace(old, new))
    with pytest.raises(InputError) as caught:
        NativeSet([tmp_path]).load("toy", "reds")
    (problem,) = [one for one in caught.value.problems if message in str(one.message)]
    assert problem.line > 0
    assert problem.file.endswith(file)


@pytest.mark.parametrize(
    ("faction", "sheet", "passenger"),
    [
        ("astra-militarum", "ogryn-bodyguard", Passenger(places={"": 3}, with_unit=True)),
        ("astra-militarum", "krieg-heavy-weapons-squad", Passenger(places={"Heavy Weapons Gunner": 2})),
        ("drukhari", "grotesques", Passenger(places={"Grotesque": 3}, never=("Venom",))),
        ("astra-militarum", "kasrkin", None),
    ],
)
def test_how_a_datasheet_rides(faction: str, sheet: str, passenger: Passenger | None) -> None:
    library = NativeSet().load("wh40k-10e", faction).library
    (option,) = (one for one in library.root_options(faction) if one.local_id == sheet)
    assert option.facts is not None
    assert option.facts.passenger == passenger


def test_what_community_data_call_a_force_has_the_names_of_it() -> None:
    words = NativeSet().record("aos-4e").system.glossary["zh"]
    assert words["Auxillary Units"] == words["Auxiliary Units"] == "辅助单位"
