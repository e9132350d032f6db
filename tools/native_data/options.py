"""Wargear options in native terms: found for the loadouts that a model may have, and checked to allow exactly these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from listbuilder.replacing import replace
from tools.native_data.loadouts import Inexpressible, Items

MOST = 6000  # loadouts that are compared one by one
MOST_TAKEN = 60  # alternatives of one option: more than a reader could use

Step = tuple[Counter[str], Counter[str]]  # items given up, items taken


@dataclass(frozen=True, slots=True)
class Change:
    """One native option of one kind of model, without its limits: see `options` in docs/native-data.md."""

    replace: Items
    take: tuple[Items, ...]
    requires: Items = ()
    excludes: Items = ()
    times: int = 1
    distinct: Items = ()  # items that no model carries twice
    combines: bool = False  # loadouts with more than this change use it as well

    @property
    def is_addition(self) -> bool:
        return not self.replace


def changes_for(default: Items, loadouts: Iterable[Items], *, by_item: bool = False) -> tuple[Change, ...]:
    """Options that turn the default into each of the loadouts and into nothing else: the most readable ones that do.
    ``by_item``: those that combine most freely, so that each item has limits of its own."""
    wanted = frozenset(loadouts)
    if len(wanted) > MOST // 4:
        raise Inexpressible("too many combinations")
    ways = (_added, _slots, _chosen, _minimal, _additions, _smallest, _whole)
    for way in (_smallest, *ways) if by_item else ways:
        found = way(default, wanted)
        if found is not None and reached(default, found) == wanted:
            if any(len(change.take) > MOST_TAKEN for change in found):
                raise Inexpressible("too many combinations")
            return found
    raise Inexpressible("combinations that no options make")


def reached(default: Items, changes: Sequence[Change]) -> frozenset[Items]:
    """Every loadout that the options allow, as the native compiler understands them."""
    have = Counter(default)
    if any(len(change.take) ** change.times > MOST for change in changes):
        return frozenset()
    ways = [list(_uses(change, have)) for change in changes]
    size = 1
    for way in ways:
        size *= len(way)
    if size > 10 * MOST:
        return frozenset()
    found: set[Items] = set()
    for chosen in product(*ways):
        given = sum((use[0] for use in chosen), Counter[str]())
        if given - have:
            continue
        after = have - given + sum((use[1] for use in chosen), Counter[str]())
        used = (change for change, use in zip(changes, chosen, strict=True) if use[2])
        once = all(after[item] <= 1 for change in changes for item in change.distinct)
        if once and all(
            not Counter(change.requires) - after and not after.keys() & set(change.excludes) for change in used
        ):
            found.add(tuple(sorted(after.elements())))
    return frozenset(found)


def _uses(change: Change, have: Counter[str]) -> Iterator[tuple[Counter[str], Counter[str], int]]:
    """Every way for one model to use an option: what is given up, what is taken, how often."""
    if change.replace:
        most = min(have[item] // number for item, number in Counter(change.replace).items())
        most = min(most, change.times)
    else:
        most = change.times
    seen: set[tuple[int, Items]] = set()
    for number in range(most + 1):
        for taken in product(change.take, repeat=number):
            items = tuple(sorted(item for part in taken for item in part))
            if (number, items) not in seen:
                seen.add((number, items))
                given = Counter({item: count * number for item, count in Counter(change.replace).items()})
                yield given, Counter(items), number


def _added(default: Items, wanted: frozenset[Items]) -> tuple[Change, ...] | None:
    """Nothing by default, and up to a number of the same few items."""
    if default or () not in wanted:
        return None
    names = tuple(dict.fromkeys(item for items in sorted(wanted, key=len) for item in items))
    return (Change((), tuple((name,) for name in names), times=max(map(len, wanted))),)


def _slots(default: Items, wanted: frozenset[Items]) -> tuple[Change, ...] | None:
    """As many items as by default, each of them any of a few."""
    if not default or any(len(items) != len(default) for items in wanted):
        return None
    names = tuple(dict.fromkeys(item for items in sorted(wanted) for item in items))
    counts = Counter(default)
    return tuple(
        Change((name,), tuple((other,) for other in names if other != name), times=number)
        for name, number in counts.items()
    )


def _chosen(default: Items, wanted: frozenset[Items]) -> tuple[Change, ...] | None:
    """A number of items, one of them there by default if there has to be one, and some of them once at most."""
    most = max(map(len, wanted))
    if len(default) > 1 or len(default) != min(map(len, wanted)) or most < 2:
        return None
    caps: Counter[str] = Counter()
    for items in wanted:
        caps |= Counter(items)
    names = sorted(caps)
    once = tuple(name for name in names if caps[name] == 1 and name not in default)
    added = tuple((name,) for name in names if caps[name] > 1 or name not in default)
    addition = Change((), added, times=most - len(default), distinct=once)
    if not default:
        return (addition,)
    return (Change(default, tuple((name,) for name in names if name not in default)), addition)


def _minimal(default: Items, wanted: frozenset[Items]) -> tuple[Change, ...] | None:
    """Each loadout by what it gives up and takes; items that come on top of the default ask for it."""
    groups: dict[Items, list[Items]] = {}
    have = Counter(default)
    for items in wanted:
        if items != default:
            given = tuple(sorted((have - Counter(items)).elements()))
            groups.setdefault(given, []).append(tuple(sorted((Counter(items) - have).elements())))
    found = []
    for given, taken in sorted(groups.items(), key=lambda pair: (len(pair[0]), pair[0])):
        found.append(Change(given, tuple(sorted(taken)), requires=() if given else default))
    return tuple(found)


def _additions(default: Items, wanted: frozenset[Items]) -> tuple[Change, ...] | None:
    """As before, but what comes on top of the default asks for nothing."""
    found = _minimal(default, wanted) or ()
    return tuple(replace(change, requires=()) for change in found)


def _smallest(default: Items, wanted: frozenset[Items]) -> tuple[Change, ...] | None:
    """Changes that are not made of smaller ones; those that are never combined exclude each other's items."""
    have = Counter(default)
    steps = sorted(
        ((have - Counter(items), Counter(items) - have) for items in wanted if items != default),
        key=lambda step: (step[0].total() + step[1].total(), sorted(step[0]), sorted(step[1])),
    )
    atoms: list[Step] = []
    for step in steps:
        if not _is_made_of(step, atoms):
            atoms.append(step)
    grouped: dict[tuple[Items, Items], list[Items]] = {}
    for place, (given, taken) in enumerate(atoms):
        excludes: set[str] = set()
        for other_given, other_taken in atoms[:place]:
            together = have - given - other_given + taken + other_taken
            if not (given + other_given) - have and tuple(sorted(together.elements())) not in wanted:
                excludes |= other_taken.keys() - taken.keys() - have.keys()
        key = (tuple(sorted(given.elements())), tuple(sorted(excludes)))
        grouped.setdefault(key, []).append(tuple(sorted(taken.elements())))
    return tuple(
        Change(given, tuple(takes), excludes=excludes, combines=True) for (given, excludes), takes in grouped.items()
    )


def _is_made_of(step: Step, parts: Sequence[Step]) -> bool:
    """Whether a change is several of these changes, each once."""
    given, taken = step
    if not given and not taken:
        return True
    for place, (less, more) in enumerate(parts):
        if not less - given and not more - taken and _is_made_of((given - less, taken - more), parts[place + 1 :]):
            return True
    return False


def _whole(default: Items, wanted: frozenset[Items]) -> tuple[Change, ...] | None:
    """The whole default given up for each of the loadouts."""
    others = tuple(sorted(wanted - {default}))
    return (Change(default, others),) if default else (Change((), tuple(x for x in others if x)),)
