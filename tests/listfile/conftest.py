"""Lists over the shipped data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder.catalogue.library import Library
from listbuilder.errors import Problem
from listbuilder.listfile import document
from listbuilder.roster.tree import Roster
from listbuilder.sources.native import NativeSet

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "factions" / "wh40k-10e" / "examples"


@pytest.fixture(scope="session")
def native() -> NativeSet:
    return NativeSet()


@pytest.fixture(scope="session")
def marines(native: NativeSet) -> Library:
    return native.load("wh40k-10e", "space-marines").library


Bind = Callable[..., tuple[Roster, list[Problem]]]


@pytest.fixture(scope="session")
def bind(marines: Library) -> Bind:
    def run(text: str | bytes, library: Library = marines) -> tuple[Roster, list[Problem]]:
        data = text if isinstance(text, bytes) else text.encode()
        return document.bind(document.load(data, "army.yaml"), library)

    return run
