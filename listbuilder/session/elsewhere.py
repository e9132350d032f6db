"""Where a datasheet has its place that a force does not take now: in other forces, beside a leader of it, in a new force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from listbuilder.army import roles
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.engine import actions
from listbuilder.engine.builder import force_accepts
from listbuilder.roster.tree import Force
from listbuilder.session.quotes import quote
from listbuilder.session.views import DatasheetChoice

if TYPE_CHECKING:
    from listbuilder.session.session import Session


class Places(Struct, frozen=True):
    """``forces``: the titles of forces of the army that have room for it; ``beside``: names of datasheets, one of which makes the
    force take it; ``apart``: a new force of the same kind would take it, beside one of ``leaders`` where there are such."""

    forces: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    apart: bool = False
    leaders: tuple[str, ...] = ()


def places(session: Session, force_id: str, datasheet_id: str) -> Places:
    """Tries things out, which takes a while with large data."""
    force = session.forces.get(force_id)
    others = [line for line in session.forces.lines() if line.id != force.id]
    forces = tuple(line.name for line in others if _has_room(session, session.forces.get(line.id), datasheet_id))
    is_empty = not any(roles.is_unit(one.option) for one in force.selections)
    beside = tuple(_openers(session, force, datasheet_id)) if is_empty else ()
    apart, leaders = _apart(session, force, datasheet_id, needs_leader=not (is_empty or forces))
    return Places(forces, beside, apart, leaders)


def _takes(session: Session, force: Force, datasheet_id: str) -> bool:
    if force.entry.purpose is EntryPurpose.FRAME:  # units stand in the forces inside it
        return False
    try:
        option = session.browser.datasheet(force, datasheet_id)
    except LookupError:
        return False
    choice = session.engine.choice(force, option)
    return not choice.hidden and force_accepts(force, choice.categories)


def _has_room(session: Session, force: Force, datasheet_id: str) -> bool:
    return _takes(session, force, datasheet_id) and not quote(session, datasheet_id, force.id).against


def _openers(session: Session, force: Force, datasheet_id: str) -> list[str]:
    """Datasheets that the force offers, beside one of which it would take this one."""
    offered = [one for one in session.datasheets(force.id) if _is_free(one)]
    return [one.name for one in offered if _opens(session, force, one, datasheet_id)]


def _is_free(choice: DatasheetChoice) -> bool:
    return not (choice.hidden or choice.legends)


def _opens(session: Session, force: Force, choice: DatasheetChoice, datasheet_id: str) -> bool:
    with session.history.trial():
        edit, _selection = actions.select(session.engine, force, session.browser.datasheet(force, choice.id))
        session.history.do(edit)
        return _takes(session, force, datasheet_id)


def _apart(session: Session, force: Force, datasheet_id: str, *, needs_leader: bool) -> tuple[bool, tuple[str, ...]]:
    """Whether another force beside this one would take it, and beside whom; that is asked where ``needs_leader``."""
    if not isinstance(force.parent, Force):
        return False, ()
    with session.history.trial():
        try:
            other = session.forces.another(force)
        except LookupError:
            return False, ()
        if _takes(session, other, datasheet_id):
            return True, ()
        leaders = tuple(_openers(session, other, datasheet_id)) if needs_leader else ()
        return bool(leaders), leaders
