"""When something happens in a battle, and how the battle goes on: phases of a turn, turns of a round."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from listbuilder.catalogue.battle import BattleRules, Condition

ME, THEM = 0, 1  # the sides


class Moment(Struct, frozen=True, order=True, array_like=True):
    """A phase of a turn of a round, counted from 0; the round from 1, and 0 before the battle."""

    round: int = 0
    turn: int = 0
    phase: int = 0


BEFORE = Moment()


class Course(Struct, frozen=True):
    """The course of one battle. ``first``: round -> the side that begins in it and in those after it."""

    rules: BattleRules
    first: dict[int, int] = {}

    def begins(self, round_: int) -> int:
        """The side whose turn is the first of a round."""
        known = [number for number in self.first if number <= round_]
        return self.first[max(known)] if known else ME

    def whose(self, moment: Moment) -> int | None:
        """The side whose turn it is; None where both act together, and before the battle."""
        if self.rules.turns == 1 or not moment.round:
            return None
        begins = self.begins(moment.round)
        return begins if moment.turn == 0 else 1 - begins

    def phase(self, moment: Moment) -> str:
        """The id of the phase, empty where the game has none."""
        phases = self.rules.phases
        return phases[moment.phase] if moment.round and moment.phase < len(phases) else ""

    def after(self, moment: Moment) -> Moment | None:
        """The phase after this one; None at the end of the last round."""
        if not moment.round:
            return Moment(1)
        if moment.phase + 1 < len(self.rules.phases):
            return Moment(moment.round, moment.turn, moment.phase + 1)
        if moment.turn + 1 < self.rules.turns:
            return Moment(moment.round, moment.turn + 1)
        return None if moment.round == self.rules.rounds else Moment(moment.round + 1)

    def ended(self, state: Condition, since: Moment, now: Moment, side: int) -> bool:
        """Whether a state that a unit of the side has had since then is over by now."""
        match state.ends:
            case "phase":
                return now > since
            case "turn":
                return (now.round, now.turn) > (since.round, since.turn)
            case "round":
                return now.round > since.round
            case "own-phase":
                return any(since < one <= now for one in self._own(state.phase, since.round, now.round, side))
        return False

    def _own(self, phase: str, first: int, last: int, side: int) -> Iterator[Moment]:
        """The phases of that name in the side's own turns of some rounds."""
        if phase in self.rules.phases:
            place = self.rules.phases.index(phase)
            for round_ in range(max(first, 1), last + 1):
                for turn in range(self.rules.turns):
                    found = Moment(round_, turn, place)
                    if self.whose(found) in {None, side}:
                        yield found
