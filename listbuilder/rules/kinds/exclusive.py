"""Units that cannot be in the same army.

Parameters: ``pairs``: lists of two or more datasheets or keywords; the army may have one of each list. Exclusions in the
data (of a datasheet, or of a faction's Chapters) are checked as well; an army of one Chapter has its keyword, with or without a
unit that has it, and only units of its own faction are of a Chapter.

Passes: Commander Farsight without Ethereals.
Fails: Commander Farsight and an Ethereal, where ``pairs`` has ``[Commander Farsight, Ethereal]``.
"""

from collections.abc import Iterator
from functools import partial
from itertools import count, pairwise

from listbuilder.army import Unit
from listbuilder.catalogue.facts import Match
from listbuilder.i18n import Text
from listbuilder.rules import fixes
from listbuilder.rules.diagnostic import Fix, Proposals, RemoveUnit
from listbuilder.rules.kind import BoundRule, Findings, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.named import Word

SIDES = 2  # units that exclude each other


class Params(Parameters, frozen=True):
    pairs: tuple[tuple[Word, ...], ...]


def check(rule: BoundRule[Params], muster: Muster) -> Findings:
    reported: set[str] = set()  # ids of units; one finding each is enough
    for unit, word in _of_another(muster):
        reported.add(unit.id)
        names = {"word": word, "faction": muster.army.faction_name}
        text = Text("{unit} ({word}) cannot be in an army of {faction}", names)
        yield rule.finding(text, unit, fixes=Proposals(partial(_without, ((unit, word),))))
    for first, second, words in _clashes(rule, muster):
        if second.id in reported or first is second or (not words and first.id in reported):
            continue
        reported.add(second.id)
        both: dict[str, object] = {"unit": muster.called(first), "other": muster.called(second)}
        text = Text("{unit} and {other} cannot be in the same army", both)
        if words:
            both |= {"word": words[0], "other_word": words[1]}
            text = Text("{unit} ({word}) and {other} ({other_word}) cannot be in the same army", both)
        one, other = words or (first.datasheet, second.datasheet)
        sides = ((second, other), (first, one))
        yield rule.finding(text, second, fixes=Proposals(partial(_without, sides)))


def _of_another(muster: Muster) -> Iterator[tuple[Unit, str]]:
    """The units of other subfactions than the army's, with the keyword of theirs."""
    army = muster.army
    for word in army.exclusive_keywords if army.subfaction else ():
        if word != army.subfaction:
            yield from ((unit, word) for unit in _own(muster, word))


def _own(muster: Muster, word: str) -> Iterator[Unit]:
    """The units of the army's own faction with one of the keywords of its parts. Allies may have the keyword as one of many."""
    return filter(muster.of_faction, muster.bearers(word))


def _without(sides: tuple[tuple[Unit, str], ...], muster: Muster) -> Iterator[Fix]:
    """Remove all units with the word, of either side."""
    for unit, word in sides:
        yield fixes.together(RemoveUnit(one.id) for one in muster.bearers(word) or (unit,))


def _has_enemies(unit: Unit) -> bool:
    return bool(unit.never_with)


def _clashes(rule: BoundRule[Params], muster: Muster) -> Iterator[tuple[Unit, Unit, tuple[str, ...]]]:
    """Pairs of units that exclude each other, with the keywords when these are the reason."""
    pairs = [[(word, next(iter(muster.bearers(word)), None)) for word in words] for words in rule.params.pairs]
    pairs.append([(word, next(_own(muster, word), None)) for word in muster.army.exclusive_keywords])
    for bearers in pairs:
        present = [(word, unit) for word, unit in bearers if unit is not None]
        for (word, unit), (other_word, other) in pairwise(present):
            named = {unit.datasheet, other.datasheet} >= {word, other_word}
            yield unit, other, () if named else (word, other_word)
    enemies: dict[Match, tuple[tuple[Unit, ...], Iterator[int]]] = {}  # and how many excluded them so far
    excluded: dict[int, list[tuple[tuple[Unit, ...], Iterator[int]]]] = {}  # by what units of one datasheet share
    for unit in muster.those(_has_enemies):
        asked = excluded.get(id(unit.never_with))
        if asked is None:
            every = [enemies.setdefault(match, (muster.meeting(match), count(1))) for match in unit.never_with]
            asked = excluded[id(unit.never_with)] = [(barred, askings) for barred, askings in every if barred]
        for barred, askings in asked:
            number = next(askings)
            if number <= SIDES or unit is barred[0]:  # all others exclude the first, too
                yield from ((unit, one, ()) for one in barred[:SIDES] if one is not unit)
