"""Squads: models of one kind as one row, and below it what they carry, counted over all of them.

In the tree a squad is one selection of models for each loadout. Here a row is an option of the model's entry, and its count
is how many of it the squad has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from listbuilder.army import roles
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine
from listbuilder.engine.state import Choice
from listbuilder.replacing import replace
from listbuilder.roster.tree import Selection
from listbuilder.session.rows import (
    ALONE,
    SEPARATOR,
    Holder,
    RowReader,
    Within,
    alike,
    given_up,
    in_order,
    moved,
    whole,
)
from listbuilder.session.shares import share_of
from listbuilder.session.views import Row

MARK = "*"  # stands in the key of a row for all selections of the model


class Bearers(NamedTuple):
    """Selections of one option, with the number of each in the squad: models, or something inside them."""

    of: tuple[tuple[Selection, int], ...]

    @property
    def option(self) -> Option:
        return self.of[0][0].option

    @property
    def number(self) -> int:
        return sum(number for _, number in self.of)

    def inside(self, option: Option) -> Bearers | None:
        """Those of an option inside these; None where none has it."""
        found = tuple(
            (child, number * child.amount)
            for node, number in self.of
            for child in node.selections
            if child.option.id == option.id
        )
        return Bearers(found) if found else None


class Squad(NamedTuple):
    """What the key of a row names: the models, and the way from them to the option; empty for the models themselves."""

    parent: Holder
    option: Option
    way: tuple[Option, ...] = ()

    def models(self) -> list[Selection]:
        return [child for child in self.parent.selections if child.option.id == self.option.id]

    def bearers(self) -> Bearers | None:
        """Those that may take the last option of the way."""
        models = self.models()
        found = Bearers(tuple((model, model.amount) for model in models)) if models else None
        for option in self.way[:-1]:
            found = found.inside(option) if found is not None else None
        return found

    @property
    def key(self) -> str:
        return SEPARATOR.join((self.parent.id, self.option.id, MARK, *(option.id for option in self.way)))


def is_squad_key(key: str) -> bool:
    return key.split(SEPARATOR)[2:3] == [MARK]


def squad_of(engine: Engine, key: str) -> Squad:
    """What a key stands for. Raises `LookupError` when it is there no more."""
    parent_id, option_id, _mark, *way = key.split(SEPARATOR)
    parent = engine.roster.nodes.get(parent_id)
    if parent is None or not isinstance(parent, Selection):
        raise LookupError(key)
    found = [_option(parent.option, option_id)]
    for name in filter(None, way):  # a heading ends with none
        found.append(_option(found[-1], name))
    return Squad(parent, found[0], tuple(found[1:]))


def _option(above: Option, name: str) -> Option:
    found = next((option for option in (*above.entries, *above.groups) if option.id == name), None)
    if found is None:
        raise LookupError(name)
    return found


class SquadReader(RowReader):
    """Reads rows as `RowReader` does, those of squads counted over all of their models."""

    def _entry(self, parent: Holder, option: Option, depth: int, within: Within) -> list[Row]:
        if not isinstance(parent, Selection) or within.pick or not self._is_squad(parent, option):
            return super()._entry(parent, option, depth, within)
        squad = Squad(parent, option)
        bearers = squad.bearers()
        row = self._row(parent, option, next(iter(squad.models()), None), depth, within)
        if bearers is None:
            return [] if row.hidden or row.maximum == 0 else [replace(row, key=squad.key, together=True)]
        row = replace(row, key=squad.key, kind="count", count=bearers.number, split=False, together=True)
        if row.minimum == row.maximum == row.count:
            row = replace(row, kind="heading", minimum=None, maximum=None)
        return [row, *self._carried(squad, bearers, option, depth + 1, ALONE)]

    def _is_squad(self, parent: Selection, option: Option) -> bool:
        """Whether an option is models with choices of their own, of which there are several or may be."""
        if option.type not in roles.MODEL_TYPES or not option.options:
            return False
        choice = self.engine.choice(parent, option)
        return choice.count > 1 or choice.maximum is None or choice.maximum > 1

    def _carried(self, squad: Squad, bearers: Bearers, holder: Option, depth: int, within: Within) -> list[Row]:
        """Rows of what an option, or a group below it, offers to each of the bearers."""
        rows: list[Row] = []
        for option in in_order(holder.options):
            if option.is_group:
                rows += self._slot(squad, bearers, option, depth, within)
            elif not roles.is_warlord_mark(option) and alike(option)[0] is option:
                each = [self._taken(squad, bearers, one, depth, within) for one in alike(option)]
                rows += _as_one([found for found in each if found])
        return rows

    def _slot(self, squad: Squad, bearers: Bearers, group: Option, depth: int, within: Within) -> list[Row]:
        """Rows of a group, below a heading where it adds something."""
        choices = [self.engine.choice(node, group) for node, _ in bearers.of]
        if roles.is_enhancement_group(group) or all(one.hidden and not one.count for one in choices):
            return []
        single = len(group.options) == 1 and not group.options[0].is_group
        if single and not within.pick and not any(one.minimum for one in choices):
            return self._taken(squad, bearers, group.options[0], depth, Within(most=_most(choices)))
        pick = within.pick or (group.id if _most(choices) == 1 else "")
        inner = self._carried(squad, bearers, group, depth + 1, Within(pick))
        offered = sum(row.depth == depth + 1 for row in inner)
        if not inner or (pick and offered == 1 and all(one.minimum == one.count == 1 for one in choices)):
            return []
        if not pick and all(row.kind == "heading" for row in inner if row.depth == depth + 1):
            return moved(inner, -1)
        key = SEPARATOR.join((squad.key, group.id, ""))
        return [Row(key=key, label=choices[0].name, kind="heading", depth=depth, group=group.id), *inner]

    def _taken(self, squad: Squad, bearers: Bearers, option: Option, depth: int, within: Within) -> list[Row]:
        """The row of one option, and of what is inside it."""
        choices = [self.engine.choice(node, option) for node, _ in bearers.of]
        inside, further = bearers.inside(option), squad._replace(way=(*squad.way, option))
        count = inside.number if inside is not None else 0
        each = 1 if within.pick else _least(_most(choices), within.most)
        if not count and (all(one.hidden for one in choices) or each == 0):
            return []
        below = self._carried(further, inside, option, depth + 1, ALONE) if inside is not None else []
        if not within.pick and all(one.minimum == one.maximum == one.count for one in choices):
            return moved(below, -1)  # nothing to decide
        free = next(
            (node for (node, _), one in zip(bearers.of, choices, strict=True) if not one.count), bearers.of[0][0]
        )
        only = bearers.number == 1
        left = self.engine.headroom(free, option, given_up(free, within.pick) if only else ())
        able = sum(
            number
            for (node, number), one in zip(bearers.of, choices, strict=True)
            if one.count or (one.maximum != 0 and not is_closed(self.engine, node, option))
        )
        most = _least(None if each is None else each * able, None if left is None else max(0, count + left))
        row = Row(
            key=further.key,
            label=self._label(option, choices[0].name),
            kind="pick" if only and within.pick else "toggle" if only and each == 1 and count <= 1 else "count",
            depth=depth,
            count=count,
            maximum=most,
            points=self.engine.price(free, option).get(self.points_type, 0),
            group=within.pick,
            hidden=all(one.hidden for one in choices),
            node=inside.of[0][0].id if inside is not None else "",
            fitting=0 if only and not count and left is not None and left < 1 else None,
            share=share_of(free, option),
        )
        return [row, *below]


def _as_one(found: Sequence[list[Row]]) -> list[Row]:
    """The rows of choices that come to the same, each with what is below it, as those of one choice."""
    if len(found) < 2:
        return found[0] if found else []
    tops = [rows[0] for rows in found]
    bounds = [one.maximum for one in tops]
    first = replace(
        tops[0],
        kind="pick" if tops[0].kind == "pick" else "count",
        count=sum(one.count for one in tops),
        maximum=None if None in bounds else sum(bound for bound in bounds if bound is not None),
        hidden=all(one.hidden for one in tops),
        node=next((one.node for one in tops if one.node), ""),
        share=None,
    )
    return [first, *(row for rows in found for row in rows[1:])]


def is_closed(engine: Engine, node: Selection, option: Option) -> bool:
    """Whether a group around an option may hold nothing, because of another choice of the same model."""
    return any(engine.choice(node, group).maximum == 0 for group in option.group_chain)


def _most(choices: Sequence[Choice]) -> int | None:
    """The most that one bearer may have; None without a limit."""
    found = [one.maximum for one in choices]
    return None if None in found else whole(max(one for one in found if one is not None))


def _least(one: Number | None, other: Number | None) -> int | None:
    known = [number for number in (one, other) if number is not None]
    return int(min(known)) if known else None
