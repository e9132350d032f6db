"""A list as its text states it, before any game data are asked: names, counts, points, and the line of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct, field

from listbuilder.catalogue.base import Number


class Word(Struct, frozen=True):
    """A name or a sentence of the text and its line, from 1; line 0 where the format has no lines."""

    text: str
    line: int = 0


class Part(Struct):
    """Something listed under a unit: models or wargear; only the data can tell which.

    ``count``: how many of it the unit has in all, whatever holds it. ``parts``: what is listed below it. ``stated`` is False
    where the text gives no count, so that 1 is assumed; ``named`` is False for a loadout whose models the text does not name.
    ``also``: another name that the data may have for it, empty where none is known.
    """

    name: str
    count: int = 1
    line: int = 0
    parts: list[Part] = field(default_factory=list)
    stated: bool = True
    named: bool = True
    also: str = ""


def walk(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts with all that is listed below them."""
    for part in parts:
        yield part
        yield from walk(part.parts)


class ForceRecord(Struct):
    """A force of a saved roster: its name, that of the catalogue that its units are of, its settings (label, value), and its
    line, 0 where there are none."""

    name: str
    catalogue: str = ""
    settings: list[tuple[str, Word]] = field(default_factory=list)
    line: int = 0


class UnitRecord(Struct):
    """One unit. ``points``: as the text claims, with enhancements, None where it states none. ``models``: how many it states.

    ``flat``: the text lost its levels, so that models and wargear stand beside each other. ``group``: the number of the
    attached unit it is a part of (0: none), ``role``: its part in that, as written. ``leads``, ``joined``: name of the unit
    that it leads or is joined by, and which of several, from 1. ``allied``: it stands among the allied units, ``legends``: it
    is marked as of Legends. ``also``: another name that the data may have for it, empty where none is known. ``heading``: the
    line of the force or role that it stands under, None where the format has none. ``declared``: what is declared of it,
    label and value. ``label``: what the list's header calls it. ``force``: the place of its force among those of the list,
    None where the format has none. ``id``: what the list calls it elsewhere, empty where it does not.
    """

    name: str
    line: int = 0
    points: Number | None = None
    models: int = 0
    parts: list[Part] = field(default_factory=list)
    enhancements: list[Word] = field(default_factory=list)
    warlord: bool = False
    flat: bool = False
    allied: bool = False
    legends: bool = False
    group: int = 0
    role: str = ""
    leads: tuple[str, int] | None = None
    joined: tuple[str, int] | None = None
    regiment: int = 0
    section: str = ""
    also: str = ""
    heading: Word | None = None
    declared: list[tuple[str, Word]] = field(default_factory=list)
    label: str = ""
    force: int | None = None
    id: str = ""


class Outlined(Struct):
    """A force of a text that states all that is selected in it: what kind of force it is, of which catalogue where that is not
    the one around it, the player's name for it, what stands in it (units and settings), and the forces inside it."""

    kind: Word
    catalogue: Word | None = None
    title: str = ""
    roots: list[UnitRecord] = field(default_factory=list)
    forces: list[Outlined] = field(default_factory=list)


class ListRecord(Struct):
    """A whole list. ``format``: the name of what it was read as. ``systems``: ids of the game systems that it may be for, the
    likeliest first. ``total``: points it claims for the whole army; ``limit``: of the game that it states.

    ``faction`` and ``detachments`` are filled where the text labels them; ``header`` holds the lines that may be faction,
    detachment or anything else. ``choices``: settings of the army (label, value); no label where only the data tell what it is.
    ``unread``: lines that mean nothing to the reader. ``another``: where another list starts in the text, which is not read.
    ``sparse``: the format lists only what was chosen beyond the default. ``game``: the name of its game, in texts of this
    program, which state all that was chosen; ``headings``: of its forces or roles. ``title``: what the list is called, which may
    name the faction and detachment, too. ``units_stated``: how many units it says it has. ``unplaced``: what it says of a unit
    without telling of which. ``forces``: those of a saved roster, whose settings are among the ``choices``, too. ``outline``: the
    forces of a text that states all that is selected, ``limits``: those of costs that it states, by the names of these.
    ``edition``: what it says besides of the game that it is for; ``contrary``: what says otherwise than an earlier line.
    """

    format: str
    systems: tuple[str, ...] = ()
    name: str = ""
    total: Number | None = None
    limit: Number | None = None
    game: Word | None = None
    size: Word | None = None
    faction: Word | None = None
    detachments: list[Word] = field(default_factory=list)
    header: list[Word] = field(default_factory=list)
    choices: list[tuple[str, Word]] = field(default_factory=list)
    units: list[UnitRecord] = field(default_factory=list)
    unread: list[Word] = field(default_factory=list)
    headings: list[Word] = field(default_factory=list)
    forces: list[ForceRecord] = field(default_factory=list)
    another: Word | None = None
    title: Word | None = None
    units_stated: int = 0
    unplaced: list[Word] = field(default_factory=list)
    sparse: bool = False
    outline: list[Outlined] = field(default_factory=list)
    limits: list[tuple[str, Number]] = field(default_factory=list)
    edition: str = ""
    contrary: list[Word] = field(default_factory=list)

    def play(self, stated: Word, size: Word | None, limit: Number | None) -> None:
        """Notes the size of game, or its limit, that is stated. A list has one; what says otherwise later is `contrary`,
        and the larger of both counts, so that what it forbids is forbidden in any case."""
        if self.size is None and size is not None and limit is not None and self.total in (None, self.limit):
            self.total = self.limit if self.limit not in (None, limit) else self.total  # of the army, as it turns out
            self.limit = limit
        if _differ(self.size, size) or (limit is not None and self.limit not in (None, limit)):
            self._contradict(stated)
            if limit is not None and self.limit is not None and limit > self.limit:
                self.size, self.limit = size, limit
            return
        self.size = self.size or size
        self.limit = limit if self.limit is None else self.limit

    def cost(self, stated: Word, total: Number | None) -> None:
        """Notes the points of the whole army, in the same way."""
        if self.total not in (None, total):
            self._contradict(stated)
        else:
            self.total = total

    def belong(self, stated: Word, faction: Word) -> None:
        """Notes the faction that is stated, in the same way."""
        if _differ(self.faction, faction):
            self._contradict(stated)
        else:
            self.faction = self.faction or faction

    def _contradict(self, stated: Word) -> None:
        if stated not in self.contrary[-1:]:  # a line may say two things
            self.contrary.append(stated)


def _differ(earlier: Word | None, later: Word | None) -> bool:
    return earlier is not None and later is not None and earlier.text.casefold() != later.text.casefold()
