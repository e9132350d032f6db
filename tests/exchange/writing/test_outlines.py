"""Texts of lists over community data of games that no imitated format is made for: they state all that is selected, and are read back
as the same list."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder.errors import InputError
from listbuilder.exchange import formats
from listbuilder.exchange.writing import carried, tree
from listbuilder.session import Session
from listbuilder.validation import Validated, validate_bytes
from tests.exchange.writing.armies import held

TEXTS = ("gw-app", "wtc-compact", "wtc-full", "markdown", "text")


@pytest.fixture(autouse=True)
def _installed(small_sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))


@pytest.fixture
def session() -> Session:
    """A captain with a name of her own, two patrols, a ferry that one of them rides in, and a limit."""
    session = Session.new("lantern-coast", "Harbour Watch", name="Night and fog")
    for name in ("Watch Captain", "Watch Patrol", "Watch Patrol", "Ferry Crab"):
        session.add_unit(next(line.id for line in session.datasheets() if line.name == name))
    first, patrol, second, crab = (unit.id for unit in session.army.units)
    session.rename_unit(first, "Old Brine")
    row = next(row for row in session.rows(second) if row.label == "Watchman")
    session.set_count(second, row.key, 6)
    session.attach(first, patrol)
    session.embark(patrol, crab)
    return session


def again(session: Session, name: str) -> tuple[Validated, str]:
    content = formats.written(session.now.bound, name)
    return validate_bytes(content), content.decode()


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_the_same_list(session: Session, name: str) -> None:
    found, content = again(session, name)
    assert formats.known(content.encode()[: formats.HEAD]).name == "listbuilder"
    assert (held(found.army), found.verdict) == (held(session.army), session.verdict)
    assert [unit.name for unit in found.army.units] == [unit.name for unit in session.army.units]
    assert carried.lost(session.now.bound, name, content.encode()) == []
    declared = found.army.declarations
    assert (dict(declared.attach), dict(declared.embark)) == (
        {"watch-captain": "watch-patrol"},
        {"watch-patrol": "ferry-crab"},
    )


@pytest.mark.parametrize("name", TEXTS)
def test_claimed_points_and_lines_are_kept(session: Session, name: str) -> None:
    found, content = again(session, name)
    lines = content.splitlines()
    assert found.bound.total == session.points
    assert [claim.points for claim in found.bound.claims] == [unit.points for unit in session.army.units]
    places = {unit.id: unit.place.line for unit in found.army.units if unit.place is not None}
    assert [lines[line - 1].split(" (")[0].split(" [")[0] for line in places.values()] == [
        unit.datasheet for unit in session.army.units
    ]


DAMAGE: dict[str, Callable[[str], str]] = {
    "no levels": lambda text: "\n".join(line.lstrip() for line in text.split("\n")),
    "empty lines": lambda text: text.replace("\n", "\n\n"),
    "no empty lines": lambda text: re.sub(r"\n\n+", "\n", text),
    "other bullets": lambda text: text.replace("•", "-").replace("◦", "-"),
    "Cyrillic x": lambda text: re.sub(r"(\d)x ", "\\1х ", text),
    "x before": lambda text: re.sub(r"(\d+)x ", r"x\1 ", text),
    "spaces": lambda text: re.sub(r"(\d+)x ", r"\1 x ", text),
    "capitals": str.upper,
    "remark": lambda text: text.replace("\nWatch Patrol", "\n\nsee you on Sunday!\n\nWatch Patrol", 1),
    "windows": lambda text: text.replace("\n", "\r\n"),
    "tabs": lambda text: re.sub(r"^( +)", lambda found: "\t" * len(found[1]), text, flags=re.MULTILINE),
}


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("damage", DAMAGE)
def test_what_pasting_does_to_a_text_changes_nothing(session: Session, name: str, damage: str) -> None:
    found = validate_bytes(DAMAGE[damage](again(session, name)[1]).encode())
    assert (held(found.army), found.verdict) == (held(session.army), session.verdict)


def test_a_number_that_does_not_go_around_is_not_judged(session: Session) -> None:
    _, content = again(session, "text")
    (number,) = (line for line in content.splitlines() if line.strip().startswith("- 6x ") and "Watchman" not in line)
    found = validate_bytes(content.replace(number, number.replace("6x", "7x")).encode())
    assert found.verdict == "unjudged"
    assert any("7 for 6" in str(one.message) for one in found.findings)


def test_what_the_data_do_not_have_keeps_it_from_being_judged(session: Session) -> None:
    _, content = again(session, "text")
    damaged = content.replace("Serjeant", "Sergeant-at-arms", 1)
    found = validate_bytes(damaged.encode())
    line = next(number for number, row in enumerate(damaged.splitlines(), 1) if "at-arms" in row)
    unknown = [one for one in found.findings if one.rule == "unknown-name"]
    assert found.verdict == "unjudged"
    assert [one.place.line for one in unknown if one.place is not None] == [line]


def test_one_unit_too_many_is_seen(session: Session) -> None:
    _, content = again(session, "text")
    start = content.index("Ferry Crab (")
    found = validate_bytes((content + "\n" + content[start:] * 6).encode())
    assert found.verdict == "illegal"


def test_lines_that_mean_nothing_are_named(session: Session) -> None:
    _, content = again(session, "text")
    found = validate_bytes(content.replace("Force 1:", "Bring tape!\nForce 1:").encode())
    assert any("Bring tape!" in str(one.message) for one in found.findings)


def test_another_faction_or_game_is_refused(session: Session) -> None:
    _, content = again(session, "text")
    with pytest.raises(InputError, match="unknown faction"):
        validate_bytes(content.replace("Faction: Harbour Watch", "Faction: Moon Watch").encode())
    game = next(line for line in content.splitlines() if line.startswith("Game System"))
    with pytest.raises(InputError, match="no installed data set"):
        validate_bytes(content.replace(game, "Game System: Kill Team 2018").encode())


def test_names_that_a_chat_would_change_have_their_id(session: Session) -> None:
    assert tree._named("Twin ~~ blades", "7", "Twin ~~ blades") == "Twin ~~ blades {7}"
    assert tree._named("5x Gun", "7", "5x Gun") == "5x Gun {7}"
    assert tree._named("Gun", "7", "") == "Gun {7}"
    assert tree._named("Gun - small", "7", "Gun - small") == "Gun - small"


def test_forces_are_counted_before_they_are_bound(session: Session) -> None:
    from listbuilder import budget

    for _ in range(2):
        session.add_force(session.forces.choices()[0].id)
    content = formats.written(session.now.bound, "text")
    assert len(again(session, "text")[0].bound.roster.forces) == 3
    budget.use(budget.Budget(forces=2))
    try:
        with pytest.raises(InputError, match="3 forces, at most 2"):
            validate_bytes(content)
    finally:
        budget.use(budget.DEFAULT)
