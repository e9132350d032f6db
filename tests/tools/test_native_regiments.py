"""Armies of regiments of the native factions, against the community data of the same date."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools.native_data import compare_regiments, overlay
from tools.native_data.bench import open_set
from tools.native_data.compare_contingents import ContingentComparer
from tools.native_data.compare_regiments import RegimentComparer
from tools.native_data.faction import ROOT
from tools.native_data.followers import FollowerReader
from tools.native_data.grown import ILLEGAL, LEGAL

pytestmark = pytest.mark.unmeasured

SYSTEM, DATA = "aos-4e", "age-of-sigmar-4th"
FACTIONS = ROOT / "factions" / SYSTEM


def comparer(shared: Path, faction: str, folder: Path, seed: int = 1) -> RegimentComparer:
    data = shared / "bsdata" / DATA
    if not data.is_dir():
        pytest.skip(f"{DATA} is not among the reference material")
    return RegimentComparer(open_set(data), overlay.load(SYSTEM, faction), folder, seed)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Armies of two regiments; the command tries larger ones."""
    monkeypatch.setattr(compare_regiments, "REGIMENTS", 2)


@pytest.mark.shared
@pytest.mark.parametrize("faction", ["skaven", "stormcast-eternals"])
def test_random_armies_and_illegal_steps_are_judged_alike(shared: Path, faction: str) -> None:
    found = comparer(shared, faction, FACTIONS / faction)

    found.army()

    assert list(map(str, found.outcome.differences)) == []
    assert {verdict for _, verdict in found.outcome.steps} == {LEGAL, ILLEGAL}


@pytest.mark.shared
def test_a_leader_who_may_lead_too_few_is_found(shared: Path, tmp_path: Path) -> None:
    folder = tmp_path / SYSTEM / "skaven"
    folder.mkdir(parents=True)
    for name in ("faction", "grey-seer", "plague-monks", "stormvermin"):
        shutil.copy(FACTIONS / "skaven" / f"{name}.yaml", folder)
    seer = folder / "grey-seer.yaml"
    text = seer.read_text("utf-8").replace("{keywords: [Skaven]", "{keywords: [Pestilens]")
    assert "Pestilens" in text
    seer.write_text(text, "utf-8")

    found = comparer(shared, "skaven", folder)
    found.army()

    differing = list(map(str, found.outcome.differences))
    assert any("stormvermin in a force of grey-seer: native illegal" in one for one in differing), found.outcome


@pytest.mark.shared
def test_contingents_are_judged_alike(shared: Path) -> None:
    data = shared / "bsdata" / DATA
    if not data.is_dir():
        pytest.skip(f"{DATA} is not among the reference material")
    found = ContingentComparer(open_set(data), overlay.load(SYSTEM, "skaven"), FACTIONS / "skaven", 2)
    wanted = {"nurgles-gift", "the-pustules", "gotrek-gurnisson", "stumblefoot-gargant"}
    found.kinds = [kind for kind in found.kinds if kind.id in wanted]

    found.army()

    assert list(map(str, found.outcome.differences)) == []
    assert found.outcome.steps["contingent", LEGAL] == 3
    assert found.outcome.steps["contingent", ILLEGAL] == 1
    assert found.outcome.steps["without a unit", ILLEGAL] == found.outcome.steps["two", ILLEGAL] == 3


@pytest.mark.shared
@pytest.mark.parametrize(
    ("leader", "limits"),
    [
        ("Arch-Warlock", [{"units": ["clanrats"], "number": 1}]),
        (
            "Grey Seer",
            [
                {"units": ["Skaven Overclaw"], "number": 1},
                {"units": [["Skryre", "War Machine"]], "number": 1},
                {"units": [["Skryre", "Weapon Team"]], "number": 1},
            ],
        ),
        ("Clawlord", None),
    ],
)
def test_how_many_a_leader_may_have_is_read_from_the_data(
    shared: Path, leader: str, limits: list[object] | None
) -> None:
    bench = comparer(shared, "skaven", FACTIONS / "skaven").comparer.maker.bench
    option = next(one for one in bench.units() if one.name == leader)
    found = FollowerReader(bench, {"clanrats": "clanrats"}).read(option)
    assert found["followers"].get("at_most") == limits
