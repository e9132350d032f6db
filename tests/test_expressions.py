"""Regular expressions that are compiled on their first use."""

from __future__ import annotations

import re

import pytest

from listbuilder.expressions import Expression, expression


def test_it_is_used_as_a_compiled_pattern() -> None:
    found = expression(r"(?P<number>\d+)x", re.IGNORECASE)

    for _ in range(2):  # the first use compiles it
        assert (match := found.search("take 12X of them")) is not None
        assert match["number"] == "12"
    assert found.sub("-", "1x 2x") == "- -"
    assert found.groupindex == {"number": 1}
    assert found.pattern == r"(?P<number>\d+)x"


def test_bytes_too() -> None:
    assert expression(rb"a+").findall(b"aa b a") == [b"aa", b"a"]


def test_nothing_is_compiled_before_its_use() -> None:
    found = expression("(")

    with pytest.raises(re.error):
        found.match("(")


def test_compiled_it_is_the_same_pattern() -> None:
    assert isinstance(one := expression("x"), Expression)
    assert one.compiled() is re.compile("x")
