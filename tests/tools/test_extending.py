"""What the tools take for the datasheets and detachments of a shipped faction that extends another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.native_data import overlay
from tools.native_data.bench import open_set
from tools.native_data.compare import Comparer
from tools.native_data.compare_armies import given_for
from tools.native_data.faction import ROOT, FactionMaker
from tools.native_data.shipped import faction_facts, sheet_files, stems_of_others

FACTIONS = ROOT / "factions" / "wh40k-10e"
TEMPLARS = FACTIONS / "black-templars"


def test_it_has_the_detachments_of_the_wider_faction_that_allow_it() -> None:
    found = faction_facts(TEMPLARS)
    assert {"wrathful-procession", "gladius-task-force"} <= found["detachments"].keys()
    assert not {"librarius-conclave", "liberator-assault-group"} & found["detachments"].keys()
    assert found["army_rules"] == ["Templar Vows"]
    assert "wrathful-procession" not in faction_facts(FACTIONS / "space-marines")["detachments"]


def test_its_own_datasheet_of_one_id_counts() -> None:
    found = sheet_files(TEMPLARS)
    assert found["impulsor"] == TEMPLARS / "impulsor.yaml"
    assert found["intercessor-squad"] == FACTIONS / "space-marines" / "intercessor-squad.yaml"
    assert "faction" not in found
    assert "marshal" not in sheet_files(FACTIONS / "space-marines")


def test_units_of_a_faction_that_extends_another_one_are_no_strangers_to_that_one() -> None:
    assert "marshal" in stems_of_others(FACTIONS / "orks")
    assert not {"marshal", "impulsor"} & stems_of_others(FACTIONS / "space-marines")
    assert not {"marshal", "intercessor-squad"} & stems_of_others(TEMPLARS)
    assert "boyz" in stems_of_others(TEMPLARS)


def test_what_is_known_of_the_wider_faction_is_known_of_it() -> None:
    own = overlay.differences("wh40k-10e", "black-templars")
    assert all(one in own for one in overlay.differences("wh40k-10e", "space-marines"))
    assert "Crusader Squad" in str(own)
    assert "Crusader Squad" not in str(overlay.differences("wh40k-10e", "space-marines"))


@pytest.mark.shared
def test_its_catalogue_makes_its_own_datasheets_and_is_compared_with_all(shared: Path) -> None:
    folder = shared / "bsdata" / "wh40k-10e"
    if not folder.is_dir():
        pytest.skip("wh40k-10e is not among the reference material")
    data = open_set(folder)
    maker = FactionMaker(data, overlay.load("wh40k-10e", "black-templars"), "2026-06-14", "")
    made = {option.name for option in maker.own}
    assert {"Impulsor", "Marshal", "Sternguard Veteran Squad"} <= made
    assert "Intercessor Squad" not in made
    assert {"intercessor-squad", "gladius-task-force"} <= maker.besides(TEMPLARS)
    both = Comparer(maker, TEMPLARS)
    assert {sheet["id"] for _, sheet in both.sheets()} == {path.stem for path in TEMPLARS.glob("*.yaml")} - {"faction"}
    assert {"impulsor", "intercessor-squad"} <= {sheet["id"] for _, sheet in both.all_sheets()}
    marines = faction_facts(FACTIONS / "space-marines")
    catalogues = [given["catalogue"] for given in given_for(data, "wh40k-10e", marines)]
    assert "Imperium - Adeptus Astartes - Blood Angels" in catalogues
    assert "Imperium - Adeptus Astartes - Black Templars" not in catalogues
