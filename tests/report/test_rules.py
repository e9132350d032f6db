"""Rules as text: how a rule is enabled, where it applies and what it replaces."""

from __future__ import annotations

import pytest

from listbuilder.replacing import replace
from listbuilder.report.rules import rule_text
from tests.rules import factory as f


@pytest.mark.parametrize(
    ("rule", "notes"),
    [
        ("reserves-half", ["Off by default; enable it with --rules reserves-half"]),
        (
            "sr-quarter",
            [
                "Read as: a quarter of the army's points, Aircraft apart",
                "Another reading: a quarter of the points limit (--rules sr-quarter=battle-size-limit, or rules: in the list)",
            ],
        ),
        ("incursion-datasheet-cap", ["Only in these battle sizes: incursion", "Replaces: datasheet-cap"]),
    ],
)
def test_explanations_tell_how_a_rule_is_switched(rule: str, notes: list[str]) -> None:
    spec = next(spec for spec in f.system().rules if spec.id == rule)
    lines = rule_text(spec, [f.system()]).splitlines()
    assert [line for line in lines if line in notes] == notes


def test_parameters_are_shown_as_the_game_states_them() -> None:
    spec = replace(
        f.system().rules[0],
        params={"of": {"hq": [1, None]}, "where": [{"keywords": ["A", "B"]}, {"warlord": True}], "at_most": 2},
        unless=("Campaign",),
    )
    lines = rule_text(spec, [f.system()]).splitlines()
    assert "of:        hq: [1, null]" in lines
    assert "where:     {keywords: [A, B]}, {warlord: true}" in lines
    assert "at_most:   2" in lines
    assert "Not for lists that have chosen one of these: Campaign" in lines


@pytest.mark.parametrize("rule", ["sr-quarter", "datasheet-cap"])
def test_what_needs_declarations_says_so(rule: str) -> None:
    spec = next(spec for spec in f.system().rules if spec.id == rule)
    lines = rule_text(spec, [f.system()]).splitlines()
    assert ("Checked only when the list has declarations." in lines) == (spec.stage == "declaration")


def test_a_reading_without_words_is_named() -> None:
    spec = replace(f.system().rules[0], readings={"strict": {}, "mild": {}}, meanings={"mild": {"en": "less of it"}})
    lines = rule_text(spec, [f.system()]).splitlines()
    assert f"Another reading: --rules {spec.id}=strict" in lines
    assert f"Another reading: less of it (--rules {spec.id}=mild, or rules: in the list)" in lines
