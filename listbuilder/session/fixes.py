"""Carries out what a finding's fix proposes, by the session's own edits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from listbuilder.rules.diagnostic import Fix
from listbuilder.session import declaring

if TYPE_CHECKING:
    from listbuilder.session.session import Session

HANDLERS: dict[str, Callable[..., Any]] = {
    "remove-unit": lambda session, unit: session.remove_unit(unit),
    "set-size": lambda session, unit, models: session.set_size(unit, models),
    "set-warlord": lambda session, unit: session.set_warlord(unit),
    "clear-warlord": lambda session, unit: session.clear_warlord(unit),
    "clear-enhancement": lambda session, unit, enhancement: session.clear_enhancement(unit, enhancement),
    "set-battle-size": lambda session, size: session.set_battle_size(size),
    "attach": lambda session, leader, unit: session.attach(leader, unit),
    "detach": lambda session, leader: session.attach(leader, ""),
    "embark": lambda session, unit, transport: session.embark(unit, transport),
    "disembark": lambda session, unit: session.embark(unit, ""),
    "deploy": lambda session, unit: session.set_reserves(unit, ""),
    "set-reserves": lambda session, unit, state: session.set_reserves(unit, state),
    "set-strategic-reserves": lambda session, unit: session.set_reserves(unit, declaring.STRATEGIC),
    "set-hover": lambda session, unit, on: session.set_hover(unit, on),
    "forget": lambda session, unit: session.forget(unit),
}


def apply_fix(session: Session, fix: Fix) -> None:
    """One step of the history per fix; an action nobody knows is a mistake of the program."""
    HANDLERS[fix.action](session, *fix.args)
