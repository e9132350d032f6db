"""Invulnerable saves that abilities state: their figures, what they count against, whose they are."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.printed import PrintedSave, PrintedSaves, PrintedText, stated_saves
from listbuilder.sources.bsdata.texts.damaged import parse_damaged
from listbuilder.sources.bsdata.texts.saves import parse_invulnerable_saves


def saves(*values: str, whose: str = "unit", **more) -> PrintedSaves:
    return PrintedSaves(tuple(PrintedSave(*value.split(" vs ")) for value in values), whose, **more)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Invulnerable Save", "4+", saves("4+")),
        ("Invulnerable Save", "This model has a 4+ invulnerable save.", saves("4+", whose="model")),
        ("Invulnerable Save (5+)", "This model has a 5+ invulnerable save.", saves("5+", whose="model")),
        ("Invulnerable Save", "Models in this unit have a 5+ invulnerable save.", saves("5+")),
        ("Invulnerable Save", "This model has an invulnerable save of 6+", saves("6+", whose="model")),
        ("Invulnerable Save 5+", "Models in this units have an Invulnerable save of\xa05+.", saves("5+")),
        ("INVULNERABLE SAVE", "This unit has a 4+ Invulnerable save", saves("4+")),
        (
            "Invulnerable Save (5+*)",
            "This model has a 5+ invulnerable save against ranged attacks.",
            saves("5+ vs ranged", whose="model"),
        ),
        ("**Invulnerable Save", "Models in this unit have a 5+ invulnerable save against melee attacks only.", saves("5+ vs melee")),
        (
            "Invulnerable Save",
            "This unit has a 6+ Invulnerable save.\nThis unit has a 4+ Invulnerable save against melee attacks.",
            saves("6+", "4+ vs melee"),
        ),
        (
            "Invulnerable Save",
            "This unit has a 6+ Invulnerable save against ranged attacks, and 4+ Invulnerable save against melee attacks.",
            saves("6+ vs ranged", "4+ vs melee"),
        ),
        (
            "Invulnerable Save",
            "Models in this unit have a 6+ invulnerable save. This invulnerable save is improved to 4+ against Loud Attacks.",
            saves("6+", "4+ vs Loud Attacks"),
        ),
        ("Invulnerable Save*", "4+\n* This model has a 4+ invulnerable save against melee attacks.", saves("4+ vs melee", whose="model")),
        (
            "Invulnerable Save",
            "Models in this unit (excluding the Mouse) have a 5+ invulnerable save.",
            saves("5+", excludes=("Mouse",)),
        ),
        ("Invulnerable Save", "The Mouse King has a 4+ invulnerable save.", saves("4+", whose="named", names=("Mouse King",))),
        ("Invulnerable Save", "Ermintrude Ant has a 4+ invulnerable save.", saves("4+", whose="named", names=("Ermintrude Ant",))),
        ("Invulnerable Save", "This unit's OLD MOUSE model has a 5+ save.", None),
        ("Mouse Shield", "The bearer has a 4+ invulnerable save.", saves("4+", whose="model", more=True)),
        ("Mouse Shield", "This model has a 4+ invulnerable save. Once per battle, it squeaks.", saves("4+", whose="model", more=True)),
        ("Mouse Aura", "While this model is alone, it has a 4+ invulnerable save.", None),
        ("Mouse Wall", "Once per battle, until the end of the phase, the bearer has a 2+ invulnerable save.", None),
        ("Mouse Aura", "Models in this unit have a 4+ invulnerable save.", None),
        ("Invulnerable Save: Mouse", "This model has a 4+ invulnerable save.", saves("4+", whose="named", names=("Mouse",))),
        ("Invulnerable Save (4+)\xa0[Mouse]", "This model has a 4+ invulnerable save.", saves("4+", whose="named", names=("Mouse",))),
        ("Invulnerable Save (Mouse)", "4+", saves("4+", whose="named", names=("Mouse",))),
        (
            "Invulnerable Save (2+*)",
            "This model has a 2+ invulnerable save. It cannot be re-rolled.",
            saves("2+", whose="model", more=True),
        ),
        ("Invulnerable Save (2+*)", "It cannot be re-rolled.", saves("2+", whose="model", more=True)),
        ("Invulnerable Save", "This model has an invulnerable save.", None),
        ("Invulnerable Save", "While it leads mice, this model has a 4+ invulnerable save.", None),
        ("Cheese Shield", "4+", None),
        ("Invulnerable Save", "7+", None),
        ("Invulnerable Save", "", None),
    ],
)  # fmt: skip
def test_read(name: str, text: str, expected: PrintedSaves | None) -> None:
    assert parse_invulnerable_saves(name, text) == expected


def test_column_of_a_statline() -> None:
    assert stated_saves("4+") == (PrintedSave("4+"),)
    assert stated_saves("5+*") == (PrintedSave("5+", "*"),)
    assert stated_saves("5+ ranged") == (PrintedSave("5+", "ranged"),)
    assert stated_saves("6+, 4+ melee") == (PrintedSave("6+"), PrintedSave("4+", "melee"))
    assert stated_saves("-") == stated_saves("") == ()


@pytest.mark.parametrize(
    ("name", "text", "wounds", "found"),
    [
        ("Damaged: 1-5 wounds remaining", "", 14, (5,)),
        ("DAMAGED:\xa01–10 Wounds Remaining", "", 30, (10,)),
        ("Damaged: 1 Wound remaining", "", 4, (1,)),
        ("Battle Damaged", "While this unit has 10 or more\xa0damage points, it is slow.", 14, (4,)),
        ("Battle Damaged", "While this unit has 10 or more damage points, it is slow.", 10, ()),
        ("Old Boat [2] (5-9 Wounds Remaining)", "", 18, (9,)),
        ("Old Boat [1] (10-18+ Wounds Remaining)", "", 18, ()),
        ("Old Boat 1 (6+ wounds remaining)", "", 18, ()),
        ("Damaged goods", "Sold at half price.", 14, ()),
    ],
)
def test_damaged(name: str, text: str, wounds: int, found: tuple[int, ...]) -> None:
    assert parse_damaged([PrintedText("Abilities", name, text)], wounds) == found


def test_damaged_twice() -> None:
    lines = [PrintedText("Unit", f"Boat ({part} wounds remaining)", "") for part in ("11-20", "6-10", "1-5")]
    assert parse_damaged(lines, 20) == (10, 5)
