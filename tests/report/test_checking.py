"""From files to records: fixes that are safe, and what they are written to."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.i18n import Text
from listbuilder.report.checking import Job, check_one
from listbuilder.report.entry import Entry
from listbuilder.report.mending import Mender
from listbuilder.rules.diagnostic import SetBattleSize
from listbuilder.session import Offer, Session
from listbuilder.validation import validate_bytes
from tests.conftest import ROOT

LEGAL = ROOT / "factions" / "wh40k-10e" / "examples" / "legal.yaml"


@pytest.fixture
def leaderless(tmp_path: Path) -> Path:
    """A list whose only mistake, a missing Warlord, has a safe fix."""
    path = tmp_path / "list.yaml"
    session = Session.new("wh40k-10e", "space-marines", detachment="gladius-task-force")
    session.add_unit("captain")
    session.add_unit("intercessor-squad")
    session.save(path)
    return path


def test_safe_fixes_are_applied_and_saved(leaderless: Path) -> None:
    before = check_one(Entry.of_file(str(leaderless)), Job())
    fixed = check_one(Entry.of_file(str(leaderless)), Job(fix=True))

    assert (before.verdict, before.fixed) == ("illegal", ())
    assert (fixed.verdict, fixed.fixed) == ("legal", ("make Captain the Warlord",))
    assert check_one(Entry.of_file(str(leaderless)), Job()).verdict == "legal"


def test_a_list_without_fixes_is_not_written(leaderless: Path) -> None:
    check_one(Entry.of_file(str(leaderless)), Job(fix=True))
    leaderless.chmod(0o400)
    before = leaderless.stat()

    assert check_one(Entry.of_file(str(leaderless)), Job(fix=True)).fixed == ()
    assert leaderless.stat().st_mtime_ns == before.st_mtime_ns


def test_lines_are_shown_where_only_some_findings_have_a_place(tmp_path: Path) -> None:
    path = tmp_path / "waaagh.txt"
    path.write_text(
        "Waaagh (65 points)\n\nOrks\nWar Horde\n\nCHARACTERS\n\nWarboss (65 points)\n  • 1x Zebulon\n", "utf-8"
    )
    findings = check_one(Entry.of_file(str(path)), Job()).findings
    assert {bool(one.line) for one in findings} == {True, False}
    assert [(one.line, one.excerpt) for one in findings if one.line == 9] == [(9, "  • 1x Zebulon")]


def test_the_size_of_the_game_is_not_changed_even_where_nothing_else_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "system: wh40k-10e\nfaction: orks\nbattle_size: incursion\nunits: [{datasheet: warboss}]\n"
    session = Session.from_text(text.encode(), "list.yaml")
    larger = Offer(Text("play more"), SetBattleSize("onslaught"))
    monkeypatch.setattr(session, "iter_fixes", lambda _finding: iter([larger]))
    monkeypatch.setattr(session, "fixes", lambda _finding: (larger,))
    mender = Mender(session, lambda content: validate_bytes(content.encode(), "list.yaml"), unsafe=True)

    assert mender.mend() == []
    assert str(mender.reason(session.findings[0])) == "the size of the game is for the players to choose"
    assert session.limit == 1000


def test_an_army_without_a_detachment_is_told_which_there_are(tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    path.write_text("system: wh40k-10e\nfaction: orks\nunits:\n  - {datasheet: warboss, warlord: true}\n", "utf-8")
    record = check_one(Entry.of_file(str(path)), Job())
    (told,) = (one.fixes for one in record.findings if one.rule == "army-detachment")
    (text,) = told
    assert text.startswith("choose one of War Horde, ")
    path.write_text(path.read_text("utf-8") + "detachment: war-horde\n", "utf-8")
    assert not check_one(Entry.of_file(str(path)), Job()).findings
