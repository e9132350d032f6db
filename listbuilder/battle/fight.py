"""A battle: its steps, each of which can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from listbuilder.battle.fighters import Fighter, Line, Side
from listbuilder.battle.moments import Moment
from listbuilder.battle.state import (
    ARRIVED,
    ENDED,
    FIRST,
    GONE,
    HURT,
    INSIDE,
    LOST,
    NOW,
    POOL,
    SCORE,
    STATE,
    USED,
    WHERE,
    BattleState,
    Key,
    Value,
)
from listbuilder.catalogue.battle import ROUND, TURN, BattleRules, Condition, Pool, Score
from listbuilder.catalogue.states import DEPLOYED, EMBARKED, STRATEGIC
from listbuilder.errors import InputError
from listbuilder.i18n import Text

BIGGEST = 9999  # of any number that is counted here


class What(StrEnum):
    """What a step is."""

    BEGUN = "begun"
    PHASE = "phase"
    BACK = "back"
    CASUALTIES = "casualties"
    STATE = "state"
    ABILITY = "ability"
    DESTROYED = "destroyed"
    RESTORED = "restored"
    ARRIVED = "arrived"
    WITHDRAWN = "withdrawn"
    EMBARKED = "embarked"
    DISEMBARKED = "disembarked"
    TALLIED = "tallied"
    FIRST = "first"
    ENDED = "ended"


class Change(Struct, frozen=True, array_like=True):
    """An entry that became another one."""

    key: Key
    old: Value
    new: Value


class Step(Struct, frozen=True, omit_defaults=True):
    """One thing that happened, at a moment. ``side`` and ``unit``: to whom; ``what_of``: id of a state or transport, or name of
    an ability."""

    what: What
    at: Moment
    changes: tuple[Change, ...]
    side: int = 0
    unit: str = ""
    what_of: str = ""


class Battle(BattleState):
    """The state, and the steps that led to it. Every public method that does something makes one step at most."""

    def __init__(self, rules: BattleRules, sides: list[Side | None], steps: Iterable[Step] = ()) -> None:
        super().__init__(rules, sides)
        self.steps: list[Step] = []
        self.undone: list[Step] = []
        for step in steps:
            self._apply(step)

    @classmethod
    def begin(cls, rules: BattleRules, mine: Side, opponent: Side | None = None) -> Battle:
        """A battle that has not begun yet: players have what they start with."""
        battle = cls(rules, [mine, opponent])
        starts: dict[Key, Value] = {
            (POOL, side, pool.id): battle._start(side, pool) for side in (0, 1) for pool in rules.pools
        }
        battle._do(What.BEGUN, starts, always=True)
        return battle

    def _start(self, side: int, pool: Pool) -> int:
        army = self.sides[side]
        if pool.currency:  # its size brings it, and what costs less than nothing is paid from that
            return max(0, int(dict(army.army.spent).get(pool.currency, 0))) if army is not None else 0
        return pool.start

    # --- steps ------------------------------------------------------------------------------------------------------------

    def _do(
        self,
        what: What,
        entries: dict[Key, Value],
        *,
        side: int = 0,
        unit: str = "",
        of: str = "",
        always: bool = False,
    ) -> bool:
        """Makes a step of what differs in these entries; whether there was anything."""
        changes = tuple(
            Change(key, self.facts.get(key, "" if isinstance(new, str) else 0), new) for key, new in entries.items()
        )
        changes = tuple(one for one in changes if one.old != one.new)
        if changes or always:
            self.undone.clear()
            self._apply(Step(what, self.now, changes, side, unit, of))
        return bool(changes)

    def _apply(self, step: Step) -> None:
        for change in step.changes:
            self.facts[change.key] = change.new
        self.steps.append(step)

    def undo(self) -> Step | None:
        """Takes the last step back; None when there is none but the beginning."""
        if len(self.steps) < 2:
            return None
        step = self.steps.pop()
        for change in reversed(step.changes):
            self.facts[change.key] = change.old
        self.undone.append(step)
        return step

    def redo(self) -> Step | None:
        """Does again what was undone last."""
        if not self.undone:
            return None
        step = self.undone.pop()
        self._apply(step)
        return step

    # --- the course -------------------------------------------------------------------------------------------------------

    def advance(self) -> bool:
        """Goes on to the next phase, and gives the players what they gain there; ends after the last one."""
        then = self.course.after(self.now)
        if then is None:
            return self.end()
        return self._do(What.PHASE, {**_moment(then), **dict(self._gains(then))})

    def _gains(self, then: Moment) -> Iterator[tuple[Key, Value]]:
        phase, new_turn = self.course.phase(then), then.phase == 0
        for pool in self.rules.pools:
            comes = {ROUND: new_turn and then.turn == 0, TURN: new_turn}.get(pool.at, pool.at == phase)
            whose = self.course.whose(then) if pool.whose == "own" else None
            for side in (0, 1) if comes and pool.gains else ():
                if whose in {None, side}:
                    had = 0 if pool.lapses else self.pool(side, pool.id)
                    yield (POOL, side, pool.id), min(had + pool.gains, pool.at_most or BIGGEST)

    def go_back(self) -> bool:
        """Goes back to the phase before, and takes back what was gained on the way."""
        now = self.now
        came = next((one for one in reversed(self.steps) if one.what is What.PHASE and _leads_to(one, now)), None)
        if came is None:
            return False
        entries: dict[Key, Value] = {**_moment(came.at), (ENDED,): 0}
        for change in came.changes:
            if change.key[0] == POOL:
                gained = int(change.new) - int(change.old)
                entries[change.key] = max(0, self.number(*change.key) - gained)
        return self._do(What.BACK, entries)

    def switch_first(self) -> bool:
        """The other side has the first turn, of this round and those after it."""
        round_ = max(1, self.now.round)
        return self._do(What.FIRST, {(FIRST, round_): 1 - self.course.begins(round_)})

    def end(self) -> bool:
        """The battle is over."""
        return self._do(What.ENDED, {(ENDED,): 1})

    # --- casualties -------------------------------------------------------------------------------------------------------

    def count(self, side: int, unit: str, by: int, line: str = "") -> bool:
        """So many models more or fewer; wounds of a lone model. ``line``: of which kind, else the usual one."""
        fighter = self._need(side, unit)
        if fighter.is_lone:
            return self.wound(side, unit, -by)
        if by < 0 and self.is_gone(side, unit):
            return False
        after = self._standing(side, fighter)
        hurt, lost = self.hurt(side, fighter)
        dies = by < 0 and lost and line in {"", hurt.id}  # the hurt model falls first
        for each in range(min(abs(by), fighter.models)):
            falls = hurt if dies and not each else self._next_line(fighter, after, more=by > 0)
            chosen = fighter.line(line) or falls
            after[chosen.id] = max(0, min(chosen.models, after[chosen.id] + (1 if by > 0 else -1)))
        return self._set_models(side, fighter, after, {} if dies else None)

    @staticmethod
    def _next_line(fighter: Fighter, left: dict[str, int], *, more: bool) -> Line:
        """Whose model falls or comes back next: plain models, of which there are most, fall first and come back last."""
        lines = list(reversed(fighter.lines))
        if more:
            missing = [line for line in fighter.lines if left[line.id] < line.models]
            return missing[-1] if missing else lines[0]
        return max(lines, key=lambda line: left[line.id])

    def set_count(self, side: int, unit: str, count: int, line: str = "") -> bool:
        """So many models are left, or wounds of a lone model."""
        fighter = self._need(side, unit)
        kind = fighter.line(line)
        left = self.left_of(side, unit, kind) if kind is not None and not fighter.is_lone else None
        return self.count(side, unit, count - (self.strength(side, fighter).left if left is None else left), line)

    def wound(self, side: int, unit: str, by: int = 1) -> bool:
        """The hurt model loses so many wounds, one after the other, or regains them where ``by`` is below 0."""
        fighter = self._need(side, unit)
        if self.is_gone(side, unit) and (by > 0 or not fighter.is_lone):
            return False
        after = self._standing(side, fighter)
        line, lost = self.hurt(side, fighter)
        if by < 0 and not after[line.id] and fighter.is_lone:
            after[line.id], lost = 1, line.wounds
        lost = max(0, lost + by)
        while lost >= line.wounds and after[line.id]:
            lost -= line.wounds
            after[line.id] -= 1
            if not after[line.id] and any(after.values()):
                line = self._next_line(fighter, after, more=False)  # of another kind
        return self._set_models(side, fighter, after, {line.id: lost if after[line.id] else 0})

    def _standing(self, side: int, fighter: Fighter) -> dict[str, int]:
        """Id of a line -> its models that fight: none of a destroyed unit, which keeps those it had then."""
        left = self.lines_left(side, fighter)
        return dict.fromkeys(left, 0) if self.is_gone(side, fighter.id) else left

    def _set_models(
        self, side: int, fighter: Fighter, left: dict[str, int], hurt: dict[str, int] | None = None
    ) -> bool:
        """Models that are left, and wounds that one of them has lost; what loses its last model is destroyed."""
        unit, entries = fighter.id, dict[Key, Value]()
        for line in fighter.lines:
            entries |= self._lose(side, unit, line, line.models - left[line.id])
            known = self._wounds_lost(side, unit, line) if hurt is None else hurt.get(line.id, 0)
            entries |= {(HURT, side, unit, one): 0 for one in line.also}
            entries[HURT, side, unit, line.id] = known if left[line.id] else 0
        if not any(left.values()):
            entries |= self._gone(side, unit)
        elif self.is_gone(side, unit):
            entries[GONE, side, unit] = 0
        return self._do(What.CASUALTIES, entries, side=side, unit=unit)

    @staticmethod
    def _lose(side: int, unit: str, line: Line, models: int) -> dict[Key, Value]:
        """Entries of a line that has lost so many."""
        return {(LOST, side, unit, one): models if one == line.id else 0 for one in line.ids}

    def _gone(self, side: int, unit: str) -> dict[Key, Value]:
        """Entries of a unit that is destroyed; who was in it stands on the table."""
        out: dict[Key, Value] = {(WHERE, side, one.id): DEPLOYED for one in self.passengers(side, unit)}
        return {**out, (GONE, side, unit): self.number(GONE, side, unit) or max(1, self.now.round)}

    def destroy(self, side: int, unit: str) -> bool:
        """The unit is destroyed; one that is comes back as it was, with one model when it had lost all."""
        fighter = self._need(side, unit)
        if not self.is_gone(side, unit):
            return self._do(What.DESTROYED, self._gone(side, unit), side=side, unit=unit)
        entries: dict[Key, Value] = {(GONE, side, unit): 0}
        if not self.models_left(side, fighter):
            line = fighter.lines[-1]
            entries |= self._lose(side, unit, line, line.models - 1)
        return self._do(What.RESTORED, entries, side=side, unit=unit)

    # --- states and abilities ---------------------------------------------------------------------------------------------

    def toggle_state(self, side: int, unit: str, state: Condition) -> bool:
        """The unit comes into a state, or out of it. Raises `InputError` when it is destroyed."""
        if self.is_gone(side, unit):
            raise InputError(Text("this unit is destroyed"))
        since = "" if self.has_state(side, unit, state) else ".".join(map(str, _numbers(self.now)))
        return self._do(What.STATE, {(STATE, side, unit, state.id): since}, side=side, unit=unit, of=state.id)

    def toggle_used(self, side: int, unit: str, ability: str) -> bool:
        """An ability is used, in this round, or was not."""
        used = 0 if self.used(side, unit, ability) else max(1, self.now.round)
        return self._do(What.ABILITY, {(USED, side, unit, ability): used}, side=side, unit=unit, of=ability)

    def used(self, side: int, unit: str, ability: str) -> int:
        """The round in which an ability was used, 0 while it was not."""
        return self.number(USED, side, unit, ability)

    # --- on and off the table ---------------------------------------------------------------------------------------------

    def toggle_reserves(self, side: int, unit: str) -> bool:
        """A unit in reserves arrives with its group; one on the table goes into reserves."""
        fighter = self._need(side, unit)
        mates = [one for one in self.mates(side, fighter) if not self.is_gone(side, one.id)]
        if self.in_reserves(side, fighter):
            entries: dict[Key, Value] = {(WHERE, side, one.id): DEPLOYED for one in mates}
            entries |= {(ARRIVED, side, one.id): max(1, self.now.round) for one in mates}
            return self._do(What.ARRIVED, entries, side=side, unit=unit)
        off = self._off_table(side, fighter)
        entries = {(WHERE, side, one.id): off for one in mates}
        entries |= {(ARRIVED, side, one.id): 0 for one in mates}
        return self._do(What.WITHDRAWN, entries, side=side, unit=unit)

    def _off_table(self, side: int, fighter: Fighter) -> str:
        """The state of a unit that leaves the table. Raises `InputError` in a game without reserves."""
        army = self.sides[side]
        held = [state.id for state in army.army.vocabulary.states if state.reserves] if army is not None else []
        if fighter.start in held:
            return fighter.start
        if not held:
            raise InputError(Text("this game has no reserves"))
        return STRATEGIC if STRATEGIC in held else held[-1]

    def toggle_embarked(self, side: int, unit: str, transport: str = "") -> bool:
        """A unit in a transport leaves it with its group; any other one boards the transport."""
        fighter = self._need(side, unit)
        mates = [one for one in self.mates(side, fighter) if not self.is_gone(side, one.id)]
        if self.transport_of(side, fighter):
            entries: dict[Key, Value] = {(WHERE, side, one.id): DEPLOYED for one in mates}
            return self._do(What.DISEMBARKED, entries, side=side, unit=unit)
        entries = {(WHERE, side, one.id): EMBARKED for one in mates}
        entries |= {(INSIDE, side, one.id): transport for one in mates}
        return self._do(What.EMBARKED, entries, side=side, unit=unit, of=transport)

    def transports(self, side: int, unit: str) -> list[Fighter]:
        """The transports on the table that a unit may board."""
        return [
            one
            for one in self.fighters(side)
            if one.unit.transport and one.id != unit and self.is_there(side, one) and not self.transport_of(side, one)
        ]

    # --- the players ------------------------------------------------------------------------------------------------------

    def score_key(self, side: int, score: Score) -> Key:
        """The entry that holds what a player scores for something now: that of this round, or of no round what is scored once."""
        if not score.once:
            return SCORE, side, score.id, max(1, self.now.round)
        written = (key for key, value in self.facts.items() if key[:3] == (SCORE, side, score.id) and value)
        return next(written, (SCORE, side, score.id, 0))

    def tally(self, entries: dict[Key, int]) -> bool:
        """Sets what players have (`POOL`) and scored (`SCORE`), in one step."""
        found: dict[Key, Value] = {
            key: max(0, min(value, BIGGEST)) for key, value in entries.items() if key[0] in {POOL, SCORE}
        }
        return self._do(What.TALLIED, found)

    def _need(self, side: int, unit: str) -> Fighter:
        fighter = self.fighter(side, unit)
        if fighter is None:
            raise InputError(Text("there is no such unit in this battle"))
        return fighter


def _numbers(moment: Moment) -> Sequence[int]:
    return moment.round, moment.turn, moment.phase


def _moment(moment: Moment) -> dict[Key, Value]:
    return {(NOW, place): number for place, number in enumerate(_numbers(moment))}


def _leads_to(step: Step, moment: Moment) -> bool:
    """Whether the battle was at that moment after the step."""
    then = dict(enumerate(_numbers(step.at))) | {int(c.key[1]): int(c.new) for c in step.changes if c.key[0] == NOW}
    return Moment(*(then[place] for place in range(3))) == moment
