"""A faction as text: what its armies choose among, with what each thing costs where the game counts points."""

from __future__ import annotations

from listbuilder.report.browse import faction_text
from listbuilder.session import Session


def rows(text: str, heading: str) -> list[list[str]]:
    """The lines below a heading, by their columns."""
    block = next(part for part in text.split("\n\n") if part.lstrip("\n").startswith(f"{heading}\n"))
    lines = block.strip("\n").splitlines()[1:]
    return [[cell.strip() for cell in line.strip().split("  ") if cell.strip()] for line in lines]


def test_a_faction_names_its_game_its_date_and_what_units_cost() -> None:
    session = Session.new("wh40k-10e", "orks")
    text = faction_text(session)
    assert text.splitlines()[0] == f"Orks (wh40k-10e), {session.army.data.dated if session.army.data else ''}"
    assert ["war-horde", "War Horde", "Get Stuck In"] in rows(text, "Detachments")
    assert ["Beastboss", "80"] in rows(text, "Characters")
    assert ["Big Mek on Warbike", "105", "Legends"] in rows(text, "Characters")


def test_units_of_a_game_without_points_have_no_price() -> None:
    text = faction_text(Session.new("kill-team-2024", "vespid-stingwings"))
    assert rows(text, "Leader") == [["Vespid Strain Leader"]]
    assert ["razor-wire", "Razor Wire"] in rows(text, "Equipment")


def test_groups_that_armies_of_a_faction_may_hire_stand_last_with_their_price_and_units() -> None:
    text = faction_text(Session.new("aos-4e", "stormcast-eternals"))
    last = rows(text, "Regiment of Renown")
    assert ["Rogue Engine", "470", "Outlaw Cannonade Cogfort"] in last
    assert text.rstrip("\n").endswith(last[-1][-1])
    assert ["forbidden-power", "Forbidden Power", "20 pts"] in rows(text, "Manifestation Lores")
