"""Where everything stands on the paper."""

from __future__ import annotations

import pytest

from listbuilder.print import PrintOptions, print_army
from listbuilder.print.options import Submission
from listbuilder.print.text import show_army, show_unit
from listbuilder.rules.formation import formation
from tests.print import layout


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("foreign", PrintOptions("compact")),
        ("empty", PrintOptions()),
        ("showcase", PrintOptions()),
        ("showcase", PrintOptions(paper="a5", ink="save")),
        ("showcase", PrintOptions("turn")),
        ("showcase", PrintOptions("cards")),
        ("showcase", PrintOptions("tokens")),
        ("showcase", PrintOptions("submission", submission=Submission("Captain (80 points)\n", checked="2026-11-21"))),
    ],
    ids=str,
)
def test_the_pages_are_as_described(armies, rules, name, options):
    data = print_army(*armies[name], rules, options)
    kind = "" if options.layout == "roster" else f"-{options.layout}"
    layout.compare(layout.describe(data), f"{name}-{options.paper}{kind}")


@pytest.mark.parametrize("name", ["marines", "orks", "monsters", "sigmar", "foreign"])
def test_the_plain_text_is_as_kept(armies, rules, name):
    army, findings = armies[name]
    sheets = "\n".join(show_unit(unit) for unit in army.units[:4])
    layout.compare(show_army(army, findings, formation(army), system=rules) + "\n" + sheets, f"{name}-text")
