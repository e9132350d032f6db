"""Units that may be added or grow, and other choices of a unit: what proposals stand for that only a session can look up.

Whether they resolve a finding is tested before they are offered; here only what cannot is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from math import ceil
from typing import TYPE_CHECKING

from listbuilder.army import Unit
from listbuilder.catalogue.base import Number
from listbuilder.errors import InputError
from listbuilder.rules.diagnostic import Action, AddUnit, Choose, Fix, Proposal, Rechoose, Retake, SetSize, Want
from listbuilder.rules.fixes import MOST_STEPS
from listbuilder.session.retaking import retaken
from listbuilder.session.views import DatasheetChoice

if TYPE_CHECKING:
    from listbuilder.session.edits import Edits

MOST_GROWN = 2  # units that grow are proposed before others are added
MOST_ADDED = 6
MOST_PRICED = 12  # units whose price for one more model is looked up
MOST_CHOICES = 20


def expanded(session: Edits, proposed: Iterable[Proposal]) -> Iterator[Fix]:
    """The fixes among the proposals, and those that the others stand for in the list as it is now."""
    for one in proposed:
        match one:
            case Want():
                yield from map(Fix, _more(session, one))
            case Retake():
                yield from map(Fix, retaken(session, one))
            case Rechoose(unit):
                yield from map(Fix, islice(_choices(session, unit), MOST_CHOICES))
            case Fix():
                yield one


# --- more of some units -------------------------------------------------------------------------------------------------------


def _more(session: Edits, want: Want) -> Iterator[Action]:
    yield from islice(_grown(session, want), MOST_GROWN)
    yield from islice(_added(session, want), MOST_ADDED)


def _grown(session: Edits, want: Want) -> Iterator[Action]:
    """Units of the list with as many more models as are needed, the cheapest growth first."""
    if want.of == "units":
        return
    fitting = [unit for unit in session.army.units if want.where.fits(unit.words) and not unit.half_of]
    found: list[tuple[Number, Action]] = []
    for unit in fitting[:MOST_PRICED]:
        if want.force and unit.force != want.force:
            continue
        each = _price_of_one(session, unit)
        if each > 0:
            number = ceil(want.missing / each) if want.of == "points" else ceil(want.missing)
            found.append((number * each, SetSize(unit.id, unit.model_count + number, number * each)))
    yield from (action for _, action in sorted(found, key=lambda pair: pair[0]))


def _price_of_one(session: Edits, unit: Unit) -> Number:
    """The points of one more model in the unit, 0 where it may not have one more."""
    with session.trial():
        session.set_size(unit.id, unit.model_count + 1)
        larger = session.army.unit(unit.id)
        if larger is None or larger.model_count != unit.model_count + 1:
            return 0
        return larger.points - unit.points


def _added(session: Edits, want: Want) -> Iterator[Action]:
    """New units that match, with their defaults where these are enough, the cheapest first; others as large as is needed. What is
    a part of another unit comes last: which one stays to be declared."""
    force = session.forces.get(want.force)
    lines = [line for line in session.browser.datasheets(force, session.army) if _fits(line, want)]
    lines.sort(key=lambda line: (line.must_join, line.points, line.name))
    if want.of == "units":
        if want.missing <= MOST_STEPS:
            yield from (_plain(line, want, ceil(want.missing)) for line in lines)
        return
    enough = [line for line in lines if want.of == "points" and line.points >= want.missing]
    yield from (_plain(line, want) for line in enough)
    yield from chain.from_iterable(_sized(session, line, want) for line in lines[:MOST_PRICED] if line not in enough)


def _plain(line: DatasheetChoice, want: Want, number: int = 1) -> AddUnit:
    return AddUnit(line.id, line.name, line.points, want.force, number=number)


def _fits(line: DatasheetChoice, want: Want) -> bool:
    words = frozenset(word.casefold() for word in (line.name, line.role, *line.keywords))
    return want.where.fits(words) and not (line.hidden or line.legends or line.faction)


def _sized(session: Edits, line: DatasheetChoice, want: Want) -> Iterator[Action]:
    """A new unit with as many models as are needed."""
    with session.trial():
        try:
            added = session.add_unit(line.id, want.force)
        except (LookupError, InputError):
            return
        unit = session.army.unit(added)
        if unit is None:
            return
        has = unit.points if want.of == "points" else unit.model_count
        price = _price_of_one(session, unit) if has < want.missing else 0
        each = price if want.of == "points" else 1
    if has >= want.missing:
        yield _plain(line, want)
    elif each > 0:
        number = ceil((want.missing - has) / each)
        yield AddUnit(line.id, line.name, unit.points + number * price, want.force, unit.model_count + number)


# --- other choices ------------------------------------------------------------------------------------------------------------


def _choices(session: Edits, unit_id: str) -> Iterator[Action]:
    """The unit without one of its choices, then with another one."""
    rows = [row for row in session.editor.reader.rows(session.root(unit_id)) if row.kind in ("toggle", "pick")]
    for chosen in (True, False):
        for row in rows:
            if row.chosen is chosen and not row.hidden:
                yield Choose(unit_id, row.key, row.label, on=not chosen)
