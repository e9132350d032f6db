"""Findings: what is wrong, how much, where, why, and how to fix it. Units, sizes and enhancements stand by their ids."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import Struct

from listbuilder.catalogue.base import Number
from listbuilder.errors import Place
from listbuilder.i18n import Localised, Text

SEVERITIES = ("error", "warning", "info", "unjudged")

NOWHERE = Localised()


class RemoveUnit(Struct, frozen=True):
    unit: str


class SetWarlord(Struct, frozen=True):
    """Makes the unit the Warlord; no other unit stays one."""

    unit: str


class ClearWarlord(Struct, frozen=True):
    """Takes the Warlord's mark from this unit only."""

    unit: str


class ClearEnhancement(Struct, frozen=True):
    """Takes one selection of the enhancement from the unit."""

    unit: str
    enhancement: str


class SetBattleSize(Struct, frozen=True):
    size: str


class Detach(Struct, frozen=True):
    leader: str


class Embark(Struct, frozen=True):
    unit: str
    transport: str


class Deploy(Struct, frozen=True):
    """Puts the unit on the table: out of its transport and its reserves."""

    unit: str


class SetReserves(Struct, frozen=True):
    """Puts the unit into reserves: the id of one of the game's states of reserves."""

    unit: str
    state: str


class SetHover(Struct, frozen=True):
    unit: str
    on: bool


class Forget(Struct, frozen=True):
    """Removes an id that names no unit from the declarations."""

    unit: str


Action = (
    RemoveUnit
    | SetWarlord
    | ClearWarlord
    | ClearEnhancement
    | SetBattleSize
    | Detach
    | Embark
    | Deploy
    | SetReserves
    | SetHover
    | Forget
)


@dataclass(frozen=True, slots=True)
class Fix:
    """A concrete edit that resolves a finding; a session carries out its ``action``. ``safe`` ones may be applied without
    asking (`check --fix`): they undo nothing that the player chose."""

    title: Text
    action: Action
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
    source: Localised = NOWHERE
    fixes: tuple[Fix, ...] = ()
