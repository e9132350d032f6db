"""Findings: what is wrong, how much, where, why, and what would mend it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from listbuilder.army import Place
from listbuilder.catalogue.model import Number
from listbuilder.i18n import Text

SEVERITIES = ("error", "warning", "info", "unjudged")


@dataclass(frozen=True, slots=True)
class Fix:
    """A concrete edit that mends a finding. ``action`` and ``args`` name an edit of `listbuilder.session`:
    remove-unit, set-size, set-warlord, clear-warlord, clear-enhancement, detach, disembark, deploy, set-battle-size … ;
    ``safe`` ones may be applied without asking (`check --fix`): they never take a unit out of the list."""

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
