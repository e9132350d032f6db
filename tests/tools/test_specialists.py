"""Native teams of Kill Team 2018 beside the community data that they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tools.native_data.bench import open_set
from tools.native_data.compare_specialists import Member, Offers, community_list, differences, judged
from tools.native_data.compare_teams import Operative, Team
from tools.native_data.specialists import COMMANDER, LEADER, NEITHER, SPECIALIST, SYSTEM, TeamReader, make

NECRONS = Team(SYSTEM, "necrons")
pytestmark = pytest.mark.shared
SET = Path("bsdata") / "wh40k-killteam"
TEAMS = {
    "necrons": "Necrons.cat",
    "sisters-of-silence": "Sisters of Silence.cat",
    "chaos-daemons": "Chaos Daemons.cat",
}


@pytest.mark.parametrize("team", TEAMS)
def test_teams_are_judged_and_priced_alike(shared: Path, team: str) -> None:
    reader = TeamReader(shared / SET, TEAMS[team])
    assert not list(differences(reader, open_set(shared / SET), Team(SYSTEM, team), 15, 3))


@pytest.mark.parametrize("team", TEAMS)
def test_every_model_is_there(shared: Path, team: str) -> None:
    _, sheets, left = make(TeamReader(shared / SET, TEAMS[team]), "2026-07-05")
    assert not left
    assert {one["id"] for one in Team(SYSTEM, team).sheets} == set(sheets)


TYPES = ("Matched Play: Kill Team", "Matched Play: Command Roster", "Open Play: Kill Team")
# what a list has: leaders, specialists by name, commanders, other models -> what is said of it as a list of each of the types
EDGES: dict[str, tuple[tuple[int, tuple[str, ...], int, int], tuple[set[str], set[str], set[str]]]] = {
    "a team": ((1, ("Comms", "Zealot"), 1, 0), (set(), set(), set())),
    "100 points are too few": ((1, (), 0, 7), ({"points-limit"}, set(), set())),
    "two models": ((1, (), 0, 1), ({"size"}, {"size"}, {"size"})),
    "twenty-one models": ((1, (), 0, 20), ({"points-limit", "size"}, {"size"}, {"size"})),
    "no leader": ((0, (), 0, 4), ({"leader"}, {"data-min"}, set())),
    "six leaders of twelve": ((6, (), 0, 6), ({"points-limit", "leader"}, set(), set())),
    "one specialism twice": ((1, ("Comms", "Comms"), 0, 1), ({"data-max"}, set(), set())),
    "four specialists": ((1, ("Comms", "Zealot", "Veteran", "Combat"), 0, 0), ({"specialists"}, set(), set())),
    "two commanders": ((1, (), 2, 1), ({"points-limit", "commander"}, set(), {"commander"})),
}


@pytest.fixture(scope="module")
def offers(shared: Path) -> Offers:
    return Offers(TeamReader(shared / SET, TEAMS["necrons"]))


def models(offers: Offers, leaders: int, specialists: Sequence[str], commanders: int, others: int) -> list[Any]:
    sheets = {one["name"]: one for one in NECRONS.sheets}

    def of(name: str, way: str, specialism: str = "") -> Any:
        return offers.of(Member(Operative(sheets[name], ()), way, "", specialism))

    return [
        *(of("Immortal", LEADER, LEADER) for _ in range(leaders)),
        *(of("Flayed One" if one == "Combat" else "Immortal", SPECIALIST, one) for one in specialists),
        *(
            of(*one)
            for one in (("Chronomancer", COMMANDER, "Melee"), ("Royal Warden", COMMANDER, "Logistics"))[:commanders]
        ),
        *(of("Necron Warrior", NEITHER) for _ in range(others)),
    ]


@pytest.mark.parametrize("edge", EDGES)
@pytest.mark.parametrize("kind", TYPES)
def test_what_is_said_of_a_list_follows_from_its_type(shared: Path, offers: Offers, kind: str, edge: str) -> None:
    has, wrong = EDGES[edge]
    found = judged(community_list(NECRONS, models(offers, *has), kind=kind), open_set(shared / SET))
    errors = {one.rule for one in found.findings if one.severity == "error"}
    asked = {one.rule for one in found.findings if one.severity == "unjudged"}
    assert errors == wrong[TYPES.index(kind)]
    assert asked == (set() if kind == TYPES[0] else {"no-kill-team", "no-limit"})
    assert found.verdict == ("illegal" if errors else "unjudged" if asked else "legal")


def test_a_list_is_one_kill_team(shared: Path, offers: Offers) -> None:
    team = models(offers, 1, (), 0, 2)
    found = judged(community_list(NECRONS, team, team), open_set(shared / SET))
    assert {one.rule for one in found.findings} == {"leader", "one-team"}
    assert {one.severity for one in found.findings} == {"error"}


def test_a_limit_of_its_own_is_told(shared: Path, offers: Offers) -> None:
    roster = community_list(NECRONS, models(offers, 1, (), 0, 9)) | {"limits": {"pts": 125}}
    found = judged(roster, open_set(shared / SET))
    assert [(one.rule, one.found, one.bound) for one in found.findings] == [("own-limit", 125, 100)]
