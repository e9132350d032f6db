"""Options that may not be used to the full beside each other: they share one limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tools.native_data.composition import Counts
from tools.native_data.limited import Loadout, Most, Option, UnitOption
from tools.native_data.limits import LimitFinder
from tools.native_data.loadouts import Inexpressible

MOST_PAIRS = 6000  # pairs of alternatives that are tried

Use = tuple[int, int]  # an option and one of its alternatives, by their places


@dataclass
class Sharing:
    """``options`` with the limits that each has alone."""

    finder: LimitFinder
    options: list[Option]

    def settle(self) -> list[Option]:
        """The options, split where only some alternatives share a limit with another option. Raises `Inexpressible`."""
        clashes = self._clashes()
        if clashes:
            now = self._split(clashes)
            clashes = [(now[one], now[two]) for one, two in clashes]
        pairs = {(one[0], two[0]) for one, two in clashes}
        groups = self._groups(pairs)
        for group in self._groups(pairs | set(self._crowded(groups))):
            if any(pair not in pairs for pair in combinations(sorted(group), 2)) and not self._is_one_kind(group):
                raise Inexpressible("options that share a part of their limits")
            self._share([self.options[place] for place in sorted(group)])
        return sorted(self.options, key=lambda option: option.shares is not None)

    # --- finding --------------------------------------------------------------------------------------------------------------

    def _uses(self) -> Iterator[Use]:
        for place, option in enumerate(self.options):
            if isinstance(option, UnitOption) or option.all:
                continue
            for number, ways in enumerate(option.loadouts):
                if ways:
                    yield place, number

    def _clashes(self) -> list[tuple[Use, Use]]:
        """Pairs of alternatives that cannot both be used as often as each alone."""
        uses = list(self._uses())
        free = {use for use in uses if self._is_free(use)}
        pairs = [(one, two) for one, two in combinations(uses, 2) if not (one in free and two in free)]
        if len(pairs) > MOST_PAIRS:
            return []
        return [pair for pair in pairs if self._clash(*pair)]

    def _is_free(self, use: Use) -> bool:
        """Whether nothing but the bounds of its own choice says whether a model may have it."""
        found = self.finder.found
        option = self.options[use[0]]
        if len(found.kinds[option.kind].variants) > 1:
            return False
        return not any(
            found.depends(variant.sites[place])
            for variant, parts in option.loadouts[use[1]]
            for place, part in enumerate(parts)
            if part != variant.default[place]
        )

    def _clash(self, one: Use, two: Use) -> bool:
        for size in sorted({0, len(self.finder.sizes) - 1}):
            counts = self.finder.sizes[size]
            first, second = self.options[one[0]], self.options[two[0]]
            numbers = [first.each[size], second.each[size]]
            if first.kind == second.kind:
                numbers[0] = min(numbers[0], counts[first.kind] - 1)
                numbers[1] = min(numbers[1], counts[first.kind] - numbers[0])
            if first is second:  # what they may be used together is stated already
                numbers[1] = min(numbers[1], first.together[size] - numbers[0])
            if min(numbers) < 1:
                continue
            some = [
                (first.kind, first.loadouts[one[1]][0], numbers[0]),
                (second.kind, second.loadouts[two[1]][0], numbers[1]),
            ]
            if self.finder.is_legal(counts, some):
                continue
            wanted = [
                ([(option.kind, way) for way in option.loadouts[use[1]]], number)
                for option, use, number in ((first, one, numbers[0]), (second, two, numbers[1]))
            ]
            if not (self._both(counts, wanted) or self._both(counts, wanted[::-1])):
                return True
        return False

    def _both(self, counts: Counts, wanted: Sequence[tuple[list[tuple[int, Loadout]], int]]) -> bool:
        """Whether models with all of these can be put into a unit, one kind of loadouts after the other."""
        held: list[tuple[int, Loadout]] = []
        for ways, number in wanted:
            more = self.finder.grown(counts, ways, number, held)
            if len(more) < number:
                return False
            held += more
        return True

    def _crowded(self, groups: list[set[int]]) -> Iterator[tuple[int, int]]:
        """Pairs among the limited options of one kind of model that together have a limit that no two of them reach.
        ``groups``: options that share a limit anyway."""
        kinds: dict[int, list[set[int]]] = {}
        alone = [{place} for place in range(len(self.options)) if not any(place in group for group in groups)]
        for group in (*groups, *alone):
            first = self.options[min(group)]
            if self._is_one_kind(group) and (len(group) > 1 or first.limits) and not isinstance(first, UnitOption):
                kinds.setdefault(first.kind, []).append(group)
        for parts in kinds.values():
            everything = sorted(set().union(*parts))
            if len(parts) > 2 and not all(
                self._fits(parts, counts, size) for size, counts in enumerate(self.finder.sizes)
            ):
                yield from combinations(everything, 2)

    def _fits(self, parts: Sequence[set[int]], counts: Counts, size: int) -> bool:
        """Whether all of these can be used to the full in a unit."""
        wanted = 0
        for part in parts:
            first = self.options[min(part)]
            alone = len(part) == 1
            most = int(first.together[size]) if alone else len(self.finder.grown(counts, self._ways(part), sum(counts)))
            wanted += most
        wanted = min(counts[self.options[min(parts[0])].kind], wanted)
        return len(self.finder.grown(counts, self._ways(set().union(*parts)), wanted)) == wanted

    def _ways(self, group: set[int]) -> list[tuple[int, Loadout]]:
        options = [self.options[place] for place in sorted(group)]
        return [(option.kind, way) for option in options for ways in option.loadouts for way in ways]

    def _is_one_kind(self, group: set[int]) -> bool:
        """Whether the options are all of one kind, so that a limit of the kind as a whole is what they share."""
        return len({self.options[place].kind for place in group}) == 1

    # --- stating --------------------------------------------------------------------------------------------------------------

    def _split(self, clashes: list[tuple[Use, Use]]) -> dict[Use, Use]:
        """Makes options of those alternatives that clash with the same others; returns where each alternative now is."""
        found: list[Option] = []
        now: dict[Use, Use] = {}
        for place, option in enumerate(self.options):
            signs: dict[frozenset[Use], list[int]] = {}
            loose = [number for number, ways in enumerate(option.loadouts) if not ways]
            for number in (n for n in range(len(option.loadouts)) if n not in loose):
                use = (place, number)
                others = frozenset(two if one == use else one for one, two in clashes if use in (one, two))
                signs.setdefault(others, []).append(number)
            if len(signs) < 2:
                now |= {(place, number): (len(found), number) for number in range(len(option.loadouts))}
                found.append(option)
                continue
            if loose:
                raise Inexpressible("alternatives of one choice share different limits")
            for numbers in signs.values():
                now |= {(place, number): (len(found), new) for new, number in enumerate(numbers)}
                found.append(option.part(numbers))
                self.finder.fit(found[-1])
        self.options = found
        return now

    @staticmethod
    def _groups(pairs: set[tuple[int, int]]) -> list[set[int]]:
        """Options that are connected."""
        groups: list[set[int]] = []
        for pair in sorted(pairs):
            touched = [group for group in groups if group & set(pair)]
            groups = [group for group in groups if not group & set(pair)]
            groups.append(set(pair).union(*touched))
        return groups

    def _share(self, options: list[Option]) -> None:
        """Gives the options one limit. It stands at the first that can reach it; each of the others may have one of its own."""
        finder = self.finder
        ways = [(option.kind, way) for option in options for some in option.loadouts for way in some]
        total = tuple(len(finder.grown(counts, ways, sum(counts))) for counts in finder.sizes)
        reaching = [option for option in options if option.together == self._most(option, total)]
        loose = [option for option in options if option.together == self._loose(option)]
        first = next(iter([*reaching, *loose]), None)
        if first is None:
            raise Inexpressible("options that share a part of their limits")
        for option in options:
            limit, each = finder.stated(option, total)
            if option is first:
                option.limits = finder.both(limit, each)
                continue
            option.shares = first
            if option not in reaching and option not in loose:
                each = finder.both(finder.fitting(option.together), each)
            option.limits = each

    def _most(self, option: Option, total: Most) -> Most:
        """How often the option is used where only the shared limit and the number of models bound it."""
        return tuple(min(counts[option.kind], most) for counts, most in zip(self.finder.sizes, total, strict=True))

    def _loose(self, option: Option) -> Most:
        """How often it is used where each of its alternatives is, as often as may be."""
        number = len(option.change.take)
        sizes = self.finder.sizes
        return tuple(min(counts[option.kind], each * number) for counts, each in zip(sizes, option.each, strict=True))
