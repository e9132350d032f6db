"""The lists of a team together: players, factions, datasheets."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from listbuilder.errors import InputError
from listbuilder.events import teams
from listbuilder.events.teams import TeamReport
from listbuilder.report.entry import Entry
from listbuilder.report.record import BROKEN, ListReport, UnitRecord, report
from listbuilder.validation import validate_bytes
from listbuilder.validation.pack import Pack
from listbuilder.validation.pack.reading import read

HEAD = "name: Team Open\nsystem: wh40k-10e\n"
BOYZ = UnitRecord("Boyz", "boyz", 10, words=("boyz", "infantry", "battleline"))
KILLA = UnitRecord("Deff Dread", "deff-dread", 1, words=("deff dread", "vehicle"))


def pack(text: str) -> Pack:
    return read((HEAD + text).encode(), "open.yaml")


def entry(name: str, team: str = "Reds", faction: str = "orks", *units: UnitRecord, called: str = "") -> ListReport:
    names = {"faction": faction, "faction_name": called or faction.title()}
    return ListReport(f"{name}.yaml", "legal", team=team, units=units, **names)


def judged(event: Pack, *records: ListReport) -> list[TeamReport]:
    return teams.judge(event, records)


def messages(event: Pack, *records: ListReport) -> list[str]:
    return [one.message for team in judged(event, *records) for one in team.findings]


def test_a_team_has_as_many_lists_as_players() -> None:
    event = pack("team: {players: 2}\nsources: {event-team-players: page 2}\n")
    assert messages(event, entry("a"), entry("b")) == []
    (team,) = judged(event, entry("a"), entry("b"), entry("c", "REDS"))
    assert (team.team, team.lists, team.verdict) == ("Reds", ("a.yaml", "b.yaml", "c.yaml"), "illegal")
    (finding,) = team.findings
    assert finding.message == "lists of team Reds: 3, needed 2: a.yaml, b.yaml, c.yaml"
    assert (finding.rule, finding.found, finding.bound) == ("event-team-players", "3", "2")
    assert finding.source == "Team Open, page 2 (open.yaml:3)"
    assert messages(event, entry("a")) == ["lists of team Reds: 1, needed 2: a.yaml"]


def test_a_faction_is_in_a_team_once() -> None:
    event = pack("team: {factions_once: true}\n")
    others = (entry("b", faction="necrons"), entry("c", "Blues"))
    assert messages(event, entry("a"), *others) == []
    assert messages(event, entry("a"), *others, entry("d")) == [
        "team Reds has Orks 2 times, at most once: a.yaml, d.yaml"
    ]
    assert messages(pack("team: {players: 2}\n"), entry("a"), entry("d")) == []


def test_a_faction_is_the_same_in_native_and_in_community_data() -> None:
    event = pack("team: {factions_once: true}\n")
    community = entry("b", faction="1a2b-3c4d", called="Xenos - Orks")
    assert len(messages(event, entry("a"), community)) == 1
    assert messages(event, entry("a", faction="necrons"), community) == []


def test_a_datasheet_is_in_a_team_so_many_times() -> None:
    event = pack("team: {datasheets: {default: 1, Battleline: 3}}\n")
    assert messages(event, entry("a", "Reds", "orks", BOYZ, BOYZ, KILLA), entry("b", "Reds", "necrons", BOYZ)) == []
    assert messages(event, entry("a", "Reds", "orks", BOYZ, BOYZ, KILLA), entry("b", "Reds", "orks", BOYZ, BOYZ)) == [
        "units of Boyz in team Reds: 4, at most 3: a.yaml, b.yaml"
    ]
    assert messages(event, entry("a", "Reds", "orks", KILLA), entry("b", "Blues", "orks", KILLA)) == []
    assert messages(event, entry("a", "Reds", "orks", KILLA, KILLA)) == [
        "units of Deff Dread in team Reds: 2, at most 1: a.yaml"
    ]


def test_without_a_default_only_what_is_named_is_limited() -> None:
    event = pack("team: {datasheets: {Deff Dread: 0}}\n")
    assert messages(event, entry("a", "Reds", "orks", BOYZ, BOYZ)) == []
    assert messages(event, entry("a", "Reds", "orks", KILLA)) == [
        "units of Deff Dread in team Reds: 1, at most 0: a.yaml"
    ]


def test_a_list_that_cannot_be_read_leaves_the_team_unjudged() -> None:
    event = pack("team: {factions_once: true}\n")
    broken = ListReport("b.yaml", "unjudged", state=BROKEN, team="Reds")
    (team,) = judged(event, entry("a"), broken)
    assert (team.verdict, team.findings) == ("unjudged", ())
    assert judged(event, entry("a"), broken, entry("c"))[0].verdict == "illegal"


def test_lists_of_no_team_are_named() -> None:
    event = pack("team: {factions_once: true}\n")
    _, alone = judged(event, entry("a"), entry("b", ""))
    assert (alone.team, alone.verdict) == ("", "unjudged")
    assert alone.findings[0].message == "these lists belong to no team: b.yaml"


def test_an_event_without_rules_for_teams_judges_none() -> None:
    assert judged(pack(""), entry("a"), entry("b")) == []


def folders(*names: str, archive: str = "cup.zip") -> list[str]:
    entries = [Entry(f"{archive}/{name}", container=archive) for name in names]
    return [entry.team for entry in teams.by_folder(entries, [archive])]


def test_a_folder_that_was_packed_as_it_is_is_no_team() -> None:
    assert folders("Reds/a.txt", "Blues/b.txt") == ["Reds", "Blues"]
    assert folders("Cup/Reds/a.txt", "Cup/Blues/b.txt", "Cup/c.txt") == ["Reds", "Blues", ""]
    assert folders("Reds/a.txt", "Reds/b.txt") == ["Reds", "Reds"]  # one team was packed
    assert folders("Cup/Reds/a.txt", "Blues/b.txt") == ["Cup", "Blues"]
    assert folders("a.txt", "b.txt") == ["", ""]


# --- Chapters -----------------------------------------------------------------------------------------------------------

CHAPTERS = "team: {factions_once: true, own_factions: [Dark Angels, blood angels]}\n"
MARINES = {
    "generic": ("gladius-task-force", "captain"),
    "angels": ("gladius-task-force", "azrael"),
    "their own detachment": ("unforgiven-task-force", "captain"),
    "ultramarines": ("gladius-task-force", "marneus-calgar"),
    "blood": ("gladius-task-force", "commander-dante"),
}


def marines(which: str) -> ListReport:
    detachment, unit = MARINES[which]
    content = f"name: M\nsystem: wh40k-10e\nfaction: space-marines\ndetachment: {detachment}\nunits:\n  - {{datasheet: {unit}}}\n"
    judged = validate_bytes(content.encode(), f"{which}.yaml")
    found = report(judged.army, judged.findings, judged.verdict, file=f"{which}.yaml")
    return replace(found, team="Reds")


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("generic", "ultramarines", "Space Marines"),
        ("angels", "their own detachment", "Dark Angels"),
        ("generic", "angels", ""),
        ("generic", "their own detachment", ""),
        ("ultramarines", "blood", ""),
        ("angels", "blood", ""),
    ],
)
def test_chapters_that_the_pack_sets_apart_are_factions_of_their_own(first: str, second: str, same: str) -> None:
    found = messages(pack(CHAPTERS), marines(first), marines(second))
    wanted = f"team Reds has {same} 2 times, at most once: {first}.yaml, {second}.yaml"
    assert found == ([wanted] if same else [])
    together = messages(pack("team: {factions_once: true}\n"), marines(first), marines(second))
    assert len(together) == 1


def test_the_catalogues_of_all_chapters_are_one_faction_unless_set_apart() -> None:
    def community(name: str) -> ListReport:
        keywords = ("Adeptus Astartes", name)
        found = entry(name, faction=f"id-{name}", called=f"Imperium - Adeptus Astartes - {name}")
        return replace(found, allegiance=keywords)

    lists = (community("Dark Angels"), community("Ultramarines"), marines("generic"))
    (found,) = messages(pack(CHAPTERS), *lists)
    assert found.endswith("2 times, at most once: Ultramarines.yaml, generic.yaml")
    (found,) = messages(pack("team: {factions_once: true}\n"), *lists)
    assert found.endswith("3 times, at most once: Dark Angels.yaml, Ultramarines.yaml, generic.yaml")
    assert messages(pack(CHAPTERS), lists[0], marines("their own detachment"))


def test_own_factions_say_nothing_where_a_faction_may_be_twice() -> None:
    with pytest.raises(InputError, match="own_factions says nothing"):
        pack("team: {players: 2, own_factions: [Dark Angels]}\n")
    with pytest.raises(InputError, match="unknown keyword, datasheet or role: Dark Angles"):
        pack("team: {factions_once: true, own_factions: [Dark Angles]}\n")


# --- parts of factions -------------------------------------------------------------------------------------------------


def part(name: str, of: str = "Marsh Folk") -> ListReport:
    called = f"{of} - {name}"
    found = entry(name, faction=f"id-{name}", called=called)
    return replace(found, allegiance=(name,), part_of=of)


def whole(name: str = "Marsh Folk") -> ListReport:
    return replace(entry("whole", faction="id-whole", called=name), allegiance=(name,))


@pytest.mark.parametrize("pair", [(whole(), part("Reed Court")), (part("Salt Court"), part("Reed Court"))])
def test_the_pack_says_whether_parts_of_a_faction_are_that_faction(pair: tuple[ListReport, ListReport]) -> None:
    files = ", ".join(record.file for record in pair)
    same = pack("team: {factions_once: true, faction_parts: same}\n")
    assert messages(same, *pair) == [f"team Reds has Marsh Folk 2 times, at most once: {files}"]
    assert messages(pack("team: {factions_once: true, faction_parts: own}\n"), *pair) == []
    (team,) = judged(pack("team: {factions_once: true}\n"), *pair)
    (open_question,) = team.findings
    assert (open_question.severity, team.verdict) == ("unjudged", "unjudged")
    assert open_question.message.startswith("team Reds has Marsh Folk and parts of it")
    assert f": {files}; faction_parts in the pack" in open_question.message


@pytest.mark.parametrize("terms", ["", ", faction_parts: same", ", faction_parts: own"])
def test_parts_of_other_factions_are_others(terms: str) -> None:
    event = pack(f"team: {{factions_once: true{terms}}}\n")
    assert messages(event, whole(), part("Fen Court", "Fen Folk"), entry("a")) == []


def test_one_part_twice_is_one_faction_in_any_case() -> None:
    for terms in ("", ", faction_parts: own", ", faction_parts: same"):
        (team,) = judged(pack(f"team: {{factions_once: true{terms}}}\n"), part("Reed Court"), part("Reed Court"))
        assert [one.severity for one in team.findings] == ["error"]


def test_faction_parts_say_nothing_where_a_faction_may_be_twice() -> None:
    with pytest.raises(InputError, match="faction_parts says nothing"):
        pack("team: {players: 2, faction_parts: same}\n")
