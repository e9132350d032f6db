"""What an army chooses besides its size and detachment: stated by a made-up game, judged, edited, written and read."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from listbuilder.army.difference import difference
from listbuilder.errors import InputError
from listbuilder.exchange.formats import read_bytes, written
from listbuilder.exchange.writing.carried import lost
from listbuilder.listfile.document import load
from listbuilder.print.text import show_army
from listbuilder.resources import shipped
from listbuilder.session import Session
from listbuilder.sources.native import NativeSet
from listbuilder.validation import validate_bytes

KINDS = """\
choices:
  - id: pact
    name: {en: Pact, ru: Сговор}
    plural: {en: Pacts}
    entries: {silence: {name: Silence, points: 5}}
  - {id: song, name: Song, at_most: 2}
rules:
  - {id: army-choices, kind: engine, name: Pacts and songs, source: page 7}
"""
OWN = """\
choices:
  pact: {darkness: {name: {en: Darkness, ru: Тьма}, points: 2.5}}
  song: {march: {name: March}, lament: {name: Lament, points: 1}, hymn: {name: Hymn}}
"""
LIST = "system: skirmish\nfaction: gang\nchoices: {}\nunits: [{{datasheet: thugs}}]\n"


@pytest.fixture
def gang(homebrew: Path, monkeypatch: pytest.MonkeyPatch) -> NativeSet:
    """The small system with two kinds of choices; all commands use it."""
    system, faction = homebrew / "skirmish" / "system.yaml", homebrew / "skirmish" / "gang" / "faction.yaml"
    text = system.read_text("utf-8")
    assert "rules: []\n" in text
    system.write_text(text.replace("rules: []\n", KINDS), "utf-8")
    faction.write_text(faction.read_text("utf-8") + OWN, "utf-8")
    return NativeSet([homebrew])


def judged(gang: NativeSet, choices: str) -> tuple[list[tuple[str, str]], list[tuple[str, str, object]], object]:
    """Findings, choices and points of a list with these choices."""
    found = validate_bytes(LIST.format(choices).encode(), "list.yaml", (), (gang,))
    findings = [(one.rule, str(one.message)) for one in found.findings]
    return findings, [(one.label, one.name, one.points) for one in found.army.choices], found.army.points


def test_choices_of_the_system_and_of_the_faction_cost_what_they_say(gang: NativeSet) -> None:
    findings, chosen, points = judged(gang, "{pact: silence, song: [Lament, march]}")
    assert not findings
    assert chosen == [("Pact", "Silence", 5), ("Song", "Lament", 1), ("Song", "March", 0)]
    assert points == Decimal("13.5")


@pytest.mark.parametrize(
    ("choices", "rule", "message"),
    [
        ("{pact: [silence, darkness]}", "army-choices", "Pact: 2 taken, at most 1"),
        ("{song: [march, lament, hymn]}", "army-choices", "Song: 3 taken, at most 2"),
        ("{song: [march, march]}", "army-choices", "Song: March: 2 taken, at most 1"),
        ("{pact: silence, Pact: darkness}", "army-choices", "Pact: 2 taken, at most 1"),
        ("{Pact: silence, pact: march}", "unknown-name", "unknown choice: march"),
        ("{pact: march}", "unknown-name", "unknown choice: march"),
        ("{packt: silence}", "unknown-name", "unknown choice: packt (did you mean pact?)"),
    ],
)
def test_what_is_too_much_or_unknown_is_found_once(gang: NativeSet, choices: str, rule: str, message: str) -> None:
    assert judged(gang, choices)[0] == [(rule, message)]


def test_a_game_without_sizes_knows_none(homebrew: Path, gang: NativeSet) -> None:
    system = homebrew / "skirmish" / "system.yaml"
    kept = [
        line for line in system.read_text("utf-8").splitlines() if "brawl" not in line and "battle_sizes" not in line
    ]
    system.write_text("\n".join(kept) + "\n", "utf-8")
    text = LIST.format("{pact: silence}") + "battle_size: brawl\n"
    found = validate_bytes(text.encode(), "list.yaml", (), (NativeSet([homebrew]),))
    assert "unknown game size: brawl" in [str(one.message) for one in found.findings]


def test_no_declaration_names_a_choice(gang: NativeSet) -> None:
    text = LIST.format("{pact: silence}") + "declarations: {hover: [Pact]}\n"
    found = validate_bytes(text.encode(), "list.yaml", (), (gang,))
    assert [(one.rule, one.severity) for one in found.findings] == [("unknown-name", "unjudged")]


def test_a_faction_names_only_kinds_that_the_system_has(homebrew: Path, gang: NativeSet) -> None:
    faction = homebrew / "skirmish" / "gang" / "faction.yaml"
    faction.write_text(faction.read_text("utf-8").replace("  song:", "  sung:"), "utf-8")
    with pytest.raises(InputError, match="unknown choice: sung"):
        NativeSet([homebrew]).load("skirmish", "gang")


def opened(name: str = "legal.yaml") -> Session:
    path = Path("factions/aos-4e/examples") / name
    return Session.from_text(path.read_bytes(), name)


def test_a_choice_is_picked_in_place_of_another_and_saved() -> None:
    session = opened()
    army = session.roster.forces[0].id
    before = session.army
    rows = {row.label: row for row in session.rows(army)}
    assert (rows["Forbidden Power"].kind, rows["Forbidden Power"].points) == ("pick", 20)
    session.pick(army, rows["Forbidden Power"].key)
    session.set_count(army, rows["Lore of the Storm"].key, 0)
    stated = load(session.text().encode()).facts["choices"]
    assert stated == {"prayer-lore": "prayers-of-the-stormhosts", "manifestation-lore": "forbidden-power"}
    assert session.army.points - before.points == 10
    changes = {(one.what, one.of, one.after) for one in difference(before, session.army).settings}
    assert changes == {
        ("choice", "Forbidden Power", 1),
        ("choice", "Primal Energy", 0),
        ("choice", "Lore of the Storm", 0),
    }
    session.undo()
    session.undo()
    assert session.army.choices == before.choices


def test_pages_name_choices_in_the_words_of_the_game_with_their_price() -> None:
    now = opened().now
    said = {lang: show_army(now.army, now.findings, now.formation, lang, width=200) for lang in ("en", "zh")}
    assert "Spell Lore: Lore of the Storm · Prayer Lore: Prayers of the Stormhosts" in said["en"]
    assert "Manifestation Lore: Primal Energy (10)" in said["en"]
    assert "召唤体学识: Primal Energy (10)" in said["zh"]


@pytest.mark.parametrize("style", ["gw-app", "wtc-compact", "wtc-full", "markdown", "text"])
def test_texts_carry_choices(style: str) -> None:
    bound = opened().now.bound
    content = written(bound, style)
    assert not lost(bound, style, content)
    again = read_bytes(content.replace(b"Primal Energy", b"Primal Enemy"))
    assert [str(one.message) for one in again.problems] == ["unknown choice: Primal Enemy"]


ROSTER = (shipped("factions") / "kill-team-2018" / "examples" / "legal-command-roster.yaml").read_text("utf-8")


@pytest.mark.parametrize(
    ("before", "after", "limit", "errors"),
    [
        ("", "", None, []),
        ("choices:", "limits: {pts: 100}\nchoices:", 100, ["points-limit"]),  # the list's own limit holds
        (
            "choices: {list-type: command-roster}\n",
            "",
            100,
            ["leader", "one-of-each-specialism", "commander", "commander-specialism", "points-limit"],
        ),
    ],
)
def test_a_command_roster_is_not_held_to_the_limit_of_its_size(
    before: str, after: str, limit: int | None, errors: list[str]
) -> None:
    found = validate_bytes(ROSTER.replace(before, after, 1).encode(), "roster.yaml")
    assert found.army.limit == limit
    said = [(one.severity, str(one.message)) for one in found.findings if one.rule == "unlimited"]
    note = "no limit of points was judged: Command Roster is not held to that of the size"
    assert said == ([] if limit else [("info", note)])
    assert sorted({one.rule for one in found.findings if one.severity == "error"}) == sorted(errors)


@pytest.mark.parametrize(("chosen", "unlimited"), [("silence", True), ("darkness", False)])
def test_a_choice_that_says_so_lifts_the_limit_of_the_army(
    gang: NativeSet, homebrew: Path, chosen: str, unlimited: bool
) -> None:
    system = homebrew / "skirmish" / "system.yaml"
    system.write_text(system.read_text("utf-8").replace("points: 5}", "points: 5, unlimited: true}"), "utf-8")
    found = validate_bytes(LIST.format(f"{{pact: {chosen}}}").encode(), "list.yaml", (), (NativeSet([homebrew]),))
    assert [one.name.casefold() for one in found.army.choices] == [chosen]
    assert found.army.unlimited is unlimited
