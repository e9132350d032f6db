"""A roster in JSON with forces or selections where rosters have none is not judged without them."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.errors import InputError
from listbuilder.exchange.reading.astray import refuse_astray

BOSS = {"name": "Warboss", "entryId": "boss", "number": 1, "categories": [{"name": "HQ", "entryId": "hq"}]}
FORCE: dict[str, Any] = {"name": "Army", "entryId": "army", "selections": [BOSS]}
ROSTER: dict[str, Any] = {"forces": [FORCE]}


@pytest.mark.parametrize(
    "data",
    [
        ROSTER,
        {"roster": ROSTER, "generatedBy": "x", "selections": []},
        {"forces": [FORCE | {"forces": [FORCE]}]},
        {"forces": {"force": FORCE | {"selections": {"selection": [BOSS, BOSS | {"selections": [BOSS]}]}}}},
    ],
)
def test_where_they_stand_in_rosters(data: dict[str, Any]) -> None:
    refuse_astray(data)


@pytest.mark.parametrize(
    "data",
    [
        {"roster": ROSTER, "roster2": {"forces": [{"name": "Army"}]}},
        {"roster": ROSTER, "more": [[BOSS]]},
        ROSTER | {"selections": [{"name": "Warboss"}]},
        {"forces": [FORCE | {"Selections": [{"name": "Warboss"}]}]},
        {"forces": [FORCE | {"rules": [BOSS]}]},
        {"forces": [FORCE | {"selections": [BOSS | {"forces": [{"name": "Army"}]}]}]},
        {"forces": [FORCE | {"selections": [BOSS | {"profiles": [{"x": BOSS}]}]}]},
        {"forces": [FORCE | {"selections": [{"selection": BOSS}]}]},
    ],
)
def test_where_nobody_looks(data: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="stand where rosters have none: 1"):
        refuse_astray(data)
