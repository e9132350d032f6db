"""Turns the wargear that a list file states for one model into selections, whether the options allow it or not.

What no option allows is kept as well: items given up leave their slot empty, and items taken become selections of the
`unlisted` group, in which the data allow none. The engine then reports them, at the place in the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from listbuilder.catalogue.library import Option
from listbuilder.errors import Place
from listbuilder.listfile.context import put
from listbuilder.listfile.sheet import ModelSheet, Row, WargearChoice
from listbuilder.roster.tree import Selection


class Change(Struct):
    """Items given up and items taken for them; nothing is given up for an addition."""

    given_up: tuple[str, ...]
    taken: tuple[str, ...]
    place: Place | None = None


class _Seat(Struct):
    """The state of one slot: a choice, empty because another choice closed it, or free (the default item)."""

    choice: WargearChoice | None = None
    empty: bool = False
    place: Place | None = None

    @property
    def free(self) -> bool:
        return self.choice is None and not self.empty


class Arming:
    """Builds the loadout of one model selection."""

    def __init__(self, sheet: ModelSheet) -> None:
        self.sheet = sheet
        self.seats: dict[str, list[_Seat]]
        self.lost: Counter[str] = Counter()  # fixed items given up
        self.added: dict[str, tuple[Option, int, Place | None]] = {}
        self.unexplained: bool  # whether something is given up or taken that no option allows
        self._reset()

    def apply(self, changes: list[Change]) -> None:
        """Applies changes; those that give up more items come first, because they decide which slots are left. Changes that
        match no option as written may still be the result of several options together."""
        for change in sorted(changes, key=lambda item: -len(item.given_up)):
            if change.given_up:
                self._exchange(change)
            elif not self._add(change.taken, change.place):
                for item in change.taken:
                    if not self._add((item,), change.place):
                        self._unlisted(item, change.place)
        if self.unexplained:
            wanted = Counter(self.sheet.default)
            for change in changes:
                wanted.subtract(change.given_up)
                wanted.update(change.taken)
            if min(wanted.values(), default=0) >= 0:
                self._solve(+wanted, changes[0].place if changes else None, only_exact=True)

    def carry(self, items: tuple[str, ...], place: Place | None) -> None:
        """Gives the model exactly these items, by the options whose result is nearest to them."""
        self._solve(Counter(items), place)

    def _solve(self, wanted: Counter[str], place: Place | None, *, only_exact: bool = False) -> None:
        from listbuilder.listfile.solve import Search  # what loadouts that their options explain do not need

        found = Search(self.sheet, wanted)
        if only_exact and not found.exact:
            return
        self._reset()
        for choice in sorted(found.best, key=lambda item: -len(item.given_up)):
            if not choice.given_up:
                self._note(choice.option, place)
                continue
            for copy, slot in enumerate(self.sheet.slots[choice.given_up[0]]):
                same = next((other for other in slot.choices if _same(other, choice)), None)
                if same is not None and self._take(choice.given_up[0], copy, same, place):
                    break
        rest = Counter(self.sheet.default)
        for choice in found.best:
            rest -= Counter(choice.given_up)
            wanted = wanted - Counter(choice.taken)
        for item in (rest - wanted).elements():
            self._give_up(item)
        for item in (wanted - rest).elements():
            self._unlisted(item, place)

    def _reset(self) -> None:
        self.seats = {item: [_Seat() for _ in slots] for item, slots in self.sheet.slots.items()}
        self.lost.clear()
        self.added.clear()
        self.unexplained = False

    # --- exchanges --------------------------------------------------------------------------------------------------------

    def _exchange(self, change: Change) -> None:
        for item, copy, choice in self._fitting(change):
            if self._take(item, copy, choice, change.place):
                return
        for item in change.given_up:
            self._give_up(item)
        for item in change.taken:
            self._unlisted(item, change.place)

    def _fitting(self, change: Change) -> list[tuple[str, int, WargearChoice]]:
        """Choices that replace the items given up by these items: those that give up exactly these items come first."""
        given, taken = Counter(change.given_up), Counter(change.taken)
        found = [
            (item, copy, choice)
            for item, slots in self.sheet.slots.items()
            for copy, slot in enumerate(slots)
            for choice in slot.choices
            if Counter(choice.taken) == taken and not given - Counter(choice.given_up)
        ]
        return sorted(found, key=lambda entry: len(entry[2].given_up))

    def _take(self, item: str, copy: int, choice: WargearChoice, place: Place | None) -> bool:
        """Puts a choice into a slot and closes the other slots that it gives up, last copies first; False when one of them is
        not free."""
        seat = self.seats[item][copy]
        if not seat.free:
            return False
        seat.choice, seat.place = choice, place
        closing = []
        for other, number in choice.closed.items():
            free = [candidate for candidate in reversed(self.seats.get(other, ())) if candidate.free]
            if len(free) < number:
                seat.choice, seat.place = None, None
                return False
            closing += free[:number]
        for closed in closing:
            closed.empty = True
        return True

    def _give_up(self, item: str) -> None:
        """Leaves the item's first free slot empty, although no option does."""
        self.unexplained = True
        for seat in self.seats.get(item, ()):
            if seat.free:
                seat.empty = True
                return
        if item in self.sheet.fixed:
            self.lost[item] += 1

    # --- additions --------------------------------------------------------------------------------------------------------

    def _add(self, items: tuple[str, ...], place: Place | None) -> bool:
        wanted = Counter(items)
        fallback: WargearChoice | None = None
        for addition in self.sheet.additions:
            choice = next((choice for choice in addition.choices if Counter(choice.taken) == wanted), None)
            if choice is None:
                continue
            used = sum(self.added[other.option.id][1] for other in addition.choices if other.option.id in self.added)
            if used < addition.most:
                self._note(choice.option, place)
                return True
            fallback = fallback or choice
        if fallback is not None:
            self._note(fallback.option, place)
        return fallback is not None

    def _unlisted(self, item: str, place: Place | None) -> None:
        self.unexplained = True
        option = self.sheet.unlisted.get(item)
        if option is not None:
            self._note(option, place)

    def _note(self, option: Option, place: Place | None) -> None:
        _, amount, first = self.added.get(option.id, (option, 0, place))
        self.added[option.id] = (option, amount + 1, first)

    # --- the result -------------------------------------------------------------------------------------------------------

    def equip(self, model: Selection) -> None:
        """Puts the loadout under the model."""
        for item, (option, number) in self.sheet.fixed.items():
            if number > self.lost[item]:
                _put(model, Row.of(option, number - self.lost[item]), model.place)
        for item, slots in self.sheet.slots.items():
            for slot, seat in zip(slots, self.seats[item], strict=True):
                if seat.choice is not None:
                    _put(model, Row.of(seat.choice.option, 1), seat.place or model.place)
                elif not seat.empty:
                    _put(model, Row.of(slot.default, 1), model.place)
        for option, amount, place in self.added.values():
            _put(model, Row.of(option, amount), place or model.place)


def equip_as_usual(model: Selection, sheet: ModelSheet) -> None:
    """Puts the default loadout under the model."""
    for row in sheet.usual:
        _put(model, row, model.place)


def _put(model: Selection, row: Row, place: Place | None) -> None:
    selection = put(model, row.option, row.amount, f"{model.id}/{row.option.parts[0].local_id}", place)
    for inner, number in row.within:
        put(selection, inner, number, f"{selection.id}/{inner.local_id}", place)


def missing(sheet: ModelSheet, changes: Sequence[Change]) -> dict[str, Place | None]:
    """Items that changes give up although the model has too few of them, by default and by other changes, each with the place of
    the last change that gives it up."""
    found: dict[str, Place | None] = {}
    for item, number in Counter(item for change in changes for item in change.given_up).items():
        giving = [change for change in changes if item in change.given_up]
        taken = sum(change.taken.count(item) for change in changes if item not in change.given_up)
        if number > sheet.default[item] + taken:
            found[item] = giving[-1].place
    return found


def _same(one: WargearChoice, other: WargearChoice) -> bool:
    """Whether two choices are the same use of options, in different copies of a slot."""
    return one.part.use == other.part.use
