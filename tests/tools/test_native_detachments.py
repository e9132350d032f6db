"""Armies of detachments of the native factions of 9th edition, against the community data of the same date."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.native_data import compare_detachments, compare_items, overlay
from tools.native_data.bench import open_set
from tools.native_data.compare_detachments import DetachmentComparer
from tools.native_data.faction import ROOT
from tools.native_data.grown import ILLEGAL, LEGAL

pytestmark = pytest.mark.unmeasured

SYSTEM = "wh40k-9e"
FACTIONS = ROOT / "factions" / SYSTEM
SEED = 3


@pytest.mark.shared
@pytest.mark.parametrize("faction", sorted(path.parent.name for path in FACTIONS.glob("*/faction.yaml")))
def test_random_armies_and_units_are_judged_alike(shared: Path, faction: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One small army, and a few units of each datasheet; the command tries more of both."""
    monkeypatch.setattr(compare_detachments, "FREE", 3)
    data = shared / "bsdata" / SYSTEM
    if not data.is_dir():
        pytest.skip(f"{SYSTEM} is not among the reference material")
    both = DetachmentComparer(open_set(data), overlay.load(SYSTEM, faction), FACTIONS / faction, SEED)

    both.army()

    assert list(map(str, both.outcome.differences)) == []
    assert {verdict for _, verdict in both.outcome.steps} == {LEGAL, ILLEGAL}
    assert list(map(str, both.comparer.differences(1))) == []


@pytest.mark.shared
@pytest.mark.parametrize("faction", sorted(path.parent.name for path in FACTIONS.glob("*/faction.yaml")))
def test_relics_and_warlord_traits_are_borne_alike(shared: Path, faction: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two armies, a few items each; the command tries more."""
    monkeypatch.setattr(compare_items, "ITEMS", 6)
    data = shared / "bsdata" / SYSTEM
    if not data.is_dir():
        pytest.skip(f"{SYSTEM} is not among the reference material")

    outcome = compare_items.compared(open_set(data), SYSTEM, faction, 2, SEED)

    assert list(map(str, outcome.differences)) == []
    tried = {(step, verdict) for step, verdict in outcome.steps if step in {"relic", "warlord-trait"}}
    assert {verdict for _, verdict in tried} == {LEGAL, ILLEGAL}
