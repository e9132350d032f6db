"""The rows of a unit or of an army's settings: its choices as lines to count, toggle or pick, without groups that add nothing.

Works on the selection tree through the engine's view of it, so it serves every data set. Enhancements and the warlord mark
have their own pickers and are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec import Struct

from listbuilder.army import roles
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.catalogue.terms import Terms
from listbuilder.catalogue.vocabulary import NEUTRAL
from listbuilder.engine import Engine
from listbuilder.engine.builder import force_accepts
from listbuilder.replacing import replace
from listbuilder.roster.tree import Force, Selection
from listbuilder.session.shares import share_of
from listbuilder.session.views import Row, Setting

SEPARATOR = "|"
LAST = 10**6  # sort index: after everything that the authors gave one
Holder = Selection | Force


class RowSource(Struct, frozen=True):
    """What a row shows: a choice below a node, and its selection if there is one."""

    parent: Holder
    option: Option
    selection: Selection | None

    @property
    def key(self) -> str:
        own = self.selection.id if self.selection is not None else ""
        return SEPARATOR.join((self.parent.id, self.option.id, own))


class Within(Struct, frozen=True):
    """What the groups around an entry mean for its row: the group of which one is picked, and the bound of a group that holds
    nothing else."""

    pick: str = ""
    most: Number | None = None


ALONE = Within()


class RowReader:
    """Reads rows; changes nothing."""

    def __init__(self, engine: Engine, points_type: str, terms: Terms | None = None) -> None:
        self.engine = engine
        self.points_type = points_type
        self.terms = terms or NEUTRAL.terms

    def rows(self, holder: Holder) -> tuple[Row, ...]:
        """The rows of a unit; of a force, what it offers besides units."""
        if isinstance(holder, Force):
            return tuple(row for option in self.settings(holder) for row in self._setting(holder, option))
        return tuple(unwrapped(self._below(holder, holder.option, 0)))

    def settings(self, force: Force) -> list[Option]:
        """What a force offers besides units and notes: battle size, detachment, visibility switches …"""
        options = self.engine.roster.library.root_options(force.catalogue_id)
        return [
            option
            for option in in_order(options)
            if not (roles.is_unit(option) or roles.is_note(option) or is_empty(force, option))
            and force_accepts(force, self.engine.choice(force, option).categories)
        ]

    def _setting(self, force: Force, option: Option) -> list[Row]:
        """Rows of a setting below a heading with its name; one that only holds a choice of that name is shown as that choice."""
        rows = self._entry(force, option, 0, ALONE)
        tops = [row for row in rows if row.depth == 0]
        chosen = next((child for child in force.selections if child.option.id == option.id), None)
        if chosen is None or not rows or any(row.kind == "heading" and row.label == option.name for row in tops):
            return rows
        if rows[0].node != chosen.id:
            return [replace(self._row(force, option, chosen, 0, ALONE), kind="heading"), *moved(rows, 1)]
        if len(rows) > 1 and rows[0].maximum is None:
            rows[0] = replace(rows[0], kind="heading")  # choosing it twice has no effect
        return rows

    def _below(self, parent: Selection, holder: Option, depth: int, pick: str = "") -> list[Row]:
        """Rows of what ``holder`` (the parent's option, or a group below it) directly offers."""
        rows: list[Row] = []
        for option in in_order(holder.options):
            if option.is_group:
                rows += self._group(parent, option, depth, pick)
            elif not roles.is_warlord_mark(option) and self._is_shown(parent, option, pick):
                rows += self._entry(parent, option, depth, Within(pick))
        return rows

    def _is_shown(self, parent: Selection, option: Option, pick: str) -> bool:
        """Whether an option has a line; of those that come to the same, what is chosen and, beside what is counted, the next one
        with room."""
        every = alike(option)
        if len(every) == 1:
            return True
        chosen = {child.option.id for child in parent.selections}
        taken = [one for one in every if one.id in chosen]
        if option in taken or (pick and taken):
            return option in taken
        others = given_up(parent, pick)
        room = {one: self._fitting(parent, one, others) for one in every if one not in taken}
        if None in room.values() or not taken:
            return option is max(room, key=lambda one: (room[one] is None, room[one] or 0), default=None)
        return False

    def _fitting(self, model: Selection, option: Option, instead: Collection[Selection]) -> int | None:
        """How many models of a loadout the bounds of the unit let have an option more than they have; None where all may."""
        left = self.engine.headroom(model, option, instead)
        return None if left is None or left >= model.number else max(0, left)

    def _group(self, parent: Selection, group: Option, depth: int, outer: str) -> list[Row]:
        choice = self.engine.choice(parent, group)
        if (choice.hidden and not choice.count) or roles.is_enhancement_group(group):
            return []
        entries = [option for option in group.options if not option.is_group]
        if len(entries) == 1 == len(group.options) and not (choice.minimum or outer or is_size(parent)):
            return self._entry(parent, entries[0], depth, Within(most=choice.maximum))
        pick = outer or (group.id if choice.maximum == 1 or is_size(parent) else "")
        inner = self._below(parent, group, depth + 1, pick)
        if not inner or (pick and len(inner) == 1 and choice.minimum == choice.count == 1):
            return []
        if is_size(parent):  # the setting around it is its heading
            return moved(inner, -1)
        if _is_wrapper(choice.minimum, choice.maximum, inner, depth + 1):
            return moved(inner, -1)
        heading = Row(
            key=SEPARATOR.join((parent.id, group.id, "")),
            label=choice.name,
            kind="heading",
            depth=depth,
            count=int(choice.count),
            minimum=whole(choice.minimum),
            maximum=whole(choice.maximum),
            group=group.id,
            setting=setting_of(parent, group),
        )
        return [heading, *inner]

    def _entry(self, parent: Holder, option: Option, depth: int, within: Within) -> list[Row]:
        """Rows of one entry: one for each of its selections, or one to choose it."""
        choice = self.engine.choice(parent, option)
        chosen = [child for child in parent.selections if child.option.id == option.id]
        if not chosen:
            closed = within.most == 0 or (choice.maximum == 0 and not within.pick)
            return [] if choice.hidden or closed else [self._row(parent, option, None, depth, within)]
        fixed = not within.pick and _is_fixed(choice.minimum, choice.maximum, chosen)
        number = sum(child.amount for child in chosen)
        rows: list[Row] = []
        for selection in chosen:
            below = self._below(selection, option, depth + 1)
            row = self._row(parent, option, selection, depth, within, others=number - selection.amount)
            if not fixed:
                rows += [row, *below]
            elif below and number > 1 and option.type in roles.MODEL_TYPES:
                rows += [row, *below]  # some of which may be split off
            elif below and option.type != "upgrade":
                rows += [replace(row, kind="heading", minimum=None, maximum=None), *below]
            else:
                rows += moved(below, -1)
        return rows

    def _row(
        self,
        parent: Holder,
        option: Option,
        selection: Selection | None,
        depth: int,
        within: Within,
        *,
        others: int = 0,
    ) -> Row:
        """``others``: what other selections of the option take of its bounds."""
        choice, most = self.engine.choice(parent, option), within.most
        maximum = choice.maximum if most is None or (choice.maximum is not None and choice.maximum < most) else most
        name = self.engine.state(selection).name if selection is not None else choice.name
        amount = selection.amount if selection is not None else 0
        once = amount <= 1 and is_formation(parent, option)
        counted = (maximum is None or maximum > 1 or amount > 1) and not once
        minimum = choice.minimum
        if others:
            minimum = max(0, (minimum or 0) - others)
            maximum = None if maximum is None else max(0, maximum - others)
        fitting = None
        if isinstance(parent, Selection) and isinstance(parent.parent, Selection) and not (within.pick and amount):
            fitting = self._fitting(parent, option, given_up(parent, within.pick))
            maximum = maximum if within.pick else self._left_in_unit(parent, option, amount, maximum)
        return Row(
            key=RowSource(parent, option, selection).key,
            label=self._label(option, name),
            kind="pick" if within.pick else "count" if counted else "toggle",
            depth=depth,
            count=amount,
            minimum=whole(minimum),
            maximum=whole(maximum),
            points=self.engine.price(parent, option).get(self.points_type, 0),
            group=within.pick,
            hidden=choice.hidden,
            node=selection.id if selection is not None else "",
            fitting=None if amount else fitting,
            split=amount > 1 and bool(option.options) and option.type in roles.MODEL_TYPES,
            share=share_of(parent, option) if isinstance(parent, Selection) and not within.pick else None,
            setting=setting_of(parent, option),
        )

    def _left_in_unit(self, model: Selection, option: Option, amount: int, maximum: Number | None) -> Number | None:
        """The most that each model of a loadout may have of an option beside what the other models of its unit have."""
        left = self.engine.headroom(model, option)
        most = None if left is None else max(0, amount + left // model.number)
        return most if maximum is None or (most is not None and most < maximum) else maximum

    def _label(self, option: Option, name: str) -> str:
        """What a row is called; the size and the formation of an army of native data have the game's words for them."""
        match option.purpose:
            case EntryPurpose.BATTLE_SIZE:
                return self.terms.battle_size.title
            case EntryPurpose.DETACHMENT:
                return self.terms.detachment.title
            case EntryPurpose.SUBFACTION:
                return self.terms.subfaction.title
            case _:
                return roles.plain_title(roles.plain_name(name))


def alike(option: Option) -> tuple[Option, ...]:
    """The choices of a group that come to the same, the option among them: two sentences of a datasheet may offer one thing, each
    with a bound of its own."""
    if option.group is None or option.is_group:
        return (option,)
    found = tuple(one for one in option.group.entries if one.target is option.target)
    costs = {one.merged.costs for one in found}
    return found if len(costs) == 1 else (option,)


def given_up(parent: Selection, group_id: str) -> list[Selection]:
    """What a model has of a group of which one is picked, and gives up for another of it."""
    chosen = parent.selections if group_id else ()
    return [child for child in chosen if any(group.id == group_id for group in child.option.group_chain)]


def is_size(parent: Holder) -> bool:
    """Whether it holds the size of game of native data: one of its choices."""
    return isinstance(parent, Selection) and parent.option.purpose is EntryPurpose.BATTLE_SIZE


def setting_of(parent: Holder, option: Option) -> Setting | None:
    """Which choice with a command of its own an option is, or is one of: of the army, or the gifts of a unit."""
    holder = parent.option if isinstance(parent, Selection) else option
    if roles.is_detachment(holder):
        return "detachment"
    if roles.is_battle_size(holder):
        return "battle-size"
    return "enhancement" if roles.is_enhancement(option) or roles.holds_gifts(option) else None


def is_formation(parent: Holder, option: Option) -> bool:
    """Whether it is a formation of native data, or the choice of these: none is taken twice."""
    around = parent.option.purpose if isinstance(parent, Selection) else None
    return EntryPurpose.DETACHMENT in {option.purpose, around}


def is_empty(force: Force, option: Option) -> bool:
    """Whether it is the choice of formations in native data that have none."""
    chosen = any(child.option.id == option.id for child in force.selections)
    return option.purpose is EntryPurpose.DETACHMENT and not option.options and not chosen


def in_order(options: Iterable[Option]) -> list[Option]:
    """By the sort index that the authors gave, then in the order of the file."""
    return sorted(options, key=_position)


def _position(option: Option) -> int:
    return next((part.sort_index for part in option.parts if part.sort_index is not None), LAST)


def moved(rows: Iterable[Row], steps: int) -> list[Row]:
    """The rows, indented by so many more steps."""
    return [replace(row, depth=row.depth + steps) for row in rows]


def unwrapped(rows: list[Row]) -> list[Row]:
    """The rows without outer headings that contain all others and have no bounds."""
    while rows and _is_bare(rows[0]) and all(row.depth > rows[0].depth for row in rows[1:]):
        rows = moved(rows[1:], -1)
    return rows


def _is_bare(row: Row) -> bool:
    return row.kind == "heading" and not row.node and not row.minimum and row.maximum is None


def _is_wrapper(minimum: Number | None, maximum: Number | None, inner: list[Row], depth: int) -> bool:
    """Whether a group only holds other groups: it has no bounds and no choices itself."""
    return not minimum and maximum is None and all(row.kind == "heading" for row in inner if row.depth == depth)


def _is_fixed(minimum: Number | None, maximum: Number | None, chosen: list[Selection]) -> bool:
    """Whether there is nothing to decide: the bounds allow one number, and that many are chosen."""
    return minimum is not None and minimum == maximum and sum(child.amount for child in chosen) == minimum


def whole(bound: Number | None) -> int | None:
    """A bound as an int; data may state it as a decimal."""
    return None if bound is None else int(bound)
