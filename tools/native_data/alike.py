"""Exchanges that all models of a unit make or none does, models of several kinds alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from listbuilder.replacing import replace
from tools.native_data.composition import Composition, Counts, Kind, joined
from tools.native_data.limited import Loadout, Option
from tools.native_data.loadouts import Inexpressible
from tools.native_data.options import Change

MOST_LOADOUTS = 1200  # of one model

Armed = list[tuple[int, Loadout, int]]  # kind of model, what it carries, how many of them do
IsLegal = Callable[[Counts, Armed], bool]


def together(found: Composition, counts: Counts, place: int, way: Loadout) -> Armed:
    """All models of a kind with a loadout, and those of every other kind that can make the same exchange, or the largest part of
    it, as well."""
    default = Counter(found.kinds[place].base.items)
    given, taken = default - Counter(joined(way[1])), Counter(joined(way[1])) - default
    armed = [(place, way, counts[place])]
    for other, kind in enumerate(found.kinds):
        if other != place and counts[other]:
            armed += [(other, one, counts[other]) for one in _exchanging(kind, given, taken)]
    return armed


def _exchanging(kind: Kind, given: Counter[str], taken: Counter[str]) -> list[Loadout]:
    """The loadout by which models of a kind exchange the most of these items; none where they can exchange none."""
    default = Counter(kind.base.items)
    best: list[Loadout] = []
    most = 0
    for variant in kind.variants if given & default else ():
        for parts in variant.loadouts() if variant.size <= MOST_LOADOUTS else ():
            items = Counter(joined(parts))
            gone = default - items
            if gone.total() > most and not gone - given and not (items - default) - taken:
                best, most = [(variant, parts)], gone.total()
    return best


def united(options: Sequence[Option]) -> list[Option]:
    """The options, those of several kinds of models that all make together as one."""
    found: dict[object, Option] = {}
    for option in options:
        key = (option.kinds, option.change.replace, option.change.take) if option.kinds else id(option)
        found.setdefault(key, option)
    return list(found.values())


def on_top(found: Composition, sizes: Sequence[Counts], options: Sequence[Option], legal: IsLegal) -> Iterator[Option]:
    """Options of models that may make another exchange after the one that all make. Raises `Inexpressible`."""
    for common in (option for option in options if option.kinds):
        gone = Counter(common.change.replace)
        for option in options:
            if option.kind not in common.kinds or option is common or gone - Counter(option.change.replace):
                continue
            for place, taken in enumerate(common.change.take):
                allowed = {
                    legal(counts, _but_one(found, counts, common.loadouts[place][0], common.kind, option.kind, way))
                    for counts in sizes
                    for ways in option.loadouts
                    for way in ways[:1]
                }
                if len(allowed) > 1:
                    raise Inexpressible("exchanges that only some may make after all did")
                if allowed == {True}:
                    rest = Counter(option.change.replace) - gone
                    change = Change(tuple(sorted((rest + Counter(taken)).elements())), option.change.take)
                    yield replace(option, change=change, after=common)


def _but_one(found: Composition, counts: Counts, way: Loadout, place: int, kind: int, other: Loadout) -> Armed:
    """All models with a loadout, but one of a kind with another."""
    armed = together(found, counts, place, way)
    fewer = [(one, what, number - (one == kind)) for one, what, number in armed]
    return [*(part for part in fewer if part[2]), (kind, other, 1)]
