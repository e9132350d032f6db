"""Lists over data with several seasons: which force an army is, and which of several choices of one name is meant."""

from __future__ import annotations

import json
from typing import Any

import pytest

from listbuilder.catalogue.library import Library
from listbuilder.engine import Engine
from listbuilder.engine.actions import add_force, select
from listbuilder.exchange.binding import twins
from listbuilder.exchange.binding.forces import army_force
from listbuilder.exchange.reading.record import Word
from listbuilder.roster.tree import Roster
from listbuilder.sources.bsdata.reader import read_bytes


def season(key: str, name: str, place: int | None = None) -> dict[str, Any]:
    return {"id": key, "name": name, "sortIndex": place} if place is not None else {"id": key, "name": name}


def gifts(of: str) -> dict[str, Any]:
    """A group with the gift of a season, which the data show in that season alone."""
    asked = {
        "field": "selections",
        "scope": "ancestor",
        "childId": of,
        "type": "instanceOf",
        "value": 1,
        "shared": True,
    }
    return {
        "id": f"gifts-{of}", "name": f"Gifts of {of}", "hidden": True,
        "modifiers": [{"type": "set", "field": "hidden", "value": False, "conditions": [asked]}],
        "selectionEntries": [{"id": f"horn-{of}", "name": "Silver Horn", "type": "upgrade"}],
    }  # fmt: skip


@pytest.fixture
def library() -> Library:
    forces = [season("last", "Last Season"), season("old", "Old Season", 2), season("new", "★ New Season", 1)]
    system = {"id": "s", "name": "Reeds", "revision": 1, "battleScribeVersion": "2.03", "type": "gameSystem"}
    hero = {
        "id": "hero", "name": "Heron", "type": "unit",
        "selectionEntryGroups": [gifts("old"), gifts("new")],
    }  # fmt: skip
    catalogue = {
        "id": "c", "name": "Birds", "revision": 1, "battleScribeVersion": "2.03", "type": "catalogue", "library": False,
        "gameSystemId": "s", "gameSystemRevision": 1, "selectionEntries": [hero],
    }  # fmt: skip
    files = {"gameSystem": {**system, "forceEntries": forces}, "catalogue": catalogue}
    read = [read_bytes(json.dumps({key: one}).encode(), f"{key}.json") for key, one in files.items()]
    return Library(read[0], read[1:])


def test_the_force_that_the_authors_put_first(library: Library) -> None:
    assert army_force(library, "c", [])[0].id == "new"
    assert army_force(library, "c", [Word("old season", 3)])[0].id == "old"


@pytest.mark.parametrize(
    ("played", "stated", "meant"),
    [("new", "old", "horn-new"), ("old", "new", "horn-old"), ("new", "new", "horn-new"), ("last", "old", "horn-old")],
)
def test_of_choices_of_one_name_the_one_that_is_shown(library: Library, played: str, stated: str, meant: str) -> None:
    """In the last season neither is shown: then the choice stays as it is."""
    roster = Roster(library, "x")
    engine = Engine(roster)
    entry = next(one for one in library.forces.at_root("c") if one.id == played)
    edit, force = add_force(engine, entry, "c")
    edit.apply(roster)
    edit, hero = select(engine, force, next(iter(library.root_options("c"))))
    edit.apply(roster)
    chosen = next(one for one in hero.option.entries if one.target.id == f"horn-{stated}")
    edit, _ = select(engine, hero, chosen)
    edit.apply(roster)
    engine.close()
    twins.show(roster)
    assert [(one.option.target.id, one.amount) for one in hero.selections] == [(meant, 1)]
