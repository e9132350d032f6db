"""The shipped factions of army books beside the community data that they were made from, where these are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.sources.store.dataset import FileSet
from tools.native_data.army_book import compare, compare_armies, compare_steps
from tools.native_data.army_book.entries import plain, slug
from tools.native_data.bench import open_set
from tools.native_data.outcome import ILLEGAL

pytestmark = pytest.mark.unmeasured

SYSTEM = "whfb-8e"


FACTIONS = ["empire", "ogre-kingdoms", "vampire-counts"]


@pytest.fixture(scope="module")
def data(shared: Path) -> FileSet:
    folder = shared / "bsdata" / "whfb"
    if not folder.is_dir():
        pytest.skip("whfb is not among the reference material")
    return open_set(folder)


@pytest.mark.shared
@pytest.mark.parametrize("faction", FACTIONS)
def test_random_units_are_judged_alike(data: FileSet, faction: str) -> None:
    assert compare.compared(data, SYSTEM, faction, 2, 3).differences == []


@pytest.mark.shared
@pytest.mark.parametrize("faction", FACTIONS)
def test_random_armies_are_judged_alike(data: FileSet, faction: str) -> None:
    found = compare_armies.compared(data, SYSTEM, faction, 8, 2)
    assert found.differences == []
    assert {kind for kind, _ in found.steps} == {"army"}


@pytest.mark.shared
@pytest.mark.parametrize("faction", FACTIONS)
def test_single_steps_are_judged_alike(data: FileSet, faction: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare_steps, "SIZES", {"army-2000": False})
    found = compare_steps.compared(data, SYSTEM, faction, 1, 4)
    assert found.differences == []
    assert {"copies in special", "copies in rare", "fewer core"} <= {
        kind for kind, verdict in found.steps if verdict == ILLEGAL
    }
    detached = {kind: verdict for kind, verdict in found.steps if kind.startswith("a detachment")}
    assert bool(detached) is (faction == "empire")
    assert not detached or detached["a detachment of four models"] == ILLEGAL


@pytest.mark.shared
def test_an_army_that_the_rules_refuse_and_the_data_do_not_is_found(
    data: FileSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compare_armies, "READINGS", ["end-times"])  # shares of the limit, of which little was spent
    found = compare_armies.compared(data, SYSTEM, "ogre-kingdoms", 12, 2).differences
    assert found
    assert all("cat-core" in one.native for one in found)


def test_names_lose_the_notes_of_their_authors() -> None:
    assert plain("AB - Runefang") == "Runefang"
    assert plain("Two/Additional Hand Weapons (Models on foot only) (FAQ'ed)") == "Two/Additional Hand Weapons"
    assert slug("BRB - Trickster's Helm") == "tricksters-helm"
