"""Contingents: fixed groups of a faction's units that armies of others have for one price, in a made-up game: judged, mended,
edited, saved, written and read."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from listbuilder.errors import InputError
from listbuilder.exchange.formats import read_bytes, written
from listbuilder.exchange.writing.carried import lost
from listbuilder.print.text import show_army
from listbuilder.resources import shipped
from listbuilder.session import Session
from listbuilder.sources.native import NativeSet
from listbuilder.validation import Validated, validate_bytes

FORCES = """\
forces:
  - {id: crew, name: Crew, at_start: 1}
  - {id: hirelings, name: {en: Hirelings, ru: Наёмники}, contingents: true}
figures:
  - {id: bands, name: bands, forces: [crew, hirelings], source: page 3}
rules:
  - {id: crews, kind: forces, params: {of: Crew, at_most: 2, besides: [Hirelings]}, source: page 3}
  - {id: one-band, kind: forces, params: {of: Hirelings, at_most: 1}, source: page 4}
  - {id: who-hires, kind: force-terms, params: {of: [Hirelings]}, source: page 4}
  - {id: as-hired, kind: slots, params: {force: Hirelings}, source: page 5}
  - {id: own-units, kind: faction, source: page 1}
  - {id: in-a-force, kind: placed, source: page 2}
"""
DRIFTERS = """\
id: drifters
name: {en: Drifters, ru: Бродяги}
system: skirmish
armies: false
points_date: 2026-01-02
source: {set: own}
contingents:
  tide-and-hounds:
    name: Tide and Hounds
    aliases: [Tide's Hounds]
    force: hirelings
    points: 12.5
    units: {Tide: 1, Hounds: 2}
    hosts: [Gang]
"""
SAILORS = """\
id: sailors
name: Sailors
system: skirmish
keyword: Sailors
points_date: 2026-01-01
source: {set: own}
contingents:
  press-gang: {name: Press Gang, force: hirelings, points: 5, units: {Tars: 1}}
"""
SHEET = """\
id: {id}
name: {name}
role: infantry
faction_keywords: [{keyword}]
keywords: [Infantry]
profiles:
  - {{name: {name}, M: 5", T: 3, SV: 6+, W: 1, LD: 7+, OC: 1}}
models:
  one: {{name: One, count: 1, wargear: [club]}}
weapons:
  club: {{name: Club, type: melee, A: 1, WS: 4+, S: 3, AP: 0, D: 1}}
  hook: {{name: Hook, type: melee, A: 1, WS: 4+, S: 3, AP: 0, D: 1}}
options:
  - {{id: hook, replace: club, with: [hook], points: 1}}
abilities: {{}}
"""
LIST = """\
system: skirmish
faction: gang
detachment: night-shift
forces:
  - {force: crew, units: [{id: thugs, datasheet: thugs}]}
"""
HIRED = LIST + "  - {force: tide-and-hounds, units: [{datasheet: tide}, {datasheet: hounds}, {datasheet: hounds}]}\n"


@pytest.fixture
def gang(homebrew: Path, monkeypatch: pytest.MonkeyPatch) -> NativeSet:
    """The small system with two other factions that lend their units; all commands use it."""
    system = homebrew / "skirmish" / "system.yaml"
    system.write_text(system.read_text("utf-8").replace("rules: []\n", FORCES), "utf-8")
    for faction, text, sheets in (
        ("drifters", DRIFTERS, (("tide", "Tide", ""), ("hounds", "Hounds", ""))),
        ("sailors", SAILORS, (("tars", "Tars", "points: {1: 4}\n"),)),
    ):
        folder = homebrew / "skirmish" / faction
        folder.mkdir()
        (folder / "faction.yaml").write_text(text, "utf-8")
        for key, name, points in sheets:
            sheet = SHEET.format(id=key, name=name, keyword=faction.title()) + points
            (folder / f"{key}.yaml").write_text(sheet, "utf-8")
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(homebrew))
    return NativeSet([homebrew])


def judged(gang: NativeSet, text: str) -> Validated:
    return validate_bytes(text.encode(), "list.yaml", (), (gang,))


def findings(gang: NativeSet, text: str) -> list[tuple[str, str]]:
    return [(one.rule, str(one.message)) for one in judged(gang, text).findings]


class TestJudging:
    def test_a_contingent_has_one_price_and_is_a_force_of_its_kind(self, gang: NativeSet) -> None:
        found = judged(gang, HIRED)
        assert not found.findings
        assert found.army.points == judged(gang, LIST).army.points + Decimal("12.5")
        assert [(one.name, one.points) for one in found.army.forces if one.inside] == [
            ("Crew", 0),
            ("Tide and Hounds", found.army.forces[2].points),
        ]

    @pytest.mark.parametrize(
        ("old", "new", "rule", "message"),
        [
            ("{datasheet: hounds}, ", "", "as-hired", "Tide and Hounds: Hounds: 1 found, at least 2 needed"),
            (
                "[{datasheet: tide}",
                "[{datasheet: tide}, {datasheet: tide}",
                "as-hired",
                "Tide and Hounds: Tide: 2 found, at most 1",
            ),
            (
                "[{datasheet: tide}",
                "[{datasheet: tide}, {datasheet: thugs}",
                "as-hired",
                "Thugs: Tide and Hounds has no slot for it",
            ),
            (
                "[{id: thugs, datasheet: thugs}]",
                "[{id: thugs, datasheet: hounds}]",
                "own-units",
                "Hounds: does not have the faction keyword Gang of the army",
            ),
            (
                "tide-and-hounds, units",
                "tide-and-hound, units",
                "unknown-name",
                "unknown force: tide-and-hound (did you mean tide-and-hounds?)",
            ),
        ],
    )
    def test_what_differs_from_its_units_is_found_once(
        self, gang: NativeSet, old: str, new: str, rule: str, message: str
    ) -> None:
        assert old in HIRED
        found = findings(gang, HIRED.replace(old, new, 1))
        assert (rule, message) in found
        assert len(found) == 1 or rule == "unknown-name"

    def test_other_armies_may_not_have_it(self, gang: NativeSet) -> None:
        text = HIRED.replace("faction: gang", "faction: sailors").replace("detachment: night-shift\n", "")
        text = text.replace("{id: thugs, datasheet: thugs}", "{datasheet: tars}")
        assert findings(gang, text) == [("who-hires", "Tide and Hounds: may not be in an army of Sailors")]

    def test_one_too_many_is_found_by_the_rules_of_their_kind(self, gang: NativeSet) -> None:
        press = "  - {force: press-gang, units: [{datasheet: tars}]}\n"
        assert {rule for rule, _ in findings(gang, HIRED + press)} == {"one-band", "crews"}

    def test_units_with_prices_are_free_in_a_contingent_apart_from_their_options(self, gang: NativeSet) -> None:
        own, bare = judged(gang, LIST).army.points, "  - {force: press-gang, units: [{datasheet: tars}]}\n"
        assert judged(gang, LIST + bare).army.points == own + 5
        armed = bare.replace("{datasheet: tars}", "{datasheet: tars, wargear: {one: {club: hook}}}")
        assert judged(gang, LIST + armed).army.points == own + 6


class TestData:
    def test_lists_cannot_be_of_a_faction_without_armies(self, gang: NativeSet) -> None:
        assert [one.id for one in gang.factions("skirmish")] == ["gang", "sailors"]
        with pytest.raises(InputError, match="unknown faction: drifters"):
            gang.load("skirmish", "drifters")

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ("Hounds: 2", "Houndz: 2", "unknown datasheet: Houndz"),
            ("force: hirelings", "force: crew", "unknown force: crew"),
            ("tide-and-hounds:", "crew:", "duplicate force: crew"),
            ("points: 12.5", "points: -1", "points"),
            ("armies: false\n", "", "keyword"),
        ],
    )
    def test_mistakes_are_named_and_others_can_still_play(
        self, gang: NativeSet, homebrew: Path, old: str, new: str, message: str
    ) -> None:
        path = homebrew / "skirmish" / "drifters" / "faction.yaml"
        path.write_text(DRIFTERS.replace(old, new), "utf-8")
        again = NativeSet([homebrew])
        assert not findings(again, LIST)
        assert any(message in str(one.message) for one in again.check())


class TestBuilding:
    def test_it_is_offered_to_its_hosts_with_its_price_and_comes_with_its_units(self, gang: NativeSet) -> None:
        session = Session.from_text(LIST.encode(), "list.yaml")
        army = session.forces.get("").id
        offered = {one.name: (one.points, one.note) for one in session.forces.choices(army)}
        assert {name: str(points) for name, (points, _) in offered.items()} == {
            "Crew": "0",
            "Tide and Hounds": "12.5",
            "Press Gang": "5",
        }
        assert offered["Tide and Hounds"][1] == "Tide, 2 Hounds"
        assert [one.name for one in session.forces.choices(army, to_fill=True)] == ["Crew"]

        added = session.add_force(
            next(one.id for one in session.forces.choices(army) if one.name == "Tide and Hounds"), army
        )
        assert [unit.datasheet for unit in session.army.units if unit.force == added] == ["Tide", "Hounds", "Hounds"]
        assert [one.name for one in session.datasheets(added)] == ["Hounds", "Tide"]
        assert session.verdict == "legal"
        text = session.text()
        assert "faction: drifters" not in text
        session.undo()
        assert [unit.datasheet for unit in session.army.units] == ["Thugs"]
        assert not findings(gang, text)

    def test_others_are_not_offered_it(self, gang: NativeSet) -> None:
        session = Session.new("skirmish", "sailors")
        army = session.forces.get("").id
        assert [one.name for one in session.forces.choices(army)] == ["Crew", "Press Gang"]
        with pytest.raises(LookupError):
            session.add_force_of("tide-and-hounds")

    def test_the_unit_that_is_missing_is_added(self, gang: NativeSet) -> None:
        session = Session.from_text(HIRED.replace("{datasheet: hounds}, ", "", 1).encode(), "list.yaml")
        (finding,) = session.findings
        assert [str(offer.title) for offer in session.fixes(finding)] == ["add Hounds", "remove Tide and Hounds"]
        session.apply_fix(session.fixes(finding)[0])
        assert not session.findings


class TestTexts:
    def test_a_page_shows_its_price(self, gang: NativeSet) -> None:
        found = judged(gang, HIRED)
        shown = show_army(found.army, found.findings, found.formation)
        assert "TIDE AND HOUNDS · DRIFTERS · 12.5 GOLD" in shown.upper()

    @pytest.mark.parametrize("style", ["gw-app", "wtc-compact", "wtc-full", "markdown", "text"])
    @pytest.mark.parametrize("name", ["renown-two-units", "renown-skaven"])
    def test_texts_of_shipped_lists_are_read_again(self, name: str, style: str) -> None:
        path = shipped("factions") / "aos-4e" / "examples" / "legal" / f"{name}.yaml"
        bound = Session.from_text(path.read_bytes(), path.name).now.bound
        content = written(bound, style)
        assert not lost(bound, style, content)
        again = read_bytes(content)
        before, after = ([one.entry.local_id for one in each.roster.forces[0].forces] for each in (bound, again))
        assert before == after
