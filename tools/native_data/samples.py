"""Random units of a datasheet, legal and illegal ones: those that the community data may build, and those that the native
options may build."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from listbuilder.exchange.binding.names import stem
from tools.native_data.alike import together
from tools.native_data.composition import Composition, Kind, Variant, joined
from tools.native_data.loadouts import Alternative, Items

FULLY = 10  # from this number of samples on, the units that use an item to the full are all compared


@dataclass(frozen=True, slots=True)
class Sample:
    """One unit: for each kind of model the loadouts with the numbers of models that have them, and wargear of the unit."""

    models: tuple[tuple[tuple[Items, int], ...], ...]

    def __str__(self) -> str:
        kinds = (", ".join(f"{number} x {'+'.join(items) or '-'}" for items, number in kind) for kind in self.models)
        return " | ".join(kinds)


class Sampler:
    """Makes the units of one comparison; the same seed makes the same ones."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def samples(self, found: Composition, sheet: dict[str, Any], number: int) -> Iterator[Sample]:
        for legal_counts in found.prices:
            if len(found.prices) <= number or self.random.random() < number / len(found.prices):
                yield Sample(
                    tuple(((k.base.items, n),) if n else () for k, n in zip(found.kinds, legal_counts, strict=True))
                )
        pushed = list(self._pushed(found))
        yield from pushed if number >= FULLY else self.random.sample(pushed, min(number, len(pushed)))
        yield from self._together(found, number)
        legal = list(found.prices)
        for turn in range(number):
            counts: list[int] = list(self.random.choice(legal))
            if turn % 5 == 4:
                place = self.random.randrange(len(counts))
                counts[place] = max(0, counts[place] + self.random.choice((-1, 1)))
            if sum(counts):
                yield Sample(tuple(self._loadouts(found, sheet, place, n, turn) for place, n in enumerate(counts)))

    def _pushed(self, found: Composition) -> Iterator[Sample]:
        """Units in which every kind of model that can have an item has it: one, two or all models of each kind; and units with
        models for each of two and of several items."""
        smallest, largest = (sorted(found.prices, key=lambda counts: (sum(counts), counts))[n] for n in (0, -1))
        ways = {item: [_having(kind, item) for kind in found.kinds] for item in _optional(found)}
        for loadouts in ways.values():
            for counts in dict.fromkeys((smallest, largest)):
                for number in (1, 2, max(counts)):
                    yield self._with(
                        found, counts, [[one] * min(number, n) for one, n in zip(loadouts, counts, strict=True)]
                    )
        pairs = list(combinations(ways.values(), 2))
        for one, two in self.random.sample(pairs, min(len(pairs), FULLY)):
            first, second = self._someone(one), self._someone(two)
            given: list[list[Items | None]] = [[] for _ in found.kinds]
            given[first].append(one[first])
            given[second].append(two[second])
            yield self._with(found, smallest, given)
        for turn in range(FULLY if len(ways) > 2 else 0):
            counts = (smallest, largest)[turn % 2]
            several = self.random.sample(list(ways.values()), self.random.randint(3, min(len(ways), 6)))
            given = [[] for _ in found.kinds]
            for loadouts in several:
                place = self._someone(loadouts)
                given[place] += [loadouts[place]] * self.random.randint(1, 2)
            yield self._with(found, counts, given)

    def _together(self, found: Composition, number: int) -> Iterator[Sample]:
        """Units in which models of several kinds make the same exchange: all of them, or all but one."""
        for turn in range(number if len(found.kinds) > 1 else 0):
            counts = self.random.choice(list(found.prices))
            place = self.random.choice([place for place, count in enumerate(counts) if count])
            variant = self.random.choice(found.kinds[place].variants)
            armed = together(found, counts, place, (variant, self._parts(variant)))
            if len(armed) > 1:
                given: list[list[Items | None]] = [[] for _ in found.kinds]
                for kind, (_, parts), models in armed:
                    given[kind] = [joined(parts)] * models
                if turn % 3:
                    kind = self.random.choice(armed)[0]
                    other = self.random.choice(found.kinds[kind].variants)
                    given[kind][0] = self._by_community(other) if turn % 3 == 2 else found.kinds[kind].base.items
                yield self._with(found, counts, given)

    def _someone(self, loadouts: list[Items | None]) -> int:
        """A kind of model that has such a loadout."""
        return self.random.choice([place for place, items in enumerate(loadouts) if items is not None])

    @staticmethod
    def _with(found: Composition, counts: Sequence[int], given: Sequence[Sequence[Items | None]]) -> Sample:
        """Models with these loadouts, all others with their defaults."""
        models = []
        for kind, number, some in zip(found.kinds, counts, given, strict=True):
            chosen = Counter([items for items in some if items is not None][:number])
            chosen[kind.base.items] += number - sum(chosen.values())
            models.append(tuple(sorted((+chosen).items())))
        return Sample(tuple(models))

    def _loadouts(
        self, found: Composition, sheet: dict[str, Any], place: int, number: int, turn: int
    ) -> tuple[tuple[Items, int], ...]:
        """Loadouts of the models of a kind: most with the default, some with others, at times all with the same."""
        kind = found.kinds[place]
        chosen: Counter[Items] = Counter()
        changed = number if turn % 3 == 0 else min(number, self.random.randint(0, 3))
        one: Items | None = None
        for model in range(number):
            items = kind.base.items
            if model < changed:
                if one is None or turn % 2:
                    native = self.random.random() < 0.5
                    one = (
                        self._by_native(sheet, found, place)
                        if native
                        else self._by_community(self.random.choice(kind.variants))
                    )
                items = one
            chosen[items] += 1
        return tuple(sorted(chosen.items()))

    def _by_community(self, variant: Variant) -> Items:
        """A loadout of random alternatives, most of them the default."""
        return joined(self._parts(variant))

    def _parts(self, variant: Variant) -> tuple[Alternative, ...]:
        return tuple(
            self.random.choice(site) if self.random.random() < 0.6 else default
            for site, default in zip(variant.sites, variant.default, strict=True)
        )

    def _by_native(self, sheet: dict[str, Any], found: Composition, place: int) -> Items:
        """A loadout of random options of the datasheet, regardless of what they demand."""
        names = names_of(sheet, found)
        model = list(sheet["models"])[place]
        items = Counter(sheet["models"][model]["wargear"])
        options = [o for o in sheet.get("options") or () if model in as_list(o.get("model") or model)]
        self.random.shuffle(options)
        for option in options:
            given = Counter(as_list(option.get("replace") or []))
            if self.random.random() < 0.5 or given - items:
                continue
            for _ in range(self.random.randint(1, option.get("times", 1))):
                if not given - items:
                    items = (
                        items - given + Counter(as_list(self.random.choice(option.get("with") or option.get("add"))))
                    )
        return tuple(sorted(names[item] for item in items.elements()))


def names_of(sheet: dict[str, Any], found: Composition) -> dict[str, str]:
    """Item -> its name, as the community data write it."""
    sites = [*found.unit_sites, *(site for kind in found.kinds for one in kind.variants for site in one.sites)]
    theirs = {stem(name): name for site in sites for alternative in site for name in alternative.items}
    names = {k: english(r["name"]) for part in ("weapons", "gear") for k, r in (sheet.get(part) or {}).items()}
    return {item: theirs.get(stem(name), name) for item, name in names.items()}


def _optional(found: Composition) -> list[str]:
    """The items that not every model has."""
    names: dict[str, None] = {}
    for kind in found.kinds:
        for variant in kind.variants:
            for site in variant.sites:
                names |= dict.fromkeys(item for alternative in site for item in alternative.items)
    return [name for name in names if any(name not in kind.base.items for kind in found.kinds)]


def _having(kind: Kind, item: str) -> Items | None:
    """A loadout with an item, as near to the default as there is one."""
    for variant in kind.variants:
        if item in variant.items:
            return variant.items
        for place, site in enumerate(variant.sites):
            for alternative in site:
                if item in alternative.items:
                    return joined([*variant.default[:place], alternative, *variant.default[place + 1 :]])
    return None


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def english(name: Any) -> str:
    """The English one of a name that may be in several languages."""
    return str(name["en"] if isinstance(name, Mapping) else name)
