"""A list of Space Marines that fights, its rules, and steps as a player would make them."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.battle.fight import Battle
from listbuilder.battle.fighters import Side, read_side
from listbuilder.i18n import set_language
from listbuilder.resources import shipped

SAMPLES = shipped("factions").parent / "exports" / "samples"
MARINES = SAMPLES / "space-marines-gladius.yaml"
ORKS = SAMPLES / "orks-war-horde.yaml"


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_STATE_DIR", str(tmp_path / "state"))
    set_language("en")


@pytest.fixture(scope="session")
def marines() -> Side:
    return read_side(MARINES.read_text("utf-8"), str(MARINES))


@pytest.fixture(scope="session")
def orks() -> Side:
    return read_side(ORKS.read_text("utf-8"), str(ORKS))


@pytest.fixture
def battle(marines: Side) -> Battle:
    """In the first round, my command phase."""
    found = Battle.begin(marines.army.vocabulary.battle, marines)
    found.advance()
    return found
