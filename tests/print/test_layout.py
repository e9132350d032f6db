"""Where everything stands on the paper."""

from __future__ import annotations

import pytest

from listbuilder.print import PrintOptions, print_army
from tests.print import layout


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("marines", PrintOptions()),
        ("marines", PrintOptions("letter", compact=True)),
        ("monsters", PrintOptions()),
        ("orks", PrintOptions(compact=True)),
        ("sigmar", PrintOptions()),
        ("foreign", PrintOptions(compact=True)),
        ("empty", PrintOptions()),
    ],
    ids=str,
)
def test_the_pages_are_as_described(armies, rules, name, options):
    layout.compare(print_army(*armies[name], rules, options), f"{name}-{options.paper}{'-compact' * options.compact}")
