"""How often the models of a unit may use each wargear option: found by trying, and stated as native limits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from listbuilder.replacing import replace
from tools.native_data.alike import together
from tools.native_data.bench import Pick
from tools.native_data.composition import Composition, Counts, slug
from tools.native_data.limited import Fit, Loadout, Most, Option, UnitOption
from tools.native_data.loadouts import Alternative, Inexpressible
from tools.native_data.units import UnitReader

EACH = {"limit": "limit_each", "per_models": "each_per_models"}


@dataclass
class LimitFinder:
    """``sizes``: the compositions that are tried, one for each size of the unit. Raises `Inexpressible`."""

    units: UnitReader
    found: Composition
    sizes: Sequence[Counts]

    def limited(self, option: Option) -> list[Option]:
        """The option with its limits; several where its alternatives have different ones."""
        if isinstance(option, UnitOption):
            return self._limited_in_unit(option)
        kind = self.found.kinds[option.kind]
        full = tuple(counts[option.kind] for counts in self.sizes)
        if not self.found.conditional and len(kind.variants) == 1:
            option.each = option.together = full
            return [option]
        known: dict[Most, list[int]] = {}
        for number, ways in enumerate(option.loadouts):
            if ways:  # else an alternative that only occurs with others of the same option
                known.setdefault(self._most(option.kind, [ways]), []).append(number)
        if not known:
            option.each = option.together = full
            return [option]
        found: list[Option] = []
        for pattern, numbers in known.items():
            if all(value == 0 for value in pattern):
                found += self._of_all(option, numbers)
                continue  # else the entries offer it, but something else in the data never allows it
            loose = [n for n, ways in enumerate(option.loadouts) if not ways] if len(known) == 1 else []
            for some in self._apart(option, numbers, pattern):
                part = option.part((*some, *loose))
                part.each = pattern
                self.fit(part)
                found.append(part)
        if len(known) > 1 and any(not ways for ways in option.loadouts):
            raise Inexpressible("alternatives of one choice have different limits")
        return found

    def _of_all(self, option: Option, numbers: Sequence[int]) -> Iterator[Option]:
        """The alternatives that models of several kinds may have if all of them do."""
        trials = [
            (counts, together(self.found, counts, option.kind, option.loadouts[number][0]))
            for counts in self.sizes
            for number in numbers
        ]
        kinds = {tuple(sorted(kind for kind, _, _ in armed)) for _, armed in trials}
        several = len(kinds) == 1 and len(min(kinds)) > 1
        if several and all(self.is_legal(counts, armed) for counts, armed in trials):
            part = option.part(numbers)
            part.all, part.kinds = True, min(kinds)
            part.each = part.together = tuple(("all", counts[option.kind]) for counts in self.sizes)
            yield part

    def fit(self, part: Option) -> None:
        """States the limits of an option all of whose alternatives may be used equally often."""
        full = tuple(counts[part.kind] for counts in self.sizes)
        part.limits, part.all, part.together = (), False, part.each
        if part.each == tuple(("all", count) if count else 0 for count in full):
            part.all = True
            return
        if part.each != full:
            part.together = self._most(part.kind, part.loadouts)
            each = self._of_alternatives(part, part.together)
            number = len(part.change.take)
            implied = tuple(min(count, value * number) for count, value in zip(full, part.each, strict=True))
            is_implied = each and part.together == implied
            part.limits = each if is_implied else self.both(self.fitting(part.together), each)

    def stated(self, part: Option, total: Most) -> tuple[Fit, Fit]:
        """Limits by which an option and all that share its limit are used ``total`` times, and those of its alternatives."""
        each = self._of_alternatives(part, total)
        return self.fitting(total), each

    def _of_alternatives(self, part: Option, total: Most) -> Fit:
        """Limits of each alternative of an option that is used ``total`` times in all; none where that bounds them."""
        full = tuple(counts[part.kind] for counts in self.sizes)
        each: Fit = ()
        if part.each != tuple(map(min, full, total)):
            each = tuple((EACH.get(key, key), value) for key, value in self.fitting(part.each))
            if "per" in dict(each):
                raise Inexpressible("alternatives with limits by one kind of models")
            if "each_per_models" in dict(each) and "limit_each" not in dict(each):
                each = (("limit_each", 1), *each)
        return each

    @staticmethod
    def both(total: Fit, each: Fit) -> Fit:
        """Limits together."""
        if any(key in dict(each) and dict(each)[key] != value for key, value in total):
            raise Inexpressible("limits that begin with different sizes")
        return tuple((dict(total) | dict(each)).items())

    def fitting(self, values: Most) -> Fit:
        """Limits that give these numbers for the sizes of the unit."""
        sizes = [sum(counts) for counts in self.sizes]
        if any(not isinstance(value, int) for value in values):
            raise Inexpressible("limits of several kinds")
        if len(set(values)) == 1:
            return (("limit", values[0]),)
        if fit := _per_models(sizes, values):
            return fit
        most = max(values)
        open_to = [size for size, value in zip(sizes, values, strict=True) if value]
        if all(value == (most if size in open_to else 0) for size, value in zip(sizes, values, strict=True)):
            if open_to[0] > sizes[0] and open_to == sizes[-len(open_to) :]:
                return (("limit", most), ("min_models", open_to[0]))
            if open_to == sizes[: len(open_to)]:
                return (("limit", most), ("max_models", open_to[-1]))
        for place, kind in enumerate(self.found.kinds):
            if fit := _per_models([counts[place] for counts in self.sizes], values):
                return (*fit, ("per", slug(kind.name)))
        raise Inexpressible(f"limits that grow with the unit: {dict(zip(sizes, values, strict=True))}")

    def _apart(self, option: Option, numbers: list[int], each: Most) -> list[list[int]]:
        """The alternatives of equal limits, those together that compete for a limit: where a unit has as many as it may, one of
        them can be exchanged for another."""
        if len(numbers) < 3 or any(not isinstance(value, int) for value in each):
            return [numbers]
        ways = {n: [(option.kind, way) for way in option.loadouts[n]] for n in numbers}
        everything = [way for n in numbers for way in ways[n]]
        for counts, most in zip(reversed(self.sizes), reversed(each), strict=True):
            used = self.grown(counts, everything, counts[option.kind])
            if len(used) in (counts[option.kind], most * len(numbers)):
                continue  # the number of models, or nothing but the limit of each, bounds them
            groups = [{n} for n in numbers]
            for one, other in permutations(numbers, 2):
                taken = next((way for way in used if way in ways[other]), None)
                rest = [way for place, way in enumerate(used) if taken is None or place != used.index(taken)]
                if taken is not None and self.grown(counts, ways[one], 1, rest):
                    joined = [group for group in groups if one in group or other in group]
                    groups = [group for group in groups if group not in joined] + [set().union(*joined)]
            return sorted(map(sorted, groups))
        return [numbers]

    # --- trying ---------------------------------------------------------------------------------------------------------------

    def _most(self, place: int, ways: Sequence[Sequence[Loadout]]) -> Most:
        """For each size, how many models of the kind may have such loadouts; ``("all", n)`` when all or none may."""
        found: list[Any] = []
        for counts in self.sizes:
            number = counts[place]
            if not number:
                found.append(0)
                continue
            flat = [way for some in ways for way in some]
            if len(ways) == 1 and any(self.is_legal(counts, [(place, way, number)]) for way in flat):
                alone = number == 1 or any(self.is_legal(counts, [(place, way, 1)]) for way in flat)
                found.append(number if alone else ("all", number))
            else:
                found.append(len(self.grown(counts, [(place, way) for way in flat], number)))
        return tuple(found)

    def grown(
        self,
        counts: Counts,
        ways: Sequence[tuple[int, Loadout]],
        most: int,
        start: Sequence[tuple[int, Loadout]] = (),
    ) -> list[tuple[int, Loadout]]:
        """The models with such loadouts that can be added to those given, one after the other, while the unit is legal."""
        chosen: list[tuple[int, Loadout]] = []
        while len(chosen) < most:
            for place, way in ways:
                trial = [*start, *chosen, (place, way)]
                if sum(kind == place for kind, _ in trial) <= counts[place] and self.is_legal(counts, _counted(trial)):
                    chosen.append((place, way))
                    break
            else:
                break
        return chosen

    def is_legal(self, counts: Counts, chosen: Iterable[tuple[int, Loadout, int]]) -> bool:
        """Whether a unit is legal in which so many models of a kind have these loadouts."""
        picks: dict[int, list[Pick]] = {}
        for place, (variant, parts), amount in chosen:
            picks.setdefault(place, []).append(variant.pick(parts, amount))
        return self.units.is_legal(self.units.unit_with(self.found, counts, picks))

    # --- wargear of the unit --------------------------------------------------------------------------------------------------

    def _limited_in_unit(self, option: UnitOption) -> list[Option]:
        site = self.found.unit_sites[option.site]
        values = []
        for counts in self.sizes:
            legal = [item for item in site if self._with_unit_item(counts, option.site, item)]
            values.append(
                max((len(item.items) for item in legal), default=0) // max(1, min(map(len, option.change.take)))
            )
        if all(value == 0 for value in values):
            raise Inexpressible(f"never legal: {option.change.take}")
        option.limits = self.fitting(tuple(values))
        lead = self.found.kinds[option.kind]
        if lead.low > 1 or lead.low != lead.high:  # no model leads the unit: each may carry one
            option.change = replace(option.change, times=1)
        return [option]

    def _with_unit_item(self, counts: Counts, number: int, item: Alternative) -> bool:
        pick = self.units.unit(self.found, counts)
        return self.units.is_legal(self.found.with_unit_item(pick, number, item))


def _per_models(sizes: Sequence[int], values: Most) -> Fit:
    """A limit for every so many models that gives these numbers; nothing where there is none."""
    for per in sorted(range(2, max(sizes) + 1), key=lambda per: any(size % per for size in sizes)):
        for limit in range(1, 7):
            if all(value == size // per * limit for size, value in zip(sizes, values, strict=True)):
                return (("limit", limit), ("per_models", per)) if limit > 1 else (("per_models", per),)
    return ()


def _counted(trial: Sequence[tuple[int, Loadout]]) -> list[tuple[int, Loadout, int]]:
    """Equal loadouts with their number."""
    numbers: Counter[tuple[int, int, int]] = Counter()
    ways: dict[tuple[int, int, int], tuple[int, Loadout]] = {}
    for place, way in trial:
        key = (place, id(way[0]), id(way[1]))
        numbers[key] += 1
        ways[key] = (place, way)
    return [(*ways[key], number) for key, number in numbers.items()]
