"""Prices of units by the numbers of several kinds of models."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from listbuilder.catalogue.base import Number
from listbuilder.errors import InputError
from listbuilder.session import Session
from tests import pond
from tests.conftest import ROOT

LIST = """\
system: wh40k-10e
faction: space-marines
detachment: saga-of-the-hunter
units:
  - {{id: pack, datasheet: wolf-guard-headtakers, models: {{wolf-guard-headtaker: {heads}, hunting-wolf: {wolves}}}}}
"""


@pytest.mark.parametrize(
    ("heads", "wolves", "points"),
    [(3, 0, 85), (3, 1, 110), (3, 3, 110), (3, 4, 220), (4, 0, 170), (6, 0, 170), (4, 1, 220), (6, 6, 220)],
)
def test_headtakers_cost_what_their_wolves_make_them_cost(heads: int, wolves: int, points: int) -> None:
    session = Session.from_text(LIST.format(heads=heads, wolves=wolves).encode(), "army.yaml")
    assert session.army.points == points
    assert not [one for one in session.findings if one.rule == "unit-composition"]


def test_no_kind_of_model_is_invented() -> None:
    session = Session.from_text(LIST.format(heads=3, wolves=7).encode(), "army.yaml")
    assert [(one.found, one.bound) for one in session.findings if one.rule == "unit-composition"] == [(7, 6)]


GAUNTS = """\
system: wh40k-10e
faction: tyranids
units:
  - {{id: gaunts, datasheet: neurogaunts, models: {{neurogaunt: {gaunts}, neurogaunt-nodebeast: {nodes}}}}}
"""


@pytest.mark.parametrize(
    ("gaunts", "nodes", "most"), [(10, 1, None), (20, 2, None), (10, 2, 1), (19, 2, 1), (20, 3, 2)]
)
def test_one_model_for_every_so_many_of_another_kind(gaunts: int, nodes: int, most: int | None) -> None:
    session = Session.from_text(GAUNTS.format(gaunts=gaunts, nodes=nodes).encode(), "army.yaml")
    found = {(one.found, one.bound) for one in session.findings if one.rule == "unit-composition"}
    assert found == ({(nodes, most)} if most else set())


# --- by copy -------------------------------------------------------------------------------------------------------------

FORCES = """\
system: pond-war
faction: frogs
forces:
  - force: fleet
    units: [{datasheet: tadpoles}, {datasheet: old-frog}, {datasheet: tadpoles, models: {tadpoles: 6}}, {datasheet: tadpoles}]
    forces:
      - force: dinghy
        units: [{datasheet: tadpoles, models: {tadpoles: 4}}, {datasheet: tadpoles}]
"""


def shoals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, again: str) -> Session:
    """Five units of Tadpoles for 20 points, 25 with more than three of them, with these surcharges, and another unit."""
    folder = shutil.copytree(pond.FACTIONS, tmp_path / "factions")
    sheet = folder / "pond-war" / "frogs" / "tadpoles.yaml"
    sheet.write_text(sheet.read_text("utf-8").replace("{3-6: 20}", f"{{3: 20, 4-6: 25}}\n{again}"), "utf-8")
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(folder))
    return Session.from_text(FORCES.encode(), "shoals.yaml")


def prices(session: Session) -> list[Number]:
    return [unit.points for unit in session.army.units if unit.datasheet == "Tadpoles"]


def test_later_copies_cost_more_at_every_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = shoals(tmp_path, monkeypatch, "again: {5: 15.5, 2: 10}")
    assert prices(session) == [20, 35, 30, 35, Fraction("35.5")]

    session.remove_unit(session.army.units[0].id)
    assert prices(session) == [25, 30, 35, 30]
    session.undo()
    assert prices(session) == [20, 35, 30, 35, Fraction("35.5")]


def test_without_surcharges_each_copy_costs_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert prices(shoals(tmp_path, monkeypatch, "")) == [20, 25, 20, 25, 20]


@pytest.mark.parametrize("again", ["again: {}", "again: {1: 10}", "again: {3: 0.3}", "again: 10"])
def test_surcharges_of_another_shape_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, again: str) -> None:
    with pytest.raises(InputError, match=r"tadpoles\.yaml:9:"):
        shoals(tmp_path, monkeypatch, again)


# --- in an army of another faction ----------------------------------------------------------------------------------------

GUESTS = """\
system: wh40k-10e
faction: {faction}
units:
  - {{id: guest, datasheet: {sheet}{size}}}
"""


@pytest.mark.parametrize(
    ("sheet", "size", "own", "guest"),
    [
        ("vindicare-assassin", "", 110, 125),
        ("callidus-assassin", "", 100, 100),
        ("inquisitorial-agents", "", 50, 60),
        ("inquisitorial-agents", ", models: {agent: 10, servitor: 2}", 100, 120),
        ("deathwatch-kill-team", "", 100, 100),
    ],
)
def test_guests_may_cost_more(sheet: str, size: str, own: int, guest: int) -> None:
    for faction, points in (("agents-of-the-imperium", own), ("imperial-knights", guest), ("black-templars", guest)):
        session = Session.from_text(GUESTS.format(faction=faction, sheet=sheet, size=size).encode(), "army.yaml")
        assert session.army.points == points, faction


def test_the_price_of_a_guest_is_the_one_it_is_offered_for() -> None:
    session = Session.new("wh40k-10e", "imperial-knights")
    offered = next(line for line in session.datasheets() if line.name == "Vindicare Assassin")
    session.add_unit(offered.id)
    assert (offered.points, session.points) == (125, 125)
    assert [one.points for one in session.army.units] == [125]


def test_what_a_faction_inherits_is_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shutil.copytree(ROOT / "factions" / "wh40k-10e", tmp_path / "factions" / "wh40k-10e")
    sheet = folder / "space-marines" / "captain.yaml"
    sheet.write_text(
        sheet.read_text("utf-8").replace("points: {1: 80}", "points: {1: 80}\nallied_points: {1: 99}"), "utf-8"
    )
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(tmp_path / "factions"))
    for faction, points in (("space-marines", 80), ("black-templars", 80), ("imperial-knights", 99)):
        session = Session.from_text(GUESTS.format(faction=faction, sheet="captain", size="").encode(), "army.yaml")
        assert session.army.points == points, faction
