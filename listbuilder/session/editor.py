"""The unit editor: a unit's choices as lines to count, toggle or pick, and the edits behind them.

Works on the selection tree through the engine's view of it, so it serves every data set. Enhancements and the warlord mark
have pickers of their own and are left out of the lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.model import Number
from listbuilder.engine import Engine, actions
from listbuilder.roster.edits import Insert, Remove, SetAmount
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force, Selection
from listbuilder.session.views import Row

SEPARATOR = "|"
Holder = Selection | Force
SETTLE_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Line:
    """What a row stands for."""

    parent: Holder
    option: Option
    selection: Selection | None

    @property
    def key(self) -> str:
        own = self.selection.id if self.selection is not None else ""
        return SEPARATOR.join((self.parent.id, self.option.id, own))


class UnitEditor:
    """Rows of units and the edits behind them; every edit goes through the history."""

    def __init__(self, engine: Engine, history: History, points_type: str) -> None:
        self.engine = engine
        self.history = history
        self.points_type = points_type

    # --- reading ----------------------------------------------------------------------------------------------------------

    def rows(self, holder: Holder) -> tuple[Row, ...]:
        """The lines of a unit; of a force, what it offers besides units."""
        if isinstance(holder, Force):
            return tuple(row for option in self._settings(holder) for row in self._entry(holder, option, 0, ""))
        return tuple(self._children(holder, holder.option, 0))

    def _settings(self, force: Force) -> list[Option]:
        options = self.engine.roster.library.root_options(force.catalogue_id)
        return [
            option
            for option in options
            if not (roles.is_unit(option) or roles.is_note(option))
            and actions.has_place(force, self.engine.choice(force, option).categories)
        ]

    def _children(self, parent: Selection, holder: Option, depth: int) -> Iterator[Row]:
        """Rows of what ``holder`` (the parent's option, or a group below it) directly offers."""
        for option in holder.options:
            if option.is_group:
                yield from self._group(parent, option, depth)
            elif not roles.is_warlord_mark(option):
                yield from self._entry(parent, option, depth, pick_group="")

    def _group(self, parent: Selection, group: Option, depth: int) -> Iterator[Row]:
        choice = self.engine.choice(parent, group)
        if choice.hidden and not choice.count:
            return
        if roles.is_enhancement_group(group):
            return
        entries = [option for option in group.options if not option.is_group]
        if len(entries) == 1 == len(group.options) and not choice.minimum:
            yield from self._entry(parent, entries[0], depth, pick_group="", most=choice.maximum)
            return
        pick = choice.maximum == 1 and len(entries) > 1
        inner = [row for option in entries for row in self._entry(parent, option, depth + 1, group.id if pick else "")]
        inner += [row for option in group.options if option.is_group for row in self._group(parent, option, depth + 1)]
        if not inner or (pick and len(inner) == 1 and choice.minimum == 1):
            return
        yield Row(
            key=SEPARATOR.join((parent.id, group.id, "")),
            label=choice.name,
            kind="heading",
            depth=depth,
            count=int(choice.count),
            minimum=whole(choice.minimum),
            maximum=whole(choice.maximum),
            group=group.id,
        )
        yield from inner

    def _entry(
        self, parent: Holder, option: Option, depth: int, pick_group: str, most: Number | None = None
    ) -> Iterator[Row]:
        """Rows of one entry; ``most`` is the bound of a group that holds nothing else."""
        choice = self.engine.choice(parent, option)
        chosen = [child for child in parent.selections if child.option.id == option.id]
        closed = most == 0 or (choice.maximum == 0 and not pick_group)
        if not chosen and (choice.hidden or closed):
            return
        for selection in chosen or (None,):
            below = list(self._children(selection, option, depth + 1)) if selection is not None else []
            if self._fixed(choice.minimum, choice.maximum, chosen) and not pick_group:
                if below and option.type != "upgrade":
                    yield replace(self._row(parent, option, selection, depth, pick_group, most), kind="heading")
                yield from below
                continue
            yield self._row(parent, option, selection, depth, pick_group, most)
            yield from below

    @staticmethod
    def _fixed(minimum: Number | None, maximum: Number | None, chosen: list[Selection]) -> bool:
        """Nothing to decide: exactly so many, and they are there."""
        return minimum is not None and minimum == maximum and sum(child.amount for child in chosen) == minimum

    def _row(
        self,
        parent: Holder,
        option: Option,
        selection: Selection | None,
        depth: int,
        pick_group: str,
        most: Number | None,
    ) -> Row:
        choice = self.engine.choice(parent, option)
        maximum = choice.maximum if most is None or (choice.maximum is not None and choice.maximum < most) else most
        name = self.engine.state(selection).name if selection is not None else choice.name
        counted = maximum is None or maximum > 1 or (selection is not None and selection.amount > 1)
        return Row(
            key=Line(parent, option, selection).key,
            label=roles.plain_name(name),
            kind="pick" if pick_group else "count" if counted else "toggle",
            depth=depth,
            count=selection.amount if selection is not None else 0,
            minimum=whole(choice.minimum),
            maximum=whole(maximum),
            points=choice.cost.get(self.points_type, 0),
            group=pick_group,
            hidden=choice.hidden,
            node=selection.id if selection is not None else "",
            split=selection is not None
            and selection.amount > 1
            and bool(option.options)
            and option.type in roles.MODEL_TYPES,
        )

    # --- edits ------------------------------------------------------------------------------------------------------------

    def find(self, holder: Holder, key: str) -> Line:
        """The line of a row's key. Raises LookupError when there is no such row any more."""
        parent_id, option_id, selection_id = key.split(SEPARATOR)
        parent = self.engine.roster.nodes.get(parent_id)
        if parent is None or (isinstance(parent, Force) and parent is not holder):
            raise LookupError(key)
        options = (
            self._settings(parent) if isinstance(parent, Force) else (*parent.option.entries, *parent.option.groups)
        )
        option = next((option for option in options if option.id == option_id), None)
        if option is None:
            raise LookupError(key)
        return Line(parent, option, next((child for child in parent.selections if child.id == selection_id), None))

    def set_count(self, unit: Holder, key: str, count: int) -> None:
        line = self.find(unit, key)
        self._set(line, max(0, count))
        self._settle(line.parent)

    def _set(self, line: Line, count: int) -> None:
        if line.selection is None:
            if count:
                edit, _ = actions.select(self.engine, line.parent, line.option, count)
                self.history.do(edit)
        elif count == 0:
            self.history.do(Remove(line.selection))
        elif count != line.selection.amount:
            self.history.do(actions.set_amount(self.engine, line.selection, count))

    def pick(self, unit: Holder, key: str) -> None:
        """Takes the row instead of what its group has; a picked row that may go is given up again."""
        line = self.find(unit, key)
        group = line.option.group
        if group is None or isinstance(line.parent, Force) or self.engine.choice(line.parent, group).maximum != 1:
            self._set(line, 0 if line.selection is not None else 1)
        else:
            self._pick_in_group(line, group)
        self._settle(line.parent)

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
                self.history.do(actions.set_amount(self.engine, line, line.amount + difference))
                return


def whole(bound: Number | None) -> int | None:
    """A bound as a number of things; the data may state it as a decimal."""
    return None if bound is None else int(bound)
