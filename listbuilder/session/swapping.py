"""Models of one kind that take the place of those of another, and give it back.

Data often have a kind of model for each loadout: who wants one with a special weapon arms a model of the squad, as long as its
bounds allow, and who wants two of them in a full squad means two of its others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine, actions
from listbuilder.roster.history import History
from listbuilder.roster.tree import Selection
from listbuilder.session.rows import Holder
from listbuilder.session.sizing import wrong_in


class Swapping:
    """Carries out changes of the number of models. ``complete``: makes the choices that new models require."""

    def __init__(self, engine: Engine, history: History, complete: Callable[[Selection], None]) -> None:
        self.engine = engine
        self.history = history
        self.complete = complete

    def add(self, parent: Holder, option: Option, more: int, change: Callable[[], object]) -> None:
        """``change`` adds so many: in place of models that the data name alike but for what they carry, else in place of others
        where there is no room, else besides them."""
        if isinstance(parent, Selection) and option.type in roles.MODEL_TYPES and more > 0:
            if self.history.attempt(partial(self._rearm, parent, option, more, change)):
                return
            make_room(self.engine, self.history, parent, option, more)
        change()

    def take(self, parent: Holder, option: Option, gone: int, change: Callable[[], object]) -> None:
        """``change`` takes so many away: models that carry something special become usual ones again."""
        if isinstance(parent, Selection) and self.history.attempt(partial(self._disarm, parent, option, gone, change)):
            return
        full = full_beside(self.engine, parent, option)
        change()
        fill_up(self.engine, self.history, parent, option, gone, full)

    def _rearm(self, parent: Selection, option: Option, more: int, change: Callable[[], object]) -> bool:
        """Whether that was possible without anything that is wrong then and was not before."""
        kinds = _of_the_model(parent, option)
        usual = self._usual(parent, kinds)
        if usual is None or usual.id == option.id:
            return False
        before, left = wrong_in(self.engine, parent), more
        ids = {one.id for one in kinds} - {option.id}
        others = [node for node in parent.selections if node.option.id in ids]
        for node in sorted(others, key=lambda one: (one.option.id != usual.id, -one.amount)):
            number = min(left, node.amount)
            if number:
                self.history.do(actions.set_amount(node, node.amount - number))
                left -= number
        if left:
            return False
        change()
        return wrong_in(self.engine, parent) <= before

    def _disarm(self, parent: Selection, option: Option, gone: int, change: Callable[[], object]) -> bool:
        """The same of the way back."""
        usual = self._usual(parent, _of_the_model(parent, option))
        if usual is None or usual.id == option.id:
            return False
        before = wrong_in(self.engine, parent)
        change()
        there = [node for node in parent.selections if node.option.id == usual.id]
        if there:
            most = max(there, key=lambda node: node.amount)
            self.history.do(actions.set_amount(most, most.amount + gone))
        else:
            self.history.do(actions.select(self.engine, parent, usual, gone)[0])
            self.complete(parent)
        return wrong_in(self.engine, parent) <= before

    def _usual(self, parent: Selection, kinds: Sequence[Option]) -> Option | None:
        """The kind that a unit has most of to begin with: one that the data require or choose, or name without what it carries,
        else the first; none of a model of which there is one kind only."""
        shown = [one for one in kinds if not self.engine.choice(parent, one).hidden]
        tests: tuple[Callable[[Option], bool], ...] = (
            lambda one: bool(self.engine.choice(parent, one).minimum),
            lambda one: any(group.default_id in one.ids for group in one.group_chain),
            lambda one: one.name.casefold() == _bare(one),
        )
        found = (one for test in tests for one in shown if test(one))
        return next(found, shown[0]) if len(shown) > 1 else None


def _of_the_model(parent: Selection, option: Option) -> list[Option]:
    """The kinds of models with the same name but for what they carry, in the order of the data."""
    if option.type not in roles.MODEL_TYPES:
        return []
    name = _bare(option)
    return [one for one in parent.option.entries if one.type in roles.MODEL_TYPES and _bare(one) == name]


def _bare(option: Option) -> str:
    return roles.model_names(option.name)[1].casefold()


def make_room(engine: Engine, history: History, parent: Selection, option: Option, more: int) -> None:
    """Takes away as many models of more numerous kinds as so many more of one need, the most numerous first, as far as their own
    minima let them go. Nothing where that does not help."""
    if option.type not in roles.MODEL_TYPES or more <= 0:
        return
    now = sum(node.amount for node in parent.selections if node.option.id == option.id)
    others = [node for node in parent.selections if roles.is_model(node) and node.option.id != option.id]
    others = [node for node in others if node.amount > now]
    for node in sorted(others, key=lambda one: -one.amount):
        left = _left(engine, parent, option)
        if left is None or left >= more:
            return
        number = min(more - left, _spare(engine, node, option))
        if number > 0:
            history.attempt(partial(_give_up, engine, history, node, number, option, left))


def full_beside(engine: Engine, parent: Holder, option: Option) -> list[Selection]:
    """The models of other kinds, of which there are at least as many, that may not be more now; the most numerous first."""
    if option.type not in roles.MODEL_TYPES or not isinstance(parent, Selection):
        return []
    now = sum(node.amount for node in parent.selections if node.option.id == option.id)
    others = [node for node in parent.selections if roles.is_model(node) and node.option.id != option.id]
    found = [node for node in others if node.amount >= now and _left(engine, parent, node.option) == 0]
    return sorted(found, key=lambda one: -one.amount)


def fill_up(
    engine: Engine, history: History, parent: Holder, option: Option, gone: int, full: Sequence[Selection]
) -> None:
    """Makes up for so many models that were taken away with more of another kind, where a group around both has too few now; and
    with those that were ``full`` before and have room now: the squad was as large as it may be, and stays so."""
    if option.type not in roles.MODEL_TYPES or not isinstance(parent, Selection):
        return
    for group in option.group_chain:
        choice = engine.choice(parent, group)
        lacking = min(gone, int((choice.minimum or 0) - choice.count))
        others = [node for node in parent.selections if roles.is_model(node) and group in node.option.group_chain]
        for node in sorted(others, key=lambda one: -one.amount):
            left = _left(engine, parent, node.option)
            number = lacking if left is None else min(lacking, left)
            if number > 0 and node.option.id != option.id:
                history.do(actions.set_amount(node, node.amount + number))
                gone -= number
                break
    for node in full:
        number = min(gone, _left(engine, parent, node.option) or 0)
        if number > 0:
            history.do(actions.set_amount(node, node.amount + number))
            gone -= number


def _give_up(engine: Engine, history: History, node: Selection, number: int, option: Option, left: int) -> bool:
    """Whether there is more room for the option then."""
    parent = node.parent
    assert isinstance(parent, Selection)
    history.do(actions.set_amount(node, node.amount - number))
    now = _left(engine, parent, option)
    return now is None or now > left


def _left(engine: Engine, parent: Selection, option: Option) -> int | None:
    """How many more of an option all bounds around it allow; None without any."""
    found = [one for one in (engine.room(parent, option), engine.headroom(parent, option)) if one is not None]
    return min(found) if found else None


def _spare(engine: Engine, node: Selection, option: Option) -> int:
    """How many models their own minimum can do without, and that of the groups around them in which the others are not."""
    parent = node.parent
    assert isinstance(parent, Selection)
    around = [group for group in node.option.group_chain if group not in option.group_chain]
    choices = [engine.choice(parent, one) for one in (node.option, *around)]
    return min(node.amount, *(int(one.count - (one.minimum or 0)) for one in choices))
