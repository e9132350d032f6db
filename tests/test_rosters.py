"""Lists as players write them, from the file to the verdict, in every size of battle that they name.

``tests/data/{legal,illegal}/<rule>/*.yaml``; the first line of a list says what is found in it:
``# expects: <rules, or nothing>; sizes: <battle sizes>; rules: <optional rules and readings switched on>``.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from listbuilder.session import Session
from listbuilder.session.comparing import identity
from listbuilder.session.offers import improves

FOLDER = Path(__file__).parent / "data"
FILES = sorted(path for kind in ("legal", "illegal") for path in (FOLDER / kind).rglob("*.yaml"))

# Of these no shipped datasheet can be the culprit, or nothing is forbidden by them.
NOT_TO_BE_BROKEN = {
    "battle-size",  # one that is left out is the system's default
    "points-bracket",  # the program counts
    "leader-once",  # no shipped Leader may join another, so `leader-target` is broken as well
    "enh-bearer-model",  # no shipped Character but Epic Heroes has several models
    "attached-keywords",
    "starting-strength",
    "below-half",
    "coherency",
    "sr-includes-passengers",
    "sr-split-unit",
    # allies and Crucible characters are not among the shipped factions, nor is any Character Titanic
    "ally-cap",
    "ally-warlord",
    "ally-enhancements",
    "knight-ally",
    "daemon-ally-battleline",
    "crucible-max",
    "crucible-no-enhancement",
    "incursion-titanic",
}


class Head(NamedTuple):
    """The first line of a list."""

    expects: set[str]
    sizes: list[str]
    rules: list[str]


def head(path: Path) -> Head:
    line = path.read_text("utf-8").splitlines()[0]
    found = re.fullmatch(r"# expects: ([^;]+); sizes: ([^;]+)(?:; rules: (.+))?", line)
    assert found, f"{path}: {line}"
    expects = set() if found[1] == "nothing" else set(found[1].split())
    return Head(expects, found[2].split(), (found[3] or "").split())


def cases() -> list[tuple[Path, str]]:
    return [(path, size) for path in FILES for size in head(path).sizes]


def judged(path: Path, size: str) -> Session:
    text = re.sub(r"(?m)^battle_size: .*$", f"battle_size: {size}", path.read_text("utf-8"))
    return Session.from_text(text.encode("utf-8"), path.name, rules=head(path).rules)


@pytest.mark.parametrize(("path", "size"), cases(), ids=lambda one: one.stem if isinstance(one, Path) else one)
def test_a_list_breaks_what_it_says_and_nothing_else(path: Path, size: str) -> None:
    session = judged(path, size)
    found = [(one.rule, str(one.message)) for one in session.findings]
    assert {rule for rule, _ in found} == head(path).expects, found
    bad = any(one.severity == "error" for one in session.findings)
    assert session.verdict == ("illegal" if bad else "legal")
    assert not (bad and path.is_relative_to(FOLDER / "legal"))


@pytest.mark.parametrize("path", [path for path in FILES if head(path).expects], ids=lambda path: path.stem)
def test_findings_say_where_why_and_how_much(path: Path) -> None:
    lines = path.read_text("utf-8").splitlines()
    for one in judged(path, head(path).sizes[0]).findings:
        assert one.source
        assert one.place is None or 1 <= one.place.line <= len(lines)
        assert one.place is not None or not one.unit
        if one.bound:
            assert one.found != one.bound
            assert (
                str(one.bound) in str(one.message) or "once" in str(one.message) or one.rule == "declaration-complete"
            )


@pytest.mark.parametrize("path", [path for path in FILES if head(path).expects], ids=lambda path: path.stem)
def test_each_fix_can_be_carried_out_and_undone(path: Path) -> None:
    """A fix changes the list, resolves its finding, is what it was when it is saved, and is undone to the byte."""
    session = judged(path, head(path).sizes[0])
    text, before = session.text(), session.findings
    for finding in before:
        offers = session.fixes(finding)
        titles = [str(offer.title) for offer in offers]
        assert len(set(titles)) == len(titles)
        assert session.text() == text
        for offer in offers:
            session.apply_fix(offer)
            assert session.text() != text, offer
            assert improves(before, session.findings, finding), offer
            again = Session.from_text(session.text().encode("utf-8"), path.name, rules=head(path).rules)
            assert sorted(map(str, map(identity, again.findings))) == sorted(map(str, map(identity, session.findings)))
            assert session.undo() == str(offer.title)
            assert session.text() == text
            assert session.findings == before


# Where more than a local repair is needed: a choice among everything that the faction offers, or another plan of the game.
NO_REPAIR = {
    ("army-detachment", "none"),
    ("army-detachment", "war-horde"),
    ("detachment-unit-rules", "black-templars-1st-company"),
    ("warlord", "never-warlord"),
}


@pytest.mark.parametrize("path", [path for path in FILES if head(path).expects], ids=lambda path: path.stem)
def test_every_error_has_a_fix_where_a_local_repair_exists(path: Path) -> None:
    session = judged(path, head(path).sizes[0])
    errors = [finding for finding in session.findings if finding.severity == "error"]
    without = [finding.rule for finding in errors if not session.fixes(finding)]
    assert bool(without) is ((path.parent.name, path.stem) in NO_REPAIR), without


def test_every_rule_is_kept_and_broken_by_a_list() -> None:
    session = judged(FILES[0], head(FILES[0]).sizes[0])
    rules = {rule.id for rule in session.system.rules}
    # some are broken by units of Legends alone, which are noticed as well
    broken = {path.parent.name for path in FILES if head(path).expects - {"legends-notice"} == {path.parent.name}}
    broken |= {path.parent.name for path in FILES if head(path).expects == {path.parent.name}}
    kept = {path.parent.name for path in FILES if not head(path).expects and path.is_relative_to(FOLDER / "legal")}
    assert rules - NOT_TO_BE_BROKEN - broken == set()
    assert rules - NOT_TO_BE_BROKEN - kept == set()
    assert broken | kept <= rules
