"""The ally rules of the shipped systems name the folders that hold their allies, and no others."""

from __future__ import annotations

import pytest

from listbuilder.army import roles
from listbuilder.rules.checker import Ruleset
from listbuilder.rules.quotas import AllyRule
from listbuilder.session.allies import words_of
from listbuilder.sources.native import NativeSet

DATA = NativeSet()
RULES = [(system.id, rule) for system in DATA.all_systems() for rule in Ruleset.from_system(system).allies]


@pytest.mark.parametrize(("system", "rule"), RULES, ids=[rule.id for _, rule in RULES])
def test_an_ally_rule_names_the_folders_of_its_allies(system: str, rule: AllyRule) -> None:
    holding = set()
    for faction in DATA.factions(system):
        library = DATA.load(system, faction.id).library
        units = [option for option in library.root_options(faction.id) if roles.is_unit(option)]
        if rule.group.allied and any(rule.group.fits(words_of(option)) for option in units):
            holding.add(faction.id)
    hosts = {word.casefold() for word in rule.hosts}
    hosting = {f.id for f in DATA.factions(system) if DATA.catalogue(system, f.id).faction_keyword.casefold() in hosts}

    assert set(rule.factions) == holding - hosting
