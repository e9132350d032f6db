"""Exchanges that all models of a unit make or none does: found for models of several kinds, and what may come on top."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import cast

from tools.native_data.alike import Loadout, on_top, together, united
from tools.native_data.composition import Composition, Counts, Variant, joined
from tools.native_data.limits import LimitFinder, Option
from tools.native_data.loadouts import Alternative
from tools.native_data.options import Change
from tools.native_data.units import UnitReader

LEADER, TROOPERS = 0, 1
SIZES: list[Counts] = [(1, 4), (1, 9)]
RIFLE, BLADE, HAMMER, LAMP = (Alternative((name,), ()) for name in ("rifle", "blade", "hammer", "lamp"))
NOTHING = Alternative((), ())


def variant(*sites: tuple[Alternative, ...]) -> Variant:
    return Variant(cast("object", None), list(sites), tuple(site[0] for site in sites))  # type: ignore[arg-type]


SERGEANT = variant((RIFLE, BLADE, HAMMER), (NOTHING, LAMP))
TROOPER = variant((RIFLE, BLADE))


def composition() -> Composition:
    kinds = [SimpleNamespace(name=name, variants=[one], base=one) for name, one in (("L", SERGEANT), ("T", TROOPER))]
    return cast(Composition, SimpleNamespace(kinds=kinds, conditional=True))


class Finder(LimitFinder):
    """A leader and troopers that all have rifles or all blades; a hammer for the leader counts as either."""

    def __init__(self) -> None:
        super().__init__(cast(UnitReader, None), composition(), SIZES)

    def is_legal(self, counts: Counts, chosen: Iterable[tuple[int, Loadout, int]]) -> bool:
        held: dict[int, set[str]] = {LEADER: set(), TROOPERS: set()}
        left = list(counts)
        for kind, (_, parts), number in chosen:
            held[kind] |= set(joined(parts)) - {"lamp"}
            left[kind] -= number
        for kind in (kind for kind, number in enumerate(left) if number):
            held[kind].add("rifle")
        return len((held[LEADER] | held[TROOPERS]) - {"hammer"}) == 1


def option(kind: int, which: Variant, *taken: Alternative) -> Option:
    loadouts = [[(which, (one, *which.default[1:]))] for one in taken]
    return Option(kind, Change(("rifle",), tuple(one.items for one in taken)), cast("list[list[Loadout]]", loadouts))


def test_others_make_as_much_of_the_exchange_as_they_can() -> None:
    armed = together(composition(), (1, 4), LEADER, (SERGEANT, (BLADE, LAMP)))
    assert armed == [(LEADER, (SERGEANT, (BLADE, LAMP)), 1), (TROOPERS, (TROOPER, (BLADE,)), 4)]
    assert together(composition(), (1, 4), LEADER, (SERGEANT, (HAMMER, NOTHING))) == [
        (LEADER, (SERGEANT, (HAMMER, NOTHING)), 1)
    ]


def test_two_kinds_of_models_have_one_option_and_one_model_another_on_top() -> None:
    finder = Finder()
    given = [option(LEADER, SERGEANT, BLADE, HAMMER), option(TROOPERS, TROOPER, BLADE)]
    found = united([part for one in given for part in finder.limited(one)])
    blade = next(one for one in found if one.change.take == (("blade",),))
    assert (blade.all, blade.kinds, len(found)) == (True, (LEADER, TROOPERS), 2)
    (hammer,) = on_top(finder.found, SIZES, found, finder.is_legal)
    assert (hammer.after, hammer.kind) == (blade, LEADER)
    assert (hammer.change.replace, hammer.change.take) == (("blade",), (("hammer",),))
