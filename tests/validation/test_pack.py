"""Event packs: what each key does to verdicts, and what is refused in a pack."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs

from listbuilder.army.abilities import unnumbered
from listbuilder.errors import InputError, Problem
from listbuilder.listfile.bound import BoundList
from listbuilder.replacing import replace
from listbuilder.session import Session
from listbuilder.sources import registry
from listbuilder.validation import Pack, Validated, validate_bytes, validate_file
from listbuilder.validation.pack import terms
from listbuilder.validation.pack.find import find, load
from listbuilder.validation.pack.reading import read
from tests.conftest import ROOT

SYSTEMS = ROOT / "tests" / "systems"
HEAD = "name: Garden Show\nsystem: hedge-war\n"
LIST = """\
name: Morning
system: hedge-war
faction: mossgarden
detachment: {bed}
battle_size: {size}
{more}units:
  - {{id: grandpa, datasheet: grandpa, warlord: true, enhancement: {trinket}}}
  - {{id: weeders, datasheet: weeders}}
"""


@pytest.fixture(autouse=True)
def _garden(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(SYSTEMS))


def pack(text: str, head: str = HEAD) -> Pack:
    return read((head + text).encode(), "show.yaml")


def army(bed: str = "rose-bed", size: str = "lawn", trinket: str = "thimble", more: str = "", units: str = "") -> bytes:
    return (LIST.format(bed=bed, size=size, trinket=trinket, more=more) + units).encode()


def judged(event: Pack | None, content: bytes = b"", *rules: str) -> Validated:
    return validate_bytes(content or army(), "list.yaml", rules, pack=event)


def found(validated: Validated) -> list[tuple[str, str]]:
    return [(one.rule, one.severity) for one in validated.findings]


def messages(validated: Validated) -> list[str]:
    return [str(one.message) for one in validated.findings]


def problems(text: str, head: str = HEAD) -> list[Problem]:
    with pytest.raises(InputError) as caught:
        pack(text, head)
    return list(caught.value.problems)


UNSIZED = army().replace(b"battle_size: lawn\n", b"")
BARROW = "  - {id: barrow, datasheet: barrow}\n"
# key -> the pack, a list that complies with it, a list that breaks it and nothing else, and the finding
CASES: dict[str, tuple[str, bytes, bytes, tuple[str, str]]] = {
    "battle_size": ("battle_size: patch\n", b"", b"", ("acorn-limit", "error")),
    "points": ("points: 53\n", UNSIZED, UNSIZED + BARROW.encode(), ("acorn-limit", "error")),
    "allow.factions": ("allow: {factions: [苔园]}\n", army(), b"", ("event-factions", "error")),
    "deny.factions": ("deny: {factions: [Mossgarden]}\n", b"", army(), ("event-factions", "error")),
    "allow.detachments": (
        "allow: {detachments: [Rose bed]}\n",
        army(),
        army("tulip-bed", trinket="button"),
        ("event-detachments", "error"),
    ),
    "deny.detachments": (
        "deny: {detachments: [rose-bed]}\n",
        army("tulip-bed", trinket="button"),
        army(),
        ("event-detachments", "error"),
    ),
    "allow.datasheets": (
        "allow: {datasheets: [Grandpa, 除草者]}\n",
        army(),
        army(units=BARROW),
        ("event-datasheets", "error"),
    ),
    "deny.datasheets": ("deny: {datasheets: [barrow]}\n", army(), army(units=BARROW), ("event-datasheets", "error")),
    "allow.keywords": (
        "allow: {keywords: [elder, Small]}\n",
        army(),
        army(units=BARROW),
        ("event-keywords", "error"),
    ),
    "deny.keywords": (
        "deny: {keywords: {Wheeled: the lawn is wet}}\n",
        army(),
        army(units=BARROW),
        ("event-keywords", "error"),
    ),
    "allow.enhancements": (
        "allow: {enhancements: [Thimble]}\n",
        army(),
        army("tulip-bed", trinket="button"),
        ("event-enhancements", "error"),
    ),
    "deny.enhancements": (
        "deny: {enhancements: [Button]}\n",
        army(),
        army("tulip-bed", trinket="button"),
        ("event-enhancements", "error"),
    ),
    "deny.legends": ("deny: {legends: true}\n", army(), army(units=BARROW), ("event-legends", "error")),
    "data.set": ("data: {set: native}\n", army(), b"", ("event-data", "unjudged")),
    "data.date": ("data: {date: 2026-01-01}\n", army(), b"", ("event-data", "unjudged")),
    "data.cutoff": ("data: {cutoff: 2026-01-01}\n", army(), b"", ("event-data", "unjudged")),
    "rules.off": (
        "rules: {off: [one-bed]}\n",
        army().replace(b"detachment: rose-bed\n", b"").replace(b", enhancement: thimble", b""),
        b"",
        ("one-bed", "error"),
    ),
    "rules.change": (
        "rules: {change: {acorn-limit: {at_most: 53}}}\n",
        army(),
        army(units=BARROW),
        ("acorn-limit", "error"),
    ),
    "rules.add": (
        "rules:\n  add:\n    - {id: no-wheels, kind: total, params: {of: units, where: {keywords: [wheeled]}, at_most: 0}}\n",
        army(),
        army(units=BARROW),
        ("no-wheels", "error"),
    ),
}


def cases(place: int) -> Iterator[object]:
    yield from (pytest.param(key, id=key) for key, case in CASES.items() if case[place])


@pytest.mark.parametrize("key", cases(1))
def test_a_list_that_complies_has_no_finding(key: str) -> None:
    text, legal, _, _ = CASES[key]
    validated = judged(pack(text), legal)
    assert (found(validated), validated.verdict) == ([], "legal")


@pytest.mark.parametrize("key", cases(2))
def test_a_list_that_breaks_it_has_that_finding_alone(key: str) -> None:
    text, _, illegal, wanted = CASES[key]
    validated = judged(pack(text), illegal)
    assert found(validated) == [wanted], messages(validated)
    assert validated.findings[0].place is not None


@pytest.mark.parametrize("key", [key for key, case in CASES.items() if case[2] and not key.startswith("rules.off")])
def test_without_the_pack_the_same_list_is_legal(key: str) -> None:
    assert judged(None, CASES[key][2]).verdict == "legal"


def test_every_key_that_judges_a_list_has_an_example() -> None:
    from listbuilder import schemas

    tops = schemas.read("event")["properties"]
    keys = {f"{top}.{key}" for top in ("allow", "deny", "data", "rules") for key in tops[top]["properties"]}
    elsewhere = {"data.sha256", "data.points", "deny.allied", "rules.on"}
    assert keys - elsewhere <= set(CASES)


# --- what findings say --------------------------------------------------------------------------------------------------


def test_a_denial_names_the_pack_its_page_its_line_and_its_reason() -> None:
    event = pack(
        "source: {en: Players' pack, zh: 选手手册}\nsources: {event-keywords: page 3}\n"
        "deny:\n  keywords: {Wheeled: the lawn is wet}\n"
    )
    (finding,) = judged(event, army(units=BARROW)).findings
    assert str(finding.message) == "Barrow: units with Wheeled are not allowed (the lawn is wet)"
    assert str(finding.source) == "Players' pack, page 3 (show.yaml:6)"
    assert finding.unit == "barrow"
    assert finding.fixes


def test_a_changed_rule_cites_the_pack_and_the_system() -> None:
    event = pack("rules: {change: {acorn-limit: {at_most: 20}}}\nsources: {acorn-limit: page 4}\n")
    (finding,) = judged(event).findings
    assert (finding.found, finding.bound) == (53, 20)
    assert str(finding.source) == "Garden Show, page 4 (show.yaml:3); invented"


@pytest.mark.parametrize("name", ["battle-size-limit", "sr-quarter=battle-size-limit"])
def test_a_rule_that_a_reading_changes_cites_the_pack_and_others_do_not(name: str) -> None:
    """Whether the pack names the rule or its reading alone."""
    plain = pack("points: 2000\n", "name: Open\nsystem: wh40k-10e\n").system.rules
    event = pack(f"rules: {{on: [{name}]}}\n", "name: Open\nsystem: wh40k-10e\n").system.rules
    cited = {one.id for one in event if "show.yaml:3" in str(one.source.get("en"))}
    assert cited == {"sr-quarter"}
    assert not any("show.yaml:3" in str(one.source.get("en")) for one in plain if one.id == "sr-quarter")


def test_the_limit_of_the_event_cites_the_event() -> None:
    (finding,) = judged(pack("points: 20\n")).findings[1:]
    assert str(finding.source) == "Garden Show (show.yaml:3); invented"


def test_each_key_is_cited_by_its_own_line() -> None:
    """Of a size and a limit, which are judged by one rule, the limit."""
    event = pack("battle_size: lawn\npoints: 60\nteam:\n  players: 2\n  factions_once: true\n")
    assert {rule: names["en"] for rule, names in event.sources.items()} == {
        "event-system": "Garden Show (show.yaml:2)",
        "event-size": "Garden Show (show.yaml:4)",
        "event-team-players": "Garden Show (show.yaml:6)",
        "event-team-factions": "Garden Show (show.yaml:7)",
    }
    assert judged(pack("battle_size: lawn\n"), UNSIZED).pack.sources["event-size"]["en"].endswith("yaml:3)")  # type: ignore[union-attr]


# --- the pack goes before the list --------------------------------------------------------------------------------------


def test_another_limit_of_the_list_is_said_and_not_used() -> None:
    small = army(size="patch")
    assert judged(None, small).verdict == "illegal"
    validated = judged(pack("battle_size: lawn\n"), small)
    assert (found(validated), validated.verdict) == ([("event-size", "info")], "legal")
    assert messages(validated) == ["the list states a limit of 20 points; it is judged by that of Garden Show, 100"]
    assert (validated.army.limit, validated.army.battle_size.id) == (100, "lawn")  # type: ignore[union-attr]


def test_the_size_of_the_event_with_a_limit_of_its_own_needs_no_note() -> None:
    assert found(judged(pack("battle_size: lawn\npoints: 60\n"))) == []
    assert found(judged(pack("battle_size: lawn\npoints: 50\n"))) == [("acorn-limit", "error")]


def test_a_larger_limit_of_the_list_does_not_help_it() -> None:
    validated = judged(pack("points: 40\n"), army(more="limits: {acorns: 500}\n"))
    assert found(validated) == [("event-size", "info"), ("acorn-limit", "error")]
    assert validated.findings[1].bound == 40


def test_rules_of_the_list_that_the_event_does_not_play_are_said() -> None:
    content = b"system: wh40k-10e\nfaction: orks\ndetachment: war-horde\nrules: [legends-forbidden]\nunits:\n"
    content += b"  - {id: boss, datasheet: warboss, warlord: true}\n  - {id: boyz, datasheet: boyz}\n"
    tenth = "name: Open\nsystem: wh40k-10e\n"
    validated = judged(pack("", tenth), content)
    assert found(validated) == [("event-rules", "info")]
    assert "legends-forbidden" in messages(validated)[0]
    assert validated.findings[0].place is not None
    assert validated.findings[0].place.line == 4
    assert found(judged(pack("rules: {on: [legends-forbidden]}\n", tenth), content)) == []


def test_a_list_of_another_game_is_refused() -> None:
    content = (ROOT / "factions" / "wh40k-10e" / "examples" / "legal.yaml").read_bytes()
    validated = judged(pack("deny: {legends: true}\n"), content)
    assert (found(validated), validated.verdict) == ([("event-system", "error")], "illegal")


# --- optional rules and readings ----------------------------------------------------------------------------------------

RESERVES = """\
system: wh40k-10e
faction: space-marines
detachment: gladius-task-force
battle_size: strike-force
units:
  - {id: captain, datasheet: captain, warlord: true}
  - {id: intercessors, datasheet: intercessor-squad}
  - {id: redemptor, datasheet: redemptor-dreadnought}
declarations:
  strategic_reserves: [redemptor]
"""


def tenth(text: str) -> list[tuple[str, str]]:
    return found(judged(pack(text, "name: Open\nsystem: Warhammer 40,000 10th edition\n"), RESERVES.encode()))


def test_readings_and_optional_rules_are_switched_on() -> None:
    assert tenth("") == [("sr-quarter", "error")]
    assert tenth("rules: {on: [battle-size-limit]}\n") == []
    assert tenth("rules: {on: [sr-quarter=battle-size-limit]}\n") == []
    assert tenth("rules: {on: [sr-quarter=battle-size-limit, reserves-half]}\n") == [("reserves-half", "error")]
    assert tenth("rules: {off: [sr-quarter]}\n") == []


def test_tables_of_parameters_are_merged() -> None:
    event = pack(
        "rules: {change: {datasheet-cap: {max: {default: 1, Battleline: null}}}}\n", "name: Open\nsystem: wh40k-10e\n"
    )
    spec = next(spec for spec in event.system.rules if spec.id == "datasheet-cap")
    assert spec.params["max"] == {"default": 1, "Dedicated Transport": 6}
    assert spec.params["of"] == "datasheet"


def test_rules_that_are_asked_for_besides_apply_with_the_pack() -> None:
    event = pack("rules: {on: [battle-size-limit]}\n", "name: Open\nsystem: wh40k-10e\n")
    assert found(judged(event, RESERVES.encode(), "reserves-half")) == [("reserves-half", "error")]


# --- the data -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["date: 2025-12-31", "cutoff: 2025-12-31", f"sha256: {'0' * 64}"])
def test_other_data_found_no_verdict(line: str) -> None:
    event = pack(f"data: {{{line}}}\npoints: 40\ndeny: {{keywords: [Elder], datasheets: [Weeders]}}\n")
    validated = judged(event)
    assert validated.verdict == "illegal"  # a datasheet that is denied by name is so whatever the data
    assert ("event-data", "unjudged") in found(validated)
    assert {rule for rule, severity in found(validated) if severity == "error"} == {"event-datasheets"}
    assert ("acorn-limit", "unjudged") in found(validated)
    assert judged(pack(f"data: {{{line}}}\npoints: 40\n")).verdict == "unjudged"


def _pinned(bound: BoundList, **fields: str) -> BoundList:
    return replace(bound, data=replace(bound.data, pin=structs.replace(bound.data.pin, **fields)))


def test_an_event_may_ask_for_a_version_of_the_points() -> None:
    event, bound = pack('data: {points: "1.1"}\n'), judged(None).bound
    for version, wanted in (("1.1", []), ("1.0", ["event-data"]), ("", ["event-data"])):
        pinned = _pinned(bound, document=version)
        assert [one.rule for one in terms.problems(event, pinned)] == wanted


def test_a_date_that_an_event_asks_for_is_that_of_the_points() -> None:
    event, bound = pack("data: {cutoff: 2026-03-01}\n"), judged(None).bound
    for day, wanted in (("2026-03-01", []), ("2026-03-02", ["event-data"])):
        pinned = _pinned(bound, document="1.1", as_of=day)
        assert [one.rule for one in terms.problems(event, pinned)] == wanted


def test_the_sha256_that_is_reported_is_accepted() -> None:
    sha256 = registry.native().fingerprint("hedge-war", "mossgarden")
    assert found(judged(pack(f"data: {{sha256: {sha256}}}\n"))) == []


# --- what is refused in a pack ------------------------------------------------------------------------------------------

REFUSED = {
    "deny: {datasheets: [Barow]}": ((3, 21), "unknown seed packet: Barow", "Barrow"),
    "deny: {keywords: {Weeled: wet}}": ((3, 19), "unknown keyword: Weeled", "Wheeled"),
    "allow: {factions: [Mosgarden]}": ((3, 20), "unknown faction: Mosgarden", "Mossgarden"),
    "allow: {detachments: [Rose bad]}": ((3, 23), "unknown flowerbed: Rose bad", "Rose bed"),
    "deny: {enhancements: [Timble]}": ((3, 23), "unknown trinket: Timble", "Thimble"),
    "battle_size: lown": ((3, 14), "lown", "lawn"),
    "formats: [gw-ap]": ((3, 11), "unknown format: gw-ap", "gw-app"),
    "rules: {on: [twinz]}": ((3, 14), "hedge-war has no rule or reading twinz", "twins"),
    "rules: {off: [twinz]}": ((3, 15), "hedge-war has no rule or reading twinz", "twins"),
    "rules: {change: {twinz: {max: {default: 2}}}}": ((3, 18), "twinz", "twins"),
    "rules: {change: {twins: {most: 2}}}": ((3, 18), "most", ""),
    "rules: {change: {twins: {max: {Eldr: 2}}}}": ((3, 32), "unknown keyword, seed packet or role: Eldr", "Elder"),
    "sources: {twinz: page 2}": ((3, 11), "unknown rule: twinz", "twins"),
    "sources: {event-legend: page 2}": ((3, 11), "unknown rule: event-legend", "event-legends"),
    "data: {set: nativ}": ((3, 13), "nativ", "native"),
    "team: {datasheets: {Eldr: 1}}": ((3, 21), "unknown keyword, seed packet or role: Eldr", "Elder"),
    "naem: x": ((3, 1), "naem", "name"),
    "points: 99999999": ((3, 9), "", ""),
    "points: many": ((3, 9), "", ""),
    "deadline: tomorrow": ((3, 11), "", ""),
    "deadline: 2026-13-40 20:00 +01:00": ((3, 11), "is not a date and time", ""),
    "deadline: 2026-11-20 20:00": ((3, 11), "", ""),
    "data: {date: 2026-02-31}": ((3, 14), "2026-02-31 is not a date", ""),
    "allow: {factions: []}": ((3, 19), "", ""),
    # contradictions
    "allow: {factions: [Mossgarden]}\ndeny: {factions: [mossgarden]}": ((4, 19), "allowed and denied", ""),
    "allow: {keywords: [Elder]}\ndeny: {keywords: {elder: old}}": ((4, 19), "allowed and denied", ""),
    "rules: {on: [twins], off: [twins]}": ((3, 28), "twins is switched on and off", ""),
    "rules: {off: [twins], change: {twins: {max: {default: 2}}}}": ((3, 32), "does not play it", "take it from off"),
    "data: {date: 2026-02-01, cutoff: 2026-01-01}": ((3, 14), "later than the cutoff", ""),
    "rules: {add: [{id: twins, kind: copies}]}": ((3, 20), "duplicate rule: twins", ""),
    "rules: {add: [{id: new, kind: notice, params: {where: {}}}, {id: new, kind: notice, params: {where: {}}}]}": (
        (3, 66),
        "duplicate rule: new",
        "",
    ),
    "rules: {add: [{id: event-new, kind: notice, params: {where: {}}}]}": ((3, 20), "begin with event-", ""),
    "rules: {add: [{id: new, kind: copys}]}": ((3, 31), "", "copies"),
    "rules: {add: [{id: new, kind: notice, params: {where: {keywords: [Eldr]}}}]}": ((3, 67), "Eldr", "Elder"),
    "rules: {add: [{id: new, kind: notice, params: {where: {}, were: {}}}]}": ((3, 59), "were", "where"),
    "rules: {add: [{id: new, kind: notice, params: {where: {abilities: [Tunel]}}}]}": (
        (3, 68),
        "unknown ability: Tunel",
        "Tunnel",
    ),
    "rules: {add: [{id: new, kind: state, params: {needs: {abilities: [Storys]}, states: [deployed]}}]}": (
        (3, 67),
        "unknown ability: Storys",
        "Stories",
    ),
    "rules: {add: [{id: new, kind: state, params: {must: [deploied]}}]}": ((3, 54), "deploied", "deployed"),
    "rules: {add: [{id: new, kind: total, params: {at_most: {lown: 2}}}]}": ((3, 57), "lown", "lawn"),
    "rules: {add: [{id: new, kind: copies, params: {by_size: {lawn: {Eldr: 2}}}}]}": ((3, 65), "Eldr", "Elder"),
    "rules: {add: [{id: new, kind: alternatives, params: {options: [{where: {keywords: [Eldr]}, at_most: 1}]}}]}": (
        (3, 84),
        "Eldr",
        "Elder",
    ),
    "rules: {add: [{id: new, kind: exclusive, params: {pairs: [[Barrow, Eldr]]}}]}": ((3, 68), "Eldr", "Elder"),
    "rules: {add: [{id: new, kind: slots, params: {of: {Eldr: [0, 1]}}}]}": ((3, 52), "Eldr", "Elder"),
    "rules: {add: [{id: new, kind: marker, params: {marker: Eldr}}]}": ((3, 56), "Eldr", "Elder"),
    "rules: {add: [{id: new, kind: forces, params: {of: Armi}}]}": ((3, 52), "unknown kind of force: Armi", "Army"),
    "rules: {add: [{id: new, kind: copies, sizes: [lown]}]}": ((3, 47), "lown", "lawn"),
    "rules: {add: [{id: new, kind: copies, replaces: [twinz]}]}": ((3, 50), "twinz", "twins"),
    "rules: {add: [{id: event-data, kind: copies}]}": ((3, 20), "event-", ""),
}


def test_names_in_filters_are_found_as_the_data_write_them() -> None:
    """In any case, and abilities without the number behind them; `*`, `default` and the Warlord's mark are no names."""
    where = "{abilities: [tunnel, NAP], keywords: [wheeled], any_keywords: [barrow]}"
    event = pack(
        f"rules:\n  add:\n    - {{id: a, kind: total, params: {{where: {where}, at_most: {{Lawn: 2}}}}}}\n"
        "    - {id: b, kind: slots, params: {of: {'*': [0, 9], elder: [0, 1]}, force: army}}\n"
        "    - {id: c, kind: marker, params: {marker: warlord}}\n"
        "    - {id: d, kind: copies, params: {max: {default: 2}}}\n"
    )
    params = {spec.id: spec.params for spec in event.system.rules}
    found = {"abilities": ["Tunnel", "Nap"], "keywords": ["Wheeled"], "any_keywords": ["Barrow"]}
    assert params["a"] == {"where": found, "at_most": {"lawn": 2}}
    assert params["b"] == {"of": {"*": [0, 9], "Elder": [0, 1]}, "force": "Army"}
    assert params["c"] == {"marker": "warlord"}
    assert params["d"] == {"max": {"default": 2}}


def test_keywords_of_a_faction_are_keywords() -> None:
    event = pack("deny: {keywords: [mossgarden]}\n")
    assert {one.unit for one in judged(event).findings if one.rule == "event-keywords"} == {"grandpa", "weeders"}


@pytest.mark.parametrize("name", ["Firing Deck 2", "Deadly Demise D3", 'Scouts 6"', "Feel No Pain 5+"])
def test_a_number_behind_an_ability_need_not_be_stated(name: str) -> None:
    assert unnumbered(name) == name.rpartition(" ")[0]
    assert unnumbered("Deep Strike") == "Deep Strike"


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text.replace("\n", " | "))
def test_what_is_wrong_in_a_pack_has_its_place_and_the_nearest_name(text: str) -> None:
    place, message, hint = REFUSED[text]
    found = problems(text + "\n")
    one = next((one for one in found if (one.line, one.column) == place), None)
    assert one is not None, [str(one) for one in found]
    assert one.file == "show.yaml"
    assert message in str(one.message)
    assert hint in str(one.hint)
    assert len(found) == 1, [str(one) for one in found]


@pytest.mark.parametrize(
    "content",
    [b"", b"- a\n", b"name: [\n", b"\xff\xfea", b"name: a\nname: b\n", b"name: &x a\nsystem: *x\n", b"x: " + b"[" * 200,
     b"name: A\n", b"name: A\nsystem: no-such-game\n", b"name: A\nsystem: hedge-war\nbattle_size: {a: 1}\n",
     b"a: 1\n" * 30_000],
)  # fmt: skip
def test_no_pack_at_all_is_refused_with_a_message(content: bytes) -> None:
    with pytest.raises(InputError) as caught:
        read(content, "show.yaml")
    assert all(one.file == "show.yaml" and str(one.message) for one in caught.value.problems)


def test_a_rule_that_only_the_data_check_cannot_be_changed() -> None:
    tenth = "name: Open\nsystem: wh40k-10e\n"
    for text in ("rules: {off: [unit-composition]}\n", "rules: {change: {unit-composition: {at_most: 1}}}\n"):
        (one,) = problems(text, tenth)
        assert "checked by the data" in str(one.message)


def test_readings_that_exclude_each_other_are_refused() -> None:
    tenth = "name: Open\nsystem: wh40k-10e\n"
    (one,) = problems("rules: {on: [battle-size-limit], change: {sr-quarter: {base: army-total}}}\n", tenth)
    assert "both the reading battle-size-limit and change set base" in str(one.message)


def test_of_very_many_mistakes_the_first_are_named() -> None:
    """What is near each of 9,000 names was looked for: more than a minute and a half."""
    found = problems(f"deny: {{datasheets: [{', '.join(f'Rose Bod {number}' for number in range(400))}]}}\n")
    assert len(found) == 50
    assert "Rose Bod 0" in str(found[0])


def test_a_pack_is_found_by_path_or_by_name(tmp_path: Path) -> None:
    path = tmp_path / "show.yaml"
    path.write_text(HEAD)
    assert str(load(str(path)).name) == "Garden Show"
    with pytest.raises(InputError, match="there is no event pack called"):
        load("no-such-event")
    with pytest.raises(InputError, match="cannot be read"):
        load(str(tmp_path / "missing.yaml"))


def test_a_file_that_is_called_like_a_shipped_pack_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It lies where the lists do, and whoever hands these in may have put it there."""
    (tmp_path / "wh40k-10e-singles").write_text(HEAD)
    monkeypatch.chdir(tmp_path)
    assert load("wh40k-10e-singles").limit == 2000
    assert str(load("./wh40k-10e-singles").name) == "Garden Show"


def test_a_pack_in_the_place_of_a_shipped_one_stands_beside_the_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its name alone says nothing of it; a copy of the shipped one changes nothing."""
    own = tmp_path / "wh40k-10e" / "events" / "wh40k-10e-singles.yaml"
    own.parent.mkdir(parents=True)
    shipped = find()["wh40k-10e-singles"].read_text("utf-8")
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(tmp_path))
    content = (ROOT / "factions/wh40k-10e/examples/legal.yaml").read_bytes()

    def beside() -> list[str]:
        judged = validate_bytes(content, "legal.yaml", pack=load("wh40k-10e-singles"))
        return [str(one.beside) for one in judged.findings if one.beside is not None]

    own.write_text(shipped, "utf-8")
    assert beside() == []
    own.write_text(shipped + "# own\n", "utf-8")
    assert beside() == [f"with the event pack of {own}"]


# --- the shipped packs --------------------------------------------------------------------------------------------------

SHIPPED = ("wh40k-10e-incursion", "wh40k-10e-singles", "wh40k-10e-teams")
LISTS = ROOT / "tests" / "data"


def test_the_shipped_packs_are_found_by_name() -> None:
    assert set(SHIPPED) <= set(find())
    assert {load(name).limit for name in SHIPPED} == {1000, 2000}
    assert load("wh40k-10e-teams").team.players == 8


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_pack_judges_what_its_rules_say(name: str) -> None:
    """By the lists that comply with each rule and break it alone, in the sizes that they are for."""
    event = load(name)
    assert event.size is not None
    checked = set()
    for path in sorted(LISTS.glob("*/*/*.yaml")):
        sizes = path.read_text("utf-8").partition("sizes:")[2].partition(";")[0]
        rule = path.parent.name
        if rule not in {"reserves-half", "incursion-datasheet-cap", "incursion-titanic"} or event.size.id not in sizes:
            continue
        if rule.startswith("incursion") and event.size.id != "incursion":
            continue
        errors = {one.rule for one in validate_file(path, pack=event).findings if one.severity == "error"}
        assert (rule in errors) == (path.parent.parent.name == "illegal"), path
        checked.add((rule, path.parent.parent.name))
    assert ("reserves-half", "illegal") in checked
    assert (("incursion-datasheet-cap", "illegal") in checked) == (event.size.id == "incursion")


def test_the_same_bytes_have_the_same_hash() -> None:
    first, second = pack("points: 20\n"), pack("points: 20\n")
    assert first.sha256 == second.sha256 != pack("points: 21\n").sha256
    assert len(first.sha256) == 64


# --- allied units, the builder ------------------------------------------------------------------------------------------

ALLIED = """\
name: Host
system: wh40k-10e
faction: space-marines
detachment: gladius-task-force
battle_size: strike-force
units:
  - {id: captain, datasheet: captain, warlord: true}
  - {id: intercessors, datasheet: intercessor-squad}
  - {id: knight, datasheet: armiger-warglaive}
"""


def test_allied_units_are_denied() -> None:
    head = "name: Open\nsystem: wh40k-10e\n"
    assert found(judged(pack("", head), ALLIED.encode())) == []
    validated = judged(pack("deny: {allied: true}\n", head), ALLIED.encode())
    assert found(validated) == [("event-allies", "error")]
    assert messages(validated) == ["Armiger Warglaive: allied units are not allowed"]


def test_what_replaces_a_notice_of_the_system_stands_alone() -> None:
    event = pack("deny: {legends: true}\n", "name: Open\nsystem: wh40k-10e\n")
    (spec,) = [spec for spec in event.system.rules if spec.id == "event-legends"]
    assert set(spec.replaces) == {"legends-notice", "legends-forbidden"}


def test_the_builder_shows_what_the_event_denies() -> None:
    event = pack("battle_size: patch\ndeny: {keywords: [Wheeled]}\n")
    session = Session.for_event(event).new("hedge-war", "mossgarden", detachment="rose-bed")
    assert (session.limit, session.army.battle_size.id) == (20, "patch")  # type: ignore[union-attr]
    session.add_unit("barrow")
    rules = [one.rule for one in session.findings]
    assert "event-keywords" in rules
    assert "event-size" not in rules
    session.undo()
    assert "event-keywords" not in [one.rule for one in session.findings]
    assert Session.for_event(None) is Session
    assert Session.pack is None


def test_a_session_opens_and_recovers_for_its_event(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(army(units=BARROW))
    for_event = Session.for_event(pack("deny: {datasheets: [Barrow]}\n"))
    for session in (for_event.open(path), for_event.recover(path.read_bytes(), path, "")):
        assert [one.rule for one in session.findings] == ["event-datasheets"]
        assert [str(fix.title) for fix in session.fixes(session.findings[0])] == ["remove Barrow"]


def test_a_limit_alone_fixes_what_the_size_limits() -> None:
    """A larger size of the list's own must not loosen rules that count by size."""
    event = pack("points: 20\n")
    assert event.size is not None
    assert event.size.id == "patch"
    judged_army = judged(event, army(size="lawn")).army
    assert judged_army.battle_size is not None
    assert (judged_army.battle_size.id, judged_army.limit) == ("patch", 20)


def test_what_a_pack_leaves_to_the_list_is_told() -> None:
    raised = army(more="limits: {acorns: 9000}\n")
    assert found(judged(pack("battle_size: lawn\n"), raised)) == [("event-size", "info")]
    assert found(judged(pack("formats: [gw-app]\n"), raised)) == [("own-limit", "warning")]


def test_types_of_items_are_named_by_rules_about_allowances() -> None:
    head = "name: Old World Day\nsystem: whfb-8e\n"
    changed = "rules: {{change: {{magic-standard: {{types: [{name}]}}}}}}"
    (problem,) = problems(changed.format(name="magic-standrad"), head)
    assert str(problem.message) == "unknown type of items: magic-standrad"
    assert "magic-standard" in str(problem.hint)
    event = pack(changed.format(name="Magic Standard"), head)
    content = (ROOT / "factions/whfb-8e/examples/illegal-magic-standard.yaml").read_bytes()
    assert found(judged(event, content)) == [("magic-standard", "error")]


@pytest.mark.parametrize(
    ("text", "only", "never", "line"),
    [
        ("allow: {detachments: [Rose bed]}\n", ("Rose bed",), {}, 3),
        ("deny:\n  detachments: {Rose bed: too red}\n", None, {"Rose bed": "too red"}, 4),
        ("allow: {detachments: [Rose bed]}\ndeny:\n  detachments: [Tulip bed]\n", ("Rose bed",), {"Tulip bed": ""}, 5),
    ],
)
def test_what_is_allowed_and_denied_is_one_rule_that_cites_its_last_line(
    text: str, only: object, never: object, line: int
) -> None:
    (spec,) = (one for one in pack(text).system.rules if one.id == "event-detachments")
    assert spec.params.get("only") == only
    assert spec.params["never"] == never
    assert spec.source["en"] == f"Garden Show (show.yaml:{line})"
    assert spec.in_any_detachment
