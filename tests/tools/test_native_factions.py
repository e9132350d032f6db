"""The native factions that are made of community data, against those data: two descriptions of one game."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tools.native_data import overlay
from tools.native_data.bearers import bearer_differences
from tools.native_data.bench import open_set
from tools.native_data.compare import Comparer
from tools.native_data.detachments import DetachmentReader
from tools.native_data.faction import ROOT, FactionMaker

pytestmark = pytest.mark.unmeasured

SYSTEM = "wh40k-10e"
FOLDERS = {name: overlay.load(SYSTEM, name).get("into") or name for name in overlay.names(SYSTEM)}
MADE = [name for name, folder in FOLDERS.items() if (ROOT / "factions" / SYSTEM / folder).is_dir()]


def comparer(shared: Path, faction: str, seed: int) -> Comparer:
    folder = shared / "bsdata" / SYSTEM
    if not folder.is_dir():
        pytest.skip(f"{SYSTEM} is not among the reference material")
    maker = FactionMaker(open_set(folder), overlay.load(SYSTEM, faction), "2026-06-14", "")
    return Comparer(maker, ROOT / "factions" / SYSTEM / maker.folder, seed)


@pytest.mark.shared
@pytest.mark.sweep
@pytest.mark.parametrize("faction", MADE)
def test_random_units_are_judged_alike(shared: Path, faction: str) -> None:
    both = comparer(shared, faction, seed=7)
    assert list(map(str, both.differences(3))) == []
    assert list(map(str, bearer_differences(both, 3))) == []


@pytest.mark.shared
def test_a_wrong_price_and_a_missing_limit_are_found(shared: Path, tmp_path: Path) -> None:
    right = comparer(shared, "necrons", seed=1)
    folder = tmp_path / SYSTEM / "necrons"
    folder.mkdir(parents=True)
    for path in right.folder.glob("*.yaml"):
        if path.stem in {"faction", "skorpekh-destroyers", "lychguard"}:
            shutil.copy(path, folder)
    skorpekh = folder / "skorpekh-destroyers.yaml"
    skorpekh.write_text(skorpekh.read_text("utf-8").replace(", per_models: 3", ""), "utf-8")
    lychguard = folder / "lychguard.yaml"
    lychguard.write_text(lychguard.read_text("utf-8").replace("points: {5: 85,", "points: {5: 90,"), "utf-8")

    found = Comparer(right.maker, folder, 1).differences(40)

    by_sheet = {item.datasheet: (item.native, item.community) for item in found}
    assert by_sheet["Lychguard"] == ("90 points", "85 points")
    assert by_sheet["Skorpekh Destroyers"][1] == "illegal"
    assert len(by_sheet) == 2


@pytest.mark.shared
def test_a_bearer_that_the_data_refuse_is_found(shared: Path, tmp_path: Path) -> None:
    right = comparer(shared, "agents-of-the-imperium", seed=1)
    folder = tmp_path / SYSTEM / "agents-of-the-imperium"
    folder.mkdir(parents=True)
    for name in ("faction", "inquisitor", "ministorum-priest"):
        shutil.copy(right.folder / f"{name}.yaml", folder)
    facts = folder / "faction.yaml"
    text = facts.read_text("utf-8")
    facts.write_text(text.replace("No Escape, points: 25, requires: [[Inquisitor]]", "No Escape, points: 25"), "utf-8")

    (found,) = bearer_differences(Comparer(right.maker, folder, 1))

    assert (found.datasheet, found.native, found.community) == ("Ministorum Priest", "allowed", "refused")


@pytest.mark.shared
def test_a_detachment_forbids_what_the_data_then_hide(shared: Path) -> None:
    maker = comparer(shared, "chaos-daemons", seed=1).maker
    found = DetachmentReader(maker.bench, maker.units.reach, maker.all()).read()
    assert "skarbrand" in found["shadow-legion"]["forbids"]
    assert "belakor" not in found["shadow-legion"]["forbids"]
    assert "forbids" not in found["blood-legion"]
    # The first of its allegiances is that of the prince as the data propose him.
    assert found["blood-legion"]["enhancements"]["brazenmaw"]["requires"] == [["Khorne"]]
