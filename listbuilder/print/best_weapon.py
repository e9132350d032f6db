"""Which weapon of a unit is the best, by what its datasheet states of strength, penetration and damage.

The figures are compared one after the other, in this order, as far as the game has them: the weapon with the higher strength is
the better one; of equal ones that with the better penetration, then that with the higher damage; then the one that stands first.
Dice count as their average. How many models carry a weapon, how often and how well they strike does not count: it is the hardest
single blow of the unit, not what it does on average.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from listbuilder.army.records import ModelLine, Profile, Unit
from listbuilder.catalogue.amounts import amount, depends, resolved
from listbuilder.catalogue.columns import WEAPON_MEANINGS
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.print.datasheet import statline_of
from listbuilder.replacing import replace

Rank = tuple[tuple[int, Fraction, Fraction], ...]
_DASHES = frozenset({"", "-", "–"})
_NOTHING = (0, Fraction(0), Fraction(0))


class BestWeapon(Struct, frozen=True):
    """``figures``: meaning -> what stands there, with the strength as it is for the bearer; without those that the game does not
    have. ``among_all`` is False where another weapon has no figure that can be compared, so that it may be as good."""

    weapon: Profile
    figures: dict[str, str]
    among_all: bool = True


def best_weapon(unit: Unit, vocabulary: Vocabulary) -> BestWeapon | None:
    """The best weapon of a unit; None where it has none of which the game states such figures."""
    known = [(weapon, _figures(unit, weapon, vocabulary)) for weapon in unit.weapons]
    stated = [(weapon, figures) for weapon, figures in known if figures]
    if not stated:
        return None
    ranked = [(_rank(weapon, figures, vocabulary), weapon, figures) for weapon, figures in stated]
    _best, weapon, figures = max(ranked, key=lambda one: one[0])  # the first of equal ones
    return BestWeapon(weapon, figures, not any(map(_hides, (one for _weapon, one in stated))))


def meanings(vocabulary: Vocabulary, weapons: Sequence[Profile]) -> tuple[str, ...]:
    """Which of strength, penetration and damage these weapons have, in this order."""
    return tuple(
        meaning
        for meaning in WEAPON_MEANINGS
        if any(_value(weapon, meaning, vocabulary) is not None for weapon in weapons)
    )


def _value(weapon: Profile, meaning: str, vocabulary: Vocabulary) -> str | None:
    column = vocabulary.weapon_meaning(weapon.type, meaning)
    if column is None:
        return None
    return next((value.strip() for name, value in weapon.values if column.has_name(name)), None)


def _figures(unit: Unit, weapon: Profile, vocabulary: Vocabulary) -> dict[str, str]:
    found = {meaning: _value(weapon, meaning, vocabulary) for meaning in WEAPON_MEANINGS}
    figures = {meaning: value for meaning, value in found.items() if value is not None}
    if depends(strength := figures.get("strength", "")):
        figures["strength"] = resolved(strength, _own_strength(unit, weapon, vocabulary))
    return figures


def _rank(weapon: Profile, figures: dict[str, str], vocabulary: Vocabulary) -> Rank:
    """What orders the weapons: of each figure whether there is one, and its average, higher for the better one."""
    return tuple(_place(weapon, meaning, figures.get(meaning, ""), vocabulary) for meaning in WEAPON_MEANINGS)


def _place(weapon: Profile, meaning: str, text: str, vocabulary: Vocabulary) -> tuple[int, Fraction, Fraction]:
    found = amount(text)
    mean = found.mean() if found else None
    if found is None or mean is None:
        return _NOTHING
    column = vocabulary.weapon_meaning(weapon.type, meaning)
    sign = -1 if column is not None and column.low else 1
    second = found.second.mean() if found.second else None
    return 1, sign * mean, sign * (second or Fraction(0))


def _hides(figures: dict[str, str]) -> bool:
    """Whether the first figure of a weapon is written but states no number, so that the weapon cannot be compared."""
    first = next((figures[meaning] for meaning in WEAPON_MEANINGS if meaning in figures), "")
    found = amount(first)
    return (found is None or found.mean() is None) and first not in {*_DASHES, "N/A", "n/a"}


def _own_strength(unit: Unit, weapon: Profile, vocabulary: Vocabulary) -> Fraction | None:
    """The highest strength among the models that carry the weapon, of all models where no line names it."""
    stated = tuple(profile for profile in unit.profiles if vocabulary.value(profile.values, "strength") not in _DASHES)
    able = replace(unit, profiles=stated)  # other profiles, such as of the sort of troops, have no strength
    bearers = list(_bearers(unit, weapon)) or list(unit.models)
    found = [_strength(able, line, vocabulary) for line in bearers]
    known = [one for one in found if one is not None]
    return max(known) if known and len(known) == len(found) else None


def _bearers(unit: Unit, weapon: Profile) -> Iterator[ModelLine]:
    for line in unit.models:
        if any(item.name in {weapon.item, weapon.name} for item in line.wargear):
            yield line


def _strength(unit: Unit, line: ModelLine, vocabulary: Vocabulary) -> Fraction | None:
    profile = statline_of(unit, line)
    return _number(vocabulary.value(profile.values, "strength")) if profile else None


def _number(text: str) -> Fraction | None:
    found = amount(text)
    return found.mean() if found is not None and not found.times else None
