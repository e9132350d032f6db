"""Prices of units by the numbers of several kinds of models."""

from __future__ import annotations

import pytest

from listbuilder.session import Session

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
