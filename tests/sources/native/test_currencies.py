"""What lists spend besides points, units that cost what their models cost, and options that are paid once."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from listbuilder.errors import InputError
from listbuilder.session import Session
from listbuilder.sources.native import NativeSet

SYSTEM = """\
id: skirmish
name: Back Alley Skirmish
points_name: gold
default_size: brawl
battle_sizes:
  - {id: brawl, name: Brawl, points: 50}
  - {id: riot, name: Riot, points: 90}
currencies:
  - {id: favours, name: {en: Favours, zh: 人情}, aliases: [fv]}
  - {id: bread, name: Bread}
rules:
  - {id: gold, kind: total, params: {of: points, at_most: limit}, source: invented}
  - {id: favours, kind: total, params: {of: currency, currency: favours, at_most: {brawl: 3, riot: 5}}, source: invented}
"""
FACTION = """\
id: gang
name: Gang
system: skirmish
keyword: Gang
points_date: 2026-01-01
source: {set: own}
detachments:
  day: {name: Day Shift, rule: Light, enhancements: {}, costs: {favours: -1}}
  night: {name: Night Shift, rule: Dark, enhancements: {lantern: {name: Lantern, points: 2.5, costs: {favours: 2}}}}
"""
SHEET = """\
id: thugs
name: Thugs
role: infantry
faction_keywords: [Gang]
keywords: [Infantry]
profiles: [{name: Thugs, W: 1}]
models:
  boss: {name: Boss, count: 1, points: 6, wargear: [club]}
  thug: {name: Thug, count: 2-5, points: 4, costs: {bread: 1}, wargear: [club]}
costs: {favours: 1}
weapons:
  club: {name: Club, type: melee}
  knife: {name: Knife, type: melee}
gear:
  flag: {name: Flag}
options:
  - {id: knives, replace: club, with: [knife], points: 1, costs: {favours: 1}}
  - {id: flags, model: thug, add: [flag], points: 10, costs: {bread: 7}, paid_once: true, all: true}
abilities: {}
"""
LIST = """\
system: skirmish
faction: gang
detachment: night
battle_size: brawl
units:
"""


@pytest.fixture
def folder(tmp_path: Path, own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = tmp_path / "own" / "skirmish" / "gang"
    found.mkdir(parents=True)
    (found.parent / "system.yaml").write_text(SYSTEM, encoding="utf-8")
    (found / "faction.yaml").write_text(FACTION, encoding="utf-8")
    (found / "thugs.yaml").write_text(SHEET, encoding="utf-8")
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(tmp_path / "own"))
    return tmp_path / "own"


def opened(text: str) -> Session:
    return Session.from_text((LIST + text).encode(), "gang.yaml")


UNITS = {
    "  - {id: a, datasheet: thugs}\n": (14, {"favours": 1, "bread": 2}),
    "  - {id: a, datasheet: thugs, models: {thug: 5}}\n": (26, {"favours": 1, "bread": 5}),
    "  - {id: a, datasheet: thugs, wargear: {boss: {club: knife}}}\n": (15, {"favours": 2, "bread": 2}),
    "  - {id: a, datasheet: thugs, wargear: {thug: {club: knife}}}\n": (16, {"favours": 3, "bread": 2}),
    "  - {id: a, datasheet: thugs, wargear: {thug: {add: flag}}}\n": (24, {"favours": 1, "bread": 9}),
    "  - {id: a, datasheet: thugs, enhancement: lantern}\n": (Decimal("16.5"), {"favours": 3, "bread": 2}),
}


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("text", UNITS)
def test_each_price_is_paid_in_its_currency(text: str) -> None:
    session = opened(text)
    points, costs = UNITS[text]
    assert session.points == points
    assert dict(session.army.spent) == costs
    assert {name: session.army.units[0].cost(name) for name in ("favours", "bread")} == costs


@pytest.mark.usefixtures("folder")
def test_a_currency_has_a_limit_in_each_size() -> None:
    text = "  - {id: a, datasheet: thugs, enhancement: lantern}\n  - {id: b, datasheet: thugs}\n"
    session = opened(text)
    assert [(one.rule, one.found, one.bound) for one in session.findings] == [("favours", 4, 3)]
    assert [str(one) for one in session.spending] == ["4 / 3 Favours", "4 Bread"]
    assert [str(offer.title) for offer in session.fixes(session.findings[0])]
    larger = Session.from_text((LIST + text).replace("brawl", "riot").encode(), "gang.yaml")
    assert larger.verdict == "legal"
    refunded = Session.from_text((LIST + "  - {datasheet: thugs}\n").replace("night", "day").encode(), "gang.yaml")
    assert dict(refunded.army.spent) == {"bread": 2}


@pytest.mark.usefixtures("folder")
def test_models_with_prices_count_for_the_size_of_a_unit_without_a_price() -> None:
    found = opened("  - {id: a, datasheet: thugs, models: {thug: 6}}\n").findings
    assert [(one.rule, one.found, one.bound) for one in found] == [("unit-composition", 6, 5)]


def test_an_unknown_currency_is_named_at_its_place(folder: Path) -> None:
    sheet = folder / "skirmish" / "gang" / "thugs.yaml"
    sheet.write_text(SHEET.replace("{favours: 1}}", "{favour: 1}}"), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        NativeSet([folder]).load("skirmish", "gang")
    assert [(str(one.message), str(one.hint)) for one in caught.value.problems] == [
        ("unknown currency: favour", "did you mean favours?")
    ]


def test_forces_cost_and_refund(folder: Path) -> None:
    forces = "forces: [{id: crew, name: Crew, costs: {favours: 2}}, {id: den, name: Den, costs: {favours: -1}}]\n"
    (folder / "skirmish" / "system.yaml").write_text(SYSTEM + forces, encoding="utf-8")
    text = "system: skirmish\nfaction: gang\nbattle_size: brawl\nforces:\n"
    crew = "  - {force: crew, units: [{datasheet: thugs}]}\n"
    for added, spent in (("", 3), (crew, 6), ("  - {force: den, units: []}\n", 2)):
        session = Session.from_text((text + crew + added).encode(), "gang.yaml")
        assert dict(session.army.spent)["favours"] == spent
        assert [(one.found, one.bound) for one in session.findings if one.rule == "favours"] == (
            [(6, 3)] if spent > 3 else []
        )


def test_what_the_game_counts_is_said_beside_the_points(folder: Path) -> None:
    system = folder / "skirmish" / "system.yaml"
    kinds = "forces: [{id: crew, name: Crew}, {id: den, name: Den}]\n"
    counted = "figures: [{id: gangs, name: gangs, forces: [crew], units_of: [den], source: invented}]\n"
    system.write_text(SYSTEM + kinds + counted, encoding="utf-8")
    forces = (
        "forces:\n  - {force: crew, units: [{datasheet: thugs}, {datasheet: thugs}]}\n  - {force: crew, units: []}\n"
    )
    text = LIST.replace("units:\n", forces) + "  - {force: den, units: [{datasheet: thugs}, {datasheet: thugs}]}\n"
    assert [str(one) for one in Session.from_text(text.encode(), "gang.yaml").figures] == ["gangs 3"]

    system.write_text(SYSTEM + kinds + counted.replace("[den]", "[dem]"), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        NativeSet([folder]).load("skirmish", "gang")
    assert [(str(one.message), str(one.hint)) for one in caught.value.problems] == [
        ("unknown force: dem", "did you mean den?")
    ]
