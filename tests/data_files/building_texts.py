"""The texts of a community data set that may speak of building an army, for the test that each of them is encoded.

A text belongs to a datasheet, an enhancement or a detachment that is shipped natively. Its sentences are sorted out by what they
say: those about the battle itself are left out, each other one asks for certain fields of the native data (`ENCODED`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

Element = ET.Element
SPEAKS = re.compile(
    r"\b(warlord|enhancements?|join(ed|s)?|attach(ed)?|deep strike|reserves|battleline|keywords?|split|"
    r"cannot (be )?(include|contain)|muster)",
    re.IGNORECASE,
)
BATTLE = re.compile(
    r"both players have deployed|once per|each time|(in|start|end) of (the|any|your|your opponent.s|every) "
    r"(turn|phase|battle|first battle|fight phase|command phase|\w+ step)|in your (opponent.s )?\w+ phase|until the (end|start)|"
    r"during the battle|this (turn|phase)|your opponent.s|when doing so|if it does, (remove|until)|enemy|"
    r"bodyguard unit is destroyed|and this unit is destroyed|battle round|designer.s note|reinforcements step|hit roll|wound roll|"
    r"characteristic|stratagem|weapons|re.roll|must immediately disembark|is on the battlefield|arrives from|feel no pain|"
    r"issue orders|set th(at|ose) units? up in strategic reserves|place it into strategic reserves|battle.shock",
    re.IGNORECASE,
)
BUILDING = re.compile(r"declare battle formations|muster armies|your army includes|your warlord", re.IGNORECASE)
SENTENCE = re.compile(r"(?<=[.;:])\s+|\n\s*\n|■|\n(?=\s*[-•])")


@dataclass(frozen=True)
class Text:
    """A sentence of an ability of a shipped datasheet, enhancement or detachment."""

    sort: str  # datasheet, enhancement, detachment
    owner: str
    ability: str
    sentence: str


def fold(name: str) -> str:
    """A name without marks, apostrophes' shapes and capitals."""
    plain = re.sub(r"\[.*?\]|\(aura\)|\^\^|\*\*", "", name, flags=re.IGNORECASE).replace("’", "'").replace("‘", "'")
    return re.sub(r"\s+", " ", plain).strip().casefold().replace("armor", "armour")


class Catalogues:
    """The files of a data set that a faction was made from, and those that these link to."""

    def __init__(self, files: list[Path]) -> None:
        self.files = files
        self.linked = [path for path in _closure(tuple(files)) if path not in files]
        self.by_id: dict[str, Element] = {}
        for path in (*self.linked, *files):
            self.by_id.update(_by_id(path))

    def abilities(self, entry: Element, parts: frozenset[str] = frozenset()) -> Iterator[tuple[str, str]]:
        """Names and texts of the rules and ability profiles of an entry and of all that it holds. ``parts``: folded names of
        models and wargear, whose texts are read where the entry links to them, too."""
        for element in self._held(entry, parts, set()):
            found = element
            if _tag(element) == "infoLink":
                found = self.by_id.get(str(element.get("targetId")), element)
            if _tag(found) in ("profile", "rule"):
                texts = (one.text for one in found.iter() if _tag(one) in ("characteristic", "description"))
                yield str(found.get("name")), " ".join(filter(None, texts))

    def _held(self, entry: Element, parts: frozenset[str], seen: set[str]) -> Iterator[Element]:
        """The elements of an entry, and of the shared groups and parts that it links to."""
        for element in entry.iter():
            yield element
            target = self.by_id.get(str(element.get("targetId"))) if _tag(element) == "entryLink" else None
            if target is None or str(target.get("id")) in seen:
                continue
            seen.add(str(target.get("id")))
            if _tag(target) == "selectionEntryGroup":
                yield from self._parts(target, parts, seen)
            elif fold(str(target.get("name"))) in parts:
                yield from self._held(target, parts, seen)

    def _parts(self, group: Element, parts: frozenset[str], seen: set[str]) -> Iterator[Element]:
        """The elements of those entries of a shared group that are parts."""
        for element in group.iter():
            if (_tag(element) == "selectionEntry" and fold(str(element.get("name"))) in parts) or _tag(
                element
            ) == "entryLink":
                yield from self._held(element, parts, seen)

    def entries(self, files: list[Path]) -> Iterator[tuple[tuple[str, ...], Element]]:
        """Every entry of these files with the names of the groups and entries around it."""
        for path in files:
            yield from _entries(_root(path), ())


@cache
def _root(path: Path) -> Element:
    return ET.parse(path).getroot()


@cache
def _by_id(path: Path) -> dict[str, Element]:
    wanted = ("profile", "rule", "selectionEntry", "selectionEntryGroup")
    return {str(one.get("id")): one for one in _root(path).iter() if _tag(one) in wanted and one.get("id")}


@cache
def _closure(files: tuple[Path, ...]) -> tuple[Path, ...]:
    """The files with all catalogues that they link to."""
    by_id = {}
    for path in sorted(files[0].parent.glob("*.cat")):
        by_id[re.search(r'<catalogue\b[^>]*?\sid="([^"]+)"', path.read_text("utf-8")[:2000]).group(1)] = path  # type: ignore[union-attr]
    found = dict.fromkeys(files)
    waiting = list(files)
    while waiting:
        for link in _root(waiting.pop()).iter():
            target = by_id.get(str(link.get("targetId"))) if _tag(link) == "catalogueLink" else None
            if target is not None and target not in found:
                found[target] = None
                waiting.append(target)
    return tuple(found)


def _entries(element: Element, around: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Element]]:
    named = _tag(element) in ("selectionEntry", "selectionEntryGroup")
    if _tag(element) == "selectionEntry":
        yield around, element
    inside = (*around, fold(str(element.get("name")))) if named else around
    for child in element:
        yield from _entries(child, inside)


def _tag(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def texts(catalogues: Catalogues, sheets: dict[str, Any], detachments: dict[str, Any]) -> Iterator[Text]:
    """The sentences that speak of building. ``sheets``: folded name -> datasheet; ``detachments``: the same of detachments."""
    for sort, owner, entry in described(catalogues, sheets, detachments):
        parts = _part_names(sheets[owner]) if sort == "datasheet" else frozenset()
        for ability, text in dict.fromkeys(catalogues.abilities(entry, parts)):
            for sentence in (" ".join(part.split()) for part in SENTENCE.split(text)):
                if SPEAKS.search(sentence) and (BUILDING.search(sentence) or not BATTLE.search(sentence)):
                    yield Text(sort, owner, ability, sentence)


def described(
    catalogues: Catalogues, sheets: dict[str, Any], detachments: dict[str, Any]
) -> Iterator[tuple[str, str, Element]]:
    """The entries of what is shipped: kind of record, folded name, entry. What the faction's own files do not have is taken from
    those that they link to."""
    found = set()
    for sort, owner, entry in _described(catalogues, catalogues.files, sheets, detachments):
        found.add((sort, owner))
        yield sort, owner, entry
    for sort, owner, entry in _described(catalogues, catalogues.linked, sheets, detachments):
        if (sort, owner) not in found:
            yield sort, owner, entry


def _described(
    catalogues: Catalogues, files: list[Path], sheets: dict[str, Any], detachments: dict[str, Any]
) -> Iterator[tuple[str, str, Element]]:
    bearers = {
        fold(_name(one)): name for name, record in detachments.items() for one in record["enhancements"].values()
    }
    for around, entry in catalogues.entries(files):
        name = fold(str(entry.get("name")))
        if name in detachments and any("detachment" in word for word in around):
            yield "detachment", name, entry
        elif name in bearers and any("enhancement" in word or word in detachments for word in around):
            group = next((one for word in around if (one := _detachment(word, detachments))), "")
            others = any(word.endswith(" enhancements") for word in around) and not group
            if not others and name in {fold(_name(one)) for one in _enhancements(detachments, group).values()}:
                yield "enhancement", name, entry
        elif name in sheets and entry.get("type") in ("unit", "model") and not any(word in sheets for word in around):
            yield "datasheet", name, entry


def _part_names(sheet: dict[str, Any]) -> frozenset[str]:
    """The folded names of the models and the wargear of a datasheet."""
    parts = (part for key in ("models", "weapons", "gear") for part in sheet.get(key, {}).values())
    return frozenset(fold(_name(part)) for part in parts)


def _detachment(group: str, detachments: dict[str, Any]) -> str:
    """The detachment whose enhancements a group of that name holds; empty for other groups."""
    name = group.removesuffix(" enhancements")
    return next((one for one in (name, name.removesuffix("s")) if one in detachments), "")


def _enhancements(detachments: dict[str, Any], detachment: str) -> dict[str, Any]:
    wanted = [record for name, record in detachments.items() if detachment in ("", name)]
    return {key: one for record in wanted for key, one in record["enhancements"].items()}


def _name(record: dict[str, Any]) -> str:
    return str(record["name"]["en"] if isinstance(record["name"], dict) else record["name"])


# --- what is encoded ----------------------------------------------------------------------------------------------------------


def _core(record: dict[str, Any]) -> list[str]:
    """The core abilities of a datasheet, or those that an enhancement asks of its bearer."""
    abilities = record.get("abilities", {})
    return abilities.get("core", []) if isinstance(abilities, dict) else abilities


def _gained(record: dict[str, Any], key: str) -> bool:
    gear = any(one.get("gains") or one.get("loses") for one in record.get("gear", {}).values())
    return gear or any(effect.get(key) for effect in record.get("effects", ()))


Encoded = Callable[[dict[str, Any]], bool]
ENCODED: list[tuple[str, Encoded]] = [  # what a sentence says -> whether the record states it
    (r"cannot be (selected (to be|as) )?your warlord", lambda one: bool(one.get("never_warlord"))),
    (r"cannot be given enhancements", lambda one: bool(one.get("never_enhanced"))),
    (r"must be your warlord", lambda one: bool(one.get("must_be_warlord") or one.get("warlord"))),
    (r"must start the battle in reserves", lambda one: bool(one.get("starts_in_reserves"))),
    (r"split", lambda one: bool(one.get("split") or any(bay.get("splits") for bay in one.get("transport", ())))),
    (
        r"attached to this unit .* gains",
        lambda one: any(effect.get("to") == "leaders" for effect in one.get("effects", ())),
    ),
    (
        r"attached to it .* starts the battle embarked .* gains",
        lambda one: any(effect.get("to") == "leaders" and effect.get("embarked") for effect in one.get("effects", ())),
    ),
    (r"while th\w+ \w+ is joined to a unit, it can embark", lambda one: "passenger" in one),
    (r"if it is not possible to join", lambda one: one.get("joins", {}).get("must") is True),
    (r"any unit it is joined to, cannot embark", lambda one: one.get("joins", {}).get("rides") is False),
    (
        r"cannot include more than one of this model",
        lambda one: any("per_army" in model for model in one.get("models", {}).values()),
    ),
    (r"cannot attach two", lambda one: bool(one.get("bodyguard", {}).get("distinct"))),
    (r"attached to .*\bthis unit instead|be attached to this unit|can be led by", lambda one: "led" in one),
    (r"can be selected as your warlord", lambda one: bool(one.get("effects"))),
    (r"can be attached to the following|attach this model|attached to (the above|one of)", lambda one: "leader" in one),
    (r"(can|must) join", lambda one: "joins" in one or "leader" in one),
    (r"cannot join an attached unit|counts as part of", lambda one: "joins" in one),
    (r"(must attach|cannot be attached)", lambda one: bool(one.get("bodyguard") or one.get("leader"))),
    (r"(attach|have) up to two", lambda one: bool(one.get("bodyguard", {}).get("leaders"))),
    (
        r"(be|is) attached to",
        lambda one: any(effect.get("leads") for effect in one.get("effects", ())) or "leader" in one,
    ),
    (
        r"deep strike",
        lambda one: _gained(one, "abilities") or "Deep Strike" in _core(one),
    ),
    (r"^no .* can be your warlord", lambda one: bool(one.get("never_warlords"))),
    (r"has the infiltrators ability", lambda one: _gained(one, "abilities")),
    (r"(gains?|have|has|loses|replaces) .*keyword", lambda one: _gained(one, "keywords") or _gained(one, "loses")),
    (r"(gains?|have|has) the .*battleline", lambda one: _gained(one, "keywords")),
    (r"cannot include more than one", lambda one: any("per_army" in model for model in one["models"].values())),
    (r"cannot (be )?(include|contain)", lambda one: bool(one.get("never_with") or one.get("forbids"))),
    (r"cannot use the .* rule", lambda one: bool(one.get("forbids"))),
    (r"muster", lambda one: bool(one.get("effects"))),
    (r"transport capacity|cannot transport", lambda one: bool(one.get("transport"))),
]


def asks_for(sentence: str) -> list[Encoded]:
    """What a native record must state for the sentence; empty when the sentence says nothing known."""
    plain = fold(sentence)
    found = next((encoded for phrase, encoded in ENCODED if re.search(phrase, plain)), None)
    return [found] if found else []
