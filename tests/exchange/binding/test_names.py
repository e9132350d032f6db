"""Names that mean the same: without articles, plurals, spaces and order."""

from __future__ import annotations

import pytest

from listbuilder.exchange.binding.names import plain, shuffled, squeezed, stem


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("The Swarm", "swarm"),
        ("The Silent Kings", "silent king"),
        ("The", "the"),
        ("Over the Hills", "over the hill"),
        ("Boyz", "boy"),
        ("Batteries", "battery"),
        ("Wolves", "wolf"),
        ("Axes", "ax"),
        ("Compass", "compass"),
        ("Gas", "gas"),
    ],
)
def test_the_stem_has_neither_article_nor_plural(name: str, expected: str) -> None:
    assert stem(name) == expected


def test_marks_and_punctuation_say_nothing() -> None:
    assert plain("Bolt/Plasma & Melta [Legends]") == plain("bolt plasma and melta")


def test_spaces_and_order() -> None:
    assert squeezed("The Battle Clades") == "battleclade"
    assert shuffled("Fanatics (Scourge of Rust)") == shuffled("Scourge of Rust Fanatics") == "fanatic of rust scourge"
