"""From files to records: fixes that are safe, and what they are written to."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.report.checking import Job, check_one
from listbuilder.session import Session
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
    before = check_one(str(leaderless), Job())
    fixed = check_one(str(leaderless), Job(fix=True))

    assert (before.verdict, before.fixed) == ("illegal", ())
    assert (fixed.verdict, fixed.fixed) == ("legal", ("make Captain the Warlord",))
    assert check_one(str(leaderless), Job()).verdict == "legal"


def test_a_list_without_fixes_is_not_written(leaderless: Path) -> None:
    check_one(str(leaderless), Job(fix=True))
    leaderless.chmod(0o400)
    before = leaderless.stat()

    assert check_one(str(leaderless), Job(fix=True)).fixed == ()
    assert leaderless.stat().st_mtime_ns == before.st_mtime_ns
