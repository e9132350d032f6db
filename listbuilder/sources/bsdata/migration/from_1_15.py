"""1.15 → 2.00: bounds become constraints, the points a cost type, links and queries get their present names.

What an element becomes was read off catalogues that BattleScribe itself brought from 1.15 to 2.01 or 2.03, which lie beside
catalogues of 1.15 in the same sets: the ids of constraints (the names of the old attributes), their scopes and flags, the cost
type ``points``. A root entry belongs to its ``categoryId`` until the next step.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from listbuilder.sources.bsdata.migration.elements import Element, add, items, rename, taken

POINTS = "points"  # the id of the one cost type, and of modifiers of it
NO_CHILD = "no child"
ABSENT = {"min": "0", "max": "-1"}  # the values that bound nothing

CONDITIONS = {
    "equal to": "equalTo",
    "not equal to": "notEqualTo",
    "less than": "lessThan",
    "greater than": "greaterThan",
    "at least": "atLeast",
    "at most": "atMost",
    "instance of": "instanceOf",
    "not instance of": "notInstanceOf",
}
SCOPES = {"force type": "force", "direct parent": "parent"}
FIELDS = {"points limit": f"limit::{POINTS}", "total selections": "selections"}
DEEP_SCOPES = frozenset({"roster", "force", "category"})  # queries there count what is inside other entries, too

# Bound -> what it counts, where, and how the constraint is shared.
Bound = tuple[str, str, bool]
ENTRY_BOUNDS: dict[str, Bound] = {
    "Selections": ("selections", "parent", False),
    "InForce": ("selections", "force", True),
    "InRoster": ("selections", "roster", True),
    "Points": (POINTS, "parent", False),
}
FORCE_BOUNDS: dict[str, Bound] = {"Selections": ("selections", "self", False), "Points": (POINTS, "self", False)}
CATEGORY_BOUNDS: dict[str, Bound] = {
    "Selections": ("selections", "parent", False),
    "Points": (POINTS, "parent", False),
    "Percentage": (POINTS, "parent", False),
}
# Limits of nested forces that count towards those around them: "false" is the default and says nothing.
TOWARDS_PARENT = tuple(
    f"countTowardsParent{kind}{what}" for kind in ("Min", "Max") for what in ("Selections", "Points", "Percentage")
)


def migrate(kind: str, root: Element) -> None:
    """Turns a file of 1.15 into one of 2.00, in place."""
    named = _named_by_links(root)
    if kind == "gameSystem":
        add(root, "costTypes", [{"id": POINTS, "name": "pts", "defaultCostLimit": "-1"}])
        add(root, "forceEntries", [_force(force) for force in taken(root, "forceTypes", "forceType")])
        for profile_type in items(root, "profileTypes"):
            add(profile_type, "characteristicTypes", taken(profile_type, "characteristics", "characteristic"))
    add(root, "selectionEntries", [_entry(one, named, shared=False) for one in taken(root, "entries", "entry")])
    for old, item, new, of in (
        ("sharedEntries", "entry", "sharedSelectionEntries", _entry),
        ("sharedEntryGroups", "entryGroup", "sharedSelectionEntryGroups", _group),
    ):
        add(root, new, [of(one, named, shared=True) for one in taken(root, old, item)])
    _links(root)
    for key in ("rules", "sharedRules", "profiles", "sharedProfiles"):
        for info in items(root, key):
            _info(info)


def _named_by_links(root: Element) -> dict[str, set[str]]:
    """Target -> the bounds that links to it modify: the target must have these even where they bound nothing."""
    named: dict[str, set[str]] = defaultdict(set)
    waiting: list[Any] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if "linkType" in node:
                named[str(node.get("targetId", ""))].update(_modified(node))
            waiting.extend(node.values())
        elif isinstance(node, list):
            waiting.extend(node)
    return named


def _modified(node: Element) -> set[str]:
    return {str(modifier.get("field", "")) for modifier in items(node, "modifiers")}


def _entry(node: Element, named: dict[str, set[str]], *, shared: bool) -> Element:
    points = node.pop("points", None)
    if points is not None:
        add(node, "costs", [{"name": "pts", "costTypeId": POINTS, "value": points}])
    rename(node, categoryId="categoryEntryId")
    return _container(node, named, shared=shared)


def _group(node: Element, named: dict[str, set[str]], *, shared: bool) -> Element:
    rename(node, defaultEntryId="defaultSelectionEntryId")
    return _container(node, named, shared=shared)


def _container(node: Element, named: dict[str, set[str]], *, shared: bool) -> Element:
    """What entries and groups have in common. ``shared``: it is, or is inside, what links may refer to."""
    _constrain(node, ENTRY_BOUNDS, _modified(node) | named.get(str(node.get("id", "")), set()), shared=shared)
    add(node, "selectionEntries", [_entry(one, named, shared=shared) for one in taken(node, "entries", "entry")])
    add(
        node,
        "selectionEntryGroups",
        [_group(one, named, shared=shared) for one in taken(node, "entryGroups", "entryGroup")],
    )
    _links(node)
    for info in (*items(node, "rules"), *items(node, "profiles")):
        _info(info)
    _modifiers(node)
    return node


def _constrain(node: Element, bounds: dict[str, Bound], needed: set[str], *, shared: bool = False) -> None:
    """Turns a node's bounds into constraints. ``needed``: bounds that modifiers name."""
    constraints: list[Element] = []
    for what, (field, scope, may_be_shared) in bounds.items():
        for kind, absent in ABSENT.items():
            value = node.pop(f"{kind}{what}", absent)
            if f"{kind}{what}" in needed or str(value).removesuffix(".0") != absent:
                constraints.append(
                    {
                        "id": f"{kind}{what}",
                        "type": kind,
                        "value": value,
                        "field": field,
                        "scope": scope,
                        "shared": shared and may_be_shared,
                        "percentValue": what == "Percentage",
                        "includeChildSelections": field == POINTS or scope in DEEP_SCOPES,
                    }
                )
    add(node, "constraints", constraints)


def _links(node: Element) -> None:
    """Sorts links by what they refer to."""
    for link in taken(node, "links", "link"):
        kind = str(link.pop("linkType", ""))
        _modifiers(link)
        if kind in ("entry", "entry group"):
            link["type"] = "selectionEntryGroup" if kind == "entry group" else "selectionEntry"
            rename(link, categoryId="categoryEntryId")
            add(node, "entryLinks", [link])
        else:
            link["type"] = kind  # profile, rule, or a word that the builder reports
            add(node, "infoLinks", [link])


def _info(node: Element) -> None:
    """A profile or a rule."""
    for value in items(node, "characteristics"):
        rename(value, characteristicId="characteristicTypeId")
        rename(value, id="characteristicTypeId")  # some authors' tools wrote it so
    _modifiers(node)


def _force(node: Element) -> Element:
    categories = taken(node, "categories", "category")
    for category in categories:
        _constrain(category, CATEGORY_BOUNDS, _modified(category))
        _nothing_towards_parent(category)
        _modifiers(category)
    _constrain(node, FORCE_BOUNDS, _modified(node))
    for constraint in items(node, "constraints"):
        constraint["childId"] = "any"  # all that the force holds
    if all(str(node.get(key)) in ("None", str(absent)) for key, absent in _PERCENTAGES.items()):
        for key in _PERCENTAGES:  # others are reported: a force's share of the roster was never seen in use
            node.pop(key, None)
    _nothing_towards_parent(node)
    add(node, "categoryEntries", categories)
    add(node, "forceEntries", [_force(force) for force in taken(node, "forceTypes", "forceType")])
    _modifiers(node)
    return node


_PERCENTAGES = {"minPercentage": 0, "maxPercentage": -1}


def _nothing_towards_parent(node: Element) -> None:
    for key in TOWARDS_PARENT:
        if node.get(key) == "false":
            del node[key]


# --- modifiers -------------------------------------------------------------------------------------------------------


def _modifiers(node: Element) -> None:
    for modifier in items(node, "modifiers"):
        if modifier.get("type") in ("hide", "show"):
            modifier["value"] = str(modifier["type"] == "hide").lower()
            modifier |= {"type": "set", "field": "hidden"}
        _repeat(modifier)
        _conditions(modifier)


def _repeat(modifier: Element) -> None:
    """Turns the attributes of a repeated modifier into a repeat."""
    repeated = modifier.pop("repeat", None) == "true"
    times = modifier.pop("numRepeats", "1")
    query = {
        "scope": modifier.pop("incrementParentId", "roster"),
        "childId": modifier.pop("incrementChildId", NO_CHILD),
        "field": modifier.pop("incrementField", "selections"),
        "value": modifier.pop("incrementValue", "1"),
    }
    if repeated:
        add(modifier, "repeats", [_query(query) | {"repeats": times, "roundUp": False}])


def _conditions(gate: Element) -> None:
    for condition in items(gate, "conditions"):
        rename(condition, parentId="scope")
        condition["type"] = CONDITIONS.get(str(condition.get("type")), condition.get("type"))
        _query(condition)
    for group in items(gate, "conditionGroups"):
        _conditions(group)


def _query(query: Element) -> Element:
    """Gives a query today's words, and the flags that it had by its words, in place."""
    field, scope = str(query.get("field", "")), str(query.get("scope", ""))
    query["field"] = FIELDS.get(field, field)
    query["scope"] = scope = SCOPES.get(scope, scope)
    if query.get("childId") == NO_CHILD:
        query["childId"] = "any"
    query |= {
        "shared": True,
        "percentValue": False,
        "includeChildSelections": scope in DEEP_SCOPES or field in (POINTS, "total selections"),
        "includeChildForces": False,
    }
    return query
