"""Search as you type: names that start with the words come first, then names that contain them, then similar ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

ENOUGH = 8  # with this many matches, similar names are not searched
ALIKE = 78


class Item(Struct, frozen=True):
    """A line of a list to choose from. ``more`` is searched as well as the name; ``also``: another name, found as well as
    that, such as the English one; ``reason`` says why it cannot be chosen."""

    id: str
    name: str
    note: str = ""
    more: str = ""
    also: str = ""
    reason: str = ""
    mark: str = ""
    dim: bool = False
    later: bool = False  # found after others that are as good
    group: str = ""  # heading that it stands under while nothing is searched


class SearchIndex:
    """Items with their folded names, for many searches."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.items = list(items)
        self._place = {item.id: index for index, item in enumerate(items)}
        self._names = [tuple(name.casefold() for name in (item.name, item.also) if name) for item in items]
        self._texts = [f"{item.name} {item.also} {item.more}".casefold() for item in items]

    def update(self, items: Sequence[Item]) -> None:
        """Replaces the items with the same ids; their names must be the same."""
        for item in items:
            self.items[self._place[item.id]] = item

    def find(self, query: str, last: Callable[[Item], bool] = lambda _item: False) -> list[Item]:
        """Items for the query, best first, equally good ones in their own order; all of them for an empty one. ``last``: which of
        those whose names hold the words in the same place come after the others."""
        words = query.casefold().split()
        if not words:
            return list(self.items)
        folded = " ".join(words)
        hits = sorted(
            (place, last(self.items[index]), alike, self.items[index].later, index)
            for index, text in enumerate(self._texts)
            if all(word in text for word in words)
            for place, alike in (self._rank(index, folded, words),)
        )
        found = [index for *_, index in hits]
        return [self.items[index] for index in (*found, *self._alike(folded, set(found)))]

    def _rank(self, index: int, folded: str, words: list[str]) -> tuple[int, float]:
        """Where the words stand in the name where they stand best; of names that start with them, the most alike comes first."""
        return min((_place(name, folded, words) for name in self._names[index]), default=(3, 0))

    def _alike(self, folded: str, found: set[int]) -> list[int]:
        if len(found) >= ENOUGH or len(folded) < 3:
            return []
        from rapidfuzz import fuzz, process

        names = {(index, place): name for index, both in enumerate(self._names) for place, name in enumerate(both)}
        joined = [key for key, name in names.items() if folded in name.replace(" ", "")]  # typed without the blanks
        guesses = process.extract(folded, names, scorer=fuzz.partial_ratio, limit=ENOUGH, score_cutoff=ALIKE)
        close = sorted(guesses, key=lambda guess: -fuzz.WRatio(folded, guess[0]))
        keys = (*joined, *(key for _, _, key in close))
        return [index for index in dict.fromkeys(index for index, _ in keys) if index not in found]


def _place(name: str, folded: str, words: list[str]) -> tuple[int, float]:
    from rapidfuzz import fuzz  # nobody searches at the start

    if name.startswith(folded) or f" - {folded}" in name:  # data sets write "Imperium - Space Marines"
        return 0, -fuzz.ratio(folded, name)
    if f" {folded}" in name:
        return 1, 0
    return (2, 0) if all(word in name for word in words) else (3, 0)
