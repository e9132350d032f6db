"""Lists whose units stand in forces inside the army: reading, and saving without loss of what people wrote."""

from __future__ import annotations

import pytest

from listbuilder import budget
from listbuilder.catalogue.library import Library
from listbuilder.errors import Problem
from listbuilder.listfile import bound, document, records, saving
from listbuilder.roster.edits import Insert, Remove, SetText
from listbuilder.roster.tree import Force, Roster, Selection
from listbuilder.sources.native import NativeSet
from listbuilder.validation import validate_bytes
from tests.pond import FACTIONS, LIST

TEXT = LIST.read_text("utf-8")


@pytest.fixture(scope="module")
def library() -> Library:
    return NativeSet([FACTIONS]).load("pond-war", "frogs").library


def opened(text: str, library: Library) -> tuple[document.Document, Roster, list[Problem]]:
    read = document.load(text.encode(), "pond.yaml")
    roster, problems = document.bind(read, library)
    return read, roster, problems


def contents(roster: Roster) -> list[tuple[str, str, str, list[str]]]:
    """Of each force its kind, the kind of what holds it, its faction and its units."""
    return [
        (
            force.entry.local_id,
            force.parent.entry.local_id if isinstance(force.parent, Force) else "",
            force.catalogue_id,
            [unit.id for unit in force.selections if unit.option.type == "unit"],
        )
        for force in roster.walk_forces()
    ]


def unit(roster: Roster, name: str) -> Selection:
    found = roster.nodes[name]
    assert isinstance(found, Selection)
    return found


def move(roster: Roster, name: str, force: Force) -> None:
    node = unit(roster, name)
    Remove(node).apply(roster)
    Insert(node, force).apply(roster)


def force_of(roster: Roster, kind: str) -> Force:
    return next(force for force in roster.walk_forces() if force.entry.local_id == kind)


class TestReading:
    def test_forces_hold_their_units(self, library: Library) -> None:
        _, roster, problems = opened(TEXT, library)

        assert not problems
        assert contents(roster) == [
            ("army", "", "frogs", []),
            ("fleet", "army", "frogs", ["boss", "tadpoles"]),
            ("dinghy", "fleet", "frogs", ["tadpoles-2"]),
            ("guests", "army", "newts", ["old-newt", "efts"]),
        ]
        assert force_of(roster, "fleet").custom_name == "Green Sails"
        assert force_of(roster, "fleet").place is not None
        assert roster.forces[0].selections[0].option.local_id == "battle-size"

    @pytest.mark.parametrize("word", ["guests", "Guests", "客人"])
    @pytest.mark.parametrize("faction", ["newts", "Newts", "蝾螈"])
    def test_kinds_and_factions_by_id_or_name(self, library: Library, word: str, faction: str) -> None:
        text = f"system: pond-war\nfaction: frogs\nforces: [{{force: {word}, faction: {faction}, units: [{{datasheet: efts}}]}}]\n"
        _, roster, problems = opened(text, library)

        assert not problems
        assert contents(roster)[1:] == [("guests", "army", "newts", ["efts"])]

    def test_a_kind_that_the_game_lacks_keeps_its_units(self, library: Library) -> None:
        read, roster, problems = opened(TEXT.replace("force: fleet ", "force: flete "), library)

        [problem] = problems
        assert (str(problem.message), str(problem.hint), problem.line) == (
            "unknown force: flete",
            "did you mean fleet?",
            6,
        )
        assert contents(roster)[1][3] == ["boss", "tadpoles"]
        assert contents(roster)[2][:2] == ("dinghy", "flete")
        assert saving.save(read, roster) == read.text

    def test_a_faction_that_the_game_lacks(self, library: Library) -> None:
        _, _, problems = opened(TEXT.replace("faction: newts", "faction: newtz"), library)

        assert [str(problem.message) for problem in problems] == ["unknown faction: newtz"]

    def test_units_beside_the_forces(self, library: Library) -> None:
        text = "system: pond-war\nfaction: frogs\nunits: [{datasheet: efts}]\nforces: [{force: raft, units: []}]\n"
        read, roster, problems = opened(text, library)

        assert not problems
        assert [units for *_, units in contents(roster)] == [["efts"], []]
        assert saving.save(read, roster) == text

    def test_units_are_counted_wherever_they_stand(self, library: Library, request: pytest.FixtureRequest) -> None:
        request.addfinalizer(lambda: budget.use(budget.DEFAULT))
        budget.use(budget.in_force()._replace(units=4))
        with pytest.raises(budget.TooLarge):
            opened(TEXT, library)

    def test_selections_are_no_forces_of_these_data(self, library: Library) -> None:
        text = "system: pond-war\nfaction: frogs\nforces: [{force: Army, selections: [Old Frog]}]\n"
        _, roster, problems = opened(text, library)

        assert records.form(document.load(text.encode()).facts) == "forces"
        assert not problems
        assert [unit.option.local_id for unit in roster.forces[0].selections] == ["old-frog"]


class TestSaving:
    def test_an_unchanged_list_is_the_same_text(self, library: Library) -> None:
        read, roster, _ = opened(TEXT, library)

        assert saving.save(read, roster) == TEXT

    def test_a_unit_moves_with_its_comments_and_the_others_stay(self, library: Library) -> None:
        read, roster, _ = opened(TEXT, library)
        move(roster, "boss", force_of(roster, "dinghy"))
        text = saving.save(read, roster)

        assert contents(opened(text, library)[1]) == contents(roster)
        assert "- force: fleet   # the big one" in text
        assert "units: [{datasheet: old-newt}, {datasheet: efts}]   # on a visit" in text
        assert text.count("{id: boss, datasheet: old-frog, warlord: true}") == 1

    def test_the_first_force_goes_and_the_rest_stays_as_written(self, library: Library) -> None:
        read, roster, _ = opened(TEXT, library)
        Remove(force_of(roster, "fleet")).apply(roster)
        text = saving.save(read, roster)

        assert contents(opened(text, library)[1]) == contents(roster)
        assert "units: [{datasheet: old-newt}, {datasheet: efts}]   # on a visit" in text
        assert "fleet" not in text

    def test_a_new_force_with_a_new_unit(self, library: Library) -> None:
        read, roster, _ = opened(TEXT, library)
        entry = next(one for one in library.forces.below(roster.forces[0].entry) if one.local_id == "raft")
        raft = Force(entry, "frogs")
        Insert(raft, roster.forces[0], 1).apply(roster)
        move(roster, "tadpoles", raft)
        SetText(raft, "custom_name", "Barrel").apply(roster)
        text = saving.save(read, roster)

        assert contents(opened(text, library)[1])[3] == ("raft", "army", "frogs", ["tadpoles"])
        assert "name: Barrel" in text
        assert "- force: fleet   # the big one" in text
        assert text.index("raft") < text.index("guests")

    def test_two_forces_of_a_kind_keep_their_places(self, library: Library) -> None:
        text = (
            "system: pond-war\nfaction: frogs\nbattle_size: puddle\nforces:\n"
            "  - force: raft   # one\n    units: [{datasheet: old-frog}]\n"
            "  - force: raft   # two\n    units: [{datasheet: tadpoles}]\n"
        )
        read, roster, _ = opened(text, library)
        Remove(roster.forces[0].forces[0]).apply(roster)

        assert saving.save(read, roster) == text.replace(
            "  - force: raft   # one\n    units: [{datasheet: old-frog}]\n", ""
        )

    def test_a_list_without_a_file(self, library: Library) -> None:
        _, roster, _ = opened(TEXT, library)
        new = bound.new_document(NativeSet([FACTIONS]).load("pond-war", "frogs"), "New")
        text = saving.save(new, roster)

        assert contents(opened(text, library)[1]) == contents(roster)
        assert "faction: newts" in text
        assert "selections" not in text

    def test_unknown_units_stay_where_they_are(self, library: Library) -> None:
        read, roster, problems = opened(TEXT.replace("- datasheet: tadpoles", "- datasheet: tapdoles"), library)
        assert [str(problem.message) for problem in problems] == ["unknown datasheet: tapdoles"]
        move(roster, "boss", force_of(roster, "guests"))
        text = saving.save(read, roster)

        assert contents(opened(text, library)[1]) == contents(roster)
        assert "      # the swimmers\n      - datasheet: tapdoles\n" in text


def test_a_force_that_stands_in_another_is_known_where_it_may_not_stand() -> None:
    """Its units are read, and the rules say what is wrong with its place."""
    text = (
        "system: aos-4e\nfaction: stormcast-eternals\nforces:\n  - force: regiment\n"
        "    units: [{datasheet: lord-celestant}]\n    forces: [{force: auxiliary, units: [{datasheet: liberators}]}]\n"
    )
    validated = validate_bytes(text.encode(), "list.yaml")
    assert not [one for one in validated.findings if one.rule == "unknown-name"]
    assert [unit.name for unit in validated.army.units] == ["Lord-Celestant", "Liberators"]
