"""Bounds that data state in words alone refuse what would break them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from listbuilder.catalogue.model import Modifier
from listbuilder.i18n import Text
from listbuilder.roster.history import History
from listbuilder.session.refusing import said_against
from listbuilder.session.squad_editor import SquadEditor
from tests.engine import factory as f
from tests.session.test_rows import model

TOO_MANY = Modifier(
    type="add", field="error", value="Max 1", conditions=(f.when("atLeast", 2, "gunner", scope="parent"),)
)
ALWAYS = Modifier(type="add", field="error", value="Never")


class Squad:
    """Troopers and gunners; the words that the data say about these two."""

    def __init__(self, about_gunners: tuple[Modifier, ...] = (), about_troopers: tuple[Modifier, ...] = ()) -> None:
        kinds = f.group(
            "kinds",
            model("trooper", modifiers=about_troopers),
            model("gunner", modifiers=about_gunners),
            constraints=(f.most(10),),
        )
        table = f.table(f.unit("squad", groups=(kinds,)))
        history = History(table.roster)
        self.unit, self.engine, self.trial = table.take("squad"), table.engine, history.trial
        self.editor = SquadEditor(table.engine, history, "pts")
        self.builder = self

    def set_count(self, _unit: str, key: str, count: int) -> None:
        self.editor.set_count(self.unit, key, count)

    def build(self) -> Any:
        said = [one for one in self.engine.violations() if one.node is not None]
        found = [
            SimpleNamespace(kind=one.kind, node=one.node.id, message=Text(one.message)) for one in said if one.node
        ]
        return SimpleNamespace(tree_findings=found)

    def against(self, label: str, count: int) -> str:
        squad: Any = self
        row = next(row for row in self.editor.together.rows(self.unit) if row.label == label)
        found = said_against(squad, self.unit.id, row, count)
        return str(found) if found is not None else ""


@pytest.mark.parametrize(("count", "said"), [(1, ""), (2, "Max 1")])
def test_what_the_data_say_about_a_choice_speaks_against_more_of_it(count: int, said: str) -> None:
    squad = Squad(about_gunners=(TOO_MANY,))
    assert squad.against("Gunner", count) == said
    assert not squad.unit.selections  # it was only tried


def test_what_is_said_already_or_about_another_choice_does_not() -> None:
    assert Squad(about_troopers=(TOO_MANY,)).against("Gunner", 2) == ""
    squad = Squad(about_gunners=(ALWAYS,))
    assert squad.against("Gunner", 1) == "Never"
    squad.set_count("", next(r.key for r in squad.editor.together.rows(squad.unit) if r.label == "Gunner"), 1)
    assert squad.against("Gunner", 2) == ""
