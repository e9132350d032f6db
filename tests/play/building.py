"""A player who builds a list with the session's commands alone: tries what is offered, takes back what the findings refuse."""

from __future__ import annotations

import contextlib
import math
import random
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile

from listbuilder.session import DatasheetChoice, Session
from tests.play.mending import mend, take, wrongs

ENOUGH = 60  # points that may be left over
REGIMENT = "Regiment"
ROUNDS = 4
KINDS = 10  # of forces that are tried
SEEDS = 2
PER_REGIMENT = 3
DEMANDED = 12  # units that are added because the list has too few of their role
LEADERS = frozenset(("Character", "Characters", "HQ", "Lords", "Heroes", "Lord", "Hero", "Leader"))


NUMBER = re.compile(r"\d+(?:\.\d+)?")


def errors(session: Session) -> set[tuple[str, str]]:
    return {(item.rule, str(item.message)) for item in session.findings if item.severity == "error"}


def attempt(session: Session, change: Callable[[], object]) -> bool:
    """Makes a change and takes it back when it is one too many: over the limit, or wrong in a way that was not there before."""
    before, revision, done = _kinds(session), session.revision, len(session.history.undo_stack)
    change()
    if session.revision == revision:
        return False
    if room(session) < 0 or _kinds(session) - before:
        while len(session.history.undo_stack) > done:
            session.undo()
        return False
    return True


def _kinds(session: Session) -> set[tuple[str, str]]:
    """The errors, of which those that something is too few have no numbers: there is progress when more of it is there."""
    return {(rule, NUMBER.sub("", text) if "at least" in text else text) for rule, text in errors(session)}


def best(begin: Callable[[], Session]) -> Session:
    """The first legal army, else what comes nearest to one: built in each kind of force that the data offer, then with other
    units first. ``begin`` starts an empty list."""
    tried: list[tuple[Session, str]] = []
    kinds = [kind.id for kind in begin().forces.choices()]
    for number in range(len(kinds[:KINDS]) + SEEDS):
        kind = kinds[number] if number < len(kinds[:KINDS]) else _best(tried)[1]
        session = begin()
        if kind != kinds[0]:
            first = session.roster.forces[0].id
            session.add_force(kind)
            session.remove_force(first)
        build(session, None if number < len(kinds[:KINDS]) else random.Random(number))
        if session.verdict == "legal":
            return session
        tried.append((session, kind))
    return _best(tried)[0]


def _best(tried: Sequence[tuple[Session, str]]) -> tuple[Session, str]:
    return max(tried, key=lambda one: (-len(wrongs(one[0])), one[0].points))


def build(session: Session, chance: random.Random | None = None) -> None:
    """Fills an empty list up to its limit. ``chance`` decides which units are tried first."""
    if any(item.name == REGIMENT for item in session.forces.choices(session.roster.forces[0].id)):
        _regiments(session, chance)
    else:
        _army(session, chance)
        if errors(session):
            _troops_first(session, chance)
    choose_settings(session)
    for unit in list(session.army.units):
        change_wargear(session, unit.id)
    if wrongs(session):
        own = _own(session, chance)
        mend(session, own)
        fill(session, own)


def _own(session: Session, chance: random.Random | None) -> list[DatasheetChoice]:
    """The army's own datasheets that it may have now."""
    own = [line for line in session.datasheets() if not (line.hidden or line.legends) and _is_own(session, line)]
    if chance is not None:
        chance.shuffle(own)
    return own


# --- armies without regiments ---------------------------------------------------------------------------------------------


def _army(session: Session, chance: random.Random | None) -> None:
    for detachment in session.detachments():
        if attempt(session, lambda chosen=detachment: session.set_detachment(chosen.id)):
            break
    own = _own(session, chance)
    leaders = [line for line in own if line.role in LEADERS]
    for line in leaders[:1]:
        take(session, line)
    for line in leaders[1:2]:
        attempt(session, lambda taken=line: take(session, taken))
    _name_warlord(session)
    for unit in list(session.army.units):
        give_enhancement(session, unit.id)
    _demanded(session, own)
    fill(session, _mixed(own))


def _troops_first(session: Session, chance: random.Random | None) -> None:
    """Builds the army anew, with leaders only as far as the others allow: shares of what was spent may demand that."""
    wrong, steps = len(errors(session)), len(session.history.undo_stack)
    own = _own(session, chance)
    leaders = [line for line in own if line.role in LEADERS]
    for unit in list(session.army.units):
        session.remove_unit(unit.id)
    others = [line for line in own if line not in leaders]
    _demanded(session, others)
    for line in (*_mixed(others)[:DEMANDED], *leaders):
        attempt(session, lambda taken=line: take(session, taken))
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
        if not any(attempt(session, lambda taken=line: take(session, taken)) for line in fitting):
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
                attempt(session, lambda taken=line: take(session, taken, force))
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


def _regiments(session: Session, chance: random.Random | None) -> None:
    army = session.roster.forces[0].id
    kind = next(item.id for item in session.forces.choices(army) if item.name == REGIMENT)
    for number in range(5):
        regiment = session.add_force(kind, army)
        if not _lead(session, regiment, chance):
            session.remove_force(regiment)
            break
        if number == 0:
            session.set_warlord(next(unit.id for unit in session.army.units if unit.force == regiment))
        _follow(session, regiment, PER_REGIMENT, chance)
        if room(session) <= ENOUGH:
            return
    for line in session.forces.lines():
        if line.kind == REGIMENT:
            _follow(session, line.id, DEMANDED, chance)


def _lead(session: Session, regiment: str, chance: random.Random | None) -> bool:
    """Gives a regiment a leader, of a kind that the army has not if there is one."""
    if any(unit.force == regiment for unit in session.army.units):
        return True  # a leader that the army must have
    taken = {unit.datasheet for unit in session.army.units}
    heroes = [line for line in _offered(session, regiment, chance) if line.role == "HERO"]
    heroes.sort(key=lambda line: line.name in taken)
    return any(attempt(session, lambda taken=line: take(session, taken, regiment)) for line in heroes)


def _follow(session: Session, regiment: str, most: int, chance: random.Random | None) -> None:
    """Adds units below the leader of a regiment."""
    followed = 0
    for line in _offered(session, regiment, chance):
        if line.role != "HERO" and room(session) >= line.points:
            followed += attempt(session, lambda taken=line: take(session, taken, regiment))
        if followed == most:
            return


def _offered(session: Session, regiment: str, chance: random.Random | None) -> list[DatasheetChoice]:
    lines = [line for line in session.datasheets(regiment) if not (line.hidden or line.legends)]
    if chance is not None:
        chance.shuffle(lines)
    return lines


# --- settings and wargear ---------------------------------------------------------------------------------------------------


def choose_settings(session: Session) -> None:
    """Takes what the army must have, and the first of every choice that is still open."""
    for force in session.forces.lines():
        for row in session.rows(force.id):
            if row.kind == "toggle" and row.count < (row.minimum or 0):
                session.pick(force.id, row.key)
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
