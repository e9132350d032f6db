"""Invulnerable saves are read where the text says no more than the number."""

from __future__ import annotations

import pytest

from listbuilder.sources.bsdata.texts.saves import parse_invulnerable_save


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Invulnerable Save", "4+", ("4+", True)),
        ("Invulnerable Save", "This model has a 4+ invulnerable save.", ("4+", False)),
        ("Invulnerable Save (5+)", "This model has a 5+ invulnerable save.", ("5+", False)),
        ("Invulnerable Save", "Models in this unit have a 5+ invulnerable save.", ("5+", True)),
        ("Invulnerable Save", "This model has an invulnerable save of 6+", ("6+", False)),
        ("Invulnerable Save 5+", "Models in this units have an Invulnerable save of\xa05+.", ("5+", True)),
        ("INVULNERABLE SAVE", "This unit has a 4+ Invulnerable save", ("4+", True)),
    ],
)
def test_read(name: str, text: str, expected: tuple[str, bool]) -> None:
    assert parse_invulnerable_save(name, text) == expected


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Invulnerable Save", "This model has a 5+ invulnerable save against ranged attacks."),
        ("Invulnerable Save", "Models in this unit (excluding the Mouse) have a 5+ invulnerable save."),
        ("Invulnerable Save", "The Mouse King has a 4+ invulnerable save."),
        ("Invulnerable Save*", "4+\n* against mice"),
        ("Invulnerable Save (Warlock)", "4+"),
        ("Invulnerable Save", "This model has an invulnerable save."),
        ("Cheese Shield", "4+"),
        ("Invulnerable Save", "7+"),
    ],
)
def test_left_as_an_ability(name: str, text: str) -> None:
    assert parse_invulnerable_save(name, text) is None
