"""How many models a unit has: mounts and crews are parts of others."""

from __future__ import annotations

from listbuilder.army import ModelLine
from tests.rules import factory as f


def test_mounts_are_no_models_of_their_own() -> None:
    lines = (ModelLine("riders", "Rider", 5), ModelLine("steeds", "Steed", 5, inside=True))
    assert f.with_(f.unit("Riders"), models=lines).model_count == 5
