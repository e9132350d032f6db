"""One head over several tables of weapons: where their columns are nearly the same."""

from __future__ import annotations

from listbuilder.print.layouts.armoury import Head, _merged_head

RANGED = Head("Ranged weapons", ("Range", "A", "BS", "S", "AP", "D"), "Keywords")
MELEE = Head("Melee weapons", ("A", "WS", "S", "AP", "D"), "Keywords")


def test_one_table_keeps_its_head() -> None:
    assert _merged_head([MELEE]) is MELEE


def test_columns_that_differ_once_share_a_head_from_the_right() -> None:
    merged = _merged_head([RANGED, MELEE])
    assert merged == Head("Weapon", ("Range", "A", "BS/WS", "S", "AP", "D"), "Keywords")


def test_words_are_named_once_each() -> None:
    merged = _merged_head([RANGED, Head("Melee weapons", MELEE.figures, "Abilities"), Head("Other", MELEE.figures, "")])
    assert merged is not None
    assert merged.prose == "Keywords / Abilities"


def test_heads_that_differ_in_two_columns_stay_apart() -> None:
    assert _merged_head([RANGED, Head("Melee", ("A", "WS", "Str", "AP", "D"), "")]) is None


def test_three_names_of_a_column_are_too_many() -> None:
    others = [Head("Other", ("A", name, "S", "AP", "D"), "") for name in ("WS", "Hit")]
    assert _merged_head([RANGED, *others]) is None
