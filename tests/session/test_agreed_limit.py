"""The points limit of a game without battle sizes: players agree on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.resources import shipped
from listbuilder.rules.diagnostic import SetLimit
from listbuilder.session import Session

UNITS = "{datasheet: lone-rider}, {datasheet: iron-cart}"  # 130 points


def opened(units: str) -> Session:
    text = f"name: Any\nsystem: douwang\nfaction: windward\nunits: [{units}]\n"
    return Session.from_text(text.encode(), "any.yaml")


@pytest.mark.parametrize(
    ("units", "limit"),
    [(UNITS, 200), ("{datasheet: wind-tower}", 100), (", ".join(["{datasheet: iron-cart}"] * 10), 700)],
)
def test_the_next_round_limit_is_offered_where_none_is_set(units: str, limit: int) -> None:
    session = opened(units)
    (finding,) = session.findings
    assert (finding.rule, finding.severity) == ("limit-agreed", "unjudged")
    (offer,) = session.fixes(finding)
    assert offer.action == SetLimit(limit)
    assert str(offer.title) == f"set the points limit to {limit}"
    session.apply_fix(offer)
    assert (session.verdict, session.limit) == ("legal", limit)
    session.undo()
    assert session.limit is None


def test_it_is_never_set_unasked() -> None:
    session = opened(UNITS)
    assert not any(offer.safe for offer in session.fixes(session.findings[0]))


def test_a_new_list_may_state_it(tmp_path: Path) -> None:
    session = Session.new("douwang", "windward", limit=300)
    assert (session.limit, session.dirty) == (300, True)
    assert session.undo() is None  # it is how the list began
    assert "limits: {points: 300}" in session.save(tmp_path / "new.yaml").read_text("utf-8")
    assert Session.open(shipped("factions") / "douwang" / "examples" / "legal.yaml").limit == 300
