"""Items of other units: an error in a list with the prices of the data, open in one with other prices."""

from __future__ import annotations

import pytest

from listbuilder.validation import Validated, validate_bytes

TEXT = """\
Ledger (235 Points)

Leagues of Votann
Needgaârd Oathband
Incursion (1000 Points)

CHARACTERS

Kâhl (100 Points)
  • Warlord
  • 1x Autoch-pattern combi-bolter
  • 1x Forgewrought plasma axe
  • 1x Rampart crest
  • Enhancements: Ancestral Crest
  • Enhancements: Dead Reckoning

OTHER DATASHEETS

Einhyr Hearthguard (135 Points)
  • 1x Hesyr
     ◦ 1x Concussion gauntlet
     ◦ 1x EtaCarn plasma gun
     ◦ 1x Exo-armour grenade launcher
     ◦ 1x Teleport crest
  • 4x Einhyr Hearthguard
     ◦ 4x Concussion gauntlet
     ◦ 4x EtaCarn plasma gun
     ◦ 4x Exo-armour grenade launcher
"""
TEXT = (
    TEXT.replace("  • Enhancements: Dead Reckoning\n", "").replace("(100 Points)", "(80 Points)").replace("235", "215")
)
LAST = "     ◦ 4x Exo-armour grenade launcher\n"


def judged(text: str) -> Validated:
    return validate_bytes(text.encode(), "list.txt")


def said(found: Validated) -> list[tuple[str, str, str]]:
    return [
        (one.severity, one.rule, str(one.message)) for one in found.findings if one.severity in {"error", "unjudged"}
    ]


def test_the_list_is_legal() -> None:
    assert (judged(TEXT).verdict, said(judged(TEXT))) == ("legal", [])


@pytest.mark.parametrize("name", ["Mass gauntlet", "L7 missile launchers"])
def test_an_item_of_another_unit_is_an_error(name: str) -> None:
    found = judged(TEXT.replace(LAST, f"{LAST}     ◦ 1x {name}\n"))
    assert said(found) == [("error", "not-offered", f"Einhyr Hearthguard: the data do not offer it {name}")]
    (finding,) = (one for one in found.findings if one.rule == "not-offered")
    assert (finding.unit, finding.place.line if finding.place else 0) == ("einhyr-hearthguard", 28)


def test_a_unit_with_names_that_nothing_has_is_left_open() -> None:
    """It is described in other words than those of the data."""
    found = judged(TEXT.replace(LAST, f"{LAST}     ◦ 1x Mass gauntlet\n     ◦ 1x Beard comb\n"))
    assert {(severity, rule) for severity, rule, _ in said(found)} == {("unjudged", "unknown-name")}


def test_what_no_unit_has_stays_open() -> None:
    found = judged(TEXT.replace(LAST, f"{LAST}     ◦ 1x Beard comb\n"))
    assert (found.verdict, [rule for _, rule, _ in said(found)]) == ("unjudged", ["unknown-name"])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("(135 Points)", "(140 Points)"),  # an older price
        ("Einhyr Hearthguard (135 Points)", "Einhyr Hearthguard"),  # no price
        ("OTHER DATASHEETS\n", "OTHER DATASHEETS\n\nElder Guard (0 Points)\n  • 1x Axe\n"),  # a unit that is not known
    ],
)
def test_a_list_that_may_be_older_than_the_data_is_not_judged(old: str, new: str) -> None:
    found = judged(TEXT.replace(LAST, f"{LAST}     ◦ 1x Mass gauntlet\n").replace(old, new))
    assert found.verdict == "unjudged"
    assert "not-offered" not in {rule for _, rule, _ in said(found)}
