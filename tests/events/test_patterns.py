"""Patterns of paths, as git reads them."""

from __future__ import annotations

import pytest

from listbuilder.events.patterns import Patterns


@pytest.mark.parametrize(
    ("patterns", "path", "excluded"),
    [
        (["*.pdf"], "a.pdf", True),
        (["*.pdf"], "deep/in/a.pdf", True),
        (["*.pdf"], "a.pdf.txt", False),
        (["/*.pdf"], "a.pdf", True),
        (["/*.pdf"], "deep/a.pdf", False),
        (["old/"], "old/a.txt", True),
        (["old/"], "new/old/a.txt", True),
        (["old/"], "old", False),
        (["old/a.txt"], "old/a.txt", True),
        (["old/a.txt"], "x/old/a.txt", False),
        (["**/a.txt"], "x/y/a.txt", True),
        (["**/a.txt"], "a.txt", True),
        (["x/**/a.txt"], "x/a.txt", True),
        (["x/**/a.txt"], "x/y/z/a.txt", True),
        (["x/**"], "x/y/z", True),
        (["x/**"], "y/x", False),
        (["*.txt", "!keep.txt"], "keep.txt", False),
        (["*.txt", "!keep.txt"], "other.txt", True),
        (["!keep.txt", "*.txt"], "keep.txt", True),
        (["list?.txt"], "list1.txt", True),
        (["list?.txt"], "list12.txt", False),
        (["list[12].txt"], "list2.txt", True),
        (["list[1].txt"], "list1.txt", True),
        (["list[1].txt"], "list[1].txt", False),
        (["list[!12].txt"], "list2.txt", False),
        (["list[!12].txt"], "list3.txt", True),
        (["a+b (1).txt"], "a+b (1).txt", True),
        (["a+b (1).txt"], "aab (1).txt", False),
        (["[z-a]"], "[z-a]", True),
        (["a[].txt"], "a[].txt", True),
        (["a[].txt"], "a.txt", False),
        ([r"\*.txt"], "*.txt", True),
        ([r"\*.txt"], "a.txt", False),
        (["", " ", "/", "!"], "a.txt", False),
    ],
)
def test_patterns(patterns: list[str], path: str, excluded: bool):
    assert Patterns(patterns).exclude_with_parents(path) is excluded
