"""Exactly the legal combinations of wargear: the engine's verdict on random units is that of a brute-force reading of the
options."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest
from brute import Sheet, TooMany

from listbuilder.engine import Engine
from listbuilder.listfile import document
from listbuilder.sources.native import NativeSet

FACTIONS = Path(__file__).resolve().parents[3] / "factions" / "wh40k-10e"
Line = tuple[str, int, tuple[str, ...]]


def sheets(faction: str) -> list[Sheet]:
    paths = sorted((FACTIONS / faction).glob("*.yaml"))
    return [Sheet(path.read_text(encoding="utf-8")) for path in paths if path.stem != "faction"]


def random_lines(sheet: Sheet, rng: random.Random) -> list[Line]:
    """Models with loadouts that options give; one in ten is then changed by one item, and one number by one."""
    lines: list[Line] = []
    items = [*(sheet.facts.get("weapons") or ()), *(sheet.facts.get("gear") or ())]
    for model, record in sheet.models.items():
        counts = sheet.counts(record["count"])
        number = rng.choice([min(counts), max(counts), rng.choice(sorted(counts))])
        if rng.random() < 0.05:
            number = max(0, number + rng.choice([-1, 1]))
        possible = sorted(sheet.loadouts(model))
        while number:
            amount = rng.randint(1, number)
            held = rng.choice(possible) if rng.random() < 0.6 else tuple(sorted(record["wargear"]))
            if items and rng.random() < 0.1:
                held = changed(held, items, rng)
            lines.append((model, amount, held))
            number -= amount
    return lines


def changed(held: tuple[str, ...], items: list[str], rng: random.Random) -> tuple[str, ...]:
    """One step away: an item more, an item less, or another one."""
    found = list(held)
    step = rng.choice("+-~")
    if step != "+" and found:
        found.pop(rng.randrange(len(found)))
    if step != "-":
        found.append(rng.choice(items))
    return tuple(sorted(found))


def list_of(sheet: Sheet, faction: str, lines: list[Line]) -> bytes:
    counts = dict.fromkeys(sheet.models, 0)
    wargear: dict[str, list] = {}
    for model, number, held in lines:
        counts[model] += number
        wargear.setdefault(model, []).append({"count": number, "items": list(held)})
    unit = {"id": "u", "datasheet": sheet.facts["id"], "models": counts, "wargear": wargear}
    return json.dumps({"system": "wh40k-10e", "faction": faction, "units": [unit]}).encode()


@pytest.mark.sweep
@pytest.mark.parametrize("faction", ["space-marines", "orks"])
@pytest.mark.parametrize("seed", range(3))
def test_random_units_are_judged_as_the_options_say(native: NativeSet, faction: str, seed: int) -> None:
    rng = random.Random(f"{faction}{seed}")
    library = native.load("wh40k-10e", faction).library
    verdicts: Counter[bool] = Counter()
    for sheet in sheets(faction):
        for _ in range(4):
            try:
                lines = random_lines(sheet, rng)
                expected = sheet.is_legal(lines)
            except TooMany:
                continue
            roster, problems = document.bind(document.load(list_of(sheet, faction, lines)), library)
            found = Engine(roster).violations()

            assert not problems
            assert (not found) == expected, (sheet.facts["id"], lines, [item.message for item in found])
            assert {item.constraint.rule for item in found} <= {"wargear-options", "unit-composition"}
            held = Counter(item for model, number, carried in lines for item in carried for _ in range(number))
            assert carried_by(roster) == held, "what a list says is bound, legal or not"
            verdicts[expected] += 1

    assert verdicts[True] > 50
    assert verdicts[False] > 30


def carried_by(roster) -> Counter[str]:
    found: Counter[str] = Counter()
    for node in roster.walk():
        _, mark, item = node.option.target.id.partition("#")
        if mark and not node.option.options and not node.option.target.flatten:  # an empty bundle is no item
            found[item] += node.number
    return found
