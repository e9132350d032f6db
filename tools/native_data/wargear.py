"""From a unit's composition to native models, sizes, prices and wargear options."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import Any

from tools.native_data.bench import Pick
from tools.native_data.loadouts import Alternative, Inexpressible, Items
from tools.native_data.options import MOST, Change, changes_for, reached
from tools.native_data.units import Composition, Counts, Kind, UnitReader, Variant, joined

MOST_PAIRS = 3000  # pairs of alternatives that are tried
Loadout = tuple[Variant, tuple[Alternative, ...]]
Fit = tuple[tuple[str, int], ...]  # limit, per_models, min_models


def slug(name: str) -> str:
    """An id made of a name."""
    plain = name.casefold().replace("’", "'").replace("'", "")
    return re.sub(r"[^a-z0-9]+", "-", _ascii(plain)).strip("-")


def _ascii(text: str) -> str:
    import unicodedata

    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()


@dataclass
class Option:
    """A native option: the change, who may use it, which loadouts use it, and its limits."""

    kind: int
    change: Change
    loadouts: list[list[Loadout]]  # for each alternative of the change
    limits: Fit = ()
    all: bool = False
    shares: Option | None = None  # the option whose limit counts this one, too


@dataclass
class Wargear:
    """What a datasheet's `models`, `size`, `points` and `options` are made of."""

    defaults: list[Items]
    options: list[Option] = field(default_factory=list)


class WargearReader:
    """Finds the options of one composition. Raises `Inexpressible`."""

    def __init__(self, units: UnitReader, found: Composition) -> None:
        self.units = units
        self.found = found
        self.sizes = self._sizes()

    def _sizes(self) -> list[Counts]:
        """One composition for each number of models: the one with the most models of each kind that varies."""
        best: dict[int, Counts] = {}
        for counts in self.found.prices:
            size = sum(counts)
            best[size] = max(best.get(size, counts), counts, key=lambda c: sum(n * n for n in c))
        return [best[size] for size in sorted(best)]

    def read(self) -> Wargear:
        kinds = [self._kind(place, kind) for place, kind in enumerate(self.found.kinds)]
        result = Wargear([default for default, _ in kinds], [option for _, options in kinds for option in options])
        result.options += self._of_unit()
        limited: list[Option] = []
        for option in result.options:
            limited += self._limited(option)
        result.options = limited
        self._check_together(limited)
        for option in limited:
            self._check_price(option)
        return result

    def _check_price(self, option: Option) -> None:
        """Wargear is free: raises where an alternative changes the price of the unit."""
        for counts in self.sizes[:1] if self.found.conditional else ():
            for ways in option.loadouts:
                for variant, parts in ways[:1] if counts[option.kind] else ():
                    pick = self.units.unit(self.found, counts, [variant.pick(parts, 1)], option.kind)
                    price = self.units.price(self.found, pick)
                    if price is not None and price != self.found.prices[counts]:
                        raise Inexpressible("wargear with a price")

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
        found = changes_for(default, wanted)
        return [self._option(place, change, default, wanted) for change in found]

    def _option(self, place: int, change: Change, default: Items, wanted: dict[Items, Loadout]) -> Option:
        loadouts = []
        for taken in change.take:
            after = (Counter(default) - Counter(change.replace)) + Counter(taken)
            way = wanted.get(tuple(sorted(after.elements())))
            loadouts.append([way] if way is not None else [])
        return Option(place, change, loadouts)

    # --- several entries for one kind ------------------------------------------------------------------------------------------

    def _of_variants(self, place: int, kind: Kind, sites: list[list[Loadout]]) -> list[Option]:
        """The options of the first entry, and for each of the others the way from the default to its loadouts."""
        options = [option for site in sites for option in self._of_site(place, kind.base, site)]
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
                return found
        everything = {joined(parts): (variant, parts) for variant in kind.variants for parts in variant.loadouts()}
        return [self._option(place, c, kind.base.items, everything) for c in changes_for(kind.base.items, everything)]

    @staticmethod
    def _all(kind: Kind) -> frozenset[Items]:
        if sum(variant.size for variant in kind.variants) > MOST:
            raise Inexpressible(f"too many combinations: {kind.name}")
        return frozenset(joined(parts) for variant in kind.variants for parts in variant.loadouts())

    @staticmethod
    def _grouped(
        place: int, default: Items, ways: list[tuple[Items, Items, Loadout]], options: list[Option], closing: bool
    ) -> list[Option]:
        """One option for each entry and for what it gives up. ``closing``: items that other options replace go along."""
        also = Counter[str]()
        if closing:
            for option in options:
                also |= Counter(option.change.replace)
        grouped: dict[tuple[str, Items], dict[Items, list[Loadout]]] = {}
        for given, taken, way in ways:
            added = (Counter(default) & also) - Counter(given)
            key = (way[0].entry.id, tuple(sorted((Counter(given) + added).elements())))
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
                if len(site) > 1:
                    raise Inexpressible("wargear of the unit as a whole that can be exchanged")
                continue
            changes = changes_for((), [item.items for item in site])
            options += [UnitOption(lead, change, [[] for _ in change.take], site=number) for change in changes]
        return options

    # --- limits of the unit -------------------------------------------------------------------------------------------------

    def _limited(self, option: Option) -> list[Option]:
        """The option with its limits; several where its alternatives have different ones."""
        if isinstance(option, UnitOption):
            return self._limited_in_unit(option)
        kind = self.found.kinds[option.kind]
        if not self.found.conditional and len(kind.variants) == 1:
            return [option]
        known: dict[tuple[object, ...], list[int]] = {}
        for number, ways in enumerate(option.loadouts):
            if not ways:
                continue  # an alternative that only occurs with others of the same option
            known.setdefault(tuple(self._most(option.kind, [ways])), []).append(number)
        if not known:
            return [option]
        full = tuple(counts[option.kind] for counts in self.sizes)
        found = []
        for pattern, numbers in known.items():
            if all(value == 0 for value in pattern):
                continue  # the entries offer it, but something else in the data never allows it
            loose = [n for n, ways in enumerate(option.loadouts) if not ways] if len(known) == 1 else []
            places = sorted([*numbers, *loose])
            part = replace(
                option,
                change=replace(option.change, take=tuple(option.change.take[n] for n in places)),
                loadouts=[option.loadouts[n] for n in places],
            )
            if pattern == tuple(("all", count) if count else 0 for count in full):
                part.all = True
            elif pattern != full:
                together = self._most(option.kind, [option.loadouts[n] for n in numbers])
                part.limits = self._fit(pattern)
                if tuple(together) != pattern:
                    part.limits = self._apart(part, tuple(together), pattern, full)
            found.append(part)
        if len(known) > 1 and any(not ways for ways in option.loadouts):
            raise Inexpressible("alternatives of one choice have different limits")
        return found

    def _apart(self, part: Option, together: tuple[Any, ...], pattern: tuple[Any, ...], full: Counts) -> Fit:
        """Limits of alternatives that may be taken beside one another."""
        number = len(part.change.take)
        if together == tuple(min(count, value * number) for count, value in zip(full, pattern, strict=True)):
            if len(set(pattern)) == 1:
                return (("limit_each", pattern[0]),)
        elif len(set(pattern)) == 1:
            return (("limit_each", pattern[0]), *self._fit(together))
        raise Inexpressible("limits of single alternatives that grow with the unit")

    def _most(self, place: int, ways: Sequence[Sequence[Loadout]]) -> list[Any]:
        """For each size, how many models of the kind may have such loadouts; ``("all", n)`` when all or none may."""
        found: list[Any] = []
        for counts in self.sizes:
            number = counts[place]
            if not number:
                found.append(0)
                continue
            flat = [way for some in ways for way in some]
            if len(ways) == 1 and any(self._legal(counts, place, [(way, number)]) for way in flat):
                alone = number == 1 or any(self._legal(counts, place, [(way, 1)]) for way in flat)
                found.append(number if alone else ("all", number))
            else:
                found.append(self._grown(counts, place, flat, number))
        return found

    def _grown(self, counts: Counts, place: int, ways: list[Loadout], most: int) -> int:
        """Adds models with such loadouts, one after the other, while the unit is legal."""
        chosen: Counter[int] = Counter()
        while sum(chosen.values()) < most:
            for number in range(len(ways)):
                trial = chosen + Counter({number: 1})
                if self._legal(counts, place, [(ways[n], amount) for n, amount in trial.items()]):
                    chosen = trial
                    break
            else:
                break
        return sum(chosen.values())

    def _legal(self, counts: Counts, place: int, chosen: Iterable[tuple[Loadout, int]]) -> bool:
        picks = [variant.pick(parts, amount) for (variant, parts), amount in chosen]
        return self.units.is_legal(self.units.unit(self.found, counts, picks, place))

    def _fit(self, values: Sequence[Any]) -> Fit:
        """Limits that give these numbers for the sizes of the unit."""
        sizes = [sum(counts) for counts in self.sizes]
        if any(not isinstance(value, int) for value in values):
            raise Inexpressible("limits of several kinds")
        if len(set(values)) == 1:
            return (("limit", values[0]),)
        for per in range(2, max(sizes) + 1):
            for limit in range(1, 4):
                if all(value == size // per * limit for size, value in zip(sizes, values, strict=True)):
                    return (("limit", limit), ("per_models", per)) if limit > 1 else (("per_models", per),)
        most = values[-1]
        first = next(size for size, value in zip(sizes, values, strict=True) if value)
        if all(value == (most if size >= first else 0) for size, value in zip(sizes, values, strict=True)):
            return (("limit", most), ("min_models", first))
        raise Inexpressible(f"limits that grow with the unit: {dict(zip(sizes, values, strict=True))}")

    # --- wargear of the unit: limits ------------------------------------------------------------------------------------------

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
        option.limits = self._fit(values)
        lead = self.found.kinds[option.kind]
        if lead.low > 1 or lead.low != lead.high:  # no model leads the unit: each may carry one
            option.change = replace(option.change, times=1)
        return [option]

    def _with_unit_item(self, counts: Counts, number: int, item: Alternative) -> bool:
        pick = self.units.unit(self.found, counts)
        mine = [p for part in self.found.unit_default for p in part.picks]
        default = self.found.unit_default[number].picks
        picks = [p for p in pick.below if p not in default or p not in mine]
        return self.units.is_legal(Pick(pick.option, 1, (*item.picks, *picks)))

    # --- options together -------------------------------------------------------------------------------------------------------

    def _check_together(self, options: list[Option]) -> None:
        """Finds limited options that may not be used to the full beside each other: they share one limit."""
        if not self.found.conditional and all(len(kind.variants) == 1 for kind in self.found.kinds):
            return
        limited = [o for o in options if o.limits and not isinstance(o, UnitOption)]
        for one, two in combinations(limited, 2):
            if one.kind != two.kind or one.shares is not None:
                continue
            first, second = ([way for ways in option.loadouts for way in ways] for option in (one, two))
            alone = [self._at_most(counts, one.kind, first) for counts in self.sizes]
            other = [self._at_most(counts, one.kind, second) for counts in self.sizes]
            both = [self._at_most(counts, one.kind, [*first, *second]) for counts in self.sizes]
            full = [counts[one.kind] for counts in self.sizes]
            if all(b >= min(n, x + y) for b, x, y, n in zip(both, alone, other, full, strict=True)):
                continue
            if both != alone or both != other or two.shares is not None or one.limits != two.limits:
                raise Inexpressible("options that share a part of their limits")
            two.shares = one

    def _at_most(self, counts: Counts, place: int, ways: list[Loadout]) -> int:
        return self._grown(counts, place, ways, counts[place])


@dataclass
class UnitOption(Option):
    """Wargear of the unit as a whole; ``site``: its place among those of the unit."""

    site: int = 0
