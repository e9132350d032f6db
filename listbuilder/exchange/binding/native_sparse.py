"""Units of texts that list only what was chosen beyond the datasheet's default, over native data: their models and wargear."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from listbuilder.exchange.binding.cover import Cover, Covering, Loadout
from listbuilder.exchange.binding.names import stem
from listbuilder.exchange.binding.native_sheet import Sheet, loadouts_of
from listbuilder.exchange.reading.record import Part

MOST_OF_ONE = 9  # copies of an item on one model


def without_doubling(parts: Sequence[Part], words: Collection[str]) -> tuple[list[Part], int]:
    """What a unit lists besides the words that double its models, and by how much these multiply them."""
    known = set(map(stem, words))
    kept = [part for part in parts if stem(part.name) not in known]
    return kept, 2 ** (len(parts) - len(kept))


def armed(sheet: Sheet, factor: int, wanted: Counter[str]) -> Covering[str]:
    """The smallest unit, so many times as large: models with the items that are stated, all others with their defaults. An item
    is stated once for each model that has it, however many of it that model carries; it may be of another kind of model than
    the smallest unit has."""
    models = sheet.sheet.models
    counts = {model: number * factor for model, number in sheet.sheet.default_counts().items()}
    best = _cover(sheet, counts, counts, wanted)
    if best.left:
        best = min(best, _cover(sheet, counts, {name: one.most for name, one in models.items()}, wanted), key=_cost)
    return best


def _cost(covering: Covering[str]) -> tuple[int, int]:
    return covering.left.total(), covering.cost


def _cover(sheet: Sheet, counts: Mapping[str, int], most: Mapping[str, int], wanted: Counter[str]) -> Covering[str]:
    """``most``: how many models of each kind there may be."""
    found = list(_loadouts(sheet, most, wanted))
    best = Cover(found, sum(counts.values()), wanted).solve()
    for loadout, number in best.chosen:
        held = loadout.tree if isinstance(loadout.tree, Counter) else Counter[str]()
        best.left -= Counter(
            dict.fromkeys(sheet.shared(held - loadout.used), number)
        )  # stated although they are the default
    return best


def _loadouts(sheet: Sheet, most: Mapping[str, int], wanted: Counter[str]) -> Iterator[Loadout[str]]:
    any_number = Counter(dict.fromkeys(wanted, MOST_OF_ONE))
    for model in sheet.sheet.models.values():
        for loadout in loadouts_of(model, sheet.own(model, any_number)):
            chosen = set(sheet.shared(loadout - Counter(model.default)))
            used = Counter(dict.fromkeys(chosen & wanted.keys(), 1))
            yield Loadout(model.id, used, len(chosen - wanted.keys()), most[model.id], loadout)
