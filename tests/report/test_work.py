"""How much work a checked list takes, counted: what is evaluated once, what is shared, what is left behind. Never times."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from listbuilder.army.unit import UnitReader
from listbuilder.engine import Engine
from listbuilder.engine.builder import Builder
from listbuilder.engine.cells import NodeCell, SlotCell
from listbuilder.engine.infos import InfoCell
from listbuilder.exchange.binding.cover import Cover
from listbuilder.exchange.binding.trees import Ways
from listbuilder.report.checking import Job, check_all, check_one
from listbuilder.report.entry import Entry
from tests.conftest import ROOT

COAST = Job(data=("lantern-coast",))
CELLS = (NodeCell, SlotCell, InfoCell)
ILLEGAL = ROOT / "factions" / "wh40k-10e" / "examples" / "illegal.yaml"


@pytest.fixture(autouse=True)
def _installed(small_sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Callable[[type, str], Counter[str]]:
    """Counts the calls of a method from now on."""
    counted: Counter[str] = Counter()

    def count(owner: type, name: str) -> Counter[str]:
        original: Any = getattr(owner, name)

        def counting(*arguments: Any, **named: Any) -> Any:
            counted[f"{owner.__name__}.{name}"] += 1
            return original(*arguments, **named)

        monkeypatch.setattr(owner, name, counting)
        return counted

    return count


def text(patrols: int = 2, size: int = 0) -> Entry:
    """A list as another program writes it."""
    models = f"\n  • {size}x Watchman" if size else ""
    units = ["Watch Captain (60 Points)", *(f"Watch Patrol (60 Points){models}" for _ in range(patrols))]
    head = ["Low tide (180 Points)", "Harbour Watch", "Strike Force (2000 Points)", "CHARACTERS"]
    return Entry("low-tide.txt", content="\n\n".join([*head, *units]).encode(), suffix=".txt")


def test_a_list_of_another_program_is_evaluated_by_one_engine(calls: Callable[..., Counter[str]]) -> None:
    assert len(check_one(text(), COAST).units) == 3
    counted = calls(Engine, "__init__")
    check_one(text(), COAST)
    assert counted == {"Engine.__init__": 1}


def test_units_that_state_the_same_are_worked_out_and_read_once(calls: Callable[..., Counter[str]]) -> None:
    check_one(text(), COAST)
    counted = calls(Ways, "below")
    calls(Cover, "solve")
    calls(UnitReader, "read")
    record = check_one(text(patrols=3), COAST)
    assert not counted
    assert [unit.datasheet for unit in record.units] == ["Watch Captain", *["Watch Patrol"] * 3]
    check_one(text(patrols=3, size=5), COAST)
    assert 0 < counted["UnitReader.read"] < 3
    assert counted["Ways.below"] > 0


def test_the_data_are_set_apart_from_the_collector_after_the_first_of_several_lists() -> None:
    gc.unfreeze()
    try:
        assert len(list(check_all([text()], COAST))) == 1
        assert len(list(check_all([text(), text()], COAST))) == 2
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()


def test_what_an_army_starts_with_is_worked_out_once(calls: Callable[..., Counter[str]]) -> None:
    check_one(text(), COAST)
    counted = calls(Builder, "force")
    check_one(text(), COAST)
    check_one(text(patrols=3), COAST)
    assert not counted


@pytest.mark.unmeasured
@pytest.mark.parametrize("entry", [text(), Entry.of_file(str(ILLEGAL))], ids=["community", "native"])
@pytest.mark.parametrize("offers", [True, False])
def test_a_checked_list_leaves_no_cells_to_the_collector(entry: Entry, *, offers: bool) -> None:
    job = Job(data=COAST.data if entry.content else (), offers=offers)
    check_one(entry, job)
    assert gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        check_one(entry, job)
        left = _cells()  # with those of sessions that other tests keep
    finally:
        gc.enable()
    gc.collect()
    assert _cells() == left


def _cells() -> int:
    return sum(isinstance(found, CELLS) for found in gc.get_objects())
