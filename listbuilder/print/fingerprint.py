"""A short hash of a list, its data and its verdict, to notice edited printouts."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from listbuilder.army.model import Army, Unit, WargearItem
from listbuilder.rules.diagnostic import Diagnostic

LENGTH = 12


def fingerprint(army: Army, findings: Sequence[Diagnostic]) -> str:
    """The first hexadecimal digits of a SHA-256 over the list, its data and the rules found broken.

    Unit ids may differ each time a file is read, so units are identified by their index in the list. Texts are left out, so
    every language gives the same digits.
    """
    places = {unit.id: str(index) for index, unit in enumerate(army.units)}
    declared = army.declarations
    relations = [sorted(relation.items()) for relation in (declared.attach, declared.embark)]
    groups = (declared.strategic_reserves, declared.split, declared.deployed)
    places |= {
        half: f"{places.get(unit, unit)}/{n}" for unit, names in declared.split.items() for n, half in enumerate(names)
    }
    detachments = [detachment.name for detachment in army.detachments]
    facts = {
        "list": [army.name, army.system, army.faction, detachments, str(army.points), str(army.limit)],
        "units": [_unit(unit) for unit in army.units],
        "declared": [
            [places.get(key, key) for key in declared.hover],
            *([[places.get(one, one) for one in pair] for pair in relation] for relation in relations),
            [[places.get(key, key), state] for key, state in sorted(declared.reserves.items())],
            *([places.get(key, key) for key in group] for group in groups),
        ],
        "data": [army.data.set, army.data.date, army.data.revision, army.data.sha256] if army.data else [],
        "findings": sorted(
            [f.severity, f.rule, places.get(f.unit, f.unit), str(f.found), str(f.bound)] for f in findings
        ),
    }
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:LENGTH]


def _unit(unit: Unit) -> list[object]:
    enhancements = [[taken.name, str(taken.points)] for taken in unit.enhancements]
    models = [[line.name, line.count, _wargear(line.wargear)] for line in unit.models]
    return [unit.name, unit.datasheet, str(unit.points), unit.warlord, enhancements, models, _wargear(unit.wargear)]


def _wargear(items: Sequence[WargearItem]) -> list[list[object]]:
    return [[item.name, item.count] for item in items]
