"""The army pane: between which points the units of a role have to cost."""

from __future__ import annotations

import pytest

from listbuilder.rules.shares import RoleShare
from listbuilder.tui.widgets.army_pane import bounds


@pytest.mark.parametrize(
    ("share", "words"),
    [(None, ""), (RoleShare(5, 500), "≥ 500"), (RoleShare(5, None, 250), "≤ 250"), (RoleShare(5, 1, 2), "≥ 1 ≤ 2")],
)
def test_the_bounds_of_a_role_stand_beside_its_name(share: RoleShare | None, words: str) -> None:
    assert bounds(share) == words
