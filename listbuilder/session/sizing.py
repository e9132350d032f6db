"""The size of a unit: as many models as are asked for, of the kinds and in the numbers that its data allow."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine, actions
from listbuilder.roster.edits import Edit, Remove
from listbuilder.roster.history import History
from listbuilder.roster.tree import Selection

ROUNDS = 4  # of growing and shrinking: bounds on some models follow the number of others
UNCOUNTED = ("warning", "info")
Wrong = set[tuple[object, ...]]  # what identifies violations


class Sizing:
    """Changes sizes; every edit goes through the history. ``complete``: makes the choices that new models require."""

    def __init__(self, engine: Engine, history: History, complete: Callable[[Selection], None]) -> None:
        self.engine = engine
        self.history = history
        self.complete = complete

    def set(self, unit: Selection, models: int) -> None:
        """Gives the unit so many models as a player would: more or fewer of those that most are of, then of others, then in
        another composition. A size that none of that reaches is made of those that most are of, as far as they may vary."""
        if models == size_of(unit):
            return
        ways: list[Callable[[], bool]] = [lambda: self._reach(unit, models)]
        ways += [
            lambda old=old, new=new: self._recompose(old, new) and self._reach(unit, models)  # type: ignore[misc]
            for old, new in self._compositions(unit)
        ]
        before = wrong_in(self.engine, unit)
        for way in ways:
            if self.history.attempt(lambda way=way: way() and wrong_in(self.engine, unit) <= before):  # type: ignore[misc]
                return
        self._force(unit, models - size_of(unit))

    # --- within the composition -------------------------------------------------------------------------------------------

    def _reach(self, unit: Selection, models: int) -> bool:
        """Whether the unit has so many models after lines grew and shrank within their bounds."""
        for _ in range(ROUNDS):
            self._trim(unit)
            missing = models - size_of(unit)
            if not (self._grow(unit, missing) if missing > 0 else self._shrink(unit, -missing)):
                return False
            self.complete(unit)
            if size_of(unit) == models:
                return True
        return False

    def _grow(self, unit: Selection, missing: int) -> bool:
        while missing:
            more = next(self._additions(unit, missing), None)
            if more is None:
                return False
            edit, number = more
            self.history.do(edit)
            missing -= number
        return True

    def _additions(self, unit: Selection, missing: int) -> Iterator[tuple[Edit, int]]:
        """More of what is there, of the most numerous first; then of what is not."""
        for line in _lines(unit):
            number = min(missing, self._room(line.parent, line.option))
            if number > 0:
                yield actions.set_amount(line, line.amount + number), number
        for holder in _holders(unit):
            for option in holder.option.entries:
                if option.type in roles.MODEL_TYPES and not self.engine.choice(holder, option).hidden:
                    number = min(missing, self._room(holder, option))
                    if number > 0 and not any(node.option.id == option.id for node in holder.selections):
                        yield actions.select(self.engine, holder, option, number)[0], number

    def _room(self, holder: object, option: Option) -> int:
        """How many more the bounds around them allow; very many without any."""
        assert isinstance(holder, Selection)
        left = (self.engine.room(holder, option), self.engine.headroom(holder, option))
        return min((one for one in left if one is not None), default=1_000_000)

    def _shrink(self, unit: Selection, surplus: int) -> bool:
        """Takes away of the most numerous first; the last one of a line only when no other line can do without one."""
        for kept in (1, 0):
            for line in _lines(unit):
                number = min(surplus, self._spare(line), line.amount - kept)
                if number > 0:
                    self.history.do(actions.set_amount(line, line.amount - number))
                    surplus -= number
        return not surplus

    def _spare(self, line: Selection) -> int:
        """How many the minima of the line and of the groups around it can do without."""
        holder = line.parent
        assert isinstance(holder, Selection)
        choices = [self.engine.choice(holder, one) for one in (line.option, *line.option.group_chain)]
        return min(int(one.count - (one.minimum or 0)) for one in choices)

    def _trim(self, unit: Selection) -> None:
        """Takes away what the bounds of the new size have no room for."""
        for line in _lines(unit):
            holder = line.parent
            assert isinstance(holder, Selection)
            choices = [self.engine.choice(holder, one) for one in (line.option, *line.option.group_chain)]
            surplus = max((int(one.count - one.maximum) for one in choices if one.maximum is not None), default=0)
            if surplus > 0:
                self.history.do(actions.set_amount(line, line.amount - min(line.amount, surplus)))

    def _force(self, unit: Selection, difference: int) -> None:
        """Gives the difference to the most numerous line that may vary and keeps a model."""
        for line in _lines(unit):
            assert isinstance(line.parent, Selection)
            choice = self.engine.choice(line.parent, line.option)
            fixed = choice.maximum is not None and choice.maximum == choice.minimum
            if not fixed and line.amount + difference >= 1:
                self.history.do(actions.set_amount(line, line.amount + difference))
                return

    # --- other compositions -----------------------------------------------------------------------------------------------

    def _compositions(self, unit: Selection) -> Iterator[tuple[Selection, Option]]:
        """What holds models and is one of a group's choices, each with another choice of the group that does."""
        for node in unit.walk():
            if node is unit or roles.is_model(node) or not _holds_models(node.option):
                continue
            holder = node.parent
            assert isinstance(holder, Selection)
            for group in node.option.group_chain[:1]:
                for other in group.entries:
                    if (
                        other.id != node.option.id
                        and _holds_models(other)
                        and not self.engine.choice(holder, other).hidden
                    ):
                        yield node, other

    def _recompose(self, old: Selection, new: Option) -> bool:
        holder = old.parent
        assert isinstance(holder, Selection)
        self.history.do(Remove(old))
        self.history.do(actions.select(self.engine, holder, new)[0])
        return True


def misfit(engine: Engine, unit: Selection) -> int:
    """How many more models the bounds on those of a unit ask for, below zero how many fewer."""
    for line in _lines(unit):
        assert isinstance(line.parent, Selection)
        choices = [engine.choice(line.parent, one) for one in (line.option, *line.option.group_chain)]
        lacking = max(int((one.minimum or 0) - one.count) for one in choices)
        surplus = max((int(one.count - one.maximum) for one in choices if one.maximum is not None), default=0)
        if lacking > 0 or surplus > 0:
            return lacking if lacking > 0 else -surplus
    return 0


def wrong_in(engine: Engine, unit: Selection) -> Wrong:
    """The bounds that are violated inside the unit."""
    return {
        (item.kind, item.entry_id, item.constraint_id)
        for item in engine.violations()
        if item.kind not in UNCOUNTED and isinstance(item.node, Selection) and item.node.root is unit.root
    }


def _holds_models(option: Option) -> bool:
    return any(one.type in roles.MODEL_TYPES for one in option.entries)


def _lines(unit: Selection) -> list[Selection]:
    """The models that may be counted one by one, the most numerous first."""
    found = [node for node in _models(unit) if node.number == node.amount]
    return sorted(found, key=lambda node: -node.amount)


def _holders(unit: Selection) -> Iterator[Selection]:
    """The unit and what holds models inside it."""
    return (node for node in unit.walk() if node is unit or (not roles.is_model(node) and _holds_models(node.option)))


def size_of(unit: Selection) -> int:
    """How many models it has."""
    return sum(node.number for node in _models(unit))


def _models(unit: Selection) -> list[Selection]:
    """Those that stand by themselves: mounts and crews come with theirs."""
    return [node for node in unit.walk() if roles.is_model(node) and node is not unit and roles.whole_of(node) is None]
