"""Lists at a limit and one step past it, written in our format, for units of community factions: the one is legal, the other is
illegal by rules on that limit alone, and what is offered mends it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from listbuilder.session import DatasheetChoice, Session
from listbuilder.validation import validate_bytes
from tests.play.building import attempt, choose_settings
from tests.play.mending import take

pytestmark = [pytest.mark.shared, pytest.mark.usefixtures("community")]
FACTIONS = [
    ("ten", "Xenos - Orks"),
    ("ten", "Imperium - Adepta Sororitas"),
    ("eleven", "Xenos - Necrons"),
    ("eleven", "Chaos - Death Guard"),
]
TRIED = 12  # units of a faction
SIZES = {"unit-composition", "wargear-options", "data-max", "data-error"}
COPIES = {"datasheet-cap", "epic-hero-unique", "crucible-max", "data-max"}


def own(session: Session) -> list[DatasheetChoice]:
    words = {session.army.faction_keyword, *session.army.other_keywords}
    return [one for one in session.datasheets() if not (one.hidden or one.legends) and words.intersection(one.keywords)]


def begun(system: str, faction: str) -> Session:
    """A legal list with one unit, its Warlord, who need not be it."""
    session = Session.new(system, faction)
    for detachment in session.detachments():
        if attempt(session, lambda chosen=detachment: session.set_detachment(chosen.id)):
            break
    choose_settings(session)
    session.set_limit(100_000)
    for line in own(session):
        with undone(session, keep=True) as steps:
            if line.role not in ("Character", "Characters"):
                continue
            session.set_warlord(take(session, line))
            if session.verdict == "legal":
                return session
            steps.take_back()
    raise AssertionError(faction)


class Steps:
    def __init__(self, session: Session) -> None:
        self.session, self.before = session, session.steps

    def take_back(self) -> None:
        while self.session.steps > self.before:
            self.session.undo()


@contextmanager
def undone(session: Session, *, keep: bool = False) -> Iterator[Steps]:
    steps = Steps(session)
    yield steps
    if not keep:
        steps.take_back()


def errors(session: Session) -> set[str]:
    """The rules that the list breaks as it would be saved: those of the session, too."""
    found = validate_bytes(session.text().encode(), "list.yaml")
    assert found.verdict == session.verdict
    return {one.rule for one in found.findings if one.severity in ("error", "unjudged")}


def assert_mended(session: Session) -> None:
    """That fixes which are offered make the list legal again."""
    with undone(session):
        for _ in range(4):
            wrong = [one for one in session.findings if one.severity == "error"]
            offer = next((one for one in map(session.first_fix, wrong) if one is not None), None)
            if offer is None:
                break
            session.apply_fix(offer)
        assert session.verdict == "legal"


def cap(line: DatasheetChoice) -> int:
    words = {one.casefold() for one in line.keywords}
    return 1 if "epic hero" in words else 6 if words & {"battleline", "dedicated transport"} else 3


@pytest.mark.parametrize(("system", "faction"), [pytest.param(*one, marks=pytest.mark.sweep) for one in FACTIONS])
def test_units_at_their_limits_and_past_them(system: str, faction: str) -> None:
    session = begun(system, faction)
    lines = [one for one in own(session) if not one.taken]
    pairs = 0
    for line in random.Random(faction).sample(lines, min(TRIED, len(lines))):
        with undone(session):
            unit = take(session, line)
            if errors(session):
                continue  # such as one that must be the Warlord
            for _ in range(cap(line) - 1):
                take(session, line)
            if not errors(session):
                with undone(session):
                    take(session, line)
                    assert set() < errors(session) <= COPIES, line.name
                    assert_mended(session)
                    pairs += 1
            for row in session.rows(unit):
                if row.kind != "count" or row.maximum is None:
                    continue
                with undone(session):
                    session.set_count(unit, row.key, row.maximum)
                    if errors(session):
                        continue  # what others of the unit have leaves less room
                with undone(session):
                    session.set_count(unit, row.key, row.maximum + 1)
                    now = next((one for one in session.rows(unit) if one.key == row.key), None)
                    if now is not None and now.count > row.maximum:
                        assert set() < errors(session) <= SIZES, (line.name, row.label)
                        assert_mended(session)
                        pairs += 1
    assert pairs > TRIED // 2
