"""Findings: what is wrong, how much, where, why, and what would mend it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from listbuilder.catalogue.base import Number
from listbuilder.errors import Place
from listbuilder.i18n import Text

SEVERITIES = ("error", "warning", "info", "unjudged")

# action of a fix -> what its args are; a unit is named by its id
ACTIONS = {
    "remove-unit": "unit",
    "set-size": "unit, number of models",
    "set-warlord": "unit (no other keeps the mark)",
    "clear-warlord": "unit",
    "clear-enhancement": "unit, enhancement id",
    "set-battle-size": "battle size id",
    "attach": "leader unit, bodyguard unit",
    "detach": "leader unit",
    "embark": "passenger unit, transport unit",
    "disembark": "passenger unit",
    "deploy": "unit (it leaves its transport and its reserves)",
    "set-reserves": "unit, kind of reserves",
    "set-strategic-reserves": "unit",
    "set-hover": "unit, true or false",
    "forget": "id that names no unit (taken out of the declarations)",
}


@dataclass(frozen=True, slots=True)
class Fix:
    """A concrete edit that mends a finding. ``action`` and ``args`` name an edit of `listbuilder.session`; the vocabulary is
    `ACTIONS`. ``safe`` ones may be applied without asking (`check --fix`): nothing the player chose is lost by them."""

    title: Text
    action: str
    args: tuple[Any, ...] = ()
    safe: bool = False


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. ``unit`` is the id of the unit it is about, empty for the army; ``found`` and ``bound`` are the numbers
    compared. Severity ``unjudged`` means that the data do not allow a verdict: neither legal nor illegal."""

    rule: str
    message: Text
    severity: str = "error"
    unit: str = ""
    place: Place | None = None
    found: Number | None = None
    bound: Number | None = None
    source: str = ""
    fixes: tuple[Fix, ...] = ()
