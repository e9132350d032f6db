"""Datasheets whose models stand in bundles ("1 Sergeant and 9 Troopers", "2 Sergeants and 18 Troopers"), one of which is chosen."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from listbuilder.catalogue.library import Option
from tools.native_data import overlay
from tools.native_data.bench import Pick, open_set
from tools.native_data.composition import Composition, Kind, Variant
from tools.native_data.faction import FactionMaker
from tools.native_data.limits import LimitFinder
from tools.native_data.loadouts import Alternative
from tools.native_data.sheet import SheetWriter
from tools.native_data.units import UnitReader

SMALL, LARGE = (1, 9), (2, 18)


class Entry(SimpleNamespace):
    """Stands for an option."""

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


def entry(name: str, parent: Entry | None = None, kind: str = "model") -> Option:
    return cast(Option, Entry(id=name, name=name, parent=parent, type=kind))


def composition() -> Composition:
    root = entry("squad", kind="unit")
    bundles = [entry(name, cast(Entry, root), "upgrade") for name in ("small", "large")]
    kinds = [
        Kind(name, [Variant(entry(f"{name} of {bundle.name}", cast(Entry, bundle)), [], ()) for bundle in bundles])
        for name in ("Sergeant", "Trooper")
    ]
    found = Composition(root, kinds, [], (), (), frozenset(), {SMALL: 65, LARGE: 120})
    found.bundles = {counts: [bundle] for counts, bundle in zip((SMALL, LARGE), bundles, strict=True)}
    return found


def tree(pick: Pick) -> Any:
    return {f"{pick.amount} {pick.option.name}": [tree(below) for below in pick.below]}


def test_models_stand_in_the_bundle_of_their_numbers() -> None:
    found = composition()
    assert tree(UnitReader.unit_with(found, LARGE, {})) == {
        "1 squad": [{"1 large": [{"2 Sergeant of large": []}, {"18 Trooper of large": []}]}]
    }
    assert tree(UnitReader.unit_with(found, SMALL, {})) == {
        "1 squad": [{"1 small": [{"1 Sergeant of small": []}, {"9 Trooper of small": []}]}]
    }


def armed(name: str, bundle: Option, item: str, number: int) -> Variant:
    """So many models of a bundle, each with an item."""
    way = Alternative((item,), (Pick(entry(item, kind="upgrade")),))
    model = entry(name, cast(Entry, bundle))
    model.id = f"{name} of {bundle.name}"  # type: ignore[misc]
    return Variant(model, [(way,)], (way,), number, number)


def test_a_unit_has_the_bundle_with_its_wargear() -> None:
    root = entry("squad", kind="unit")
    plain, heavy = (entry(name, cast(Entry, root), "upgrade") for name in ("plain", "heavy"))
    kind = Kind(
        "Trooper",
        [
            armed("Trooper", plain, "Rifle", 9),
            armed("Trooper", heavy, "Rifle", 8),
            armed("Trooper with cannon", heavy, "Cannon", 1),
        ],
    )
    found = Composition(root, [kind], [], (), (), frozenset(), {(9,): 65}, {(9,): [plain, heavy]})
    gunner = kind.variants[2]
    assert tree(UnitReader.unit_with(found, (9,), {})) == {"1 squad": [{"1 plain": [{"9 Trooper": [{"1 Rifle": []}]}]}]}
    assert tree(UnitReader.unit_with(found, (9,), {0: [gunner.pick(gunner.default)]})) == {
        "1 squad": [{"1 heavy": [{"1 Trooper with cannon": [{"1 Cannon": []}]}, {"8 Trooper": [{"1 Rifle": []}]}]}]
    }
    kinds = [gunner, *kind.variants[:2]]
    assert UnitReader._is_alternative(gunner, kind.base, kinds)  # the plain bundle has none
    assert not UnitReader._is_alternative(gunner, kind.variants[1], [gunner, kind.variants[1]])


def test_sizes_that_determine_the_models_are_sizes() -> None:
    writer = SheetWriter.__new__(SheetWriter)
    found = composition()
    assert writer._sizes(found) == {"size": [10, 20], "points": {10: 65, 20: 120}}


def test_limits_of_few_sizes_are_stated_by_a_number_that_divides_them() -> None:
    finder = LimitFinder(cast(UnitReader, None), composition(), [SMALL, LARGE])
    assert finder.fitting((1, 2)) == (("per_models", 10),)
    assert finder.fitting((2, 4)) == (("per_models", 5),)


@pytest.mark.shared
def test_bundles_of_the_data_are_read(shared: Path) -> None:
    folder = shared / "bsdata" / "wh40k-10e"
    if not folder.is_dir():
        pytest.skip("wh40k-10e is not among the reference material")
    maker = FactionMaker(open_set(folder), overlay.load("wh40k-10e", "astra-militarum"), "2026-06-14", "")
    for name in ("Cadian Shock Troops", "Catachan Jungle Fighters", "Death Korps of Krieg"):
        found = maker.units.read(next(option for option in maker.own if option.name == name))
        sergeant = next(place for place, kind in enumerate(found.kinds) if kind.low == 1)
        assert sorted((sum(counts), counts[sergeant]) for counts in found.prices) == [(10, 1), (20, 2)]
        assert found.unit_sites == []
        assert len({bundle for some in found.bundles.values() for bundle in some}) == 2
