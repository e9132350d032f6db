"""A check looks into the units that a list has, not into all of its faction."""

from __future__ import annotations

import pytest

from listbuilder.listfile import bound, document
from listbuilder.sources import folded
from listbuilder.sources.native import NativeSet
from listbuilder.validation import validate
from tests.conftest import ROOT

LIST = """name: Few
system: wh40k-10e
faction: space-marines
battle_size: incursion
{detachment}units:
  - {{id: captain, datasheet: captain, warlord: true}}
"""
MOST = 40  # of 264, most of them datasheets


@pytest.mark.parametrize("detachment", ["detachment: gladius-task-force\n", ""])
def test_few_of_the_entries_of_the_faction_are_decoded(monkeypatch: pytest.MonkeyPatch, detachment: str) -> None:
    seen: set[tuple[int, int]] = set()
    part = folded._Parts.__getitem__

    def look(parts: folded._Parts, number: int) -> bytes | memoryview:
        seen.add((id(parts), number))
        return part(parts, number)

    text = LIST.format(detachment=detachment)
    monkeypatch.setattr(folded._Parts, "__getitem__", look)
    loaded = NativeSet([ROOT / "factions"]).load("wh40k-10e", "space-marines")
    validate(bound.bind_to(document.load(text.encode()), loaded))
    assert 0 < len(seen) < MOST
