"""Datasheets against the columns and roles of their system."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.errors import InputError
from listbuilder.sources.native import NativeSet

WORDS = """\
roles: [{id: infantry, name: Infantry}, {id: cavalry, name: Cavalry}]
statline:
  - {key: Hop, pattern: '[0-9]+', example: "5"}
  - {key: Pluck, meaning: wounds}
  - {key: Ward, required: false, pattern: '[2-6]\\+', example: 4+}
"""
LINE = '  - {name: Thugs, M: 5", T: 3, SV: 6+, W: 1, LD: 7+, OC: 1}'


def problems(homebrew: Path, line: str, role: str = "infantry") -> list[str]:
    """What is wrong with the gang's datasheet when its statline is this."""
    system, sheet = homebrew / "skirmish" / "system.yaml", homebrew / "skirmish" / "gang" / "thugs.yaml"
    system.write_text(system.read_text(encoding="utf-8") + WORDS, encoding="utf-8")
    text = sheet.read_text(encoding="utf-8").replace(LINE, f"  - {{name: Thugs, {line}}}")
    sheet.write_text(text.replace("role: infantry", f"role: {role}"), encoding="utf-8")
    try:
        NativeSet([homebrew]).load("skirmish", "gang")
    except InputError as error:
        return [str(problem) for problem in error.problems]
    return []


@pytest.mark.parametrize("line", ["Hop: 5, Pluck: 2", "Ward: 4+, Pluck: 2, Hop: 5"])
def test_the_systems_own_columns_fit(homebrew: Path, line: str) -> None:
    assert problems(homebrew, line) == []


@pytest.mark.parametrize(
    ("line", "at", "words"),
    [
        ("Hop: 5, Pluk: 2, Pluck: 1", "Pluk:", "unknown column: Pluk (did you mean Pluck?)"),
        ("Hop: 5, Pluck: 2, OC: 1", "OC", "unknown column: OC (known: Hop, Pluck, Ward)"),
        ("Pluck: 2", "Thugs", "the column Hop is missing"),
        ("Hop: far, Pluck: 2", "far", "Hop: far is not written like 5"),
        ("Hop: 5, Pluck: 2, Ward: 7+", "7+", "Ward: 7+ is not written like 4+"),
    ],
)
def test_other_columns_are_problems_at_their_place(homebrew: Path, line: str, at: str, words: str) -> None:
    (found,) = problems(homebrew, line)

    assert words in found
    column = f"  - {{name: Thugs, {line}}}".index(at) + 1
    assert f"thugs.yaml:7:{column}: " in found


def test_a_role_is_one_of_the_systems(homebrew: Path) -> None:
    (found,) = problems(homebrew, "Hop: 5, Pluck: 2", role="cavalri")

    assert "unknown role: cavalri (did you mean cavalry?)" in found


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("statline: [{key: A}, {key: A}]", "duplicate key: A"),
        ("roles: [{id: a, name: A}, {id: a, name: B}]", "duplicate id: a"),
        ("statline: [{key: A, pattern: '('}]", "( is not a regular expression"),
        ("core_abilities: ['[']", "[ is not a regular expression"),
        ("statlines: []", "unknown key statlines (did you mean statline?)"),
        ("terms: {warlrd: boss}", "unknown key warlrd (did you mean warlord?)"),
        ("states: [{id: lawn}]", "the key name is missing"),
        ("declarations: {atach: Joins}", "atach"),
        ("statline: [{key: A, meaning: wound}]", "meaning: wound is not one of"),
        ("half_strength: {models: few}", "the key model is missing"),
    ],
)
def test_mistakes_in_the_words_of_a_system_are_problems(homebrew: Path, words: str, problem: str) -> None:
    system = homebrew / "skirmish" / "system.yaml"
    text = system.read_text(encoding="utf-8")
    system.write_text(f"{text}{words}\n", encoding="utf-8")

    with pytest.raises(InputError) as error:
        NativeSet([homebrew]).load("skirmish", "gang")

    found = [str(one) for one in error.value.problems]
    assert any(problem in one for one in found), found
    assert all(f"system.yaml:{text.count(chr(10)) + 1}:" in one for one in found)
