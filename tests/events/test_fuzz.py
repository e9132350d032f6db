"""Mutated files through the whole check: every one is judged or named with a reason, in every format, and never for long."""

from __future__ import annotations

import csv
import io
import json
import random
import time
import xml.etree.ElementTree as ET
import zipfile
from pathlib import Path

import pytest

from listbuilder.events.anonymous import Anonymous
from listbuilder.events.gathering import gather
from listbuilder.events.reports import Settings, reports
from listbuilder.report.checking import Job, check_all
from listbuilder.resources import shipped
from tests.exchange.test_fuzz import SPICE, TEXTS, mutated

EXAMPLES = [
    path.read_text("utf-8") for path in sorted((shipped("factions") / "wh40k-10e" / "examples").glob("*legal.yaml"))
]
OTHERS = [
    'name,list\nAnn,"+ FACTION KEYWORD: Xenos - Orks\n1x Warboss (80 pts)"\n',
    '<?xml version="1.0"?><roster xmlns="http://www.battlescribe.net/schema/rosterSchema" gameSystemId="x"><forces/></roster>',
    '[tool]\nname = "x"\n',
    "on: push\njobs: {a: {steps: []}}\n",
]
SUFFIXES = (".txt", ".yaml", ".json", ".csv", ".ros", ".rosz", ".zip", ".md", "", ".html", ".tsv")
SECONDS = 20  # of the processor, for one round of a few files


def damaged(content: bytes, chance: random.Random) -> bytes:
    """The bytes with some of them deleted, swapped, doubled or replaced."""
    for _ in range(chance.randint(0, 4)):
        place, end = sorted(chance.randrange(len(content) + 1) for _ in range(2))
        end = min(end, place + chance.choice((1, 3, 200)))
        piece = content[place:end]
        match chance.randrange(4):
            case 0:
                content = content[:place] + content[end:]
            case 1:
                content = content[:end] + piece + content[end:]
            case 2:
                content = content[:place] + piece[::-1] + content[end:]
            case _:
                content = content[:place] + bytes(chance.randrange(256) for _ in piece) + content[end:]
        content = content or b" "
    return content


def name_of(number: int, chance: random.Random) -> str:
    odd = "".join(char for char in chance.choice(SPICE) if char not in "/\0\ud800" and char.isprintable())[:20]
    return f"{number}{odd}{chance.choice(SUFFIXES)}"


def files(folder: Path, seed: int) -> None:
    """A few mutated files: plain, in an archive, in a table."""
    chance = random.Random(seed)
    texts = [
        chance.choice((mutated, lambda text, _chance: text))(chance.choice((*TEXTS, *EXAMPLES, *OTHERS)), chance)
        for _ in range(6)
    ]
    contents = [damaged(text.encode("utf-8", "replace"), chance) for text in texts]
    for number, content in enumerate(contents):
        (folder / name_of(number, chance)).write_bytes(content)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as zipped:
        for number, content in enumerate(contents[:3]):
            zipped.writestr(chance.choice(("", "a/", "../", "/")) + name_of(number, chance), content)
    (folder / "all.zip").write_bytes(damaged(packed.getvalue(), chance))
    table = io.StringIO(newline="")
    csv.writer(table, delimiter=chance.choice(",;\t")).writerows(
        [("Player", "Team", "List"), *((chance.choice(SPICE), "=1", text) for text in texts[:3])]
    )
    (folder / "form.csv").write_bytes(damaged(table.getvalue().encode("utf-8", "replace"), chance))


@pytest.mark.parametrize("seed", range(24))
def test_mutated_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int):
    files(tmp_path, seed)
    monkeypatch.chdir(tmp_path)
    before = sorted(path.name for path in tmp_path.iterdir())
    started = time.process_time()

    gathered = gather(["."])
    records = list(check_all(gathered.entries, Job(offers=False), jobs=1))
    shown = list(Anonymous(gathered.entries).records(records)) if seed % 2 else records
    texts = {name: "".join(form.render(iter(shown), Settings())) for name, form in reports().items()}

    assert time.process_time() - started < SECONDS
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert len(records) == len(gathered.entries)
    assert not [finding.message for one in records for finding in one.findings if finding.rule == "bug"]
    assert all(one.state == "judged" or one.findings for one in records)
    named = {one.file.removeprefix("./").partition("/")[0].partition(":")[0] for one in records}
    named |= {one.name.partition("/")[0].partition(":")[0] for one in gathered.left_out}
    assert {name for name in before if name.partition(":")[0] not in named} == set()
    for text in texts.values():
        assert not [char for char in "\x00\x1b\u202e" if char in text]
    assert len(json.loads(texts["json"])["lists"]) == len(records)
    assert len(ET.fromstring(texts["junit"])[0]) == len(records)
    assert len(list(csv.reader(io.StringIO(texts["csv"], newline="")))) == len(records) + 1
    assert texts["html"].count("<script") == 1


@pytest.mark.parametrize("name", ["paste.txt", "paste.yaml", "paste.json", "paste.csv", "paste.ros", "paste"])
def test_a_paste_of_50_megabytes_is_refused(tmp_path: Path, name: str):
    path = tmp_path / name
    path.write_bytes((TEXTS[0].encode() * (50_000_000 // len(TEXTS[0]) + 1))[:50_000_000])
    started = time.process_time()

    for names in ([str(tmp_path)], [str(path)]):
        (record,) = check_all(gather(names).entries, Job(), jobs=1)
        assert (record.verdict, record.state) == ("unjudged", "too-large" if name != "paste.csv" else record.state)
        assert (
            "larger than" in record.findings[0].message
            or "too large" in record.findings[0].message
            or name == "paste.csv"
        )
    assert time.process_time() - started < SECONDS
