"""Age of Sigmar: an ordinary army of 2,000 points for several factions is legal, and each illegal step is refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from listbuilder.session import Session
from tests.play import building

pytestmark = [pytest.mark.usefixtures("community"), pytest.mark.unmeasured]

FACTIONS = ("Blades of Khorne", "Sylvaneth", "Skaven", "Ironjawz - Zoggrok's Ironmongerz")


@pytest.fixture
def session() -> Session:
    session = Session.new("sigmar", "Blades of Khorne")
    building.choose_settings(session)
    regiment(session, "Bloodmaster, Herald of Khorne", "Bloodletters", "Flesh Hounds")
    regiment(session, "Slaughterpriest", "Bloodreavers")
    session.set_warlord(session.army.units[-5].id)
    return session


def army_of(session: Session) -> str:
    return session.roster.forces[0].id


def regiment(session: Session, *names: str) -> str:
    kind = next(item.id for item in session.forces.choices(army_of(session)) if item.name == "Regiment")
    force = session.add_force(kind, army_of(session))
    for name in names:
        take(session, name, force)
    return force


def take(session: Session, name: str, force: str) -> str:
    return session.add_unit(next(line.id for line in session.datasheets(force) if line.name == name), force)


def last_regiment(session: Session) -> str:
    return [line.id for line in session.forces.lines() if line.kind == "Regiment"][-1]


def errors(session: Session) -> list[tuple[str, str]]:
    return [(item.rule, str(item.message)) for item in session.findings if item.severity == "error"]


@pytest.mark.parametrize("faction", FACTIONS)
def test_an_ordinary_army_is_legal(faction: str) -> None:
    session = Session.new("sigmar", faction)
    building.build(session)
    found = [(item.severity, item.rule, str(item.message)) for item in session.findings if item.severity != "info"]
    assert (session.verdict, found) == ("legal", [])
    assert 1500 < session.points <= 2000
    assert len({unit.force for unit in session.army.units}) > 2


def no_general(session: Session) -> None:
    general = next(unit for unit in session.army.units if unit.warlord)
    session.set_warlord(general.id, on=False)


def another_leaders_unit(session: Session) -> None:
    take(session, "Skull Cannon", last_regiment(session))


def too_many_units(session: Session) -> None:
    for _ in range(3):
        take(session, "Bloodreavers", last_regiment(session))


def second_unique(session: Session) -> None:
    force = regiment(session, "Skarbrand")
    take(session, "Skarbrand", force)


def over_the_limit(session: Session) -> None:
    session.set_limit(500)


def second_terrain(session: Session) -> None:
    for _ in range(2):
        take(session, "Skull Altar", army_of(session))


def second_lore(session: Session) -> None:
    row = next(row for row in session.rows(army_of(session)) if row.label == "Forbidden Power")
    session.pick(army_of(session), row.key)


@pytest.mark.parametrize(
    ("step", "rule"),
    [
        (no_general, "general"),
        (another_leaders_unit, "data-hidden"),
        (too_many_units, "regiment-size"),
        (second_unique, "unique"),
        (over_the_limit, "points-limit"),
        (second_terrain, "faction-terrain"),
        (second_lore, "army-choices"),
    ],
)
def test_one_step_too_far_is_refused(session: Session, step: Callable[[Session], None], rule: str) -> None:
    assert (session.verdict, errors(session)) == ("legal", [])
    step(session)
    assert {name for name, _ in errors(session)} == {rule}
    assert session.first_fix(next(item for item in session.findings if item.severity == "error")) is not None
