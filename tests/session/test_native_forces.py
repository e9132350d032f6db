"""Armies of native data that consist of forces: building, judging and mending them."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.i18n import set_language
from listbuilder.rules import diagnostic as fixes
from listbuilder.session import Session
from tests.pond import FACTIONS, LIST

TEXT = LIST.read_text("utf-8")


@pytest.fixture(autouse=True)
def pond(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(FACTIONS))


def opened(*changes: tuple[str, str]) -> Session:
    text = TEXT
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return Session.from_text(text.encode(), "pond.yaml")


def found(session: Session) -> list[tuple[str, str]]:
    return [(one.rule, str(one.message)) for one in session.findings]


def offered(session: Session, rule: str) -> list[str]:
    return [str(offer.title) for one in session.findings if one.rule == rule for offer in session.fixes(one)]


def force(session: Session, kind: str) -> str:
    return next(line.id for line in session.forces.lines() if line.kind == kind)


class TestBuilding:
    def test_a_new_list_has_the_forces_that_the_game_starts_with(self) -> None:
        session = Session.new("pond-war", "frogs")

        assert [(line.kind, line.depth) for line in session.forces.lines()] == [("Army", 0), ("Fleet", 1)]
        assert not session.history.undo_stack
        assert session.army.battle_size is not None
        set_language("ru")
        assert session.localise("Army") == "Армия"  # the game's word

    def test_units_are_offered_to_forces_and_not_to_the_army(self) -> None:
        session = Session.new("pond-war", "frogs")
        assert session.datasheets() == ()
        assert [one.name for one in session.datasheets(force(session, "Fleet"))] == ["Old Frog", "Tadpoles"]
        assert (session.forces.is_frame(""), session.forces.is_frame(force(session, "Fleet"))) == (True, False)

    def test_settings_are_those_of_the_army(self) -> None:
        session = Session.new("pond-war", "frogs")
        shown = {
            line.kind: [row.label for row in session.rows(line.id) if not row.hidden] for line in session.forces.lines()
        }

        assert any("Puddle" in label for label in shown["Army"])
        assert shown["Fleet"] == []

    def test_forces_of_other_factions_are_offered_for_each(self) -> None:
        session = Session.new("pond-war", "frogs")
        army = force(session, "Army")

        assert [one.name for one in session.forces.choices(army)] == ["Fleet", "Raft", "Guests: Newts"]
        assert [one.name for one in session.forces.choices(force(session, "Fleet"))] == ["Dinghy"]
        assert session.forces.choices() == []
        guests = session.add_force("force/guests@newts", army)
        assert [one.name for one in session.datasheets(guests)] == ["Old Newt", "Efts"]
        session.add_unit("efts", guests)
        assert "force: guests\n    faction: newts\n" in session.text()

    def test_a_unit_moves_into_another_force_and_back(self) -> None:
        session = opened()
        raft = session.add_force("force/raft", force(session, "Army"))
        session.transfer_unit("boss", raft)

        assert session.army.unit("boss").force == raft  # type: ignore[union-attr]
        assert ("berths", "Green Sails: Chiefs: 0 found, at least 1 needed") in found(session)
        session.undo()
        assert session.army.unit("boss").force == force(session, "Fleet")  # type: ignore[union-attr]
        session.undo()
        assert session.text() == TEXT

    def test_the_last_unit_of_a_force_becomes_the_first_of_the_next(self) -> None:
        session = opened()
        session.transfer_unit("tadpoles-2", force(session, "Guests"))

        assert [unit.id for unit in session.army.units if unit.force == force(session, "Guests")][-1] == "tadpoles-2"
        assert ("whose", "Tadpoles: does not have the faction keyword Newt of Guests") in found(session)

    def test_a_force_goes_with_its_units(self) -> None:
        session = opened()
        session.remove_force(force(session, "Fleet"))

        assert [unit.id for unit in session.army.units] == ["old-newt", "efts"]
        assert found(session) == [
            ("fleets", "Fleets: 0 found, at least 1 needed"),
            ("visitors", "Visitors: 1 found, at most 0"),
        ]

    def test_saved_and_opened_again(self, tmp_path: Path) -> None:
        session = opened()
        session.transfer_unit("boss", force(session, "Dinghy"))
        path = session.save(tmp_path / "pond.yaml")

        assert [(unit.id, unit.points) for unit in Session.open(path).army.units] == [
            (unit.id, unit.points) for unit in session.army.units
        ]


class TestActions:
    def test_each(self) -> None:
        session = opened()
        session.act(fixes.AddForce("raft"))
        session.act(fixes.MoveUnit("boss", force(session, "Raft")))
        assert session.army.unit("boss").force == force(session, "Raft")  # type: ignore[union-attr]
        session.act(fixes.MoveUnit("tadpoles", kind="fleet"))
        assert [line.kind for line in session.forces.lines()].count("Fleet") == 2
        session.act(fixes.SetMark("Watched", ("efts",)))
        assert session.roster.declarations.marks == {"Watched": ("efts",)}
        session.act(fixes.RemoveForce(force(session, "Guests")))
        assert session.army.unit("efts") is None

    def test_of_what_is_not_there(self) -> None:
        for action in (fixes.AddForce("dinghy"), fixes.MoveUnit("boss", "nowhere"), fixes.RemoveForce("nowhere")):
            with pytest.raises(LookupError):
                opened().act(action)


class TestJudging:
    def test_the_list_is_legal(self) -> None:
        assert found(opened()) == []

    def test_too_few(self) -> None:
        session = opened(("units: [{datasheet: old-newt}, {datasheet: efts}]", "units: [{datasheet: efts}]"))
        [finding] = session.findings

        assert (finding.rule, str(finding.message)) == ("berths", "Guests: Chiefs: 0 found, at least 1 needed")
        assert (finding.found, finding.bound, finding.place.line) == (0, 1, 16)  # type: ignore[union-attr]

    def test_too_many_move_where_there_is_room(self) -> None:
        session = opened(
            (
                "      # the swimmers",
                "      - {id: x, datasheet: old-frog}\n      - {id: y, datasheet: old-frog}\n      # the swimmers",
            ),
            ("battle_size: puddle", "battle_size: lake"),
            ("  - force: guests", "  - force: raft\n    units: [{id: z, datasheet: tadpoles}]\n  - force: guests"),
        )
        [finding] = session.findings

        assert (finding.rule, str(finding.message)) == ("berths", "Green Sails: Chiefs: 3 found, at most 2")
        assert offered(session, "berths")[0] == "move Old Frog C to Raft"
        session.apply_fix(next(iter(session.fixes(finding))))
        assert found(session) == []

    def test_a_force_with_the_warlord_is_free(self) -> None:
        session = opened()
        assert session.army.spent == ()
        session.clear_warlord("boss")
        assert session.army.spent == (("lilies", 3),)
        assert found(session) == [("lily-pads", "Lily pads: 3 found, at most 2")]
        session.set_warlord("old-newt")
        assert session.army.spent == (("lilies", 3),)
        session.set_warlord("boss")
        session.add_force_of("raft")
        assert session.army.spent == (("lilies", 2),)
        session.transfer_unit("boss", force(session, "Raft"))
        assert session.army.spent == (("lilies", 5),)  # a raft is not free, whoever rides on it

    def test_no_slot_for_it(self) -> None:
        session = opened(
            (
                "- {datasheet: tadpoles, models: {tadpoles: 4}}",
                "- {datasheet: tadpoles}\n          - {id: lost, datasheet: old-frog}",
            ),
            ("battle_size: puddle", "battle_size: lake"),
        )
        [finding] = session.findings

        assert (finding.rule, str(finding.message), finding.unit) == (
            "berths",
            "Old Frog: Dinghy has no slot for it",
            "lost",
        )
        assert offered(session, "berths") == [
            "move Old Frog B to Green Sails",
            "remove Old Frog B",
        ]

    def test_outside_of_every_force(self) -> None:
        session = opened(
            ("forces:\n  - force: fleet", "units: [{id: lost, datasheet: tadpoles}]\nforces:\n  - force: fleet")
        )
        [finding] = session.findings

        assert (finding.rule, str(finding.message), finding.unit) == (
            "afloat",
            "Tadpoles: stands in no flotilla",
            "lost",
        )
        assert offered(session, "afloat") == [
            "move Tadpoles A to Green Sails",
            "move Tadpoles A to Dinghy",
            "move Tadpoles A to a new Raft",
        ]

    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (("  - force: guests\n    faction: newts\n    units: [{datasheet: old-newt}, {datasheet: efts}]",
              "  - force: guests\n    units: [{datasheet: old-frog}, {datasheet: tadpoles}]"),
             "Guests: must be of another faction than Frogs"),
            (("      - force: dinghy", "      - force: raft"), "Raft: may not stand in Fleet"),
            (("  - force: guests\n", "  - force: dinghy\n    units: [{datasheet: tadpoles}]\n  - force: guests\n"), "Dinghy: may only stand in Fleet"),
            (("  - force: guests\n    faction: newts", "  - force: raft\n    faction: newts"), "Raft: has units of the army's own faction only, not of Newts"),
        ],
    )  # fmt: skip
    def test_where_and_of_whom(self, change: tuple[str, str], message: str) -> None:
        assert found(opened(change, ("battle_size: puddle", "battle_size: lake"))) == [("moorings", message)]

    def test_a_list_without_any_force(self) -> None:
        units = "units: [{datasheet: lord-celestant, warlord: true}, {datasheet: liberators}]\n"
        session = Session.from_text(f"system: aos-4e\nfaction: stormcast-eternals\n{units}".encode())

        for rule in ("regiment-count", "general-leads"):
            assert offered(session, rule) == ["move Lord-Celestant to a new Regiment"]

    def test_an_empty_force_too_many_goes(self) -> None:
        session = opened(("  - force: guests", "  - {force: fleet}\n  - force: guests"))

        assert ("fleets", "Fleets: 2 found, at most 1") in found(session)
        assert offered(session, "fleets") == ["remove Fleet 2"]

    def test_what_a_new_force_lacks_is_no_second_step(self) -> None:
        session = Session.from_text(b"system: pond-war\nfaction: frogs\nunits: [{datasheet: old-frog}]\n")
        assert {finding.rule: [str(one.title) for one in session.fixes(finding)] for finding in session.findings} == {
            "fleets": [],
            "afloat": ["move Old Frog to a new Raft"],
        }

    def test_a_lacking_force_is_added(self) -> None:
        text = "system: pond-war\nfaction: frogs\nforces: [{force: raft, units: [{datasheet: old-frog}]}]\n"
        session = Session.from_text(text.encode())
        finding = next(one for one in session.findings if one.rule == "fleets")
        session.act(finding.fixes[0].action)

        assert "fleets" not in dict(found(session))
        assert [line.kind for line in session.forces.lines()] == ["Army", "Fleet", "Raft"]
