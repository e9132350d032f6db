"""The table of actions: everything has a handler, no key means two things at once, help and palette know all."""

from __future__ import annotations

import re

import pytest
from fake_session import FakeSession
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.widgets import Static

from listbuilder.catalogue.vocabulary import NEUTRAL, Vocabulary
from listbuilder.i18n import LANGUAGES, set_language
from listbuilder.session.session import Session
from listbuilder.terminal import columns
from listbuilder.tui import sheet
from listbuilder.tui.actions import ACTIONS, BY_ID, bindings, key_name
from listbuilder.tui.app import ListbuilderApp
from listbuilder.tui.screens.battle import BattleScreen
from listbuilder.tui.screens.dialogs import Pick, limit_problem
from listbuilder.tui.screens.help import Help, help_text
from listbuilder.tui.screens.home import Doors, Home
from listbuilder.tui.screens.main import MainScreen
from listbuilder.tui.settings import Settings
from listbuilder.tui.widgets.filter_list import FilterList
from listbuilder.tui.wording import in_bar, in_game, not_offered

OWNERS = {"app": ListbuilderApp, "game": BattleScreen, "home": Home}
TOGETHER = [
    {"app", "home"},
    {"app", "browser"},
    {"app", "game"},
    *({"app", "list", pane} for pane in ("army", "unit", "findings")),
]


INSTEAD = {"row-clear": "remove-unit", "copy-finding": "copy-list"}  # what a pane's key does in place of the list's


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_every_action_has_a_handler(action):
    owner = OWNERS.get(action.context)
    if owner is Home:
        assert action.id in Home(Settings(), FakeSession, Doors(*[lambda *_: None] * 4)).handlers
    elif owner is None:
        screen = MainScreen(FakeSession.new("old-walls", "north"), Settings())
        assert action.id in screen.handlers
    else:
        assert callable(getattr(owner, f"action_{action.id.replace('-', '_')}", None))


def test_every_handler_belongs_to_an_action():
    assert set(MainScreen(FakeSession.new("old-walls", "north"), Settings()).handlers) <= set(BY_ID)


@pytest.mark.parametrize("contexts", TOGETHER, ids=lambda contexts: "+".join(sorted(contexts)))
def test_no_key_means_two_things_at_once(contexts):
    found = [action for action in ACTIONS if action.context in contexts and action.id not in INSTEAD]
    keys = [key for action in found for key in action.keys.split(",")]

    assert sorted(keys) == sorted(set(keys))


def test_ids_are_unique():
    assert len(BY_ID) == len(ACTIONS)


def test_bindings_carry_their_ids():
    made = bindings("army")

    assert all(isinstance(binding, Binding) and binding.id in BY_ID for binding in made)


def test_help_lists_every_action():
    words = Vocabulary(declarations={**NEUTRAL.declarations, "hover": {"en": "Float"}})
    text = help_text({}, words).plain

    titles = [in_game(action.title, words) for action in ACTIONS]
    assert [title for title in titles if title not in text or "{" in title] == []


def test_help_leaves_out_what_the_game_does_not_declare():
    text = help_text({}, Vocabulary(declarations={})).plain

    assert ": choose the unit" not in text
    assert "Joins: choose the unit" in help_text({}, NEUTRAL).plain
    assert "Change the game size" in text


def test_help_leaves_out_marks_that_the_game_does_not_have():
    words = Vocabulary(marks=("warlord",))
    text = help_text({}, words).plain
    assert in_game(BY_ID["toggle-warlord"].title, words) in text
    assert in_game(BY_ID["choose-enhancement"].title, words) not in text


@pytest.mark.parametrize(("year", "team"), [("2018", "necrons"), ("2021", "mandrake"), ("2024", "plague-marines")])
def test_help_calls_what_an_army_consists_of_as_the_game_does(year, team):
    session = Session.new(f"kill-team-{year}", team)
    text = help_text({}, session.system.vocabulary, not_offered(session)).plain
    assert not re.search(r"\bunits?\b", text, re.IGNORECASE)
    assert {"Duplicate the operative", "Find one of the operatives", "Operative editor"} <= {
        line.strip().split("  ")[-1].strip() for line in text.splitlines()
    }


@pytest.mark.parametrize(
    ("system", "faction", "missing"),
    [
        ("kill-team-2024", "angels-of-death", {"limit", "size", "detachment", "enhancement"}),
        ("whfb-8e", "empire", {"detachment"}),
        ("wh40k-6e", "brass-regiment", {"detachment", "enhancement"}),
        ("aos-4e", "skaven", set()),
    ],
)
def test_no_key_is_offered_for_what_the_game_does_not_have(system, faction, missing):
    found = {action.removeprefix("choose-") for action in not_offered(Session.new(system, faction))}
    assert found & {"limit", "size", "detachment", "enhancement"} == missing


def test_help_shows_the_users_own_keys():
    assert "F9" in help_text({"add-unit": "f9"}).plain


@pytest.mark.parametrize(
    ("key", "name"),
    [("ctrl+s", "^s"), ("question_mark", "?"), ("K", "K"), ("alt+1", "alt-1"), ("f5", "F5"), ("f", "f")],
)
def test_keys_are_written_as_people_write_them(key, name):
    assert key_name(key) == name


async def test_help_opens_and_closes_by_key(start):
    async with start() as driver:
        await driver.press("question_mark")
        assert isinstance(driver.app.screen, Help)

        await driver.press("escape")

        assert isinstance(driver.app.screen, Home)


def test_the_palette_has_nothing_that_moves_the_cursor_or_scrolls():
    moves = {"up", "down", "pageup", "pagedown", "home", "end"}
    offered = [one for one in BY_ID.values() if one.palette]
    assert offered
    assert not [one.id for one in offered if moves.intersection(one.keys.split(",")) or "Scroll" in one.title.template]


async def test_the_palette_runs_an_action(begun):
    async with begun() as driver:
        await driver.press("ctrl+p")
        assert isinstance(driver.app.screen, Pick)
        assert "Duplicate the unit" in driver.text()

        await driver.type("duplicate the unit")
        await driver.press("enter")

        assert [unit.sheet for unit in driver.session.state.units].count("warden") == 2


async def test_the_palette_finds_what_the_collection_lacks_by_the_words_of_players(begun):
    async with begun() as driver:
        for word in ("miss", "collection"):
            await driver.press("colon", *word)
            assert "show-lacking" in [item.id for item in driver.app.screen.query_one(FilterList).found]
            await driver.press("escape", "escape")
            assert driver.app.screen is driver.main


async def test_the_palette_finds_a_key_and_runs_what_asks(begun):
    async with begun() as driver:
        await driver.press("colon")
        await driver.type("rename the list")
        await driver.press("enter")
        await driver.answer("Second try")

        assert driver.session.name == "Second try"


async def test_a_key_of_the_users_own(begun, state):
    state.mkdir()
    (state / "ui.json").write_text('{"keys": {"duplicate-unit": "f9"}}')

    async with begun() as driver:
        await driver.press("c")
        assert len(driver.session.army.units) == 5
        await driver.press("f9")

        assert len(driver.session.army.units) == 6


@pytest.mark.parametrize(
    ("typed", "fits"), [("", True), (" 1500 ", True), ("0", False), ("-5", False), ("9" * 5000, False)]
)
def test_a_limit_is_a_number_that_can_be_read(typed: str, fits: bool) -> None:
    assert (limit_problem(typed) == "") is fits


def test_the_head_of_a_sheet_has_no_price_where_nothing_costs():
    session = Session.new("kill-team-2024", "angels-of-death")
    session.add_unit(next(one.id for one in session.datasheets() if one.name == "Space Marine Captain"))
    lines = sheet.datasheet(session.army, session.army.units[0], 80).plain.splitlines()
    assert lines[:2] == ["Space Marine Captain", "Leader"]


def test_what_keys_do_begins_in_one_column():
    lines = [line for line in help_text({}, NEUTRAL).plain.splitlines() if line.startswith("  ")]
    keys = "  gf ! 3 alt-3 4 alt-4"

    assert any(line.startswith(keys) for line in lines)
    assert {line[24] for line in lines} == {" "}
    assert all(line[25] != " " for line in lines)


def test_help_is_set_beside_the_keys_in_a_narrow_window():
    lines = help_text({}, NEUTRAL, (), 50).plain.splitlines()
    further = [line for line in lines if line.startswith(" " * 25)]

    assert max(map(len, lines)) <= 50
    assert further
    assert "".join(help_text({}, NEUTRAL).plain.split()) == "".join("".join(lines).split())


@pytest.mark.parametrize(
    ("here", "first"), [(("home",), "Library"), (("findings", "list"), "Findings"), (("game",), "In a battle")]
)
def test_help_begins_with_the_keys_of_the_place(here, first):
    text = help_text({}, NEUTRAL, here=here).plain
    assert text.splitlines()[0] == first
    assert sorted(text.splitlines()) == sorted(help_text({}, NEUTRAL).plain.splitlines())


async def test_the_place_is_that_of_the_key_bar(begun):
    async with begun() as driver:
        for key, first in (("1", "Unit"), ("2", "Unit editor"), ("exclamation_mark", "Findings")):
            await driver.press(key, "question_mark")
            lines = [line.strip(" │┃") for line in driver.text().splitlines()]
            place = next(number for number, line in enumerate(lines) if "Keys ─" in line)
            assert first in lines[place + 1]
            await driver.press("escape")


async def test_a_long_message_takes_the_room_of_the_keys(begun):
    said = (
        "The wagon cannot carry the guards, because it admits archers only, at most ten of them, and no others at all."
    )
    async with begun(size=(120, 40)) as driver:
        driver.main.tell("Saved.")
        await driver.settle()
        assert "a add" in driver.text().splitlines()[-1]
        assert driver.text().endswith(": commands")
        driver.main.tell(said)
        await driver.settle()
        assert said in driver.text().splitlines()[-1]
        assert driver.text().endswith("? keys")


async def test_a_message_that_stood_long_enough_goes_with_the_next_key(begun, monkeypatch):
    """Also with one that moves no cursor: a letter of what is looked for in the browser."""
    monkeypatch.setattr("listbuilder.tui.widgets.key_bar.SHOWN", 0.0)
    async with begun(size=(120, 40)) as driver:
        await driver.press("a")
        for said in ("It was done.", "And this."):
            await driver.pilot.pause(0.2)  # what the key before it leads to
            driver.main.tell(said)
            await driver.pilot.pause(0.2)
            assert said in driver.text().splitlines()[-1]
            await driver.press("x")
            assert said not in driver.text().splitlines()[-1]


async def test_a_key_beside_a_message_is_named_once(begun):
    async with begun(("warden",), size=(120, 40)) as driver:
        await driver.press("w")
        assert "u undo" in driver.text().splitlines()[-1]
        driver.main.tell("Done.", "undo")
        await driver.settle()
        assert "Done.   u undo" in driver.text().splitlines()[-1]
        assert driver.text().splitlines()[-1].count("u undo") == 1


async def test_an_army_of_one_force_has_no_actions_on_forces(begun):
    async with begun(size=(120, 40)) as driver:
        assert {"remove-force", "transfer-unit"} <= driver.main.lacking
        await driver.press("colon")
        await driver.type("force")
        assert "another force" not in driver.text()


def test_help_stands_in_two_columns_where_there_is_room():
    narrow, wide = (help_text({}, NEUTRAL, (), width).plain for width in (100, 150))
    assert len(wide.splitlines()) < len(narrow.splitlines()) * 6 // 10
    assert all(columns(line) <= 150 for line in wide.splitlines())
    assert sorted("".join(wide.split())) == sorted("".join(narrow.split()))


async def test_no_line_of_the_help_is_broken_by_its_scrollbar(start):
    async with start(size=(80, 24)) as driver:
        set_language("ru")
        await driver.press("question_mark")
        static = driver.app.screen.query_one(VerticalScroll).query_one(Static)
        assert static.size.height == str(static.content).count("\n") + 1
        set_language("en")


@pytest.mark.parametrize("width", [22, 28, 34])
def test_what_keys_do_has_a_column_in_a_narrow_window(width):
    lines = help_text({}, NEUTRAL, (), width).plain.splitlines()
    assert max(map(len, lines)) <= width
    assert "Keep the unit in view beside others, or no more" in " ".join(" ".join(lines).split())  # no word is cut
    said = next(number for number, line in enumerate(lines) if line.split()[:1] == ["|"])
    assert lines[said].startswith("  |     Keep")
    assert lines[said + 1].startswith("        ")
    far = next(
        number for number, line in enumerate(lines) if line.strip() == "K ^up shift-up"
    )  # reaches into the column
    assert lines[far + 1].startswith("        Move")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_keys_of_a_pane_have_one_word(language):
    set_language(language)
    for context in {action.context for action in ACTIONS}:
        words = [in_bar(one.bar, NEUTRAL) for one in ACTIONS if one.context == context and one.bar]
        assert len(set(words)) == len(words), (context, sorted(words))
