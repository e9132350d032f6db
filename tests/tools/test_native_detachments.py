"""Armies of detachments of the native factions of 9th edition, against the community data of the same date."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.native_data import compare_detachments, overlay
from tools.native_data.bench import open_set
from tools.native_data.compare_detachments import DetachmentComparer
from tools.native_data.faction import ROOT
from tools.native_data.grown import ILLEGAL, LEGAL

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
