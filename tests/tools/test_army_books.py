"""The shipped factions of army books beside the community data that they were made from, where these are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.native_data import overlay
from tools.native_data.army_book import compare_armies
from tools.native_data.army_book.compare import differences
from tools.native_data.army_book.entries import plain, slug
from tools.native_data.bench import open_set

SYSTEM = "whfb-8e"


@pytest.mark.shared
@pytest.mark.parametrize("faction", ["empire", "ogre-kingdoms", "vampire-counts"])
def test_random_units_are_judged_alike(shared: Path, faction: str) -> None:
    folder = shared / "bsdata" / "whfb"
    if not folder.is_dir():
        pytest.skip("whfb is not among the reference material")
    known = overlay.differences(SYSTEM, faction)
    found = differences(open_set(folder), faction, units=2, seed=3)
    assert [line for line in found if not overlay.reason(known, line)] == []


@pytest.mark.shared
@pytest.mark.parametrize("faction", ["empire", "ogre-kingdoms", "vampire-counts"])
def test_random_armies_are_judged_alike(shared: Path, faction: str) -> None:
    folder = shared / "bsdata" / "whfb"
    if not folder.is_dir():
        pytest.skip("whfb is not among the reference material")
    known = overlay.differences(SYSTEM, faction)
    found = compare_armies.differences(open_set(folder), faction, number=8, seed=2)
    assert [line for line in found if not overlay.reason(known, line)] == []


@pytest.mark.shared
def test_an_army_that_the_rules_refuse_and_the_data_do_not_is_found(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compare_armies, "READINGS", ["end-times"])  # shares of the limit, of which little was spent
    found = list(compare_armies.differences(open_set(shared / "bsdata" / "whfb"), "ogre-kingdoms", number=12, seed=2))
    assert found
    assert all("cat-core" in line and "community" in line for line in found)


def test_names_lose_the_notes_of_their_authors() -> None:
    assert plain("AB - Runefang") == "Runefang"
    assert plain("Two/Additional Hand Weapons (Models on foot only) (FAQ'ed)") == "Two/Additional Hand Weapons"
    assert slug("BRB - Trickster's Helm") == "tricksters-helm"
