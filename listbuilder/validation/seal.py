"""A seal: one line that binds a verdict to the list, the data and the event that it was given for.

There is no secret in it: whoever has the list and the data computes it again, and sees which part is not as it was. Texts and ids
of units are left out, so that every language and every reading of the file gives the same.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote, unquote

from msgspec import Struct
from msgspec.structs import asdict

from listbuilder.army.model import Army
from listbuilder.army.records import Unit, WargearItem
from listbuilder.catalogue.base import Number
from listbuilder.rules.checker import verdict
from listbuilder.rules.diagnostic import Diagnostic

MARK = "listbuilder-seal:1;"
LONG, SHORT, CODE = (
    32,
    16,
    12,
)  # hexadecimal digits of a hash: of what a player could change, of the rest, and of all of it
MOST_NAME = 40  # characters of a name
MOST = 4000  # characters of a seal
_SEAL = re.compile(re.escape(MARK) + rf"([!-~]{{1,{MOST}}}?);code=([0-9a-f]{{{CODE}}})")


class Seal(Struct, frozen=True):
    """What a verdict is bound to. ``army``: what the list states; ``file``: the bytes of its file, empty where there is none;
    ``data``: name, date and hash of the data set; ``findings``: the rules found broken, with their numbers; ``pack``: name and
    hash of the event, empty where there was none. Hashes are the first digits of a SHA-256."""

    verdict: str
    points: str
    army: str
    file: str
    data: str
    findings: str
    rules: str
    pack: str

    @property
    def code(self) -> str:
        """A few digits for people to compare. They do not depend on the layout of the file."""
        parts = {key: value for key, value in asdict(self).items() if key != "file"}
        return _hash(parts, CODE)

    @property
    def named_rules(self) -> tuple[str, ...]:
        """The optional rules and readings."""
        return tuple(map(unquote, filter(None, self.rules.split(","))))

    def lines(self) -> tuple[str, ...]:
        """The seal in lines that may be printed below each other; all of them together are the seal."""
        parts = {key: f"{key}={value};" for key, value in asdict(self).items() if value}
        groups = (("verdict", "points"), ("army", "file"), ("data", "findings", "rules", "pack"))
        rows = ["".join(parts.get(key, "") for key in group) for group in groups]
        return (MARK + rows[0], *rows[1:], f"code={self.code}")

    def __str__(self) -> str:
        return "".join(self.lines())


class Part(NamedTuple):
    """A part of two seals that differs. ``what``: the name of a field of `Seal`."""

    what: str
    sealed: str
    found: str


def seal(
    army: Army,
    findings: Sequence[Diagnostic],
    rules: Sequence[str] = (),
    *,
    file: bytes | None = None,
    pack: tuple[str, str] = ("", ""),
) -> Seal:
    """The seal of an army that was judged. ``rules``: optional rules and readings that applied; ``file``: the list's file;
    ``pack``: name and hash of the event's pack."""
    pin = army.data
    return Seal(
        verdict=verdict(findings),
        points=_number(army.points) + (f"/{_number(army.limit)}" if army.limit is not None else ""),
        army=_hash(_army(army), LONG),
        file=hashlib.sha256(file).hexdigest()[:LONG] if file is not None else "",
        data=_named(pin.set, pin.stamp, pin.sha256) if pin else "",
        findings=_hash(_findings(army, findings), SHORT) if findings else "",
        rules=",".join(map(_quoted, sorted(set(rules)))),
        pack=_named(*pack) if any(pack) else "",
    )


def read(text: str) -> Seal | None:
    """The seal in a text, also one that was wrapped; None where there is none, or where a part of it was changed."""
    for found in _SEAL.finditer("".join(text.split())):
        parts = dict(part.split("=", 1) for part in found[1].split(";") if "=" in part)
        known = Seal(**{name: parts.get(name, "") for name in Seal.__struct_fields__})
        if known.code == found[2]:
            return known
    return None


def differing(sealed: Seal, found: Seal) -> Iterator[Part]:
    """What is not as it was sealed. The file is compared where both know it."""
    for name in Seal.__struct_fields__:
        old, new = getattr(sealed, name), getattr(found, name)
        if old != new and (name != "file" or (old and new)):
            yield Part(name, unquote(old), unquote(new))


def _named(name: str, *marks: str) -> str:
    """The beginning of a name with a date and a hash: the hash tells which it is."""
    *dates, sha256 = marks
    return "@".join((_quoted(name[:MOST_NAME]), *map(_quoted, filter(None, dates)), sha256[:SHORT]))


def _quoted(text: str) -> str:
    return quote(text, safe="")


def _number(value: Number) -> str:
    return str(value) if isinstance(value, int) else f"{value.normalize():f}"


# --- hashes -------------------------------------------------------------------------------------------------------------------


def _hash(facts: object, length: int) -> str:
    text = json.dumps(facts, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:length]


def _army(army: Army) -> dict[str, object]:
    """What the list states: units are identified by their index, because their ids may differ each time a file is read."""
    places = _places(army)
    declared = army.declarations
    relations = [sorted(relation.items()) for relation in (declared.attach, declared.embark)]
    groups = (declared.strategic_reserves, declared.split, declared.deployed)
    size = army.battle_size.name if army.battle_size else ""
    forces = list(_forces(army, places))
    return {
        "list": [army.name, army.system, army.faction, [one.name for one in army.detachments], size],
        **({"choices": [[one.kind, one.name] for one in army.choices]} if army.choices else {}),
        **({"forces": forces} if forces else {}),
        "units": [_unit(unit) for unit in army.units],
        "declared": [
            [places.get(key, key) for key in declared.hover],
            *([[places.get(one, one) for one in pair] for pair in relation] for relation in relations),
            [[places.get(key, key), state] for key, state in sorted(declared.reserves.items())],
            *([places.get(key, key) for key in group] for group in groups),
            [[note, [places.get(key, key) for key in marked]] for note, marked in sorted(declared.marks.items())],
        ],
    }


def _forces(army: Army, places: Mapping[str, str]) -> Iterator[list[object]]:
    """What the forces of native data are, and which units stand in them; those that hold others by their number."""
    numbers = {force.id: number for number, force in enumerate(army.forces)}
    for force in army.forces:
        if force.inside:
            subfaction = force.subfaction.id if force.subfaction else ""
            held = [places[unit.id] for unit in army.units if unit.force == force.id]
            yield [force.kind_id, force.name, force.faction_id, subfaction, numbers.get(force.parent, 0), held]


def _places(army: Army) -> dict[str, str]:
    places = {unit.id: str(index) for index, unit in enumerate(army.units)}
    halves = {
        half: f"{places.get(unit, unit)}/{number}"
        for unit, names in army.declarations.split.items()
        for number, half in enumerate(names)
    }
    return places | halves


def _unit(unit: Unit) -> list[object]:
    enhancements = [taken.name for taken in unit.enhancements]
    models = [[line.name, line.count, _wargear(line.wargear)] for line in unit.models]
    return [unit.name, unit.datasheet, unit.warlord, enhancements, models, _wargear(unit.wargear)]


def _wargear(items: Sequence[WargearItem]) -> list[list[object]]:
    return [[item.name, item.count] for item in items]


def _findings(army: Army, findings: Sequence[Diagnostic]) -> list[list[str]]:
    places = _places(army)
    return sorted(
        [one.severity, one.rule, places.get(one.unit, one.unit), str(one.found), str(one.bound)] for one in findings
    )
