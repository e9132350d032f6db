"""What proposals stand for that only a session can look up: units that may be added, and other choices of a unit.

Whether they resolve a finding is tested before they are offered; here only what cannot is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import chain, islice, zip_longest
from math import ceil
from typing import TYPE_CHECKING

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.errors import InputError
from listbuilder.replacing import replace
from listbuilder.rules.diagnostic import (
    ADDED,
    Action,
    AddForce,
    AddUnit,
    Cheapen,
    Choose,
    Diagnostic,
    Fix,
    Proposal,
    Rechoose,
    Resize,
    Retake,
    SetSize,
    Several,
    Want,
)
from listbuilder.rules.fixes import MOST_STEPS
from listbuilder.session.allies import words_of
from listbuilder.session.resizing import MOST_PRICED, cheapened, grown, price_of_one, resized
from listbuilder.session.retaking import retaken
from listbuilder.session.views import DatasheetChoice

if TYPE_CHECKING:
    from listbuilder.session.edits import Edits

MOST_ADDED = 6
MOST_IN_NEW = 3  # units, for each kind of force
MOST_MIXED = 20  # units of different datasheets in one fix
MOST_MODELS = 24  # by which a unit grows: rather several than a huge one
MOST_CHOICES = 20


def expanded(session: Edits, proposed: Iterable[Proposal]) -> Iterator[Fix]:
    """The fixes among the proposals, and those that the others stand for in the list as it is now."""
    for one in proposed:
        match one:
            case Want():
                yield from map(Fix, _more(session, one))
            case Resize():
                yield from map(Fix, resized(session, one))
            case Cheapen():
                yield from map(Fix, cheapened(session, one))
            case Retake():
                yield from map(Fix, retaken(session, one))
            case Rechoose(unit):
                yield from map(Fix, islice(_choices(session, unit), MOST_CHOICES))
            case Fix():
                yield one


# --- more of some units -------------------------------------------------------------------------------------------------------


def _more(session: Edits, want: Want) -> Iterator[Action]:
    """Units of the list that grow, then new ones; last those that would grow to a size that nobody plays."""
    larger = list(grown(session, want))
    huge = [one for one in larger if _is_huge(session, one)]
    yield from (one for one in larger if one not in huge)
    yield from _new(session, want)
    yield from huge


def _is_huge(session: Edits, growth: SetSize) -> bool:
    unit = session.army.unit(growth.unit)
    return unit is not None and growth.models - unit.model_count > max(MOST_MODELS, unit.model_count)


def _new(session: Edits, want: Want) -> Iterator[Action]:
    if want.force or session.forces.get("").entry.purpose is not EntryPurpose.FRAME:
        yield from islice(_added(session, want), MOST_ADDED)
        return
    homes = [force.id for force in session.army.forces if force.inside]
    in_each = zip_longest(*(_added(session, replace(want, force=home)) for home in homes))
    yield from islice((one for some in in_each for one in some if one is not None), MOST_ADDED)
    if not homes:
        yield from _in_new_forces(session, want)


def _in_new_forces(session: Edits, want: Want) -> Iterator[Action]:
    """A force with one of the cheapest units that match, of each kind that stands in the army itself and has its units."""
    for kind in session.system.forces:
        if kind.inside or kind.faction == "other" or kind.contingents or kind.contingent is not None:
            continue
        with session.trial():
            session.add_force_of(kind.id)
            added = list(islice(_added(session, replace(want, force=ADDED)), MOST_IN_NEW))
        yield from (Several((AddForce(kind.id), one)) for one in added)


def _added(session: Edits, want: Want) -> Iterator[Action]:
    """New units that match, with their defaults where these are enough, the cheapest first; others as large as is needed. What is
    a part of another unit comes last: which one stays to be declared."""
    force = session.forces.get(want.force)
    known = next((one.faction_keyword for one in session.army.forces if one.id == force.id), "")
    faction = None if force.entry.catalogue_id else known
    fitting = session.browser.datasheets(force, session.army, partial(_is_wanted, want))
    lines = [line for line in fitting if not line.hidden and (faction is None or line.faction in ("", faction))]
    lines.sort(key=lambda line: (line.must_join, line.points, line.name))
    if want.of == "units":
        if want.missing <= MOST_STEPS:
            yield from islice((_plain(line, want, ceil(want.missing)) for line in lines), MOST_ADDED - 1)
            yield from _mixed(session, want, lines)
        return
    enough = [line for line in lines if want.of == "points" and line.points >= want.missing]
    yield from (_plain(line, want) for line in enough)
    yield from chain.from_iterable(_sized(session, line, want) for line in lines[:MOST_PRICED] if line not in enough)


def _mixed(session: Edits, want: Want, lines: list[DatasheetChoice]) -> Iterator[Action]:
    """Several units of different datasheets, of each as many as may be there, where no datasheet may be taken often enough."""
    number = ceil(want.missing)
    if not 1 < number <= MOST_MIXED:
        return
    taken: Counter[str] = Counter()
    now = session.now
    over = _over(now.findings)
    with session.trial():
        for line in lines[:MOST_MIXED]:
            while taken.total() < number:
                try:
                    added = session.add_unit(line.id, want.force)
                except (LookupError, InputError):
                    break
                if _over(now.judge(now.builder.build())) > over:
                    session.remove_unit(added)
                    break
                taken[line.id] += 1
    if taken.total() == number and len(taken) > 1:
        yield Several(tuple(_plain(line, want, taken[line.id]) for line in lines if taken[line.id]))


def _over(findings: Iterable[Diagnostic]) -> int:
    """How many findings say that there is too much of something."""
    counted = ((one.found, one.bound) for one in findings if one.severity == "error")
    return sum(found is not None and bound is not None and found > bound for found, bound in counted)


def _plain(line: DatasheetChoice, want: Want, number: int = 1) -> AddUnit:
    return AddUnit(line.id, line.name, line.points, want.force, number=number)


def _is_wanted(want: Want, option: Option) -> bool:
    """Whether a datasheet is, by what is written of it, what is wanted."""
    return want.where.fits(words_of(option)) and not roles.is_legends(option)


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
        price = price_of_one(session, unit) if has < want.missing else 0
        each = price if want.of == "points" else 1
    if has >= want.missing:
        yield _plain(line, want)
    elif each > 0:
        units = ceil(want.missing / (has + MOST_MODELS * each))
        more = ceil((Fraction(want.missing) / units - Fraction(has)) / Fraction(each))
        yield AddUnit(line.id, line.name, unit.points + more * price, want.force, unit.model_count + more, units)
    if 0 < has < want.missing <= has * MOST_STEPS and not price:  # it cannot grow: several of them
        yield _plain(line, want, ceil(want.missing / has))


# --- other choices ------------------------------------------------------------------------------------------------------------


def _choices(session: Edits, unit_id: str) -> Iterator[Action]:
    """The unit without one of its choices, then with another one."""
    rows = [row for row in session.editor.reader.rows(session.root(unit_id)) if row.kind in ("toggle", "pick")]
    for chosen in (True, False):
        for row in rows:
            if row.chosen is chosen and not row.hidden:
                yield Choose(unit_id, row.key, row.label, on=not chosen)
