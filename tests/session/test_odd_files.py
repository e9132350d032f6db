"""Files that one YAML parser reads and another does not: what was read can be saved, and says the same."""

from __future__ import annotations

import pytest

from listbuilder import strictyaml
from listbuilder.session.session import Session

ODD = {
    "tab in a flow scalar": "x-a: [a\tb, c]\n",
    "tab after a colon": "x-a:\ta # why\n",
    "tab in a plain scalar": "notes: a\tb # why\n",
    "tab at the end": "notes: a\t\n",
    "line separator": "x-a: 1\u2029x-b: 2\n",
    "next line": "x-a: 1\x85x-b: 2\n",
    "keys that are equal as booleans": "x-a: {true: 1, True: 2, yes: 3}\n",
    "keys that are equal as numbers": "x-a: {0x7: 1, 7: 2, 7.0: 3, 0o7: 4}\n",
    "keys that are no numbers": "x-a: {.nan: 1, .NaN: 2}\n",
    "a number of many digits": f"x-a: {'9' * 5000}\n",
    "numbers of other versions": "x-a: [0o17, 1_000, 1e3, 0x1F, 017, 12:30:45, 2020-01-01, .inf, 1e999999999, +5, -0]\n",
    "another version": "x-a: [yes, no, on]\n",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
@pytest.mark.parametrize("first", ["", "%YAML 1.1\n---\n"])
def test_what_is_read_can_be_saved_and_says_the_same(text: str, first: str) -> None:
    """One parser decides what a file says, another keeps its comments: a file that only the first one reads is saved, too."""
    whole = f"{first}name: X\nsystem: wh40k-10e\nfaction: orks\n{text}units:\n  - {{datasheet: boyz}}\n"
    session = Session.from_text(whole.encode(), "odd.yaml")
    before = dict(session._file.document.facts)
    session.add_unit("gretchin")
    after = strictyaml.load(session.content()).value
    assert [unit["datasheet"] for unit in after.pop("units")] == ["boyz", "gretchin"]
    assert after == {key: value for key, value in before.items() if key != "units"}


def test_a_comment_survives_tabs_that_only_separate() -> None:
    text = "name:\tX # mine\nsystem: wh40k-10e\nfaction: orks\nunits:\n  - {datasheet: boyz}\n"
    session = Session.from_text(text.encode(), "odd.yaml")
    session.add_unit("gretchin")
    assert "# mine" in session.content()
