"""A player who builds a list with the session's commands alone: tries what is offered, takes back what the findings refuse."""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Callable, Iterable
from itertools import takewhile

from listbuilder.session import DatasheetChoice, Session

ENOUGH = 60  # points that may be left over
REGIMENT = "Regiment"
ROUNDS = 4
PER_REGIMENT = 3
DEMANDED = 12  # units that are added because the list has too few of their role
LEADERS = frozenset(("Character", "Characters", "HQ", "Lords", "Heroes", "Lord", "Hero", "Leader"))


NUMBER = re.compile(r"\d+(?:\.\d+)?")


def errors(session: Session) -> set[tuple[str, str]]:
    return {(item.rule, str(item.message)) for item in session.findings if item.severity == "error"}


def attempt(session: Session, change: Callable[[], object]) -> bool:
    """Makes a change and takes it back when it is one too many: over the limit, or wrong in a way that was not there before."""
    before, revision = _kinds(session), session.revision
    change()
    if session.revision == revision:
        return False
    if room(session) < 0 or _kinds(session) - before:
        session.undo()
        return False
    return True


def _kinds(session: Session) -> set[tuple[str, str]]:
    """The errors, of which those that something is too few have no numbers: there is progress when more of it is there."""
    return {(rule, NUMBER.sub("", text) if "at least" in text else text) for rule, text in errors(session)}


def build(session: Session) -> None:
    """Fills an empty list up to its limit."""
    if any(item.name == REGIMENT for item in session.forces.choices(session.roster.forces[0].id)):
        _regiments(session)
    else:
        _army(session)
        if errors(session):
            _troops_first(session)
    choose_settings(session)
    for unit in list(session.army.units):
        change_wargear(session, unit.id)


# --- armies without regiments ---------------------------------------------------------------------------------------------


def _army(session: Session) -> None:
    for detachment in session.detachments():
        if attempt(session, lambda chosen=detachment: session.set_detachment(chosen.id)):
            break
    own = [line for line in session.datasheets() if not (line.hidden or line.legends) and _is_own(session, line)]
    leaders = [line for line in own if line.role in LEADERS]
    for line in leaders[:1]:
        session.add_unit(line.id)
    for line in leaders[1:2]:
        attempt(session, lambda taken=line: session.add_unit(taken.id))
    _name_warlord(session)
    for unit in list(session.army.units):
        give_enhancement(session, unit.id)
    _demanded(session, own)
    fill(session, _mixed(own))


def _troops_first(session: Session) -> None:
    """Builds the army anew, with leaders only as far as the others allow: shares of what was spent may demand that."""
    wrong, steps = len(errors(session)), len(session.history.undo_stack)
    own = [line for line in session.datasheets() if not (line.hidden or line.legends) and _is_own(session, line)]
    leaders = [line for line in own if line.role in LEADERS]
    for unit in list(session.army.units):
        session.remove_unit(unit.id)
    others = [line for line in own if line not in leaders]
    _demanded(session, others)
    for line in (*_mixed(others)[:DEMANDED], *leaders):
        attempt(session, lambda taken=line: session.add_unit(taken.id))
    _name_warlord(session)
    _demanded(session, own)
    fill(session, _mixed(own))
    while len(errors(session)) > wrong and len(session.history.undo_stack) > steps:
        session.undo()


def _is_own(session: Session, line: DatasheetChoice) -> bool:
    """Whether a datasheet is the army's own: by keywords where the data have some, else by the catalogue it is written in."""
    words = {session.army.faction_keyword, *session.army.other_keywords} - {""}
    return not words.isdisjoint(line.keywords) if words else not line.faction


def _name_warlord(session: Session) -> None:
    """Makes the first unit that may be it the Warlord, where the game has one."""
    for unit in session.army.units:
        with contextlib.suppress(LookupError):
            session.set_warlord(unit.id)
            return


def _demanded(session: Session, lines: list[DatasheetChoice]) -> None:
    """Adds units of the roles of which the list has too few."""
    for _ in range(DEMANDED):
        wanted = [message for _, message in errors(session) if "at least" in message]
        fitting = [line for line in lines if any(text.startswith(f"{line.role}: ") for text in wanted)]
        if not any(attempt(session, lambda taken=line: session.add_unit(taken.id)) for line in fitting):
            return


def _mixed(lines: Iterable[DatasheetChoice]) -> list[DatasheetChoice]:
    """Roles in turn, each in its own order, so that a list holds something of everything."""
    by_role: dict[str, list[DatasheetChoice]] = {}
    for line in lines:
        by_role.setdefault(line.role, []).append(line)
    longest = max(map(len, by_role.values()), default=0)
    return [group[number] for number in range(longest) for group in by_role.values() if number < len(group)]


def fill(session: Session, lines: list[DatasheetChoice], force: str = "") -> None:
    """Adds units as long as they fit."""
    for _ in range(ROUNDS if session.limit is not None else 1):
        for line in lines:
            if room(session) >= line.points:
                attempt(session, lambda taken=line: session.add_unit(taken.id, force))
            if room(session) <= ENOUGH:
                return


def room(session: Session) -> float:
    """Points that are left; without a limit there is always some."""
    return float(session.limit - session.points) if session.limit is not None else math.inf


def give_enhancement(session: Session, unit_id: str) -> None:
    for target in session.enhancements(unit_id):
        if not target.reason and attempt(session, lambda taken=target: session.set_enhancement(unit_id, taken.id)):
            return


# --- armies of regiments --------------------------------------------------------------------------------------------------


def _regiments(session: Session) -> None:
    army = session.roster.forces[0].id
    kind = next(item.id for item in session.forces.choices(army) if item.name == REGIMENT)
    for number in range(5):
        regiment = session.add_force(kind, army)
        if not _lead(session, regiment):
            session.remove_force(regiment)
            return
        if number == 0:
            session.set_warlord(next(unit.id for unit in session.army.units if unit.force == regiment))
        _follow(session, regiment)
        if room(session) <= ENOUGH:
            return


def _lead(session: Session, regiment: str) -> bool:
    if any(unit.force == regiment for unit in session.army.units):
        return True  # a leader that the army must have
    taken = {unit.datasheet for unit in session.army.units}
    heroes = [
        line
        for line in session.datasheets(regiment)
        if line.role == "HERO" and not line.hidden and not line.legends and line.name not in taken
    ]
    return any(attempt(session, lambda taken=line: session.add_unit(taken.id, regiment)) for line in heroes)


def _follow(session: Session, regiment: str) -> None:
    followed = 0
    for line in session.datasheets(regiment):
        if line.hidden or line.legends or line.role == "HERO" or room(session) < line.points:
            continue
        followed += attempt(session, lambda taken=line: session.add_unit(taken.id, regiment))
        if followed == PER_REGIMENT:
            return


# --- settings and wargear ---------------------------------------------------------------------------------------------------


def choose_settings(session: Session) -> None:
    """Picks the first of every choice of the army that is still open."""
    for force in session.forces.lines():
        for row in session.rows(force.id):
            rows = {line.key: line for line in session.rows(force.id)}
            if row.kind == "pick" and row.key in rows and not _is_picked(rows.values(), row.group):
                attempt(session, lambda key=row.key, holder=force.id: session.pick(holder, key))
        choose_required(session, force.id)


def choose_required(session: Session, force: str) -> None:
    """Picks as many of the choices under each heading of a force as it asks for."""
    for number, row in enumerate(session.rows(force)):
        if row.kind == "heading" and row.count < (row.minimum or 0):
            _choose_least(session, force, number)


def _choose_least(session: Session, force: str, number: int) -> None:
    heading, *below = session.rows(force)[number:]
    inside = takewhile(lambda row: row.depth > heading.depth, below)
    wanted = [row.key for row in inside if not row.chosen and not row.hidden]
    for key in wanted[: (heading.minimum or 0) - heading.count]:
        session.pick(force, key)


def _is_picked(rows: Iterable[object], group: str) -> bool:
    return any(getattr(row, "group", "") == group and getattr(row, "chosen", False) for row in rows)


def change_wargear(session: Session, unit_id: str) -> bool:
    """Takes another of some choice, or switches something on; whether anything was allowed."""
    for row in session.rows(unit_id):
        if row.kind in ("pick", "toggle") and not row.chosen and not row.hidden and not row.points:
            return attempt(session, lambda key=row.key: session.pick(unit_id, key))
    return False
