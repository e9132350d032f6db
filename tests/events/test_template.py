"""The pack that an organiser starts from states what the game has, and nothing that it does not have."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from listbuilder import strictyaml
from listbuilder.catalogue.system import BattleSize, RuleSpec, System
from listbuilder.events.template import starting_file
from listbuilder.sources import registry

GAME = System(id="reeds", name={"en": "Reeds"})
SIZES = tuple(
    BattleSize(id=name, name={"en": name.title()}, points=points) for name, points in (("pond", 500), ("lake", 900))
)


def lines(**changes: object) -> list[str]:
    return starting_file(replace(GAME, **changes), "Cup").split("\n")


def test_the_size_of_a_game_is_its_default_else_the_first() -> None:
    assert not any(line.startswith("battle_size") for line in lines())
    assert "battle_size: pond" in lines(battle_sizes=SIZES)
    assert "battle_size: lake" in lines(battle_sizes=SIZES, default_size="lake")
    assert any("pond (500), lake (900)" in line for line in lines(battle_sizes=SIZES))


def test_optional_rules_are_named_and_others_are_not() -> None:
    def rule(name: str, *, enabled: bool) -> RuleSpec:
        return RuleSpec(id=name, kind="notice", enabled=enabled, name={"en": name.title()})

    text = "\n".join(lines(rules=(rule("always-on", enabled=True), rule("sometimes", enabled=False))))
    assert "sometimes" in text
    assert "always-on" not in text
    without = "\n".join(lines(rules=(rule("always-on", enabled=True),)))
    assert len(without) < len(text)
    assert "always-on" not in without


def test_the_game_and_the_name_are_stated() -> None:
    assert {"name: Cup", "system: reeds"} <= set(lines())
    for system in registry.native().all_systems():
        stated = [line for line in starting_file(system, "Cup").split("\n") if line.startswith("battle_size:")]
        first = [system.default_size or size.id for size in system.battle_sizes[:1]]
        assert stated == [f"battle_size: {size}" for size in first]


@pytest.mark.parametrize(
    "name",
    ["Cup", "Spring Cup", "Two-Day Cup", "战锤杯 2026", "- Cup", "-", "Cup -", " Cup", "True", "null", "No", "on", "a: b", "#1", "'", '"', "&x", "²"],
)  # fmt: skip
def test_whatever_an_event_is_called_is_read_back(name: str) -> None:
    text = starting_file(replace(GAME, id="No"), name)
    read = strictyaml.load(text.encode(), "event.yaml").value
    assert (read["name"], read["system"]) == (name, "No")
    assert "\\u" not in text
    commented = next(line for line in text.split("\n") if line.startswith("# source: "))
    assert strictyaml.load(commented[2:].encode(), "event.yaml").value == {"source": f"{name}, 1.0"}
