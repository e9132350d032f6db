"""Reads rosters in JSON: those of New Recruit and List Forge, which are BattleScribe's tree, and those of Rosterizer.

A tree with ids of the data is turned into the elements of a ``.ros`` file, which binds by them. Without ids, or without the data
that have them, only the names are left: they become a record as the texts do.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from listbuilder.errors import TOO_LARGE, InputError
from listbuilder.exchange.reading.record import ForceRecord, ListRecord, Part, UnitRecord, Word
from listbuilder.exchange.reading.shapes import is_allied
from listbuilder.exchange.reading.text import allowed, number_in, plain
from listbuilder.expressions import expression
from listbuilder.i18n import Text
from listbuilder.strictjson import TwinError, first_twin, unique

MAX_DEPTH = 40
MAX_NODES = 200_000
TREE_LIMITS = {"limit": MAX_NODES, "levels": MAX_DEPTH}
MOST_STATED = Decimal(10**12)  # larger numbers are taken for this one
WRAPPED = {"forces": "force", "selections": "selection", "costLimits": "costLimit"}
HELD = frozenset(("forces", "selections", "included", "traits"))  # what an army consists of
LISTS = frozenset((*WRAPPED, "costs", "categories"))
CONFIGURATION = frozenset(("configuration", "reference"))
MOST_POINTS = 10_000_000
SYSTEMS = ("wh40k-10e", "wh40k-11e")
DETACHMENT = ("detachment", "detachments", "detachment choice")
BATTLE_SIZE = "battle size"
POINTS = frozenset(("pts", "points"))
POINTS_STATED = expression(r"(?<![\d,.])(\d[\d,.]{0,12}+)\s?(?:point|pts)", re.IGNORECASE)
SEVERAL = expression(r"\d\D++\d|\d\+")  # numbers of which none is known to be the limit
RULEBOOK = "rulebook"  # of Rosterizer: what assets there may be
PARTED = "§"  # what parts their classes from their names
NUMBERED = expression(r"^\d{1,2}\.\s+")
Node = dict[str, Any]


def parse(text: str, name: str = "") -> Node:
    """The object that a text states. Raises `InputError`."""

    try:
        found = json.loads(text, parse_float=Decimal, parse_constant=str, object_pairs_hook=unique)
    except TwinError:
        key, line, column = first_twin(text.encode("utf-8", "surrogatepass"))
        stated = Text("duplicate key {key}", {"key": key or "“”"})
        raise InputError(stated, name, line, column, rule="duplicate-key") from None
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else 0
        raise InputError(Text("not JSON: {error}", {"error": str(error)}), name, line, 1 if line else 0) from None
    if not isinstance(found, dict):
        raise InputError(Text("this JSON is no list of an army"), name, rule="unknown-format")
    return found


class _Walk:
    """Visits the objects of a tree, within limits."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.nodes = 0
        self.met: set[int] = set()  # the objects that were visited, by `id`

    def children(self, node: Node, key: str, depth: int) -> Iterator[Node]:
        """The objects in a list of a node; BattleScribe's own wrappers are looked through. Raises `InputError` where something
        else stands in the place of a force or selection: left out, it would be missing in the army."""
        value = node.get(key)
        if isinstance(value, dict) and set(value) <= {WRAPPED.get(key, "")}:
            value = value.get(WRAPPED[key], ()) if value else ()
            value = [value] if isinstance(value, dict) else value  # the only one, as XML is put into JSON
        if key in HELD and not _is_list_of_objects(value):
            raise InputError(Text("{key}: expected a list of objects", {"key": key}), self.name, rule="schema")
        for child in value if isinstance(value, list) else ():
            self.nodes += 1
            if depth > MAX_DEPTH or self.nodes > MAX_NODES:
                raise InputError(
                    Text("more elements than a roster can have: at most {limit}, in {levels} levels", TREE_LIMITS),
                    self.name,
                    rule=TOO_LARGE,
                )
            if isinstance(child, dict):
                self.met.add(id(child))
                yield child


def _is_list_of_objects(value: object) -> bool:
    return not value or (isinstance(value, list) and all(isinstance(one, dict) for one in value))


def roster_of(data: Node, name: str = "") -> Node:
    """The roster inside the object. Raises `InputError` where there is none."""
    roster = data.get("roster", data)
    if roster is not data and data.keys() & HELD:
        raise InputError(
            Text("this JSON states two lists: {keys}", {"keys": ("roster", *sorted(data.keys() & HELD))}),
            name,
            rule="schema",
        )
    if isinstance(roster, dict):
        forces = roster.get("forces", [None])
        if not isinstance(forces, list) or all(isinstance(force, dict) for force in forces):
            return roster
    raise InputError(Text("this JSON is no list of an army"), name, rule="unknown-format")


def has_ids(roster: Node, name: str = "") -> bool:
    """Whether its forces name the entries of the data."""
    return any(force.get("entryId") and force.get("catalogueId") for force in _Walk(name).children(roster, "forces", 0))


def elements(roster: Node, name: str = "") -> ET.Element:
    """The roster as the elements of a ``.ros`` file."""
    walk = _Walk(name)

    def build(tag: str, node: Node, depth: int) -> ET.Element:
        element = ET.Element(
            tag, {key: _text(value) for key, value in node.items() if not isinstance(value, dict | list)}
        )
        for key, inner in WRAPPED.items():
            children = [build(inner, child, depth + 1) for child in walk.children(node, key, depth)]
            if children:
                ET.SubElement(element, key).extend(children)
        return element

    return build("roster", roster, 0)


def node_of(element: ET.Element) -> Node:
    """The object that `elements` would make this element of; of a roster, what its names say."""
    groups: dict[str, list[Node]] = {}
    for group in element:
        if group.tag in LISTS:
            groups.setdefault(group.tag, []).extend(map(node_of, group))
    return element.attrib | groups


def _text(value: object) -> str:
    return plain(str(value).lower() if isinstance(value, bool) else str(value))


# --- by names alone -----------------------------------------------------------------------------------------------------------


def read(data: Node, name: str = "", systems: tuple[str, ...] = SYSTEMS) -> ListRecord:
    """The record of a roster by its names. ``systems``: ids of those that it may be for."""
    roster = roster_of(data, name)
    maker = _word(data.get("generatedBy") or roster.get("generatedBy"))
    record = ListRecord("listforge-json" if "forge" in maker.casefold() else "nr-json", systems)
    record.name = _word(roster.get("name"))
    record.edition = _word(roster.get("gameSystemName") or data.get("gameSystemName"))
    record.total = _points(roster)
    record.limit = next(
        (number_in(_word(cost.get("value"))) for cost in _Walk(name).children(roster, "costLimits", 0)), None
    )
    walk = _Walk(name)
    for force in _forces(roster, walk):
        catalogue = _word(force.get("catalogueName"))
        if catalogue and record.faction is None:
            record.faction = Word(catalogue)
        record.forces.append(ForceRecord(_word(force.get("name")), catalogue))
        for selection in walk.children(force, "selections", 1):
            _root(record, selection, walk)
    if record.faction is None:
        record.header += _factions(roster, walk)
    return record


def _forces(node: Node, walk: _Walk, depth: int = 0) -> Iterator[Node]:
    """The forces of a roster, and those inside them."""
    for force in walk.children(node, "forces", depth):
        yield force
        yield from _forces(force, walk, depth + 1)


def _root(record: ListRecord, selection: Node, walk: _Walk) -> None:
    """A selection of a force: a unit, or a setting of the army."""
    label = _word(selection.get("name"))
    categories = {_word(one.get("name")).casefold() for one in walk.children(selection, "categories", 2)}
    if categories & CONFIGURATION or label.casefold() in (*DETACHMENT, BATTLE_SIZE):
        before = len(record.choices)
        for child in walk.children(selection, "selections", 2):
            setting(record, label, Word(_word(child.get("name"))))
        record.forces[-1].settings += record.choices[before:]
        return
    allied = any(map(is_allied, categories))
    unit = UnitRecord(label, points=_sum(selection, walk, 2), force=len(record.forces) - 1, allied=allied)
    record.units.append(unit)
    _alone(record, label, selection.get("number"))
    for child in walk.children(selection, "selections", 2):
        _part(unit, unit.parts, child, walk, 3)
    unit.models = _models(selection, walk, 2)


def _alone(record: ListRecord, label: str, number: object) -> None:
    """Notes a unit that is stated with a number: rosters state each by itself, and nobody knows what another number means."""
    if number is not None and _decimal(number) != 1:
        record.unplaced.append(Word(f"{_word(number) or '?'}x {label}"))


def setting(record: ListRecord, label: str, value: Word) -> None:
    """Notes a setting of the army by what rosters call it."""
    kind = label.casefold()
    if kind in DETACHMENT:
        record.detachments.append(value)
    elif kind == BATTLE_SIZE:
        limit = _limit(value.text)
        if record.size is None and limit is not None:
            record.limit = limit  # goes before the limit of the whole roster
        record.play(value, value, limit)
    else:
        record.choices.append((label, value))


def _limit(size: str) -> int | None:
    """The points that the name of a battle size states: (2000 Point limit), (51-100 Total PL / 501-1000 Points)."""
    stated = size.rpartition("(")[2]
    found = POINTS_STATED.search(stated)
    if found is None and SEVERAL.search(stated):
        return None
    return number_in(found[1] if found else stated)


def _part(unit: UnitRecord, parts: list[Part], selection: Node, walk: _Walk, depth: int) -> None:
    label = _word(selection.get("name"))
    if label.casefold() == "warlord":
        unit.warlord = True
        return
    if "enhancement" in _word(selection.get("group")).casefold():
        unit.enhancements.append(Word(label))
        return
    part = Part(label, _count(selection.get("number", 1)), also=_plain(label))
    parts.append(part)
    for child in walk.children(selection, "selections", depth):
        _part(unit, part.parts, child, walk, depth + 1)


def _models(selection: Node, walk: _Walk, depth: int) -> int:
    """How many models stand below a selection, as far as the roster says what is one."""
    found = 0
    for child in walk.children(selection, "selections", depth):
        found += _count(child.get("number", 1)) if child.get("type") == "model" else _models(child, walk, depth + 1)
    return found


def _plain(label: str) -> str:
    """A name without what data write before it, its number in a table or the sort of thing that it is ("Relic: …"); empty where
    there is nothing of the sort."""
    short = NUMBERED.sub("", label.rpartition(": ")[2]).strip()
    return short if short != label else ""


def _factions(roster: Node, walk: _Walk) -> list[Word]:
    """The factions that the categories of units name, most frequent first."""
    found: dict[str, int] = {}
    for force in _forces(roster, walk):
        for selection in walk.children(force, "selections", 1):
            for category in walk.children(selection, "categories", 2):
                label, _, faction = _word(category.get("name")).partition("Faction: ")
                if faction and not label:
                    found[faction] = found.get(faction, 0) + 1
    return [Word(faction) for faction in sorted(found, key=lambda one: -found[one])[:1]]


def _sum(selection: Node, walk: _Walk, depth: int) -> int | None:
    """The points of a selection and all below it: each states its own alone."""
    own = _points(selection)
    below = [_sum(child, walk, depth + 1) or 0 for child in walk.children(selection, "selections", depth)]
    return (own or 0) + sum(below) if own is not None or any(below) else None


def _points(node: Node) -> int | None:
    costs = node.get("costs")
    for cost in costs if isinstance(costs, list) else ():
        if isinstance(cost, dict) and _word(cost.get("name")).casefold() in POINTS:
            return _number(cost.get("value"))
    return None


def _number(value: object) -> int | None:
    """A whole number of points, written as a number or as text."""
    number = _decimal(value)
    return int(number) if number is not None and abs(number) <= MOST_POINTS else None


def _decimal(value: object) -> Decimal | None:
    """The number that a value writes; None where it is none. One beyond `MOST_STATED` is that, with its sign."""
    try:
        number = Decimal(str(value))
    except ArithmeticError:
        return None
    if not number.is_finite():
        return None
    return max(-MOST_STATED, min(MOST_STATED, number))


def _count(value: object) -> int:
    """A count of models or wargear, at least 1; 1 where none is stated. Raises `InputError` for what is no whole number, and
    `TooLarge` for more than a unit may have."""
    number = _decimal(value) if value is not None else Decimal(1)
    if number is None or number != int(number):
        raise InputError(Text("expected a whole number, found {value}", {"value": _word(value) or "?"}), rule="schema")
    return allowed(int(number))


def _word(value: object) -> str:
    return plain(str(value)).strip()[:500] if isinstance(value, str | int | Decimal) else ""


# --- Rosterizer ---------------------------------------------------------------------------------------------------------------


def read_rosterizer(data: Node, name: str = "") -> ListRecord:
    """The record of a Rosterizer list: assets inside assets, each called "class§name"."""
    snapshot = data.get("snapshot")
    if not isinstance(snapshot, dict):
        raise InputError(Text("this JSON is no list of an army"), name, rule="unknown-format")
    record = ListRecord("rosterizer-json", SYSTEMS)
    record.name, record.total = _word(snapshot.get("name")), _stat(snapshot)
    walk = _Walk(name)
    for asset in _assets(snapshot, walk, 0):
        kind, label = _class_of(asset)
        match kind:
            case "faction":
                record.belong(Word(label), Word(label))
            case "unit" | "model":
                unit = UnitRecord(label, points=_stat(asset))
                record.units += [unit]
                models = _count(asset.get("quantity"))
                unit.models = models if models > 1 else 0  # 1 is what it writes of every unit
                for inner in _assets(asset, walk, 1):
                    _asset(unit, unit.parts, inner, walk, 2)
            case "battle size":
                record.play(Word(label), Word(label), number_in(label.rpartition("(")[2]))
            case _:
                setting(record, kind, Word(label))
    record.unplaced += _elsewhere({**data, RULEBOOK: None}, {id(snapshot), *walk.met})
    return record


def _elsewhere(data: Node, met: set[int]) -> Iterator[Word]:
    """The assets that stand where none are read, such as below a setting or under a key that nobody knows. ``met``: the objects
    that were read."""
    waiting: list[tuple[object, bool]] = [(data, False)]
    while waiting:
        value, is_asset = waiting.pop()
        if isinstance(value, list):
            waiting += ((one, is_asset) for one in reversed(value))
        elif isinstance(value, dict) and (is_asset or PARTED in _word(value.get("item"))) and id(value) not in met:
            yield Word(_class_of(value)[1] or "?")
        elif isinstance(value, dict):
            for key, inner in reversed(value.items()):
                held = inner.values() if key == "assets" and isinstance(inner, dict) else (inner,)
                waiting += ((one, key == "assets") for one in held)
        elif is_asset and value:
            yield Word(_word(value) or "?")


def _assets(asset: Node, walk: _Walk, depth: int) -> Iterator[Node]:
    """What an asset has, and what it is, such as the Warlord."""
    assets = asset.get("assets") or {}
    if not isinstance(assets, dict):
        raise InputError(Text("{key}: expected keys and values", {"key": "assets"}), walk.name, rule="schema")
    for key in ("included", "traits"):
        yield from walk.children(assets, key, depth)


def _asset(unit: UnitRecord, parts: list[Part], asset: Node, walk: _Walk, depth: int) -> None:
    kind, label = _class_of(asset)
    if kind == "enhancement":
        unit.enhancements.append(Word(label))
    elif label.casefold() == "warlord":
        unit.warlord = True
    else:
        part = Part(label, _count(asset.get("quantity", 1)))
        parts.append(part)
        for inner in _assets(asset, walk, depth):
            _asset(unit, part.parts, inner, walk, depth + 1)


def _class_of(asset: Node) -> tuple[str, str]:
    kind, _, label = _word(asset.get("item")).partition(PARTED)
    return kind.casefold(), label or _word(asset.get("name"))


def _stat(asset: Node) -> int | None:
    stats = asset.get("stats")
    points = stats.get("Points") if isinstance(stats, dict) else None
    return _number(points.get("value")) if isinstance(points, dict) else None
