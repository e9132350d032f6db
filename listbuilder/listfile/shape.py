"""Tests whether a list or declaration file fits its schema, without jsonschema, which is slow to import.

Where it does not fit, jsonschema explains why. A test keeps both in agreement.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from listbuilder.expressions import expression

Test = Callable[[Any], bool]

MAX_COUNT = 100_000
MAX_ID = 100
KIND = expression(r"^[a-z0-9]+(-[a-z0-9]+)*$")  # of reserves; which there are is the system's
ID = expression(r"^[^/|@#\s\x00-\x1f\x7f]([^/|@#\x00-\x1f\x7f]*[^/|@#\s\x00-\x1f\x7f])?$(?!\n)")  # as in the schema


def is_text(value: Any) -> bool:
    """Text, or a number, which is read as text."""
    return (isinstance(value, str) and value != "") or (isinstance(value, int) and not isinstance(value, bool))


def is_free_text(value: Any) -> bool:
    return isinstance(value, str) or is_text(value)


def is_bool(value: Any) -> bool:
    return isinstance(value, bool)


def is_id(value: Any) -> bool:
    """What may name a unit of the roster."""
    if not isinstance(value, str):
        return is_text(value)
    return len(value) <= MAX_ID and ID.search(value) is not None


def is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MAX_COUNT


def is_positive(value: Any) -> bool:
    return is_count(value) and value > 0


def is_number(value: Any) -> bool:
    return not isinstance(value, bool | str | list | dict) and value is not None and value >= 0


def list_of(test: Test) -> Test:
    return lambda value: isinstance(value, list) and all(map(test, value))


def map_of(test: Test) -> Test:
    return lambda value: isinstance(value, dict) and all(map(test, value.values()))


def one_or_list(test: Test) -> Test:
    return lambda value: all(map(test, value)) if isinstance(value, list) else test(value)


def record(tests: dict[str, Test], required: tuple[str, ...] = ()) -> Test:
    """A mapping; unknown keys may hold anything."""

    def fits(value: Any) -> bool:
        if not isinstance(value, dict) or any(key not in value for key in required):
            return False
        return all(key not in tests or tests[key](item) for key, item in value.items())

    return fits


is_items = one_or_list(is_text)
is_exchange = map_of(is_items)


def is_loadout(value: Any) -> bool:
    """Changes of a model's default loadout: `count`, `add`, `replace`; any other key is an item given up."""
    tests = LOADOUT
    return isinstance(value, dict) and all(tests.get(key, is_items)(item) for key, item in value.items())


LOADOUT: dict[str, Test] = {
    "count": is_positive,
    "items": is_items,
    "add": one_or_list(is_items),
    "replace": one_or_list(is_exchange),
    "name": is_free_text,
    "notes": is_free_text,
}

UNIT: dict[str, Test] = {
    "id": is_id,
    "datasheet": is_text,
    "faction": is_text,
    "name": is_free_text,
    "models": map_of(is_count),
    "wargear": map_of(one_or_list(is_loadout)),
    "enhancement": is_items,
    "warlord": is_bool,
    "notes": is_free_text,
}
is_unit = record(UNIT, required=("datasheet",))


def is_selection(value: Any) -> bool:
    """A choice in a list over community data: its name or id, or a mapping of that and of what is chosen below."""
    return is_text(value) or _is_selection_record(value)


SELECTION: dict[str, Test] = {
    "id": is_id,
    "entry": is_text,
    "amount": is_positive,
    "name": is_free_text,
    "notes": is_free_text,
    "selections": list_of(is_selection),
}
_is_selection_record = record(SELECTION, required=("entry",))


FORCE: dict[str, Test] = {
    "id": is_id,
    "force": is_text,
    "faction": is_text,
    "subfaction": is_text,
    "catalogue": is_text,
    "name": is_free_text,
    "notes": is_free_text,
    "units": list_of(is_unit),
    "selections": list_of(is_selection),
}
is_force = record(FORCE, required=("force",))
FORCE["forces"] = list_of(is_force)


# Keys of forces in lists of either form only, and of lists of units.
OF_UNITS, OF_TREES = frozenset(("faction", "subfaction", "units")), frozenset(("catalogue", "selections"))
OF_ARMIES = frozenset(("detachment", "choices", "battle_size", "units"))


def is_split(value: Any) -> bool:
    """Units that are split: a list, or a mapping to the names of the two halves."""
    pair = list_of(is_text)
    return list_of(is_text)(value) or map_of(lambda names: pair(names) and len(names) == 2 and names[0] != names[1])(
        value
    )


DECLARED: dict[str, Test] = {
    "hover": list_of(is_text),
    "attach": map_of(is_text),
    "embark": map_of(is_text),
    "reserves": map_of(lambda value: isinstance(value, str) and KIND.search(value) is not None),
    "strategic_reserves": list_of(is_text),
    "split": is_split,
    "deployed": list_of(is_text),
    "marks": map_of(list_of(is_text)),
}
is_declarations = record(DECLARED)
DECLARATION_FILE: dict[str, Test] = {**DECLARED, "roster": is_text}
is_declaration_file = record(DECLARATION_FILE)

ROSTER: dict[str, Test] = {
    "name": is_free_text,
    "system": is_text,
    "data": record({"set": is_text, "date": is_text, "revision": is_text, "sha256": is_text, "points": is_text}),
    "faction": is_text,
    "detachment": is_items,
    "choices": map_of(is_items),
    "battle_size": is_text,
    "rules": list_of(is_text),
    "limits": map_of(is_number),
    "units": list_of(is_unit),
    "forces": list_of(is_force),
    "declarations": is_declarations,
    "notes": is_free_text,
}
is_roster = record(ROSTER, required=("system",))
