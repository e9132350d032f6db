"""Shares uses of wargear among options that give the same, so that no option is used more often than it may be.

Two options of a datasheet may offer the same exchange, each to so many models. A list says only what models carry; which
option each use stands for is chosen here, for the whole unit at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby

from msgspec import Struct, field

from listbuilder.catalogue.library import Option
from listbuilder.catalogue.loadout import ItemChoice
from listbuilder.catalogue.model import Condition, Constraint
from listbuilder.catalogue.purpose import ConstraintPurpose
from listbuilder.listfile.sheet import DatasheetSheet, equal_choices
from listbuilder.roster.tree import Selection

LIMITS = (ConstraintPurpose.UNIT_LIMIT, ConstraintPurpose.OPEN_SIZES, ConstraintPurpose.PER_ALTERNATIVE)
MOST_STEPS = 20_000  # of the search; real datasheets need a few


def share(unit: Selection, sheet: DatasheetSheet) -> None:
    """Replaces choices by others with the same result where an option is used too often. Models of one selection whose choices
    then differ become several selections."""
    limits = _limits(unit)
    used = _uses(unit)
    if all(used[category] <= most for category, most in limits.items()):
        return
    bound_together = {
        constraint.child_id
        for group in unit.option.groups
        for constraint in group.merged.constraints
        if constraint.purpose is ConstraintPurpose.ALL_OR_NONE
    }
    _part(unit)
    wishes: dict[tuple[str, ...], list[Selection]] = {}
    known: dict[tuple[str, ...], list[Option]] = {}
    for node in (node for model in unit.selections for node in model.selections):
        equal = [option for option in equal_choices(node, sheet) if bound_together.isdisjoint(_categories(option))]
        if len(equal) > 1:
            key = tuple(sorted(option.id for option in equal))
            wishes.setdefault(key, []).append(node)
            known[key] = equal
    search = _Search(limits, used, [(len(wishes[key]), known[key], _now(wishes[key], known[key])) for key in wishes])
    for key, shares in zip(wishes, search.best(), strict=True):
        _assign(wishes[key], known[key], shares)
    _unite(unit)


def _categories(option: Option) -> tuple[str, ...]:
    return tuple(link.target_id for link in option.merged.category_links)


def _uses(unit: Selection) -> Counter[str]:
    """How often the models use each category of choices."""
    found: Counter[str] = Counter()
    for model in unit.selections:
        for node in model.selections:
            for category in _categories(node.option) if isinstance(node.option.loadout, ItemChoice) else ():
                found[category] += model.amount * node.amount
    return found


def _limits(unit: Selection) -> dict[str, int]:
    """How often this unit may use each category of choices."""
    counts = Counter({"model": sum(model.amount for model in unit.selections)})
    for model in unit.selections:
        counts.update(dict.fromkeys(model.option.ids, model.amount))
    found: dict[str, int] = {}
    for constraint in unit.option.merged.constraints:
        if constraint.purpose in LIMITS:
            most = _value(constraint, unit.option, counts)
            if most >= 0:
                found[constraint.child_id] = min(most, found.get(constraint.child_id, most))
    return found


def _value(constraint: Constraint, option: Option, counts: Counter[str]) -> int:
    """The constraint's value for a unit of these models: the compiler of native data changes it by the number of models only."""
    value = int(constraint.value)
    for modifier in option.merged.modifiers:
        if modifier.field != constraint.id:
            continue
        if modifier.type == "increment":
            value += sum(int(modifier.value) * (counts[one.child_id] // int(one.value)) for one in modifier.repeats)
        elif all(_holds(condition, counts[condition.child_id]) for condition in modifier.conditions):
            value = int(modifier.value)
    return value


def _holds(condition: Condition, models: int) -> bool:
    return models < condition.value if condition.type == "lessThan" else models > condition.value


class _Search(Struct, dict=True):
    """Finds how many of each kind of use go to each of its options, so that the limits are exceeded least.

    ``kinds``: how many uses, the options, and how many each of them has now.
    """

    limits: dict[str, int]
    used: Counter[str]
    kinds: list[tuple[int, list[Option], list[int]]]
    steps: int = 0
    found: list[list[int]] = field(default_factory=list)
    excess: int = -1

    def best(self) -> list[list[int]]:
        for _, options, now in self.kinds:
            for option, number in zip(options, now, strict=True):
                self._count(option, -number)
        self._place([])
        return self.found or [now for _, _, now in self.kinds]

    def _count(self, option: Option, number: int) -> None:
        for category in _categories(option):
            self.used[category] += number

    def _over(self) -> int:
        return sum(max(0, self.used[category] - most) for category, most in self.limits.items())

    def _place(self, done: list[list[int]]) -> None:
        over = self._over()
        self.steps += 1
        if self.steps > MOST_STEPS or self.excess == 0 or (self.found and over >= self.excess):
            return
        if len(done) == len(self.kinds):
            self.found, self.excess = [list(shares) for shares in done], over
            return
        number, options, _ = self.kinds[len(done)]
        for shares in _shares(number, len(options)):
            for option, taken in zip(options, shares, strict=True):
                self._count(option, taken)
            self._place([*done, shares])
            for option, taken in zip(options, shares, strict=True):
                self._count(option, -taken)


def _shares(number: int, parts: int) -> Iterator[list[int]]:
    """Every way to share a number among so many parts, the first part first."""
    if parts == 1:
        yield [number]
        return
    for first in range(number, -1, -1):
        for rest in _shares(number - first, parts - 1):
            yield [first, *rest]


def _now(nodes: list[Selection], options: list[Option]) -> list[int]:
    """How many of the uses each of the options has."""
    have = Counter(node.option.id for node in nodes)
    return [have[option.id] for option in options]


def _assign(nodes: list[Selection], options: list[Option], shares: list[int]) -> None:
    """Gives the uses these options; each keeps its own where that is among its share."""
    left = Counter(dict(enumerate(shares)))
    waiting = []
    for node in nodes:
        place = next((n for n, option in enumerate(options) if option.id == node.option.id), -1)
        if left[place] > 0:
            left[place] -= 1
        else:
            waiting.append(node)
    for node, place in zip(waiting, left.elements(), strict=True):
        node.option = options[place]
        if isinstance(node.parent, Selection):
            node.id = f"{node.parent.id}/{node.option.parts[0].local_id}"


def _part(unit: Selection) -> None:
    """Makes a selection of each single model."""
    parts = []
    for model in unit.selections:
        for number in range(model.amount):
            part = model if number == 0 else _copy(model, f"{model.id}.{number}")
            parts.append(part)
    for part in parts:
        part.amount = 1
    unit.selections[:] = parts


def _copy(model: Selection, node_id: str) -> Selection:
    """The same model once more, with ids of its own."""
    copy = Selection(model.option, model.amount, node_id)
    copy.place, copy.parent = model.place, model.parent
    copy.custom_name, copy.custom_notes = model.custom_name, model.custom_notes
    for child in model.selections:
        below = _copy(child, f"{node_id}{child.id.removeprefix(model.id)}")
        below.parent = copy
        copy.selections.append(below)
    return copy


def _unite(unit: Selection) -> None:
    """Makes one selection of models that follow each other in the file and have become equal."""
    united = []
    for _, group in groupby(unit.selections, key=_loadout):
        first, *others = group
        first.amount += len(others)
        united.append(first)
    unit.selections[:] = united


def _loadout(model: Selection) -> tuple[object, ...]:
    inside = tuple((child.option.id, child.amount) for child in model.selections)
    return (model.option.id, model.custom_name, model.custom_notes, model.place, inside)
