"""Units that name the faction whose datasheet they are, where the army's own has one of that name, too."""

from __future__ import annotations

import pytest

from listbuilder.errors import Problem
from listbuilder.listfile import document, saving
from listbuilder.roster.edits import Insert, SetText
from listbuilder.roster.tree import Roster, Selection
from listbuilder.sources.native import NativeSet

LIST = """\
system: wh40k-10e
faction: {army}
detachment: gladius-task-force
units:
- {{datasheet: captain, warlord: true}}
- {{id: master, datasheet: {unit}}}   # with its spear
"""


@pytest.fixture(scope="module", params=["space-marines", "black-templars"])
def army(request, native: NativeSet):
    return native.load("wh40k-10e", request.param)


def read(unit: str, army) -> tuple[document.Document, Roster, list[Problem]]:
    listed = document.load(LIST.format(unit=unit, army=army.faction.id).encode(), "army.yaml")
    roster, problems = document.bind(listed, army.library)
    return listed, roster, problems


def home(roster: Roster) -> str:
    unit = roster.nodes["master"]
    assert isinstance(unit, Selection)
    return unit.option.catalogue.id


@pytest.mark.parametrize("word", ["agents-of-the-imperium", "Agents of the Imperium", "帝国特工", "АГЕНТЫ ИМПЕРИУМА"])
@pytest.mark.parametrize("unit", ["watch-master", "Watch Master"])
def test_a_unit_is_of_the_faction_that_it_names(army, word: str, unit: str) -> None:
    _, roster, problems = read(f"{unit}, faction: {word}", army)
    assert (home(roster), problems) == ("agents-of-the-imperium", [])


@pytest.mark.parametrize("word", ["", ", faction: space-marines", ", faction: Space Marines"])
def test_without_one_or_with_its_own_it_is_of_the_army(army, word: str) -> None:
    """An army of a faction that extends another one is of the wider one as well."""
    _, roster, problems = read(f"intercessor-squad{word}", army)
    assert (home(roster), problems) == (army.faction.id, [])


@pytest.mark.parametrize(
    ("word", "homes"),
    [
        ("", {"space-marines": "space-marines", "black-templars": "agents-of-the-imperium"}),
        (", faction: space-marines", {"space-marines": "space-marines", "black-templars": "space-marines"}),
    ],
)
def test_what_the_army_cannot_have_is_an_ally_that_it_can_have(army, word: str, homes: dict[str, str]) -> None:
    """Space Marines have Watch Masters, Black Templars only as allies."""
    _, roster, problems = read(f"watch-master{word}", army)
    assert (home(roster), problems) == (homes[army.faction.id], [])


def test_what_the_other_faction_is_not_known_to_have(army) -> None:
    _, roster, problems = read("watch-mastr, faction: agents-of-the-imperium", army)
    assert [(str(one.message), str(one.hint), one.rule, one.severity, one.unit) for one in problems] == [
        (
            "Agents of the Imperium: no datasheet watch-mastr",
            "did you mean watch-master?",
            "unknown-name",
            "unjudged",
            "master",
        )
    ]
    assert (problems[0].line, problems[0].column) == (6, 27)
    assert "master" not in roster.nodes
    _, roster, problems = read("intercessor-squad, faction: agents-of-the-imperium", army)
    assert len(problems) == 1  # the army's own is not taken for it
    assert "master" not in roster.nodes


def test_a_faction_that_nobody_knows_is_named(army) -> None:
    _, roster, problems = read("watch-master, faction: agents-of-the-imperim", army)
    assert [(str(one.message), str(one.hint), one.severity) for one in problems] == [
        ("unknown faction: agents-of-the-imperim", "did you mean agents-of-the-imperium?", "unjudged")
    ]
    assert "master" in roster.nodes


def test_saving_keeps_whose_unit_it_is(army) -> None:
    listed, roster, _ = read("watch-master, faction: agents-of-the-imperium", army)
    unit = roster.nodes["master"]
    assert isinstance(unit, Selection)
    SetText(unit, "custom_name", "Ennius").apply(roster)
    text = saving.save(listed, roster)
    assert "- {id: master, datasheet: watch-master, faction: agents-of-the-imperium, name: Ennius}" in text
    again, _ = document.bind(document.load(text.encode(), "army.yaml"), army.library)
    assert home(again) == "agents-of-the-imperium"


def test_an_ally_that_is_added_says_whose_it_is(army) -> None:
    """Only where its name alone would mean another datasheet."""
    listed, roster, _ = read("intercessor-squad", army)
    agents = army.library.factions(("agents-of-the-imperium",))[0]
    for number, wanted in enumerate(("watch-master", "inquisitor")):
        option = next(one for one in army.library.root_options(agents.id) if one.local_id == wanted)
        Insert(Selection(option, 1, f"new-{number}"), roster.forces[0]).apply(roster)
    text = saving.save(listed, roster)
    assert text.count("agents-of-the-imperium") == (1 if army.faction.id == "space-marines" else 0)
    again, problems = document.bind(document.load(text.encode(), "army.yaml"), army.library)
    assert not problems
    homes = [one.option.catalogue.id for one in again.forces[0].selections if one.option.type == "unit"]
    assert homes == [army.faction.id, army.faction.id, agents.id, agents.id]


@pytest.mark.parametrize("wrong", ["[a]", "{a: b}", "''", "true"])
def test_what_is_no_name_is_refused(army, wrong: str) -> None:
    with pytest.raises(document.InputError):
        read(f"watch-master, faction: {wrong}", army)
