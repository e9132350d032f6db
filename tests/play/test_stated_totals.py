"""Totals of lists of the Age of Sigmar app: what it adds for auxiliary units is added here as well."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.validation import validate_file
from tests.play.conftest import SHARED

LISTS = SHARED.parent / "lists" / "aos-4e" / "aos-app"
pytestmark = pytest.mark.skipif(not LISTS.is_dir(), reason="the exported lists are not here")


@pytest.mark.usefixtures("community")
@pytest.mark.parametrize(("name", "points"), [("001", 4150), ("003", 23750), ("029", 5560), ("009", 2220)])
def test_an_army_costs_what_the_app_says(name: str, points: int) -> None:
    path: Path = LISTS / f"{name}.txt"
    assert validate_file(path).army.points == points
