"""Texts of games that have no format of their own here: they are read back as the same list, and say what they do not carry."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.army.build import ArmyBuilder, ArmyContext
from listbuilder.engine import Engine
from listbuilder.errors import InputError
from listbuilder.exchange import formats
from listbuilder.exchange.writing import carried
from listbuilder.exchange.writing.sheet import GAMES
from listbuilder.listfile.bound import BoundList
from listbuilder.session.session import Session
from listbuilder.sources import registry
from listbuilder.validation import validate_bytes
from tests.conftest import ROOT
from tests.exchange.writing.armies import held, random_session

pytestmark = pytest.mark.unmeasured

TEXTS = ("gw-app", "wtc-compact", "wtc-full", "markdown", "text")
FACTIONS = ROOT / "factions"
LEGAL = [
    path
    for path in sorted(FACTIONS.glob("*/examples/**/*.yaml"))
    if "illegal" not in str(path.relative_to(FACTIONS)) and path.relative_to(FACTIONS).parts[0] not in GAMES
]
SYSTEMS = sorted({path.relative_to(FACTIONS).parts[0] for path in LEGAL})
NECRONS = FACTIONS / "wh40k-9e" / "examples" / "legal.yaml"


def forces_of(bound: BoundList) -> list[tuple[str, str, list[str]]]:
    """Kind, faction and datasheets of each force of a list."""
    data = bound.data
    army = ArmyBuilder(Engine(bound.roster), ArmyContext(data.system, data.faction, data.pin, "")).build()
    return [
        (force.kind_id, force.faction_id, [unit.datasheet for unit in army.units if unit.force == force.id])
        for force in army.forces
        if force.inside
    ]


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=() if path.stem == "legal" else pytest.mark.sweep) for path in LEGAL],
    ids=[str(path.relative_to(FACTIONS)) for path in LEGAL],
)
def test_every_legal_example_is_read_back_whole(path: Path) -> None:
    first = formats.read_file(path)
    for name in TEXTS:
        content = formats.written(first, name)
        assert formats.known(content[: formats.HEAD]).name == "listbuilder"
        assert [str(one.message) for one in carried.lost(first, name, content)] == [], name
        again = formats.read_bytes(content)
        assert (again.data.system.id, forces_of(again)) == (first.data.system.id, forces_of(first)), name
        assert again.problems == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_random_armies(system: str) -> None:
    faction = min(one.id for one in registry.native().factions(system))
    session = random_session(system, faction, seed=2)
    assert session.army.units
    for name in TEXTS:
        again = validate_bytes(formats.written(session.now.bound, name))
        assert held(again.army) == held(session.army), name


def test_items_with_a_colon_in_their_name() -> None:
    session = Session.new("wh40k-9e", "necrons")
    force = session.add_force_of("patrol")
    sheet = next(one for one in session.datasheets(force) if one.name == "C'tan Shard of the Deceiver")
    unit = session.unit(session.add_unit(sheet.id, force))
    assert unit is not None
    assert any(": " in item.name for line in unit.models for item in line.wargear)
    for name in TEXTS:
        content = formats.written(session.now.bound, name)
        assert [str(one.message) for one in carried.lost(session.now.bound, name, content)] == [], name


def test_a_force_of_another_faction_with_a_subfaction_and_a_name_of_its_own() -> None:
    force = "  - {force: patrol, faction: orks, subfaction: goffs, name: Da Boyz, units: [{datasheet: boyz}]}\n"
    first = formats.read_bytes(NECRONS.read_text("utf-8").replace("declarations:", force + "declarations:").encode())
    for name in TEXTS:
        content = formats.written(first, name)
        assert b"Patrol Detachment (Orks) [Goffs]: Da Boyz" in content
        assert carried.lost(first, name, content) == []


def test_a_force_that_is_not_carried_is_named() -> None:
    first = formats.read_file(NECRONS)
    content = formats.written(first, "text").replace(b"Vanguard Detachment [Sautekh]", b"Vanguard Detachment [Novokh]")
    said = [str(one.message) for one in carried.lost(first, "text", content)]
    assert "the text does not carry: units and name of Vanguard Detachment" in said


def test_declarations_names_and_forces_stand_in_the_text() -> None:
    text = NECRONS.read_text("utf-8").replace(
        "{datasheet: psychomancer}", "{datasheet: psychomancer, name: The Whisper}"
    )
    text = text.replace("- force: vanguard", "- force: vanguard\n    name: Second line")
    first = formats.read_bytes(text.encode())
    for name in TEXTS:
        content = formats.written(first, name)
        assert carried.lost(first, name, content) == []
        again = formats.read_bytes(content).roster
        marked = again.declarations.marks["To the Last"]
        assert [again.nodes[unit].option.name for unit in marked] == [
            "Necron Warriors",
            "Canoptek Doomstalker",
            "Skorpekh Lord",
        ]
        assert again.forces[0].forces[1].custom_name == "Second line"


class TestChangedByHand:
    def text(self) -> str:
        return formats.written(formats.read_file(NECRONS), "gw-app").decode()

    def read(self, old: str, new: str) -> BoundList:
        text = self.text()
        assert old in text
        return formats.read_bytes(text.replace(old, new).encode())

    def test_a_force_that_the_game_does_not_have_is_named_and_not_judged(self) -> None:
        found = self.read("Vanguard Detachment", "Warband")
        (problem,) = found.problems
        assert (str(problem.message), problem.severity) == ("unknown force: Warband", "unjudged")
        assert self.text().splitlines()[problem.line - 1] == "Vanguard Detachment [Sautekh]"

    def test_units_stand_where_their_heading_says(self) -> None:
        found = self.read("Vanguard Detachment", "Patrol Detachment")
        assert {kind for kind, _, _ in forces_of(found)} == {"battalion", "patrol"}

    def test_a_declaration_that_the_game_does_not_have_is_named_and_not_judged(self) -> None:
        found = self.read("• Notes: To the Last", "• Rides in: Ghost Ark")
        assert {(str(one.message), one.severity) for one in found.problems} == {
            ("this line was not understood: Rides in: Ghost Ark", "unjudged")
        }

    def test_an_unknown_size_is_named_and_not_judged(self) -> None:
        found = self.read("Battle Size: Strike Force", "Battle Size: Skirmish")
        assert [(str(one.message), one.severity) for one in found.problems] == [
            ("unknown battle size: Skirmish", "unjudged")
        ]

    def test_a_game_without_data_is_refused_with_its_line(self) -> None:
        with pytest.raises(InputError, match="no data for this game: Tiddlywinks") as caught:
            self.read("Warhammer 40,000 9th edition", "Tiddlywinks")
        assert caught.value.problems[0].line == 3

    def test_a_second_list_below_is_not_read(self) -> None:
        text = self.text()
        found = formats.read_bytes((text + "\n" + text).encode())
        assert any("another list starts here" in str(one.message) for one in found.problems)


def test_a_text_of_the_app_fills_the_regiments_that_it_names() -> None:
    """Its regiments have units of native data where these are asked for."""
    text = """Storm 300/2000 pts
Stormcast Eternals

General's Regiment
Lord-Celestant (100)
• General
Vindictors (90)

Regiment 1
Vandus Hammerhand (160)

Auxiliary Units
Aetherwings (80)

Created with Warhammer Age of Sigmar: The App
"""
    found = formats.read_bytes(text.encode(), among=(registry.native(),))
    assert forces_of(found) == [
        ("regiment", "", ["Lord-Celestant", "Vindictors"]),
        ("regiment", "", ["Vandus Hammerhand"]),
        ("auxiliary", "", ["Aetherwings"]),
    ]
