"""The names that an event pack may use: those of the data, wherever they stand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from listbuilder.catalogue.model import ForceEntry
from listbuilder.catalogue.system import System
from listbuilder.validation.pack.names import FactionNames, Shared
from tests.engine import factory as f


def named(*names: str, inside: tuple[ForceEntry, ...] = ()) -> tuple[ForceEntry, ...]:
    return tuple(ForceEntry(id=name, name=name, force_entries=inside) for name in names)


def test_kinds_of_force_are_known_wherever_they_stand() -> None:
    """In the game system or a catalogue, shared or not, and inside other forces."""
    deepest = named("Bodyguard")
    army = named("Army", inside=named("Regiment [1 CP]", inside=deepest))
    library = f.library(
        of_system={"force_entries": army}, force_entries=named("Raid"), shared_force_entries=named("Siege")
    )
    loaded = SimpleNamespace(library=library, faction=library.catalogue("cat"))
    found = FactionNames(cast(Any, loaded), System(id="s", name={"en": "S"}), Shared()).forces
    assert {"army", "bodyguard", "raid", "siege"} <= found.keys()
    assert any(one.startswith("regiment") for one in found)
