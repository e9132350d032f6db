"""New selections come with what a plain reading of the format asks for: minima, defaults of groups, and no more than maxima allow.

All bounds are of the direct parent and have no conditions, so that nothing has to be evaluated.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Catalogue, Entry, EntryGroup, EntryLink
from listbuilder.engine import actions
from listbuilder.engine.actions import is_merged
from listbuilder.roster.tree import Selection
from tests.engine import factory as f

Built = tuple[str, int, tuple[Any, ...]]  # id of an option, how many, and what is below


class RandomChoices:
    """A unit with choices, some of them in groups and behind links."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.number = 0
        self.shared: list[Entry | EntryGroup] = []

    def id(self, kind: str) -> str:
        self.number += 1
        return f"{kind}{self.number}"

    def maybe(self, chance: float) -> bool:
        return self.rng.random() < chance

    def carried(self, id: str, least: tuple[int, ...]) -> dict[str, Any]:
        pick, bounds = self.rng.choice, []
        if (value := pick(least)) > 0:
            bounds.append(f.least(value, id=f"least-{id}"))
        if self.maybe(0.4):
            bounds.append(f.most(pick((-1, 1, 2, 4)), id=f"most-{id}"))
        return {"constraints": tuple(bounds), "hidden": self.maybe(0.1), "collective": self.maybe(0.3)}

    def entry(self, depth: int) -> Entry:
        own = self.id("e")
        return f.unit(own, type="upgrade", **self.carried(own, (0, 0, 1, 2)), **self.below(depth))

    def group(self, depth: int) -> EntryGroup:
        own, below = self.id("g"), self.below(depth, least=1)
        held = [one.id for key in ("entries", "links") for one in below[key]]
        default = self.rng.choice((*held, "nobody")) if held and self.maybe(0.6) else ""
        return EntryGroup(id=own, name=own, default_id=default, **self.carried(own, (0, 1, 1, 3)), **below)

    def link(self, depth: int) -> EntryLink:
        own, to_group = self.id("l"), self.maybe(0.3)
        target = self.group(depth) if to_group else self.entry(depth)
        self.shared.append(target)
        kind = "selectionEntryGroup" if to_group else "selectionEntry"
        return EntryLink(id=own, target_id=target.id, type=kind, **self.carried(own, (0, 0, 1)))

    def below(self, depth: int, least: int = 0) -> dict[str, Any]:
        rng, deeper = self.rng, depth + 1
        if depth >= 3:
            return (
                {"entries": tuple(self.entry(4) for _ in range(least)), "groups": (), "links": ()} if depth == 3 else {}
            )
        return {
            "entries": tuple(self.entry(deeper) for _ in range(rng.randrange(least, 3))),
            "groups": tuple(self.group(deeper) for _ in range(rng.choice((0, 0, 1, 2)))),
            "links": tuple(self.link(deeper) for _ in range(rng.choice((0, 0, 1)))),
        }

    def library(self) -> Library:
        unit = f.unit("unit", **self.below(0))
        entries = tuple(one for one in self.shared if isinstance(one, Entry))
        groups = tuple(one for one in self.shared if isinstance(one, EntryGroup))
        return Library(f.system(), [Catalogue(id="cat", entries=(unit,), shared_entries=entries, shared_groups=groups)])


def bounds(option: Option, kind: str) -> list[Any]:
    return [one.value for part in option.parts for one in part.constraints if one.type == kind]


def is_hidden(option: Option) -> bool:
    around = option
    while around is not None:
        if any(part.hidden for part in around.parts):
            return True
        around = around.group  # type: ignore[assignment]
    return False


def built(option: Option, number: int) -> Built:
    """One of an option with what it starts with."""
    taken: dict[str, int] = {}
    chosen: list[Option] = []
    for child in option.options:
        fill(child, taken, chosen)
    below = sorted((built(one, taken[one.id]) for one in chosen), key=repr)
    return option.id, number, tuple(below)


def held(group: Option, chosen: list[Option]) -> Iterator[Option]:
    return (one for one in chosen if group in around(one))


def around(option: Option) -> list[Option]:
    return [option.group, *around(option.group)] if option.group is not None else []


def fill(option: Option, taken: dict[str, int], chosen: list[Option]) -> None:
    least = max([0, *bounds(option, "min")])
    if is_hidden(option):
        return
    if not option.is_group:
        if least:  # even above the maximum, which is broken either way
            chosen.append(option)
            taken[option.id] = least
        return
    for child in option.options:
        fill(child, taken, chosen)
    missing = least - sum(taken[one.id] for one in held(option, chosen))
    choice = default_of(option)
    if missing <= 0 or choice is None:
        return
    rooms = [(choice, taken.get(choice.id, 0))]
    for inner in around(choice):
        if inner is option:
            break
        rooms.append((inner, sum(taken[one.id] for one in held(inner, chosen))))
    left = [most - there for one, there in rooms for most in bounds(one, "max") if most >= 0]
    amount = max(0, min([missing, *left]))
    if amount and choice not in chosen:
        chosen.append(choice)
    if amount:
        taken[choice.id] = taken.get(choice.id, 0) + amount


def default_of(group: Option) -> Option | None:
    """The choice that a group names; if it names none, its only one. Nothing hidden is chosen."""
    shown = [one for one in group.entries if not is_hidden(one)]
    if group.default_id:
        return next((one for one in shown if group.default_id in {one.id, *(part.id for part in one.parts)}), None)
    return shown[0] if len(shown) == 1 else None


def found(node: Selection) -> Built:
    return node.option.id, node.amount, tuple(sorted(map(found, node.selections), key=repr))


def merges(option: Option) -> bool:
    """Whether one more of an option is a higher number: nothing that is shown below it may differ from one to the next."""
    return all(
        any(is_hidden(one) for one in around(child))
        or (any(part.collective or part.hidden for part in child.parts) and merges(child))
        for child in option.entries
    )


def compare(seed: int) -> None:
    table = f.Table(RandomChoices(random.Random(seed)).library())
    unit = table.take("unit")
    assert found(unit) == built(unit.option, 1)
    for option in unit.option.entries:
        assert is_merged(option) == merges(option)
        there = [node for node in unit.selections if node.option is option]
        before, count = sum(node.amount for node in there), len(there)
        edit, node = actions.select(table.engine, unit, option, 2)
        edit.apply(table.roster)
        after = [node for node in unit.selections if node.option is option]
        assert sum(node.amount for node in after) == before + 2
        assert len(after) == count + (0 if there and merges(option) else 1)
        if len(after) > count:
            assert found(node) == built(option, 2)


@pytest.mark.parametrize("seed", range(40))
def test_random_choices(seed: int) -> None:
    compare(seed)
