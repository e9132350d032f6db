"""What is true of a battle at some point: numbers and words by key, and what they mean for units and players.

A key is a tuple, such as ``("lost", side, unit, line)``; what has no entry is 0. Changes of entries are all that ever happens
(`battle.fight`), so that everything can be undone and written down in one way.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from listbuilder.army.prices import price_of
from listbuilder.battle.fighters import Fighter, Line, Side
from listbuilder.battle.moments import Course, Moment
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.battle import BattleRules, Condition
from listbuilder.catalogue.states import DEPLOYED, EMBARKED
from listbuilder.replacing import replace
from listbuilder.rules.formation import Formation

Key = tuple[str | int, ...]
Value = int | str
LOST, HURT, STATE, USED, WHERE, INSIDE, ARRIVED, GONE = (
    "lost",
    "hurt",
    "state",
    "used",
    "where",
    "inside",
    "arrived",
    "gone",
)
MOST_ROUNDS = 999
POOL, SCORE, FIRST, NOW, ENDED = "pool", "score", "first", "now", "ended"


class Strength(Struct, frozen=True):
    """What is left of a unit: ``left`` of ``whole``, counted in models or in the wounds of a lone model."""

    left: int
    whole: int
    below_half: bool = False


class BattleState:
    """The entries, and what they say. ``sides``: my army and my opponent's, None where that is not known."""

    def __init__(self, rules: BattleRules, sides: list[Side | None]) -> None:
        self.rules = rules
        self.sides = sides
        self.facts: dict[Key, Value] = {}

    def number(self, *key: str | int) -> int:
        """The entry as a number."""
        found = self.facts.get(key, 0)
        return found if isinstance(found, int) else 0

    def word(self, *key: str | int) -> str:
        """The entry as a word, empty when there is none."""
        found = self.facts.get(key, "")
        return found if isinstance(found, str) else ""

    # --- the course -------------------------------------------------------------------------------------------------------

    @property
    def course(self) -> Course:
        first = {int(key[1]): int(value) for key, value in self.facts.items() if key[0] == FIRST}
        return Course(self.rules, first)

    @property
    def now(self) -> Moment:
        """Where the battle is."""
        return Moment(*(min(self.number(NOW, place), MOST_ROUNDS) for place in range(3)))

    @property
    def has_ended(self) -> bool:
        return bool(self.number(ENDED))

    @property
    def whose(self) -> int | None:
        """The side whose turn it is; None where both act together, and before the battle."""
        return self.course.whose(self.now)

    # --- units ------------------------------------------------------------------------------------------------------------

    def fighter(self, side: int, unit: str) -> Fighter | None:
        """The unit of that id."""
        army = self.sides[side]
        return army.fighters.get(unit) if army is not None else None

    def fighters(self, side: int) -> list[Fighter]:
        """The units of a side, in their order."""
        army = self.sides[side]
        return list(army.fighters.values()) if army is not None else []

    def left_of(self, side: int, unit: str, line: Line) -> int:
        """Models of a line that are left."""
        return max(0, line.models - sum(self.number(LOST, side, unit, one) for one in line.ids))

    def _wounds_lost(self, side: int, unit: str, line: Line) -> int:
        """By the hurt model of a line."""
        return max(self.number(HURT, side, unit, one) for one in line.ids)

    def lines_left(self, side: int, fighter: Fighter) -> dict[str, int]:
        """Id of a line -> models that are left."""
        return {line.id: self.left_of(side, fighter.id, line) for line in fighter.lines}

    def models_left(self, side: int, fighter: Fighter) -> int:
        """Models that are left."""
        return sum(self.lines_left(side, fighter).values())

    def hurt(self, side: int, fighter: Fighter) -> tuple[Line, int]:
        """The line whose model is hurt, or that loses the next model, and the wounds that this model has lost."""
        for line in fighter.lines:
            lost = self._wounds_lost(side, fighter.id, line)
            if lost and self.left_of(side, fighter.id, line):
                return line, lost
        return max(reversed(fighter.lines), key=lambda line: self.left_of(side, fighter.id, line)), 0

    def wounds_left(self, side: int, fighter: Fighter) -> int:
        """Wounds of all models that are left."""
        left = self.lines_left(side, fighter)
        lost = sum(self._wounds_lost(side, fighter.id, line) for line in fighter.lines if left[line.id])
        return sum(left[line.id] * line.wounds for line in fighter.lines) - lost

    def strength(self, side: int, fighter: Fighter) -> Strength:
        """What is left of it, as players count it."""
        if self.is_gone(side, fighter.id):
            return Strength(0, fighter.lines[0].wounds if fighter.is_lone else fighter.models, True)
        below = self._below_half(side, fighter)
        if fighter.is_lone:
            return Strength(self.wounds_left(side, fighter), fighter.lines[0].wounds, below)
        return Strength(self.models_left(side, fighter), fighter.models, below)

    def _below_half(self, side: int, fighter: Fighter) -> bool:
        """Whether its group is below half of its strength; one that is alone is counted by itself."""
        army = self.sides[side]
        if army is None or army.army.vocabulary.half_strength is None:
            return False
        group = [one for one in self.mates(side, fighter) if not self.is_gone(side, one.id)]
        if len(group) == 1 and group[0].is_lone:
            return 2 * self.wounds_left(side, group[0]) < group[0].lines[0].wounds
        return 2 * sum(self.models_left(side, one) for one in group) < sum(one.models for one in group)

    def mates(self, side: int, fighter: Fighter) -> list[Fighter]:
        """The units of its group, itself included."""
        return [one for one in self.fighters(side) if one.group == fighter.group]

    def is_gone(self, side: int, unit: str) -> bool:
        """Whether it is destroyed."""
        return bool(self.number(GONE, side, unit))

    def where(self, side: int, fighter: Fighter) -> str:
        """The id of the state that it is in: on the table, in a transport, in reserves."""
        stated = self.word(WHERE, side, fighter.id)
        if not stated:
            army = self.sides[side]
            known = army.army.vocabulary.state(fighter.start) if army is not None else None
            held = fighter.start == EMBARKED or (known is not None and known.reserves)
            stated = fighter.start if held else DEPLOYED
        return stated

    def in_reserves(self, side: int, fighter: Fighter) -> bool:
        """Whether it is off the table by a rule."""
        return self.where(side, fighter) not in {DEPLOYED, EMBARKED}

    def transport_of(self, side: int, fighter: Fighter) -> str:
        """The id of the transport that it is in, empty when it is in none."""
        if self.where(side, fighter) != EMBARKED:
            return ""
        return self.word(INSIDE, side, fighter.id) or fighter.transport

    def passengers(self, side: int, unit: str) -> list[Fighter]:
        """The units in a transport."""
        return [
            one
            for one in self.fighters(side)
            if self.transport_of(side, one) == unit and not self.is_gone(side, one.id)
        ]

    def may_arrive(self) -> bool:
        """Whether units may arrive in this round; True where nothing is said of it."""
        return self.now.round >= self.rules.reserves_from

    def states(self, side: int, unit: str) -> list[Condition]:
        """The states that the unit is in now."""
        return [state for state in self.rules.states if self.has_state(side, unit, state)]

    def has_state(self, side: int, unit: str, state: Condition) -> bool:
        """Whether the unit is in the state, and that has not ended."""
        since = self.since(side, unit, state.id)
        return since is not None and not self.course.ended(state, since, self.now, side)

    def since(self, side: int, unit: str, state: str) -> Moment | None:
        """When the unit came into the state."""
        stated = self.word(STATE, side, unit, state).split(".")
        return Moment(*map(int, stated)) if len(stated) == 3 and all(map(str.isdecimal, stated)) else None

    def formation(self, side: int) -> Formation:
        """The army on the table as it stands together now: without who is in reserves or destroyed."""
        army = self.sides[side]
        if army is None:
            return Formation(())
        groups = []
        for group in army.formation.groups:
            kept = [
                one for one in group.units if (fighter := army.fighters.get(one.id)) and self.is_there(side, fighter)
            ]
            if kept:
                transport = self.transport_of(side, army.fighters[kept[0].id])
                transport = "" if self.is_gone(side, transport) else transport
                state = EMBARKED if transport else DEPLOYED
                groups.append(replace(group, units=tuple(kept), transport=transport, state=state))
        return Formation(tuple(groups), army.formation.loads)

    def is_there(self, side: int, fighter: Fighter) -> bool:
        """Whether it is on the table or in a transport."""
        return not self.is_gone(side, fighter.id) and not self.in_reserves(side, fighter)

    # --- the players ------------------------------------------------------------------------------------------------------

    def pool(self, side: int, pool: str) -> int:
        """What a player has of it."""
        return self.number(POOL, side, pool)

    def scored(self, side: int, score: str = "", round_: int = 0) -> int:
        """Victory points of a player: all, or those for something, or of a round."""
        found = ((key, value) for key, value in self.facts.items() if key[:2] == (SCORE, side))
        return sum(
            int(value) for key, value in found if (not score or key[2] == score) and (not round_ or key[3] == round_)
        )

    def points_lost(self, side: int) -> Number:
        """What the destroyed units of a side have cost."""
        army = self.sides[side]
        lost = (price_of(army.army, one.unit) for one in self.lost_units(side)) if army is not None else ()
        return sum(filter(None, lost))

    def lost_units(self, side: int) -> Iterable[Fighter]:
        """The destroyed units of a side, the last first."""
        gone = [one for one in self.fighters(side) if self.is_gone(side, one.id)]
        return sorted(gone, key=lambda one: -self.number(GONE, side, one.id))
