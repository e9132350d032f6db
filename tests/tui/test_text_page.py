"""Pages of text: long lines go on below their beginning, whatever stands on them keeps its style."""

from __future__ import annotations

import pytest

from listbuilder.tui.screens.dialogs import Ask
from listbuilder.tui.screens.text_page import TextPage, signed
from listbuilder.tui.widgets.hanging import hanging

LEADS = "    Leads: First Squad → 第三仲裁者小队“帝皇之盾、泰拉之剑”"


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        (LEADS, ["    Leads: First Squad → 第三仲裁者小队", "      “帝皇之盾、泰拉之剑”"]),
        (
            "    - 1 Plasma pistol and one thing more or two",
            ["    - 1 Plasma pistol and one thing more", "      or two"],
        ),
        ("~ short", ["~ short"]),
        ("", [""]),
        ("two  blanks " * 5, ["two  blanks " * 5]),
    ],
)
def test_what_a_line_has_no_room_for_goes_on_further_in(line: str, lines: list[str]) -> None:
    text = hanging(signed(f"{line}\nnext"), 40)
    assert text.plain.split("\n") == [*lines, "next"]
    whole = hanging(signed(line), 200)
    assert [span.style for span in text.spans][:1] == [span.style for span in whole.spans][:1]


async def test_a_page_is_as_wide_as_its_window(start) -> None:
    async with start(size=(52, 12)) as driver:
        driver.app.push_screen(TextPage("Title", signed(LEADS)))
        await driver.until("      盾、泰拉之剑")
        await driver.resize(90, 12)
        await driver.until("“帝皇之盾、泰拉")


async def test_lines_and_answers_of_a_question_go_on_below_their_texts(start) -> None:
    async with start(size=(40, 16)) as driver:
        news = signed("~ Pathfinders: what has no room goes on")
        answer = "Use the newer data, of the day after the one"
        driver.app.push_screen(Ask("Data", news, [("newer", "n", answer)], hangs=True))
        await driver.until("\u2502    goes on ")
        await driver.until("\u2502    after the one ")
