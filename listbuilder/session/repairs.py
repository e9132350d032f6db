"""Changes of the roster that may resolve a finding of the data. Whether they do is tested before they are offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import chain
from math import ceil
from typing import Literal

from listbuilder.army import Army, TreeFinding, roles
from listbuilder.army.model import NO_DETACHMENT
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.loadout import ItemChoice
from listbuilder.catalogue.purpose import ConstraintPurpose
from listbuilder.engine import Engine, Violation
from listbuilder.engine.numbers import tidy
from listbuilder.engine.queries import is_share_of_limit
from listbuilder.engine.scopes import number_within
from listbuilder.roster.tree import Force, Roster, Selection
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Action, Change, Cheapen, Fix, Proposal, RemoveUnit, Settle, Several, Want
from listbuilder.rules.where import Where
from listbuilder.session.changing import default_of

MOST_OTHERS = 8  # entries of a group that are proposed in place of one
RESTORING = (ConstraintPurpose.SLOT, ConstraintPurpose.FIXED_ITEM)


class Repairs:
    """Proposes for one roster; changes nothing."""

    def __init__(self, engine: Engine, points_type: str) -> None:
        self.engine = engine
        self.points_type = points_type

    def of(self, cause: TreeFinding, army: Army) -> Iterator[Proposal]:
        """The changes that may resolve a finding, the smallest first."""
        violation = self._violation(cause)
        if violation is None or cause.sort == NO_DETACHMENT:  # which one it is, the player decides
            return
        if violation.kind == "hidden" and isinstance(violation.node, Selection):
            yield from map(Fix, self._without(violation.node, violation.node.amount, 0))
        elif violation.kind == "error" and isinstance(violation.node, Selection):
            yield from map(Fix, self._smaller(violation.node))
        elif violation.found is not None and violation.bound is not None:
            yield from self._numbers(violation, army)

    def fallback(self, cause: TreeFinding) -> Iterator[Fix]:
        """What is proposed when nothing smaller helps: the default wargear of the model or the whole unit, or no such unit."""
        violation = self._violation(cause)
        node = violation.node if violation is not None else None
        if not isinstance(node, Selection) or not roles.is_unit(node.root.option):
            return
        model: Selection = node
        while not roles.is_model(model) and isinstance(model.parent, Selection):
            model = model.parent
        lines = [line for line in node.root.walk() if roles.is_model(line) and line is not node.root]
        if model in lines:
            yield Fix(_emptied(model))
        if lines:
            yield Fix(_all(_emptied(line) for line in lines if line.selections))
        yield Fix(RemoveUnit(node.root.id))

    def counted(self, cause: TreeFinding) -> tuple[Selection, ...]:
        """The selections that a finding counts."""
        violation = self._violation(cause)
        return self.engine.counted(violation) if violation is not None else ()

    def _violation(self, cause: TreeFinding) -> Violation | None:
        for item in self.engine.violations():
            node = item.node.id if item.node is not None else ""
            if (item.kind, item.entry_id, item.constraint_id, node) == (
                cause.kind,
                cause.entry,
                cause.constraint,
                cause.node,
            ):
                return item
        return None

    # --- numbers ----------------------------------------------------------------------------------------------------------

    def _numbers(self, violation: Violation, army: Army) -> Iterator[Proposal]:
        found, bound, constraint = violation.found, violation.bound, violation.constraint
        assert found is not None
        assert bound is not None
        parts = self.engine.counted(violation)
        if constraint is None or constraint.field != "selections" or constraint.percent:
            change = _change(violation, found, bound)
            if change > 0:
                yield from self._more(violation, change)
            else:
                yield from self._less(violation, parts, army, -change)
        elif found > bound:
            yield from map(Fix, self._over(violation, parts, ceil(found - bound)))
        elif isinstance(violation.node, Force):
            yield from self._wanted(violation, ceil(bound - found), "units")
            yield from map(Fix, self._settings(violation.node, violation.entry_id))
        else:
            restoring = constraint.purpose in RESTORING
            for number, action in enumerate(self._under(violation, ceil(bound - found))):
                yield Fix(action, safe=restoring and not number)
            if parts and constraint.child_id:
                yield from map(Fix, self._alike(violation, parts))

    def _settings(self, force: Force, entry_id: str) -> Iterator[Settle]:
        """What may be chosen for a setting that a force lacks."""
        for option in self.engine.roster.library.root_options(force.catalogue_id):
            if entry_id in option.ids and not roles.is_unit(option):
                yield Settle(force.id, option.id)
                yield from (Settle(force.id, option.id, entry.id) for entry in option.entries)

    def _wanted(self, violation: Violation, missing: Number, of: Literal["points", "units"]) -> Iterator[Want]:
        """Units of the category that a force or the army has too few of."""
        where, node = self._of_category(violation), violation.node
        if where is not None:
            yield Want(where, missing, of, node.id if isinstance(node, Force) else "")

    def _of_category(self, violation: Violation) -> Where | None:
        categories = self.engine.roster.library.categories
        category = categories.get(violation.entry_id) or categories.get(violation.counts)
        return Where(keywords=(roles.plain_title(category.name),)) if category is not None else None

    def _more(self, violation: Violation, missing: Number) -> Iterator[Want]:
        """More of what a sum or a share counts: points, or units of a share of all."""
        if isinstance(violation.node, Selection):
            return
        if violation.measured == self.points_type:
            yield from self._wanted(violation, missing, "points")
        elif violation.measured == "selections":
            yield from self._wanted(violation, ceil(missing), "units")

    def _less(self, violation: Violation, parts: Sequence[Selection], army: Army, over: Number) -> Iterator[Proposal]:
        """Spends less on one of the units behind a sum or a share, or removes one, the cheapest first."""
        inside = {part.root.id for part in parts if isinstance(part.root.parent, Force)}
        units = [unit for unit in army.units if not inside or unit.id in inside]
        where = self._of_category(violation)
        if where is not None and violation.measured == self.points_type:
            yield Cheapen(where, over)
        yield from fixes.remove_worth([(unit, unit.points) for unit in units], over)
        yield from fixes.remove(sorted((one for one in units if one.points < over), key=lambda unit: unit.points))

    def _smaller(self, node: Selection) -> Iterator[Action]:
        """Removes what the data object to, one or all models of a kind of its unit."""
        if node.root is not node:
            yield from self._without(node, node.amount, 1)
        for line in node.root.walk():
            if roles.is_model(line) and line is not node.root:
                yield from (_reduced(line, number, 1) for number in dict.fromkeys((1, line.amount)))

    def _over(self, violation: Violation, parts: Sequence[Selection], excess: int) -> Iterator[Action]:
        """Removes so many of the selections counted."""
        scope = violation.counted[1] if violation.counted else None
        node = scope if isinstance(scope, Selection | Force | Roster) else None
        if parts and all(isinstance(part.parent, Force) and roles.is_unit(part.option) for part in parts):
            if excess > fixes.MOST_STEPS:
                return
            some = (parts[-excess:], parts[:excess]) if excess > 1 else ((part,) for part in reversed(parts))
            yield from (_all(RemoveUnit(part.id) for part in each) for each in some)
            return
        demand = violation.constraint.demand if violation.constraint is not None else None
        if demand is not None and isinstance(violation.node, Selection):
            yield from self._demanded(violation.node, demand.needed)
        for part in reversed(parts):
            if part.amount * _around(part, node) >= excess:
                yield from self._without(part, excess, _around(part, node))
        yield from self._greedy(parts, excess, node)
        if not isinstance(node, Selection):
            yield from _fewer_units(parts, excess)

    def _greedy(
        self, parts: Sequence[Selection], excess: int, node: Selection | Force | Roster | None
    ) -> Iterator[Action]:
        """Removes from the last selections until enough are gone."""
        steps: list[Change] = []
        for part in reversed(parts):
            if excess > 0 and part.parent is not None:
                around = _around(part, node)
                steps.append(_reduced(part, excess, around))
                excess -= part.amount * around
            if len(steps) > fixes.MOST_STEPS:
                return
        if len(steps) > 1:
            yield Several(tuple(steps))

    def _without(self, part: Selection, excess: int, around: int) -> Iterator[Action]:
        """Removes a selection, or so many of it; in a group that must hold something, another entry takes its place: its
        default, which `change` supplies, or any other."""
        if part.parent is None:
            return
        if isinstance(part.parent, Force) and roles.is_unit(part.option):
            yield RemoveUnit(part.id)
            return
        less = _reduced(part, excess, around)
        yield less
        number = less.fewer[0][1]
        for entry in self._others(part):
            yield Change(less.node, less.fewer, ((entry.id, number),), less.models)

    def _others(self, part: Selection) -> list[Option]:
        """Other entries of the group of a selection, when the group must hold something."""
        parent = part.parent
        group = next(iter(part.option.group_chain), None)
        if not isinstance(parent, Selection) or group is None or not self.engine.choice(parent, group).minimum:
            return []
        fitting = (entry for entry in group.entries if entry.id != part.option.id)
        return [entry for entry in fitting if not self.engine.choice(parent, entry).hidden][:MOST_OTHERS]

    def _demanded(self, node: Selection, needed: Iterable[str]) -> Iterator[Action]:
        """Gives the model an item that its choice demands, in place of what is in that slot."""
        model = node if roles.is_model(node) else node.parent
        if not isinstance(model, Selection):
            return
        wanted = set(needed)
        for option in model.option.entries:
            if option.name in wanted and isinstance(option.loadout, ItemChoice):
                yield _exchanged(model, option)

    def _under(self, violation: Violation, missing: int) -> Iterator[Action]:
        """Adds so many: of the entry, or of the group's default, then of its others, then of different ones; models to those that
        are there."""
        holder = violation.node
        if not isinstance(holder, Selection):
            return
        offered = [o for o in (*holder.option.entries, *holder.option.groups) if violation.entry_id in o.ids]
        default = default_of(holder, violation.entry_id)
        entries = chain.from_iterable(option.entries if option.is_group else (option,) for option in offered)
        free: list[str] = []
        for entry in sorted(entries, key=lambda one: one is not default):
            there = [node for node in holder.selections if node.option.id == entry.id]
            largest = max(there, key=lambda node: node.amount, default=None)
            if not self.engine.choice(holder, entry).hidden:
                free += [entry.id] if largest is None else []
                yield Change(holder.id, more=((largest.id if largest else entry.id, missing),))
        if 1 < missing <= len(free):  # one of each, where none may be taken twice
            yield Change(holder.id, more=tuple((entry_id, 1) for entry_id in free[:missing]))

    def _alike(self, violation: Violation, parts: Sequence[Selection]) -> Iterator[Action]:
        """Makes all models use what some use, or none."""
        scope = violation.counted[1] if violation.counted else None
        yield _all(_reduced(part, part.amount * part.number, part.number) for part in parts)
        if not isinstance(scope, Selection):
            return
        having = {part.parent for part in parts}
        used = {part.option.loadout.use for part in parts if isinstance(part.option.loadout, ItemChoice)}
        lacking = [line for line in scope.walk() if roles.is_model(line) and line not in having]
        found = [(line, next(iter(_using(line, used)), None)) for line in lacking]
        steps = tuple(_exchanged(line, option) for line, option in found if option is not None)
        if steps:
            yield _all(steps)


def _change(violation: Violation, found: Number, bound: Number) -> Number:
    """How much more a bound asks for, below 0 how much less. What is added or removed changes the whole, too, of which it may be
    a share."""
    change, percent = bound - found, violation.percent
    if percent is None or violation.constraint is None or is_share_of_limit(violation.constraint) or percent >= 100:
        return change
    return tidy(Decimal(change) * 100 / (100 - Decimal(percent)))


def _using(line: Selection, used: set[str]) -> Iterator[Option]:
    """The choices of a model that are one of these uses."""
    for option in line.option.entries:
        if isinstance(option.loadout, ItemChoice) and option.loadout.use in used:
            yield option


def _exchanged(model: Selection, option: Option) -> Change:
    """Chooses the option in place of what its group holds."""
    held = {entry.id for entry in option.group_chain[0].entries} if option.group_chain else set()
    fewer = tuple((node.id, node.amount) for node in model.selections if node.option.id in held)
    return Change(model.id, fewer, ((option.id, 1),))


def _fewer_units(parts: Sequence[Selection], excess: int) -> Iterator[Action]:
    """Removes several units with what is counted, the last first, until enough is gone: their models may not be fewer."""
    held = Counter[Selection]()
    for part in reversed(parts):
        held[part.root] += part.number
    steps: list[RemoveUnit] = []
    for root, number in held.items():
        if excess > 0 and isinstance(root.parent, Force) and roles.is_unit(root.option):
            steps.append(RemoveUnit(root.id))
            excess -= number
    if excess <= 0 and 1 < len(steps) <= fixes.MOST_STEPS:
        yield _all(steps)


def _reduced(part: Selection, excess: int, around: int) -> Change:
    """``excess`` fewer of a selection, or none of it. ``around``: how many of its parent the scope has."""
    assert part.parent is not None
    if around <= 1 or part.amount * around <= excess or not isinstance(part.parent, Selection):
        return Change(part.parent.id, ((part.id, min(excess, part.amount) if around <= 1 else part.amount),))
    if part.parent.amount == around:
        return Change(part.parent.id, ((part.id, part.amount),), models=ceil(excess / part.amount))
    return Change(part.parent.id, ((part.id, min(part.amount, ceil(excess / around))),))


def _around(part: Selection, scope: Selection | Force | Roster | None) -> int:
    """How many of a selection's parent each one of the scope has."""
    if not isinstance(part.parent, Selection) or part.parent is scope:
        return 1
    return number_within(part.parent, scope)


def _emptied(model: Selection) -> Change:
    """Removes all wargear of a model, so that its defaults are supplied."""
    return Change(model.id, tuple((node.id, node.amount) for node in model.selections))


def _all(steps: Iterable[Change | RemoveUnit]) -> Action:
    found = tuple(steps)
    return found[0] if len(found) == 1 else Several(found)
