"""The filter by which rules select units."""

from functools import cached_property
from typing import Protocol

from msgspec import Struct
from msgspec.structs import force_setattr

from listbuilder.army import Unit
from listbuilder.rules.named import AbilityName, ForceName, Word


class UnitFacts(Protocol):
    """What a filter asks about a unit that depends on the army around it."""

    def words(self, unit: Unit) -> frozenset[str]: ...

    def is_allied(self, unit: Unit) -> bool: ...

    def stands_in(self, unit: Unit, kinds: tuple[str, ...]) -> bool: ...


class Where(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, dict=True):
    """Units that satisfy every stated condition; an empty filter matches every unit. Words are keywords, datasheet names or
    roles.

    ``keywords``: all of them. ``any_keywords``: at least one. ``not_keywords``: none. ``abilities``: all of them. ``forces``: it
    stands in a force of one of these kinds. ``warlord``, ``must_be_warlord``, ``legends``, ``allied``, ``enhanced``,
    ``never_enhanced``, ``starts_in_reserves``: true or false; not tested when left out.
    """

    keywords: tuple[Word, ...] = ()
    any_keywords: tuple[Word, ...] = ()
    not_keywords: tuple[Word, ...] = ()
    abilities: tuple[AbilityName, ...] = ()
    forces: tuple[ForceName, ...] = ()
    warlord: bool | None = None
    must_be_warlord: bool | None = None
    legends: bool | None = None
    allied: bool | None = None
    enhanced: bool | None = None
    never_enhanced: bool | None = None
    starts_in_reserves: bool | None = None

    def __post_init__(self) -> None:
        for name in ("keywords", "any_keywords", "not_keywords"):  # words are compared ignoring case
            force_setattr(self, name, tuple(word.casefold() for word in getattr(self, name)))

    @cached_property
    def is_of_words(self) -> bool:
        """Whether nothing is stated but keywords."""
        return all(
            getattr(self, name) == getattr(ANY, name) for name in self.__struct_fields__ if "keywords" not in name
        )

    def matches(self, unit: Unit, facts: UnitFacts) -> bool:
        """Whether the unit satisfies everything stated."""
        if not self.fits(facts.words(unit)):
            return False
        return self.is_of_words or (
            (self.warlord is None or self.warlord == unit.warlord)
            and (self.must_be_warlord is None or self.must_be_warlord == unit.must_be_warlord)
            and (self.legends is None or self.legends == unit.legends)
            and (self.enhanced is None or self.enhanced == bool(unit.enhancements))
            and (self.never_enhanced is None or self.never_enhanced == unit.never_enhanced)
            and (self.starts_in_reserves is None or self.starts_in_reserves == unit.starts_in_reserves)
            and (self.allied is None or self.allied == facts.is_allied(unit))
            and (not self.forces or facts.stands_in(unit, self.forces))
            and all(unit.has_ability(name) for name in self.abilities)
        )

    def fits(self, words: frozenset[str]) -> bool:
        """Whether something with these case-folded words satisfies what is stated about words."""
        return (
            (not self.keywords or words.issuperset(self.keywords))
            and (not self.not_keywords or words.isdisjoint(self.not_keywords))
            and (not self.any_keywords or not words.isdisjoint(self.any_keywords))
        )


ANY = Where()
ENHANCED = Where(enhanced=True)
