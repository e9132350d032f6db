"""The loadouts that a model of community data may have, enumerated from the choices below its entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from tools.native_data.bench import Pick
from tools.native_data.reach import NO_LIMIT, Reach

MOST = 2000  # alternatives of one choice
MOST_OF_ONE = 20  # of one item, where the data let its maximum grow with the unit
MELEE = "melee"  # the first word of what data call profiles of such weapons

Items = tuple[str, ...]  # names of items, sorted; an item listed twice is carried twice


class Inexpressible(Exception):
    """What a datasheet allows cannot be stated as native data. The text says what, for the report."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to make a choice: the items that it gives, and the picks under the holder that it consists of."""

    items: Items
    picks: tuple[Pick, ...]


Site = tuple[Alternative, ...]  # alternatives of which a model has exactly one; what it may leave out has an empty one


class LoadoutReader:
    """Reads the sites of a model. ``carriers``: names of items that only carry another item, such as a drone with its gun.
    ``aside``: names of choices that are no items: those that give the unit more models, tables of enhancements."""

    def __init__(self, reach: Reach, aside: frozenset[str] = frozenset()) -> None:
        self.reach = reach
        self.aside = aside
        self.carriers: set[str] = set()
        self.items: set[str] = set()  # ids of entries that are items
        self._names: dict[str, str] = {}

    def sites(self, holder: Option) -> list[Site]:
        """The independent choices below an entry, as far as their bounds below one parent say."""
        return [site for site in self._sites(holder) if site != (Alternative((), ()),)]

    def _sites(self, holder: Option) -> Iterator[Site]:
        for child in self.choices(holder):
            low, high = self.reach.bounds(child)
            if not child.is_group:
                yield self._repeated(child, low, high)
            elif (low, high) == (0, NO_LIMIT):
                yield from self._sites(child)
            else:
                yield self._of_group(child, low, high)

    def choices(self, holder: Option) -> list[Option]:
        """What may be chosen below an entry or group, apart from models, enhancements and the Warlord's mark."""
        return [
            child
            for child in holder.options
            if not (
                self.reach.is_dead(child)
                or child.name in self.aside
                or child.type in roles.UNIT_TYPES
                or self.is_bundle(child)
                or is_gift_group(child)
                or roles.is_enhancement(child)
                or roles.is_warlord_mark(child)
                or (child.is_group and not self._leads_anywhere(child))
            )
        ]

    def _leads_anywhere(self, group: Option) -> bool:
        return bool(self.choices(group))

    def is_bundle(self, entry: Option) -> bool:
        """Whether an entry of a unit is nothing but models taken together: "1 Sergeant and 9 Troopers"."""
        of_unit = entry.parent is not None and entry.parent.type == "unit"
        return of_unit and entry.type == "upgrade" and not has_profiles(entry) and self._holds_models(entry)

    def _holds_models(self, holder: Option) -> bool:
        """Whether models can be chosen below an entry or group, and nothing else."""
        below = [child for child in holder.options if not self.reach.is_dead(child)]
        return bool(below) and all(
            self._holds_models(child) if child.is_group else child.type in roles.UNIT_TYPES for child in below
        )

    # --- alternatives -----------------------------------------------------------------------------------------------------

    def _repeated(self, entry: Option, low: int, high: int) -> Site:
        """An entry that may be taken several times."""
        if high == NO_LIMIT and not self.reach.is_conditional(entry):
            raise Inexpressible(f"no maximum: {entry.name}")
        high = min(high, MOST_OF_ONE)
        found = [self._combined(chosen) for number in range(low, high + 1) for chosen in self._several(entry, number)]
        return _distinct(found)

    def _several(self, entry: Option, number: int) -> Iterator[tuple[Alternative, ...]]:
        """Every way to take an entry this many times."""
        for counts in _multisets(len(self.of(entry)), number):
            yield tuple(item for item, count in zip(self.of(entry), counts, strict=True) for _ in range(count))

    def of(self, entry: Option) -> Site:
        """The ways to take an entry once."""
        own: Items = ()
        below = self.sites(entry)
        if entry.type == "upgrade" and self._is_item(entry, below):
            own = (self.name_of(entry),)
            self.items.add(entry.id)
        size = 1
        for site in below:
            size *= len(site)
        if size > MOST:
            raise Inexpressible(f"too many combinations: {entry.name}")
        found = []
        for parts in product(*below):
            inner = self._combined(parts)
            found.append(Alternative(tuple(sorted((*own, *inner.items))), (Pick(entry, 1, inner.picks),)))
        return _distinct(found)

    def name_of(self, entry: Option) -> str:
        """The name of an item; names that only differ in capitals are one. Of a weapon that the data divide into a ranged and
        a melee one of the same name, the latter says so."""
        beside = entry.parent.options if entry.parent is not None else ()
        alike = [one for one in beside if one.name == entry.name and not one.is_group]
        if len(alike) > 1 and _kinds_of(entry) == {MELEE} and any(MELEE not in _kinds_of(one) for one in alike):
            return f"{entry.name} (melee)"
        return self._names.setdefault(entry.name.casefold(), entry.name)

    def _is_item(self, entry: Option, below: list[Site]) -> bool:
        """Whether an entry is an item itself: it has profiles, or nothing below it has, or it carries a single item."""
        if has_profiles(entry) or not below:
            return True
        names = {name for site in below for alternative in site for name in alternative.items}
        if len(below) == 1 and len(names) == 1 and next(iter(names)).casefold() != entry.name.casefold():
            if next(iter(names)).casefold() in entry.name.casefold():
                return False  # "two fusion blasters", "bolt rifle (captain)": a title for the item
            self.carriers.add(entry.name)
            return True
        return False

    def _of_group(self, group: Option, low: int, high: int) -> Site:
        """Every way to take between ``low`` and ``high`` of the entries of a group, nested groups within their bounds."""
        found = [self._combined(parts) for number, parts in self._fillings(group, high) if low <= number]
        if not found:
            raise Inexpressible(f"nothing to choose: {group.name}")
        return _distinct(found)

    def _fillings(self, group: Option, most: int) -> list[tuple[int, tuple[Alternative, ...]]]:
        """Numbers of entries taken and what is taken, up to ``most`` entries."""
        found: list[tuple[int, tuple[Alternative, ...]]] = [(0, ())]
        for child in self.choices(group):
            low, high = self.reach.bounds(child)
            if child.is_group:
                ways = [way for way in self._fillings(child, min(high, most)) if way[0] >= low]
            else:
                high = min(high, most)
                ways = [(number, way) for number in range(low, high + 1) for way in self._several(child, number)]
            found = [(a + b, (*x, *y)) for a, x in found for b, y in ways if a + b <= most]
            if len(found) > 4 * MOST:
                raise Inexpressible(f"too many combinations: {group.name}")
        return found

    @staticmethod
    def _combined(parts: Iterable[Alternative]) -> Alternative:
        """Alternatives taken together; equal picks become one with an amount."""
        held = list(parts)
        picks: Counter[Pick] = Counter()
        for part in held:
            for pick in part.picks:
                picks[Pick(pick.option, 1, pick.below)] += pick.amount
        items = tuple(sorted(name for part in held for name in part.items))
        return Alternative(items, tuple(Pick(p.option, number, p.below) for p, number in picks.items()))


def _distinct(found: Iterable[Alternative]) -> Site:
    """Without those that give the same items as one before."""
    known: dict[Items, Alternative] = {}
    for item in found:
        known.setdefault(item.items, item)
    return tuple(known.values())


def _multisets(kinds: int, number: int) -> Iterator[tuple[int, ...]]:
    """Every way to take a number of things of so many kinds."""
    if kinds == 1:
        yield (number,)
    elif kinds > 1:
        for first in range(number, -1, -1):
            for rest in _multisets(kinds - 1, number - first):
                yield (first, *rest)


def _kinds_of(entry: Option) -> set[str]:
    """The kinds of profiles that an entry has itself."""
    return {profile.type_name.casefold().split(" ")[0] for part in entry.parts for profile in part.profiles}


def is_gift_group(option: Option) -> bool:
    """Whether a group holds enhancements, under whatever title."""
    return option.is_group and (roles.is_enhancement_group(option) or option.name.casefold().endswith("enhancements"))


def has_profiles(option: Option) -> bool:
    """Whether an entry has profiles of its own: a weapon, an ability of a piece of gear."""
    return any(
        part.profiles or part.info_groups or any(link.type != "rule" for link in part.info_links)
        for part in option.parts
    )
