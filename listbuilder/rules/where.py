"""Which units a rule is about: a small filter that every kind shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import force_setattr

if TYPE_CHECKING:
    from listbuilder.army import Unit
    from listbuilder.rules.muster import Muster


class Where(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Units that satisfy everything stated; an empty filter means every unit. Words are keywords, datasheet names or roles.

    ``keywords``: all of them. ``any_keywords``: at least one. ``not_keywords``: none. ``abilities``: all of them.
    ``warlord``, ``must_be_warlord``, ``legends``, ``allied``, ``enhanced``: yes or no; left out: either.
    """

    keywords: tuple[str, ...] = ()
    any_keywords: tuple[str, ...] = ()
    not_keywords: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    warlord: bool | None = None
    must_be_warlord: bool | None = None
    legends: bool | None = None
    allied: bool | None = None
    enhanced: bool | None = None

    def __post_init__(self) -> None:
        for name in ("keywords", "any_keywords", "not_keywords"):  # words match without regard to case
            force_setattr(self, name, tuple(word.casefold() for word in getattr(self, name)))

    def matches(self, unit: Unit, muster: Muster) -> bool:
        """Whether the rule is about this unit."""
        words = muster.words(unit)
        return (
            words.issuperset(self.keywords)
            and words.isdisjoint(self.not_keywords)
            and (not self.any_keywords or not words.isdisjoint(self.any_keywords))
            and (self.warlord is None or self.warlord == unit.warlord)
            and (self.must_be_warlord is None or self.must_be_warlord == unit.must_be_warlord)
            and (self.legends is None or self.legends == unit.legends)
            and (self.enhanced is None or self.enhanced == bool(unit.enhancements))
            and (self.allied is None or self.allied == muster.is_allied(unit))
            and all(unit.has_ability(name) for name in self.abilities)
        )
