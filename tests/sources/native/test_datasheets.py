"""The shipped datasheets through compiler, binder and engine: what they allow, and what they do not."""

from __future__ import annotations

from pathlib import Path

import pytest
from brute import Sheet

from listbuilder.catalogue.purpose import ConstraintPurpose, Demand
from listbuilder.engine import Engine
from listbuilder.listfile import document
from listbuilder.sources.native import NativeSet

pytestmark = pytest.mark.covered

ROOT = Path(__file__).resolve().parents[3]
FACTIONS = ROOT / "factions" / "wh40k-10e"
SHEETS = [
    (faction, path.stem)
    for faction in ("space-marines", "orks")
    for path in sorted((FACTIONS / faction).glob("*.yaml"))
    if path.stem != "faction"
]
SQUAD = "datasheet: intercessor-squad"
LAUNCHER = "add: astartes-grenade-launcher"


def rules(found) -> set[str]:
    return {item.constraint.rule for item in found}


# --- the six examples of the reference datasheet ---------------------------------------------------------------------------


def test_one_launcher_in_five(judge) -> None:
    assert judge(f"{SQUAD}, wargear: {{intercessor: [{{count: 1, {LAUNCHER}}}]}}") == []


def test_two_launchers_in_nine_are_one_too_many(judge) -> None:
    (found,) = judge(f"{SQUAD}, models: {{intercessor: 8}}, wargear: {{intercessor: [{{count: 2, {LAUNCHER}}}]}}")

    assert (found.constraint.rule, found.found, found.bound, found.node.id) == ("wargear-options", 2, 1, "u")
    assert found.constraint.purpose is ConstraintPurpose.UNIT_LIMIT


def test_two_launchers_in_ten(judge) -> None:
    assert judge(f"{SQUAD}, models: {{intercessor: 9}}, wargear: {{intercessor: [{{count: 2, {LAUNCHER}}}]}}") == []


def test_a_launcher_needs_the_bolt_rifle(judge) -> None:
    sergeant = f"{{replace: {{bolt-rifle: plasma-pistol}}, {LAUNCHER}}}"
    (found,) = judge(f"{SQUAD}, wargear: {{intercessor-sergeant: {sergeant}}}")

    assert found.constraint.rule == "wargear-options"
    assert found.constraint.purpose is ConstraintPurpose.DEMAND
    assert found.constraint.demand == Demand(needed=("Bolt rifle",))


def test_no_model_has_two_launchers(judge) -> None:
    launchers = "add: [astartes-grenade-launcher, astartes-grenade-launcher]"
    found = judge(f"{SQUAD}, models: {{intercessor: 9}}, wargear: {{intercessor: [{{count: 1, {launchers}}}]}}")

    assert rules(found) == {"wargear-options"}
    assert any(item.found == 2 and item.bound == 1 for item in found)


def test_power_fist_and_plasma_pistol(judge) -> None:
    sergeant = "{bolt-rifle: plasma-pistol, close-combat-weapon: power-fist}"

    assert judge(f"{SQUAD}, wargear: {{intercessor-sergeant: {sergeant}}}") == []


# --- composition and points ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "bound"), [(3, 4), (10, 9)])
def test_too_few_and_too_many_models(judge, count: int, bound: int) -> None:
    (found,) = judge(f"{SQUAD}, models: {{intercessor: {count}}}")

    assert (found.constraint.rule, found.found, found.bound) == ("unit-composition", count, bound)


@pytest.mark.parametrize(("count", "points"), [(4, 80), (5, 160), (9, 160)])
def test_points_by_bracket(native: NativeSet, count: int, points: int) -> None:
    text = f"system: wh40k-10e\nfaction: space-marines\nunits: [{{{SQUAD}, models: {{intercessor: {count}}}}}]\n"
    roster, _ = document.bind(document.load(text.encode()), native.load("wh40k-10e", "space-marines").library)

    assert Engine(roster).totals() == {"pts": points}


def _units(faction: str, name: str) -> list[str]:
    """A unit as it comes, and one with as many models as there may be."""
    sheet = Sheet((FACTIONS / faction / f"{name}.yaml").read_text(encoding="utf-8"))
    most = {model: max(sheet.counts(record["count"])) for model, record in sheet.models.items()}
    sizes = sheet.sizes()
    counted = [model for model, record in sheet.models.items() if "points" not in record]
    surplus = sum(most[model] for model in counted) - max(sizes) if sizes else 0
    for model in reversed(counted):
        least = min(sheet.counts(sheet.models[model]["count"]))
        taken = max(0, min(surplus, most[model] - least))
        most[model] -= taken
        surplus -= taken
    stated = ", ".join(f"{model}: {number}" for model, number in most.items())
    return [f"datasheet: {name}", f"datasheet: {name}, models: {{{stated}}}"]


@pytest.mark.parametrize(("faction", "name"), SHEETS, ids=[name for _, name in SHEETS])
def test_every_default_loadout_is_legal_at_any_size(judge, faction: str, name: str) -> None:
    for unit in _units(faction, name):
        assert [item.message for item in judge(unit, faction)] == [], unit


def test_the_engine_adds_the_same_default_as_the_file(native: NativeSet) -> None:
    """A unit added in the UI is the unit that a file without further words means."""
    from listbuilder.engine import actions

    for faction in ("space-marines", "orks"):
        library = native.load("wh40k-10e", faction).library
        base = f"system: wh40k-10e\nfaction: {faction}\nunits: []\n"
        for option in library.root_options(faction):
            if option.type != "unit":
                continue
            roster, _ = document.bind(document.load(base.encode()), library)
            edit, added = actions.select(Engine(roster), roster.forces[0], option)
            edit.apply(roster)
            other, _ = document.bind(
                document.load(base.replace("[]", f"[{{datasheet: {option.id}}}]").encode()), library
            )
            (unit,) = (item for item in other.forces[0].selections if item.option.type == "unit")

            assert sorted((n.option.id, n.number) for n in added.walk()) == sorted(
                (n.option.id, n.number) for n in unit.walk()
            )
