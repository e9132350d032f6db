"""Saving, what happens when somebody else saved, printing, leaving, and work that survives a kill."""

from __future__ import annotations

import json
import os
import threading
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace

import pytest
from fake_session import FakeSession
from textual.widgets import Input

from listbuilder.i18n import set_language
from listbuilder.session import Session
from listbuilder.sources.places import state_dir
from listbuilder.tui import autosave, journal
from listbuilder.tui.app import ListbuilderApp
from listbuilder.tui.commands.printing import pdf_problem
from listbuilder.tui.journal import Journal, journal_folder, recoverable
from listbuilder.tui.screens.dialogs import Ask, Lists, OpenFile, SaveAs
from listbuilder.tui.screens.home import Home
from listbuilder.tui.screens.main import MainScreen
from listbuilder.tui.settings import FILE, Settings
from listbuilder.tui.widgets.filter_list import FilterList
from listbuilder.tui.wording import points

LEGAL = Path(__file__).parents[2] / "factions" / "wh40k-10e" / "examples" / "legal.yaml"


@pytest.fixture
def saved() -> Path:
    """A list on the disk."""
    session = FakeSession.new("old-walls", "north", name="Saved host")
    session.add_unit("guard")
    return session.save(Path("host.yaml"))


async def test_open_edit_save(start, saved):
    async with start(saved) as driver:
        assert isinstance(driver.app.screen, MainScreen)
        await driver.press("c")
        assert "Saved host *" in driver.text()

        await driver.press("s")

        assert len(json.loads(saved.read_text())["units"]) == 2
        assert "Saved host *" not in driver.text()
        assert Settings.load().recent == [str(saved.absolute())]


async def test_a_new_list_asks_where(begun):
    async with begun() as driver:
        await driver.press("s")
        assert isinstance(driver.app.screen, SaveAs)
        await driver.answer("muster.yaml")

        assert Path("muster.yaml").exists()
        assert driver.session.path == Path("muster.yaml")
        assert not driver.session.dirty


async def test_no_other_list_is_overwritten_by_two_enters(begun):
    async with begun() as driver:
        await driver.press("s", "enter")
        (first,) = Path().iterdir()
    before = first.read_text()
    async with begun(("guard",)) as driver:  # of the same name
        await driver.press("s", "enter")
        assert not isinstance(driver.app.screen, Ask)
        assert first.read_text() == before
        assert driver.session.path == first.with_name(f"{first.stem} 2.yaml")


@pytest.mark.parametrize(("name", "file"), [("muster", "muster.yaml"), ("v1.2", "v1.2.yaml"), ("old.yml", "old.yml")])
async def test_a_name_without_a_suffix_gets_that_of_lists(begun, name, file):
    """The library would not find it else."""
    async with begun() as driver:
        await driver.press("S")
        await driver.answer(name)

        assert [path.name for path in Path().iterdir()] == [file]
        assert driver.session.path == Path(file)


@pytest.mark.parametrize(("name", "problem"), [("", "Enter a file name"), ("nowhere/x.yaml", "no such folder")])
async def test_save_as_refuses_what_cannot_be(begun, name, problem):
    async with begun() as driver:
        await driver.press("S")
        await driver.answer(name)

        assert isinstance(driver.app.screen, SaveAs)
        assert problem in driver.text()


async def test_save_as_asks_before_it_overwrites(begun, saved):
    before = saved.read_text()
    async with begun() as driver:
        await driver.press("S")
        await driver.answer(str(saved))
        assert isinstance(driver.app.screen, Ask)
        await driver.press("c")
        assert saved.read_text() == before

        await driver.press("S")
        await driver.answer(str(saved))
        await driver.press("o")

        assert "Test host" in saved.read_text()


async def change_on_disk(driver, path):
    await driver.press("c")
    path.write_text(path.read_text().replace("Saved host", "Theirs"))
    await driver.press("s")
    await driver.until("Changed on disk")


async def test_changed_on_disk_cancel(start, saved):
    async with start(saved) as driver:
        await change_on_disk(driver, saved)
        await driver.press("escape")

        assert "Theirs" in saved.read_text()
        assert driver.session.dirty


async def test_changed_on_disk_overwrite(start, saved):
    async with start(saved) as driver:
        await change_on_disk(driver, saved)
        await driver.press("o")

        assert "Saved host" in saved.read_text()
        assert not driver.session.dirty


async def test_changed_on_disk_save_as(start, saved):
    async with start(saved) as driver:
        await change_on_disk(driver, saved)
        await driver.press("s")
        await driver.answer("mine.yaml")

        assert "Theirs" in saved.read_text()
        assert "Saved host" in Path("mine.yaml").read_text()


async def test_changed_on_disk_reload(start, saved):
    async with start(saved) as driver:
        await change_on_disk(driver, saved)
        await driver.press("r")
        await driver.until("Theirs")

        assert driver.session.name == "Theirs"
        assert len(driver.session.army.units) == 1
        assert not list(journal_folder().glob("*"))


async def test_what_cannot_be_written_is_told(start, saved):
    async with start(saved) as driver:
        await driver.press("c")
        driver.session.path = Path("gone") / "host.yaml"
        await driver.press("s")

        assert "No such file" in driver.notes[-1]
        assert driver.session.dirty


async def test_a_broken_file_is_a_dialog(start):
    Path("bad.yaml").write_bytes(b"\x00\xff")

    async with start(Path("bad.yaml")) as driver:
        assert isinstance(driver.app.screen, Ask)
        assert "not a list" in driver.text()
        await driver.press("escape")
        assert isinstance(driver.app.screen, Home)


async def test_quit_asks_and_can_be_called_off(begun):
    async with begun() as driver:
        await driver.press("q")
        assert isinstance(driver.app.screen, Ask)
        await driver.press("c")
        assert isinstance(driver.app.screen, MainScreen)
        assert driver.app.is_running


async def test_quit_saves(start, saved):
    async with start(saved) as driver:
        await driver.press("c", "q")
        await driver.press("s")

    assert len(json.loads(saved.read_text())["units"]) == 2
    assert not list(journal_folder().glob("*"))


async def test_quit_without_changes_does_not_ask(start, saved):
    async with start(saved) as driver:
        await driver.press("q")

        assert not driver.app.is_running


async def test_close_goes_home(start, saved):
    async with start(saved) as driver:
        await driver.press("ctrl+w")

        await driver.until("new list")
        assert isinstance(driver.app.screen, Home)
        assert "host" in driver.text()


# --- the journal ---------------------------------------------------------------------------------------------------------


async def test_changes_reach_the_journal_by_themselves(start, saved, monkeypatch):
    monkeypatch.setattr(autosave, "DELAY", 0.01)
    async with start(saved) as driver:
        await driver.press("c")
        while not (found := recoverable(saved)):
            await driver.settle()

        assert len(json.loads(found[0].text)["units"]) == 2
        assert found[0].digest == driver.session.digest
        faction = driver.session.army.faction_name
        assert found[0].about == f"{faction} · {points(driver.session.army, driver.session.points)}"


async def test_saving_and_leaving_take_the_journal_away(start, saved):
    async with start(saved) as driver:
        await driver.press("c")
        driver.main.autosave.write()
        await driver.settle()
        assert recoverable(saved)

        await driver.press("s")
        assert not recoverable(saved)

        await driver.press("c")
        driver.main.autosave.write()
        await driver.settle()
        await driver.press("q", "d")

    assert not recoverable()


async def left_behind(start, saved):
    """A run that is killed with unsaved work."""
    async with start(saved) as driver:
        await driver.press("c", "c")
        driver.main.autosave.write()
        await driver.settle()
    assert recoverable(saved)


async def test_unsaved_work_of_another_user_is_not_offered(start, saved, monkeypatch):
    await left_behind(start, saved)
    monkeypatch.setattr(journal, "is_own", lambda _status: False)
    assert not recoverable(saved)


async def test_a_killed_run_is_offered_when_the_file_is_opened_again(start, saved):
    await left_behind(start, saved)

    async with start(saved) as driver:
        assert isinstance(driver.app.screen, Ask)
        assert recoverable(saved)[0].about in driver.text()
        await driver.press("r")
        await driver.until(" Army ━")

        assert len(driver.session.army.units) == 3
        assert driver.session.dirty
        assert driver.session.path == saved.absolute()

        await driver.press("s")
        assert len(json.loads(saved.read_text())["units"]) == 3
        assert not recoverable()


async def test_recovered_work_does_not_overwrite_what_changed_meanwhile(start, saved):
    await left_behind(start, saved)
    saved.write_text(saved.read_text().replace("Saved host", "Theirs"))

    async with start(saved) as driver:
        await driver.press("r")
        await driver.until(" Army ━")
        await driver.press("s")

        await driver.until("Changed on disk")


async def test_unwanted_work_is_thrown_away(start, saved):
    await left_behind(start, saved)

    async with start(saved) as driver:
        await driver.press("d")
        await driver.until(" Army ━")

        assert len(driver.session.army.units) == 1
        assert not recoverable()


async def test_the_home_screen_offers_it(start, saved):
    await left_behind(start, saved)

    async with start() as driver:
        await driver.until("1 unsaved")
        await driver.press("r", "enter")
        await driver.until(" Army ━")

        assert len(driver.session.army.units) == 3


def test_a_journal_of_a_running_program_is_left_alone(monkeypatch):
    Journal(None).write("{}", "Theirs", "")
    monkeypatch.setattr("os.getpid", lambda: -1)
    monkeypatch.setattr("os.kill", lambda pid, signal: None)

    assert recoverable() == []


def test_a_broken_journal_is_passed_over():
    journal_folder().mkdir(parents=True)
    (journal_folder() / "x.json").write_text("{")

    assert recoverable() == []


async def test_a_run_that_ends_before_the_timer_writes_the_last_change(start, saved):
    async with start(saved) as driver:
        await driver.press("c")
        assert not recoverable(saved)

    assert len(json.loads(recoverable(saved)[0].text)["units"]) == 2


async def test_a_snapshot_that_takes_long_does_not_hold_the_keys_up(start, saved, monkeypatch):
    go_on = threading.Event()
    snapshot = FakeSession.snapshot

    def slow(session):
        state = snapshot(session)
        return SimpleNamespace(name=state.name, text=lambda: (go_on.wait(30), state.text())[1])

    async with start(saved) as driver:
        monkeypatch.setattr(FakeSession, "snapshot", slow)
        driver.session.duplicate_unit("guard")
        driver.main.autosave.write()
        await driver.pilot.press("j", "c")
        for _ in range(100):
            await driver.pilot.pause(0.01)
            if len(driver.session.army.units) == 3:
                break
        assert len(driver.session.army.units) == 3
        assert not recoverable(saved)

        driver.main.autosave.write()
        go_on.set()
        await driver.settle()
        assert len(json.loads(recoverable(saved)[0].text)["units"]) == 3


class State:
    """A state whose text is made only when it may be."""

    def __init__(self, text: str) -> None:
        self.name = self.words = text
        self.begun, self.go_on = threading.Event(), threading.Event()

    def text(self) -> str:
        self.begun.set()
        assert self.go_on.wait(30)
        return self.words


def test_one_thread_writes_and_the_last_state_wins():
    journal = Journal(None)
    first, second, third = State("first"), State("second"), State("third")

    assert journal.submit(first, "")
    thread = threading.Thread(target=journal.run)
    thread.start()
    assert first.begun.wait(30)
    assert not journal.submit(second, "")
    assert not journal.submit(third, "")
    first.go_on.set()
    third.go_on.set()
    thread.join(30)

    assert [found.text for found in recoverable()] == ["third"]
    assert not second.begun.is_set()
    assert journal.submit(first, "")  # the thread has ended: another is due


def test_a_failed_write_does_not_keep_the_next_from_being_written():
    journal = Journal(None)
    good, bad = State("good"), State("bad")
    good.go_on.set()
    bad.text = lambda: 1 / 0

    assert journal.submit(bad, "")
    with pytest.raises(ZeroDivisionError):
        journal.run()
    assert journal.submit(good, "")
    journal.run()

    assert [found.text for found in recoverable()] == ["good"]


def test_nothing_is_written_after_the_end():
    journal = Journal(None)
    journal.discard()
    journal.write("{}", "late", "")

    assert recoverable() == []


# --- opening -------------------------------------------------------------------------------------------------------------


async def test_open_by_path_and_from_the_recent_files(start, saved):
    async with start() as driver:
        await driver.press("i", "ctrl+f")
        assert isinstance(driver.app.screen, OpenFile)
        await driver.answer("none.yaml")
        assert "no such file" in driver.text()
        await driver.answer(str(saved))
        await driver.until(" Army ━")
        assert driver.session.name == "Saved host"

        await driver.press("ctrl+w")
        await driver.until("new list")
        await driver.press("enter")
        await driver.until(" Army ━")
        assert driver.session.name == "Saved host"

        await driver.press("ctrl+w")
        await driver.until("new list")
        await driver.press("x")
        assert driver.app.settings.recent == []


UNUSUAL = ("x" * 300, "~nobody-is-called-so/a", "y" * 5000)


@pytest.mark.parametrize("path", UNUSUAL, ids=["long", "home", "longer"])
async def test_paths_that_no_file_can_have_are_told(start, begun, path):
    async with start() as driver:
        await driver.press("i", "ctrl+f")
        await driver.answer(path)
        assert "no such file" in driver.text()
    async with begun() as driver:
        await driver.press("s")
        await driver.answer(path)
        assert driver.session.dirty
        assert isinstance(driver.app.screen, SaveAs | MainScreen)


@pytest.mark.parametrize("path", UNUSUAL, ids=["long", "home", "longer"])
def test_a_pdf_of_such_a_path_is_refused_when_it_is_written(path):
    assert pdf_problem(path) == ""


async def test_a_file_that_is_not_there_begins_a_list(start):
    async with start(Path("fresh.yaml")) as driver:
        await driver.press("enter")
        await driver.press("enter")
        await driver.press("enter")
        await driver.press("enter")
        await driver.press("a", "enter", "escape", "s")

        assert Path("fresh.yaml").exists()


async def test_the_wizard_goes_forth_and_back(start):
    async with start() as driver:
        await driver.press("n")
        await driver.type("deep")
        await driver.press("enter")
        assert "The North" in driver.text()

        await driver.press("escape")
        assert "Old Walls" in driver.text()
        await driver.press("enter")
        await driver.type("south")
        await driver.press("enter")
        await driver.type("grand")
        await driver.press("enter")
        await driver.type("storm")
        await driver.press("enter")
        await driver.type("Muster")
        await driver.press("enter")

        assert driver.session.name == "Muster"
        assert (driver.session.state.size, driver.session.state.detachment) == ("large", "storm")


async def test_leaving_the_wizard(start):
    async with start() as driver:
        await driver.press("n")
        await driver.press("escape")

        assert isinstance(driver.app.screen, Home)


def test_the_app_takes_the_real_session_by_default():
    from listbuilder.session import Session

    assert ListbuilderApp()._backend is Session


def test_two_builders_keep_each_others_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_STATE_DIR", str(tmp_path))
    begun = Settings()
    for name in ("old", "gone", "first"):
        begun.remember(tmp_path / name)
    one, two = Settings.load(), Settings.load()
    one.theme = "light"
    one.save()
    one.forget(str(tmp_path / "gone"))
    two.language = "ru"
    two.save()
    two.remember(tmp_path / "second")
    found = Settings.load()
    assert (found.theme, found.language) == ("light", "ru")
    assert found.recent == [str(tmp_path / "second"), str(tmp_path / "first"), str(tmp_path / "old")]


def test_settings_that_change_while_they_are_saved_are_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LISTBUILDER_STATE_DIR", str(tmp_path))
    mine = Settings.load()
    read = Settings._read

    def meanwhile() -> tuple[Settings, bool]:
        monkeypatch.setattr(Settings, "_read", read)
        found = read()
        theirs = Settings()
        theirs.language = "zh"
        theirs.save()
        return found

    monkeypatch.setattr(Settings, "_read", staticmethod(meanwhile))
    mine.theme = "light"
    mine.save()
    found = Settings.load()
    assert (found.theme, found.language) == ("light", "zh")


async def test_who_opens_a_file_waits_for_no_other_list(start, saved):
    """The library is made when somebody comes to it."""
    async with start(saved) as driver:
        assert not any(isinstance(screen, Home) for screen in driver.app.screen_stack)
        await driver.press("ctrl+w")
        assert isinstance(driver.app.screen, Home)


@pytest.mark.parametrize("layout", ["turn", "submission"])
async def test_a_list_is_printed_in_the_layout_that_is_chosen(start, layout):
    async with start(LEGAL, backend=Session) as driver:
        await driver.press("p")
        await driver.type(layout)
        await driver.press("enter", "enter")
        await driver.until(f"legal-{layout}.pdf")
        for _ in range(100):
            if any("Printed to" in note for note in driver.notes):
                break
            await driver.settle()
        assert Path(f"exports/legal-{layout}.pdf").read_bytes().startswith(b"%PDF")

        await driver.press("p", "enter")  # the one chosen last
        assert f"legal-{layout}.pdf" in driver.app.screen.query_one(Input).value


async def test_layouts_are_named_in_the_language_of_the_user(start):
    async with start(LEGAL, backend=Session) as driver:
        set_language("ru")
        await driver.press("p")
        assert "Лист хода" in driver.text()
        await driver.type("turn")  # the word of the command line finds it, too
        assert driver.app.screen.query_one(FilterList).pointed.id == "turn"


@pytest.mark.parametrize(
    ("stated", "kept"),
    [
        ('{"keys": {"undo": 5, "save": "f2", "leave": "", "redo": "a,,b", "x": []}}', {"keys": {"save": "f2"}}),
        ('{"recent": [1e400, "/a", {}, null]}', {"recent": ["/a"]}),
        ('{"begun": [["x"]], "theme": 3}', {}),
        ("[]", {}),
        ("{", {}),
        ("[" * 100_000, {}),
        (" " * 4_000_001, {}),
    ],
    ids=["keys", "recent", "begun", "a list", "cut", "nested", "large"],
)
def test_settings_that_make_no_sense_are_ignored_and_kept_aside(stated, kept):
    state_dir().mkdir(parents=True, exist_ok=True)
    file = state_dir() / FILE
    file.write_text(stated)
    found = Settings.load()
    assert asdict(found) == asdict(Settings()) | kept

    found.order = "points"
    found.save()

    assert asdict(Settings.load()) == asdict(Settings()) | kept | {"order": "points"}
    assert file.with_name(FILE + ".damaged").read_text() == stated


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_a_pipe_in_place_of_the_settings_is_not_waited_for():
    state_dir().mkdir(parents=True, exist_ok=True)
    os.mkfifo(state_dir() / FILE)
    found = Settings.load()
    found.order = "points"
    found.save()
    assert Settings.load().order == ""


async def test_a_click_on_a_tree_that_is_not_painted_yet_does_no_harm(begun):
    async with begun() as driver:
        Path("lists").mkdir()
        await driver.press("S")
        tree = driver.app.screen.query_one(Lists)
        await driver.pilot.click(offset=(tree.region.x + 4, tree.region.y + 1))
        await driver.settle()
        assert isinstance(driver.app.screen, SaveAs)


@pytest.mark.parametrize("size", [(40, 10), (40, 12), (80, 24)])
async def test_a_long_question_leaves_its_answers_in_view(begun, size):
    async with begun(size=size) as driver:
        lines = "\n".join(f"line {number}" for number in range(40))
        driver.app.push_screen(Ask("Question", lines, [(key, key, f"answer {key}") for key in "abcd"]))
        await driver.settle()
        assert all(f"answer {key}" in driver.text() for key in "abcd")
        assert "line 0" in driver.text()
        assert "more lines" in driver.text()
        await driver.press("ctrl+down")
        assert "line 0" not in driver.text()


async def test_answers_of_several_lines_have_room_for_all_of_them(begun):
    async with begun(size=(40, 12)) as driver:
        lines = "\n".join(f"line {number}" for number in range(7))
        answers = [(key, key, f"answer {key} in more words than there are in a line") for key in "abc"]
        driver.app.push_screen(Ask("Question", lines, answers))
        await driver.settle()
        assert all(f"answer {key}" in driver.text() for key in "abc")
        assert "3 more lines" in driver.text()
        await driver.press(*["ctrl+down"] * 3)
        assert "line 6" in driver.text()
        assert "more lines" not in driver.text()
