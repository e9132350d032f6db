"""The ways to choose below an entry of community data, by the stated items that each takes.

Community data describe a unit as a tree of entries and groups. A list names the leaves, seldom the entries and groups that
lead to them, and not what is always there. So each entry has alternatives: with or without its own name, with this or that
below it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from listbuilder import budget
from listbuilder.army import roles
from listbuilder.catalogue.held import reaches
from listbuilder.catalogue.inside import changed_fields
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.merged import Merged
from listbuilder.catalogue.model import Condition
from listbuilder.engine.numbers import parse
from listbuilder.exchange.binding.names import stem
from listbuilder.exchange.binding.remembered import remembered
from listbuilder.exchange.binding.spelled import item_of
from listbuilder.replacing import replace

MOST_WAYS = 240  # alternatives kept at one place, those that take most first
UNIT_SCOPES = frozenset({"parent", "root-entry", "unit"})
MOST_COPIES = 12
MAX_DEPTH = 12
UNFILLED = 20  # a required choice that neither the list nor a default makes


class Chosen(Struct, frozen=True):
    """An entry to be selected ``amount`` times under each of its parent, with what is selected below it. ``held``: how many
    selections these are together."""

    option: Option
    amount: int
    below: tuple[Chosen, ...] = ()
    held: int = 1


def _chosen(option: Option, amount: int, below: tuple[Chosen, ...]) -> Chosen:
    """The entry with what is below it. Raises `TooLarge` where data require more than a unit may have."""
    held = 1 + sum(one.held for one in below)
    budget.allow("unit_selections", held)
    return Chosen(option, amount, below, held)


class Way(Struct, frozen=True):
    """One alternative: the stated items it takes, what is selected, how many selections that is, and how much it needs that the
    list does not state."""

    used: Counter[str]
    chosen: tuple[Chosen, ...] = ()
    size: int = 0
    lacking: int = 0


NOTHING = Way(Counter())


class Bounds(NamedTuple):
    """Fewest and most that each parent may have of an option, before modifiers; ``most`` is -1 without a limit, and where a
    modifier changes it. ``usual``: the most without modifiers. ``firm``: no modifier changes the fewest."""

    least: int = 0
    most: int = -1
    firm: bool = True
    usual: int = MOST_COPIES


def bounds(option: Option) -> Bounds:
    """The bounds of an option within its parent; kept with its library."""
    return option.library.kept_of(_bounds, option.merged)


def _bounds(_library: Library, merged: Merged) -> Bounds:
    changed = frozenset(changed_fields(merged.modifiers, merged.modifier_groups))
    least, most, firm, usual = 0, -1, True, MOST_COPIES
    for constraint in merged.constraints:
        if constraint.field != "selections" or constraint.scope != "parent" or constraint.percent:
            continue
        value = int(constraint.value)
        if constraint.type in ("min", "exactly"):
            least = max(least, value)
            firm = firm and constraint.id not in changed
        if constraint.type in ("max", "exactly") and value >= 0:
            usual = min(usual, value)
            if constraint.id not in changed:
                most = value if most < 0 else min(most, value)
    return Bounds(least, most, firm, usual)


def bounds_in(option: Option, around: frozenset[str]) -> Bounds:
    """The bounds of an option of a unit, with what raises them for other entries of the unit ("Reinforced") and what sets them
    for units of a sort. ``around``: the ids and categories of the unit and of its other entries."""
    found = bounds(option)
    change = {
        one.id: int(one.value)
        for one in option.merged.constraints
        if one.field == "selections" and one.scope == "parent" and not one.percent
    }
    for modifier in option.merged.modifiers:
        value = change.get(modifier.field)
        if value is None or modifier.condition_groups or not _all_hold(modifier.conditions, around):
            continue
        times = sum(one.repeats for one in modifier.repeats if one.field == "selections" and one.child_id in around)
        if modifier.type == "increment":
            change[modifier.field] = value + _whole(modifier.value) * (times if modifier.repeats else 1)
        elif modifier.type == "set" and not modifier.repeats:
            change[modifier.field] = _whole(modifier.value)
    types = {one.id: one.type for one in option.merged.constraints}
    least = max((number for name, number in change.items() if types[name] in ("min", "exactly")), default=found.least)
    most = [number for name, number in change.items() if types[name] in ("max", "exactly") and number >= 0]
    return found._replace(least=least, usual=min([*most, MOST_COPIES]))


def _whole(text: str) -> int:
    """The whole number that data write as "2" or "2.0"; 0 for what is no number."""
    return int(parse(text) or 0)


def _all_hold(conditions: Iterable[Condition], around: frozenset[str]) -> bool:
    """Whether conditions on what the unit is hold; others count as not met."""
    return all(one.type == "instanceOf" and one.scope in UNIT_SCOPES and one.child_id in around for one in conditions)


def is_model(option: Option) -> bool:
    return option.type in roles.MODEL_TYPES


def items_of(holder: Option) -> tuple[tuple[str, Option], ...]:
    """The stems of the names of what an entry holds besides models, and what these are; kept with its library."""
    return holder.library.kept_of(_items_of, holder)


def _items_of(_library: Library, holder: Option) -> tuple[tuple[str, Option], ...]:
    return tuple((stem(entry.name), entry) for entry in holder.entries if not is_model(entry))


def holds_models(option: Option) -> bool:
    """Whether it is a kind of models, or an entry or group that holds some."""
    library = option.library
    return reaches(library, option.merged, roles.MODEL_TYPES) and library.kept_of(_holds_models, option)


def _holds_models(_library: Library, option: Option) -> bool:
    if is_model(option):
        return True
    return not roles.is_enhancement(option) and any(map(holds_models, option.options))


class Ways:
    """Finds the ways for one bag of stated items. ``after``: the item that each is listed behind, which is preferred to hold
    it."""

    def __init__(self, library: Library, bag: Counter[str], after: Mapping[str, str] | None = None) -> None:
        self.library = library
        self.bag = bag
        self.keys = frozenset(bag)
        self.after = after or {}

    def of_entry(self, option: Option, depth: int = 0) -> list[Way]:
        """Ways to select an entry once."""
        names = [counts for counts in item_of(self.library, option).spellings if counts <= self.bag]
        below = self.below(option, depth + 1)
        found = []
        for own in (*names[:3], None):
            for way in below:
                used = way.used + own if own else way.used
                if used <= self.bag:
                    lacking = way.lacking + self._strain(own, way)
                    found.append(Way(used, (_chosen(option, 1, way.chosen),), 1, lacking))
        return _best(found)

    def _strain(self, own: Counter[str] | None, way: Way) -> int:
        """What speaks against an entry: it is not named itself, or holds what is not listed behind it."""
        if own is None:
            return 2 if way.used else 1
        return sum(self.after.get(key) not in own for key in way.used)

    def below(self, option: Option, depth: int = 0) -> list[Way]:
        """Ways to choose among everything that an entry holds, models apart."""
        found = [NOTHING]
        for child in option.options:
            found = self._product(found, self._of_child(child, depth))
        return found

    def _product(self, left: list[Way], right: list[Way]) -> list[Way]:
        if len(right) == 1 and not right[0].chosen and not right[0].lacking:
            return left
        found = []
        for one in left:
            for other in right:
                used = one.used + other.used
                if used <= self.bag:
                    found.append(
                        Way(used, one.chosen + other.chosen, one.size + other.size, one.lacking + other.lacking)
                    )
        return _best(found)

    def _of_child(self, option: Option, depth: int) -> list[Way]:
        """Ways for one entry or group below another."""
        if (
            holds_models(option)
            or depth > MAX_DEPTH
            or roles.is_enhancement_group(option)
            or roles.is_warlord_mark(option)
        ):
            return [NOTHING]
        limits = bounds(option)
        concerned = not self.keys.isdisjoint(item_of(self.library, option).inside)
        if not concerned and (limits.least == 0 or _may_be_hidden(option)) and not _needs(option):
            return [NOTHING]
        if option.is_group:
            return self._of_group(option, limits, depth)
        return self._of_copies(option, limits, depth)

    def _of_copies(self, option: Option, limits: Bounds, depth: int) -> list[Way]:
        """Ways to select an entry as often as it may be. A minimum that a modifier may lift is kept where nothing speaks against
        it."""
        most = limits.most if limits.most >= 0 else MOST_COPIES
        found = []
        if limits.least == 0 or not limits.firm:
            found.append(NOTHING if limits.least == 0 else replace(NOTHING, lacking=2))
        ways = [way for way in self.of_entry(option, depth) if limits.least or way.used]
        for way in ways:
            found += self._copies(way, max(1, limits.least), max(1, most), limits.usual)
        if most > 1 and len(ways) > 1:
            found += self._mixed(ways, most)
        return _best(found)

    def _mixed(self, ways: list[Way], most: int) -> Iterator[Way]:
        """One copy of an entry with something below it, and further copies without."""
        richest, plainest = ways[0], min(ways, key=lambda way: (len(way.chosen[0].below), way.used.total()))
        if richest is plainest or not plainest.used:
            return
        for rest in self._copies(plainest, 1, most - 1, most):
            used = richest.used + rest.used
            if used <= self.bag:
                yield Way(used, richest.chosen + rest.chosen, 1 + rest.size, richest.lacking + rest.lacking)

    def _copies(self, way: Way, least: int, most: int, usual: int) -> Iterator[Way]:
        """The same way taken several times; more often than required only as far as the list states it."""
        chosen = way.chosen[0]
        for number in range(least, min(most, MOST_COPIES) + 1):
            used = Counter({key: count * number for key, count in way.used.items()})
            if not used <= self.bag or (not used and number > least):
                return
            lacking = way.lacking * number + max(0, number - usual)
            yield Way(used, (_chosen(chosen.option, number, chosen.below),), number, lacking)

    def _of_group(self, group: Option, limits: Bounds, depth: int) -> list[Way]:
        found = [NOTHING]
        for child in group.options:
            found = self._product(found, self._of_child(child, depth + 1))
        fitting = [_strained(way, limits) for way in found if limits.most < 0 or way.size <= limits.most]
        least = limits.least if limits.firm and not any(map(is_model, group.entries)) else 0
        return _best([self._filled(group, way, least, depth) for way in fitting])

    def _filled(self, group: Option, way: Way, least: int, depth: int) -> Way:
        """A way of a group with what it requires: its default, or its only entry, where the list states too little."""
        missing = least - way.size
        if missing <= 0:
            return way
        default = _default(group)
        if default is None:
            return Way(way.used, way.chosen, way.size, way.lacking + UNFILLED * missing)
        silent = Ways(self.library, Counter()).of_entry(default, depth + 1)[0]
        chosen = _chosen(default, missing, silent.chosen[0].below)
        return Way(way.used, (*way.chosen, chosen), least, way.lacking + (silent.lacking + 1) * missing)


def ways_below(library: Library, option: Option, bag: Counter[str], after: Mapping[str, str]) -> list[Way]:
    """The ways to choose below an option; those found before, in any list, where it states the same of what concerns it."""
    inside = item_of(library, option).inside
    items = frozenset((key, number, after.get(key)) for key, number in bag.items() if key in inside)
    return remembered(library, ("ways", option, items), lambda: Ways(library, bag, after).below(option))


def _needs(option: Option) -> bool:
    """Whether an optional group requires something inside it. What modifiers show or hide is not required."""
    return option.library.kept_of(_requires, option)


def _requires(_library: Library, option: Option) -> bool:
    if not option.is_group or _may_be_hidden(option):
        return False
    return any(bounds(child).least or _needs(child) for child in option.options)


def _may_be_hidden(option: Option) -> bool:
    """Whether the data hide an option, or may: what it requires then is filled in once the army is known (`filling`)."""
    merged = option.merged
    return merged.hidden or "hidden" in changed_fields(merged.modifiers, merged.modifier_groups)


def _strained(way: Way, limits: Bounds) -> Way:
    """A way of a group; more than it holds unless a modifier allows that are better chosen elsewhere."""
    return way if way.size <= limits.usual else replace(way, lacking=way.lacking + 1)


def _default(group: Option) -> Option | None:
    entries = [entry for entry in group.entries if not entry.merged.hidden]
    if group.default_id:
        return next((entry for entry in entries if group.default_id in entry.ids), None)
    return entries[0] if len(entries) == 1 else None


def _best(ways: Iterable[Way]) -> list[Way]:
    """The ways without repetitions, as many as are kept."""
    kept: dict[tuple[frozenset[tuple[str, int]], int], Way] = {}
    for way in ways:
        key = (frozenset(way.used.items()), way.size)
        known = kept.get(key)
        if known is None or way.lacking < known.lacking:
            kept[key] = way
    return sorted(kept.values(), key=lambda way: (-way.used.total(), way.lacking))[:MOST_WAYS]
