"""An army of regiments over a small invented set: a legal list, each illegal step refused, saves and texts of the same list."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from listbuilder.errors import UNJUDGED, Place
from listbuilder.exchange.binding import settings
from listbuilder.exchange.binding.names import with_others
from listbuilder.exchange.ros import write
from listbuilder.exchange.ros_xml import NAMESPACE
from listbuilder.session import Session
from listbuilder.validation import Validated, validate_bytes

NS = f"{{{NAMESPACE}}}"
SET = Path(__file__).resolve().parents[1] / "data" / "bsdata" / "cinder-isles"


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from listbuilder.sources.store.installed import Store

    Store(tmp_path).add(SET, "cinder-isles")
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path))


def army_of(session: Session) -> str:
    return session.roster.forces[0].id


def add(session: Session, force: str) -> str:
    return session.add_force(
        next(item.id for item in session.forces.choices(army_of(session)) if item.name == force), army_of(session)
    )


def take(session: Session, name: str, force: str) -> str:
    return session.add_unit(next(line.id for line in session.datasheets(force) if line.name == name), force)


def pick(session: Session, holder: str, label: str) -> None:
    session.pick(holder, next(row.key for row in session.rows(holder) if row.label == label))


@pytest.fixture
def session() -> Session:
    """A captain who is general with two units, a warden with one, cards, a formation and a lore."""
    session = Session.new("cinder-isles", "Embers")
    for label in ("Hold the Shore", "Ring of Fire", "Burning Line", "Lore of Coals"):
        pick(session, army_of(session), label)
    first, second = add(session, "Regiment"), add(session, "Regiment")
    session.set_warlord(take(session, "Ember Captain", first))
    take(session, "Ember Guards", first)
    take(session, "Slag Golem", first)
    take(session, "Ember Warden", second)
    take(session, "Ember Guards", second)
    return session


def told(session: Session, severity: str = "error") -> list[tuple[str, str]]:
    return [(item.rule, str(item.message)) for item in session.findings if item.severity == severity]


def regiments(session: Session) -> list[str]:
    return [line.id for line in session.forces.lines() if line.kind == "Regiment"]


def unit(session: Session, name: str) -> str:
    return next(one.id for one in session.army.units if one.name == name)


def test_an_ordinary_army_is_legal(session: Session) -> None:
    assert (session.verdict, told(session), told(session, UNJUDGED)) == ("legal", [], [])
    assert (session.points, session.limit) == (580, 2000)
    assert "Old Kiln" in {one.name for one in session.army.units}


def no_general(session: Session) -> None:
    session.set_warlord(unit(session, "Ember Captain"), on=False)


def another_unit(session: Session) -> None:
    take(session, "Stray Salamander", regiments(session)[0])


def too_many(session: Session) -> None:
    for _ in range(3):
        take(session, "Ember Guards", regiments(session)[1])


def second_unique(session: Session) -> None:
    third = add(session, "Regiment")
    for _ in range(2):
        take(session, "Mother of Embers", third)


def over_the_limit(session: Session) -> None:
    session.set_limit(500)


def second_terrain(session: Session) -> None:
    take(session, "Old Kiln", army_of(session))


def second_lore(session: Session) -> None:
    pick(session, army_of(session), "Lore of Smoke")


@pytest.mark.parametrize(
    ("step", "refused"),
    [
        (no_general, [("general", "General: 0 found, at least 1 needed")]),
        (another_unit, [("data-hidden", "Stray Salamander is not available in Regiment 1")]),
        (too_many, [("regiment-size", "Regiment 2: 5 units, at most 4")]),
        (second_unique, [("unique", "Mother of Embers: 2 units, at most 1 with the same warscroll")]),
        (over_the_limit, [("points-limit", "the army costs 580 points, at most 500 (80 too many)")]),
        (second_terrain, [("faction-terrain", "Faction terrain: 2 found, at most 1")]),
        (second_lore, [("army-choices", "Spell Lore: 2 taken, at most 1")]),
    ],
)
def test_one_step_too_far_is_refused(
    session: Session, step: Callable[[Session], None], refused: list[tuple[str, str]]
) -> None:
    step(session)
    assert told(session) == refused
    fix = session.first_fix(next(item for item in session.findings if item.severity == "error"))
    assert fix is not None
    session.apply_fix(fix)
    assert session.verdict == "legal"


def test_a_saved_list_is_judged_alike(session: Session) -> None:
    again = validate_bytes(write(session.engine).encode(), "list.ros")
    assert (again.verdict, again.army.points) == ("legal", session.points)


def test_a_second_formation_is_an_error_although_the_rule_only_warns(session: Session) -> None:
    tree = ET.fromstring(write(session.engine))
    choices = tree.find(f"{NS}forces/{NS}force/{NS}selections")
    assert choices is not None
    second = copy.deepcopy(next(one for one in choices if one.get("name") == "Battle Formation"))
    second.set("id", "second")
    choices.append(second)
    found = validate_bytes(ET.tostring(in_usual_namespace(tree)), "list.ros").findings
    errors = [(one.rule, str(one.message)) for one in found if one.severity == "error"]
    assert ("data-max", "Battle Formation: 2 taken, at most 1") in errors


def test_a_saved_unit_that_only_others_may_have_is_refused(session: Session) -> None:
    text = write(session.engine).replace("ci-golem", "ci-hired-men").replace("Slag Golem", "Hired Oars")
    found = validate_bytes(text.encode(), "list.ros")
    errors = [(one.rule, str(one.message)) for one in found.findings if one.severity == "error"]
    assert ("not-offered", "Hired Oars is not offered to Embers; it is a unit of Hirelings") in errors
    assert found.verdict == "illegal"


def in_usual_namespace(tree: ET.Element) -> ET.Element:
    """The tree with the roster's namespace as the usual one, as rosters are written."""
    for node in tree.iter():
        node.tag = node.tag.removeprefix(NS)
    tree.set("xmlns", NAMESPACE)
    return tree


TEXT = """Test 540/2000 pts
-----
Embers | Burning Line
Year of Sparks
Drops: 2
Spell Lore - Lore of Coals
Battle Tactic Cards: Hold the Shore, Ring of Fire
-----
General's Regiment
Ember Captain (100)
• General
Ember Guards (120)
• Reinforced
• 1x Long Pike
Ember Guards (120)
-----
Regiments of Renown
Hired Band (200)
Hired Band
Hired Oars
-----
Faction Terrain
Old Kiln
Created with Warhammer Age of Sigmar: The App
App: v1.30.0 | Data: v400
"""


def read(text: str) -> Validated:
    return validate_bytes(text.encode(), "list.txt")


def problems(validated: Validated, severity: str = "error") -> list[tuple[str, str]]:
    return [(one.rule, str(one.message)) for one in validated.findings if one.severity == severity]


def test_a_text_of_the_app_gets_its_forces_and_what_it_leaves_out() -> None:
    found = read(TEXT)
    assert (problems(found), problems(found, UNJUDGED)) == ([], [])
    forces = [(force.entry.name, force.catalogue_id) for force in found.bound.roster.forces_in_order()]
    assert forces == [("Year of Sparks", "ci-embers"), ("Regiment", "ci-embers"), ("Hired Band", "ci-hirelings")]
    names = [one.name for one in found.army.units]
    assert len({one.id for one in found.army.units}) == len(names)
    assert sorted(names) == ["Ember Captain", "Ember Guards", "Ember Guards", "Hired Band", "Hired Oars", "Old Kiln"]
    guards = [one for one in found.army.units if one.name == "Ember Guards"]
    assert [sum(model.count for model in one.models) for one in guards] == [6, 3]
    assert [len(one.models) for one in guards] == [2, 2]
    assert found.army.points == 540


def test_a_band_that_the_army_may_not_have_is_refused() -> None:
    found = read(TEXT.replace("Hired Band (200)\nHired Band\nHired Oars", "Drowned Crew (50)"))
    assert problems(found) == [("data-hidden", "Drowned Crew is not available to this army")]


def test_an_unknown_unit_and_wrong_points_are_told_at_their_lines() -> None:
    found = read(TEXT.replace("Ember Guards (120)\n-----", "Ember Gards (120)\n-----").replace("(100)", "(95)"))
    told = [one for one in found.findings if one.rule in {"points-drift", "unknown-name"}]
    assert {(one.rule, one.unit, one.place) for one in told} == {
        ("points-drift", "ember-captain", Place("list.txt", 10, 1)),
        ("unknown-name", "ember-gards", Place("list.txt", 15, 1)),
    }
    assert any("(did you mean Ember Guards?)" in str(one.message) for one in told)


def test_a_unit_that_only_others_may_have_is_refused() -> None:
    found = read(TEXT.replace("Ember Guards (120)\n-----", "Hired Oars (120)\n-----"))
    assert problems(found) == [
        ("not-offered", "Hired Oars is not offered to Embers; it is a unit of Hirelings"),
    ]
    assert [one.unit for one in found.findings if one.rule == "not-offered"] == ["hired-oars"]


def test_what_a_unit_is_devoted_to_is_a_part_of_its_name() -> None:
    found = read(TEXT.replace("Ember Captain (100)\n", "Captain (100)\n• Clan: Ember\n"))
    assert (problems(found), problems(found, UNJUDGED)) == ([], [])
    assert [one.name for one in found.army.units if one.warlord] == ["Ember Captain"]


def test_terrain_that_a_text_does_not_name_is_not_there() -> None:
    found = read(TEXT.replace("Faction Terrain\nOld Kiln\n", ""))
    assert "Old Kiln" not in {one.name for one in found.army.units}


def test_what_the_army_chooses_is_read_though_its_formation_is_not_known() -> None:
    text = TEXT.replace("Burning Line", "Blazing Line")
    found = read(text)
    unknown = ("unknown-name", "unknown detachment: Blazing Line")
    assert (problems(found), problems(found, UNJUDGED)) == ([], [unknown])
    assert {"Hold the Shore", "Ring of Fire", "Lore of Coals"} <= {
        node.option.name for node in found.bound.roster.walk()
    }
    found = read(text.replace("Hold the Shore, Ring of Fire", "Hold the Pass, Ring of Fire"))
    assert problems(found, UNJUDGED) == [
        unknown,
        ("unknown-name", "unknown choice: Battle Tactic Cards: Hold the Pass"),
    ]


def test_what_programs_call_a_choice_of_the_army_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    text = TEXT.replace("Lore of Coals", "Lore of Koals")
    assert problems(read(text), UNJUDGED) != []
    others = {"Lore of Koals": "Lore of Coals"}
    monkeypatch.setattr(settings, "with_others", lambda known, _: with_others(known, others))
    assert problems(read(text), UNJUDGED) == []


def test_what_a_text_does_not_state_is_unjudged() -> None:
    no_cards = read(TEXT.replace("Battle Tactic Cards: Hold the Shore, Ring of Fire\n", ""))
    assert no_cards.verdict == UNJUDGED
    assert ("incomplete", "Battle Tactic Cards: the list does not say which one is chosen") in problems(
        no_cards, UNJUDGED
    )
    golem = read(TEXT.replace("Ember Guards (120)", "Slag Golem (150)\nEmber Guards (120)"))
    assert golem.verdict == UNJUDGED
    assert problems(golem, UNJUDGED)[0] == (
        "incomplete",
        "the list does not say which wargear Slag Golem takes where it must choose",
    )
