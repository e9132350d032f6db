"""The edits behind the rows of a unit or of an army's settings."""

from __future__ import annotations

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine, Violation, actions
from listbuilder.roster.edits import Insert, Remove, SetAmount
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force, Selection
from listbuilder.session.rows import SEPARATOR, Holder, Line, RowReader
from listbuilder.session.views import Row

SETTLE_ROUNDS = 8
COMPLETE_ROUNDS = 32


class UnitEditor:
    """Counts, toggles, picks and splits; every edit goes through the history."""

    def __init__(self, engine: Engine, history: History, points_type: str) -> None:
        self.engine = engine
        self.history = history
        self.reader = RowReader(engine, points_type)

    def rows(self, holder: Holder) -> tuple[Row, ...]:
        """The lines of a unit; of a force, what it offers besides units."""
        return self.reader.rows(holder)

    # --- edits ------------------------------------------------------------------------------------------------------------

    def find(self, holder: Holder, key: str) -> Line:
        """The line of a row's key. Raises LookupError when there is no such row any more."""
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
        return Line(parent, option, next((child for child in parent.selections if child.id == selection_id), None))

    def set_count(self, unit: Holder, key: str, count: int) -> None:
        line = self.find(unit, key)
        group = self._picked_from(line)
        if group is not None and count and line.selection is None:
            self._pick_in_group(line, group)
        else:
            self._set(line, max(0, count if group is None else min(count, 1)))
        self._settle(line.parent)
        if isinstance(unit, Force):
            self.complete(unit)

    def _set(self, line: Line, count: int) -> None:
        if line.selection is None:
            if count:
                edit, _ = actions.select(self.engine, line.parent, line.option, count)
                self.history.do(edit)
        elif count == 0:
            self.history.do(Remove(line.selection))
        elif count != line.selection.amount:
            self.history.do(actions.set_amount(line.selection, count))

    def pick(self, unit: Holder, key: str) -> None:
        """Takes the row instead of what its group has; a picked row that may go is given up again."""
        line = self.find(unit, key)
        group = self._picked_from(line)
        if group is None:
            self._set(line, 0 if line.selection is not None else 1)
        else:
            self._pick_in_group(line, group)
        self._settle(line.parent)
        if isinstance(unit, Force):
            self.complete(unit)

    def _picked_from(self, line: Line) -> Option | None:
        """The outermost group of which one only may be taken; settings of a force stand in none."""
        if isinstance(line.parent, Force):
            return None
        groups = reversed(line.option.group_chain)
        return next((group for group in groups if self.engine.choice(line.parent, group).maximum == 1), None)

    def _pick_in_group(self, line: Line, group: Option) -> None:
        if line.selection is not None:
            if not self.engine.choice(line.parent, group).minimum:
                self.history.do(Remove(line.selection))
            return
        ids = {option.id for option in group.entries}
        for child in [child for child in line.parent.selections if child.option.id in ids]:
            self.history.do(Remove(child))
        self._set(line, 1)

    def _settle(self, parent: Holder) -> None:
        """After a pick other groups of the same model may want more or fewer: what is too much goes, a default comes."""
        if isinstance(parent, Force):
            return
        for _ in range(SETTLE_ROUNDS):
            if not any(self._settle_group(parent, group) for group in parent.option.groups):
                return

    def _settle_group(self, parent: Selection, group: Option) -> bool:
        choice = self.engine.choice(parent, group)
        ids = {option.id for option in group.entries}
        chosen = [child for child in parent.selections if child.option.id in ids]
        if choice.maximum == 0 and chosen:
            for child in chosen:
                self.history.do(Remove(child))
            return True
        if choice.minimum == 1 and not chosen and parent.option.type in roles.MODEL_TYPES:
            default = next(
                (o for o in group.entries if o.target.id == group.default_id or o.id.endswith(group.default_id)), None
            )
            if default is not None and group.default_id:
                edit, _ = actions.select(self.engine, parent, default)
                self.history.do(edit)
                return True
        return False

    def complete(self, holder: Holder) -> None:
        """Chooses where the data demand something and name no default: for a new unit the first that costs nothing, among an
        army's settings what is the only choice."""
        for _ in range(COMPLETE_ROUNDS):
            inside = (item for item in self.engine.violations() if _is_inside(item.node, holder))
            if not any(self._supply(item, only=isinstance(holder, Force)) for item in inside):
                return

    def _supply(self, wanting: Violation, *, only: bool) -> bool:
        node, found, bound = wanting.node, wanting.found, wanting.bound
        if wanting.kind not in ("min", "exactly") or not isinstance(node, Selection) or found is None or bound is None:
            return False
        offered = [option for option in (*node.option.entries, *node.option.groups) if wanting.entry_id in option.ids]
        choices = [entry for option in offered for entry in (option.entries if option.is_group else (option,))]
        able = [(option, amount) for option in choices if (amount := self._free(node, option, int(bound - found))) > 0]
        if not able or (only and len(able) > 1):
            return False
        self.history.do(actions.select(self.engine, node, *able[0])[0])
        return True

    def _free(self, node: Selection, option: Option, wanted: int) -> int:
        """How many of those wanted may be had for nothing."""
        choice = self.engine.choice(node, option)
        if choice.hidden or self.engine.price(node, option).get(self.reader.points_type):
            return 0
        return wanted if choice.maximum is None else int(min(wanted, choice.maximum - choice.count))

    def split(self, unit: Holder, key: str, count: int) -> None:
        """Splits ``count`` off a line into one of its own, right behind it."""
        line = self.find(unit, key)
        source = line.selection
        if source is None or not 0 < count < source.amount:
            return
        copy = actions.copied(source)
        copy.amount = count
        self.history.do(SetAmount(source, source.amount - count))
        self.history.do(Insert(copy, line.parent, line.parent.selections.index(source) + 1))

    def set_size(self, unit: Selection, models: int) -> None:
        """Brings the unit to that many models by its largest line of models; does nothing when none may vary."""
        lines = [node for node in unit.walk() if roles.is_model(node) and node is not unit]
        difference = models - sum(node.number for node in lines)
        for line in sorted(lines, key=lambda node: -node.amount):
            holder = line.parent
            assert isinstance(holder, Selection)
            choice = self.engine.choice(holder, line.option)
            if choice.maximum is not None and choice.maximum == choice.minimum:
                continue
            if line.amount + difference >= 1:
                self.history.do(actions.set_amount(line, line.amount + difference))
                return


def _is_inside(node: Holder | None, holder: Holder) -> bool:
    """Whether a node stands in a unit, or among the settings of a force."""
    if not isinstance(node, Selection):
        return False
    return node.root is holder or (node.root.parent is holder and not roles.is_unit(node.root.option))
