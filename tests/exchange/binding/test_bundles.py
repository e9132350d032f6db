"""What a bundle of units has by its printed rules alone, and bundles that the data call otherwise."""

from __future__ import annotations

from msgspec.structs import replace

from listbuilder.catalogue.model import Characteristic, Entry, ForceEntry, Modifier, Profile, Rule
from listbuilder.exchange.binding.forces import Forces
from listbuilder.exchange.reading.record import UnitRecord
from tests.engine import factory as f

TEXT = "Pick one:\n• 1 **Bone Lantern**\n• 1 Weeping Mirror\nIf the Salt Gong is gone: none."


def rules_of(force: str, text: str) -> Entry:
    """A choice with a printed text that the data show in this force alone."""
    shown = Modifier(
        type="set", field="hidden", value=False, conditions=(f.when("instanceOf", 1, force, scope="force"),)
    )
    profile = Profile(
        id=f"p-{force}",
        name="Summon",
        type_id="ability",
        characteristics=(Characteristic(name="Effect", type_id="e", value=text),),
    )
    return f.unit(f"of-{force}", type="upgrade", hidden=True, modifiers=(shown,), profiles=(profile,))


def forces() -> Forces:
    """An army that may hold two bundles."""
    bundles = (ForceEntry(id="coven", name="The Coven"), ForceEntry(id="crew", name="The Krew"))
    common = f.unit("common", type="upgrade", rules=(Rule(id="r", name="Flood", description="the Tide Horn"),))
    library = f.library(
        rules_of("coven", TEXT), rules_of("crew", "the Iron Gong"), common,
        of_system={"force_entries": (replace(f.FORCE, force_entries=bundles),)},
    )  # fmt: skip
    table = f.Table(library)
    return Forces(table.roster, table.force)


def below(name: str, points: int | None = None) -> UnitRecord:
    return UnitRecord(name, 9, points, section="renown")


def test_what_the_rules_of_the_bundle_name_is_part_of_it() -> None:
    found = forces()
    assert not found.is_printed(below("Bone Lantern"))  # no bundle yet
    assert found.begins_bundle(UnitRecord("The Coven", 3, 150, section="renown"))
    assert found.is_printed(below("Bone Lantern"))
    assert found.is_printed(below("weeping mirror"))
    assert not any(found.is_printed(below(name)) for name in ("Bone", "Mirror", "Bone Lanterns", "Salt Gong"))
    assert not found.is_printed(below("Iron Gong"))  # another bundle's
    assert not found.is_printed(below("Tide Horn"))  # shown everywhere
    assert not found.is_printed(below("Bone Lantern", 40))  # a unit with a price of its own
    assert not found.is_printed(UnitRecord("Bone Lantern", 9, section="regiment"))


def test_a_bundle_that_the_data_call_otherwise() -> None:
    found = forces()
    assert not found.begins_bundle(UnitRecord("The Crew", 3, 150, section="renown"))
    assert found.begins_bundle(UnitRecord("The Crew", 3, 150, section="renown", also="The Krew"))
