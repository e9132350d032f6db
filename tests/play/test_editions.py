"""Lists that do not say which edition they are of, over the data of both."""

from __future__ import annotations

import re

import pytest

from listbuilder.validation.validate import Validated, validate_bytes
from tests.play.conftest import SHARED

LISTS = SHARED.parent / "lists" / "wh40k-11e" / "nr-wtc-compact"
pytestmark = [
    pytest.mark.skipif(not LISTS.is_dir(), reason="the exported lists are not here"),
    pytest.mark.usefixtures("community"),
]
HEAD = re.compile(r"(?m)^\+ (?:DETACHMENT|FORCE DISPOSITION): .*\n")
PRICE = re.compile(r"\((\d+) pts\)")


def judged(text: str) -> Validated:
    return validate_bytes(text.encode(), "list.txt")


def knights() -> str:
    return HEAD.sub("", (LISTS / "007.txt").read_text("utf-8"))


def test_prices_tell_the_edition() -> None:
    found = judged(knights())
    assert (found.system.id, found.army.points) == ("wh40k-11e", 2000)
    assert "assumed-edition" not in {one.rule for one in found.findings}


def test_where_neither_has_the_prices_nothing_is_judged() -> None:
    dearer = PRICE.sub(lambda price: f"({int(price[1]) + 333} pts)", knights())
    found = judged(dearer)
    doubt = next(one for one in found.findings if one.rule == "assumed-edition")
    assert all(edition in str(doubt.message) for edition in ("10th edition", "11th edition"))
    assert found.verdict == "unjudged"


BOTH = """\
Golden Host (605 points)

Adeptus Custodes
Shield Host
Incursion (1000 points)

CHARACTERS

Valerian (110 points)
  • Warlord
  • 1x Gnosis

OTHER DATASHEETS

Allarus Custodians (165 points)
  • 3x Allarus Custodian
    • 3x Balistus grenade launcher
    • 3x Guardian spear

Allarus Custodians (330 points)
  • 6x Allarus Custodian
    • 6x Balistus grenade launcher
    • 6x Guardian spear
"""  # units that cost the same in both


def test_where_both_have_all_prices_the_one_that_lacks_nothing_is_assumed() -> None:
    """In the 11th edition it would lack a Force Disposition."""
    found = judged(BOTH)
    (note,) = found.findings
    assert (note.rule, note.severity, str(note.beside)) == (
        "assumed-edition",
        "info",
        "Warhammer 40,000 10th edition is assumed",
    )
    assert (found.system.id, found.verdict) == ("wh40k-10e", "legal")


def test_an_edition_that_is_named_decides() -> None:
    old = judged(BOTH.replace("Shield Host\n", "Shield Host\nWarhammer 40,000 10th Edition\n"))
    assert (old.system.id, old.verdict, [one.rule for one in old.findings]) == ("wh40k-10e", "legal", [])
    assert judged(BOTH.replace("Golden Host", "Golden Host 40k 11e")).system.id == "wh40k-11e"


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ("Sit and Wait", "unknown choice: Force Disposition: Sit and Wait"),
        ("Purge the Fo", "unknown choice: Force Disposition: Purge the Fo"),
        ("Purge the Foe, Sit", "unknown choice: Force Disposition: Sit"),
    ],
)
def test_a_choice_that_the_data_do_not_have_is_unknown(stated: str, said: str) -> None:
    text = (LISTS / "003.txt").read_text("utf-8")
    assert "Purge the Foe" in text
    found = judged(text.replace("Purge the Foe", stated))
    (unknown,) = (one for one in found.bound.problems if one.rule == "unknown-name")
    assert (str(unknown.message), found.verdict) == (said, "unjudged")
    assert not unknown.of_army  # errors beside it stay errors
    assert str(unknown.hint) == ("did you mean Purge the Foe?" if stated == "Purge the Fo" else "")
