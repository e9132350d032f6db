"""Units that are made from one that was read before: only where nothing about them differs."""

from __future__ import annotations

from listbuilder.army.currencies import PriceTypes
from listbuilder.army.pattern import KnownUnits
from listbuilder.army.unit import UnitReader
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.roster.edits import Remove
from listbuilder.roster.tree import Selection
from tests.engine import factory as f


def read(table: f.Table, root: Selection, points: str = "pts", vocabulary: Vocabulary | None = None) -> tuple[str, str]:
    """Name and id of the unit at a root selection."""
    words = (vocabulary,) if vocabulary is not None else ()
    unit = table.library.kept(KnownUnits).read(UnitReader(table.engine, root, PriceTypes(points), *words))
    return unit.name, unit.id


def test_a_unit_is_read_again_when_its_state_differs() -> None:
    renamed = f.renamed_when(f.when("atLeast", 1, "b", scope="force"))
    table = f.table(f.unit("a", modifiers=renamed), f.unit("b"))
    one, two = table.take("a"), table.take("a")
    assert read(table, one) == ("A", one.id)
    assert read(table, two) == ("A", two.id)
    other = table.take("b")
    assert read(table, two) == ("yes", two.id)
    Remove(other).apply(table.roster)
    assert read(table, one) == ("A", one.id)


def test_the_same_unit_of_another_roster_keeps_its_own_name() -> None:
    table = f.table(f.unit("a"))
    read(table, table.take("a"))
    again = f.Table(table.library)
    mine = again.take("a")
    mine.custom_name = "Mine"
    assert read(again, mine) == ("Mine", mine.id)


def test_a_unit_is_read_by_the_points_and_words_that_are_asked_for() -> None:
    table = f.table(f.unit("a", costs=f.costing(5)))
    root, known = table.take("a"), table.library.kept(KnownUnits)
    for points, expected in (("pts", 5), ("other", 0), ("pts", 5)):
        assert known.read(UnitReader(table.engine, root, PriceTypes(points))).points == expected
    first = known.read(UnitReader(table.engine, root, PriceTypes("pts"), Vocabulary()))
    assert known.read(UnitReader(table.engine, root, PriceTypes("pts"), Vocabulary())) == first
