"""Decides the legality of a unit straight from the words of docs/native-data.md, by trying everything.

Knows nothing of the compiler, the tree or the engine: it reads the datasheet's YAML and compares loadouts item by item.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import yaml

Loadout = tuple[str, ...]  # items, sorted
Uses = tuple[tuple[str, int], ...]  # (option, alternative) as often as used, sorted
MAX_STATES = 6000


class TooMany(Exception):
    """More combinations than can be tried."""


def as_list(value: object) -> list:
    return [] if value is None else value if isinstance(value, list) else [value]


class Sheet:
    def __init__(self, text: str) -> None:
        self.facts = yaml.load(text, yaml.BaseLoader)  # everything stays text: nothing of our own loader
        self.models = self.facts["models"]
        self.options = self.facts.get("options") or []
        self.known: dict[str, dict[Loadout, set[Uses]]] = {}

    def alternatives(self, option: dict) -> list[list[str]]:
        return [as_list(item) for item in (option["with"] if "replace" in option else option["add"])]

    def open_to(self, option: dict) -> list[str]:
        return as_list(option.get("model")) or list(self.models)

    def counts(self, value: object) -> set[int]:
        if isinstance(value, list):
            return {int(item) for item in value}
        low, _, high = str(value).partition("-")
        return set(range(int(low), int(high or low) + 1))

    def sizes(self) -> set[int] | None:
        return self.counts(self.facts["size"]) if "size" in self.facts else None

    # --- one model --------------------------------------------------------------------------------------------------------

    def loadouts(self, model: str) -> dict[Loadout, set[Uses]]:
        """Every loadout that a model may have by itself, with the ways to get there."""
        if model not in self.known:
            self.known[model] = self.search(model)
        return self.known[model]

    def search(self, model: str) -> dict[Loadout, set[Uses]]:
        found: dict[Loadout, set[Uses]] = {}
        default = Counter(self.models[model]["wargear"])
        waiting = [(default, Counter(), Counter())]  # left of the default, gained (item, by option), uses
        seen = set()
        while waiting:
            left, gained, uses = waiting.pop()
            key = (frozenset(left.items()), frozenset(gained.items()), frozenset(uses.items()))
            if key in seen:
                continue
            seen.add(key)
            if len(seen) > MAX_STATES:
                raise TooMany
            held = left + Counter(item for item, _ in gained.elements())
            if all(self.fits(option, held) for option in self.options if any(name == option["id"] for name, _ in uses)):
                found.setdefault(tuple(sorted(held.elements())), set()).add(tuple(sorted(uses.elements())))
            for option in self.options:
                if model in self.open_to(option):
                    waiting.extend(self.used(option, left, gained, uses))
        return found

    def fits(self, option: dict, held: Counter) -> bool:
        return not Counter(as_list(option.get("requires"))) - held and not any(
            held[item] for item in as_list(option.get("excludes"))
        )

    def used(
        self, option: dict, left: Counter, gained: Counter, uses: Counter
    ) -> Iterator[tuple[Counter, Counter, Counter]]:
        """The states after one more use of an option."""
        name = option["id"]
        often = sum(number for (other, _), number in uses.items() if other == name)
        times = option.get("times")
        if times is None and "add" in option:
            times = 1
        if times is not None and often >= int(times):
            return
        for left_now, gained_now in self.given_up(option, left, gained):
            for place, alternative in enumerate(self.alternatives(option)):
                yield (
                    left_now,
                    gained_now + Counter((item, name) for item in alternative),
                    uses + Counter([(name, place)]),
                )

    def given_up(self, option: dict, left: Counter, gained: Counter) -> Iterator[tuple[Counter, Counter]]:
        wanted = Counter(as_list(option.get("replace")))
        if "after" not in option:
            if not wanted - left:
                yield left - wanted, gained
            return
        mine = Counter({item: number for (item, by), number in gained.items() if by == option["after"]})
        taken = wanted & mine
        if taken and not (wanted - taken) - left:
            yield left - (wanted - taken), gained - Counter({(item, option["after"]): n for item, n in taken.items()})

    # --- the unit ---------------------------------------------------------------------------------------------------------

    def is_legal(self, lines: list[tuple[str, int, Loadout]]) -> bool:
        """``lines``: kind of model, how many, what each holds."""
        lines = [line for line in lines if line[1]]
        if not self.is_composed(lines):
            return False
        ways = [self.loadouts(model).get(tuple(sorted(held)), set()) for model, _, held in lines]
        if not all(ways):
            return False
        total = 1
        for found in ways:
            total *= len(found)
        if total > MAX_STATES:
            raise TooMany
        return any(self.keeps_limits(lines, chosen) for chosen in product(*ways))

    def is_composed(self, lines: list[tuple[str, int, Loadout]]) -> bool:
        numbers = Counter()
        for model, number, _ in lines:
            numbers[model] += number
        if any(numbers[model] not in self.counts(record["count"]) for model, record in self.models.items()):
            return False
        sizes = self.sizes()
        counted = sum(number for model, number in numbers.items() if "points" not in self.models[model])
        return sizes is None or counted in sizes

    def keeps_limits(self, lines: list[tuple[str, int, Loadout]], chosen: tuple[Uses, ...]) -> bool:
        uses: Counter = Counter()
        for (_, number, _), way in zip(lines, chosen, strict=True):
            for use in way:
                uses[use] += number
        return all(self.keeps(option, uses, lines, chosen) for option in self.options)

    def keeps(self, option: dict, uses: Counter, lines: list, chosen: tuple[Uses, ...]) -> bool:
        name = option["id"]
        models = sum(number for _, number, _ in lines)
        often = sum(number for (other, _), number in uses.items() if other == name)
        if often and models < int(option.get("min_models") or 0):
            return False
        if often and models > int(option.get("max_models") or models):
            return False
        limit = option.get("limit")
        if "per_models" in option:
            counted = sum(n for model, n, _ in lines if "per" not in option or model == option["per"])
            limit = int(limit or 1) * (counted // int(option["per_models"]))
        if limit is not None:
            sharing = {name, *(other["id"] for other in self.options if other.get("shared_limit") == name)}
            if sum(number for (other, _), number in uses.items() if other in sharing) > int(limit):
                return False
        times = (
            sum(number for _, number, _ in lines) // int(option["each_per_models"])
            if "each_per_models" in option
            else 1
        )
        if "limit_each" in option and any(
            n > int(option["limit_each"]) * times for (other, _), n in uses.items() if other == name
        ):
            return False
        return not (option.get("all") == "true" and often) or self.all_alike(option, lines, chosen)

    def all_alike(self, option: dict, lines: list, chosen: tuple[Uses, ...]) -> bool:
        mine = [way for (model, _, _), way in zip(lines, chosen, strict=True) if model in self.open_to(option)]
        taken = [{place for name, place in way if name == option["id"]} for way in mine]
        return all(len(places) == 1 and places == taken[0] for places in taken)
