"""From a unit's composition to native models, sizes, prices and wargear options."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations, product

from tools.native_data.alike import on_top, together, united
from tools.native_data.composition import Composition, Counts, Kind, Variant, joined
from tools.native_data.limited import Loadout, Option, UnitOption
from tools.native_data.limits import LimitFinder
from tools.native_data.loadouts import Alternative, Inexpressible, Items
from tools.native_data.options import MOST, Change, changes_for, reached
from tools.native_data.prices import PriceFinder
from tools.native_data.sharing import Sharing
from tools.native_data.units import UnitReader

MOST_PAIRS = 3000  # pairs of alternatives that are tried


@dataclass
class Wargear:
    """What a datasheet's `models`, `size`, `points` and `options` are made of."""

    defaults: list[Items]
    options: list[Option] = field(default_factory=list)
    items: frozenset[str] = frozenset()  # ids of further items: those of options that an overlay states


class WargearReader:
    """Finds the options of one composition. Raises `Inexpressible`."""

    def __init__(self, units: UnitReader, found: Composition) -> None:
        self.units = units
        self.found = found
        self.sizes = self._sizes()
        self.by_entry = self.by_item = False

    def _sizes(self) -> list[Counts]:
        """One composition for each number of models: the one with the most models of each kind that varies."""
        best: dict[int, Counts] = {}
        for counts in self.found.prices:
            size = sum(counts)
            best[size] = max(best.get(size, counts), counts, key=lambda c: sum(n * n for n in c))
        return [best[size] for size in sorted(best)]

    def read(self) -> Wargear:
        """Options for all that a model gives up; or, where their limits cannot be stated, for each item, or for each entry of
        the data."""
        for self.by_item, self.by_entry in ((False, False), (True, False)):
            try:
                return self._read()
            except Inexpressible:
                pass
        self.by_item, self.by_entry = False, True
        return self._read()

    def _read(self) -> Wargear:
        kinds = [self._kind(place, kind) for place, kind in enumerate(self.found.kinds)]
        result = Wargear([default for default, _ in kinds], [option for _, options in kinds for option in options])
        result.options += self._of_unit()
        finder = LimitFinder(self.units, self.found, self.sizes)
        limited = united([part for option in result.options for part in finder.limited(option)])
        result.options = Sharing(finder, limited).settle()
        result.options += on_top(self.found, self.sizes, result.options, finder.is_legal)
        prices = PriceFinder(self.units, self.found, self.sizes)
        for option in result.options:
            option.prices = prices.of(option)
        return result

    # --- what one model may do ----------------------------------------------------------------------------------------------

    def _kind(self, place: int, kind: Kind) -> tuple[Items, list[Option]]:
        base = kind.base
        default = base.items
        sites = [self._cluster(place, base, group) for group in self._clusters(place, base)]
        if len(kind.variants) == 1:
            options = [option for site in sites for option in self._of_site(place, base, site)]
        else:
            options = self._of_variants(place, kind, sites)
        self._check_model(default, options, kind, sites)
        return default, options

    def _clusters(self, place: int, variant: Variant) -> list[list[int]]:
        """The sites of a model, those together that depend on one another."""
        many = [number for number, site in enumerate(variant.sites) if len(site) > 1]
        single = [[number] for number in range(len(variant.sites)) if number not in many]
        if not self.found.conditional:
            return [*single, *([number] for number in many)]
        groups = [[number] for number in many]
        for one, two in combinations(many, 2):
            alone = not (self.found.depends(variant.sites[one]) or self.found.depends(variant.sites[two]))
            if not alone and not self._independent(place, variant, one, two):
                first = next(group for group in groups if one in group)
                second = next(group for group in groups if two in group)
                if first is not second:
                    groups.remove(second)
                    first += second
        return [*single, *(sorted(group) for group in groups)]

    def _independent(self, place: int, variant: Variant, one: int, two: int) -> bool:
        """Whether the alternatives of two sites that are legal by themselves are legal together."""
        first = [a for a in variant.sites[one] if self._alone(place, variant, {one: a})]
        second = [a for a in variant.sites[two] if self._alone(place, variant, {two: a})]
        if len(first) * len(second) > MOST_PAIRS:  # then two items of each choice stand for more of them
            first, second = ([a for a in some if len(a.items) <= 2] for some in (first, second))
            if len(first) * len(second) > MOST_PAIRS:
                raise Inexpressible(f"too many combinations: {variant.entry.name}")
            return all(self._alone(place, variant, {one: a, two: b}) for a, b in product(first, second))
        if len(first) < len(variant.sites[one]) or len(second) < len(variant.sites[two]):
            return False
        return all(self._alone(place, variant, {one: a, two: b}) for a, b in product(first, second))

    def _alone(self, place: int, variant: Variant, chosen: dict[int, Alternative]) -> bool:
        """Whether a model, or else every model of its kind, may have these alternatives and otherwise its default."""
        parts = tuple(chosen.get(number, default) for number, default in enumerate(variant.default))
        for counts in reversed(self.sizes):
            for number in {1, counts[place]}:
                if number and self.units.is_legal(
                    self.units.unit(self.found, counts, [variant.pick(parts, number)], place)
                ):
                    return True
        return self._with_all(place, (variant, parts))

    def _with_all(self, place: int, way: Loadout) -> bool:
        """Whether models may have a loadout where those of other kinds make the same exchange."""
        for counts in self.sizes if self.found.conditional else ():
            armed = together(self.found, counts, place, way)
            picks = {kind: [variant.pick(parts, number)] for kind, (variant, parts), number in armed}
            if len(armed) > 1 and self.units.is_legal(self.units.unit_with(self.found, counts, picks)):
                return True
        return False

    def _cluster(self, place: int, variant: Variant, numbers: list[int]) -> list[Loadout]:
        """The legal ways to make the choices of some sites, all other sites with their default; the default is the first."""
        ways = []
        sites = [variant.sites[number] for number in numbers]
        size = 1
        for site in sites:
            size *= len(site)
        if size > MOST // 4:
            raise Inexpressible(f"too many combinations: {variant.entry.name}")
        for chosen in product(*sites):
            given = dict(zip(numbers, chosen, strict=True))
            parts = tuple(given.get(number, default) for number, default in enumerate(variant.default))
            if parts == variant.default or not self.found.conditional or self._alone(place, variant, given):
                ways.append((variant, parts))
        ways.sort(key=lambda way: way[1] != variant.default)
        if variant.default not in [parts for _, parts in ways]:
            ways.insert(0, (variant, variant.default))
        return ways

    def _of_site(self, place: int, variant: Variant, ways: list[Loadout]) -> list[Option]:
        """The options that a cluster of sites is made of."""
        rest = Counter(variant.items)
        changing = Counter[str]()
        for _, parts in ways:
            changing |= Counter(variant.items) - Counter(joined(parts))
        default = tuple(sorted(changing.elements()))
        kept = rest - changing
        wanted = {tuple(sorted((Counter(joined(parts)) - kept).elements())): (variant, parts) for _, parts in ways}
        if len(wanted) < 2:
            return []
        found = changes_for(default, wanted, by_item=self.by_item)
        return [self._option(place, change, default, wanted) for change in found]

    def _option(self, place: int, change: Change, default: Items, wanted: dict[Items, Loadout]) -> Option:
        loadouts = []
        for taken in change.take:
            after = (Counter(default) - Counter(change.replace)) + Counter(taken)
            way = wanted.get(tuple(sorted(after.elements())))
            loadouts.append([way] if way is not None else [])
            if change.combines:
                loadouts[-1] += [
                    one for items, one in wanted.items() if one != way and _uses(items, default, change, taken)
                ]
        return Option(place, change, loadouts)

    # --- several entries for one kind ------------------------------------------------------------------------------------------

    def _of_variants(self, place: int, kind: Kind, sites: list[list[Loadout]]) -> list[Option]:
        """The options of the first entry, and for each of the others the way from the default to its loadouts."""
        options = [option for site in sites for option in self._of_site(place, kind.base, site)]
        everything = {joined(parts): (variant, parts) for variant in kind.variants for parts in variant.loadouts()}
        if self.by_item:
            changes = changes_for(kind.base.items, everything, by_item=True)
            return [self._option(place, change, kind.base.items, everything) for change in changes]
        own = reached(kind.base.items, [option.change for option in options])
        ways: list[tuple[Items, Items, Loadout]] = []
        for variant in kind.variants[1:]:
            if variant.size > MOST // 4:
                raise Inexpressible(f"too many combinations: {variant.entry.name}")
            for parts in variant.loadouts():
                items = joined(parts)
                if items not in own:
                    given = tuple(sorted((Counter(kind.base.items) - Counter(items)).elements()))
                    taken = tuple(sorted((Counter(items) - Counter(kind.base.items)).elements()))
                    ways.append((given, taken, (variant, parts)))
        for closing in (False, True):
            extra = self._grouped(place, kind.base.items, ways, options, closing)
            found = [*options, *extra]
            if reached(kind.base.items, [option.change for option in found]) == self._all(kind):
                return self._needed(kind, found)
        return [self._option(place, c, kind.base.items, everything) for c in changes_for(kind.base.items, everything)]

    def _needed(self, kind: Kind, options: list[Option]) -> list[Option]:
        """Without options for what several others give together."""
        for option in sorted(options, key=lambda option: -len(option.change.replace)):
            others = [other for other in options if other is not option]
            together = len(option.change.replace) > 1 and all(option.loadouts)
            if together and reached(kind.base.items, [other.change for other in others]) == self._all(kind):
                options = others
        return options

    @staticmethod
    def _all(kind: Kind) -> frozenset[Items]:
        if sum(variant.size for variant in kind.variants) > MOST:
            raise Inexpressible(f"too many combinations: {kind.name}")
        return frozenset(joined(parts) for variant in kind.variants for parts in variant.loadouts())

    def _grouped(
        self, place: int, default: Items, ways: list[tuple[Items, Items, Loadout]], options: list[Option], closing: bool
    ) -> list[Option]:
        """One option for what is given up (and each entry). ``closing``: items that other options replace go along."""
        also = Counter[str]()
        if closing:
            for option in options:
                also |= Counter(option.change.replace)
        grouped: dict[tuple[str, Items], dict[Items, list[Loadout]]] = {}
        for given, taken, way in ways:
            added = (Counter(default) & also) - Counter(given)
            entry = way[0].entry.id if self.by_entry else ""
            key = (entry, tuple(sorted((Counter(given) + added).elements())))
            items = tuple(sorted((Counter(taken) + added).elements()))
            grouped.setdefault(key, {}).setdefault(items, []).append(way)
        return [
            Option(place, Change(given, tuple(takes), requires=() if given else default), list(takes.values()))
            for (_, given), takes in grouped.items()
        ]

    def _check_model(self, default: Items, options: list[Option], kind: Kind, sites: list[list[Loadout]]) -> None:
        """Compares what the options allow one model with what the data do, where these are few enough to be listed."""
        if len(kind.variants) > 1:
            return  # compared when they were found
        size = 1
        for site in sites:
            size *= len(site)
        if size > MOST:
            return
        wanted = set()
        for chosen in product(*sites):
            items = Counter(default)
            for _, parts in chosen:
                items = (
                    items - (Counter(default) - Counter(joined(parts))) + (Counter(joined(parts)) - Counter(default))
                )
            wanted.add(tuple(sorted(items.elements())))
        got = reached(default, [option.change for option in options])
        if got and got != wanted:
            raise Inexpressible(f"the options of {kind.name} depend on one another")

    # --- wargear of the unit ------------------------------------------------------------------------------------------------

    def _of_unit(self) -> list[Option]:
        """Wargear of the unit as a whole, as options of the kind of model that leads it."""
        lead = next((place for place, kind in enumerate(self.found.kinds) if kind.low == kind.high == 1), 0)
        options: list[Option] = []
        for number, site in enumerate(self.found.unit_sites):
            if self.found.unit_default[number].items:
                continue
            changes = changes_for((), [item.items for item in site])
            options += [UnitOption(lead, change, [[] for _ in change.take], site=number) for change in changes]
        return options


def _uses(items: Items, default: Items, change: Change, taken: Items) -> bool:
    """Whether a model with these items uses a change, beside others."""
    given, added = Counter(default) - Counter(items), Counter(items) - Counter(default)
    return not Counter(change.replace) - given and not Counter(taken) - added
