"""Weapons and pieces of gear of operatives: what a community set states of them, as a datasheet writes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree as ET

Element = ET.Element
SIGNS = {"⌖": "ranged", "⚔": "melee"}  # before the names of weapons
ALTERNATIVE = re.compile(r"^(?P<name>.+?)(?: \((?P<profile>[^()]+)\)| - (?P<other>.+))$")


@dataclass
class Item:
    """A weapon or piece of gear that a model carries or may choose."""

    id: str
    weapon: dict[str, Any] | None
    name: str
    least: int
    needs: list[str] = field(default_factory=list)  # ids of items that it asks for
    ep: int = 0
    per_team: int | None = None
    excludes: list[str] = field(default_factory=list)  # ids of items beside which it is not offered
    requires_any: list[str] = field(default_factory=list)  # ids of items of which it asks for one

    def is_possible(self, held: set[str]) -> bool:
        """Whether an operative that carries or may choose these items may ever have it."""
        return not self.requires_any or not held.isdisjoint(self.requires_any)

    def beside(self, held: set[str]) -> Item:
        """The same for an operative that carries or may choose these items only."""
        self.excludes = [other for other in self.excludes if other in held]
        self.requires_any = [other for other in self.requires_any if other in held]
        return self

    @property
    def record(self) -> dict[str, Any]:
        """The weapon or piece of gear as a datasheet states it."""
        made = self.weapon or {"name": self.name}
        return made if self.per_team is None else {**made, "per_army": self.per_team}


def additions(extra: list[Item]) -> Iterator[dict[str, Any]]:
    for item in {one.id: one for one in extra}.values():
        asked = {"excludes": item.excludes, "requires_any": item.requires_any}
        stated = {key: ids for key, ids in asked.items() if ids}
        yield {"id": f"take-{item.id}", "add": [item.id], **stated, "costs": {"ep": item.ep}}


def columns(profile: Element) -> Iterator[tuple[str, str | int]]:
    for one in profile.iter("characteristic"):
        text = re.sub(r"\s+", " ", one.text or "").strip()
        yield one.attrib["name"], int(text) if text.isdecimal() and text != "0" else text


def signs(roots: Iterable[Element]) -> dict[str, str]:
    """Name of a weapon, case-folded -> its type, of the profiles that say it by a sign before the name."""
    found = {}
    for root in roots:
        for one in root.iter("profile"):
            title = one.attrib["name"].strip()
            if title[:1] in SIGNS:
                found[_plain(title).casefold()] = SIGNS[title[:1]]
    return found


def _plain(title: str) -> str:
    return title.lstrip("".join(SIGNS)).strip()


def weapon(name: str, rows: list[Element], known: Mapping[str, str]) -> dict[str, Any]:
    """A weapon with one profile, or several used one at a time. ``known``: as `signs` finds it; a weapon of which nothing says
    that it is for melee is a ranged one."""
    made = [(one.attrib["name"].strip(), dict(columns(one))) for one in rows]
    types = {_type(title, known) for title, _ in made}
    records: list[dict[str, Any]] = []
    for title, values in made:
        plain = _plain(title)
        split = ALTERNATIVE.match(plain)
        record: dict[str, Any] = {}
        if len(made) > 1:
            record["name"] = (split["profile"] or split["other"]) if split else plain
        if len(types) > 1:
            record["type"] = _type(title, known)
        words = [
            word.strip()
            for key in ("WR", "SR", "!")
            for word in str(values.pop(key, "")).split(",")
            if word.strip(" -")
        ]
        record |= {key: value for key, value in values.items() if value}
        if words:
            record["rules"] = list(dict.fromkeys(words))
        records.append(record)
    kind = {} if len(types) > 1 else {"type": next(iter(types))}
    if len(records) == 1:
        return {"name": name, **kind, **records[0]}
    return {"name": name, **kind, "profiles": records}


def _type(title: str, known: Mapping[str, str]) -> str:
    return SIGNS.get(title[:1]) or known.get(_plain(title).casefold(), "ranged")
