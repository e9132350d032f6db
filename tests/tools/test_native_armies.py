"""Whole armies of the native factions, against the community data of the same date: two descriptions of one game."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from listbuilder import strictyaml
from tools.native_data.armies import Datasheet, Member, Plan
from tools.native_data.bench import open_set
from tools.native_data.compare import Comparer, aligned
from tools.native_data.compare_armies import ArmyComparer, comparers
from tools.native_data.faction import ROOT
from tools.native_data.grown import LEGAL

pytestmark = pytest.mark.unmeasured

SYSTEM = "wh40k-10e"
FACTIONS = ROOT / "factions" / SYSTEM
SEED = 4
UNITS = 5  # that are offered to each army; `python -m tools.native_data.compare_armies` tries larger ones


def first_of(shared: Path, faction: str) -> ArmyComparer:
    folder = shared / "bsdata" / SYSTEM
    if not folder.is_dir():
        pytest.skip(f"{SYSTEM} is not among the reference material")
    found = next(comparers(open_set(folder), SYSTEM, faction, SEED, FACTIONS))[1]
    found.offered = UNITS
    return found


@pytest.mark.shared
@pytest.mark.sweep
@pytest.mark.parametrize("faction", sorted(path.parent.name for path in FACTIONS.glob("*/faction.yaml")))
def test_random_armies_and_illegal_steps_are_judged_alike(shared: Path, faction: str) -> None:
    comparer = first_of(shared, faction)

    comparer.army()

    assert list(map(str, comparer.outcome.differences)) == []
    verdicts = {verdict for _, verdict in comparer.outcome.steps}
    heroes = any("Character" in facts["keywords"] for _, facts in comparer.sheets)
    assert verdicts >= ({LEGAL, "illegal"} if heroes else {"illegal"}), comparer.outcome.steps  # Titans have no Warlord


@pytest.mark.shared
def test_wrong_facts_are_found(shared: Path, tmp_path: Path) -> None:
    right = first_of(shared, "necrons")
    folder = tmp_path / SYSTEM / "necrons"
    folder.mkdir(parents=True)
    for name in ("faction", "overlord", "necron-warriors", "ghost-ark"):
        shutil.copy(FACTIONS / "necrons" / f"{name}.yaml", folder)
    change(folder / "overlord.yaml", ", necron-warriors", "")
    change(folder / "ghost-ark.yaml", "capacity: 10", "capacity: 20")
    facts = strictyaml.load((folder / "faction.yaml").read_bytes(), "necrons").value
    wrong = ArmyComparer(Comparer(right.comparer.maker, folder, SEED), facts, SEED)
    wrong.offered = 2 * UNITS

    wrong.grow()

    found = [str(difference) for difference in wrong.outcome.differences]
    assert any(one.startswith("attach: overlord to necron-warriors: native illegal") for one in found)
    assert any("community illegal (transport-capacity: Ghost Ark: " in one for one in found)


@pytest.mark.shared
def test_a_choice_that_holds_others_is_compared_by_what_it_holds(shared: Path) -> None:
    comparer = first_of(shared, "tau-empire")
    option, facts = next(pair for pair in comparer.sheets if pair[1]["id"] == "commander-in-coldstar-battlesuit")
    found = aligned(comparer.comparer.maker.units.read(option), facts)
    samples = [one for one in comparer.comparer.agreed(found, facts, 30) if "Gun Drone" in str(one)]
    assert samples

    for sample in samples:
        member = Member("u0", Datasheet(option, facts, found), sample, warlord=True)
        comparer.tried("unit", Plan("strike-force", ("kauyon",), (member,)), "")

    assert list(map(str, comparer.outcome.differences)) == []
    assert dict(comparer.outcome.steps) == {("unit", LEGAL): len(samples)}


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
