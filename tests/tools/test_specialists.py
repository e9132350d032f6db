"""Native teams of Kill Team 2018 beside the community data that they are made of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.native_data.bench import open_set
from tools.native_data.compare_specialists import differences
from tools.native_data.compare_teams import Team
from tools.native_data.specialists import SYSTEM, TeamReader, make

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
