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
from listbuilder.validation.pack import size
from tests.army import factory as f

SMALL, LARGE = "Small (1000 Point limit)", "Large (2000 Point limit)"


def played(chosen: str, event: Any, *, form: str = "", text: str = "", assumed: bool = False) -> tuple[list[str], Any]:
    """What is chosen in the end, and what is said."""
    sizes = f.item("Battle Size", entries=(f.item(SMALL), f.item(LARGE)))
    table = f.table(sizes, f.unit("squad"))
    table.take("squad")
    node = table.take("battle-size")
    table.take(f.item(chosen).id, node)
    system = System(id="made-up", name={"en": "Made up"}, battle_sizes=f.SIZES)
    builder = ArmyBuilder(table.engine, ArmyContext(system, Catalogue(id="cat", name="Cat")))
    problems = [Problem(Text("assumed"), "", 0, 0, "", ASSUMED_SIZE, UNJUDGED)] if assumed else []
    data, document = SimpleNamespace(form=form), SimpleNamespace(text=text)
    bound: Any = SimpleNamespace(roster=table.roster, data=data, document=document, problems=problems)
    limit = event.points if event is not None else 2000
    pack: Any = SimpleNamespace(size=event, limit=limit, name="Show", source=lambda _rule: {})
    said = list(size.played(pack, bound, builder))
    assert not bound.problems
    return [child.option.name for child in node.selections], said


def test_another_size_is_replaced_by_that_of_the_event_and_this_is_told() -> None:
    chosen, said = played(SMALL, f.SIZES[1])
    assert chosen == [LARGE]
    assert [(one.rule, one.severity) for one in said] == [("event-size", "info")]
    assert (
        str(said[0].message)
        == "the list is made for Small (1000 Point limit); it is judged for Large, which Show plays"
    )


def test_a_size_that_was_only_assumed_is_replaced_without_a_word() -> None:
    assert played(SMALL, f.SIZES[1], assumed=True) == ([LARGE], [])


@pytest.mark.parametrize("more", [{"form": "units"}, {"text": "system: made-up"}])
def test_a_list_file_and_native_data_stay_as_they_are(more: dict[str, str]) -> None:
    assert played(SMALL, f.SIZES[1], **more) == ([SMALL], [])


def test_the_same_size_and_an_event_without_one_change_nothing() -> None:
    assert played(LARGE, f.SIZES[1]) == ([LARGE], [])
    assert played(SMALL, None) == ([SMALL], [])
