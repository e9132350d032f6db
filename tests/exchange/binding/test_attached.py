"""Whom a list says that a unit leads: of several units of one name the one that it numbers."""

from __future__ import annotations

from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue
from listbuilder.exchange.binding.attached import declare
from listbuilder.exchange.reading.record import ListRecord, UnitRecord
from listbuilder.roster.tree import Roster


def attached(*units: UnitRecord, unknown: tuple[int, ...] = ()) -> dict[str, str]:
    roster = Roster(Library(Catalogue(id="s", name="S", is_game_system=True)))
    ids = ["" if place in unknown else f"u{place}" for place in range(len(units))]
    declare(ListRecord("x", units=list(units)), ids, roster)
    return roster.declarations.attach


BOYZ = UnitRecord("Boyz")


def boss(number: int) -> UnitRecord:
    return UnitRecord("Warboss", leads=("Boyz", number))


def test_the_number_counts_units_of_that_name() -> None:
    assert attached(boss(1), BOYZ, BOYZ) == {"u0": "u1"}
    assert attached(boss(2), BOYZ, BOYZ) == {"u0": "u2"}
    assert attached(boss(3), BOYZ, BOYZ) == {}


def test_groups_join_leaders_to_their_bodyguard() -> None:
    def member(role: str, group: int = 1) -> UnitRecord:
        return UnitRecord("x", group=group, role=role)

    units = (member("Leader (Character)"), member("Support (Character)"), member("Bodyguard ()"), member("Leader", 2))
    assert attached(*units) == {"u0": "u2", "u1": "u2"}
    assert attached(member("Meneur (Personnage)"), member("Gardes du Corps (Ligne)")) == {"u0": "u1"}


def test_units_that_the_data_do_not_know_are_left_out() -> None:
    assert attached(boss(1), BOYZ, unknown=(1,)) == {}
    assert attached(boss(1), BOYZ, unknown=(0,)) == {}
