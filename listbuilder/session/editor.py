"""The edits of rows: of a unit, or of the settings of a force."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.terms import Terms
from listbuilder.engine import Engine, Violation, actions
from listbuilder.roster.edits import Insert, Remove, SetAmount
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force, Selection
from listbuilder.session.rows import SEPARATOR, Holder, RowReader, RowSource, is_size
from listbuilder.session.sizing import Sizing, misfit, size_of
from listbuilder.session.swapping import Swapping

ADAPT_ROUNDS = 8
COMPLETE_ROUNDS = 32
Wrong = set[tuple[object, ...]]  # what identifies violations
Gap = tuple[Selection, Option]  # an entry or group of which more is required, and the selection that it is in


class UnitEditor:
    """Counts, toggles, picks and splits; every edit goes through the history."""

    def __init__(self, engine: Engine, history: History, points_type: str, terms: Terms | None = None) -> None:
        self.engine = engine
        self.history = history
        self.reader = RowReader(engine, points_type, terms)
        self.swapping = Swapping(engine, history, self.complete)

    def find(self, holder: Holder, key: str) -> RowSource:
        """What a row's key stands for. Raises LookupError when there is no such row any more."""
        parent_id, option_id, selection_id = key.split(SEPARATOR)
        parent = self.engine.roster.nodes.get(parent_id)
        if parent is None or (isinstance(parent, Force) and parent is not holder):
            raise LookupError(key)
        options = (
            self.reader.settings(parent)
            if isinstance(parent, Force)
            else (*parent.option.entries, *parent.option.groups)
        )
        option = next((option for option in options if option.id == option_id), None)
        if option is None:
            raise LookupError(key)
        return RowSource(parent, option, next((child for child in parent.selections if child.id == selection_id), None))

    def called(self, holder: Holder, key: str) -> str:
        """What the data call the row. Raises LookupError when there is no such row any more."""
        return self.find(holder, key).option.name

    def set_count(self, unit: Holder, key: str, count: int) -> None:
        source = self.find(unit, key)
        group, misfit = self._picked_from(source), self._misfit(unit)
        if group is not None and count and source.selection is None:
            self._pick_in_group(source, group)
        else:
            self._set(source, max(0, count if group is None else min(count, 1)))
        self.adapt(source.parent)
        self._refit(unit, source.option, misfit)

    def _set(self, source: RowSource, count: int) -> None:
        if source.option.is_group or (source.selection is not None and is_size(source.selection)):
            return  # a heading: only what is below it can be chosen
        if source.selection is None:
            if count:
                self._begin(source.parent, source.option, count)
        elif count != source.selection.amount:
            selection, more = source.selection, count - source.selection.amount

            def change() -> None:
                self.history.do(actions.set_amount(selection, count))

            if more > 0:
                self.swapping.add(source.parent, source.option, more, change)
            else:
                self.swapping.take(source.parent, source.option, -more, change)

    def _begin(self, parent: Holder, option: Option, count: int) -> None:
        """Chooses what is not there yet; models in place of others where there is no room, and with what they need."""
        unit = parent.root if isinstance(parent, Selection) and option.type in roles.MODEL_TYPES else None
        known = self.gaps(unit) if unit is not None else []

        def begin() -> None:
            self.history.do(actions.select(self.engine, parent, option, count)[0])
            if unit is not None:
                self.complete(unit, besides=known)

        self.swapping.add(parent, option, count, begin)

    def pick(self, unit: Holder, key: str) -> None:
        """Picks the row in place of what its group has; unpicks a picked row where the group may stay empty."""
        source = self.find(unit, key)
        group, misfit = self._picked_from(source), self._misfit(unit)
        if group is None:
            self._set(source, 0 if source.selection is not None else 1)
        else:
            self._pick_in_group(source, group)
        self.adapt(source.parent)
        self._refit(unit, source.option, misfit)

    def _misfit(self, unit: Holder) -> int:
        return misfit(self.engine, unit) if isinstance(unit, Selection) else 0

    def _refit(self, unit: Holder, option: Option, before: int) -> None:
        """Makes what was chosen whole: the settings of an army, and the models of a unit of which it asks for more or fewer, as a
        reinforced one."""
        if isinstance(unit, Force):
            self.complete(unit)
        elif option.type not in roles.MODEL_TYPES and not before and (more := self._misfit(unit)):
            self.set_size(unit, size_of(unit) + more)

    def _picked_from(self, source: RowSource) -> Option | None:
        """The outermost group of which only one entry may be chosen; settings of a force are in none."""
        if isinstance(source.parent, Force):
            return None
        groups = list(reversed(source.option.group_chain))
        if is_size(source.parent):
            return groups[0]
        return next((group for group in groups if self.engine.choice(source.parent, group).maximum == 1), None)

    def _pick_in_group(self, source: RowSource, group: Option) -> None:
        if source.selection is not None:
            if not self.engine.choice(source.parent, group).minimum and not is_size(source.parent):
                self.history.do(Remove(source.selection))
            return
        ids = {option.id for option in group.entries}
        for child in [child for child in source.parent.selections if child.option.id in ids]:
            self.history.do(Remove(child))
        self._set(source, 1)

    def adapt(self, parent: Holder) -> None:
        """Adapts the other groups of the model to a pick, which may have changed their bounds: clears groups that may hold
        nothing now, and fills those that must hold something with their default."""
        if isinstance(parent, Force):
            return
        for _ in range(ADAPT_ROUNDS):
            if not any(self._adapt_group(parent, group) for group in parent.option.groups):
                return

    def _adapt_group(self, parent: Selection, group: Option) -> bool:
        choice = self.engine.choice(parent, group)
        ids = {option.id for option in group.entries}
        chosen = [child for child in parent.selections if child.option.id in ids]
        if choice.maximum == 0 and chosen:
            for child in chosen:
                self.history.do(Remove(child))
            return True
        if choice.minimum == 1 and not chosen and parent.option.type in roles.MODEL_TYPES:
            default = next((option for option in group.entries if group.default_id in option.ids), None)
            if default is not None and self._may_take(parent, default):
                edit, _ = actions.select(self.engine, parent, default)
                self.history.do(edit)
                return True
        return False

    def _may_take(self, parent: Selection, option: Option) -> bool:
        """Whether an option is offered and the groups around it have room for it."""
        return not self.engine.choice(parent, option).hidden and self.engine.room(parent, option) != 0

    def complete(self, holder: Holder, *, besides: Collection[Gap] = ()) -> None:
        """Makes choices that the data require but name no default for: for a new unit the first that costs nothing and breaks
        no other bound (one that is not wrong for another reason, if there is any), the cheapest where all cost points; among an
        army's settings the only one. The gaps ``besides`` are left as they are."""
        for _ in range(COMPLETE_ROUNDS):
            gaps = (gap for gap in self.gaps(holder) if gap not in besides)
            if not any(self._supply(*gap, only=isinstance(holder, Force)) for gap in gaps):
                return

    def gaps(self, holder: Holder) -> list[Gap]:
        """What a unit, or the settings of a force, have too few of."""
        return innermost_first(item for item in self.engine.violations() if _is_inside(item.node, holder))

    def _supply(self, node: Selection, missing: Option, *, only: bool) -> bool:
        """Takes the first of the choices that fill a gap."""
        wanted = self.engine.missing(node, missing)
        choices = missing.entries if missing.is_group else (missing,)
        possible = [(option, amount) for option in choices if (amount := self._possible(node, option, wanted)) > 0]
        price = {option: self.engine.price(node, option).get(self.reader.points_type, 0) for option, _ in possible}
        free = [(option, amount) for option, amount in possible if not price[option]]
        if only:
            return len(free) == 1 and self._take_within(node, free)
        dear = sorted((one for one in possible if price[one[0]]), key=lambda one: price[one[0]])
        return self._take_within(node, free) or self._take_within(node, dear)

    def _take_within(self, node: Selection, choices: list[tuple[Option, int]]) -> bool:
        """Takes the first of these choices that makes nothing else wrong, else the first that exceeds no bound of the unit."""
        return any(self._take_first(node, choices, self._wrong(within)) for within in (None, node.root) if choices)

    def _take_first(self, node: Selection, choices: list[tuple[Option, int]], wrong: Callable[[], Wrong]) -> bool:
        """Takes the first of these choices after which nothing more is wrong."""
        before = wrong()

        def take(option: Option, amount: int) -> bool:
            self.history.do(actions.select(self.engine, node, option, amount)[0])
            return wrong() <= before

        return any(self.history.attempt(partial(take, option, amount)) for option, amount in choices)

    def _wrong(self, unit: Selection | None) -> Callable[[], Wrong]:
        """What is wrong and cannot be mended by choosing more; with a unit only the bounds inside it that are exceeded."""

        def found() -> Wrong:
            return {
                (item.kind, item.node, item.entry_id, item.constraint_id)
                for item in self.engine.violations()
                if item.kind not in ("warning", "info")
                and not asks_for_more(item)
                and (unit is None or (item.constraint is not None and _is_inside(item.node, unit)))
            }

        return found

    def _possible(self, node: Selection, option: Option, wanted: int) -> int:
        """How many of those wanted may be chosen."""
        if self.engine.choice(node, option).hidden:
            return 0
        left = self.engine.room(node, option)
        return wanted if left is None else min(wanted, left)

    def split(self, unit: Holder, key: str, count: int) -> None:
        """Moves ``count`` of a row's models into a row of their own, right after it."""
        source = self.find(unit, key)
        selection = source.selection
        if selection is None or not 0 < count < selection.amount:
            return
        copy = actions.copied(selection)
        copy.amount = count
        self.history.do(SetAmount(selection, selection.amount - count))
        self.history.do(Insert(copy, source.parent, source.parent.selections.index(selection) + 1))

    def set_size(self, unit: Selection, models: int) -> None:
        """Changes the number of models; see `Sizing`. What was missing before is not made up for."""
        missing = self.gaps(unit)
        Sizing(self.engine, self.history, partial(self.complete, besides=missing)).set(unit, models)


def asks_for_more(violation: Violation) -> bool:
    """Whether a violation ends when more of something is chosen."""
    if violation.kind == "exactly" and violation.found is not None and violation.bound is not None:
        return violation.found < violation.bound
    return violation.kind == "min"


def innermost_first(violations: Iterable[Violation]) -> list[Gap]:
    """The entries and groups of which violated minima require more, each with its parent. What a group inside another takes
    counts for the outer one too, so inner groups come first."""
    found = [
        (item.node, option)
        for item in violations
        if asks_for_more(item) and isinstance(item.node, Selection)
        for option in (*item.node.option.entries, *item.node.option.groups)
        if item.entry_id in option.ids
    ]
    return sorted(found, key=lambda gap: -len(gap[1].group_chain))


def _is_inside(node: Holder | None, holder: Holder) -> bool:
    """Whether a node is in a unit, or among the settings of a force."""
    if not isinstance(node, Selection):
        return False
    return node.root is holder or (node.root.parent is holder and not roles.is_unit(node.root.option))
