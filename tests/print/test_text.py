"""The army as plain text."""

from __future__ import annotations

import pytest

from listbuilder import i18n
from listbuilder.print.text import show_army, show_unit
from listbuilder.replacing import replace
from listbuilder.resources import shipped
from listbuilder.rules import Ruleset
from listbuilder.rules.formation import formation
from listbuilder.session import Session
from listbuilder.terminal import columns


@pytest.fixture
def show(armies, rules):
    def make(name, language="en", width=80, system=rules):
        army, findings = armies[name]
        return show_army(army, findings, Ruleset.from_system(rules).formation(army), language, width, system)

    return make


@pytest.mark.parametrize("name", ["marines", "orks", "monsters", "foreign", "crowd", "sigmar", "empty"])
@pytest.mark.parametrize("width", [40, 72, 80, 120])
def test_no_line_is_wider_than_asked(show, name, width):
    assert all(columns(line) <= width for line in show(name, width=width).splitlines())


def test_units_points_declarations_and_reserves(show):
    found = show("marines")
    for words in (
        "1,985 / 2,000 pts · 16 units · 50 models · objective control 82",
        "Warlord · Artificer Armour (+10) · leads Intercessor Squad A",
        "9 Intercessor: Bolt pistol, Bolt rifle, Close combat weapon, 2× Astartes",
        "Impulsor A 6/7: Hellblaster Squad A + Lieutenant A",
        "Strategic Reserves: 325 of 496.25 pts allowed",
        "Squad Titus (Intercessor Squad)",
        "carries Hellblaster Squad A + Lieutenant A",
    ):
        assert words in found
    assert "FINDINGS" not in found


def test_without_a_system_nothing_is_said_about_the_allowance(show):
    assert "allowed" not in show("marines", system=None)


def test_findings_are_listed_worst_first(show):
    found = show("monsters")
    assert (
        found.index("error[army-faction]")
        < found.index("warning[legends-notice]")
        < found.index("not judged[leader-target]")
    )
    assert "Knight Valiant A: not known whom it leads" in found


def test_names_follow_the_language(show):
    i18n.set_language("zh")
    assert "仲裁者小队" in show("foreign", "zh")
    assert "仲裁者小队" not in show("foreign", "en")


def test_empty_army(show):
    assert show("empty").startswith("Space Marines\nStrike Force")  # a list without a name is called as its faction


def test_control_characters_cannot_reach_the_terminal(make):
    army = make.army((make.intercessors("i", name="Evil\x1b[31m\r\nSquad"),), name="A\x07B")
    found = show_army(army, (), Ruleset.from_system(make.system()).formation(army))
    assert "\x1b" not in found
    assert "\x07" not in found
    assert "Evil\N{REPLACEMENT CHARACTER}[31m Squad" in found


def test_datasheet(make):
    found = show_unit(make.intercessors("i"))
    for words in (
        "Intercessor Squad\nBattleline · 10 models · 160 pts",
        '                      M  T  SV  W  LD  OC\n  Intercessor Squad  6"  4  3+  2  6+   2',
        '  10×  Bolt rifle                          24"   2  3+  4  -1   1  Assault, Heavy',
        '   or  Astartes grenade launcher – krak    24"   1  3+  9  -2  D3',
        "Keywords: Infantry, Battleline, Grenades, Imperium, Tacticus",
    ):
        assert words in found
    assert "INV" not in found
    assert "5+" in show_unit(make.impulsor("i"))


def test_shares_of_roles_and_the_bearer_of_the_battle_standard():
    path = shipped("factions") / "whfb-8e" / "examples" / "legal.yaml"
    session = Session.from_text(path.read_bytes(), str(path))
    ruleset = Ruleset.from_system(session.system)
    found = show_army(session.army, session.findings, ruleset.formation(session.army), system=session.system)
    assert "LORDS · 185 (at most 250 pts)" in found
    assert "CORE UNITS · 320 (at least 250 pts)" in found
    assert "Battle Standard Bearer · War Banner (+35)" in found


def test_notes_of_the_player(make):
    army = make.orks()
    unit = army.units[1]
    lines = (replace(unit.models[0], notes="keep back"), *unit.models[1:])
    units = (army.units[0], replace(unit, notes="go\nleft", models=lines), *army.units[2:])
    shown = show_army(replace(army, notes="Play fast.", units=units), (), formation(army))
    assert "\nNotes: Play fast.\n" in shown
    assert "\n    Notes: go left\n" in shown
    assert f"\n    Notes ({lines[0].name}): keep back\n" in shown
    assert "Notes" not in show_army(army, (), formation(army))
