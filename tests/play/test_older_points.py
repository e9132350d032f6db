"""A list that was made with an older points document: what the newer one changes, and going on with either."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.session import Session

pytestmark = pytest.mark.usefixtures("community")


def test_newer_points_are_compared_with_those_that_the_list_was_made_with(tmp_path: Path) -> None:
    made = Session.new("eleven", "Xenos - Tyranids", battle_size="strike-force")
    made.add_unit(next(one.id for one in made.datasheets() if one.name == "Zoanthropes"))
    made.save(tmp_path / "list.yaml")
    text = (tmp_path / "list.yaml").read_text("utf-8")
    assert "points: '1.1'" in text
    (tmp_path / "list.yaml").write_text(text.replace("points: '1.1'", "points: '1.0'"), "utf-8")

    session = Session.open(tmp_path / "list.yaml")
    older = session.over()()
    assert session.army.data is not None
    newer = session.over(session.army.data.set)()

    (price,) = session.succeeds(older).prices
    assert (price.before.points, price.after.points) == (100, 90)
    assert [one.army.data.document for one in (older, session, newer)] == ["1.0", "1.1", "1.1"]
    assert (older.points, newer.points, older.dirty, newer.made_with) == (100, 90, True, "")
    older.add_unit(next(one.id for one in older.datasheets() if one.name == "Zoanthropes"))
    assert older.points == 200
