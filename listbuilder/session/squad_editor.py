"""Edits of squads: so many models of one kind, and so many of them with an option.

Models are split off, armed and joined again, so that there is one selection for each loadout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.purpose import ConstraintPurpose
from listbuilder.catalogue.terms import Terms
from listbuilder.engine import Engine, actions
from listbuilder.roster.edits import Insert, Remove, SetAmount
from listbuilder.roster.history import History
from listbuilder.roster.tree import Selection
from listbuilder.session.editor import UnitEditor
from listbuilder.session.rows import Holder, RowSource, alike
from listbuilder.session.squads import Squad, SquadReader, is_closed, is_squad_key, squad_of


class Bearer(NamedTuple):
    """A selection that may take an option: a model's, or something inside it, of which each model has so many."""

    model: Selection
    node: Selection
    each: int


class SquadEditor(UnitEditor):
    """Edits rows as `UnitEditor` does, and those of squads. ``together`` reads the rows with squads, ``reader`` those of single
    loadouts."""

    def __init__(self, engine: Engine, history: History, points_type: str, terms: Terms | None = None) -> None:
        super().__init__(engine, history, points_type, terms)
        self.together = SquadReader(engine, points_type, terms)

    def called(self, holder: Holder, key: str) -> str:
        if not is_squad_key(key):
            return super().called(holder, key)
        squad = squad_of(self.engine, key)
        return (squad.way[-1] if squad.way else squad.option).name

    def set_count(self, unit: Holder, key: str, count: int) -> None:
        if not is_squad_key(key):
            super().set_count(unit, key, count)
            return
        squad = squad_of(self.engine, key)
        if squad.way and squad.way[-1].is_group:  # a heading: only what is below it can be chosen
            return
        if squad.way:
            self._arm(squad, max(0, count))
        else:
            self._resize(squad, max(0, count))
        self._join(squad)

    def pick(self, unit: Holder, key: str) -> None:
        if not is_squad_key(key):
            super().pick(unit, key)
            return
        squad = squad_of(self.engine, key)
        bearers = squad.bearers()
        inside = bearers.inside(squad.way[-1]) if bearers is not None and squad.way else None
        self.set_count(unit, key, 0 if inside is not None else 1)

    def split(self, unit: Holder, key: str, count: int) -> None:
        """Splits a row of a single loadout; those of a squad count all of its models."""
        if not is_squad_key(key):
            super().split(unit, key, count)

    # --- models -----------------------------------------------------------------------------------------------------------

    def _resize(self, squad: Squad, count: int) -> None:
        """More models have the loadout that most have; fewer are taken from there first."""
        models = squad.models()
        more = count - sum(model.amount for model in models)
        if more > 0 and not models:
            self._begin(squad.parent, squad.option, more)
        elif more > 0:
            self.swapping.add(squad.parent, squad.option, more, partial(self._grow, models, more))
        elif more < 0:
            self.swapping.take(squad.parent, squad.option, -more, partial(self._shrink, models, -more))

    def _grow(self, models: Sequence[Selection], more: int) -> None:
        largest = max(models, key=lambda model: model.amount)
        self.history.do(SetAmount(largest, largest.amount + more))

    def _shrink(self, models: Sequence[Selection], gone: int) -> None:
        for model in sorted(models, key=lambda model: -model.amount):
            number = min(model.amount, gone)
            if number:
                self.history.do(actions.set_amount(model, model.amount - number))
                gone -= number

    # --- what they carry --------------------------------------------------------------------------------------------------

    def _arm(self, squad: Squad, count: int) -> None:
        every = [squad._replace(way=(*squad.way[:-1], one)) for one in alike(squad.way[-1])]
        before = sum(map(_count, every))
        self._share_out(every, count - before)
        for counted in self._all_or_none(squad):
            self._spread(squad, counted, to_all=(counted in self._meant(squad)) == (count > before))

    def _share_out(self, every: Sequence[Squad], more: int) -> None:
        """So many more, or fewer, of choices that come to the same: into the first that has room, the last ones first out."""
        for one in every if more > 0 else reversed(every):
            now = _count(one)
            room = self._room(one) if more > 0 and one is not every[-1] else None
            step = more if room is None else min(more, room)
            self._take(one, max(0, now + step))
            more -= _count(one) - now
            if not more:
                return

    def _room(self, squad: Squad) -> int | None:
        """How many more of the option the bounds of the data let the squad have; None without a bound."""
        bearer = next(_bearers(squad), None)
        left = self.engine.headroom(bearer.node, squad.way[-1]) if bearer is not None else 0
        return None if left is None else max(0, int(left))

    def _take(self, squad: Squad, count: int) -> None:
        """Changes models until so many have the option, or no other may."""
        left = count - _count(squad)
        while left and self._step(squad, left):
            now = count - _count(squad)
            if abs(now) >= abs(left):
                return
            left = now

    def _step(self, squad: Squad, wanted: int) -> bool:
        """Lets models of one loadout take the option once more, or once less; whether there are any."""
        option = squad.way[-1]
        able = [bearer for bearer in _bearers(squad) if self._is_able(bearer.node, option, more=wanted > 0)]
        if not able:
            return False
        if wanted > 0:
            bearer = max(able, key=lambda one: self._readiness(one, option))
        else:
            bearer = max(able, key=lambda one: (self._extras(one.model), -one.model.amount))
        number = min(bearer.model.amount, max(1, abs(wanted) // bearer.each))
        if wanted > 0:
            return self._give(self._split_off(bearer, number), option)
        group = self._picked_from(RowSource(bearer.node, option, None))
        if group is None or not self.engine.choice(bearer.node, group).minimum:
            return self._take_away(self._split_off(bearer, number), option)
        other, room = self._instead(squad, bearer.node, group, option)
        if other is None:
            return False
        return self._give(self._split_off(bearer, min(number, room)), other)

    def _is_able(self, node: Selection, option: Option, *, more: bool) -> bool:
        choice = self.engine.choice(node, option)
        if not more:
            return choice.count > 0
        if choice.hidden or choice.maximum == 0 or is_closed(self.engine, node, option):
            return False
        if self._picked_from(RowSource(node, option, None)) is not None:
            return not choice.count
        return choice.maximum is None or choice.count < choice.maximum

    def _readiness(self, bearer: Bearer, option: Option) -> tuple[bool, int, int, int]:
        """The higher, the sooner it takes an option: with room for it, or with the default in its place; with few of it; with few
        other choices; where many models have the same."""
        is_ready = self._is_plain(bearer.node, option) and not self._is_full(bearer.node, option)
        has = _child(bearer.node, option)
        return is_ready, -has.amount if has is not None else 0, -self._extras(bearer.model), bearer.model.amount

    def _is_full(self, node: Selection, option: Option) -> bool:
        """Whether a node has as much as it may of a group that an option is of, and gives nothing up for it."""
        if self._picked_from(RowSource(node, option, None)) is not None:
            return False
        groups = (self.engine.choice(node, group) for group in option.group_chain)
        return any(one.maximum is not None and one.count >= one.maximum for one in groups)

    def _is_plain(self, node: Selection, option: Option) -> bool:
        """Whether a node has the default of the group that an option is of."""
        group = self._picked_from(RowSource(node, option, None))
        if group is None:
            return True
        return any(group.default_id in child.option.ids for child in node.selections)

    def _split_off(self, bearer: Bearer, number: int) -> Selection:
        """So many models as a selection of their own; the bearer's node in it."""
        model = bearer.model
        if number == model.amount:
            return bearer.node
        place = list(model.walk()).index(bearer.node)
        copy = actions.copied(model)
        copy.amount = number
        assert model.parent is not None
        self.history.do(SetAmount(model, model.amount - number))
        self.history.do(Insert(copy, model.parent, model.parent.selections.index(model) + 1))
        return list(copy.walk())[place]

    def _give(self, node: Selection, option: Option) -> bool:
        has = _child(node, option)
        source = RowSource(node, option, has)
        group = self._picked_from(source)
        if group is not None:
            self._pick_in_group(source, group)
        else:
            self._set(source, has.amount + 1 if has is not None else 1)
        self.adapt(node)
        return True

    def _take_away(self, node: Selection, option: Option) -> bool:
        has = _child(node, option)
        assert has is not None
        self._set(RowSource(node, option, has), has.amount - 1)
        self.adapt(node)
        return True

    def _instead(self, squad: Squad, node: Selection, group: Option, option: Option) -> tuple[Option | None, int]:
        """What a node takes in place of an option that it gives up, and how many may: the default, else what most others have,
        else the first that has room."""
        rooms: dict[Option, int] = {}
        for one in group.entries:
            if one.id != option.id and self._is_able(node, one, more=True):
                left = self.engine.headroom(node, one)
                if left is None or left > 0:
                    rooms[one] = _number(squad) if left is None else left
        used = {one: _count(squad._replace(way=(*squad.way[:-1], one))) for one in rooms}
        found = max(rooms, key=lambda one: (group.default_id in one.ids, used[one]), default=None)
        return found, rooms[found] if found is not None else 0

    def _extras(self, model: Selection) -> int:
        """How many choices of a model are neither required nor the default."""
        return sum(
            not (child.option.group.default_id in child.option.ids if child.option.group is not None else False)
            and not self.engine.choice(model, child.option).minimum
            for child in model.selections
        )

    # --- what all models take or none does -----------------------------------------------------------------------------------

    def _meant(self, squad: Squad) -> set[str]:
        """The ids that an option is counted by."""
        bearer = next(_bearers(squad), None)
        return _ids(self.engine, bearer.node, squad.way[-1]) if bearer is not None else set()

    def _all_or_none(self, squad: Squad) -> list[str]:
        """The ids by which the data count what all models of the unit take or none does, where only some have it."""
        assert isinstance(squad.parent, Selection)
        root = squad.parent.root
        return [
            item.constraint.child_id
            for item in self.engine.violations()
            if item.constraint is not None
            and item.constraint.purpose is ConstraintPurpose.ALL_OR_NONE
            and isinstance(item.node, Selection)
            and item.node.root is root
        ]

    def _spread(self, squad: Squad, counted: str, *, to_all: bool) -> None:
        """Lets all models of the unit that may take it have what is counted so, or none."""
        assert isinstance(squad.parent, Selection)
        for node in [node for node in squad.parent.root.walk() if node.option.type in roles.MODEL_TYPES]:
            option = next((one for one in node.option.entries if counted in _ids(self.engine, node, one)), None)
            if option is None or (_child(node, option) is not None) == to_all:
                continue
            if to_all:
                self._give(node, option)
                continue
            group = self._picked_from(RowSource(node, option, None))
            other = self._instead(squad, node, group, option)[0] if group is not None else None
            if other is not None:
                self._give(node, other)
            else:
                self._take_away(node, option)

    # --- joining ----------------------------------------------------------------------------------------------------------

    def _join(self, squad: Squad) -> None:
        """Makes one selection of those that carry the same."""
        first: dict[object, Selection] = {}
        for model in squad.models():
            known = first.setdefault(_shape(model), model)
            if known is not model:
                self.history.do(Remove(model))
                self.history.do(SetAmount(known, known.amount + model.amount))


def _bearers(squad: Squad) -> Iterator[Bearer]:
    """The selections inside the models that may take the option."""
    waiting = [Bearer(model, model, 1) for model in squad.models()]
    for option in squad.way[:-1]:
        waiting = [
            Bearer(model, child, each * child.amount)
            for model, node, each in waiting
            for child in node.selections
            if child.option.id == option.id
        ]
    yield from waiting


def _number(squad: Squad) -> int:
    return sum(model.amount for model in squad.models())


def _count(squad: Squad) -> int:
    """How many of the option the squad has."""
    option = squad.way[-1]
    found = ((bearer, _child(bearer.node, option)) for bearer in _bearers(squad))
    return sum(bearer.model.amount * bearer.each * child.amount for bearer, child in found if child is not None)


def _child(node: Selection, option: Option) -> Selection | None:
    return next((child for child in node.selections if child.option.id == option.id), None)


def _shape(node: Selection) -> object:
    """A value that is the same for selections that mean the same, whatever their amounts."""
    inside = sorted((repr(_shape(child)), child.amount) for child in node.selections)
    return node.option.id, node.custom_name, node.custom_notes, tuple(inside)


def _ids(engine: Engine, node: Selection, option: Option) -> set[str]:
    """The categories of an option under a node."""
    return {category.id for category in engine.choice(node, option).categories}
