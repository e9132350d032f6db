"""Tokens to cut out and lay on the table: states of units, what is used once, objectives, what is destroyed, names of units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from listbuilder.catalogue.battle import NEUTRAL_BATTLE
from listbuilder.i18n import _
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import models_words
from listbuilder.print.groups import models_on_table
from listbuilder.print.turn_sheet import turn_sheet

Sort = Literal["unit", "state", "once", "objective", "destroyed"]
MOST_OF_A_STATE = 4
OBJECTIVES = 6


@dataclass(frozen=True, slots=True)
class Token:
    """One token. ``detail``: smaller words below its title; ``grave``: it must not be overlooked."""

    sort: Sort
    title: str
    detail: str = ""
    grave: bool = False


def tokens(briefing: Briefing) -> tuple[Token, ...]:
    """The tokens of an army: its units as they fight, as many of each state as there are units but no more than
    `MOST_OF_A_STATE`, one for each thing that is used once, objectives, and as many of the destroyed."""
    if not briefing.army.units:
        return ()
    return (*_units(briefing), *_states(briefing), *_once(briefing), *_objectives(), *_destroyed(briefing))


def _units(briefing: Briefing) -> Iterator[Token]:
    for group in briefing.formation.groups:
        if group.models:
            yield Token("unit", briefing.group_label(group), models_words(models_on_table(briefing, group)))


def _states(briefing: Briefing) -> Iterator[Token]:
    rules = briefing.vocabulary.battle
    for state in rules.states if rules != NEUTRAL_BATTLE else ():
        for _copy in range(_copies(briefing)):
            yield Token("state", state.title, grave=state.grave)


def _copies(briefing: Briefing) -> int:
    return min(len(briefing.formation.groups), MOST_OF_A_STATE)


def _once(briefing: Briefing) -> Iterator[Token]:
    for what in turn_sheet(briefing).once:
        yield Token("once", what.name, what.owner)


def _objectives() -> Iterator[Token]:
    for number in range(1, OBJECTIVES + 1):
        yield Token("objective", str(number), _("Objective"))


def _destroyed(briefing: Briefing) -> Iterator[Token]:
    for _copy in range(_copies(briefing)):
        yield Token("destroyed", _("Destroyed"))
