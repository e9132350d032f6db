"""How a battle is spoken of: what the game calls its rounds, and units of one name."""

from __future__ import annotations

from listbuilder.catalogue.battle import BattleRules
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.i18n import _


def strength_words(vocabulary: Vocabulary, left: int, whole: int, units: int) -> str:
    """How many models of an army are left; in a game of single models these are its units, in its own word."""
    if whole == units:
        return _("{left} of {whole} {units} left").format(left=left, whole=whole, units=_units(units, vocabulary))
    return _("{left} of {whole} models left").format(left=left, whole=whole)


def losses_words(vocabulary: Vocabulary, lost: int) -> str:
    """How many units are lost, in the game's own word."""
    return _("{n} {units} lost").format(n=lost, units=_units(lost, vocabulary))


def _units(count: int, vocabulary: Vocabulary) -> str:
    word = vocabulary.terms.unit
    return str(word if count == 1 else word.many)


def in_round(rules: BattleRules, number: int) -> str:
    """A round with its number."""
    if rules.names_rounds:
        return f"{rules.round_title.lower()} {number}"
    return _("round {n}").format(n=number)


def used_in(rules: BattleRules, number: int) -> str:
    """When what is used once was used."""
    if rules.names_rounds:
        return _("used: {round}").format(round=in_round(rules, number))
    return _("used in round {n}").format(n=number)


def from_round(rules: BattleRules, number: int) -> str:
    """From when reserves may arrive."""
    if rules.names_rounds:
        return _("{round} or later").format(round=in_round(rules, number))
    return _("from round {n}").format(n=number)


def until_the_round_ends(rules: BattleRules) -> str:
    """How long a state lasts that ends with the round."""
    if rules.names_rounds:
        return _("until the end of this {round}").format(round=rules.round_title.lower())
    return _("until the end of this round")


def points_by_round(rules: BattleRules) -> str:
    """The heading above what was scored in each."""
    if rules.names_rounds:
        return _("Victory points by {round}").format(round=rules.round_title.lower())
    return _("Victory points by round")
