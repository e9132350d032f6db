"""Personal lines never reach a report; anonymous ones name nobody at all."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path

import pytest

from listbuilder.cli.list_options import FORMATS
from listbuilder.events import letters
from listbuilder.events.anonymous import Anonymous
from listbuilder.events.gathered import LeftOut, Reason
from listbuilder.events.gathering import gather
from listbuilder.exchange.reading.personal import is_personal, masked
from listbuilder.report.checking import Job, check_one
from listbuilder.report.entry import STDIN
from tests.events.factory import rendered

SECRETS = ("Jane", "Doolittle", "Crimson", "77431", "jane@", "Sunday")
TEXT = """\
PLAYER NAME: Jane Doolittle
+ TEAM: Crimson Dice
ITC ID: 77431
E-mail: jane@example.org
+ FACTION KEYWORD: Xenos - Orks
+ DETACHMENT: War Horde
+ LIST NAME: Jane's Sunday

Jane Doolittle brought this
1x Warboss (80 pts)
Boyz of Jane Doolittle (20 pts)
"""


@pytest.fixture
def entries():
    form = io.StringIO(newline="")
    csv.writer(form).writerows(
        [
            ("Name", "Team", "List"),
            ("Jane Doolittle", "Crimson Dice", TEXT),
            ("Jane Doolittle", "Crimson Dice", "hello"),
        ]
    )
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as zipped:
        zipped.writestr("form.csv", form.getvalue())
        zipped.writestr("Jane Doolittle.txt", TEXT)
        zipped.writestr("Jane Doolittle.yaml", "name: [Jane Doolittle\n")
    return gather([STDIN], stdin=packed.getvalue()).entries


@pytest.mark.parametrize("form", FORMATS)
def test_anonymous_reports_name_nobody(entries, form: str):
    hidden = Anonymous(entries)
    records = list(hidden.records(check_one(entry, Job()) for entry in entries))

    text = rendered(form, records, left_out=hidden.left_out([LeftOut("Jane Doolittle.pdf", Reason.OTHER)])) + "".join(
        name + content for name, content in letters.files(records)
    )

    for secret in SECRETS:
        assert secret.casefold() not in text.casefold(), (form, secret)
    assert "list 1" in text or "list%201" in text or form == "table"


def test_lines_that_the_data_do_not_know_are_not_quoted():
    text = TEXT.replace("+ DETACHMENT: War Horde", "+ DETACHMENT: Zebulon").replace("Boyz of", "Zebulon of")
    entries = gather([STDIN], stdin=text.encode()).entries
    open_report = rendered("text", [check_one(entry, Job()) for entry in entries])
    hidden = rendered("text", Anonymous(entries).records(check_one(entry, Job()) for entry in entries))

    assert "Zebulon" in open_report
    assert "Zebulon" not in hidden
    assert "because it may be a name" in hidden


def test_players_and_teams_keep_their_number(entries):
    records = list(Anonymous(entries).records(check_one(entry, Job()) for entry in entries))

    assert [one.file for one in records] == ["list 1", "list 2", "list 3", "list 4"]
    assert {(one.player, one.team) for one in records if one.player} == {("player 1", "team 1")}


def test_personal_lines_are_not_read_and_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("list.txt").write_text(
        TEXT.replace("Jane Doolittle brought this\n", "").replace("of Jane Doolittle", "").replace("Jane's Sunday", "x")
    )
    Path("list.yaml").write_text("system: wh40k-10e\nplayer: Jane Doolittle\n")

    for entry in gather(["."]).entries:
        found = check_one(entry, Job())
        text = rendered("text", [found]) + rendered("json", [found])
        for secret in SECRETS:
            assert secret not in text, text


@pytest.mark.parametrize(
    "line",
    [
        "Player: Ann",
        "+ PLAYER NAME: Ann",
        "**Team Name:** Reds",
        "Player 1: Ann",
        "Membership number: 3",
        "BCP ID = 4",
        "Игрок: Аня",
        "选手：安",
    ],
)
def test_personal_lines(line: str):
    assert is_personal(line)
    assert masked(line).endswith("…")
    assert not {"Ann", "Reds", "Аня", "安"} & set(masked(line).replace("…", "").split())


@pytest.mark.parametrize(
    "line",
    [
        "Captain: power fist",
        "Kill Team: two",
        "Scout Team (55 points)",
        "1x Captain (80): relic",
        "+ LIST NAME: x",
        "Members: 3",
        "Name: x",
    ],
)
def test_lines_of_the_army_are_none(line: str):
    assert not is_personal(line)
    assert masked(line) == line


def test_addresses_are_masked_anywhere():
    assert masked("write to ann.b@example.org now") == "write to … now"
