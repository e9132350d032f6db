"""Age of Sigmar: forces below the army, leaders of regiments, what is offered where."""

from __future__ import annotations

import pytest

from listbuilder.session import Session
from tests.play import building

pytestmark = [pytest.mark.sweep, pytest.mark.usefixtures("community")]


@pytest.fixture
def session() -> Session:
    session = Session.new("sigmar", "Stormcast Eternals")
    building.choose_required(session, session.roster.forces[0].id)
    return session


def regiment(session: Session) -> str:
    army = session.roster.forces[0].id
    return session.add_force(next(item.id for item in session.forces.choices(army) if item.name == "Regiment"), army)


def take(session: Session, name: str, force: str) -> str:
    return session.add_unit(next(line.id for line in session.datasheets(force) if line.name == name), force)


def offered(session: Session, force: str) -> set[str]:
    return {line.name for line in session.datasheets(force) if not line.hidden}


def leads(session: Session, unit_id: str) -> bool:
    unit = session.army.unit(unit_id)
    assert unit is not None
    return unit.has("Regimental Leader")


def told(session: Session) -> list[tuple[str, str]]:
    return [(item.rule, str(item.message)) for item in session.findings]


def test_a_new_list_is_of_the_current_season_and_needs_a_regiment(session: Session) -> None:
    assert [line.name for line in session.forces.lines()] == ["General's Handbook 2026-27"]
    assert session.limit == 2000
    assert [item.rule for item in session.findings if item.severity == "error"] == ["regiment-count"]


def test_a_regiment_that_lacks_is_added_with_a_leader(session: Session) -> None:
    lacking = next(item for item in session.findings if item.rule == "regiment-count")
    offers = session.fixes(lacking)
    assert str(offers[0].title).startswith("add Regiment, add ")
    session.apply_fix(offers[0])
    assert not [item for item in session.findings if item.severity == "error"]


def test_forces_offer_what_they_have_a_place_for(session: Session) -> None:
    army = session.roster.forces[0].id
    assert {item.name for item in session.forces.choices(army)} >= {"Regiment"}

    first = regiment(session)
    take(session, "Lord-Celestant on Dracoth", first)

    assert "Liberators" in offered(session, first)
    assert "Liberators" not in offered(session, army)
    assert "Stormreach Portal" in offered(session, army)
    assert "Battle Formation" in {row.label for row in session.rows(army)}
    assert "Battle Formation" not in {row.label for row in session.rows(first)}


def test_the_first_hero_leads_and_no_other_is_offered(session: Session) -> None:
    force = regiment(session)
    assert "Lord-Imperatant" in offered(session, force)

    leader = take(session, "Lord-Celestant on Dracoth", force)

    assert leads(session, leader)
    assert not [item for item in session.findings if item.severity == "error"]
    assert "Lord-Commander Bastian Carthalos" not in offered(session, force)

    session.remove_unit(leader)
    assert "Lord-Commander Bastian Carthalos" in offered(session, force)


def test_undo_brings_the_leader_back_to_his_place(session: Session) -> None:
    force = regiment(session)
    leader = take(session, "Lord-Celestant on Dracoth", force)
    second = take(session, "Lord-Imperatant", force)
    before = told(session)

    session.remove_unit(leader)
    assert leads(session, second)

    session.undo()
    assert told(session) == before
    assert leads(session, leader)
    assert not leads(session, second)


def test_findings_name_the_regiment(session: Session) -> None:
    first, second = regiment(session), regiment(session)
    take(session, "Lord-Celestant on Dracoth", first)

    found = [item for item in session.findings if item.rule == "regiment-leader"]
    assert [str(item.message) for item in found] == ["Regiment 2: no unit can lead it"]
    assert [line.name for line in session.forces.lines()][1:] == ["Regiment 1", "Regiment 2"]

    session.remove_force(second)
    assert not [item for item in session.findings if item.rule == "regiment-leader"]


def test_six_regiments_are_too_many_once(session: Session) -> None:
    for _ in range(6):
        regiment(session)

    assert [item.rule for item in session.findings].count("regiment-count") == 1
    assert not [item for item in session.findings if item.rule.startswith("data-")]


def test_a_choice_of_nested_groups_is_one_choice(session: Session) -> None:
    force = regiment(session)
    hero = take(session, "Lord-Celestant on Dracoth", force)

    def artefacts() -> list[tuple[str, bool]]:
        rows = session.rows(hero)
        group = next(row.group for row in rows if row.label == "Artefacts of Power")
        return [(row.label, row.chosen) for row in rows if row.kind == "pick" and row.group == group]

    first, *_, last = [label for label, _chosen in artefacts()]
    for label in (first, last):
        session.pick(hero, next(row.key for row in session.rows(hero) if row.label == label))

    assert [label for label, chosen in artefacts() if chosen] == [last]


def test_a_hero_has_one_enhancement_of_each_table(session: Session) -> None:
    """A heroic trait and an artefact beside each other: another one replaces that of its own table."""
    hero = take(session, "Lord-Celestant on Dracoth", regiment(session))
    tables: dict[str, list[str]] = {}
    for target in session.enhancements(hero):
        tables.setdefault(target.group[0], []).append(target.id)
    (trait, *_), (artefact, other, *_) = tables["Heroic Traits"], tables["Artefacts of Power"]

    def borne() -> set[str]:
        unit = session.army.unit(hero)
        assert unit is not None
        return {one.id for one in unit.enhancements}

    for wanted, expected in ((trait, {trait}), (artefact, {trait, artefact}), (other, {trait, other})):
        session.set_enhancement(hero, wanted)
        assert borne() == expected
    session.set_enhancement(hero, "")
    assert borne() == set()
