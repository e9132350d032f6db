"""What the roles of an army cost where rules bound it, and which keywords are marks: in the shipped lists of the games."""

from __future__ import annotations

from listbuilder.resources import shipped
from listbuilder.rules.checker import Ruleset
from listbuilder.rules.shares import RoleShare, unit_marks
from listbuilder.session import Session


def opened(system: str, example: str, *rules: str) -> Session:
    path = shipped("factions") / system / "examples" / f"{example}.yaml"
    return Session.from_text(path.read_bytes(), str(path), rules=rules)


def test_each_role_has_what_its_units_cost_and_its_bounds() -> None:
    assert opened("whfb-8e", "legal").shares == {
        "lords": RoleShare(185, None, 250),
        "heroes": RoleShare(120, None, 250),
        "core": RoleShare(320, 250, None),
        "special": RoleShare(230, None, 500),
        "rare": RoleShare(120, None, 250),
    }


def test_readings_change_the_bounds() -> None:
    session = opened("whfb-8e", "legal", "end-times", "cat-core=army-total")
    assert session.shares["lords"].at_most == 500
    assert str(session.shares["core"].at_least) == "243.75"


def test_a_game_without_such_rules_has_no_shares_and_no_marks() -> None:
    session = opened("wh40k-9e", "legal")
    assert not session.shares
    assert not unit_marks(Ruleset.from_system(session.system))
