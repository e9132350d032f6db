"""Places blocks on pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from reportlab.lib.pagesizes import A4, A5, LETTER
from reportlab.lib.units import mm

from listbuilder import budget
from listbuilder.i18n import _
from listbuilder.print.kit.blocks import Block, Gap, HairRule, Scaled, Stack
from listbuilder.print.kit.grid import Grid
from listbuilder.print.kit.notices import note
from listbuilder.print.kit.parting import parted
from listbuilder.print.kit.sheets import LARGE
from listbuilder.print.kit.theme import SECTION, prose
from listbuilder.replacing import replace

SIZES = {
    "a4": A4,
    "letter": LETTER,
    "a5": A5,
    "half-a4": (A4[1] / 2, A4[0]),  # pages of booklets
    "half-letter": (LETTER[1] / 2, LETTER[0]),
    "small-a4": (A4[0] / LARGE, A4[1] / LARGE),  # pages that are printed large
    "small-letter": (LETTER[0] / LARGE, LETTER[1] / LARGE),
}


@dataclass(frozen=True, slots=True)
class Frame:
    """The printed part of the paper; all lengths in points."""

    paper: tuple[float, float]
    side: float = 14 * mm
    above: float = 12 * mm
    below: float = 16 * mm

    @property
    def width(self) -> float:
        return self.paper[0] - 2 * self.side

    @property
    def height(self) -> float:
        return self.paper[1] - self.above - self.below

    @property
    def top(self) -> float:
        return self.paper[1] - self.above


@dataclass(frozen=True, slots=True)
class Bookmark:
    """An entry of the outline."""

    title: str
    level: int = 0


@dataclass(frozen=True, slots=True)
class Placed:
    """A block with its position; ``top`` is measured upwards from the lower edge of the paper."""

    block: Block
    x: float
    top: float
    width: float
    bookmarks: tuple[Bookmark, ...] = ()


@dataclass
class Flow:
    """Fills pages from the top; a block that does not fit goes to the next page. ``is_two_sided``: every other page is
    the back of the one before."""

    frame: Frame
    gap: float = 9.0
    pages: list[list[Placed]] = field(default_factory=lambda: [[]])
    used: float = 0.0
    is_two_sided: bool = False

    def copy(self) -> Flow:
        """What goes on from here by itself."""
        return Flow(self.frame, self.gap, [page.copy() for page in self.pages], self.used, self.is_two_sided)

    @property
    def room(self) -> float:
        return self.frame.height - self.used

    def empty(self) -> list[float]:
        """How much of each page is left empty in one piece, as a part of 1; pages without any block are left out."""
        return [max(self._gaps(page)) / self.frame.height for page in self.pages if page]

    def _gaps(self, page: Sequence[Placed]) -> Iterator[float]:
        """The heights below the last block of a page, and above it, as it may stand at the foot."""
        before, last = page[-2:-1], page[-1]
        yield last.top - last.block.height(last.width) - self.frame.below
        yield min((one.top - one.block.height(one.width) for one in before), default=self.frame.top) - last.top

    def turn_page(self) -> None:
        """Starts a new page unless this one is still empty."""
        budget.look()
        if self.pages[-1]:
            budget.allow("pages", len(self.pages) + 1)
            self.pages.append([])
        self.used = 0.0

    def add(self, block: Block, *bookmarks: Bookmark, again: Block | None = None) -> None:
        """Places a block undivided. One taller than a page begins a page and goes on on further ones, below ``again``, its
        title."""
        height = block.height(self.frame.width)
        if height > self.frame.height + 0.01:
            self._add_parts(block, bookmarks, again)
            return
        if self.pages[-1] and height > self.room + 0.01:
            self.turn_page()
        self._put(block, height, bookmarks)
        self.used += self.gap

    def move_closer(self, gap: float) -> None:
        """Leaves less between the blocks of this page, each of which is as wide as it."""
        saved = self.gap - gap
        self.pages[-1] = [replace(one, top=one.top + saved * index) for index, one in enumerate(self.pages[-1])]
        self.used -= saved * len(self.pages[-1])

    def _add_parts(self, block: Block, bookmarks: tuple[Bookmark, ...], again: Block | None) -> None:
        width = self.frame.width
        self.turn_page()
        rest: Block | None = block
        coming = bookmarks
        while rest is not None:
            if rest is not block:
                self.turn_page()
                if again is not None:
                    self._put(again, again.height(width), ())
            first, others = parted(rest, width, self.room)
            if first is None:  # nothing of it fits: the one case in which type is set smaller
                first, others = Scaled(rest, self._fitting_factor(rest)), None
                _tell_small(bookmarks)
            self._put(first, first.height(width), coming)
            coming, rest = (), others
        self.used += self.gap

    def _fitting_factor(self, block: Block) -> float:
        factor = 1.0
        while factor > 0.05 and Scaled(block, factor).height(self.frame.width) > self.room:
            factor *= 0.96
        return factor

    def add_below(self, block: Block) -> bool:
        """Places a block at the foot of the page, where there is room for it; whether there is."""
        height = block.height(self.frame.width)
        if height > self.room:
            return False
        self.used += self.room - height
        self._put(block, height, ())
        return True

    def add_anywhere(self, block: Block) -> None:
        """Places a block at the foot of the last page that has room for it, on a page of its own where none has."""
        page = self._page_with_room(block)
        if page is None:
            self.add(block)
        else:
            height = block.height(self.frame.width)
            page.append(Placed(block, self.frame.side, self.frame.below + height, self.frame.width))

    def has_room_anywhere(self, block: Block) -> bool:
        """Whether a page has room for a block at its foot."""
        return self._page_with_room(block) is not None

    def _page_with_room(self, block: Block) -> list[Placed] | None:
        """The last page that has room for a block at its foot."""
        height = block.height(self.frame.width)
        for page in reversed(self.pages):
            lowest = min((one.top - one.block.height(one.width) for one in page), default=self.frame.top)
            if lowest - self.gap - height >= self.frame.below:
                return page
        return None

    def add_grid(self, grid: Grid) -> None:
        """Places a table; rows that do not fit go to the next page."""
        rest: Grid | None = grid
        while rest is not None:
            first, others = rest.split(self.frame.width, self.room)
            if first is None and not self.pages[-1]:
                self.add(rest)  # a single row taller than a page
                return
            if first is not None:
                self._put(first, first.height(self.frame.width), ())
                rest = others
            if rest is not None:
                self.turn_page()
        self.used += self.gap

    def _put(self, block: Block, height: float, bookmarks: tuple[Bookmark, ...]) -> None:
        self.pages[-1].append(Placed(block, self.frame.side, self.frame.top - self.used, self.frame.width, bookmarks))
        self.used += height


def _tell_small(bookmarks: tuple[Bookmark, ...]) -> None:
    if bookmarks:
        note(_("{name} is taller than a page and is printed smaller").format(name=bookmarks[-1].title))
    else:
        note(_("something is taller than a page and is printed smaller"))


def heading(text: str, *below: Block) -> Stack:
    """A section's title with the blocks that stay on the same page."""
    return Stack([prose(text, SECTION), HairRule(0.9, above=1.0, below=2.0), Gap(1), *below])
