"""Forces and selections that stand where the object of a roster has none: whoever passed them over would judge the rest alone."""

from __future__ import annotations

from typing import Any

from listbuilder.errors import InputError
from listbuilder.i18n import Text

INSIDE = {"roster": ("forces",), "force": ("forces", "selections"), "selection": ("selections",)}
WRAPPED = {"forces": "force", "selections": "selection"}
STATED = frozenset(("entryId", "number"))  # what every selection states, and nothing else
ASTRAY = Text("forces or selections that stand where rosters have none: {number}")


def refuse_astray(data: dict[str, Any], name: str = "") -> None:
    """Raises `InputError` where there are some. ``data``: the whole object, whose ``roster`` is that where it has one."""
    number = 0
    waiting: list[tuple[object, str]] = [(data, "" if "roster" in data else "roster")]
    while waiting:
        one, part = waiting.pop()
        if isinstance(one, list):
            waiting += [(inner, part) for inner in one]
        elif isinstance(one, dict):
            if not part and one.keys() >= STATED:
                number += 1
            for key, inner in one.items():
                if key in INSIDE.get(part, ()):
                    waiting.append((_unwrapped(inner, WRAPPED[key]), WRAPPED[key]))
                elif key == "roster" and one is data:
                    waiting.append((inner, "roster"))
                elif inner and isinstance(inner, dict | list):
                    number += str(key).lower() in WRAPPED
                    waiting.append((inner, ""))
    if number:
        raise InputError(Text(ASTRAY.template, {"number": number}), name)


def _unwrapped(value: object, key: str) -> object:
    """What stands in the wrapper that XML put into JSON has."""
    return value[key] if isinstance(value, dict) and value.keys() == {key} else value
