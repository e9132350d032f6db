"""Random armies over native data whose wargear is legal, and what of an army every written format holds."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable

from listbuilder.army import Army, Unit
from listbuilder.session.session import Session

UNITS = 5
PICKS = 6


def random_session(system: str, faction: str, seed: int, units: int = UNITS) -> Session:
    """A list of so many units with random sizes and options, each of which keeps the unit free of errors."""
    dice = random.Random(f"{faction}/{seed}")
    session = Session.new(system, faction, name=f"List {seed}")
    detachments = session.detachments()
    if detachments:
        session.set_detachment(dice.choice(detachments).id)
    stated = session.now.bound.data.system.forces
    kinds = [session.add_force_of(kind.id) for kind in stated if not kind.contingents and kind.contingent is None]
    for force in dice.choices(kinds, k=units) if kinds else [""] * units:
        unit = session.add_unit(dice.choice(session.datasheets(force)).id, force)
        for _ in range(PICKS):
            rows = session.rows(unit)
            if rows:
                row, before = dice.choice(rows), session.history.state
                session.set_count(unit, row.key, max(0, row.count + dice.choice((-1, 1))))
                if faults(session, unit) and session.history.state != before:
                    session.undo()
        gifts = [gift for gift in session.enhancements(unit) if not gift.reason]
        if gifts and dice.random() < 0.3:
            session.set_enhancement(unit, dice.choice(gifts).id)
    return session


def faults(session: Session, unit: str) -> int:
    """How many errors a unit has."""
    return sum(finding.unit == unit and finding.severity == "error" for finding in session.findings)


def held(army: Army) -> tuple[Hashable, ...]:
    """What every format holds: the units with their models, wargear, points, enhancements and Warlord; the detachments, the limit
    and the points. Which of a unit's models carries what is not in all of them."""
    units = Counter(map(_unit, army.units))
    detachments = sorted(one.name for one in army.detachments)
    return frozenset(units.items()), tuple(detachments), army.limit, army.points


def _unit(unit: Unit) -> Hashable:
    models: Counter[str] = Counter()
    wargear = Counter({item.name: item.count for item in unit.wargear})
    for line in unit.models:
        models[line.kind] += line.count
        for item in line.wargear:
            wargear[item.name] += item.count
    gifts = tuple(sorted(one.name for one in unit.enhancements))
    return (
        unit.datasheet,
        unit.points,
        unit.warlord,
        frozenset(models.items()),
        frozenset(wargear.items()),
        gifts,
    )
