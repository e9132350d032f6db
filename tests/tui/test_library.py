"""The library: lists of the user's folders, by keys and by mouse."""

from __future__ import annotations

import os
import re
import shutil
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from textual.events import Paste as Pasting
from textual.widgets import Input

from listbuilder.i18n import set_language
from listbuilder.session import Session
from listbuilder.shelf.binned import in_bin
from listbuilder.shelf.keeping import Shelf
from listbuilder.shelf.kept import TRANSPORT, TreeLine
from listbuilder.sources import signing
from listbuilder.sources.cache import Cache
from listbuilder.tui.journal import Journal, recoverable
from listbuilder.tui.screens.dialogs import Pick
from listbuilder.tui.screens.home import Home
from listbuilder.tui.screens.paste import Paste, as_path
from listbuilder.tui.screens.text_page import TextPage
from listbuilder.tui.shelf_rows import since
from listbuilder.tui.widgets.filter_list import FilterList
from listbuilder.tui.widgets.list_preview import ListPreview
from listbuilder.tui.widgets.list_preview import _unit as drawn_unit
from listbuilder.tui.widgets.shelf_table import ShelfTable
from tests import nasty, newer_data
from tests.conftest import ROOT
from tests.tui.conftest import Start

LEGAL = ROOT / "factions" / "wh40k-10e" / "examples" / "legal.yaml"
ORKS = ROOT / "exports" / "samples" / "orks-war-horde.yaml"
MIDDLE = (120, 40)


@pytest.fixture(autouse=True)
def _compiled_once(state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Game data are compiled once for all tests; what is known of lists is each test's own."""
    state.mkdir()
    shared = Path(os.environ["XDG_STATE_HOME"], "listbuilder", "cache.key")
    shared.parent.mkdir(parents=True, exist_ok=True)
    signing.key_of(shared)
    shutil.copy(shared, state / "cache.key")
    monkeypatch.setattr("listbuilder.shelf.memory.Cache", lambda: Cache(tmp_path / "cache"))


@pytest.fixture
def lists() -> Path:
    """Three lists in the working folder, the Orks last changed."""
    folder = Path.cwd()
    for place, (name, source) in enumerate((("one", LEGAL), ("two", LEGAL), ("orks", ORKS))):
        shutil.copy(source, folder / f"{name}.yaml")
        text = (folder / f"{name}.yaml").read_text("utf-8")
        if name == "two":
            (folder / "two.yaml").write_text(text.replace("Gladius, round 1", "Gladius, round 2"), "utf-8")
        os.utime(folder / f"{name}.yaml", (1_700_000_000 + place, 1_700_000_000 + place))
    return folder


def real(start: Start, **options: object):
    """The app over real data."""
    return start(backend=Session, **({"size": MIDDLE} | options))


def table(driver) -> ShelfTable:
    return driver.app.screen.query_one(ShelfTable)


def shown(driver) -> list[str]:
    """The stems of the lists on the screen, in order."""
    return [Path(line.id).stem for line in table(driver)._shown if not line.heading]


async def test_without_lists_it_says_what_to_do(start):
    async with real(start) as driver:
        text = driver.text()
        assert "No lists yet." in text
        assert "n new list" in text
        assert "i paste one from another program" in text
        assert "mark" not in text.splitlines()[-1]
        assert "undo" not in text.splitlines()[-1]


async def test_lists_are_shown_with_verdict_points_and_army(start, lists):
    async with real(start) as driver:
        await driver.until("3 lists in 1 folder")
        assert shown(driver) == ["orks", "two", "one"]
        text = driver.text()
        assert "✓ Da Rust-Red Tide & Sons" in text
        assert "1,995" in text
        assert re.search(r"├ Painboy +80 ", text)
        assert "Warlord ✓" in text


async def test_a_second_start_judges_nothing(start, lists, monkeypatch):
    async with real(start) as driver:
        await driver.until("1,995")

    def refuse(*_: object) -> None:
        raise AssertionError("a list was judged again")

    monkeypatch.setattr("listbuilder.report.pool.Pool.run", refuse)
    async with real(start) as driver:
        await driver.until("1,995")


async def test_enter_opens_and_closing_comes_back_to_the_row(start, lists):
    async with real(start) as driver:
        await driver.until("3 lists")
        await driver.press("down", "enter")
        await driver.until("Army")
        assert driver.session.path == lists / "two.yaml"
        await driver.press("ctrl+w")
        await driver.until("3 lists")
        assert table(driver).pointed == str(lists / "two.yaml")


async def test_a_list_that_the_program_was_started_with_has_the_cursor_once_it_is_closed(start, lists):
    async with real(start, path=Path("one.yaml")) as driver:  # the last of the three
        await driver.press("g", "l")
        await driver.until("3 lists")
        assert table(driver).pointed == str(lists / "one.yaml")


async def test_the_first_click_shows_the_second_opens(start, lists):
    async with real(start) as driver:
        await driver.until("1,995")
        place = next(y for y, line in enumerate(driver.text().splitlines()) if "round 2" in line)
        await driver.pilot.click(offset=(8, place))
        await driver.settle()
        assert table(driver).pointed == str(lists / "two.yaml")
        assert isinstance(driver.app.screen, Home)
        await driver.pilot.click(offset=(8, place))
        for _ in range(50):
            await driver.settle()
            if driver.app.main is not None:
                break
        assert driver.session.path == lists / "two.yaml"


async def test_two_lists_are_compared(start, lists):
    async with real(start) as driver:
        await driver.until("3 lists")
        await driver.press("down", "space", "space", "equals_sign")
        await driver.until("What changed")
        assert isinstance(driver.app.screen, TextPage)
        text = driver.text()
        assert "--- one.yaml" in text
        assert "+++ two.yaml" in text
        await driver.press("y")
        assert driver.app.clipboard.startswith("--- one.yaml")


async def test_one_alone_is_not_compared(start, lists):
    async with real(start) as driver:
        await driver.until("3 lists")
        await driver.press("equals_sign")
        assert driver.notes == ["Mark two lists to compare: space marks."]


async def test_a_copy_and_its_undo(start, lists):
    async with real(start) as driver:
        await driver.until("3 lists")
        await driver.press("c")
        await driver.until("4 lists")
        assert table(driver).pointed == str(lists / "orks 2.yaml")
        assert (lists / "orks 2.yaml").read_bytes() == ORKS.read_bytes()
        assert "Da Rust-Red Tide & Sons (orks 2)" in driver.text()
        await driver.press("u")
        await driver.until("3 lists")
        assert not (lists / "orks 2.yaml").exists()


async def test_a_list_that_is_gone_is_not_copied(start, lists):
    async with real(start) as driver:
        await driver.until("3 lists")
        for path in lists.glob("*.yaml"):
            path.unlink()
        await driver.press("c")
        assert "No such file" in driver.notes[-1]
        assert not list(lists.glob("*2*"))


async def test_the_bin_and_its_undo(start, lists):
    async with real(start) as driver:
        await driver.until("3 lists")
        await driver.press("space", "space", "d")
        await driver.until("1 list ")
        assert shown(driver) == ["one"]
        assert "2 lists are in the bin. u brings it back" in driver.notes
        assert "undo-shelf" not in driver.app.screen.unneeded
        await driver.press("u")
        await driver.until("3 lists")
        assert in_bin() == []
        assert (lists / "orks.yaml").read_bytes() == ORKS.read_bytes()


async def test_what_an_earlier_run_threw_away_is_recovered(start, lists):
    async with real(start) as driver:
        await driver.until("3 lists")
        await driver.press("d")
        await driver.until("2 lists")
    async with real(start) as driver:
        await driver.until("2 lists")
        await driver.press("r")
        assert "orks.yaml" in driver.text()
        await driver.press("enter")
        await driver.until("3 lists")
        assert table(driver).pointed == str(lists / "orks.yaml")


async def test_unsaved_work_is_marked_and_recovered(start, lists):
    journal = Journal(lists / "one.yaml")
    journal.write(LEGAL.read_text("utf-8").replace("name:", "name: Edited #", 1), "Edited", "")
    async with real(start) as driver:
        await driver.until("1 list has unsaved work from a run that ended early")
        await driver.press("r", "ctrl+d")  # not wanted any more, until it is undone
        await driver.until("Discarded.")
        assert recoverable() == []
        await driver.press("u")
        await driver.until("1 list has unsaved work from a run that ended early")
        await driver.press("r", "enter")
        await driver.until("Army")
        assert driver.session.path == lists / "one.yaml"
        assert driver.session.dirty


async def test_tags_filter_and_undo(start, lists):
    async with real(start) as driver:
        await driver.until("3 lists")
        await driver.press("t")
        await driver.answer("draft club")
        await driver.until("tags club" if "tags club" in driver.text() else "draft club")
        assert Shelf.load().tags_of(str(lists / "orks.yaml")) == ["draft", "club"]
        assert re.search(r"#draft|Sons #d", driver.text())
        await driver.press("slash")
        await driver.type("t:club")
        assert shown(driver) == ["orks"]
        await driver.press("escape", "u")
        assert Shelf.load().tags == {}
        assert shown(driver) == ["orks", "two", "one"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("rust", ["orks"]),
        ("s:10e", ["orks", "two", "one"]),
        ("orks", ["orks"]),
        ("ultramar", []),
        ("two.yaml", ["two"]),
    ],
)
async def test_the_filter(start, lists, query, found):
    async with real(start) as driver:
        await driver.until("1,995")
        await driver.press("slash")
        await driver.type(query)
        await driver.press("question_mark")
        assert "─ Keys ─" in driver.text()
        await driver.press("escape")
        assert [name for name in shown(driver) if not name.startswith("!")] == found
        if not found:
            assert "No list is found by this filter" in driver.text()
        await driver.click("esc clear", nth=-1)
        assert len(shown(driver)) == 3
        assert "esc clear" not in driver.text()


async def test_down_leaves_the_filter_for_the_list(start, lists):
    async with real(start) as driver:
        await driver.until("1,995")
        await driver.press("slash")
        await driver.type("rust")
        await driver.press("down", "enter")
        await driver.until("Army")
        assert driver.session.path == lists / "orks.yaml"


async def test_a_list_is_copied_as_text(start, lists):
    async with real(start) as driver:
        await driver.until("3 lists")
        await driver.press("y")
        assert isinstance(driver.app.screen, Pick)
        await driver.type("wtc-compact")
        await driver.press("enter")
        await driver.until("Copied as wtc-compact")
        assert "Warboss" in driver.app.clipboard
        assert driver.app.settings.copied == "wtc-compact"


async def test_the_open_list_is_copied_as_it_is_now(start, lists):
    async with real(start, path=lists / "orks.yaml") as driver:
        await driver.until("Army")
        driver.session.rename("Green tide, round 2")
        await driver.press("y")
        formats = driver.app.screen.query_one(FilterList).found
        assert (formats[0].id, formats[0].note) == ("gw-app", "as the official app writes it")
        await driver.type("gw-app")
        await driver.press("enter")
        await driver.until("Copied as gw-app")
        assert driver.app.clipboard.startswith("Green tide, round 2 (1995 Points)")


async def test_marked_lists_are_printed(start, lists, monkeypatch):
    async with real(start) as driver:
        await driver.until("3 lists")
        await driver.press("space", "space", "p", "enter")
        await driver.answer("pages")
        await driver.until("Printed 2 lists to pages.")
        assert {path.name for path in Path("pages").iterdir()} == {"orks.pdf", "two.pdf"}

        shutil.rmtree("pages")
        given: dict[str, bytes] = {}
        monkeypatch.setattr(type(driver.app), "is_web", True)
        monkeypatch.setattr(
            driver.app, "deliver_binary", lambda file, *, save_filename: given.update({save_filename: file.read()})
        )
        await driver.press("p", "enter")  # the user of a browser has no folders here
        await driver.until("two.pdf is in the downloads of the browser.")
        assert sorted(given) == ["orks.pdf", "two.pdf"]
        assert all(content.startswith(b"%PDF") for content in given.values())
        assert sorted(path.name for path in Path().iterdir()) == ["one.yaml", "orks.yaml", "two.yaml"]


async def test_a_pasted_text_is_recognised_and_opened(start, lists):
    from listbuilder.exchange import formats

    text = formats.written(formats.read_file(ORKS), "gw-app").decode()
    async with real(start) as driver:
        await driver.until("3 lists")
        await driver.press("i")
        assert isinstance(driver.app.screen, Paste)
        driver.app.post_message(Pasting(text))
        await driver.until("Recognised: gw-app")
        assert "Orks · 1,995 pts" in driver.text()
        await driver.press("ctrl+o")
        await driver.until("Army")
        assert driver.session.points == 1995
        assert (driver.session.path, driver.session.dirty) == (None, True)


async def test_what_is_not_recognised_is_said(start):
    from listbuilder.exchange import formats

    text = formats.written(formats.read_file(ORKS), "gw-app").decode().replace("Deff Dread", "Deaf Bread", 1)
    async with real(start) as driver:
        await driver.press("i")
        driver.app.post_message(Pasting(text))
        await driver.until("Open questions:")
        assert "Deaf Bread" in driver.text()
        await driver.press("ctrl+o")
        await driver.until("Army")
        await driver.press("s", "enter")
        assert driver.notes[-1].endswith(".yaml. 1 thing that was not understood is not in it.")
        await driver.press("c", "s")
        assert driver.notes[-1].endswith(".yaml.")  # once is enough
        await driver.press("ctrl+w")
        await driver.press("i")
        driver.app.screen.query_one("#pasted").text = "dear diary"
        await driver.until("Not recognised as a list.")
        await driver.press("ctrl+o")
        assert isinstance(driver.app.screen, Paste)


async def test_a_path_is_opened(start, lists):
    async with real(start) as driver:
        await driver.press("i")
        driver.app.screen.query_one("#pasted").text = f" '{lists / 'one.yaml'}'\n"
        await driver.until("This is a file.")
        await driver.press("ctrl+o")
        await driver.until("Army")
        assert driver.session.path == lists / "one.yaml"


def test_a_path_stands_between_blanks_or_quotes_or_begins_at_home(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    file = tmp_path / "list.yaml"
    file.write_text("name: x", "utf-8")
    for text in (f"{file}", f" {file}\n", f"'{file}'", f'"{file}"', "~/list.yaml"):
        assert as_path(text) == file, text
    assert as_path(f"{tmp_path}") is None  # a folder


@pytest.mark.parametrize("text", ["", "none.yaml", "\0", "a\nb", "x" * 5000, "~nobody/x"])
def test_what_is_no_path(text):
    assert as_path(text) is None


async def test_lists_in_an_archive_are_opened_and_left_in_it(start, lists):
    with zipfile.ZipFile("league.zip", "w") as packed:
        packed.write("orks.yaml", "anna.yaml")
    async with real(start) as driver:
        await driver.until("4 lists in 2 folders")
        table(driver).point_at(next(line.id for line in table(driver)._shown if "anna" in line.id))
        await driver.press("c", "d")
        assert driver.notes == [
            "It is in an archive: open it and save it first.",
            "It is in an archive: nothing is taken out of it.",
        ]
        await driver.press("enter")
        await driver.until("Army")
        assert (driver.session.path, driver.session.points) == (None, 1995)


async def test_broken_files_are_named_and_other_texts_counted(start, lists):
    Path("broken.yaml").write_text("system: [secret", "utf-8")
    Path("notes.txt").write_text("buy milk", "utf-8")
    async with real(start) as driver:
        await driver.until("3 lists, 1 other file")
        text = driver.text()
        assert "broken.yaml  not readable as YAML" in text
        assert "secret" not in text
        assert "milk" not in text


async def test_newer_data_are_shown(start, tmp_path, monkeypatch):
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    newer_data.install(tmp_path / "files")
    Path("coast.yaml").write_bytes(newer_data.saved_list())
    newer_data.update(tmp_path / "files", keep=True)
    async with real(start) as driver:
        await driver.until("1 with newer data")
        text = driver.text()
        assert "▲1  307.5" in text
        assert "292.5 → 307.5" in text
        assert "▲ +15" in text
        await driver.press("f")
        await driver.until("What newer data change")
        assert "Ferry Crab: 80 → 95" in driver.text()
        await driver.press("escape")
        assert isinstance(driver.app.screen, Home)


async def test_folders_are_added_and_forgotten(start, lists, tmp_path):
    club = tmp_path / "club"
    club.mkdir()
    shutil.copy(LEGAL, club / "anna.yaml")
    async with real(start) as driver:
        await driver.until("3 lists")
        await driver.press("F")
        await driver.answer(str(tmp_path / "nowhere"))
        assert "There is no such folder." in driver.text()
        await driver.answer(str(club))
        await driver.until("4 lists in 2 folders")
        shutil.rmtree(club)
        await driver.press("R")
        await driver.until("is not there.")
        await driver.press("end", "d")
        assert Shelf.load().folders == []
        await driver.press("u")
        assert Shelf.load().folders == [str(club)]


async def test_the_order_is_kept(start, lists):
    async with real(start) as driver:
        await driver.until("1,995")
        await driver.press("o")
        assert "Warhammer 40,000 10th edition" in table(driver)._shown[0].text.plain
        await driver.press("o")
        assert not any(line.heading for line in table(driver)._shown)
    async with real(start) as driver:
        await driver.until("1,995")
        assert not any(line.heading for line in table(driver)._shown)


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (80, 24), (99, 30), (100, 30), MIDDLE, (200, 60)], ids=str)
async def test_nothing_hangs_over_the_edge(start, lists, size):
    Path("broken.yaml").write_text("system: [", "utf-8")
    async with real(start, size=size) as driver:
        await driver.until("1,995")
        widgets = [one for one in driver.app.screen.query("*") if one.region and one.is_on_screen]
        assert all(one.region.right <= size[0] and one.region.bottom <= size[1] for one in widgets if one.id)
        assert bool(driver.app.screen.query_one(ListPreview).display) == (size[0] >= 100 or size[1] >= 24)
        assert all(line.text.plain.count("\n") <= 1 for line in table(driver)._shown)
        await driver.press("slash")
        assert driver.app.screen.query_one(Input).region.width > 20


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
async def test_no_hint_is_cut_in_the_smallest_window(start, lists, language):
    set_language(language)
    async with real(start, size=(40, 12)) as driver:
        await driver.until("995")
        head = driver.text().splitlines()[:2]
        assert "3" in head[0]
        assert "t:" in head[1]
        assert "…" not in "".join(head)
        await driver.press("G")
        assert ".zip" in driver.text()
        assert "…" not in driver.text().splitlines()[-2]


@pytest.mark.parametrize("name", [*nasty.MARKUP[:5], nasty.COMMANDS[2], nasty.FORGED[0]])
async def test_nasty_names_change_nothing(start, name):
    import json

    text = LEGAL.read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("name:")]
    Path("nasty.yaml").write_text("\n".join([f"name: {json.dumps(name)}", *lines]) + f"\nnotes: {json.dumps(name)}\n")
    Path("[b]x[u].yaml").write_text(text)
    async with real(start) as driver:
        await driver.until("2 lists")
        assert "[b]x[u]" in driver.text()
        await driver.press("t")
        await driver.answer(name)
        await driver.press("c", "d", "u")
        assert isinstance(driver.app.screen, Home)


async def test_three_hundred_lists(start):
    text = LEGAL.read_text("utf-8")
    for number in range(300):
        Path(f"list-{number:03}.yaml").write_text(f"{text}# {number % 2}\n")
    async with real(start) as driver:
        await driver.until("300 lists in 1 folder")
        await driver.press("end", "home", "slash")
        await driver.type("list-123")
        assert shown(driver) == ["list-123"]


async def test_leaving_does_not_wait_for_what_is_being_read(start):
    text = LEGAL.read_text("utf-8")
    for number in range(50):
        Path(f"list-{number:03}.yaml").write_text(f"{text}# {number}\n")
    from listbuilder.tui.app import ListbuilderApp
    from tests.tui.conftest import Driver

    app = ListbuilderApp(None, backend=Session)
    async with app.run_test(size=MIDDLE) as pilot:
        assert isinstance(Driver(app, pilot).app.screen, Home)
        await pilot.pause(0.5)
        await pilot.press("q")
    assert not app.is_running


async def test_notes_by_key(start, lists):
    async with real(start, path=lists / "orks.yaml") as driver:
        await driver.until("Army")
        await driver.press("t", *"hold", "ctrl+s")
        unit = driver.main.unit_id
        assert driver.session.notes(unit) == "hold"
        assert "✎" in driver.text()
        await driver.press("ctrl+t", *"club", "ctrl+s", "u")
        assert (driver.session.notes(), driver.session.notes(unit)) == ("", "hold")
        await driver.press("ctrl+r", "s")
    assert "notes: club" in (lists / "orks.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    ("ago", "words"),
    [(0, "today"), (86_400, "1 day"), (5 * 86_400, "5 days"), (40 * 86_400, "10-14"), (800 * 86_400, "2024")],
)
def test_when_it_was_changed(ago, words):
    now = 1_795_435_200.0  # 23 November 2026, noon
    assert since(now - ago, now) == words


def test_tags_without_room_leave_the_name_whole():
    """One that was cut away took the last letter of what tells two lists apart."""
    row = SimpleNamespace(apart="(orks 2)", own_name="Da Rust-Red Tide & Sons", unsaved=False, tags=("draft", "club"))
    drawn = {room: ShelfTable._titled(row, room).plain for room in (24, 33, 35, 40)}
    assert drawn[24].endswith("… (orks 2)")
    assert drawn[33] == "Da Rust-Red Tide & Sons (orks 2) "
    assert drawn[35].rstrip() == "Da Rust-Red Tide & Sons (orks 2)"
    assert drawn[40].endswith("(orks 2) #draft…")


async def test_long_names_keep_what_tells_them_apart_and_room_follows_need(start):
    text = LEGAL.read_text("utf-8").replace(
        "name: Gladius, round 1", "name: A list with a name that is much too long for it", 1
    )
    for name in ("spring", "autumn"):
        Path(f"{name}.yaml").write_text(text, "utf-8")
    async with start(size=(80, 24)) as driver:
        await driver.until("1,990")
        rows = [line for line in driver.text().splitlines() if "1,990  today" in line]
        assert {found[1] for found in (re.search(r"\((spring|autumn)\)", row) for row in rows) if found} == {
            "spring",
            "autumn",
        }
        assert all(
            re.search(r"  1,990  today  ┃$", row) for row in rows
        )  # no room for newer data, of which there are none


async def test_what_another_program_puts_there_or_takes_away_is_seen_by_itself(start, lists, monkeypatch):
    monkeypatch.setattr("listbuilder.tui.screens.watching.WATCHED", 0.05)
    async with real(start) as driver:
        await driver.until("Da Rust-Red")
        shutil.copy(LEGAL, lists / "added.yaml")
        await driver.until("(added)")
        (lists / "added.yaml").unlink()
        for _ in range(200):
            if "(added)" not in driver.text():
                break
            await driver.settle()
        assert "(added)" not in driver.text()


@pytest.mark.parametrize(
    ("size", "is_shown"),
    [((43, 46), True), ((80, 40), True), ((80, 24), True), ((80, 20), False), ((40, 12), False), ((120, 24), True)],
)
async def test_the_army_is_shown_where_there_is_room_beside_or_below(start, lists, size, is_shown):
    async with real(start, size=size) as driver:
        await driver.until("Da Rust-Red")
        preview = driver.app.screen.query_one(ListPreview)
        assert bool(preview.region) is is_shown
        if is_shown:
            below = preview.region.y >= driver.app.screen.query_one(ShelfTable).region.bottom
            assert below is (size[0] < 100)


def test_the_preview_tells_how_full_a_transport_is():
    line = TreeLine("Impulsor", 1, sign=TRANSPORT, enhancements=("Shield",), points="80", places=(6, 7))
    assert re.fullmatch(r"▣ Impulsor 6/7 ◆ Shield +80", drawn_unit(line, 40).plain)
