"""Other choices of units by which more or fewer of them match, or more or less of a currency is spent: what the proposal `Retake`
stands for. Whether they resolve a finding is tested before they are offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from listbuilder.army import Unit, roles
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.inside import changed_fields
from listbuilder.catalogue.library import Library, Option
from listbuilder.roster.tree import Selection
from listbuilder.rules.diagnostic import Action, Change, Choose, Retake
from listbuilder.rules.fixes import MOST_STEPS, together
from listbuilder.session.rows import RowSource
from listbuilder.session.views import Row

if TYPE_CHECKING:
    from listbuilder.session.edits import Edits

MOST_RETAKEN = 2  # of one proposal: others, such as removing a unit, are offered beside them
MOST_TRIED = 60  # choices whose effect is looked up


def retaken(session: Edits, want: Retake) -> Iterator[Action]:
    """The choices, single ones first, then several together."""
    found = _spending(session, want) if want.currency else _matching(session, want)
    yield from islice(found, MOST_RETAKEN)


def _rows(session: Edits, unit: Unit, *, chosen: bool) -> Iterator[tuple[Row, RowSource]]:
    """The rows of a unit that are chosen, or that are not, and may be changed."""
    root = session.root(unit.id)
    for row in session.editor.reader.rows(root):
        if row.kind in ("toggle", "pick") and row.chosen is chosen and not row.hidden:
            yield row, session.editor.find(root, row.key)


# --- units that match -----------------------------------------------------------------------------------------------------------


def _matching(session: Edits, want: Retake) -> Iterator[Action]:
    """Choices after which a unit matches, or does not any more."""
    more, number = want.change > 0, abs(ceil(want.change))
    units = [unit for unit in session.army.units if want.where.fits(unit.words) is not more and not unit.half_of]
    tried, found = 0, list[Choose]()
    for unit in units if more else reversed(units):
        if not _may_gain_words(session.root(unit.id)):
            continue
        for row, _source in _rows(session, unit, chosen=not more):
            tried += 1
            if tried > MOST_TRIED or len(found) > number:
                break
            action = Choose(unit.id, row.key, row.label, on=more)
            if _matches_after(session, want, action) is more:
                found.append(action)
                break
    yield from _joined(found, number)


def _joined(found: Sequence[Choose], number: int) -> Iterator[Action]:
    if number == 1:
        yield from found
    elif number <= min(len(found), MOST_STEPS):
        yield together(found[:number]).action


def _may_gain_words(root: Selection) -> bool:
    """Whether what is chosen for a unit may change its keywords."""
    return any(one.field == "category" for node in root.walk() for one in node.option.merged.modifiers)


def _matches_after(session: Edits, want: Retake, action: Choose) -> bool:
    with session.trial():
        session.pick(action.unit, action.row)
        unit = session.army.unit(action.unit)
        return unit is not None and want.where.fits(unit.words)


# --- what is spent --------------------------------------------------------------------------------------------------------------


class _Choice(NamedTuple):
    """A choice of one line of models; ``each``: how much it adds to what one of the models spends, or saves; ``points``: what it
    costs besides."""

    line: Selection
    row: Row
    source: RowSource
    each: Number

    def of(self, models: int) -> Change:
        """The choice for so many of the models: the others are split off."""
        holder = self.source.parent
        assert isinstance(holder, Selection)
        split = models if holder is self.line else 0
        if self.source.selection is not None:
            return Change(holder.id, fewer=((self.source.selection.id, self.source.selection.amount),), models=split)
        group = next(iter(self.source.option.group_chain), None) if self.row.kind == "pick" else None
        others = {option.id for option in group.entries} if group is not None else set()
        held = ((child.id, child.amount) for child in holder.selections if child.option.id in others)
        return Change(holder.id, tuple(held), ((self.source.option.id, 1),), models=split)


def _spending(session: Edits, want: Retake) -> Iterator[Action]:
    """Choices that spend or save enough: one for each line of models first, then others; then several together."""
    needed = want.change if want.change > 0 else -want.change
    lines = _by_line(session, want)
    in_turn = [one for some in zip_longest(*lines) for one in some if one is not None]
    for one in in_turn:
        models = ceil(needed / one.each)
        if models <= one.line.amount:
            yield one.of(models)
    if want.change > 0:
        yield from _several([some[0] for some in lines], needed)
        return
    every = [one for some in lines for one in some]
    for some in (every[::-1], every):
        yield from _several(sorted(some, key=lambda one: -one.each * one.line.amount), needed)


def _several(choices: Iterable[_Choice], needed: Number) -> Iterator[Action]:
    steps: list[Change] = []
    for one in choices:
        models = min(one.line.amount, ceil(needed / one.each))
        steps.append(one.of(models))
        needed -= models * one.each
        if needed <= 0:
            break
    if needed <= 0 and 1 < len(steps) <= MOST_STEPS:
        yield together(steps).action


def _costs_of(library: Library, option: Option) -> frozenset[str]:
    """The types of cost that anything in an option may have, by its own costs or by modifiers."""
    waiting, seen, found = list(option.parts), set[int](), set[str]()
    while waiting:
        record = waiting.pop()
        if id(record) in seen:
            continue
        seen.add(id(record))
        found.update(cost.type_id for cost in record.costs if cost.value)
        found.update(changed_fields(record.modifiers, record.modifier_groups))
        for below in (*record.entries, *record.groups, *record.links):
            waiting += library.parts(below)
    return frozenset(found)


def _by_line(session: Edits, want: Retake) -> list[list[_Choice]]:
    """The choices of each line of models that has any; for more to be spent, only of lines that spend nothing of it yet, those
    first that spend nothing of other currencies either."""
    currencies = dict(session.builder.prices.others)
    type_id = currencies.get(want.currency, "")
    more, found, spent = want.change > 0, dict[str, list[_Choice]](), set[str]()
    for unit in session.army.units:
        if unit.half_of or not want.where.fits(unit.words):
            continue
        if type_id not in session.roster.library.kept_of(_costs_of, session.root(unit.id).option):
            continue  # most currencies are of detachments and other settings
        for row, source in _rows(session, unit, chosen=not more):
            assert isinstance(source.parent, Selection)  # as of all rows of a unit
            line = source.parent
            while not roles.is_model(line) and isinstance(line.parent, Selection):
                line = line.parent
            costs = {key for node in line.walk() for key, cost in session.engine.state(node).costs.items() if cost}
            if more and type_id in costs:
                continue
            if not costs.isdisjoint(currencies.values()):
                spent.add(line.id)
            each = session.engine.price(source.parent, source.option).get(type_id, 0)
            if each > 0:
                found.setdefault(line.id, []).append(_Choice(line, row, source, each))
    return [found[line] for line in sorted(found, key=spent.__contains__)]
