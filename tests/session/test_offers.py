"""Fixes that are offered were tried: each resolves its finding, raises no other, and says what it does to whom."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from listbuilder import budget
from listbuilder.army.alike import called
from listbuilder.i18n import Text, set_language
from listbuilder.listfile.sheet import DatasheetSheet, sheet_of
from listbuilder.resources import shipped
from listbuilder.rules.diagnostic import Diagnostic, RemoveUnit, SetBattleSize
from listbuilder.session import Session
from listbuilder.session.comparing import identity, raised
from listbuilder.session.offers import _missing, improves
from tests.conftest import ROOT
from tests.rules import factory

HEAD: dict[str, Any] = {"system": "wh40k-10e", "battle_size": "strike-force"}
FACTIONS = {"space-marines": "gladius-task-force", "orks": "war-horde"}
SEEDS = range(3)  # each takes some seconds
WHFB = Path(__file__).parents[2] / "factions" / "whfb-8e" / "examples"


def opened(content: dict[str, Any]) -> Session:
    return Session.from_text(json.dumps(content).encode("utf-8"), "list.yaml")


def squad(**facts: Any) -> dict[str, Any]:
    return {"datasheet": "intercessor-squad", **facts}


def army(*units: dict[str, Any], **more: Any) -> Session:
    """An army led by a Captain, with these units."""
    head = {**HEAD, "faction": "space-marines", "detachment": "gladius-task-force"}
    return opened({**head, "units": [{"datasheet": "captain", "warlord": True}, *units], **more})


def noted(datasheet: str, number: int) -> list[dict[str, Any]]:
    """Units that are alike but for a note of the player."""
    return [{"datasheet": datasheet, "notes": f"{place}"} for place in range(number)]


def titles(session: Session, rule: str) -> list[str]:
    finding = next(one for one in session.findings if one.rule == rule)
    return [str(offer.title) for offer in session.fixes(finding)]


# --- random lists ----------------------------------------------------------------------------------------------------------


def sheets(session: Session) -> list[DatasheetSheet]:
    force = session.roster.forces[0]
    options = {option.local_id: option for option in session.roster.library.root_options(force.catalogue_id)}
    return [sheet_of(session.roster.library, options[line.id]) for line in session.datasheets() if line.id in options]


def random_unit(sheet: DatasheetSheet, rng: random.Random) -> dict[str, Any]:
    """A unit with numbers of models and exchanges of wargear that its datasheet may not allow."""
    unit: dict[str, Any] = {"datasheet": sheet.id}
    counts = sheet.default_counts()
    if rng.random() < 0.4:
        unit["models"] = {name: max(0, number + rng.choice((-1, 1, 2, 5))) for name, number in counts.items()}
    items = [item for model in sheet.models.values() for item in model.unlisted]
    wargear = {}
    for name, model in sheet.models.items():
        carried = list(model.default)
        if carried and items and counts[name] and rng.random() < 0.5:
            wargear[name] = {rng.choice(carried): rng.choice([[], rng.choice(items), rng.choice(items)])}
    if wargear:
        unit["wargear"] = wargear
    if rng.random() < 0.2:
        unit["warlord"] = True
    if sheet.enhancements and rng.random() < 0.3:
        unit["enhancement"] = rng.choice(sheet.enhancements).local_id
    return unit


def random_list(faction: str, seed: int) -> dict[str, Any]:
    """A list with mistakes of all kinds."""
    rng = random.Random(f"{faction}{seed}")
    known = sheets(Session.new("wh40k-10e", faction))
    units = []
    for number in range(rng.randint(2, 9)):
        sheet = rng.choice(known)
        units += [{"id": f"u{number}-{copy}", **random_unit(sheet, rng)} for copy in range(rng.choice((1, 1, 1, 2, 4)))]
    ids = [unit["id"] for unit in units]
    declared = {
        "attach": dict(zip(rng.sample(ids, len(ids) // 4), rng.choices(ids, k=len(ids) // 4), strict=True)),
        "embark": dict(zip(rng.sample(ids, len(ids) // 4), rng.choices(ids, k=len(ids) // 4), strict=True)),
        "reserves": {one: rng.choice(("deep-strike", "aircraft", "other")) for one in rng.sample(ids, len(ids) // 5)},
    }
    head = {**HEAD, "faction": faction, "battle_size": rng.choice(("incursion", "strike-force"))}
    if rng.random() < 0.8:
        head["detachment"] = FACTIONS[faction]
    return {**head, "units": units, "declarations": {key: value for key, value in declared.items() if value}}


@pytest.mark.sweep
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("faction", FACTIONS)
def test_each_fix_of_a_random_list_helps_and_every_wargear_error_has_one(faction: str, seed: int) -> None:
    content = random_list(faction, seed)
    session = opened(content)
    before, text = session.findings, session.text()
    known = Counter(map(identity, opened(content).findings))
    for place, finding in enumerate(before):
        offers = session.fixes(finding)
        assert offers or finding.rule != "wargear-options" or finding.severity != "error", str(finding.message)
        shown = [str(offer.title) for offer in offers]
        assert len(set(shown)) == len(shown)
        assert not any(isinstance(offer.action, SetBattleSize) for offer in offers[:-1])
        for offer in random.Random(seed).sample(offers, min(1, len(offers))):
            other = opened(content)
            other.apply_fix(offer)
            assert improves(before, other.findings, before[place]), (str(finding.message), str(offer.title))
            again = Session.from_text(other.text().encode("utf-8"), "list.yaml")
            assert Counter(map(identity, again.findings)) <= known
    assert (session.text(), session.revision, session.dirty) == (text, 0, False)
    assert Counter(map(identity, session.now.again().findings)) == known


def test_a_fix_of_several_findings_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    session = army(*noted("redemptor-dreadnought", 4), *[squad()] * 3, battle_size="incursion")
    tried: list[object] = []
    act = session.act
    monkeypatch.setattr(session, "act", lambda action: tried.append(action) or act(action))
    rules = [one.rule for one in session.findings]
    assert {"points-limit", "datasheet-cap"} <= set(rules)

    units = session.army.units
    offered = [offer.action for one in session.findings for offer in session.fixes(one)]

    assert len(set(offered)) < len(offered)
    assert len(tried) == len(set(tried))
    again = session.now.again().army.units
    assert len(again) == len(units)
    assert all(one is other for one, other in zip(units, again, strict=True)), "what was only tried is not read again"


# --- titles and order --------------------------------------------------------------------------------------------------------


def test_a_title_says_which_of_several_units() -> None:
    session = army(*noted("redemptor-dreadnought", 4))
    assert titles(session, "datasheet-cap")[:2] == [
        "remove Redemptor Dreadnought D",
        "remove Redemptor Dreadnought C",
    ]
    many = army(*noted("intercessor-squad", 8))
    assert titles(many, "datasheet-cap") == [
        "remove Intercessor Squad G, remove Intercessor Squad H",
        "remove Intercessor Squad A, remove Intercessor Squad B",
    ]


def test_the_size_of_the_game_is_changed_last_if_at_all() -> None:
    session = army({"datasheet": "redemptor-dreadnought"}, *[squad()] * 10, battle_size="incursion")
    found = titles(session, "points-limit")
    assert found[-1] == "change the battle size to Strike Force"
    assert len(found) > 1


def test_what_a_fix_does_to_models() -> None:
    assert titles(army(squad(models={"intercessor": 3})), "unit-composition") == [
        "add Intercessor to Intercessor Squad"
    ]
    launchers = [{"count": 2, "add": "astartes-grenade-launcher"}]
    two = army(squad(wargear={"intercessor": launchers}))
    assert titles(two, "wargear-options") == [
        "remove Astartes grenade launcher from Intercessor of Intercessor Squad",
    ]


# --- less of some units ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("example", "rule", "expected"),
    [
        ("cat-special", "cat-special", "reduce Greatswords to 12 models (33 points less)"),
        ("cat-lords", "cat-lords", "remove Imperial Griffon from General of the Empire"),
        ("points-limit", "points-limit", "reduce Swordsmen to 43 models (126 points less)"),
        ("detachment-max-size", "detachment-max-size", "reduce Archers (detachment) to 10 models (7 points less)"),
        ("detachment-max-size", "detachment-max-size", "enlarge Halberdiers to 21 models (6 points more)"),
        ("detachment-max-size-undeclared", "detachment-max-size", "enlarge Halberdiers to 21 models (6 points more)"),
    ],
)
def test_what_is_too_much_gets_less_before_it_is_removed(example: str, rule: str, expected: str) -> None:
    session = Session.open(WHFB / f"illegal-{example}.yaml")
    finding = next(one for one in session.findings if one.rule == rule)
    offer = next(offer for offer in session.fixes(finding) if str(offer.title) == expected)
    before = session.army.points
    session.apply_fix(offer)
    assert not any(one.rule == rule for one in session.findings)
    assert f"({abs(session.army.points - before)} points" in expected or example == "cat-lords"


def test_a_detachment_that_is_too_large_goes_to_a_larger_parent_unit() -> None:
    units = [
        {"id": "small", "datasheet": "halberdiers", "models": {"halberdiers": 12}},
        {"id": "large", "datasheet": "spearmen", "models": {"spearmen": 30}},
        {"id": "part", "datasheet": "archers-detachment", "models": {"archers": 8}},
    ]
    head = {"system": "whfb-8e", "faction": "empire", "battle_size": "army-1000"}
    session = opened({**head, "units": units, "declarations": {"attach": {"part": "small"}}})
    assert "attach Archers (detachment) to Spearmen" in titles(session, "detachment-max-size")


def test_a_unit_gets_as_small_as_its_transport_is() -> None:
    units = [squad(id="squad", models={"intercessor": 9}), {"id": "bus", "datasheet": "impulsor"}]
    session = army(*units, declarations={"embark": {"squad": "bus"}})
    finding = next(one for one in session.findings if one.rule == "transport-capacity")
    offers = {str(offer.title): offer for offer in session.fixes(finding)}
    session.apply_fix(offers["reduce Intercessor Squad to 7 models (for the same points)"])
    assert "transport-capacity" not in {one.rule for one in session.findings}


# --- more of some units ----------------------------------------------------------------------------------------------------


def empire(halberdiers: int, *more: dict[str, Any]) -> Session:
    """An army of 1000 points in which only Halberdiers, 6 points each, are Core."""
    units = [
        {"datasheet": "general-of-the-empire", "warlord": True},
        {"datasheet": "halberdiers", "models": {"halberdiers": halberdiers}},
        {"datasheet": "great-cannon"},
        {"datasheet": "greatswords"},
        *more,
    ]
    return opened({"system": "whfb-8e", "faction": "empire", "battle_size": "army-1000", "units": units})


def test_a_share_that_is_too_small_grows_or_gets_a_unit() -> None:
    session = empire(41)  # 246 of 250
    assert titles(session, "cat-core")[0] == "enlarge Halberdiers to 42 models (6 points more)"
    finding = next(one for one in session.findings if one.rule == "cat-core")
    added = [offer for offer in session.fixes(finding) if str(offer.title).startswith("add ")]
    assert added
    for offer in session.fixes(finding):
        session.apply_fix(offer)
        assert not any(one.rule == "cat-core" for one in session.findings)
        session.undo()


def test_units_of_their_own_are_proposed_before_parts_of_others() -> None:
    assert titles(empire(41), "cat-core")[1:] == ["add Spearmen (50 points)", "add Free Company Militia (60 points)"]


def test_nothing_is_proposed_that_breaks_the_points_limit() -> None:
    guns = [{"datasheet": "helblaster-volley-gun"}, {"datasheet": "helstorm-rocket-battery"}]
    session = empire(41, {"datasheet": "demigryph-knights"}, *guns)
    assert session.army.points == 985
    assert titles(session, "cat-core") == ["enlarge Halberdiers to 42 models (6 points more)"]


def test_a_minimum_of_units_gets_as_many_as_are_missing() -> None:
    general = {"datasheet": "general-of-the-empire", "warlord": True}
    core = {"datasheet": "halberdiers", "models": {"halberdiers": 42}}
    head = {"system": "whfb-8e", "faction": "empire", "battle_size": "army-1000"}
    session = opened({**head, "units": [general, core]})
    finding = next(one for one in session.findings if one.rule == "min-units")
    offer = session.fixes(finding)[0]
    assert str(offer.title) == "add 2 × Spearmen (100 points)"
    session.apply_fix(offer)
    assert not session.findings
    assert len(session.army.units) == 4


@pytest.mark.parametrize(
    ("example", "title"),
    [
        (
            "aos-4e/examples/illegal/regiment-count/none",
            "add Regiment, add Knight-Vexillor (100 points), make Knight-Vexillor the general",
        ),
        ("aos-4e/examples/illegal/regiment-options/neave-alone", "add Neave's Companions"),
        (
            "wh40k-9e/examples/illegal-detachment-slots-supreme-command",
            "remove Supreme Command Detachment, make Chronomancer the Warlord",
        ),
    ],
)
def test_steps_that_are_enough_only_together_are_offered(example: str, title: str) -> None:
    path = shipped("factions") / f"{example}.yaml"
    session = Session.from_text(path.read_bytes(), path.name)
    offer = next(one for finding in session.findings for one in session.fixes(finding) if str(one.title) == title)
    session.apply_fix(offer)
    assert session.verdict == "legal"


@pytest.mark.parametrize(
    ("example", "titles"),
    [
        (
            "illegal-detachment-requires-parent",
            [
                "add Spearmen with 20 models (100 points)",
                "add Halberdiers with 20 models (120 points)",
                "add Archers with 20 models (140 points)",
            ],
        ),
        ("illegal-magic-standard", ["remove War Banner from Greatswords", "choose Standard Bearer for Greatswords"]),
        ("illegal-ok-ironfist-magic-armour", ["remove Charmed Shield from Butcher", "choose Ironfist for Butcher"]),
    ],
)
def test_what_a_part_or_an_item_asks_for_is_offered(example: str, titles: list[str]) -> None:
    path = shipped("factions") / "whfb-8e" / "examples" / f"{example}.yaml"
    session = Session.from_text(path.read_bytes(), str(path))
    (finding,) = (one for one in session.findings if one.severity == "error")
    assert [str(one.title) for one in session.fixes(finding)][: len(titles)] == titles


FORCES = """
  - {id: pair, kind: total, params: {of: units, at_least: 2}, name: A pair, source: invented}
forces:
  - {id: bed, name: Bed, slots: {digger: [1, 3]}}
  - {id: friends, name: Friends, faction: other}
"""


@pytest.mark.parametrize(
    ("forces", "title"),
    [("", "add Bed, add "), ("forces: [{force: bed, units: [{datasheet: weeders}]}]", "add ")],
)
def test_units_are_proposed_for_the_forces_of_an_army(
    forces: str, title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "tests" / "systems" / "hedge-war", tmp_path / "hedge-war")
    path = tmp_path / "hedge-war" / "system.yaml"
    path.write_text(path.read_text("utf-8") + FORCES, "utf-8")
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(tmp_path))
    units = forces or "units: [{datasheet: weeders}]"
    session = Session.from_text(f"system: hedge-war\nfaction: mossgarden\n{units}\n".encode(), "one.yaml")
    lacking = next(one for one in session.findings if one.rule == "pair")
    assert any(str(offer.title).startswith(title) for offer in session.fixes(lacking))


@pytest.mark.parametrize(("number", "title"), [(3, "remove Gunner"), (5, "remove Gunner E, remove Gunner D")])
def test_as_many_units_are_removed_as_hold_too_many_models(number: int, title: str) -> None:
    wardens, gunners = "- {datasheet: warden}\n" * 3, "- {datasheet: gunner}\n" * number
    text = f"system: kill-team-2018\nfaction: dust-wardens\nchoices: {{list-type: command-roster}}\nunits:\n{wardens}{gunners}"
    session = Session.from_text(text.encode())
    (finding,) = (one for one in session.findings if one.severity == "error")
    assert finding.rule == "unit-composition"
    (offer, *_) = session.fixes(finding)
    assert offer.title.render().startswith(title)
    session.apply_fix(offer)
    assert session.verdict == "legal"


def test_fixes_state_their_effect_and_those_that_were_agreed_on_come_last() -> None:
    session = Session.new("wh40k-10e", "space-marines", battle_size="incursion", detachment="gladius-task-force")
    for datasheet in ("captain", "captain", "redemptor-dreadnought", "redemptor-dreadnought", "redemptor-dreadnought"):
        session.add_unit(datasheet)
    for _ in range(3):
        session.add_unit("ballistus-dreadnought")
    finding = next(one for one in session.findings if one.rule == "points-limit")
    offers = session.fixes(finding)
    errors, points = sum(one.severity == "error" for one in session.findings), session.points

    assert [offer.agreed for offer in offers] == [*(False for _ in offers[1:]), True]
    for offer in offers:
        assert offer.effect is not None
        session.apply_fix(offer)
        now = sum(one.severity == "error" for one in session.findings)
        assert (session.points - points, now) == (offer.effect.points, offer.effect.errors)
        assert now < errors
        session.undo()


def test_a_unit_is_worth_what_it_costs_beyond_its_price():
    """Two auxiliary units of Age of Sigmar cost 20 points beyond their prices: the list is over by the price of one and these."""
    session = Session.new("aos-4e", "stormcast-eternals")
    auxiliary = session.add_force("force/auxiliary", session.roster.forces[0].id)
    for _copy in range(2):
        session.add_unit("liberators", auxiliary)
    session.set_limit(session.army.units[0].points)

    finding = next(one for one in session.findings if one.found == session.points and one.bound == session.limit)
    offers = [one for one in session.fixes(finding) if isinstance(one.action, RemoveUnit)]
    assert [offer.effect.points for offer in offers] == [-session.limit - 20]  # to remove the other one is the same


def test_one_model_is_no_plural():
    session = Session.new("wh40k-10e", "tau-empire")
    session.add_unit("broadside-battlesuits", models=2)
    cost = session.points
    session.set_limit(cost - 1)

    finding = next(one for one in session.findings if one.bound == session.limit)
    assert any("to one model (" in str(offer.title) for offer in session.fixes(finding))


# --- what speaks against a choice -------------------------------------------------------------------------------------------


def test_what_rules_forbid_is_said_before_what_the_army_costs():
    """Nobody is told that the points are what keeps an enhancement from a Dreadnought."""
    session = army({"id": "d", "datasheet": "redemptor-dreadnought"}, *([squad()] * 24))
    assert session.points > session.limit
    reasons = {one.name: one.reason for one in session.enhancements("d")}
    assert reasons["The Honour Vehement"] == "cannot have The Honour Vehement (Enhancements are for Characters)"
    captain = session.army.units[0].id
    assert {one.reason.partition(" points")[0] for one in session.enhancements(captain)} == {
        f"the army costs {session.points + more:,}" for more in (10, 15, 20, 25)
    }


def test_what_speaks_against_a_choice_has_its_names_in_the_language_of_the_user():
    session = army({"id": "c", "datasheet": "captain"}, squad())
    session.attach(session.army.units[0].id, "intercessor-squad")
    set_language("zh")
    assert "仲裁者小队" in next(one.reason for one in session.leader_targets("c"))


@pytest.mark.parametrize(
    ("counted", "missing"), [({"found": 1, "bound": 3}, 2), ({"found": 1}, 0), ({"bound": 3}, 0), ({}, 0)]
)
def test_a_finding_that_counts_nothing_lacks_nothing(counted: dict[str, int], missing: int) -> None:
    assert _missing(Diagnostic("rule", Text("wrong"), **counted)) == missing


def test_what_nothing_mends_was_sought() -> None:
    session = army(squad())
    lost = Diagnostic("rule", Text("wrong"), severity="error")
    assert session.fixes(lost) == ()
    assert not session.unsought(lost)


@pytest.mark.parametrize(("spent", "known", "unsought"), [(-1, 0, True), (1, 1, False), (10**9, 2, False)])
def test_fixes_are_unsought_where_the_search_ended_before_the_first(spent: int, known: int, unsought: bool) -> None:
    """Of two fixes none, the first or all are found before the search has cost its share."""
    budget.use(budget.Budget(fix_steps=spent))
    try:
        session = army({"datasheet": "lieutenant", "warlord": True})
        finding = next(one for one in session.findings if one.rule == "warlord")
        assert len(session.fixes(finding)) == known
        assert session.unsought(finding) is unsought
    finally:
        budget.use(budget.DEFAULT)


def test_a_search_that_is_not_begun_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 4,500 findings the fixes of 4,482 were not looked for, which took a tenth of the check."""
    session = army({"datasheet": "lieutenant", "warlord": True})
    finding = next(one for one in session.findings if one.rule == "warlord")
    monkeypatch.setattr(budget.Share, "spent", True)
    monkeypatch.setattr(budget.Share, "counting", lambda _share: pytest.fail("a clock was read"))
    assert session.fixes(finding) == ()
    assert session.unsought(finding)


def test_a_declaration_that_needs_another_is_offered_beside_a_removal() -> None:
    """The Ogryn Bodyguard may join the Command Squad once nobody leads it in turn."""
    units = ("cadian-command-squad", "ogryn-bodyguard", "ursula-creed")
    facts = {
        "faction": "astra-militarum",
        "detachment": "combined-arms",
        "declarations": {"attach": {units[2]: units[1]}},
    }
    listed = [{"id": one, "datasheet": one} for one in units]
    listed[0]["warlord"] = True  # type: ignore[assignment]
    session = opened({**HEAD, **facts, "units": listed})
    assert titles(session, "leader-needed") == [
        "remove Ogryn Bodyguard",
        "attach Ogryn Bodyguard to Cadian Command Squad, detach Ursula Creed",
    ]


def test_fixes_that_come_to_the_same_list_are_one() -> None:
    lords = army({"datasheet": "librarian", "warlord": True}, squad())
    marks = [f"remove the Warlord mark from {one}" for one in ("Librarian", "Captain")]
    assert titles(lords, "warlord") == marks  # to make the other one Warlord is the same
    scouts = [{"datasheet": "scout-squad"}] * 3
    assert titles(army(*scouts, {"datasheet": "scout-squad"}), "datasheet-cap") == ["remove Scout Squad D"]
    mine = army(*scouts, {"datasheet": "scout-squad", "notes": "mine"})
    assert titles(mine, "datasheet-cap") == ["remove Scout Squad D", "remove Scout Squad C"]
    led = army(
        {"datasheet": "lieutenant", "warlord": True, "id": "one"},
        {"datasheet": "lieutenant", "id": "other"},
        squad(id="s"),
    )
    led.attach("other", "s")
    assert titles(led, "warlord") == [
        "remove the Warlord mark from Lieutenant A",
        "remove the Warlord mark from Captain",
    ]


def test_a_finding_stays_the_same_while_letters_of_units_shift() -> None:
    named = {"leader": "Boss", "unit": called(factory.unit("Squad"), "B")}
    before, after = (
        Diagnostic(rule="relation", message=Text("{leader}: cannot join {unit}", names), severity="error")
        for names in (named, {**named, "unit": "Squad"})
    )
    assert identity(before) == identity(after)
    assert not list(raised([before], [after]))
