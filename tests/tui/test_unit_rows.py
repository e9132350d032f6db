"""Rows of a unit become lines of one sheet."""

from __future__ import annotations

from listbuilder.session.views import Row
from listbuilder.session.wargear import Bearers, Carried
from listbuilder.tui.unit_rows import SheetRows

SPECIAL = (
    Row("special", "Special Weapons", "heading", 1, maximum=1),
    Row("shoota", "Boy with big shoota", "pick", 2, group="special"),
    Row("rokkit", "Boy with rokkit launcha", "pick", 2, group="special"),
)


def lines(*rows: Row) -> list[tuple[str, str, int]]:
    found = SheetRows(rows, (), lambda _row: (), opened="", shared="Everyone", own="Unit").lines()
    return [(line.kind, line.label or line.around, line.depth) for line in found]


def test_a_choice_beside_what_is_counted_is_not_that_of_the_whole_group() -> None:
    group = Row("boyz", "9-19 Boyz", "heading", 0, 9, minimum=9, maximum=19)
    slugga = Row("slugga", "Boy with slugga", "count", 1, 9, maximum=19)

    assert lines(group, slugga, *SPECIAL) == [
        ("heading", "9-19 Boyz", 0),
        ("count", "Boy with slugga", 1),
        ("choice", "Special Weapons", 1),
    ]


def test_a_group_that_holds_nothing_but_a_choice_is_that_choice() -> None:
    assert lines(Row("boyz", "9-19 Boyz", "heading", 0, maximum=1), *SPECIAL) == [("choice", "9-19 Boyz", 0)]


def test_kinds_of_models_of_one_name_have_lines_of_their_own() -> None:
    kinds = [Bearers("Cog", 1, (Carried(item, 1),)) for item in ("Torch", "Arms")]
    found = SheetRows((), kinds, lambda _row: (), opened="", shared="Everyone", own="Unit").lines()
    shown = {line.id: line.label for line in found}  # as the pane keeps them

    assert list(shown.values()) == ["Cog", "Torch", "Cog", "Arms"]
