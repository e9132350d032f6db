"""Native Kill Teams beside the community data that they are made of, and the game's rules over that data."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from listbuilder import strictyaml
from listbuilder.session import Session
from listbuilder.sources.store.installed import Store
from listbuilder.validation.validate import validate_bytes
from tools.native_data.bench import open_set
from tools.native_data.compare_teams import Team, differences, native_list
from tools.native_data.faction import ROOT
from tools.native_data.operatives import parsed

pytestmark = [pytest.mark.shared, pytest.mark.unmeasured]
GAME = "Warhammer 40,000: Kill Team ({})"
TEAMS = [
    ("2024", "angels-of-death", "Angels of Death Kill Team"),
    ("2024", "vespid-stingwings", "Vespid Stingwings Kill Team"),
    ("2024", "plague-marines", "Plague Marines Kill Team"),
    ("2021", "intercession-squad", "Intercession Squad Kill Team"),
    ("2021", "mandrake", "Mandrake Kill Team"),
    ("2021", "wyrmblade", "Wyrmblade Kill Team"),
]


@pytest.mark.parametrize(("year", "team"), [(year, team) for year, team, _ in TEAMS])
def test_random_teams_are_legal_and_illegal(year: str, team: str) -> None:
    chance, made = Random(7), Team(f"kill-team-{year}", team)
    verdicts = [
        validate_bytes(native_list(made, made.random(chance)).encode(), "team.yaml", (), ()).verdict for _ in range(30)
    ]
    assert min(verdicts.count("legal"), verdicts.count("illegal")) >= 3


@pytest.mark.parametrize(("year", "team", "force"), TEAMS)
def test_teams_are_judged_alike(shared: Path, year: str, team: str, force: str) -> None:
    found = differences(
        Team(f"kill-team-{year}", team),
        open_set(shared / "bsdata" / "wh40k-killteam"),
        GAME.format(year),
        force,
        12,
        7,
        ("Chapter Tactics", "Game Type"),
    )
    assert list(found) == []


TACTICS = "{entry: Chapter Tactics, selections: [Aggressive, Dueller]}"


def armed(name: str, weapons: str) -> str:
    """An operative of a list with its weapons."""
    return f"{{entry: {name}, selections: [{weapons}]}}"


CAPTAIN = armed("Space Marine Captain", "Plasma pistol, Power fist")
WARRIOR = armed("Intercessor Warrior", "Bolt rifle, Fists")
SNIPER = armed("Eliminator Sniper", "Bolt pistol, Bolt sniper rifle, Fists")
MARINES, TEAM = "Angels of Death", "Angels of Death Kill Team"
FIVE = [WARRIOR] * 4 + [SNIPER]


def judged(shared: Path, year: str, team: str, *forces: tuple[str, list[str]]) -> tuple[str, set[str]]:
    """The verdict on a list over the community data, and what is wrong or not judged: the rule, or the name of what is bounded."""
    held = "".join(f"  - {{force: {name}, selections: [{', '.join(taken)}]}}\n" for name, taken in forces)
    text = f'system: "{GAME.format(year)}"\nfaction: {team}\nforces:\n{held}'
    found = validate_bytes(text.encode(), "list.yaml", (), (open_set(shared / "bsdata" / "wh40k-killteam"),))
    wrong = [one for one in found.findings if one.severity in ("error", "unjudged")]
    named = {one.cause.subject if one.cause and one.rule.startswith("data-") else one.rule for one in wrong}
    return found.verdict, named


@pytest.mark.parametrize(
    ("operatives", "verdict", "wrong"),
    [
        ([CAPTAIN, *FIVE], "legal", set()),
        (FIVE, "illegal", {"has-leader"}),
        ([CAPTAIN, CAPTAIN, *FIVE], "illegal", {"leader"}),
        ([CAPTAIN, *FIVE[1:]], "illegal", {"Operative"}),
        ([CAPTAIN, *FIVE, WARRIOR], "illegal", {"Operative"}),
        ([CAPTAIN, *FIVE[1:], SNIPER], "illegal", {"Eliminator Sniper"}),
        ([CAPTAIN, *FIVE[1:], "Plague Marine Warrior"], "illegal", {"not-offered", "Operative"}),
        ([armed("Space Marine Captain", "Plasma pistol"), *FIVE], "illegal", {"Power fist"}),
        ([armed("Assault Intercessor Sergeant", "Plasma pistol, Chainsword"), *FIVE], "legal", set()),
        ([armed("Assault Intercessor Sergeant", "Plasma pistol, Power fist"), *FIVE], "illegal", {"Chainsword"}),
        (
            [CAPTAIN, *FIVE[1:], armed("Intercessor Warrior", "Bolt rifle, Auto bolt rifle, Fists")],
            "illegal",
            {"Weapon"},
        ),
    ],
)
def test_a_step_away_from_a_team_is_illegal(shared: Path, operatives: list[str], verdict: str, wrong: set[str]) -> None:
    assert judged(shared, "2024", MARINES, (TEAM, [TACTICS, *operatives])) == (verdict, wrong)


@pytest.mark.parametrize(
    ("operatives", "verdict", "wrong"),
    [
        ([CAPTAIN, *FIVE], "unjudged", {"roster-is-no-team"}),
        ([CAPTAIN] + [WARRIOR] * 25, "unjudged", {"roster-is-no-team"}),
        (FIVE, "unjudged", {"roster-is-no-team"}),
        ([CAPTAIN, CAPTAIN, *FIVE], "unjudged", {"roster-is-no-team"}),
        ([CAPTAIN, armed("Space Marine Captain", "Plasma pistol")], "illegal", {"roster-is-no-team", "Power fist"}),
    ],
)
def test_a_roster_is_a_collection_of_operatives(
    shared: Path, operatives: list[str], verdict: str, wrong: set[str]
) -> None:
    assert judged(shared, "2024", MARINES, ("Roster", operatives)) == (verdict, wrong)


@pytest.mark.parametrize(("guards", "wrong"), [(0, {"Model"}), (1, set())])
def test_two_custodians_are_a_kill_team(shared: Path, guards: int, wrong: set[str]) -> None:
    settings = "{entry: List Configuration, selections: ['Matched Play: Kill Team']}"
    led = "[Guardian spear, {entry: Leader, selections: ['Level 1: Resourceful']}]"
    leader = f"{{entry: '6359-1cd7-3989-c19b::8f81-71d1-bb20-a3eb', selections: {led}}}"
    guard = "{entry: '726c-a2a9-85da-11fa::8f81-71d1-bb20-a3eb', selections: [Guardian spear]}"
    team = [settings, leader, *[guard] * guards]
    assert judged(shared, "2018", "Adeptus Custodes", ("Kill Team List", team)) == (
        "illegal" if wrong else "legal",
        wrong,
    )


@pytest.mark.parametrize(("rules", "verdict"), [((), "legal"), (("equipment-choices",), "illegal")])
def test_equipment_of_a_team_is_counted_on_request(shared: Path, rules: tuple[str, ...], verdict: str) -> None:
    chosen = "{entry: Equipment Reference, selections: [Auspex, Mines, Ladders, Razor Wire, Purity Seals]}"
    team = ", ".join((TACTICS, chosen, CAPTAIN, *FIVE))
    text = (
        f'system: "{GAME.format(2024)}"\nfaction: {MARINES}\nrules: [{", ".join(rules)}]\n'
        f"forces: [{{force: {TEAM}, selections: [{team}]}}]\n"
    )
    found = validate_bytes(text.encode(), "list.yaml", (), (open_set(shared / "bsdata" / "wh40k-killteam"),))
    assert found.verdict == verdict
    assert [one.rule for one in found.findings if one.severity == "error"] == list(rules)


@pytest.mark.parametrize(
    ("year", "team", "force"),
    [
        ("2024", "Angels of Death", "Angels of Death Kill Team"),
        ("2021", "Mandrake", "Mandrake Kill Team"),
        ("2018", "Necrons", "Kill Team List"),
        ("2024", "Non-player Operatives", "Roster"),  # the data offer no other
    ],
)
def test_a_new_list_begins_with_a_kill_team(
    shared: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, year: str, team: str, force: str
) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path))
    Store(tmp_path).add(shared / "bsdata" / "wh40k-killteam", "wh40k-killteam")
    session = Session.new(GAME.format(year), team)
    assert [one.kind for one in session.forces.lines()] == [force]
    if team == "Non-player Operatives":
        assert session.verdict == "unjudged"


@pytest.mark.parametrize(
    ("year", "team"),
    [("2024", "Angels of Death"), ("2024", "Plague Marines"), ("2024", "Kommandos"), ("2021", "Intercession Squad")],
)
def test_fixes_alone_make_a_legal_team_of_nothing(
    shared: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, year: str, team: str
) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path))
    Store(tmp_path).add(shared / "bsdata" / "wh40k-killteam", "wh40k-killteam")
    session = Session.new(GAME.format(year), team)
    for _ in range(8):
        wrong = [one for one in session.findings if one.severity == "error"]
        if not wrong:
            break
        offers = next(found for one in wrong if (found := session.fixes(one)))
        session.apply_fix(offers[0])
    assert session.verdict == "legal"


def test_a_list_is_one_team(shared: Path) -> None:
    led, unled = (TEAM, [TACTICS, CAPTAIN, *FIVE]), (TEAM, [TACTICS, *FIVE])
    assert judged(shared, "2024", MARINES, led, unled) == ("illegal", {"one-team"})


def test_too_much_equipment_is_said_once(shared: Path) -> None:
    settings = [
        "{entry: Game Type, selections: [Matched]}",
        "{entry: Chapter Tactics, selections: [Aggressive, Dueller]}",
    ]
    laden = armed("Intercessor Warrior", "Auto bolt rifle, Fists, Purity seal, Tilting shield, Combat blade")
    plain, sergeant = armed("Intercessor Warrior", "Auto bolt rifle, Fists"), "Auto bolt rifle, Power fist"
    team = [*settings, armed("Intercessor Sergeant", sergeant), laden, *[plain] * 3]
    force = "Intercession Squad Kill Team"
    assert judged(shared, "2021", "Intercession Squad", (force, [*team, plain])) == ("legal", set())
    assert judged(shared, "2021", "Intercession Squad", (force, [*team, laden])) == ("illegal", {"equipment-points"})


SORCERERS = ["Sorcerer of Destiny", "Sorcerer of Warpfire", "Sorcerer of Tempyrion"]


@pytest.mark.parametrize(
    ("year", "team", "force", "operatives", "rule"),
    [
        ("2024", "Brood Brothers", "Brood Brothers Kill Team", ["Brood Brother Commander", "Magus"], ""),
        ("2021", "Brood Brother", "Brood Brother Kill Team", ["Brood Brother Commander", "Magus"], ""),
        ("2024", "Warpcoven", "Kill Team", SORCERERS, ""),
        ("2024", "Warpcoven", "Kill Team", ["Rubric Marine Warrior"], "has-leader"),
        ("2024", "Strike Force Variel", "Kill Team", ["Lieutenant Variel"], ""),
        ("2021", "Strike Force Justian", "Strike Force Justian Kill Team", ["Sergeant Marius"], "Leader"),
        ("2021", "Hunter Clade", "Hunter Clade Kill Team", ["Skitarii Ranger Diktat"], "clade-leader"),
        ("2021", "Hunter Clade", "Hunter Clade Kill Team", ["Skitarii Ranger Alpha"], ""),
    ],
)
def test_teams_with_leaders_of_their_own(
    shared: Path, year: str, team: str, force: str, operatives: list[str], rule: str
) -> None:
    _, wrong = judged(shared, year, team, (force, operatives))
    assert wrong & {"Leader", "leader", "has-leader", "clade-leader"} == ({rule} if rule else set())


@pytest.mark.parametrize(
    ("team", "force", "rule"),
    [
        ("Tomb World", "Necron Warrior Fire Team", "numbers-not-stated"),
        ("Hand of the Archon", "Kill Team", "archon-numbers-not-stated"),
        ("Phobos Strike Team", "Kill Team", ""),
    ],
)
def test_what_the_data_do_not_bound_is_not_judged(shared: Path, team: str, force: str, rule: str) -> None:
    taken = {"Tomb World": "Necron Warrior", "Hand of the Archon": "Archsybarite"}.get(team, "Infiltrator Sergeant")
    _, wrong = judged(shared, "2021", team, (force, [taken]))
    assert {one for one in wrong if "numbers" in one} == ({rule} if rule else set())


def test_fire_teams_are_not_judged(shared: Path) -> None:
    force = ("Necron Warrior Fire Team", ["{entry: Game Type, selections: [Matched]}"])
    assert judged(shared, "2021", "Tomb World", force) == ("unjudged", {"numbers-not-stated"})
    assert judged(shared, "2021", "Tomb World", force, force) == ("unjudged", {"numbers-not-stated", "one-team"})


# their operatives are bound one by one, and not by their force
BOUND_BY_ENTRIES = {"Chaos Cult Kill Team", "Elucidian Starstriders Kill Team", "Gellerpox Infected Kill Team"}


def test_the_table_names_every_force_that_states_no_least_number(shared: Path) -> None:
    """``Kill Team`` stands for two teams, of which a rule of its own names the Hand of the Archon."""
    text = (ROOT / "factions" / "kill-team-2021" / "system.yaml").read_bytes()
    rules = {rule["id"]: rule for rule in strictyaml.load(text, "system.yaml").value["rules"]}
    unbound = set()
    for path in (shared / "bsdata" / "wh40k-killteam").glob("2021 - *.cat"):
        for force in parsed(path).iter("forceEntry"):
            bounds = [one for one in force.findall("categoryLinks/categoryLink") if one.attrib["name"] != "Leader"]
            least = (one for link in bounds for one in link.iter("constraint") if one.attrib["type"] == "min")
            if not any(float(one.attrib["value"]) > 0 for one in least):
                unbound.add(force.attrib["name"])
    assert unbound - BOUND_BY_ENTRIES == {*rules["numbers-not-stated"]["params"]["of"], "Kill Team"}
