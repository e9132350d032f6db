"""Screens become one picture that shows them one after the other."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from tests.conftest import ROOT
from tools.recording import pages
from tools.recording.script import SCRIPTS, Press, See, read
from tools.recording.svg import CELL, PIECE, Line, Run, Screen, animated

GROUND = "#101010"
SVG = "{http://www.w3.org/2000/svg}"


def line(text: str, cells: int = 0, colour: str = "#ffffff", ground: str = GROUND) -> Line:
    return (Run(text, cells or len(text), colour, ground),)


def drawn(*screens: Screen) -> ET.Element:
    return ET.fromstring(animated(screens, GROUND))


def shown(picture: ET.Element, number: int) -> list[str]:
    """The pieces of one screen."""
    pieces = {one.get("id"): "".join(one.itertext()) for one in picture.iterfind(f"{SVG}defs/{SVG}g")}
    screen = picture.find(f"{SVG}g[@class='s{number}']")
    assert screen is not None
    return [pieces[use.get("href", "")[1:]] for use in screen]


def test_each_screen_shows_its_own_and_what_stays_is_written_once() -> None:
    stays = line("stays <& here>")
    picture = drawn(Screen((stays, line("first")), 1), Screen((stays, line("second")), 3))

    assert shown(picture, 0) == ["stays <& here>", "first"]
    assert shown(picture, 1) == ["stays <& here>", "second"]
    assert len(picture.findall(f"{SVG}defs/{SVG}g")) == 3


def test_a_screen_is_shown_as_long_as_it_stays() -> None:
    style = drawn(Screen((line("a"),), 1), Screen((line("b"),), 3)).findtext(f"{SVG}style") or ""

    assert "@keyframes k0{0.000%{visibility:visible}25.000%{visibility:hidden}}" in style
    assert "@keyframes k1{0%{visibility:hidden}25.000%{visibility:visible}}" in style
    assert re.findall(r"animation:k\d (\d+)s", style) == ["4", "4"]


def test_long_lines_are_cut_without_losing_a_letter() -> None:
    text = "x" * (PIECE - 1) + "中文" * PIECE
    picture = drawn(Screen((line(text, PIECE - 1 + 4 * PIECE),), 1))

    assert "".join(shown(picture, 0)) == text


def test_another_ground_is_painted_below_the_letters() -> None:
    (first, second) = drawn(Screen((line("ab", ground="#ff0000"),), 1)).findall(f"{SVG}defs/{SVG}g/*")

    assert (first.tag, first.get("fill")) == (f"{SVG}rect", "#ff0000")
    assert (second.tag, second.text) == (f"{SVG}text", "ab")


def test_pictures_show_gaps_and_wide_letters_where_they_stand() -> None:
    texts = drawn(Screen((line("M 6   中文 end", 14),), 1)).findall(f"{SVG}defs/{SVG}g/{SVG}text")

    assert [(one.text, float(one.get("x", "0"))) for one in texts] == [
        ("M 6", 0),
        ("中文", pytest.approx(6 * CELL)),
        ("end", pytest.approx(11 * CELL)),
    ]


def test_scripts_are_read() -> None:
    found = {path.stem: read(path) for path in SCRIPTS.glob("*.txt")}

    assert {"session", "builder", "library", "battle"} <= found.keys()
    assert all((ROOT / one.picture).is_file() for one in found.values())
    assert all((ROOT / name).is_file() for one in found.values() for name in one.lists)
    assert Press(("down",) * 7) in found["session"].steps
    assert Press(tuple("capt"), each=True) in found["session"].steps
    assert See("✓ legal") in found["session"].steps


def test_a_script_says_what_is_wrong_in_it(tmp_path: Path) -> None:
    (tmp_path / "odd.txt").write_text("picture: a.svg\nsise: 80x24\n", "utf-8")
    with pytest.raises(ValueError, match=r"odd\.txt:2"):
        read(tmp_path / "odd.txt")


def test_a_script_that_is_out_of_date_makes_no_picture(tmp_path: Path) -> None:
    (tmp_path / "old.txt").write_text(
        "picture: a.svg\nsize: 80x24\nstill: yes\n\nsee a word that stands nowhere\n", "utf-8"
    )
    script = "import sys\nfrom tools.recording.__main__ import *\ndrawn(read(Path(sys.argv[1])))"
    command = [sys.executable, "-c", script, str(tmp_path / "old.txt")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, encoding="utf-8")

    assert done.returncode
    assert "'a word that stands nowhere' is not on the screen" in done.stderr


def test_a_script_is_played_in_folders_of_its_own(tmp_path: Path) -> None:
    """In a process of its own: it changes the environment."""
    script = 'from tools.recording.__main__ import *\nprint(drawn(read(SCRIPTS / "library.txt")))'
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True, encoding="utf-8"
    )

    assert ">~/lists<" in done.stdout
    assert ">Da Rust-Red Tide" in done.stdout


def test_two_pages_of_a_sample_stand_beside_each_other() -> None:
    picture = Image.open(io.BytesIO(pages.drawn(ROOT / pages.OF))).convert("L")
    left = picture.crop((0, 0, picture.width // 2, picture.height))
    right = picture.crop((picture.width // 2, 0, picture.width, picture.height))

    assert left.tobytes() != right.tobytes()
    for half in (left, right):
        counted = half.histogram()
        assert sum(counted[250:]) > half.width * half.height // 2  # paper
        assert sum(counted[:80]) > half.width * half.height // 50  # what is printed on it
