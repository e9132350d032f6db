"""Native Kill Teams beside the community data that they are made of, and the game's rules over that data."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.validation.validate import validate_bytes
from tools.native_data.bench import open_set
from tools.native_data.compare_teams import Team, differences

pytestmark = pytest.mark.shared
GAME = "Warhammer 40,000: Kill Team ({})"
TEAMS = [
    ("2024", "angels-of-death", "Angels of Death Kill Team"),
    ("2024", "vespid-stingwings", "Vespid Stingwings Kill Team"),
    ("2024", "plague-marines", "Plague Marines Kill Team"),
    ("2021", "intercession-squad", "Intercession Squad Kill Team"),
    ("2021", "mandrake", "Mandrake Kill Team"),
    ("2021", "wyrmblade", "Wyrmblade Kill Team"),
]
# the data ask for no leader there, see docs/systems/kill-team-2024.md
NO_LEADER = "native ['team'], community legal"


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
    assert [one for one in found if not (team == "angels-of-death" and one.startswith(NO_LEADER))] == []


def test_a_team_of_six_leaders_is_illegal_whatever_its_force_is(shared: Path) -> None:
    operatives = "[{entry: Space Marine Captain, selections: [Plasma pistol, Power fist]}" + ", Eliminator Sniper" * 6
    captains = ", {entry: Space Marine Captain, selections: [Plasma pistol, Power fist]}" * 5 + "]"
    text = (
        f'system: "{GAME.format(2024)}"\nfaction: Angels of Death\n'
        f"forces: [{{force: Roster, selections: {operatives}{captains}}}]\n"
    )
    found = validate_bytes(text.encode(), "list.yaml", (), (open_set(shared / "bsdata" / "wh40k-killteam"),))
    assert found.verdict == "illegal"
    assert {("leader", "error"), ("roster-is-no-team", "unjudged")} <= {
        (one.rule, one.severity) for one in found.findings
    }
    assert [(one.found, one.bound) for one in found.findings if one.rule == "leader"] == [(6, 1)]
