"""Lists made item by item: what did not change is not made again."""

from __future__ import annotations

import pytest

from listbuilder.army.keeping import Kept, unchanged


@pytest.mark.parametrize(
    ("before", "after", "made"),
    [
        ("abcd", "abcd", ""),
        ("abcd", "abxcd", "x"),
        ("abcd", "abd", ""),
        ("abcd", "xbcd", "x"),
        ("abcd", "abcx", "x"),
        ("abcd", "", ""),
        ("", "ab", "ab"),
        ("aa", "aaa", "a"),
        ("abcd", "dcba", "dcba"),
    ],
)
def test_only_what_is_new_is_made(before: str, after: str, made: str) -> None:
    calls: list[str] = []

    def make(item: str) -> str:
        calls.append(item)
        return item.upper()

    kept = Kept()
    assert kept.of(tuple(before), make) == list(before.upper())
    calls.clear()
    assert kept.of(tuple(after), make) == list(after.upper())
    assert "".join(calls) == made
    kept.forget()
    calls.clear()
    assert kept.of(tuple(after), make) == list(after.upper())
    assert "".join(calls) == after


def test_no_item_is_counted_twice() -> None:
    assert unchanged("aa", "aaa") == (2, 0)
    assert unchanged("abc", "abbc") == (2, 1)
