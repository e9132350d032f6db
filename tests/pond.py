"""A made-up game whose armies consist of forces, with two factions: its data and one list."""

from __future__ import annotations

from pathlib import Path

FACTIONS = Path(__file__).parent / "data" / "forces"
LIST = FACTIONS / "pond.yaml"
