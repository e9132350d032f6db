"""Personal lines never reach a report; anonymous ones name nobody at all."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from pathlib import Path

import pytest

from listbuilder.cli.list_options import FORMATS
from listbuilder.events import letters
from listbuilder.events.anonymous import Anonymous
from listbuilder.events.gathered import LeftOut, Reason
from listbuilder.events.gathering import gather
from listbuilder.events.submission import judged
from listbuilder.exchange.reading.personal import is_personal, masked
from listbuilder.report.checking import Job, check_one
from listbuilder.report.entry import STDIN, Entry
from listbuilder.report.record import ListReport
from listbuilder.sources.store.installed import Store
from listbuilder.validation.pack.reading import read
from tests.conftest import ROOT
from tests.events.factory import rendered

BSDATA = ROOT / "tests" / "data" / "bsdata"

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
    records = list(hidden.records(check_one(entry, Job(anonymous=True)) for entry in entries))

    text = rendered(form, records, left_out=hidden.left_out([LeftOut("Jane Doolittle.pdf", Reason.OTHER)])) + "".join(
        name + content for name, content in letters.files(records)
    )

    for secret in SECRETS:
        assert secret.casefold() not in text.casefold(), (form, secret)
    assert "list 1" in text or "list%201" in text or form == "table"


def both(content: str, suffix: str = ".txt") -> tuple[str, str]:
    """The report of a list in all formats: as it is, and without names."""
    entry = Entry("a" + suffix, content=content.encode(), suffix=suffix)
    plain = [check_one(entry, Job())]
    hidden = list(Anonymous([entry]).records([check_one(entry, Job(anonymous=True))]))
    return "".join(rendered(form, plain) for form in FORMATS), "".join(rendered(form, hidden) for form in FORMATS)


def test_words_that_the_data_do_not_know_are_not_quoted():
    plain, hidden = both(
        TEXT.replace("+ DETACHMENT: War Horde", "+ DETACHMENT: Zebulon").replace("Boyz of", "Zebulon of")
    )

    assert "unknown detachment: Zebulon" in plain
    assert "Zebulon" not in hidden
    assert "unknown detachment: …" in hidden


OWN_NAMES = """\
name: Zebulon's list
system: wh40k-10e
faction: orks
detachment: war-horde
battle_size: strike-force
units:
  - {id: zebulon-boss, datasheet: warboss, name: Zebulon the Great, warlord: true}
  - {id: zeb-boyz, datasheet: boyz, name: Lads of Zebulon, models: {boy: 40}}
  - {id: van, datasheet: trukk, name: Zebulon's van}
declarations:
  attach: {zebulon-boss: zeb-boyz, van: zeb-boyz, zebulon-z: van}
  embark: {zeb-boyz: van}
  reserves: {van: zebulon}
"""


def test_what_a_player_calls_units_is_not_shown_but_what_the_data_call_them():
    plain, hidden = both(OWN_NAMES, ".yaml")

    assert "Lads of Zebulon" in plain
    assert "zebulon" not in hidden.casefold()
    assert "zeb-" not in hidden.casefold()
    assert "Trukk: is not a leader and cannot join Boyz" in hidden
    assert "Trukk: cannot embark in Trukk, which admits only Orks + Infantry" in hidden
    assert "fix: remove 21 × Boy from Boyz" in hidden
    assert '"unit": "unit-1"' in hidden


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("faction: orks", "faction: zebulon"),
        ("system: wh40k-10e", "system: zebulon"),
        ("datasheet: trukk", "datasheet: zebulon"),
        ("battle_size: strike-force", "battle_size: zebulon"),
        ("units:", "rules: [zebulon]\nunits:"),
        ("units:", "zebulon: 1\nunits:"),
        ("units:", "units: {zebulon: [zebulon}"),
        ("name: Zebulon's list", "name: [zebulon]"),
        ("models: {boy: 40}", "models: {boy: 9, zebulon: 1}, wargear: {zebulon: 1}"),
        ("id: van", "id: zebulon-boss"),
    ],
)
def test_a_file_that_is_wrong_is_not_quoted(old: str, new: str):
    plain, hidden = both(OWN_NAMES.replace(old, new), ".yaml")

    assert "zebulon" in plain.casefold()
    assert "zebulon" not in hidden.casefold()


def test_names_in_a_saved_roster_are_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path))
    Store(tmp_path).add(BSDATA / "lantern-coast", "coast")
    text = (BSDATA / "illegal.ros").read_text("utf-8")
    named = re.sub(r"<(selection|force) ", r'<\1 customName="Zebulon" customNotes="by Zebulon" ', text)
    plain, hidden = both(re.sub('<roster ([^>]*)name="[^"]*"', r'<roster \1name="Zebulon"', named), ".ros")

    assert "Zebulon" in plain
    assert "Zebulon" not in hidden
    assert "illegal" in hidden


def test_a_form_that_says_when_in_words_is_not_quoted():
    pack = read(b"name: Cup\nsystem: wh40k-10e\ndeadline: 2026-11-20 20:00 +01:00\n", "cup.yaml")
    entry = Entry("a.yaml", content=OWN_NAMES.encode(), suffix=".yaml", submitted="asked Jane")
    records = list(judged(pack, [entry], [check_one(entry, Job(pack=pack, anonymous=True))]))

    assert "asked Jane" in rendered("text", records)
    assert "Jane" not in rendered("text", Anonymous([entry]).records(records))


def test_players_and_teams_keep_their_number(entries):
    records = list(Anonymous(entries).records(check_one(entry, Job(anonymous=True)) for entry in entries))

    assert [one.file for one in records] == ["list 1", "list 2", "list 3", "list 4"]
    assert {(one.player, one.team) for one in records if one.player} == {("player 1", "team 1")}


def test_a_team_that_is_spelt_in_two_ways_is_one():
    teams = [
        Entry(f"{at}.yaml", content=b"", team=team) for at, team in enumerate(("Reds", "REDS", "reds\u200b", "Blues"))
    ]
    records = Anonymous(teams).records(ListReport(one.name, "legal", team=one.team) for one in teams)

    assert [one.team for one in records] == ["team 1", "team 1", "team 1", "team 2"]


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
