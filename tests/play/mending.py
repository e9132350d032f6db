"""A player who mends a list: takes any step that leaves less wrong, the fixes that the program offers first."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice

from listbuilder.errors import InputError
from listbuilder.rules.diagnostic import Diagnostic, SetBattleSize
from listbuilder.session import DatasheetChoice, Session

STEPS = 24  # that are taken at most
TRIED = 150  # for one of them
SETTLED = 8  # choices of a unit that are made
LINES = 40  # units that are tried for one of them
Step = Callable[[], object]


def mend(session: Session, lines: list[DatasheetChoice]) -> None:
    """Takes steps until nothing is wrong or none helps. ``lines``: the units to choose from."""
    for _ in range(STEPS):
        wrong = wrongs(session)
        if not wrong or not any(_taken(session, step) for step in islice(_steps(session, wrong, lines), TRIED)):
            return


def take(session: Session, line: DatasheetChoice, force: str = "") -> str:
    """Adds a unit, with the first of what the program offers where it must choose; returns its id."""
    unit = session.add_unit(line.id, force)
    for _ in range(SETTLED):
        offers = (session.first_fix(one) for one in session.findings if one.unit == unit and _lacks(one))
        offer = next((one for one in offers if one is not None), None)
        if offer is None:
            break
        session.apply_fix(offer)
    return unit


def _lacks(one: Diagnostic) -> bool:
    return one.severity == "error" and one.found is not None and one.bound is not None and one.found < one.bound


def wrongs(session: Session) -> list[Diagnostic]:
    """What keeps the list from being legal."""
    return [one for one in session.findings if one.severity in {"error", "unjudged"}]


def _weight(session: Session) -> tuple[int, int, Fraction]:
    """How much is wrong: errors, what is unjudged, and how far the numbers are from their bounds."""
    wrong = wrongs(session)
    errors = sum(one.severity == "error" for one in wrong)
    return errors, len(wrong) - errors, sum(map(_distance, wrong), Fraction(0))


def _distance(one: Diagnostic) -> Fraction:
    if one.found is None or one.bound is None:
        return Fraction(0)
    return abs(Fraction(one.found) - Fraction(one.bound)) / max(abs(Fraction(one.bound)), Fraction(1))


def _taken(session: Session, step: Step) -> bool:
    """Takes a step; takes it back when it does not help."""
    before, done = _weight(session), len(session.history.undo_stack)
    with contextlib.suppress(LookupError, InputError):
        step()
        if _weight(session) < before:
            return True
    while len(session.history.undo_stack) > done:
        session.undo()
    return False


def _steps(session: Session, wrong: list[Diagnostic], lines: list[DatasheetChoice]) -> Iterator[Step]:
    for one in wrong:
        for offer in session.fixes(one):
            if not isinstance(offer.action, SetBattleSize):
                yield lambda chosen=offer: session.apply_fix(chosen)
    yield from _warlords(session, lines)
    yield from _rows(session, wrong)
    yield from _units(session, wrong, lines)


def _warlords(session: Session, lines: list[DatasheetChoice]) -> Iterator[Step]:
    """Another Warlord or General, none, or one who was not in the list."""
    if not any("arlord" in str(one.message) or "eneral" in str(one.message) for one in wrongs(session)):
        return
    for unit in session.army.units:
        yield lambda chosen=unit.id: session.set_warlord(chosen)
        yield lambda chosen=unit.id: session.clear_warlord(chosen)
        for row in session.rows(unit.id):
            if row.kind == "toggle" and not row.chosen:
                yield lambda chosen=unit.id, key=row.key: _promoted(session, chosen, key)
    for line in lines[:LINES]:
        for number in (0, 2):
            yield lambda chosen=line, less=number: _led(session, chosen, less)


def _promoted(session: Session, unit: str, key: str) -> None:
    """Makes a unit the Warlord that needs a choice of its own for that."""
    session.pick(unit, key)
    session.set_warlord(unit)


def _led(session: Session, line: DatasheetChoice, less: int) -> None:
    """Adds a Warlord in place of so many other units, with the choice that it may need for that."""
    unit = _exchange(session, line, less)
    session.set_warlord(unit)
    before = _weight(session)
    for row in session.rows(unit):
        if any(one.unit == unit for one in wrongs(session)) and row.kind == "toggle" and not row.chosen:
            session.pick(unit, row.key)
            if _weight(session) >= before:
                session.undo()


def _rows(session: Session, wrong: list[Diagnostic]) -> Iterator[Step]:
    """Choices of the units that something is wrong with, and of the army."""
    holders = dict.fromkeys(one.unit for one in wrong if one.unit)
    texts = [str(one.message) for one in wrong]
    for unit in session.army.units:
        if any(unit.name in text for text in texts):
            holders.setdefault(unit.id)
    for force in session.forces.lines():
        holders.setdefault(force.id)
    for holder in holders:
        with contextlib.suppress(LookupError):
            for row in session.rows(holder):
                if row.kind in ("pick", "toggle") and not row.hidden:
                    yield lambda at=holder, key=row.key: session.pick(at, key)
                elif row.kind == "count" and not row.hidden:
                    yield lambda at=holder, line=row: session.set_count(at, line.key, line.count + 1)


def _units(session: Session, wrong: list[Diagnostic], lines: list[DatasheetChoice]) -> Iterator[Step]:
    """Another unit, those first whose name or role is asked for; in place of some of the others where the points are spent."""
    texts = [str(one.message) for one in wrong]
    asked = [line for line in lines if any(line.name in text or f"{line.role}: " in text for text in texts)]
    others = [line for line in lines if line not in asked]
    forces = [line.id for line in session.forces.lines()]
    for line in [*asked, *others][:LINES]:
        for force in forces:
            yield lambda chosen=line, at=force: take(session, chosen, at)
    for line in asked[:LINES]:
        for number in (1, 2, 3):
            yield lambda chosen=line, less=number: _exchange(session, chosen, less)
    for unit in session.army.units:
        yield lambda chosen=unit.id: session.remove_unit(chosen)


def _exchange(session: Session, line: DatasheetChoice, less: int) -> str:
    """Adds a unit in place of so many of another role, the dearest first; returns its id."""
    others = [unit for unit in session.army.units if unit.role != line.role and not unit.warlord]
    for unit in sorted(others, key=lambda unit: unit.points, reverse=True)[:less]:
        session.remove_unit(unit.id)
    return take(session, line)
