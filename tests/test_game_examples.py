"""The example lists of each game: each breaks the rules that its first line names, and no other.

``factions/<system>/examples/{legal,illegal}/**/*.yaml``; the first line is ``# expects: <rules, or nothing>``.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from listbuilder.resources import shipped
from listbuilder.session import Session
from listbuilder.session.offers import improves

FILES = sorted(
    path for kind in ("legal", "illegal") for path in shipped("factions").glob(f"*/examples/{kind}/**/*.yaml")
)
# Errors without a fix, each with the reason.
WITHOUT: dict[str, str] = {}
NOT_TO_BE_BROKEN = {"aos-4e": {"battle-size"}}  # a size that is left out is the system's default


def expected(path: Path) -> set[str]:
    found = re.fullmatch(r"# expects: ([^;]+)", path.read_text("utf-8").splitlines()[0])
    assert found, path
    return set() if found[1] == "nothing" else set(found[1].split())


def name(path: Path) -> str:
    return f"{path.relative_to(shipped('factions')).parts[0]}/{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_list_breaks_what_it_says_and_nothing_else(path: Path) -> None:
    session = Session.from_text(path.read_bytes(), path.name)
    before = session.findings
    assert {one.rule for one in before} == expected(path), [str(one.message) for one in before]
    bad = any(one.severity == "error" for one in before)
    assert session.verdict == ("illegal" if bad else "legal")
    text = session.text()
    for finding in before:
        assert finding.source
        offers = session.fixes(finding)
        assert offers or finding.severity != "error" or name(path) in WITHOUT, str(finding.message)
        for offer in offers:
            session.apply_fix(offer)
            assert improves(before, session.findings, finding), offer
            session.undo()
            assert session.text() == text


@pytest.mark.parametrize("system", sorted(NOT_TO_BE_BROKEN))
def test_every_rule_is_broken_by_a_list(system: str) -> None:
    mine = [path for path in FILES if name(path).startswith(f"{system}/")]
    session = Session.from_text(mine[0].read_bytes(), mine[0].name)
    broken = {rule for path in mine for rule in expected(path)}
    wanted = {rule.id for rule in session.system.rules if rule.kind not in {"engine", "definition", "notice"}}
    assert wanted - NOT_TO_BE_BROKEN[system] - broken == set()
