"""Which units a rule is about: a small filter that every kind shares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

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

    def flags_match(self, unit: Unit, muster: Muster) -> bool:
        """Whether the unit has the yes-or-no properties that are asked for."""
        return (
            (self.warlord is None or self.warlord == unit.warlord)
            and (self.must_be_warlord is None or self.must_be_warlord == unit.must_be_warlord)
            and (self.legends is None or self.legends == unit.legends)
            and (self.enhanced is None or self.enhanced == bool(unit.enhancements))
            and (self.allied is None or self.allied == muster.is_allied(unit))
        )

    def matches(self, unit: Unit, muster: Muster) -> bool:
        """Whether the rule is about this unit."""
        has = muster.has
        return (
            all(has(unit, word) for word in self.keywords)
            and not any(has(unit, word) for word in self.not_keywords)
            and (not self.any_keywords or any(has(unit, word) for word in self.any_keywords))
            and self.flags_match(unit, muster)
            and all(unit.has_ability(name) for name in self.abilities)
        )
