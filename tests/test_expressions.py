"""Regular expressions that are compiled on their first use."""

from __future__ import annotations

import importlib
import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.expressions import LONGEST_MATCHED, Expression, compiled_on_use, expression, is_cheap


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


def test_what_a_library_compiles_is_compiled_on_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lazy_library").mkdir()
    (tmp_path / "lazy_library" / "__init__.py").write_text("from lazy_library import inner\nimport lazy_library2\n")
    line = "import re\nWORD = re.compile(r'[a-z]+', re.IGNORECASE)\n"
    (tmp_path / "lazy_library" / "inner.py").write_text(line)
    (tmp_path / "lazy_library2.py").write_text(line)
    monkeypatch.syspath_prepend(tmp_path)
    original = re.compile
    with compiled_on_use("lazy_library"):
        inner = importlib.import_module("lazy_library.inner")
        other = importlib.import_module("lazy_library2")

    assert isinstance(inner.WORD, Expression)
    assert inner.WORD.match("ABC").group() == "ABC"
    assert isinstance(other.WORD, re.Pattern)  # another library, although its name begins alike
    assert re.compile is original


def test_other_patterns_are_compiled_again_when_an_import_fails() -> None:
    original = re.compile
    with pytest.raises(ImportError), compiled_on_use("lazy"):
        raise ImportError
    assert re.compile is original


def test_compiled_it_is_the_same_pattern() -> None:
    assert isinstance(one := expression("x"), Expression)
    assert one.compiled() is re.compile("x")


@pytest.mark.parametrize(
    "pattern",
    [r"\d+", r"[2-6]\+|-|See .*", r"Deadly Demise (\d*D[36](\+\d+)?|\d+)", r"1[0-4]", r"(ab){3}", r"(?:ab)+", "a?b?c?"],
)
def test_patterns_of_data_are_cheap(pattern: str) -> None:
    assert is_cheap(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+$", "(a*)*b", "(a|a)*b", "(a|aa)+$", "(a?){30}b", "(?:a{1,20}){1,20}b", "((a+)b?)+", "a*a*a*a*a*b", "a?" * 30 + "a" * 30,
        "(?=(a+)+b)a", "(?:(?:a|a)(?:a|a)){9}b", "(a|a)" * 20 + "b", "x" * 400, r"(?>a+)+b", "((?:a+)){9}b",
    ],
)  # fmt: skip
def test_patterns_that_may_take_long_are_not(pattern: str) -> None:
    assert not is_cheap(pattern)


@pytest.mark.parametrize("pattern", ["(a", "[[a]", "[a--b]"])
def test_what_is_no_pattern_in_any_python_is_refused(pattern: str) -> None:
    with pytest.raises(re.error):
        is_cheap(pattern)


@given(st.text("ab|*+?(){}2,.[]", max_size=24))
def test_what_is_cheap_is_quick(pattern: str) -> None:
    try:
        cheap = is_cheap(pattern)
    except (re.error, OverflowError, RecursionError):
        return
    if cheap:
        started = time.thread_time()
        for text in ("a" * (LONGEST_MATCHED - 1) + "!", "ab" * (LONGEST_MATCHED // 2 - 1) + "!"):
            re.fullmatch(pattern, text)
        assert time.thread_time() - started < 2
