"""Read lists over native data: each style gives the same army, and what the data do not know is said with its line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from listbuilder.errors import InputError
from listbuilder.exchange import formats
from listbuilder.exchange.binding.army import bind
from listbuilder.exchange.binding.choice import choose, knows_detachments
from listbuilder.exchange.reading.record import Word
from listbuilder.listfile.bound import BoundList
from listbuilder.replacing import replace
from listbuilder.roster.tree import Selection
from listbuilder.sources.registry import given, native
from listbuilder.sources.store.installed import Store
from listbuilder.validation import Validated, validate_bytes
from tests.exchange import lists
from tests.exchange.reading.test_texts import read

ORKS = {name: getattr(lists, name) for name in ("GW_B", "COMPACT", "FULL", "NR_GW", "MARKDOWN", "LISTFORGE")}


def judged(text: str) -> Validated:
    return validate_bytes(text.encode(), "list.txt")


def loadouts(bound: BoundList, unit: str) -> list[tuple[int, str, list[str]]]:
    """Number, kind and wargear of the models of a unit, without what no loadout changes."""
    node = next(node for node in bound.roster.forces[0].selections if node.id == unit)
    models = [child for child in node.selections if child.option.type == "model"]
    return [(model.amount, model.option.name, sorted(_items(model))) for model in models]


def _items(model: Selection) -> list[str]:
    return [child.option.name for child in model.selections for _ in range(child.amount)]


def said(validated: Validated) -> set[tuple[str, str]]:
    return {(one.rule, one.severity) for one in validated.findings if one.severity != "info"}


NUMBERS = """\
+++++++++++++++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Imperium - Adeptus Astartes - Space Marines
+ DETACHMENT: Gladius Task Force
+ TOTAL ARMY POINTS: 160pts
+++++++++++++++++++++++++++++++++++++++++++++++

Char1: 1x Captain (80 pts): Warlord
{number}x Intercessor Squad (80 pts)
"""


@pytest.mark.parametrize(("number", "models"), [(5, [1, 4]), (7, [1, 6]), (10, [1, 9])])
def test_of_a_unit_with_a_number_alone_the_kind_that_may_be_more_is(number: int, models: list[int]) -> None:
    found = judged(NUMBERS.format(number=number))
    assert [line.count for line in found.army.units[1].models] == models
    assert found.verdict == "unjudged"


SIGMAR = """Thunder 2000/2000 pts
-----
Grand Alliance Order | Stormcast Eternals | Thunderhead Host
-----
General's Regiment
Lord-Celestant (100)
• General
Liberators (90)
-----
Created with Warhammer Age of Sigmar: The App
"""


def test_shipped_data_that_do_not_bind_names_judge_no_list_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The units of such a text would stand in no regiment, where the data did not know its headings."""
    assert judged(SIGMAR).bound.data.pin.set == "native"
    loaded = native().system("aos-4e")
    monkeypatch.setattr(native(), "known_system", lambda _id: replace(loaded, binds_names=False))
    with pytest.raises(InputError) as refused:
        judged(SIGMAR)
    assert refused.value.problems[0].rule == "no-data"


class TestStyles:
    def test_all_give_the_same_army(self) -> None:
        found = {name: judged(text) for name, text in ORKS.items()}
        armies = {
            name: [(unit.name, unit.points, unit.warlord) for unit in one.army.units] for name, one in found.items()
        }
        assert armies["GW_B"] == [("Warboss", 75, True), ("Boyz", 170, False)]
        assert all(army == armies["GW_B"] for army in armies.values())
        assert all(one.bound.data.pin.set == "native" for one in found.values())

    @pytest.mark.parametrize("name", ORKS)
    def test_all_are_legal(self, name: str) -> None:
        validated = judged(ORKS[name])
        assert validated.verdict == "legal", [str(one.message) for one in validated.findings]
        assert validated.army.detachments[0].id == "war-horde"
        assert validated.army.limit in {1000, 2000}

    def test_wargear_is_distributed_so_that_the_options_allow_it(self) -> None:
        bound = judged(lists.GW_A).bound
        squad = loadouts(bound, "tactical-squad")
        assert sum(number for number, kind, _ in squad if kind == "Tactical Marine") == 9
        special = [items for number, _, items in squad for _ in range(number) if {"Meltagun", "Lascannon"} & set(items)]
        assert len(special) == 2  # not both on one model
        assert all("Boltgun" not in items for items in special)

    def test_levels_that_were_lost_follow_from_the_datasheet(self) -> None:
        text = lists.flattened(lists.GW_B)
        assert [(u.name, u.points) for u in judged(text).army.units] == [("Warboss", 75), ("Boyz", 170)]
        assert loadouts(judged(text).bound, "boyz") == loadouts(judged(lists.GW_B).bound, "boyz")

    def test_items_that_the_list_leaves_out_take_none_from_other_models(self) -> None:
        few = judged(lists.GW_B.replace("17x Choppa", "16x Choppa"))
        assert loadouts(few.bound, "boyz") == loadouts(judged(lists.GW_B).bound, "boyz")
        assert few.verdict == "legal"
        more = judged(lists.GW_B.replace("17x Choppa", "16x Choppa\n      1x Power klaw"))
        assert more.verdict == "illegal"

    def test_gear_of_the_unit_may_stand_under_any_of_its_models(self) -> None:
        lines = [
            "GT (2000 points)",
            "",
            "Chaos Daemons",
            "Daemonic Incursion",
            "Strike Force (2000 points)",
            "",
            "BATTLELINE",
            "",
        ]
        lines += ["Bloodletters (110 points)", "  • 1x Bloodreaper", "     ◦ 1x Hellblade", "  • 9x Bloodletter"]
        lines += ["     ◦ 1x Daemonic Icon", "     ◦ 1x Instrument of Chaos", "     ◦ 9x Hellblade"]
        found = judged("\n".join([*lines, "", "Exported with App Version: v1.45.0 (105), Data Version: v720"]))
        assert found.bound.data.pin.set == "native"
        assert not [one for one in found.findings if one.rule in {"wargear-options", "unknown-name"}]

    def test_an_enhancement_of_the_chosen_detachment(self) -> None:
        captain = judged(lists.GW_A).army.units[0]
        assert [one.id.split("/")[-1] for one in captain.enhancements] == ["the-honour-vehement"]
        assert captain.warlord

    def test_claimed_points_that_are_not_the_datas(self) -> None:
        drifted = judged(lists.GW_B.replace("(170", "(165").replace("(245", "(240")).findings
        found = [one for one in drifted if one.rule == "points-drift"]
        assert [(one.unit, one.severity, one.place.line if one.place else 0) for one in found] == [
            ("boyz", "warning", 19)
        ]
        assert "165" in str(found[0].message)
        assert "170" in str(found[0].message)
        assert not [one for one in judged(lists.GW_B).findings if one.rule == "points-drift"]


class TestWhatIsNotKnown:
    @pytest.mark.parametrize(
        ("old", "new", "line"),
        [
            ("Warboss (75", "Warbozz Supreme (75", 10),
            ("Attack squig", "Attack sofa", 12),
            ("War Horde", "War Picnic", 5),
            ("2x Big shoota", "2x Biggest ever shoota", 24),
        ],
    )
    def test_makes_the_list_unjudged_with_its_line(self, old: str, new: str, line: int) -> None:
        validated = judged(lists.GW_B.replace(old, new, 1))
        assert validated.verdict == "unjudged", [str(one.message) for one in validated.findings]
        lines = [one.place.line for one in validated.findings if one.rule == "unknown-name" and one.place]
        assert line in lines

    def test_what_stands_behind_the_footer_is_not_lost(self) -> None:
        assert judged(lists.GW_B + "Nice list!\n").verdict == "legal"
        assert ("unread-line", "warning") in said(judged(lists.GW_B + "Nice list!\n"))
        assert judged(lists.GW_B + "\nGretchin (40 points)\n").verdict == "unjudged"

    @pytest.mark.parametrize(
        "line",
        [
            "Gretchin",
            "[Gretchin] 40 Points",
            "Gretchin .... 40",
            "Gretchin (40 points",
            "# Gretchin =40",
            "Stormboyz; Gretchin",
            "**Gretchin** 40",
        ],
    )
    def test_a_line_that_may_be_a_unit_keeps_it_unjudged(self, line: str) -> None:
        assert judged(f"{lists.GW_B}\n{line}\n").verdict == "unjudged"

    @pytest.mark.parametrize("line", ["Gretchin", "Gretchin .... 40"])
    def test_such_a_line_above_the_units_does_so_too(self, line: str) -> None:
        assert judged(lists.GW_B.replace("War Horde\n", f"War Horde\n{line}\n", 1)).verdict == "unjudged"

    @pytest.mark.parametrize("line", ["My Gretchin were painted in 2024", "Painted by Bob; thanks!", "Gretchinesque"])
    def test_a_line_that_only_speaks_of_a_unit_does_not(self, line: str) -> None:
        found = judged(f"{lists.GW_B}\n{line}\n")
        assert (found.verdict, ("unread-line", "warning") in said(found)) == ("legal", True)

    def test_a_near_name_is_proposed_and_not_taken(self) -> None:
        validated = judged(lists.GW_B.replace("Attack squig", "Attack sqiug"))
        message = next(str(one.message) for one in validated.findings if one.rule == "unknown-name")
        assert "did you mean Attack squig" in message

    @pytest.mark.parametrize("name", ["War  Horde", "WAR HORDE", "war-horde", "Warhorde"])
    def test_case_space_and_punctuation_do_not_matter(self, name: str) -> None:
        assert judged(lists.GW_B.replace("War Horde", name)).verdict == "legal"

    def test_typographic_quotes_and_plurals_do_not_matter(self) -> None:
        text = lists.GW_B.replace("2x Big shoota", "2x Big shootas").replace("19x Boy\n", "19x Boyz\n")
        assert judged(text).verdict == "legal"

    def test_a_list_without_wargear_is_not_judged(self) -> None:
        validated = judged(lists.SIMPLE)
        assert [(unit.name, unit.points) for unit in validated.army.units] == [("Warboss", 75), ("Boyz", 170)]
        assert ("incomplete", "unjudged") in said(validated)

    def test_an_illegal_loadout_is_illegal(self) -> None:
        validated = judged(lists.GW_A.replace("7x Boltgun", "6x Boltgun").replace("1x Meltagun", "2x Meltagun"))
        assert validated.verdict == "illegal"
        assert ("wargear-options", "error") in said(validated)


class TestOurOwnFile:
    @pytest.mark.parametrize("name", [*ORKS, "GW_A", "SIMPLE"])
    def test_written_and_read_again_it_is_the_same_army(self, name: str) -> None:
        first = judged(getattr(lists, name))
        again = validate_bytes(formats.written(first.bound, formats.OWN))
        assert again.army.units == tuple(
            replace(unit, place=other.place) for unit, other in zip(first.army.units, again.army.units, strict=True)
        )
        assert [one.id for one in again.army.detachments] == [one.id for one in first.army.detachments]
        assert (again.army.limit, again.army.points) == (first.army.limit, first.army.points)


class TestAttachedUnits:
    def test_by_groups_and_by_name(self) -> None:
        grouped = lists.GW_B.replace("CHARACTERS", "ATTACHED UNITS\n\nAttached unit 1").replace("BATTLELINE\n", "")
        grouped = grouped.replace("  • Warlord", "  • Attached as: Leader (Character)\n  • Warlord")
        grouped = grouped.replace("  • 1x Boss Nob", "  • Attached as: Bodyguard (Battleline)\n  • 1x Boss Nob")
        grouped = grouped.replace("v780", "v720")
        named = lists.COMPACT.replace("20x Boyz", "Leading Boyz\n20x Boyz")
        for text in (grouped, named):
            record = read(text)
            record.systems = ("wh40k-10e",)
            assert bind(record, "list.txt").roster.declarations.attach == {"warboss": "boyz"}


DAEMONS = """\
Night Out (280 points)

Chaos Daemons
Daemonic Incursion
Incursion (1000 points)

CHARACTERS

Daemon Prince of Chaos (180 points)
  • Warlord
  • Daemonic Allegiance: Khorne

OTHER DATASHEETS

Soul Grinder (180 points)
  • Daemonic Allegiance: Tzeentch
  • 1x Harvester cannon
  • 1x Iron claw
  • 1x Warp gaze
"""


def test_a_datasheet_that_a_god_has_of_its_own_is_found_by_the_allegiance() -> None:
    found = judged(DAEMONS)
    grinder = found.army.units[-1]
    assert grinder.datasheet_id == "tzeentch-soul-grinder"
    assert not [one for one in found.findings if one.unit == grinder.id and one.severity == "unjudged"]
    without = judged(DAEMONS.replace("  • Daemonic Allegiance: Tzeentch\n", ""))
    unknown = [str(one.message) for one in without.findings if one.rule == "unknown-name"]
    assert any(text.startswith("unknown datasheet: Soul Grinder") for text in unknown)


INQUISITION = """\
Borrowed (310 points)

Space Marines
Gladius Task Force
Incursion (1000 points)

CHARACTERS

Captain (80 points)
  • Warlord
  • 1x Bolt pistol
  • 1x Close combat weapon
  • 1x Master-crafted bolter

BATTLELINE

Intercessor Squad (80 points)
  • 1x Intercessor Sergeant
     ◦ 1x Bolt pistol
     ◦ 1x Bolt rifle
     ◦ 1x Close combat weapon
  • 4x Intercessor
     ◦ 4x Bolt pistol
     ◦ 4x Bolt rifle
     ◦ 4x Close combat weapon

ALLIED UNITS

Callidus Assassin (100 points)
  • 1x Neural shredder
  • 1x Phase sword and poison blades
"""


def test_units_of_another_native_faction_are_found_among_the_allies() -> None:
    found = judged(INQUISITION)
    assert [unit.datasheet_id for unit in found.army.units] == ["captain", "intercessor-squad", "callidus-assassin"]
    assert found.verdict == "legal", [str(one.message) for one in found.findings]


NEOPHYTES = """\
Cult (135 points)

Genestealer Cults
Strike Force (2,000 points)
Host of Ascension

CHARACTERS

Primus (70 points)
  • Warlord
  • 1x Cult bonesword
  • 1x Scoped needle pistol
  • 1x Toxin injector claw

BATTLELINE

Neophyte Hybrids (65 points)
  • 9x Neophyte Hybrid
     ◦ 9x Autopistol
     ◦ 9x Close combat weapon
     ◦ 7x Hybrid firearm
     ◦ 2x Flamer
  • 1x Neophyte Leader
     ◦ 1x Autopistol
     ◦ 1x Anointed pistol
     ◦ 1x Power weapon
"""


def test_kinds_of_models_may_have_different_items_of_one_name() -> None:
    found = judged(NEOPHYTES.replace("7x Hybrid", "8x Hybrid").replace("2x Flamer", "1x Flamer"))
    assert found.verdict == "legal", [str(one.message) for one in found.findings]
    assert [str(one.message) for one in judged(NEOPHYTES).findings if one.severity == "error"] == [
        "Neophyte Hybrids: Flamer: 2 taken, at most 1"
    ]


CRISIS = """\
Blue Dots (305 points)

T'au Empire
Incursion (1000 points)
Kauyon

CHARACTERS

Commander Shadowsun (100 points)
  • Warlord

OTHER DATASHEETS

Crisis Starscythe Battlesuits (110 points)
  • 1x Crisis Starscythe Shas’vre
    • 1x Battlesuit fists
      1x Gun Drone
      1x Marker Drone
      2x Burst cannon
  • 2x Crisis Starscythe Shas’ui
    • 2x Battlesuit fists
      2x Gun Drone
      2x Shield Drone
      4x T’au flamer

Exported with App Version: v1.45.0 (105), Data Version: v720
"""


def test_gear_that_comes_with_a_weapon_may_stand_without_it() -> None:
    """The data give a drone and the weapon on it together; the app lists the drone alone."""
    found = judged(CRISIS)
    crisis = found.army.unit("crisis-starscythe-battlesuits")
    assert crisis is not None
    held = [{item.name: item.count for item in line.wargear} for line in crisis.models]
    assert sorted((one["Gun Drone"], one["Twin pulse carbine"]) for one in held) == [(1, 1), (2, 2)]
    assert not [
        one for one in found.findings if one.unit == "crisis-starscythe-battlesuits" and one.severity == "error"
    ]
    assert "wargear-options" in {
        one.rule for one in judged(CRISIS.replace("2x Gun Drone", "6x Gun Drone")).findings if one.severity == "error"
    }


def test_a_list_that_names_no_faction_is_of_the_one_that_has_its_units() -> None:
    """Units of other factions are looked for in a list that names its own; otherwise every faction would know every unit."""
    record = read(ORKS["GW_B"])
    record.header, record.detachments, record.faction = [], [], None
    found = bind(record, "list.txt")
    assert found.data.faction.name == "Orks"
    assert [one.severity for one in found.problems if one.rule == "assumed-faction"] == ["warning"]
    assert not [one for one in bind(read(ORKS["GW_B"]), "list.txt").problems if one.rule == "assumed-faction"]


def test_a_list_whose_header_was_cut_off_is_of_the_faction_that_has_its_units() -> None:
    text = ORKS["GW_B"].replace("Orks\n", "My lads\n")
    found = judged(text)
    assert (found.bound.data.faction.name, found.verdict) == ("Orks", "legal")
    assert {("assumed-faction", "warning"), ("unread-line", "warning")} <= said(found)


def test_a_list_of_which_only_some_units_are_known_and_nothing_else_is_not_judged() -> None:
    """It is of another game, most likely: what would be wrong in this one says nothing."""
    boyz = "Boyz (80 points)\n  • 1x Boss Nob\n  • 29x Boy\n\n"
    text = f"My lads (2000 points)\n\nMarsh Folk\nThe Reed Court\n\nCHARACTERS\n\nWarboss (75 points)\n\n{boyz * 2}"
    found = judged(f"{text}Heron King (90 points)\n  • 1x Beak\n")
    assert (found.bound.data.faction.name, found.verdict) == ("Orks", "unjudged")
    assert {("assumed-faction", "warning"), ("assumed-faction", "unjudged")} <= said(found)
    assert judged(text).verdict == "illegal"


def test_settings_that_only_other_data_have_mean_nothing() -> None:
    text = lists.MARKDOWN.replace("Show/Hide Options", "Show/Hide Options: Show Legends")
    assert judged(text).verdict == judged(lists.MARKDOWN).verdict == "legal"
    assert judged(text.replace("Show/Hide", "Show or Hide")).verdict == "unjudged"


def test_data_that_know_the_detachments_of_a_list_go_before_others() -> None:
    """So does the edition whose armies may have as many as it names."""
    record = read(ORKS["COMPACT"])
    orks = choose(record, "list.txt").data
    for names, fits in (
        ("War Horde (Get Stuck In)", True),
        ("War Horde, Green Tide", False),
        ("War Horde, Tea Party", False),
    ):
        record.detachments = [Word(names, 1)]
        assert knows_detachments(orks, record) is fits, names


@pytest.mark.parametrize("name", ["GW_B", "COMPACT"])
def test_an_unknown_detachment_is_one_finding(name: str) -> None:
    found = judged(ORKS[name].replace("War Horde", "Tea Party"))
    assert {rule for rule, severity in said(found) if severity != "warning"} == {"unknown-name"}


def test_a_list_of_too_many_detachments_is_of_another_edition_unless_it_names_this_one() -> None:
    record = read(ORKS["COMPACT"])
    record.detachments = [Word("War Horde, Green Tide", 1)]
    record.systems = ("wh40k-10e",)
    assert choose(record, "list.txt").data.system.id == "wh40k-10e"
    record.systems = ("wh40k-10e", "wh40k-11e")
    other = choose(record, "list.txt").data
    assert (other.system.id, other.alone) == ("wh40k-11e", True)
    record.detachments = [Word("War Horde, Tea Party", 1)]
    assert choose(record, "list.txt").data.system.id == "wh40k-10e"


def test_a_faction_that_the_data_lack_is_not_guessed() -> None:
    text = lists.COMPACT.replace("Xenos - Orks", "Xenos - Hrud")
    with pytest.raises(InputError, match="no data for the faction of this list: Xenos - Hrud"):
        judged(text)
    cut = (
        ORKS["GW_B"]
        .replace("Orks\n", "Hrud\n")
        .replace("Warboss (75", "Hrud Elder (75")
        .replace("Boyz (170", "Hruds (170")
    )
    with pytest.raises(InputError, match="no data for the faction of this list: Hrud"):
        judged(cut)


def test_a_faction_whose_catalogue_the_set_lacks(tmp_path, monkeypatch) -> None:
    whole = Path(__file__).resolve().parents[2] / "data" / "bsdata" / "lantern-coast"
    record = read(ORKS["COMPACT"])
    record.faction = Word("Common Stores", 1)

    def hint(folder: Path) -> str:
        monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / folder.name))
        Store(tmp_path / folder.name).add(folder, "lantern-coast")
        with pytest.raises(InputError, match="no data for the faction of this list: Common Stores") as caught:
            choose(record, "list.txt", among=given(["lantern-coast"]))
        return str(caught.value.problems[0].hint)

    folder = shutil.copytree(whole, tmp_path / "lacking")
    (folder / "Common Stores.cat").unlink()
    assert hint(folder).endswith("the data set lantern-coast lacks the catalogue Common Stores")
    assert "lacks" not in hint(whole)


INFILTRATORS = """\
Long Walk (100 points)

Space Marines
Incursion (1000 points)
Gladius Task Force

OTHER DATASHEETS

Infiltrator Squad (100 points)
  • 1x Infiltrator Sergeant
    • 1x Bolt pistol
      1x Close combat weapon
      1x Marksman bolt carbine
  • 4x Infiltrator
    • 4x Bolt pistol
      4x Close combat weapon
      1x Helix gauntlet
      1x Infiltrator comms array
      4x Marksman bolt carbine

Exported with App Version: v1.45.0 (105), Data Version: v720
"""


def test_items_that_exclude_each_other_are_given_to_different_models() -> None:
    found = judged(INFILTRATORS)
    assert not [one for one in found.findings if one.unit and one.severity == "error"]
    one_model = INFILTRATORS.replace("4x Infiltrator\n", "1x Infiltrator\n").replace("4x ", "1x ")
    assert "wargear-options" in {one.rule for one in judged(one_model).findings if one.severity == "error"}


def test_an_item_is_given_to_a_model_that_has_what_it_requires() -> None:
    """An Omnispex is for a Ranger with a galvanic rifle, not for one of those with special weapons."""
    text = INFILTRATORS.replace("Space Marines", "Adeptus Mechanicus").replace("Gladius Task Force", "Rad-Zone Corps")
    start, end = text.index("Infiltrator Squad"), text.index("Exported")
    rangers = """\
Skitarii Rangers (85 points)
  • 1x Skitarii Ranger Alpha
    • 1x Close combat weapon
      1x Galvanic rifle
  • 9x Skitarii Ranger
    • 1x Arc rifle
      9x Close combat weapon
      7x Galvanic rifle
      1x Omnispex
      1x Plasma caliver

"""
    found = judged(text[:start] + rangers + text[end:])
    assert [unit.datasheet for unit in found.army.units] == ["Skitarii Rangers"]
    assert not [one for one in found.findings if one.unit and one.severity == "error"]


class TestBattleSize:
    @pytest.mark.parametrize(("total", "limit"), [(245, 1000), (1000, 1000), (1005, 2000), (2005, 3000)])
    def test_a_list_without_one_is_for_the_smallest_game_that_its_points_fit_in(self, total: int, limit: int) -> None:
        text = lists.MARKDOWN.replace("Battle Size: Strike Force (2000 Point limit)\n", "").replace(
            "245 pts", f"{total} pts"
        )
        validated = judged(text)
        assert validated.army.limit == limit
        assert ("assumed-size", "warning") in said(validated)

    def test_where_they_fit_in_none_the_list_is_not_judged(self) -> None:
        text = lists.MARKDOWN.replace("Battle Size: Strike Force (2000 Point limit)\n", "").replace(
            "245 pts", "3005 pts"
        )
        validated = judged(text)
        found = {("assumed-size", "unjudged"), ("total-drift", "unjudged")}
        assert (validated.verdict, said(validated)) == ("unjudged", found)

    def test_a_stated_one_is_not_assumed(self) -> None:
        assert ("assumed-size", "warning") not in said(judged(lists.MARKDOWN))


class TestUnitNames:
    def test_models_by_the_name_of_their_unit(self) -> None:
        """Lists name models in the plural of a name that differs from the unit's: Ballistarius, Ballistarii."""
        rows = [
            "Cogs (2000 points)",
            "",
            "Adeptus Mechanicus",
            "Strike Force (2000 points)",
            "Skitarii Hunter Cohort",
            "",
        ]
        rows += ["CHARACTERS", "", "Skitarii Marshal (35 points)", "  • Warlord", "", "OTHER DATASHEETS", ""]
        rows += ["Ironstrider Ballistarii (255 points)", "  • 3x Ironstrider Ballistarii"]
        rows += ["    • 3x Ironstrider feet", "      2x Twin cognis autocannon", "      1x Twin cognis lascannon"]
        for text in ("\n".join(rows), lists.flattened("\n".join(rows))):
            found = judged(text)
            assert not [one for one in found.findings if one.rule == "unknown-name"]
            assert [unit.points for unit in found.army.units][1:] == [255]
            arms = loadouts(found.bound, "ironstrider-ballistarii")
            assert {(number, items[-1]) for number, _, items in arms} == {
                (2, "Twin cognis autocannon"),
                (1, "Twin cognis lascannon"),
            }


class TestEnhancementsAmongItems:
    @pytest.mark.parametrize(
        "items",
        ["Follow Me Ladz, Attack squig", "Follow Me Ladz upgrade, Attack squig", "Follow Me Ladz upgradeAttack squig"],
    )
    def test_are_enhancements(self, items: str) -> None:
        found = judged(lists.COMPACT.replace("Attack squig", items))
        assert not [one for one in found.findings if one.rule in {"unknown-name", "wargear-options"}]
        assert [one.id.split("/")[-1] for one in found.army.units[0].enhancements] == ["follow-me-ladz"]

    def test_one_that_is_stated_twice_is_one(self) -> None:
        text = lists.COMPACT.replace("Attack squig, Kombi", "Follow Me Ladz upgrade, Attack squig, Kombi").replace(
            "20x Boyz", "Enhancement: Follow Me Ladz (+25 pts)\n20x Boyz"
        )
        assert [one.id.split("/")[-1] for one in judged(text).army.units[0].enhancements] == ["follow-me-ladz"]


class TestEchoes:
    """New Recruit names the weapon of a drone inside of the drone and beside it."""

    TEXT = """\
+++++++++++++++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Xenos - T'au Empire
+ DETACHMENT: Kauyon
+ TOTAL ARMY POINTS: 90pts
+++++++++++++++++++++++++++++++++++++++++++++++

10x Pathfinder Team (90 pts)
• 1x Pathfinder Shas'ui
    • 1x Close combat weapon
    • 1x Pulse carbine
    • 1x Pulse pistol
    • 1x Drone burst cannon
  • Recon drone
    • 1x Drone burst cannon
• 9x Pathfinders
    • 9x Close combat weapon
    • 9x Pulse carbine
    • 9x Pulse pistol
"""

    def test_are_one_weapon(self) -> None:
        found = judged(self.TEXT)
        assert not [one for one in found.findings if one.rule in {"unknown-name", "wargear-options"}]
        assert loadouts(found.bound, "pathfinder-team")[-1][2].count("Drone burst cannon + Recon drone") == 1

    def test_what_stands_beside_it_twice_is_not(self) -> None:
        text = self.TEXT.replace(
            "    • 1x Drone burst cannon\n  • Recon drone\n", "    • 2x Drone burst cannon\n  • Recon drone\n"
        )
        assert "wargear-options" in {one.rule for one in judged(text).findings}


def test_models_of_which_there_are_some_for_every_other_are_armed_as_stated() -> None:
    text = """\
A (100 Points)

Agents of the Imperium
Imperialis Fleet
Strike Force (2000 Points)

OTHER DATASHEETS

Inquisitorial Agents (100 Points)
  • 6x Agent
     ◦ 6x Agent firearm
     ◦ 6x Agent melee weapon
  • 1x Servitor
     ◦ 1x Agent melee weapon
     ◦ 1x Plasma cannon
"""
    assert loadouts(judged(text).bound, "inquisitorial-agents")[-1] == (
        1,
        "Servitor",
        ["Agent melee weapon", "Plasma cannon"],
    )


@pytest.mark.parametrize(("gun", "datasheet"), [("Boltgun", "wolf-scouts-legends"), ("Plasma pistol", "wolf-scouts")])
def test_of_datasheets_of_one_name_the_one_that_knows_what_is_stated(gun: str, datasheet: str) -> None:
    rows = [
        "Wolves (2000 points)",
        "",
        "Space Wolves",
        "Strike Force (2000 points)",
        "Saga of the Hunter",
        "",
        "OTHER DATASHEETS",
        "",
    ]
    rows += [
        "Wolf Scouts (80 points)",
        "  • 1x Wolf Scout Pack Leader",
        f"     ◦ 1x {gun}",
        "  • 4x Wolf Scout",
        f"     ◦ 4x {gun}",
    ]
    assert judged("\n".join(rows)).army.units[0].id == datasheet


@pytest.mark.parametrize("name", ["Intercessor", "Intercessor Squad"])
def test_more_models_than_there_may_be_are_armed_alike(name: str) -> None:
    """What is wrong is their number alone."""
    rows = [
        "A (240 points)",
        "",
        "Space Marines",
        "Gladius Task Force",
        "Incursion (1000 points)",
        "",
        "CHARACTERS",
        "",
    ]
    armed = [f"  • 1x {item}" for item in ("Bolt pistol", "Master-crafted bolter", "Close combat weapon")]
    rows += ["Captain (80 points)", "  • Warlord", *armed, "", "BATTLELINE", "", "Intercessor Squad (160 points)"]
    sergeant, number = ("  • 1x Intercessor Sergeant", 11) if name == "Intercessor" else ("", 12)
    gear = ("Bolt pistol", "Bolt rifle", "Close combat weapon")
    rows += [sergeant, *(f"     ◦ 1x {item}" for item in gear)] if sergeant else []
    rows += [f"  • {number}x {name}", *(f"     ◦ {number}x {item}" for item in gear)]
    found = [one for one in judged("\n".join(rows)).findings if one.severity in ("error", "unjudged")]
    assert [(one.rule, one.found, one.bound) for one in found] == [("unit-composition", 11, 9)]


@pytest.mark.parametrize("stated", ["1x 2x Deffguns", "2x Deffguns", "2 Deffguns", "1x Deffguns"])
def test_an_item_of_two_is_one_however_it_is_counted(stated: str) -> None:
    rows = ["Orks (100 points)", "", "Game System: Warhammer 40,000 9th edition", "Faction: Orks", ""]
    rows += ["Battalion Detachment", "", "Chinork Warkopta (100 points)", f"  - {stated}", "  - 1x Big Shoota"]
    found = judged("\n".join(rows))
    assert loadouts_of_first(found.bound) == ["2x Deffguns", "Big Shoota"]
    assert not {one.rule for one in found.findings} & {"wargear-options", "unknown-name"}


def loadouts_of_first(bound: BoundList) -> list[str]:
    force = next(force for force in bound.roster.walk_forces() if force.selections and force.parent is not bound.roster)
    return sorted(_items(next(child for child in force.selections[-1].selections if child.option.type == "model")))


OF_OTHERS = """Red Tide (160 Points)

Space Marines
{detachment}
Incursion (1000 Points)

CHARACTERS

Captain (80 Points)
  • Warlord

BATTLELINE

Intercessor Squad (80 Points)
  • 1x Intercessor Sergeant
  • 4x Intercessor
"""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (OF_OTHERS, 4),
        (
            NUMBERS.replace("Gladius Task Force", "{detachment}").format_map(
                {"number": 5, "detachment": "{detachment}"}
            ),
            3,
        ),
    ],
)
def test_the_detachment_of_another_faction_is_as_wrong_as_in_a_list_file(text: str, line: int) -> None:
    found = judged(text.format(detachment="War Horde"))
    (wrong,) = (one for one in found.findings if one.rule == "army-detachment")
    assert (wrong.severity, wrong.place.line if wrong.place else 0) == ("error", line)
    assert "belongs to Orks" in str(wrong.message)
    assert found.verdict == "illegal"


def test_a_misspelt_detachment_stays_unjudged_whatever_others_have() -> None:
    found = judged(OF_OTHERS.format(detachment="War Hord"))
    assert found.verdict == "unjudged"
    assert ("army-detachment", "error") not in said(found)


def test_a_line_beside_the_own_detachment_chooses_none_of_another_faction() -> None:
    found = judged(OF_OTHERS.format(detachment="Gladius Task Force\nWar Horde"))
    assert ("army-detachment", "error") not in said(found)


def test_the_detachment_of_another_faction_may_be_meant_where_the_list_names_no_faction() -> None:
    found = judged(OF_OTHERS.replace("Space Marines\n", "").format(detachment="War Horde"))
    assert found.verdict == "unjudged"
    assert ("army-detachment", "error") not in said(found)


@pytest.mark.parametrize(
    ("head", "lacks"),
    [
        ("", True),
        ("Incursion (1000 Points)\n", False),
        ("Space Marines\n", False),
        ("Space Marines\nIncursion (1000 Points)\n", False),
    ],
)
def test_what_states_nothing_of_the_army_is_an_excerpt(head: str, lacks: bool) -> None:
    found = judged(OF_OTHERS.replace("Space Marines\n{detachment}\nIncursion (1000 Points)\n", head))
    headless = "the list has no header: it names no detachment"
    assert any(str(one.message) == headless for one in found.findings) is lacks
    assert ("army-detachment", "error") not in said(found)


@pytest.mark.parametrize(
    "line", ["Code Chivalric: Deed, Quality", "Show/Hide Options: Show Titans", "Order of Battle: Crusade force"]
)
def test_settings_that_only_community_data_have_say_nothing(line: str) -> None:
    text = "Imperium - Imperial Knights - X - [140 pts]\n\n# ++ Army Roster ++ [140 pts]\n## Configuration\n"
    text += (
        f"Battle Size: Incursion (1000 Point limit)\nDetachment: Questor Forgepact\n{line}\n\n## Character [140 pts]\n"
    )
    text += "Armiger Warglaive [140 pts]\n"
    unknown = [str(one.message) for one in judged(text).findings if one.rule == "unknown-name"]
    assert unknown == ([f"unknown choice: {line}"] if "Order" in line else [])
