"""How a battle of a game goes, as far as somebody keeps track of it: rounds, turns, phases, what is gained and scored, states of
units. Facts of the game's ``system.yaml``; what it does not state does not exist."""

from collections.abc import Iterable

from msgspec import field

from listbuilder.catalogue.base import Names, Record
from listbuilder.expressions import expression
from listbuilder.i18n import in_language

ENDS = ("phase", "turn", "round", "own-phase")
WHOSE = ("own", "both")
ROUND, TURN = "round", "turn"  # when something is gained, besides at a phase
OWN, OPPONENT, EITHER = "own", "opponent", "either"
SIDES = (OWN, OPPONENT, EITHER)  # in whose turn something is done
SORTS = ("command", "movement", "magic", "shooting", "charge", "fight", "morale", "end")
PLACES = ("reserves", "embarked")  # where units may be that an act is about


class Condition(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A state that a unit may be in during a battle. ``key``: the letter it is known by. ``ends``: with what it ends, one of
    `ENDS`, or nothing but the player; ``phase``: of ``own-phase``, the next one of its owner. ``grave``: it is a drawback that
    must not be overlooked."""

    id: str
    name: Names
    key: str = ""
    ends: str = ""
    phase: str = ""
    grave: bool = False

    @property
    def title(self) -> str:
        """The name in the language in use."""
        return in_language(self.name)


class Pool(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What players gain and spend during a battle. ``start``: how much of it they begin with; ``currency``: instead, what the
    army has left of this currency of lists. ``gains``: how much comes ``at`` every round, turn or phase (by id), to the player
    whose ``own`` turn it is, or to ``both``. ``at_most``: nobody has more, 0 for no limit. ``lapses``: what is left is lost
    before more comes."""

    id: str
    name: Names
    start: int = 0
    currency: str = ""
    gains: int = 0
    at: str = ""
    whose: str = "both"
    at_most: int = 0
    lapses: bool = False

    @property
    def title(self) -> str:
        """The name in the language in use."""
        return in_language(self.name)


class Score(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What victory points are scored for. ``once``: whether once in a battle, not round by round."""

    id: str
    name: Names
    once: bool = False

    @property
    def title(self) -> str:
        """The name in the language in use."""
        return in_language(self.name)


class Act(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What a player does or minds in a phase. ``turn``: in whose turn, one of `SIDES`. It is about the units that have the
    ``ability``, the ``keyword`` and a weapon with the ability ``weapon``, and that are in that ``place`` of `PLACES` at the
    start, as far as these are stated, and does not concern an army without any; it is about the player where none is."""

    phase: str
    what: Names
    turn: str = OWN
    ability: str = ""
    keyword: str = ""
    weapon: str = ""
    place: str = ""

    @property
    def title(self) -> str:
        """The words in the language in use."""
        return in_language(self.what)

    @property
    def of_units(self) -> bool:
        """Whether it is about units, not about the player."""
        return bool(self.ability or self.keyword or self.weapon or self.place)


_ROUND = {"en": "Battle round", "zh": "战斗轮", "ru": "Раунд"}
_SCORES = (Score(id="victory-points", name={"en": "Victory points", "zh": "胜利点", "ru": "Победные очки"}),)


class BattleRules(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The course of a battle. ``round``: what a round is called; ``rounds``: how many there are at most, 0 for any number.
    ``turns``: of a round: 2 where the players take turns, 1 where they act together. ``phases``: of a turn in their order, ids
    of the vocabulary's phases. ``reserves_from``: the round in which units may first arrive, 0 where nothing says so. ``once``:
    regular expressions; an ability whose text one of them matches is used once in a battle; ``once_of_army``: such ones of
    which the army has one use, whichever of its units that is of. ``once_weapons``: abilities of weapons that are used once in a
    battle. ``sorts``: phase -> what is done in it, one of `SORTS`. ``acts``: what players do in
    the phases. ``timing``: how data call the part of an ability that says when it is used; where abilities have no such part,
    their texts say it."""

    round: Names = field(default_factory=lambda: dict(_ROUND))
    rounds: int = 0
    turns: int = 2
    phases: tuple[str, ...] = ()
    pools: tuple[Pool, ...] = ()
    scores: tuple[Score, ...] = _SCORES
    states: tuple[Condition, ...] = ()
    reserves_from: int = 0
    once: tuple[str, ...] = ("(?i)once per (battle(?! round)|game)",)
    once_of_army: tuple[str, ...] = ()
    once_weapons: tuple[str, ...] = ()
    sorts: dict[str, str] = {}
    acts: tuple[Act, ...] = ()
    timing: tuple[str, ...] = ()

    @property
    def names_rounds(self) -> bool:
        """Whether the game has a word of its own for a round."""
        return self.round != _ROUND

    @property
    def round_title(self) -> str:
        """What a round is called, in the language in use."""
        return in_language(self.round)

    def is_once(self, text: str) -> bool:
        """Whether what says this is used once in a battle."""
        return _says(self.once, text) or self.is_once_of_army(text)

    def is_once_of_army(self, text: str) -> bool:
        """Whether the army has one use of what says this, however many of its units have it."""
        return _says(self.once_of_army, text)

    def state(self, state_id: str) -> Condition | None:
        """The state of that id."""
        return next((state for state in self.states if state.id == state_id), None)


def _says(patterns: Iterable[str], text: str) -> bool:
    return any(expression(pattern).search(text) for pattern in patterns)


NEUTRAL_BATTLE = BattleRules()  # of a game that states nothing
