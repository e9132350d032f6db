"""A native datasheet by the names that lists write, and the loadouts that its models may have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from listbuilder.catalogue.library import Option
from listbuilder.exchange.binding.cover import Loadout
from listbuilder.exchange.binding.names import Names, base, spellings, stem
from listbuilder.listfile.sheet import DatasheetSheet, ModelSheet, WargearChoice, sheet_of

MOST_LOADOUTS = 400
UPGRADE = " upgrade"  # behind an enhancement that is marked on the weapon it changes
MOST_LACKING = 32  # ways to state only a part of a loadout


class Sheet:
    """A native datasheet by the names that lists write."""

    def __init__(self, name: str, sheet: DatasheetSheet) -> None:
        self.sheet = sheet
        self.titles = frozenset((stem(name), base(name)))
        self.models = Names((model.option.name, model) for model in sheet.models.values())
        items = {item: option for model in sheet.models.values() for item, option in model.unlisted.items()}
        self.items: dict[str, str] = {}
        self._of_one: dict[str, int] = {}  # how many of what a list names are one such item: "2x Deffguns"
        self.names = [option.name for option in items.values()]
        self.gear = {item for item, option in items.items() if not any(part.profiles for part in option.parts)}
        self.gifts = {  # as lists may write an enhancement among the items of a unit
            stem(f"{option.name}{mark}"): option.name for option in sheet.enhancements for mark in ("", UPGRADE)
        }
        named = {stem(option.name): item for item, option in reversed(items.items())}
        self.first = {item: named[stem(option.name)] for item, option in items.items()}  # of those of one name
        for item, option in items.items():
            for counts in spellings(option.name)[:2]:
                for key, number in counts.items():
                    if key not in self.items:
                        self.items[key], self._of_one[key] = item, number

    def found(self, counts: Counter[str]) -> Counter[str]:
        """The items that these names mean, which are stems, and how many of each there are."""
        items: Counter[str] = Counter()
        for key, number in counts.items():
            if key in self.items:
                items[self.items[key]] += -(-number // self._of_one[key])
        return items

    def own(self, model: ModelSheet, wanted: Counter[str]) -> Counter[str]:
        """The items of these names that a model may have: kinds of models may have items of one name that differ."""
        mine = {self.first.get(item, item): item for item in sorted(model.carried)}
        return Counter({mine.get(self.first.get(item, item), item): number for item, number in wanted.items()})

    def shared(self, items: Counter[str]) -> Counter[str]:
        """The items, each as the first one of its name."""
        found: Counter[str] = Counter()
        for item, number in items.items():
            found[self.first.get(item, item)] += number
        return found

    def completed(self, models: Sequence[ModelSheet], wanted: Counter[str]) -> Counter[str]:
        """The items with those that a model has only together with them: lists name a drone without the weapon on it."""
        found = Counter(wanted)
        for item, number in wanted.items():
            beside = [
                self._shared_names(model.companions.get(mine, frozenset()))
                for model in models
                for mine in self.own(model, Counter({item: 1}))
                if mine in model.carried
            ]
            for other in frozenset.intersection(*beside) if beside else ():
                if not found[other] and (item in self.gear) != (other in self.gear):
                    found[other] = number
        return found

    def _shared_names(self, items: Iterable[str]) -> frozenset[str]:
        return frozenset(self.first.get(item, item) for item in items)

    @property
    def known(self) -> frozenset[str]:
        return frozenset(self.items)

    def has(self, name: str) -> bool:
        """Whether it is the name of one of its items or models."""
        return stem(name) in self.items or bool(self.named(name))

    def is_called(self, name: str) -> bool:
        """Whether it is the name of the unit."""
        return stem(name) in self.titles

    def named(self, name: str) -> list[ModelSheet]:
        return self.models.find(name) or self.alike(name)

    def alike(self, name: str) -> list[ModelSheet]:
        """The models of that name, whatever they carry: "E-COG" and "E-COG with plasma torch"."""
        wanted = {stem(name), base(name)}
        return [model for model in self.sheet.models.values() if base(model.option.name) in wanted]


def native_sheet(_library: object, option: Option) -> Sheet:
    """The datasheet of an option; kept with the library."""
    return Sheet(option.name, sheet_of(option.library, option))


def lacking(loadouts: Iterable[Loadout[str]]) -> Iterator[Loadout[str]]:
    """The same loadouts where the list does not state all of their items."""
    for loadout in loadouts:
        items = sorted(loadout.used.elements())
        stated = {tuple(some) for number in range(len(items)) for some in combinations(items, number)}
        for some in sorted(stated)[:MOST_LACKING]:
            lacking = loadout.lacking + len(items) - len(some)
            yield Loadout(loadout.owner, Counter(some), lacking, loadout.most, loadout.tree)


def loadouts_of(model: ModelSheet, wanted: Counter[str]) -> list[Counter[str]]:
    """The loadouts that a model's options give with what is stated, as few options used as possible first."""
    choices = [(choice, len(slots)) for slots in model.slots.values() for choice in slots[0].choices]
    choices += [(choice, addition.most) for addition in model.additions for choice in addition.choices]
    usable = [(choice, most) for choice, most in choices if not Counter(choice.taken) - wanted]
    found: dict[frozenset[tuple[str, int]], Counter[str]] = {}
    waiting: list[tuple[int, Counter[str], Counter[str], tuple[WargearChoice, ...]]] = [
        (0, Counter(model.default), Counter(model.default), ())
    ]
    while waiting and len(found) < MOST_LOADOUTS:
        start, kept, whole, used = waiting.pop(0)
        if all(choice.fits(whole) for choice in used):
            found.setdefault(frozenset(whole.items()), whole)
        for place in range(start, len(usable)):
            choice, most = usable[place]
            given = Counter(choice.given_up)
            if used.count(choice) >= most or given - kept:
                continue
            waiting.append((place, kept - given, whole - given + Counter(choice.taken), (*used, choice)))
    return list(found.values())
