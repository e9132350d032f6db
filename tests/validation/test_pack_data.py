"""Event packs over community data: systems found by the set, what the data check as well, sizes among the choices of the data."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.army import BattleSizeView, TreeFinding
from listbuilder.errors import UNJUDGED, InputError
from listbuilder.i18n import Text
from listbuilder.report.checking import Job, check_one
from listbuilder.report.entry import Entry
from listbuilder.report.record import NO_DATA
from listbuilder.rules.checker import Ruleset, check
from listbuilder.rules.diagnostic import Diagnostic, SetBattleSize
from listbuilder.session import Session
from listbuilder.validation import Pack
from listbuilder.validation.pack import terms
from listbuilder.validation.pack.layer import Layer, layered, merged
from listbuilder.validation.pack.reading import read
from tests.rules import factory as f

COAST = "name: Tide Cup\nsystem: lantern-coast\n"


@pytest.fixture(autouse=True)
def _installed(small_sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))


def pack(text: str, head: str = COAST) -> Pack:
    return read((head + text).encode(), "cup.yaml")


def found(text: str, *units: str) -> list[tuple[str, str]]:
    """The findings of a captain, a patrol, a ferry and more, at an event."""
    session = Session.for_event(pack(text)).new("lantern-coast", "Harbour Watch")
    names = {line.name: line.id for line in session.datasheets()}
    for name in ("Watch Captain", "Watch Patrol", "Ferry Crab", *units):
        session.add_unit(names[name])
    return [(one.rule, one.severity) for one in session.findings]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", []),
        ("points: 210\n", []),
        ("deny: {datasheets: [Ferry Crab]}\n", ["event-datasheets"]),
        ("deny: {keywords: [vehicle]}\n", ["event-keywords"]),
        ("deny: {keywords: [Golem]}\n", []),
        ("allow: {factions: [harbour watch]}\n", []),
        ("deny: {factions: [Harbour Watch]}\n", ["event-factions"]),
        ("rules: {add: [{id: two-units, kind: total, params: {of: units, at_most: 2}}]}\n", ["two-units"]),
        ("data: {set: lantern-coast}\n", []),
        ("data: {cutoff: 2001-01-01}\n", ["event-data"]),
    ],
)
def test_a_pack_over_a_set_without_rules_of_ours(text: str, wanted: list[str]) -> None:
    assert [rule for rule, _ in found(text)] == wanted


def test_the_limit_of_the_event_goes_before_that_of_the_data() -> None:
    units = ("Watch Patrol", "Watch Patrol", "Dock Golem", "Dock Golem")  # 540, and the data's limit is 500
    assert found("", *units) == [("data-cost-limit", "error")]
    assert found("points: 540\n", *units) == []
    assert found("points: 539\n", *units) == [("data-cost-limit", "error")]


def test_unknown_names_are_proposed_from_the_set() -> None:
    with pytest.raises(InputError) as caught:
        pack("deny: {datasheets: [Fery Crab], keywords: [Vehicles]}\n")
    assert [(one.column, str(one.hint)) for one in caught.value.problems] == [
        (21, "did you mean Ferry Crab?"),
        (44, "did you mean Vehicle?"),
    ]


def test_names_of_a_game_without_data_cannot_be_looked_up() -> None:
    with pytest.raises(InputError, match="no game data of wh40k-11e are installed, so that Boyz cannot be looked up"):
        pack("deny: {datasheets: [Boyz]}\n", "name: Open\nsystem: wh40k-11e\n")


# --- what the data check as well ----------------------------------------------------------------------------------------

MOST_THREE = TreeFinding("data-max", Text("3"), "max", "Squad", "datasheet", "s3", found=4, bound=3, by_rule=False)


def over_data(layer: Layer, **more: object) -> list[str]:
    squads = [f.unit("Squad", 100, ("Infantry",), id=f"s{n}") for n in range(4)]
    finding = MOST_THREE
    if more:
        from listbuilder.replacing import replace

        finding = replace(MOST_THREE, **more)  # type: ignore[arg-type]
    army = f.army(f.captain(), *squads, tree_findings=(finding,))
    return [one.rule for one in check(army, Ruleset.from_system(layered(f.system(), layer)))]


def test_what_the_data_find_as_a_changed_rule_did_does_not_hold() -> None:
    assert over_data(Layer()) == ["datasheet-cap"]
    assert over_data(Layer(changed={"datasheet-cap": {"max": {"default": 4}}})) == []
    assert over_data(Layer(off={"datasheet-cap"})) == []
    assert over_data(Layer(off={"min-character"})) == ["datasheet-cap"]


def test_a_limit_of_the_data_own_stays() -> None:
    """A datasheet that the data allow once only is no case of the rule that the event changed."""
    assert over_data(Layer(changed={"datasheet-cap": {"max": {"default": 4}}}), bound=1) == ["data-max"]
    assert over_data(Layer(off={"datasheet-cap"}), subject="Other") == ["data-max"]


def test_a_layer_leaves_the_system_as_it_was() -> None:
    before = f.system()
    after = layered(
        before, Layer(on={"reserves-half"}, off={"warlord"}, sources={"warlord": {"en": "Pack", "ru": "R"}})
    )
    by_id = {spec.id: spec for spec in after.rules}
    assert (by_id["reserves-half"].enabled, by_id["warlord"].enabled) == (True, False)
    assert by_id["warlord"].source["en"].startswith("Pack; Core Rules")
    assert [spec.id for spec in after.overruled] == ["warlord"]
    assert f.system() is before
    assert not before.overruled


def test_parameters_are_merged_entry_by_entry() -> None:
    old = {"max": {"default": 3, "Battleline": 6}, "of": "datasheet"}
    assert merged(old, {"max": {"default": 2}}) == {"max": {"default": 2, "Battleline": 6}, "of": "datasheet"}
    assert merged(old, {"max": {"Battleline": None}, "of": None}) == {"max": {"default": 3}}
    assert merged(old, {"of": "enhancement", "where": {}}) == {**old, "of": "enhancement", "where": {}}
    assert old == {"max": {"default": 3, "Battleline": 6}, "of": "datasheet"}


# --- texts that may be for several games --------------------------------------------------------------------------------

TEXT = b"""\
++++++++++++++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Xenos - Orks
+ DETACHMENT: War Horde
+ TOTAL ARMY POINTS: 150pts
++++++++++++++++++++++++++++++++++++++++++++++

Char1: 1x Warboss (65 pts): Warlord, Power klaw
10x Boyz (85 pts): 9 with Choppa
"""


def test_a_text_that_may_be_for_the_game_of_the_event_is_not_for_another() -> None:
    entry = Entry("a.txt", content=TEXT, suffix=".txt")
    tenth = check_one(entry, Job(pack=pack("", "name: Open\nsystem: wh40k-10e\n")))
    assert (tenth.system, tenth.limit) == ("wh40k-10e", "1000")
    eleventh = check_one(entry, Job(pack=pack("", "name: Open\nsystem: wh40k-11e\n")))
    assert (eleventh.verdict, eleventh.state) == ("unjudged", NO_DATA)
    sized = check_one(entry, Job(pack=pack("", "name: Open\nsystem: wh40k-10e\nbattle_size: strike-force\n")))
    assert (sized.limit, [one.rule for one in sized.findings if one.rule in {"assumed-size", "event-size"}]) == (
        "2000",
        [],
    )
    other = check_one(entry, Job(pack=pack("")))
    assert (other.verdict, other.findings[0].rule) == ("illegal", "event-system")


# --- sizes that the data do not have ------------------------------------------------------------------------------------


def test_a_size_that_the_data_judge_by_leaves_the_list_unjudged() -> None:
    event = pack("battle_size: strike-force\n", "name: Open\nsystem: wh40k-10e\n")
    small = BattleSizeView("incursion", "Incursion", 1000)
    army = f.army(f.captain(), stated_size=small, stated_limit=1000)
    (finding,) = terms.own_size(event, army, by_data=True)
    assert (finding.rule, finding.severity) == ("event-size", "unjudged")
    assert f.actions(finding) == [SetBattleSize("strike-force")]
    assert list(terms.own_size(event, army, by_data=False)) == []  # nothing of it stands in the file
    stated = f.army(f.captain(), stated_size=small, stated_limit=1000, places=f.placed("battle_size"))
    (finding,) = terms.own_size(event, stated, by_data=False)
    assert (finding.severity, finding.fixes) == ("info", ())
    same = BattleSizeView("strike-force", "Strike Force", 2000)
    assert list(terms.own_size(event, f.army(f.captain(), stated_size=same, stated_limit=2000), by_data=True)) == []


@pytest.mark.parametrize(("severity", "levels"), [(UNJUDGED, [UNJUDGED, "error"]), ("info", ["error", "error"])])
def test_what_the_data_limit_by_another_size_is_not_judged(severity: str, levels: list[str]) -> None:
    size = Diagnostic("event-size", Text("another size"), severity)
    errors = [Diagnostic(rule, Text("too many"), "error") for rule in ("data-max", "points-limit")]
    assert [one.severity for one in terms.founded((size, *errors))] == [severity, *levels]
