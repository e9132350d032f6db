"""Names that begin alike keep what tells them from each other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from listbuilder.session import Session
from listbuilder.tui.told_apart import endings, shortened

UNITS = {"boyz": "boyz", "gretchin": "gretchin", "first": "trukk", "second": "trukk"}

SCYTHES, BOWS, SWORDS = (f"Kurnoth Hunters with Kurnoth {arms}" for arms in ("Scythes", "Greatbows", "Greatswords"))


def test_the_ending_begins_with_the_word_that_differs() -> None:
    assert endings([SCYTHES, BOWS, SWORDS, SCYTHES, "Dryads"]) == {
        SCYTHES: "Scythes",
        BOWS: "Greatbows",
        SWORDS: "Greatswords",
    }
    assert endings([SWORDS, f"{SWORDS} (Scourge of Aqshy)"])[SWORDS] == "Greatswords"
    assert endings(["Intercessor Squad A", "Intercessor Squad B"])["Intercessor Squad B"] == "B"
    assert endings(["Boyz", "Boyz on Bikes", "Captain", "Captain in Gravis Armour", SCYTHES]) == {}  # these begin apart


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (80, BOWS),
        (27, "Kurnoth Hunters w…Greatbows"),
        (20, "Kurnoth Hu…Greatbows"),
        (15, "Kurnot…Greatbo…"),
        (10, "Kurnoth H…"),  # no room for both ends
    ],
)
def test_a_name_without_room_is_cut_in_the_middle(room: int, shown: str) -> None:
    assert shortened(BOWS, "Greatbows", room) == shown
    assert shortened(BOWS, "", 20) == "Kurnoth Hunters wit…"


async def test_units_of_an_army_are_told_apart(start, tmp_path: Path) -> None:
    path = tmp_path / "work" / "sm.yaml"
    sheets = ("land-raider", "land-raider-crusader", "land-raider-redeemer")
    units = "".join(f"\n  - {{datasheet: {one}, name: The venerable old {one} of the First}}" for one in sheets)
    path.write_text(f"system: wh40k-10e\nfaction: space-marines\nunits:{units}\n", "utf-8")
    async with start(path, backend=Session, size=(100, 30)) as driver:
        names = re.findall(r"^┃[ ▌]▣ (The ve.*?…\S+)", driver.text(), re.MULTILINE)
        assert len({name.partition("…")[2] for name in names}) == 3


async def test_units_of_one_name_are_told_apart_by_letters_wherever_they_are_named(start, tmp_path: Path) -> None:
    path = tmp_path / "work" / "orks.yaml"
    units = "".join(f"\n  - {{id: {one}, datasheet: {sheet}}}" for one, sheet in UNITS.items())
    declared = "declarations: {embark: {gretchin: second}}"
    path.write_text(f"system: wh40k-10e\nfaction: orks\nunits:{units}\n{declared}\n", "utf-8")
    async with start(path, backend=Session, size=(120, 40)) as driver:
        assert len(re.findall(r"▣ Trukk [AB] ", driver.text())) == 2
        driver.main.select_unit("boyz")
        await driver.press("m")
        assert re.search(r"Trukk A +\d+ +10/12", driver.text())
        assert re.search(r"Trukk B +▣ Gretchin", driver.text())
        await driver.type("trukk a")
        await driver.press("enter")
        assert re.search(r"Rides in +Trukk A", driver.text())
        driver.main.select_unit("first")
        await driver.settle()
        assert "Trukk A" in driver.main.unit_pane.title
        driver.session.rename_unit("second", "Da Fasta One")
        await driver.settle()
        assert "Trukk A" not in driver.text()  # there is one of this name
