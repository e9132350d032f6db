"""Lists over community data in the same file: forces with nested selections, named by entries."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue, CostType, Entry, EntryGroup, EntryLink, ForceEntry
from listbuilder.listfile import document, saving
from listbuilder.listfile.generic import root_choices
from listbuilder.roster.edits import Insert, Remove, Rename, SetAmount, SetCostLimit, SetText
from listbuilder.roster.tree import Roster, Selection

RIFLE = Entry(id="rifle-id", name="Rifle")
WARGEAR = EntryGroup(id="wg", name="Wargear", entries=(Entry(id="club-1", name="Club"), Entry(id="net", name="Net")))
SPARE = EntryGroup(
    id="sp",
    name="Spare",
    entries=(Entry(id="club-2", name="Club"),),
    links=(EntryLink(id="link-r", target_id="rifle-id"),),
)
TROOPER = Entry(
    id="trooper",
    name="Trooper",
    type="model",
    groups=(WARGEAR, SPARE),
    links=(EntryLink(id="link-own", target_id="rifle-id"),),
)
SQUAD = Entry(
    id="squad", name="Squad / Line", type="unit", entries=(TROOPER, Entry(id="t2", name="Chief", type="model"))
)
TWIN = (Entry(id="twin-a", name="Twin", type="unit"), Entry(id="twin-b", name="Twin", type="unit"))
FORCE = ForceEntry(id="f-army", name="Army Roster", force_entries=(ForceEntry(id="f-aux", name="Auxiliary"),))
GAME = Catalogue(
    id="sys", name="Game", is_game_system=True, force_entries=(FORCE,), cost_types=(CostType(id="c1", name="pts"),)
)
BLUE = Catalogue(id="blue", name="Army - Blue", entries=(SQUAD, *TWIN), shared_entries=(RIFLE,))
RED = Catalogue(id="red", name="Army - Red", entries=(Entry(id="brute", name="Brute", type="unit"),))

LIST = """\
system: Game
faction: Army - Blue      # blue it is
limits: {pts: 2.5}
forces:
  - force: army roster
    selections:
      # the line
      - entry: Squad / Line
        id: first
        name: Old Guard
        selections:
          - {entry: Trooper, amount: 4, selections: [Net, Wargear / Club, link-own]}
          - Chief
      - twin-b
    forces:
      - {force: Auxiliary, catalogue: Army - Red, selections: [Brute, Brute]}
declarations: {hover: [first]}
"""


@pytest.fixture
def library() -> Library:
    return Library(GAME, [BLUE, RED])


def bound(text: str, library: Library):
    read = document.load(text.encode(), "army.yaml")
    return read, *document.bind(read, library)


def gist(roster: Roster) -> list:
    return [
        (force.entry.id, force.catalogue_id, [(n.option.id, n.amount, n.custom_name) for n in force.walk()])
        for force in roster.walk_forces()
    ]


def test_forces_and_nested_selections(library: Library) -> None:
    read, roster, problems = bound(LIST, library)

    assert not problems
    assert gist(roster) == [
        (
            "f-army",
            "blue",
            [
                ("squad", 1, "Old Guard"),
                ("trooper", 4, ""),
                ("net", 1, ""),
                ("club-1", 1, ""),
                ("link-own::rifle-id", 1, ""),
                ("t2", 1, ""),
                ("twin-b", 1, ""),
            ],
        ),
        ("f-aux", "red", [("brute", 1, ""), ("brute", 1, "")]),
    ]
    assert str(roster.cost_limits["c1"]) == "2.5"
    assert roster.declarations.hover == ("first",)
    assert roster.nodes["first"].place == ("army.yaml", 8, 16)
    assert read.catalogues == ("Army - Blue", "Army - Red")
    assert len({node.id for node in roster.walk()}) == 9


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("army roster", "army rooster", "army.yaml:5:12: unknown force: army rooster (did you mean Army Roster?)"),
        ("Army - Red,", "Army - Rad,", "army.yaml:16:39: unknown catalogue: Army - Rad (did you mean Army - Red?)"),
        ("[Net,", "[Nett,", "army.yaml:12:54: unknown entry: Nett (did you mean Net?)"),
        (
            "Wargear / Club",
            "Club",
            "army.yaml:12:59: Club is ambiguous (write one of: Wargear / Club, Spare / Club)",
        ),
        ("twin-b", "Twin", "army.yaml:14:9: Twin is ambiguous (write one of: twin-a, twin-b)"),
        ("id: first", "idd: first", "unknown key idd"),
        ("forces:\n  - force: army", "battle_size: huge\nforces:\n  - force: army", "unknown key battle_size"),
        ("forces:\n  - force: army", "choices: {song: march}\nforces:\n  - force: army", "unknown key choices"),
    ],
)
def test_what_cannot_be_bound_is_reported(library: Library, old: str, new: str, message: str) -> None:
    _, _, problems = bound(LIST.replace(old, new), library)

    assert any(message in str(problem) for problem in problems), [str(problem) for problem in problems]


def test_units_with_one_id_are_both_in_the_list(library: Library) -> None:
    _, roster, _ = bound(LIST.replace("- twin-b", "- {id: first, entry: twin-b}"), library)
    (force, _aux) = roster.walk_forces()
    assert [one.option.id for one in force.selections] == ["squad", "twin-b"]
    assert len({one.id for one in force.selections}) == len(force.selections)
    assert all(roster.nodes[one.id] is one for one in force.selections)


def test_unchanged_lists_keep_their_bytes(library: Library) -> None:
    read, roster, _ = bound(LIST, library)

    assert saving.save(read, roster) == LIST


def test_changes_touch_only_their_lines(library: Library) -> None:
    read, roster, _ = bound(LIST, library)
    twin = roster.forces[0].selections[1]
    SetText(twin, "custom_name", "Two").apply(roster)
    SetCostLimit("c1", 3).apply(roster)
    Rename("Named").apply(roster)
    text = saving.save(read, roster)

    assert text == "name: Named\n" + LIST.replace(
        "      - twin-b\n", "      - {id: twin, entry: twin-b, name: Two}\n"
    ).replace("2.5", "3")
    again = bound(text, library)[1]
    assert gist(again) == gist(roster)


def test_nested_changes_keep_the_rest(library: Library) -> None:
    read, roster, _ = bound(LIST, library)
    squad = roster.forces[0].selections[0]
    trooper = squad.selections[0]
    SetAmount(trooper, 9).apply(roster)
    Remove(trooper.selections[0]).apply(roster)
    Insert(Selection(squad.option.entries[1]), squad).apply(roster)
    text = saving.save(read, roster)

    assert gist(bound(text, library)[1]) == gist(roster)
    assert "# blue it is" in text
    assert "# the line" in text
    assert "forces:\n      - {force: Auxiliary, catalogue: Army - Red, selections: [Brute, Brute]}\n" in text


def test_a_new_list(library: Library) -> None:
    _, roster, _ = bound(LIST, library)
    read = document.new("Game", "Army - Blue", "")
    text = saving.save(read, roster)

    assert gist(bound(text, library)[1]) == gist(roster)
    assert text.startswith("system: Game\nfaction: Army - Blue\nlimits: {pts: 2.5}\nforces:\n  - force: Army Roster\n")


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("Squad / Línea 2", ["squad-línea-2", "squad-línea-2-2"]),
        ("!?", ["unit", "unit-2"]),
        ("Pale " * 30, [("pale-" * 12)[:-1], ("pale-" * 12) + "2"]),  # an id has at most 100 characters
    ],
)
def test_new_units_get_ids_from_their_names(name: str, ids: list[str]) -> None:
    squad = Entry(id="0a1b-2c3d", name=name, type="unit")
    library = Library(GAME, [Catalogue(id="blue", name="Army - Blue", entries=(squad,))])
    read, roster, _ = bound("system: Game\nforces: [{force: Army Roster, catalogue: Army - Blue}]\n", library)
    for _ in range(2):
        Insert(Selection(library.root_options("blue")[0]), roster.forces[0]).apply(roster)
    again = bound(saving.save(read, roster), library)[1]

    assert [unit.id for unit in again.forces[0].selections] == ids


@pytest.mark.parametrize("undone", [False, True])
def test_a_unit_that_is_called_as_another_one_in_the_file_gets_an_id_of_its_own(library: Library, undone: bool) -> None:
    """One that the data brought has an id that is generated, and another one in the file from when it was saved first."""
    option = library.root_options("red")[0]
    read, roster, _ = bound("system: Game\nforces: [{force: Army Roster, catalogue: Army - Red}]\n", library)
    brought, added = Selection(option), Selection(option, node_id="brute")
    if undone:  # one of that id was in the file before
        Insert(added, roster.forces[0]).apply(roster)
        saving.save(read, roster)
        Remove(added).apply(roster)
    Insert(brought, roster.forces[0]).apply(roster)
    saving.save(read, roster)
    Insert(added, roster.forces[0]).apply(roster)
    SetText(added, "custom_name", "Second").apply(roster)
    again = bound(saving.save(read, roster), library)[1]

    assert [(unit.id, unit.custom_name) for unit in again.forces[0].selections] == [
        ("brute", ""),
        ("brute-2", "Second"),
    ]


def test_the_name_of_a_link_is_understood_where_nothing_else_has_it() -> None:
    links = [
        EntryLink(id=key, name=name, target_id=target)
        for key, name, target in (
            ("a", "Flamer", "heavy"),
            ("b", "Sword", "axe"),
            ("c", "New Link", "axe"),
            ("d", "New Link", "heavy"),
            ("e", "", "sword"),
        )
    ]
    shared = [Entry(id=key, name=key.title()) for key in ("heavy", "axe", "sword")]
    catalogue = Catalogue(id="c", links=tuple(links), shared_entries=tuple(shared))
    choices = root_choices(Library(Catalogue(id="s", is_game_system=True), [catalogue]), "c")
    assert [option.id for option in choices.find("flamer")] == ["a::heavy"]
    assert [option.id for option in choices.find("Sword")] == ["e::sword"]
    assert [option.id for option in choices.find("New Link")] == ["c::axe", "d::heavy"]
    assert [choices.word_for(option) for option in choices.options] == [
        "a::heavy",
        "b::axe",
        "c::axe",
        "d::heavy",
        "Sword",
    ]
