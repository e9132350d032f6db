"""The table of an event's page is sorted in a real browser, by mouse and by keyboard, without a network."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.events import browser
from tests.events.browser import Tab
from tests.events.factory import finding, record, rendered

HEADS = "document.querySelectorAll('table.sortable thead th')"
LISTS = (
    record("a", "legal", player="Émile", points="995", faction_name="Orks"),
    record("b", "illegal", finding(), finding(), player="zoe", points="12.5", faction_name="Necrons"),
    record(
        "c", "unjudged", *(finding() for _ in range(11)), player="Player 10", points="12.25", faction_name="Aeldari"
    ),
    record("d", "legal", finding(), player="Player 9", points="2000", faction_name="Drukhari"),
)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    if browser.PROGRAM is None:
        pytest.skip("sorts in Chromium, which is not installed")
    folder = tmp_path_factory.mktemp("page")
    (folder / "page.html").write_text(rendered("html", LISTS, title="Northern Open"), "utf-8")
    with browser.tab(folder / "profile") as tab:
        tab.open(folder / "page.html")
        yield tab


def players(page: Tab) -> list[str]:
    names = "[...document.querySelectorAll('table.sortable tbody tr')].map(row => row.cells[1].querySelector('a').textContent)"
    return list(page.run(names))


def state(page: Tab) -> list[str | None]:
    return list(page.run(f"[...{HEADS}].map(head => head.getAttribute('aria-sort'))"))


def column(page: Tab, name: str) -> int:
    return int(page.run(f"[...{HEADS}].findIndex(head => head.textContent.trim() === {name!r})"))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("List", ["Émile", "Player 9", "Player 10", "zoe"]),
        ("Faction", ["Player 10", "Player 9", "zoe", "Émile"]),
        ("Points", ["Player 10", "zoe", "Émile", "Player 9"]),
        ("Verdict", ["zoe", "Player 10", "Émile", "Player 9"]),
        ("Findings", ["Émile", "Player 9", "zoe", "Player 10"]),
    ],
)
def test_a_click_on_a_heading_sorts_by_it_and_the_next_one_the_other_way(
    page: Tab, name: str, expected: list[str]
) -> None:
    place = column(page, name)
    page.run(f"{HEADS}[0].querySelector('button').click()")  # from the order in which the lists came
    page.click(f"{HEADS}[{place}].querySelector('button')")
    assert (players(page), state(page)[place]) == (expected, "ascending")
    page.click(f"{HEADS}[{place}].querySelector('button')")
    backwards = (
        ["Émile", "Player 9", "Player 10", "zoe"] if name == "Verdict" else expected[::-1]
    )  # equal ones keep their order
    assert (players(page), state(page)[place]) == (backwards, "descending")
    assert sum(one is not None for one in state(page)) == 1


def test_the_keyboard_sorts_as_well(page: Tab) -> None:
    page.run(f"{HEADS}[0].querySelector('button').focus()")
    page.press("Tab", 9)
    assert page.run("document.activeElement.textContent.trim()") == page.run(f"{HEADS}[1].textContent.trim()")
    page.press("Enter", 13, "\r")
    assert players(page) == ["Émile", "Player 9", "Player 10", "zoe"]
    page.press(" ", 32, " ")
    assert players(page) == ["zoe", "Player 10", "Player 9", "Émile"]


def test_the_page_asks_for_nothing_and_breaks_nothing(page: Tab) -> None:
    assert {url.partition(":")[0] for url in page.requests} <= {"file"}
    assert len(page.requests) == 1
    assert page.errors == []
