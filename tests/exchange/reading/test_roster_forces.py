"""Saved rosters of a game of forces over native data: detachments, subfactions, relics and traits by their names."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.session import Session
from listbuilder.sources import registry

HEAD = (
    '<roster name="March" gameSystemId="28ec-711c-d87f-3aeb" gameSystemName="Warhammer 40,000 9th Edition"'
    ' xmlns="http://www.battlescribe.net/schema/rosterSchema"><forces>{forces}</forces></roster>'
)
FORCE = '<force name="{name}" catalogueName="{of}" catalogueId="61c6-c8c5-a304-ff5f"><selections>{inside}</selections></force>'
SETTING = (
    '<selection name="{label}" type="upgrade" number="1"><selections><selection name="{value}" type="upgrade" number="1"/>'
    '</selections><categories><category name="Configuration" primary="true"/></categories></selection>'
)
SIZE = SETTING.format(label="Battle Size", value="2. Incursion (51-100 Total PL / 501-1000 Points)")


def unit(name: str, *items: str) -> str:
    inside = "".join(f'<selection name="{item}" type="upgrade" number="1"/>' for item in items)
    return f'<selection name="{name}" type="model" number="1"><selections>{inside}</selections></selection>'


def force(name: str, subfaction: str, *inside: str, of: str = "Necrons") -> str:
    setting = SETTING.format(label="Dynasty Choice", value=subfaction)
    return FORCE.format(name=name, of=of, inside="".join((setting, *inside)))


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Any:
    """A session over the native data, whatever is installed."""
    monkeypatch.setattr(registry, "of_game_system", lambda *_: [])

    def session(*forces: str) -> Session:
        return Session.from_text(HEAD.format(forces="".join(forces)).encode(), "march.ros")

    return session


def test_forces_and_subfactions_are_those_of_the_roster(opened: Any) -> None:
    session = opened(
        force("Patrol Detachment 0CP", "Dynasty: Novokh", SIZE, unit("Chronomancer", "Warlord")),
        force("Vanguard Detachment -3CP", "Dynasty: Sautekh", unit("Plasmancer")),
    )
    assert [(one.kind_id, one.subfaction.id) for one in session.army.forces if one.inside] == [
        ("patrol", "novokh"),
        ("vanguard", "sautekh"),
    ]
    assert [unit.force for unit in session.army.units] == [one.id for one in session.army.forces if one.inside]
    assert session.army.battle_size.id == "incursion"
    assert not [one for one in session.findings if one.rule == "unknown-name"]


def test_relics_and_traits_are_found_behind_what_the_data_write_before_them(opened: Any) -> None:
    names = ("Warlord", "Warlord Trait (Codex 1): Enduring Will", "Relic: Veil of Darkness")
    session = opened(force("Patrol Detachment 0CP", "Dynasty: Novokh", SIZE, unit("Chronomancer", *names)))
    assert [one.name for one in session.army.units[0].enhancements] == ["Enduring Will", "Veil of Darkness"]
    clan = SETTING.format(label="Clan Kultur", value="Goffs")
    orks = force(
        "Patrol Detachment 0CP", "-", clan, unit("Weirdboy", "4. Brutal but Kunnin", "Da IronGob (Goffs)"), of="Orks"
    )
    army = opened(orks).army
    assert [one.name for one in army.units[0].enhancements] == ["Brutal but Kunnin", "Da IronGob"]
    assert army.units[0].has("Goff")


def test_forces_settings_and_items_that_the_game_does_not_have_are_named(opened: Any) -> None:
    session = opened(force("Grand Parade 7CP", "Dynasty: Nobody", SIZE, unit("Chronomancer", "Relic: Nothing")))
    named = sorted(str(one.message) for one in session.findings if one.rule == "unknown-name")
    assert named == [
        "unknown choice: Dynasty Choice: Dynasty: Nobody",
        "unknown force: Grand Parade 7CP",
        "unknown item: Relic: Nothing",
    ]
    assert session.verdict == "unjudged"
