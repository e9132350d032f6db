"""From files to records: fixes that are safe, and what they are written to."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.errors import InputError
from listbuilder.i18n import Text
from listbuilder.report import checking
from listbuilder.report.checking import Job, check_one, open_list
from listbuilder.rules.diagnostic import Diagnostic, Fix, RemoveUnit, SetWarlord
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


def test_a_list_of_another_format_is_not_written(leaderless: Path) -> None:
    validated = open_list("-", (), leaderless.read_bytes())

    with pytest.raises(InputError, match="lists in this format cannot be changed"):
        checking._fixed(validated, "list.ros")


def test_fixes_that_do_not_help_are_tried_once(leaderless: Path) -> None:
    """A fix stays proposed as long as its finding does; the second attempt would be the same."""
    session = Session.open(leaderless)
    warlord = Fix(Text("warlord"), SetWarlord("captain"), safe=True)
    unsafe = Fix(Text("remove"), RemoveUnit("captain"))
    stays = Diagnostic("rule", Text("stays"), fixes=(unsafe, warlord))
    tried: set[object] = set()

    assert checking._next_fix([stays], tried) == warlord
    assert checking._next_fix([stays], {warlord.action}) is None
    assert list(checking.apply_fixes(session)) == ["make Captain the Warlord"]
    assert list(checking.apply_fixes(session)) == []
