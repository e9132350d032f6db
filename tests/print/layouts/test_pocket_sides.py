"""How parts of a pocket card go on its sides."""

from __future__ import annotations

import pytest

from listbuilder.print.kit.blocks import Gap
from listbuilder.print.kit.measures import mm
from listbuilder.print.layouts.pocket_parts import WeaponColumns, WeaponHead, WeaponRow
from listbuilder.print.layouts.pocket_sides import Room

COLUMNS = WeaponColumns((12.0,) * 3)
HEAD = WeaponHead(COLUMNS, "Weapon", ("A", "S", "D"))
WIDTH = 57 * mm


def row(name, icon=None, *, mode=False):
    return WeaponRow(COLUMNS, name, "123", icon=icon, rule="dotted", mode=mode)


def sides(blocks, rows):
    """The sides that blocks fill, each with room for a head and so many rows."""
    high = HEAD.height(WIDTH) + rows * row("x").height(WIDTH)
    return [face.body for face in Room(WIDTH, high, (), ()).faces(blocks, Gap(0.0), "Unit", 14 * mm)]


def test_weapons_that_go_on_have_their_head_and_sign_again():
    first, second = sides([HEAD, row("a", "target"), row("b"), row("c")], 2)
    assert [one.name for one in first[1:]] == ["a", "b"]
    assert second[0] is HEAD
    assert [(one.name, one.icon, one.rule) for one in second[1:]] == [("c", "target", "")]


def test_no_side_ends_with_a_head():
    blocks = [HEAD, row("a"), HEAD, row("b")]
    assert [len(side) for side in sides(blocks, 2)] == [2, 2]


@pytest.mark.parametrize("rows", [2, 3])
def test_modes_stay_with_their_weapon(rows):
    blocks = [HEAD, row("a"), row("b"), row("or c", mode=True), row("d")]
    found = [[one.name for one in side if isinstance(one, WeaponRow)] for side in sides(blocks, rows)]
    assert found == {2: [["a"], ["b", "or c"], ["d"]], 3: [["a", "b", "or c"], ["d"]]}[rows]


def test_more_modes_than_a_side_has_room_for_go_on():
    blocks = [HEAD, row("a"), *(row(f"or {number}", mode=True) for number in range(5))]
    found = [one.name for side in sides(blocks, 2) for one in side if isinstance(one, WeaponRow)]
    assert found == ["a", *(f"or {number}" for number in range(5))]
