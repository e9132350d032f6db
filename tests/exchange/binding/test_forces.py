"""The force that the army of a read list is."""

from __future__ import annotations

import pytest

from listbuilder.errors import InputError
from listbuilder.exchange.binding.forces import army_force
from listbuilder.exchange.reading.record import Word
from tests.engine import factory as f


def test_it_is_the_one_that_the_header_names_else_the_first() -> None:
    entries = tuple(f.ForceEntry(id=name.lower(), name=name) for name in ("Patrol", "Host"))
    library = f.library(of_system={"force_entries": entries})
    assert army_force(library, "cat", [Word("Host")]) == (entries[1], "Host")
    assert army_force(library, "cat", []) == (entries[0], "")


def test_data_without_forces_are_refused() -> None:
    with pytest.raises(InputError, match="the game data offer Cat no force"):
        army_force(f.library(of_system={"force_entries": ()}), "cat", [])
