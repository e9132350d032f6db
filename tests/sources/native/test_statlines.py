"""Datasheets against the columns and roles of their system."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.errors import InputError
from listbuilder.sources.native import NativeSet

WORDS = """\
roles: [{id: infantry, name: Infantry}, {id: cavalry, name: Riders}]
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


def test_a_system_that_names_no_columns_needs_none(homebrew: Path) -> None:
    sheet = homebrew / "skirmish" / "gang" / "thugs.yaml"
    lines = [
        "  club: {name: Club, type: melee}" if line.startswith("  club: {name: Club") else line
        for line in sheet.read_text(encoding="utf-8").replace(LINE, "  - {name: Thugs}").splitlines()
    ]
    sheet.write_text("\n".join(lines), encoding="utf-8")
    assert "Club, type: melee}" in sheet.read_text(encoding="utf-8")
    NativeSet([homebrew]).load("skirmish", "gang")


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


@pytest.mark.parametrize(
    ("role", "hint"), [("cavalri", "did you mean cavalry?"), ("riders", "known: infantry, cavalry")]
)
def test_a_role_is_the_id_of_one_of_the_systems(homebrew: Path, role: str, hint: str) -> None:
    (found,) = problems(homebrew, "Hop: 5, Pluck: 2", role=role)

    assert f"unknown role: {role} ({hint})" in found


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("statline: [{key: A}, {key: A}]", "duplicate key: A"),
        ("roles: [{id: a, name: A}, {id: a, name: B}]", "duplicate id: a"),
        ("statline: [{key: A, pattern: '('}]", "( is not a regular expression"),
        ("core_abilities: ['[']", "[ is not a regular expression"),
        ("statline: [{key: A, pattern: '(a+)+b'}]", "(a+)+b may take very long to match"),
        ("core_abilities: ['(a|a)*b']", "(a|a)*b may take very long to match"),
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


WEAPONS = """\
weapons:
  - {id: thrown, name: Things to throw, columns: [{key: far, pattern: '[0-9]+', example: "9"}, {key: Pain}]}
  - {id: held, name: Things to hold, columns: [{key: Pain}, {key: habits, name: Habits, words: true, required: false}]}
"""
CLUB = "  club: {name: Club, type: melee, A: 1, WS: 4+, S: 3, AP: 0, D: 1}"
OTHERS = {
    "type: melee, A: 2, WS: 4+, S: 3, AP: 0, D: 1": "type: held, Pain: 1",
    'type: ranged, range: 8", A: 1, BS: 5+, S: 3, AP: 0, D: 1': "type: thrown, far: 8, Pain: 1",
}


def weapon_problems(homebrew: Path, club: str) -> list[str]:
    """What is wrong with the gang's datasheet when the system has other types of weapons and its club is this."""
    system, sheet = homebrew / "skirmish" / "system.yaml", homebrew / "skirmish" / "gang" / "thugs.yaml"
    system.write_text(system.read_text(encoding="utf-8") + WEAPONS, encoding="utf-8")
    text = sheet.read_text(encoding="utf-8")
    for old, new in {CLUB: f"  club: {{name: Club, {club}}}", **OTHERS}.items():
        assert old in text
        text = text.replace(old, new)
    sheet.write_text(text, encoding="utf-8")
    try:
        NativeSet([homebrew]).load("skirmish", "gang")
    except InputError as error:
        return [str(problem) for problem in error.problems]
    return []


@pytest.mark.parametrize(
    "club",
    [
        "type: held, Pain: 2, habits: [Loud]",
        "type: held, Pain: 2",
        "profiles: [{type: thrown, far: 9, Pain: 1}, {type: held, Pain: 2}]",
    ],
)
def test_weapons_have_the_columns_of_their_type(homebrew: Path, club: str) -> None:
    assert weapon_problems(homebrew, club) == []


@pytest.mark.parametrize(
    ("club", "words"),
    [
        ("type: hold, Pain: 2", "unknown type: hold (did you mean held?)"),
        ("type: held, Pain: 2, far: 9", "unknown column: far (known: Pain, habits)"),
        ("type: thrown, Pain: 2", "the column far is missing"),
        ("type: thrown, Pain: 2, far: away", "far: away is not written like 9"),
        ("type: held, Pain: 2, habits: Loud", "habits: a list of words is expected"),
        ("type: held, Pain: [Much]", "Pain: a single value is expected"),
        ("profiles: [{name: a, type: held, Pain: 2}, {name: b, type: thrown, Pain: 2}]", "the column far is missing"),
    ],
)
def test_weapons_of_other_types_or_columns_are_problems(homebrew: Path, club: str, words: str) -> None:
    (found,) = weapon_problems(homebrew, club)

    assert words in found


FISTS = "    bare: {name: {en: Fists, ru: Кулаки}, values: {Pain: 1, habits: Loud}}\n"


def with_fists(homebrew: Path, stated: str) -> Path:
    """The system, in which a model that holds nothing has something else."""
    system = homebrew / "skirmish" / "system.yaml"
    held = "  - id: held\n    name: Things to hold\n"
    weapons = WEAPONS.replace("  - {id: held, name: Things to hold, columns:", f"{held}{stated}    columns:").replace(
        "false}]}", "false}]"
    )
    assert held in weapons
    system.write_text(system.read_text(encoding="utf-8") + weapons, encoding="utf-8")
    return system


def test_bare_hands_have_the_columns_of_their_type(homebrew: Path) -> None:
    with_fists(homebrew, FISTS)
    record = NativeSet([homebrew]).record("skirmish")
    assert {
        one.id: one.bare and (one.bare.name, dict(one.bare.values)) for one in record.system.vocabulary.weapons
    } == {
        "thrown": None,
        "held": ({"en": "Fists", "ru": "Кулаки"}, {"Pain": "1", "habits": "Loud"}),
    }
    assert record.system.glossary["ru"]["Fists"] == "Кулаки"


def test_other_columns_of_bare_hands_are_problems_at_their_place(homebrew: Path) -> None:
    system = with_fists(homebrew, FISTS.replace("Pain", "Pian"))
    with pytest.raises(InputError) as raised:
        NativeSet([homebrew]).load("skirmish", "gang")
    lines = system.read_text(encoding="utf-8").splitlines()
    (line,) = (number for number, text in enumerate(lines, 1) if "Pian" in text)
    assert [(str(one.message), str(one.hint), one.line, one.column) for one in raised.value.problems] == [
        ("unknown column: Pian", "did you mean Pain?", line, lines[line - 1].index("Pian") + 1)
    ]


def worse_from(homebrew: Path, stated: str) -> tuple[int, ...]:
    """What the gang's datasheet is read to say of damaged models; (0,) where it is refused."""
    sheet = homebrew / "skirmish" / "gang" / "thugs.yaml"
    sheet.write_text(sheet.read_text(encoding="utf-8") + stated, encoding="utf-8")
    try:
        library = NativeSet([homebrew]).load("skirmish", "gang").library
    except InputError:
        return (0,)
    (found,) = {option.facts.damaged for option in library.root_options("gang") if option.name == "Thugs"}
    return found


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ("", ()),
        ("damaged: 4\n", (4,)),
        ("damaged: [5, 10]\n", (10, 5)),
        ("damaged: 0\n", (0,)),
        ("damaged: [4]\n", (0,)),
        ("damaged: few\n", (0,)),
    ],
)
def test_from_how_many_wounds_on_a_model_is_worse(homebrew: Path, stated: str, found: tuple[int, ...]) -> None:
    assert worse_from(homebrew, stated) == found
