"""The event's size of game in lists over data that have the size among their own choices."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from listbuilder.army.build import ArmyBuilder, ArmyContext
from listbuilder.catalogue.model import Catalogue
from listbuilder.catalogue.system import System
from listbuilder.errors import ASSUMED_SIZE, UNJUDGED, Problem
from listbuilder.i18n import Text
from listbuilder.listfile.plain import Ids, roster_data
from listbuilder.validation.pack import size
from tests.army import factory as f

SMALL, LARGE = "Small (1000 Point limit)", "Large (2000 Point limit)"


def saved(text: str) -> str:
    """What is written of a size that is not the event's."""
    roster = _played((SMALL,), f.SIZES[1], text=text)[0]
    data = roster_data(roster, Ids(roster, {}), as_tree=True)
    (size,) = next(one["selections"] for one in data["forces"][0]["selections"] if one["entry"] == "Battle Size")
    return str(size)


def played(*chosen: str, event: Any, **more: Any) -> tuple[list[str], Any]:
    """What is chosen in the end, and what is said."""
    roster, said = _played(chosen, event, **more)
    node = next(one for one in roster.forces[0].selections if one.option.name == "Battle Size")
    return [child.option.name for child in node.selections], said


def _played(
    chosen: tuple[str, ...], event: Any, *, form: str = "", text: str = "", assumed: bool = False
) -> tuple[Any, Any]:
    sizes = f.item("Battle Size", entries=(f.item(SMALL), f.item(LARGE)))
    table = f.table(sizes, f.unit("squad"))
    table.take("squad")
    node = table.take("battle-size")
    for name in chosen:
        table.take(f.item(name).id, node)
    system = System(id="made-up", name={"en": "Made up"}, battle_sizes=f.SIZES)
    builder = ArmyBuilder(table.engine, ArmyContext(system, Catalogue(id="cat", name="Cat")))
    problems = [Problem(Text("assumed"), "", 0, 0, "", ASSUMED_SIZE, UNJUDGED)] if assumed else []
    data, document = SimpleNamespace(form=form), SimpleNamespace(text=text)
    bound: Any = SimpleNamespace(roster=table.roster, data=data, document=document, problems=problems)
    limit = event.points if event is not None else 2000
    pack: Any = SimpleNamespace(size=event, limit=limit, name="Show", source=lambda _rule: {})
    said = list(size.played(pack, bound, builder))
    assert not bound.problems
    return table.roster, said


def test_another_size_is_replaced_by_that_of_the_event_and_this_is_told() -> None:
    chosen, said = played(SMALL, event=f.SIZES[1])
    assert chosen == [LARGE]
    assert [(one.rule, one.severity) for one in said] == [("event-size", "info")]
    assert (
        str(said[0].message)
        == "the list is made for Small (1000 Point limit); it is judged for Large, which Show plays"
    )


def test_a_size_that_was_only_assumed_is_replaced_without_a_word() -> None:
    assert played(SMALL, event=f.SIZES[1], assumed=True) == ([LARGE], [])


def test_native_data_stay_as_they_are() -> None:
    assert played(SMALL, event=f.SIZES[1], form="units") == ([SMALL], [])


def test_a_list_file_is_judged_by_the_size_of_the_event_and_keeps_the_one_that_it_states() -> None:
    chosen, said = played(SMALL, event=f.SIZES[1], text="system: made-up")
    assert (chosen, [one.severity for one in said]) == ([LARGE], ["info"])
    assert saved(text="system: made-up") == SMALL
    assert saved(text="") == LARGE


@pytest.mark.parametrize("several", [(), (SMALL, LARGE)])
def test_a_list_file_that_does_not_state_one_size_stays_as_it_is(several: tuple[str, ...]) -> None:
    assert played(*several, event=f.SIZES[1], text="system: made-up") == (list(several), [])


def test_the_same_size_and_an_event_without_one_change_nothing() -> None:
    assert played(LARGE, event=f.SIZES[1]) == ([LARGE], [])
    assert played(SMALL, event=None) == ([SMALL], [])
