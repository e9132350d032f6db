"""From an empty roster to a legal list of 2,000 points with a session's commands alone, then saved, opened and printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.army import Army
from listbuilder.cli.main import run
from listbuilder.session import Session
from tests.play.building import build, errors

pytestmark = [pytest.mark.sweep, pytest.mark.usefixtures("community")]

LISTS = [
    *(("ten", faction) for faction in ("Space Marines", "Necrons", "Orks")),
    *(("eleven", faction) for faction in ("Necrons", "Orks", "T'au Empire")),
    *(("sigmar", faction) for faction in ("Stormcast Eternals", "Skaven", "Nighthaunt")),
]


def seen(army: Army) -> list[object]:
    """What a player sees of an army, without ids that only a session knows."""
    return [
        (
            *(unit.name, unit.points, unit.warlord, unit.keywords, unit.weapons),
            *([item.name for item in unit.enhancements], [(line.name, line.count) for line in unit.models]),
        )
        for unit in army.units
    ]


KNOWN: dict[tuple[str, str], Session] = {}


def built(name: str, faction: str) -> Session:
    """A list from nothing; built once for all tests."""
    session = KNOWN.get((name, faction))
    if session is None:
        session = KNOWN[name, faction] = Session.new(name, faction)
        assert session.limit == 2000
        assert errors(session)
        build(session)
    return session


@pytest.mark.parametrize(("name", "faction"), LISTS)
def test_a_legal_list_from_nothing(name: str, faction: str, tmp_path: Path) -> None:
    session = built(name, faction)

    assert session.verdict == "legal", errors(session)
    assert 1900 <= session.points <= 2000
    assert sum(unit.warlord for unit in session.army.units) == 1
    assert len(session.army.detachments) == 1
    assert len(session.army.units) > 8

    path = tmp_path / "army.yaml"
    path.write_text(session.text(), encoding="utf-8")
    again = Session.open(path)
    assert seen(again.army) == seen(session.army)
    assert [str(item.message) for item in again.findings] == [str(item.message) for item in session.findings]
    assert (again.points, again.limit, again.verdict) == (session.points, 2000, "legal")
    assert again.text() == path.read_text(encoding="utf-8")


@pytest.mark.parametrize(("name", "faction"), [("ten", "Orks"), ("eleven", "Necrons"), ("sigmar", "Skaven")])
def test_a_list_is_checked_shown_and_printed(
    name: str, faction: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = built(name, faction)
    path = tmp_path / "army.yaml"
    path.write_text(session.text(), encoding="utf-8")

    assert run(["--lang", "en", "check", str(path)]) == 0
    assert "legal" in capsys.readouterr().out
    assert run(["--lang", "en", "show", str(path)]) == 0
    shown = capsys.readouterr().out
    assert all(unit.datasheet in shown for unit in session.army.units)
    assert run(["--lang", "en", "print", str(path), "-o", str(tmp_path / "army.pdf")]) == 0
    assert (tmp_path / "army.pdf").read_bytes().startswith(b"%PDF")


def test_points_limits_of_ones_own() -> None:
    session = Session.new("sigmar", "Skaven", battle_size="matched-1000")
    assert session.limit == 1000
    assert session.army.battle_size is not None
    assert session.army.battle_size.id == "matched-1000"

    session.set_limit(1500)
    assert (session.limit, session.army.battle_size) == (1500, None)
    assert "limits: {pts: 1500}" in session.text()

    session.undo()
    assert session.limit == 1000
