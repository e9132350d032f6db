"""The page of an event: complete, self-contained, and safe whatever players call themselves."""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pymupdf
import pytest
from msgspec.structs import replace

from listbuilder.events.reports._charts import chart
from listbuilder.i18n import set_language
from listbuilder.validation.pack.reading import read
from tests.events.factory import ALL, EVIL, ILLEGAL, LEGAL, NASTY, PACKED, finding, record, rendered

VOID = {"meta", "br", "link", "img", "input", "rect"}


class Page(HTMLParser):
    """Tags with their attributes, and the text of each kind of element; fails where tags are not closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        for tag in dict.fromkeys(self.open):
            self.texts[tag][-1] += data

    def count(self, tag: str, kind: str = "") -> int:
        return sum(
            name == tag and (not kind or kind in (attrs.get("class") or "").split()) for name, attrs in self.tags
        )


def test_the_page_has_everything():
    text = rendered("html", title="Northern Open")
    page = Page(text)

    assert text.startswith('<!DOCTYPE html>\n<html lang="en">')
    assert page.texts["title"][0] == page.texts["h1"][0] == "Northern Open"
    assert page.texts["b"][:3] == ["2", "2", "1"]
    assert page.texts["figcaption"] == [
        "Factions",
        "Detachments",
        "Most taken units",
        "Findings, by the lists that have them",
    ]
    assert page.count("table", "lists") == 1
    assert len(page.texts["pre"]) == len(ALL)
    assert "error (line 7): too many" in page.texts["pre"][2]
    opened = [("open" in attrs) for tag, attrs in page.tags if tag == "details"]
    assert opened == [False, False, True, True, True]
    targets = {attrs["id"] for _tag, attrs in page.tags if "id" in attrs}
    assert {f"#{one}" for one in targets} == {attrs["href"] for tag, attrs in page.tags if tag == "a"}


def test_the_title_is_that_of_the_event():
    assert "<title>Army lists</title>" in rendered("html")
    assert "<title>Cup</title>" in rendered("html", [replace(LEGAL, event="Cup")])


def test_only_the_styles_and_scripts_of_this_program_may_apply():
    page = Page(rendered("html", [NASTY, *ALL]))
    policy = next(attrs["content"] for tag, attrs in page.tags if attrs.get("http-equiv") == "Content-Security-Policy")

    for kind in ("style", "script"):
        (content,) = page.texts[kind]
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in (policy or "")
    assert (policy or "").startswith("default-src 'none';")


def test_the_page_loads_nothing_and_runs_nothing_else():
    text = rendered("html", [NASTY, *ALL])
    page = Page(text)

    assert not re.search(r"https?:|url\(|@import|<link|<img|<iframe", text)
    for tag, attrs in page.tags:
        assert not {"src", "style", "srcset", "data", "xlink:href"} & set(attrs), tag
        assert not [name for name in attrs if name.startswith("on")], tag
        assert tag != "a" or str(attrs["href"]).startswith("#list-")


def test_names_are_text_wherever_they_stand():
    page = Page(rendered("html", [NASTY], title=EVIL))

    assert page.count("script") == 1
    for tag in ("title", "h1", "a", "pre"):
        assert "<script>alert(1)</script>&amp;" in page.texts[tag][0], tag


def test_charts_count_lists_and_units():
    text = rendered("html", [*ALL, record("x", faction_name="Tau", units=())])

    assert "<title>Orks: 4</title>" in text
    assert "<title>Tau: 1</title>" in text
    assert "<title>Boyz: 4</title>" in text
    assert "<title>points-limit: 2</title>" in text
    assert 'class="bar error"' in text
    many = [record(str(n), detachments=(f"D{n:02}",)) for n in range(13)]
    assert "and 3 more" in rendered("html", many)


@pytest.mark.parametrize(("kinds", "rest"), [(10, 0), (11, 1)])
def test_the_bars_of_a_chart_fit_between_labels_and_numbers(kinds: int, rest: int):
    """Bars as long as their numbers, below one another, in a picture that ends with the last of them."""
    rows = [(f"A detachment with a name too long for it {number:02}", 20 - 2 * number) for number in range(9)]
    rows += [("Same", 1)] * (kinds - 9)
    drawn = chart("Detachments", rows, {"Same": "error"})
    _, _, width, height = map(int, re.search(r'viewBox="([\d ]+)"', drawn)[1].split())
    bars = [dict(re.findall(r'(\w+)="(\d+)"', one)) for one in re.findall(r"<rect(.*?)/>", drawn)]
    tops = [int(one["y"]) for one in bars]
    row = tops[1] - tops[0]
    assert tops == [tops[0] + row * number for number in range(10)]
    assert height == row * (10 + rest)
    assert all(int(one["y"]) % row > 0 and int(one["y"]) % row + int(one["height"]) < row for one in bars)
    lengths = [int(one["width"]) for one in bars]
    assert [round(lengths[0] * number / 20) for _, number in rows[:10]] == pytest.approx(lengths, abs=1)
    left = {int(one["x"]) for one in bars}
    assert len(left) == 1
    assert left.pop() + lengths[0] < width - 20  # where its number stands
    assert lengths[0] > width / 3
    assert drawn.count('class="bar error"') == kinds - 9 - rest
    labels = re.findall(r'class="label">(.*?)<', drawn)
    assert {len(one) for one in labels[:9]} == {28}  # which is what fits there
    assert f"{rows[0][0]}: 20" in drawn
    assert ("and 1 more" in drawn) is bool(rest)


@pytest.mark.parametrize(
    ("number", "tables"), [(1, [1]), (50, [50]), (51, [26, 25]), (120, [60, 60]), (121, [60, 60, 1]), (300, [60] * 5)]
)
def test_the_sheet_has_every_list_once(number: int, tables: list[int]):
    text = rendered("html", [record(f"f{n}", player=f"P{n}") for n in range(number)])
    sheets = re.findall(r'<section class="sheet (?:one|two)">(.*?)</section>', text, re.DOTALL)
    rows = [
        re.findall(r'<tr class="legal"><td>(\d+)</td><td>P(\d+)</td>', table)
        for sheet in sheets
        for table in re.findall(r"<table>.*?</table>", sheet)
    ]

    assert [len(one) for one in rows] == tables
    assert [int(name) for one in rows for _number, name in one] == list(range(number))


def test_the_page_is_in_the_language_in_use():
    set_language("ru")
    assert '<html lang="ru">' in rendered("html", [ILLEGAL])


def test_teams_and_players_are_shown():
    page = Page(rendered("html", [PACKED]))

    assert "Ann, Reds" in page.texts["td"]
    assert "Ann" in page.texts["a"]
    assert page.texts["pre"][0].startswith("Ann: Gladius")


def test_teams_have_a_table_with_what_is_wrong():
    pack = read(b"name: Cup\nsystem: wh40k-10e\nteam: {factions_once: true}\n", "cup.yaml")
    teams = [
        record("a", team="<b>Reds", player="Ann"),
        record("b", team="<b>Reds", player="Bob"),
        record("c", team="Blues"),
    ]
    page = Page(rendered("html", teams, pack=pack, teams=True))

    assert "2 teams (1 illegal)" in page.texts["header"][0]
    assert "<b>Reds" in page.texts["td"]
    assert "2 Ann, Bob" in page.texts["td"]
    assert any(
        text.startswith("team <b>Reds has Orks 2 times") and "event-team-factions: Cup" in text
        for text in page.texts["p"]
    )
    assert page.count("section", "teams") == 1
    assert Page(rendered("html", teams, pack=pack)).count("section", "teams") == 0


@pytest.mark.skipif(shutil.which("chromium") is None, reason="prints with Chromium, which is not installed")
def test_the_judges_table_of_120_lists_is_one_sheet_of_a4(tmp_path: Path):
    long = "A name that is far too long for its column, and goes on"
    lists = [
        record(f"f{n}", "illegal", finding(), player=f"Player-{n} {long}", team=long, faction_name=long)
        for n in range(120)
    ]
    (tmp_path / "page.html").write_text(rendered("html", lists, title="Northern Open"), "utf-8")
    subprocess.run(
        ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}", "--no-pdf-header-footer",
         f"--print-to-pdf={tmp_path / 'page.pdf'}", (tmp_path / "page.html").as_uri()],
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip

    with pymupdf.open(tmp_path / "page.pdf") as document:
        first, second = document[0].get_text(), document[1].get_text()
        assert (round(document[0].rect.width), round(document[0].rect.height)) == (595, 842)
    assert all(f"Player-{n} " in first for n in range(120))
    assert "At a glance" in second
