"""Which unit of the data a name in a list means."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from listbuilder.catalogue.model import Condition, EntryLink, Modifier
from listbuilder.exchange.binding import choice
from listbuilder.exchange.binding.army import rename
from listbuilder.exchange.binding.choice import find_in, units_of
from listbuilder.exchange.binding.items import bag_of
from listbuilder.exchange.reading.record import ListRecord, Part, UnitRecord, walk
from tests.engine import factory as f


def link(name: str, *renames: Modifier) -> EntryLink:
    return EntryLink(id=name, name="Herons", target_id="herons", modifiers=renames)


def test_a_link_that_the_data_always_rename_is_found_by_that_name() -> None:
    only_if = Condition(field="selections", scope="force", child_id="x", type="atLeast", value=1)
    rename = Modifier(type="set", field="name", value="Herons (2 Models)")
    sometimes = replace(rename, value="Storks", conditions=(only_if,))
    library = f.library(links=(link("few", rename), link("many", sometimes)), shared_entries=(f.unit("herons"),))
    units = units_of(library, "cat")

    def found(name: str) -> list[str]:
        return [option.path[0] for option in find_in(units, UnitRecord(name))[0]]

    assert found("Herons") == ["many"]
    assert found("Herons (2 models)") == ["few"]
    assert not found("Storks")


def test_a_unit_that_the_data_call_otherwise() -> None:
    storks = EntryLink(id="few", name="Storks", target_id="herons")
    units = units_of(f.library(links=(storks, link("many")), shared_entries=(f.unit("herons", name=""),)), "cat")

    def found(name: str) -> list[str]:
        return [option.path[0] for option in find_in(units, UnitRecord(name, also="Storks"))[0]]

    assert found("Grey Storks") == ["few"]
    assert found("Herons") == ["many"]  # the list's own name goes first


def test_the_other_name_is_that_of_the_lists_game() -> None:
    king = UnitRecord("Gnoblars", parts=[Part("Crown", parts=[Part("PRODIGY of the Asydrzor")])])
    record = ListRecord("aos-app", ("aos-4e",), units=[UnitRecord("ogor glutton"), king])
    rename(record)
    assert [unit.also for unit in record.units] == ["Gluttons", ""]
    assert [part.also for part in walk(king.parts)] == ["", "Prodigy of the Asydrazor"]
    record.systems = ("wh40k-10e",)
    rename(record)
    assert [unit.also for unit in record.units] == ["", ""]


def test_an_item_that_the_data_call_otherwise() -> None:
    stated = [Part("Old Horn", 2, 5, also="Silver Horn"), Part("Drum", also="Silver Horn"), Part("Flute", also="Lute")]
    bag = bag_of(stated, frozenset({"silver horn", "drum"}))
    assert dict(bag.counts) == {"silver horn": 2, "drum": 1}  # the list's own name goes first
    assert [part.name for part in bag.unknown] == ["Flute"]


def test_data_are_asked_until_some_know_all_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that know a part give way to later ones that know all, after which no others are loaded."""
    known, asked = {"part": 1, "all": 2, "late": 2}, list[str]()
    sets = [SimpleNamespace(name=name) for name in known]

    def loaded(data: Any, *_: object) -> Any:
        asked.append(data.name)
        return SimpleNamespace(pin=SimpleNamespace(set=data.name))

    def score(data: Any, *_: object, rank: int, **__: object) -> Any:
        return choice._Score(known[data.pin.set], True, rank, known[data.pin.set])

    monkeypatch.setattr(choice, "_offers", lambda *_: [(one, SimpleNamespace(id="f"), ("f",)) for one in sets])
    monkeypatch.setattr(choice, "_loaded", loaded)
    monkeypatch.setattr(choice, "_score", score)
    record = ListRecord("gw-app", ("wh40k-10e",), units=[UnitRecord("Boyz"), UnitRecord("Nobz")])
    found: Any = choice._choice(record, [])
    assert (found.data.pin.set, asked) == ("all", ["part", "all"])
