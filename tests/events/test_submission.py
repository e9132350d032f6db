"""How and when lists are handed in: formats, deadlines."""

from __future__ import annotations

from datetime import timedelta, timezone
from pathlib import Path

import pytest

from listbuilder.events import submission
from listbuilder.events.gathering import gather
from listbuilder.report.entry import STDIN, Entry
from listbuilder.report.record import ListReport
from listbuilder.validation.pack import Pack
from listbuilder.validation.pack.reading import read

HEAD = "name: Open\nsystem: wh40k-10e\n"
ROSTER = b"name: x\nsystem: wh40k-10e\nfaction: orks\nunits: []\n"
APP = b"Army (500 points)\n\nOrks\nWar Horde\nIncursion (1,000 points)\n\nCHARACTERS\n\nWarboss (65 points)\n"
APP += b"\nExported with App Version: v1.0.0 (1), Data Version: v1\n"
CET = timezone(timedelta(hours=1))


def pack(text: str) -> Pack:
    return read((HEAD + text).encode(), "open.yaml")


def found(event: Pack, entry: Entry) -> list[tuple[str, str, str]]:
    return [(one.rule, one.severity, one.message) for one in submission.findings(event, entry)]


def test_another_format_than_those_taken_is_an_error() -> None:
    event = pack("formats: [gw-app, wtc-compact]\nsources: {event-format: page 9}\n")
    assert found(event, Entry("a.txt", content=APP, suffix=".txt")) == []
    (one,) = submission.findings(event, Entry("a.yaml", content=ROSTER, suffix=".yaml"))
    assert (one.rule, one.severity) == ("event-format", "error")
    assert one.message == "the list was handed in as yaml; Open takes gw-app, wtc-compact"
    assert one.source == "Open, page 9 (open.yaml:3)"
    assert (one.line, one.column, one.excerpt, one.unsought) == (0, 0, "", False)  # it is about no place in the list
    assert found(pack(""), Entry("a.yaml", content=ROSTER)) == []


WTC = """\
++++++++++++++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Orks
+ DETACHMENT: War Horde
+ TOTAL ARMY POINTS: 150pts
++++++++++++++++++++++++++++++++++++++++++++++
"""
COMPACT = WTC + "\nChar1: 1x Warboss (65 pts): Warlord, Power klaw\n10x Boyz (85 pts): 9 with Choppa\n"
FULL = WTC + "\nCHARACTERS\n\n1x Warboss (65 pts)\n1 with Power klaw\n"


@pytest.mark.parametrize(("wanted", "content"), [("wtc-compact", COMPACT), ("wtc-full", FULL)])
def test_the_styles_of_one_format_are_told_apart(wanted: str, content: str) -> None:
    other = {"wtc-compact": "wtc-full", "wtc-full": "wtc-compact"}[wanted]
    entry = Entry("a.txt", content=content.encode(), suffix=".txt")
    assert found(pack(f"formats: [{wanted}]\n"), entry) == []
    assert found(pack("formats: [new-recruit]\n"), entry) == []
    assert [one[0] for one in found(pack(f"formats: [{other}]\n"), entry)] == ["event-format"]


def test_a_list_that_cannot_be_read_has_that_finding_alone(tmp_path: Path) -> None:
    assert found(pack("formats: [gw-app]\n"), Entry.of_file(str(tmp_path / "missing.txt"))) == []


def test_a_list_that_is_late_is_an_error() -> None:
    event = pack("deadline: 2026-11-20 20:00 +01:00\n")
    entry = Entry("a.yaml", content=ROSTER)
    assert found(event, entry) == []
    for moment in ("2026-11-20 20:00", "2026-11-20 19:00Z", "2026-11-20 14:00:00 -05:00"):
        assert found(event, Entry("a.yaml", content=ROSTER, submitted=moment)) == []
    for moment in ("2026-11-20 20:00:01", "2026-11-20 19:01Z"):
        ((rule, severity, message),) = found(event, Entry("a.yaml", content=ROSTER, submitted=moment))
        assert (rule, severity) == ("event-deadline", "error")
        assert moment in message
    ((rule, severity, _),) = found(event, Entry("a.yaml", content=ROSTER, submitted="20.11. in the evening"))
    assert (rule, severity) == ("event-deadline", "unjudged")


def test_a_registration_form_says_when_a_list_was_handed_in() -> None:
    table = b'Timestamp,Player,Team,List\n2026-11-20 20:01:00,Ann,Reds,"' + APP.replace(b'"', b'""') + b'"\n'
    (entry,) = gather([STDIN], stdin=table).entries
    assert (entry.player, entry.team, entry.submitted) == ("Ann", "Reds", "2026-11-20 20:01:00")


def test_lists_without_a_moment_are_counted_where_there_is_a_deadline() -> None:
    moments = ("", "2026-11-20 19:00", "")
    entries = [Entry(f"{number}.yaml", content=ROSTER, submitted=one) for number, one in enumerate(moments)]
    assert submission.undated(pack("deadline: 2026-11-20 20:00 +01:00\n"), entries) == 2
    assert submission.undated(pack(""), entries) == 0


def test_each_record_belongs_to_an_entry() -> None:
    with pytest.raises(ValueError, match="zip"):
        list(submission.judged(pack(""), [Entry("a.yaml", content=ROSTER)], []))


@pytest.mark.parametrize(
    ("submitted", "verdict", "becomes"),
    [
        ("2026-11-20 19:00", "legal", "legal"),
        ("2026-11-20 19:00", "illegal", "illegal"),
        ("in the evening", "legal", "unjudged"),
        ("in the evening", "illegal", "illegal"),
        ("2026-11-20 21:00", "legal", "illegal"),
        ("2026-11-20 21:00", "unjudged", "illegal"),
    ],
)
def test_what_becomes_of_a_verdict_when_a_list_was_handed_in(submitted: str, verdict: str, becomes: str) -> None:
    event = pack("deadline: 2026-11-20 20:00 +01:00\n")
    entry = Entry("a.yaml", content=ROSTER, submitted=submitted)
    (record,) = submission.judged(event, [entry], [ListReport("a.yaml", verdict)])
    assert record.verdict == becomes
    assert len(record.findings) == (submitted != "2026-11-20 19:00")
