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
