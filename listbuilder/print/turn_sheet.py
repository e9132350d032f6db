"""What a turn sheet says: rounds to write in, what is done in each phase and whose turn it is, what is used once, what ends.

It states what the game's `system.yaml`, the army and its declarations state, and phases that printed texts of abilities name.
What none of them says is left out; a game of which nothing is known has no rounds and phases here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from listbuilder.army.records import Ability, Profile, Unit
from listbuilder.catalogue.battle import EITHER, NEUTRAL_BATTLE, OPPONENT, OWN, ROUND, TURN, Act, BattleRules, Pool
from listbuilder.catalogue.facts import Stratagem
from listbuilder.catalogue.marked import plain_name
from listbuilder.catalogue.states import EMBARKED
from listbuilder.catalogue.terms import capital
from listbuilder.catalogue.timing import Timing, timings_of_stratagem, timings_of_text
from listbuilder.i18n import _, clauses, listed
from listbuilder.print.briefing import Briefing
from listbuilder.print.datasheet import units_words
from listbuilder.print.rules_text import SHARED, RulesText, army_rules
from listbuilder.print.stratagems import usable_stratagems
from listbuilder.print.whereabouts import reserves, state_words

Sign = Literal["acts", "once", "stratagem", "minds"]
_NAMED = 4  # units that a stratagem may be used on stand by name, more of them by their keywords
_MOST_NAMES = 6  # of units with something, more are counted; of what they do, more stand in lines of their own
_EXPLAINED = frozenset({"glossary", "weapon", "transport"})  # kinds of abilities that are nobody's own
ROUNDS_OF_ANY = 6  # columns of a game of any number of rounds


@dataclass(frozen=True, slots=True)
class Line:
    """Something that is done in a phase: its name, who does it or what it is, and the sign before it. ``cost`` of a
    stratagem."""

    sign: Sign
    title: str
    detail: str = ""
    cost: int = 0


@dataclass(frozen=True, slots=True)
class PhaseLines:
    """A phase, or what may be done in any phase (no ``sort``): in one's own turn, and in the opponent's. Where players act
    together, all of it is one's own."""

    title: str
    sort: str
    mine: tuple[Line, ...]
    theirs: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Arriving:
    """A unit in reserves. ``rounds``: whether it may arrive, for each round."""

    name: str
    where: str
    rounds: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Rounds:
    """The table of rounds. ``mine`` and ``theirs``: rows to write in; ``once``: those of mine of which only the sum is."""

    title: str
    numbers: tuple[str, ...]
    mine: tuple[str, ...]
    once: tuple[str, ...]
    theirs: tuple[str, ...]
    arriving: tuple[Arriving, ...] = ()


@dataclass(frozen=True, slots=True)
class Once:
    """What is used once in a battle, whose it is (empty: the player's), and how many of it there are."""

    name: str
    owner: str = ""
    count: int = 1

    def __str__(self) -> str:
        times = f"{self.count}× " if self.count > 1 else ""
        return f"{times}{self.name}: {self.owner}" if self.owner else f"{times}{self.name}"


@dataclass(frozen=True, slots=True)
class TurnSheet:
    """Everything but the units at a glance. ``alternate``: whether the players have turns of their own."""

    rounds: Rounds | None
    phases: tuple[PhaseLines, ...]
    once: tuple[Once, ...]
    ends: tuple[str, ...]
    alternate: bool = True
    ends_title: str = ""


def turn_sheet(briefing: Briefing) -> TurnSheet:
    """The turn sheet of an army."""
    rules = briefing.vocabulary.battle
    known = rules != NEUTRAL_BATTLE
    reader = _Phases(briefing)
    return TurnSheet(
        _rounds(briefing, rules) if known else None,
        tuple(reader.phases()),
        tuple(dict.fromkeys(reader.once())),
        tuple(_ends(rules)) if known else (),
        rules.turns == 2,
        _ends_title(rules),
    )


# --- rounds -----------------------------------------------------------------------------------------------------------


def _rounds(briefing: Briefing, rules: BattleRules) -> Rounds:
    count = rules.rounds or ROUNDS_OF_ANY
    pools, scores = [pool.title for pool in rules.pools], [score.title for score in rules.scores]
    mine = [*map(_gained, rules.pools), *(score.title for score in rules.scores if not score.once)]
    once = tuple(score.title for score in rules.scores if score.once)
    total = scores[0] if len(scores) == 1 else _("score")
    theirs = tuple(_("Opponent: {what}").format(what=what) for what in (*pools, total))
    numbers = tuple(str(number) for number in range(1, count + 1))
    return Rounds(rules.round_title, numbers, tuple(mine), once, theirs, tuple(_arriving(briefing, rules, count)))


def _gained(pool: Pool) -> str:
    """What is written down of a pool, with how much comes where no phase says it."""
    words = {ROUND: _("{pool}, +{count} each round"), TURN: _("{pool}, +{count} each turn")}.get(pool.at, "")
    return words.format(pool=pool.title, count=pool.gains) if words and pool.gains else pool.title


def _arriving(briefing: Briefing, rules: BattleRules, count: int) -> Iterator[Arriving]:
    """The groups in reserves, where the game says from which round they may arrive."""
    if not rules.reserves_from:
        return
    may = tuple(number >= rules.reserves_from for number in range(1, count + 1))
    for state, groups in reserves(briefing):
        for group in groups:
            yield Arriving(briefing.group_label(group), state_words(briefing, state), may)


def _ends(rules: BattleRules) -> Iterator[str]:
    """What to do when a turn or round has ended."""
    scores = [score.title for score in rules.scores if not score.once]
    if scores and (len(rules.scores) > 1 or rules.pools):
        yield _("Write down: {what}").format(what=listed(scores))
    together = rules.turns == 1  # the round is what ends
    if states := [one.title for one in rules.states if one.ends == "turn" or (one.ends == "round" and together)]:
        yield _("Clear: {states}").format(states=listed(states))
    if states := [one.title for one in rules.states if one.ends == "round" and not together]:
        named = rules.names_rounds
        words = _("After the {round}, clear: {states}") if named else _("After the round, clear: {states}")
        yield words.format(round=rules.round_title.lower(), states=listed(states))


def _ends_title(rules: BattleRules) -> str:
    """The heading above that: where players act together, a round has no turns."""
    if rules.turns > 1:
        return _("At the end of each turn")
    if rules.names_rounds:
        return _("At the end of each {round}").format(round=rules.round_title.lower())
    return _("At the end of each round")


# --- phases -----------------------------------------------------------------------------------------------------------


class _Phases:
    """Collects what is done in the phases of a game by one army."""

    def __init__(self, briefing: Briefing) -> None:
        self.briefing = briefing
        self.words = briefing.vocabulary
        self.rules = self.words.battle
        self.of_army = [
            one for one in army_rules(briefing, "names") if one.kind != "stratagem" and not self._borne(one)
        ]
        self.abilities = list(self._abilities())
        self.stratagems = [one for _source, group in usable_stratagems(briefing) for one in group]

    def _borne(self, rule: RulesText) -> bool:
        """Whether units have the rule, which is told of them: data may state a faction's rule of the army as well."""
        of_units = (
            ability for unit in self.briefing.army.units for ability in unit.abilities if ability.kind == "faction"
        )
        return any(plain_name(self.briefing.local(one.name)).casefold() == rule.title.casefold() for one in of_units)

    def phases(self) -> Iterator[PhaseLines]:
        """The phases of a turn in their order, then what is no phase of a turn, such as any of them."""
        for phase in self.rules.phases:
            title = capital(self.words.phase_name(phase))
            yield self._lines(title, self.rules.sorts.get(phase, ""), {phase})
        others = dict.fromkeys(one.phase for each in self.stratagems for one in timings_of_stratagem(each, self.words))
        for phase in others:
            if phase not in self.rules.phases:
                yield self._lines(capital(self.words.phase_name(phase)), "", {phase})

    def _lines(self, title: str, sort: str, phases: set[str]) -> PhaseLines:
        both = self.rules.turns == 1
        mine = tuple(self._of(phases, (OWN, EITHER, OPPONENT) if both else (OWN, EITHER), own=True))
        return PhaseLines(title, sort, mine, () if both else tuple(self._of(phases, (OPPONENT, EITHER), own=False)))

    def _of(self, phases: set[str], turns: tuple[str, ...], *, own: bool) -> Iterator[Line]:
        wanted = {Timing(phase, turn) for phase in phases for turn in turns}
        yield from self._gains(phases, own=own)
        for act in self.rules.acts:
            if Timing(act.phase, act.turn) in wanted and (line := self._act(act)):
                yield line
        yield from self._deeds(wanted)
        for stratagem in self.stratagems:
            if wanted.intersection(timings_of_stratagem(stratagem, self.words)):
                yield Line("stratagem", self.briefing.local(stratagem.name), self._conditions(stratagem), stratagem.cp)

    def _deeds(self, wanted: set[Timing]) -> Iterator[Line]:
        """The abilities that are used then; those that the same units have, or that are of one lore, stand together."""
        named = {self.briefing.local(act.ability).casefold() for act in self.rules.acts if act.ability}
        found: dict[tuple[bool, str], list[str]] = {}
        for name, once, who, timings in self.abilities:
            if wanted.intersection(timings) and name.casefold() not in named:
                found.setdefault((once, who), []).append(name)
        for (once, who), names in found.items():
            each = [*dict.fromkeys(names)]
            for start in range(0, len(each), _MOST_NAMES):
                yield Line("once" if once else "acts", listed(each[start : start + _MOST_NAMES]), who)

    def _gains(self, phases: set[str], *, own: bool) -> Iterator[Line]:
        for pool in self.rules.pools:
            if pool.gains and pool.at in phases and (own or pool.whose == "both"):
                yield Line("minds", f"{pool.title} +{pool.gains}", self._of_both(pool))

    def _of_both(self, pool: Pool) -> str:
        return _("both players") if pool.whose == "both" and self.rules.turns == 2 else ""

    def _conditions(self, stratagem: Stratagem) -> str:
        """The units that it may be used on, where not all of them, and that it is used once."""
        units = [unit for unit in self.briefing.army.units if any(map(unit.has_all, stratagem.target))]
        some = self._who(units) if 0 < len(units) < len(self.briefing.army.units) else ""
        if some and len(units) > _NAMED:
            local = self.briefing.local
            some = _(" or ").join(" ".join(map(local, words)) for words in stratagem.target)
        once = _("once per battle") if stratagem.once_per_battle else ""
        return clauses(filter(None, (some, once)))

    def _act(self, act: Act) -> Line | None:
        """The act with the units that it is about; None where the army has none."""
        if not act.of_units:
            return Line("minds", "", capital(act.title))
        units = [unit for unit in self.briefing.army.units if self._concerns(act, unit)]
        return Line("acts", self._who(units), act.title) if units else None

    def _concerns(self, act: Act, unit: Unit) -> bool:
        if act.ability and not unit.has_ability(act.ability):
            return False
        if act.keyword and not _has_numbered(unit, act.keyword):
            return False
        if act.weapon and not any(_weapon_has(weapon.values, act.weapon) for weapon in unit.weapons):
            return False
        return not act.place or self._is_in(unit, act.place)

    def _is_in(self, unit: Unit, place: str) -> bool:
        states = {group.state for group in self.briefing.formation.halves_of(unit.id)}
        if place == "embarked":
            return EMBARKED in states
        return any(state in states for state, _groups in reserves(self.briefing))

    # --- abilities ------------------------------------------------------------------------------------------------------

    def _abilities(self) -> Iterator[tuple[str, bool, str, tuple[Timing, ...]]]:
        """Each rule and ability that names a phase: its name, whether it is used once, who has it, when."""
        for rule in self.of_army:
            if rule.timings:
                yield rule.title, rule.once, rule.group, rule.timings
        bearers: dict[tuple[str, str], tuple[Ability, list[Unit]]] = {}
        for unit in self.briefing.army.units:
            for ability in _rules_of(unit):
                if ability.text or ability.parts:
                    key = (plain_name(ability.name), ability.text)
                    bearers.setdefault(key, (ability, []))[1].append(unit)
        for (name, text), (ability, units) in bearers.items():
            if timings := timings_of_text(text, self.words, ability.parts):
                yield self.briefing.local(name), self._is_once(ability), self._who(units), timings

    def _is_once(self, ability: Ability) -> bool:
        return self.rules.is_once(_said(ability))

    def _who(self, units: Iterable[Unit]) -> str:
        """The units by name, those of one datasheet once; nothing where all have it."""
        found = list(units)
        everyone = self.briefing.army.units
        if len(found) == len(everyone) > 1:
            return _("all {units}").format(units=self.words.terms.unit.many)
        if len({unit.name for unit in found}) > _MOST_NAMES:
            return units_words(len(found), self.words)
        sheets: dict[str, list[Unit]] = {}
        for unit in found:
            sheets.setdefault(unit.name, []).append(unit)
        names = []
        for name, members in sheets.items():
            whole = sum(unit.name == name for unit in everyone) == len(members)
            names += [self.briefing.local(name)] if whole else [self.briefing.label(unit) for unit in members]
        return listed(names)

    def once(self) -> Iterator[Once]:
        """What is used once in a battle, with who has it."""
        yield from (Once(rule.title) for rule in self.of_army if rule.once)
        for unit in self.briefing.army.units:
            for ability in _rules_of(unit):
                if self._is_once(ability):
                    yield self._named(ability, unit)
            for weapon in once_weapons(unit, self.rules):
                yield Once(self.briefing.local(weapon.name), self.briefing.label(unit), max(weapon.count, 1))
        for stratagem in self.stratagems:
            if stratagem.once_per_battle:
                yield Once(self.briefing.local(stratagem.name))

    def _named(self, ability: Ability, unit: Unit) -> Once:
        """What the faction has, or says so, is used once by the whole army."""
        of_army = ability.kind in SHARED or self.rules.is_once_of_army(_said(ability))
        owner = "" if of_army else self.briefing.label(unit)
        return Once(plain_name(self.briefing.local(ability.name)), owner)


def _said(ability: Ability) -> str:
    return "\n".join((ability.text, *(text for _name, text in ability.parts)))


def once_weapons(unit: Unit, rules: BattleRules) -> Iterator[Profile]:
    """The weapons of a unit that are used once in a battle."""
    yield from (one for one in unit.weapons if any(_weapon_has(one.values, word) for word in rules.once_weapons))


def _rules_of(unit: Unit) -> Iterator[Ability]:
    """What a unit can do, by itself and with what it bears; not what its data only explain, nor what a damaged model lacks."""
    yield from (one for one in unit.abilities if one.kind not in _EXPLAINED and not one.damaged)
    known = {(one.name, one.text) for one in unit.abilities}
    yield from (
        one
        for taken in unit.enhancements
        for one in taken.rules
        if one.kind not in _EXPLAINED and (one.name, one.text) not in known
    )


def _has_numbered(unit: Unit, keyword: str) -> bool:
    """Whether it has the keyword; a number behind the keyword does not count (Wizard finds "Wizard (2)")."""
    wanted = keyword.casefold()
    return any(word == wanted or word.startswith(wanted + " (") for word in map(str.casefold, unit.keywords))


def _weapon_has(values: Iterable[tuple[str, str]], ability: str) -> bool:
    """Whether one of the words of a weapon is that ability."""
    wanted = ability.casefold()
    return any(wanted == word.strip(" []").casefold() for _name, value in values for word in value.split(","))
