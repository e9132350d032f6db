"""A page of the publisher's document as our pages state it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any

from listbuilder.errors import InputError
from tools.points_document.names import Names
from tools.points_document.source import Facts

RANGE = re.compile(r"\[(\d+),(\d*)([\])])")
COUNT = re.compile(r"(\d+) (.+)")
UPGRADE = " (Upgrade)"
ROLES = {"leader": "leads", "support": "supports"}
COSTS = ("points", "again", "additions", "items")
Number = int | Decimal


def convert(page: Facts, pages: Mapping[str, Facts], names: Names) -> Facts:
    """The page. ``pages``: those of the document by their ids. Raises `InputError` for what our pages cannot state."""
    found: Facts = {"name": page["name"], "version": page["version"], "date": str(page["firstSeen"])}
    if "parent" in page:
        found["parent"] = _parent(page["parent"], pages)
    found["detachments"] = _each(page["name"], page["detachments"], lambda one: _detachment(one, names))
    parts: dict[str, list[Facts]] = {"": []}
    for unit in page["units"]:
        parts.setdefault(unit.get("groupTitle", ""), []).append(unit)
    units = {heading: _each(page["name"], part, lambda one: _unit(one, names)) for heading, part in parts.items()}
    found["units"] = units.pop("")
    found["groups"] = {heading: part for heading, part in units.items() if not names.is_allied(heading)}
    allied = {name: one for heading, part in units.items() if names.is_allied(heading) for name, one in part.items()}
    found["allied"] = {name: _allied(page["name"], name, one, found["units"]) for name, one in allied.items()}
    return {key: value for key, value in found.items() if value}


def _parent(name: str, pages: Mapping[str, Facts]) -> str:
    found = [page_id for page_id, page in pages.items() if page["name"] == name]
    if len(found) != 1:
        raise InputError(f"unknown parent: {name}")
    return found[0]


def _each(page: str, records: Sequence[Facts], convert: Callable[[Facts], Any]) -> Facts:
    """Records by their names, without what tells upgrades apart."""
    found: Facts = {}
    for record in records:
        name = record["name"].removesuffix(UPGRADE)
        if name in found:
            raise InputError(f"{page}: {name} is there twice")
        try:
            found[name] = convert(record)
        except InputError as error:
            raise InputError(f"{page}: {name}: {error}") from None
    return found


def _detachment(detachment: Facts, names: Names) -> Facts:
    found = {"points": detachment["dp"], "disposition": names.disposition(detachment["objective"])}
    if "unique" in detachment:
        found["tag"] = detachment["unique"]
    enhancements = _each("", detachment["enhancements"], lambda one: _enhancement(one, names))
    return found | ({"enhancements": enhancements} if enhancements else {})


def _enhancement(enhancement: Facts, names: Names) -> Any:
    found: Facts = {"points": enhancement["points"]}
    if enhancement["name"].endswith(UPGRADE):
        found["upgrade"] = True
    for role, key in ROLES.items():
        if enhancement.get(f"{role}To"):
            found[key] = names.joined(enhancement[f"{role}To"])
    return found if len(found) > 1 else found["points"]


def _unit(unit: Facts, names: Names) -> Facts:
    found = _costs(unit)
    if "role" in unit:
        found[ROLES[unit["role"]]] = names.joined(unit["attachTo"])
    if unit.get("legends"):
        found["legends"] = True
    return found


def _allied(page: str, name: str, allied: Facts, units: Facts) -> Facts:
    """What a unit costs in armies of other factions. Raises `InputError` where it differs in more than that."""
    own = units.get(name)
    if own is None or any(own.get(key) != allied.get(key) for key in {*own, *allied} - {*COSTS}):
        raise InputError(f"{page}: {name}: in other armies it is another unit")
    return {key: value for key, value in allied.items() if key in COSTS}


def _costs(unit: Facts) -> Facts:
    """What a unit costs by its size and models, by the copy and by its wargear."""
    (start, first), *others = _tiers(unit["pricing"])
    if start != 1:
        raise InputError("the first copies have no price")
    additions = {cost["desc"]: cost["points"] for cost in first if cost.get("addon")}
    if any(cost["models"] != 1 for cost in first if cost.get("addon")):
        raise InputError("an addition is of several models")
    found = {
        "points": _prices([cost for cost in first if not cost.get("addon")]),
        "again": {start: _surcharge(first, costs) for start, costs in others},
        "additions": additions,
        "items": {one["item"]: one["points"] for one in unit.get("wargear", ())},
    }
    if len(found["items"]) != len(unit.get("wargear", ())):
        raise InputError("an item is there twice")
    return {key: value for key, value in found.items() if value}


def _tiers(pricing: Sequence[Facts]) -> list[tuple[int, list[Facts]]]:
    """The copy from which on prices hold, and the prices. Raises `InputError` where copies have none, or two."""
    found = [(RANGE.fullmatch(tier["range"]), tier["costs"]) for tier in pricing]
    ends = []
    for match, _costs in found:
        if match is None or bool(match[2]) != (match[3] == "]"):
            raise InputError("not a range of copies: " + ", ".join(tier["range"] for tier in pricing))
        ends.append((int(match[1]), int(match[2]) if match[2] else None))
    if any(end is None or end + 1 != start for (_, end), (start, _) in pairwise(ends)) or ends[-1][1] is not None:
        raise InputError("the ranges of copies do not follow each other")
    return [(start, costs) for (start, _), (_, costs) in zip(ends, found, strict=True)]


def _surcharge(first: Sequence[Facts], later: Sequence[Facts]) -> Number:
    """How much more a later copy costs. Raises `InputError` where that is not the same at every size."""
    kinds = [[(one["models"], one.get("desc"), one.get("addon")) for one in costs] for costs in (first, later)]
    charges = {
        after["points"] - before["points"]
        for before, after in zip(first, later, strict=False)
        if not before.get("addon")
    }
    same = all(after == before for before, after in zip(first, later, strict=False) if before.get("addon"))
    if kinds[0] != kinds[1] or len(charges) != 1 or not same:
        raise InputError("later copies do not cost the same more at every size")
    found: Number = charges.pop()
    return found


def _prices(costs: Sequence[Facts]) -> Any:
    """Prices by size; by the models where the document tells these apart."""
    if not any("desc" in cost for cost in costs):
        found = {cost["models"]: cost["points"] for cost in sorted(costs, key=lambda cost: cost["models"])}
        if len(found) != len(costs):
            raise InputError("two prices for one size")
        return found
    return [{"models": _models(cost), "price": cost["points"]} for cost in costs]


def _models(cost: Facts) -> dict[str, int]:
    """How many models of each kind a price is for."""
    parts = [COUNT.fullmatch(part) for part in cost.get("desc", "").split(", ")]
    found = {part[2]: int(part[1]) for part in parts if part}
    if len(found) != len(parts) or sum(found.values()) != cost["models"]:
        raise InputError(f"{cost.get('desc', '')!r} are not {cost['models']} models")
    return found
