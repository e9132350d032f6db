"""The page of all systems says what the shipped files say, and the page of a system names each of its rules."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from listbuilder.catalogue.system import System
from listbuilder.resources import shipped
from listbuilder.rules.kind import kind_names
from listbuilder.sources.native import NativeSet

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = runpy.run_path(str(ROOT / ".ci" / "systems_page.py"))
PAGES = ROOT / "docs" / "systems"
SYSTEMS = NativeSet([shipped("factions")]).all_systems()
TOGETHER = {"kill-team-2021": "kill-team-2024"}  # two editions on one page
OF_DATA = {"unit-composition", "wargear-options"}


def test_the_page_of_all_systems_is_up_to_date() -> None:
    assert (PAGES / "README.md").read_text("utf-8") == WRITTEN["page"](), "run: make kinds"


def test_every_kind_that_came_after_the_first_system_has_a_reason() -> None:
    first = next(system for system in SYSTEMS if system.id == WRITTEN["FIRST"])
    assert set(WRITTEN["ADDED"]) == set(kind_names()) - {rule.kind for rule in first.rules}


@pytest.mark.parametrize(
    "system", [one for one in SYSTEMS if (PAGES / f"{one.id}.md").exists()], ids=lambda one: one.id
)
def test_the_page_of_a_system_names_every_rule(system: System) -> None:
    page = "".join(
        (PAGES / f"{name}.md").read_text("utf-8") for name in {system.id, TOGETHER.get(system.id, system.id)}
    )
    assert [rule.id for rule in system.rules if f"`{rule.id}`" not in page] == []


@pytest.mark.parametrize("system", [one for one in SYSTEMS if one.id != "wh40k-11e"], ids=lambda one: one.id)
def test_findings_of_the_data_are_rules_of_the_system(system: System) -> None:
    wanted = OF_DATA | ({"army-choices"} if system.choices else set())
    assert {rule.id for rule in system.rules if rule.kind == "engine"} >= wanted
    assert all(rule.source for rule in system.rules)
