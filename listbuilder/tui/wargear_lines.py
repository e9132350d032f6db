"""Draws what a unit carries and may choose: name, stepper, bound or keywords, and the figures of the weapon in columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct
from textual.content import Content
from textual.style import Style

from listbuilder.army import Army, Profile
from listbuilder.catalogue.base import Number
from listbuilder.i18n import Text, _
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.session import Row
from listbuilder.terminal import clip, columns, one_line, pad, wrap
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.rules_text import INDENT
from listbuilder.tui.typed_number import TypedNumber
from listbuilder.tui.unit_rows import SheetLine, is_closed, mode
from listbuilder.tui.weapon_columns import Columns, keywords_of, tables_of, weapon_columns
from listbuilder.tui.widgets.clicks import clickable
from listbuilder.tui.wording import in_game, local, number, price

NEXT_PROFILE = "next_profile"  # action of the pane
STEP = "step"  # of a sign that is clicked: one less or one more
LESS, MORE = (Style(bold=True) + Style.from_meta({STEP: step}) for step in (-1, 1))
NARROW = 40  # cells: with less, the figures stand below the line under the cursor
STEPPER = 7  # cells of a stepper and the space behind it
SHORTEST_NAME = 14
SIZE = Text("{unit} size")
COUNTED = ("count", "toggle")
WORDS = 12  # cells for bounds and keywords, where there is room


class Fault(Struct, frozen=True):
    """What a finding says of a row: what is wrong in short, and the number that would be right in place of the row's own."""

    text: str
    right: Number | None = None


def fault_of(finding: Diagnostic, line: SheetLine) -> Fault:
    """In a few words, where the data state a bound. Where the line counts what the finding has counted, with the number that
    would be right, as the line counts: a unit's size with its sergeant."""
    bound, kind = finding.bound, finding.cause.kind if finding.cause is not None else ""
    if bound is None or kind not in ("min", "max", "exactly"):
        return Fault(one_line(str(finding.message)))
    said = {"min": _("min {n}"), "max": _("max {n}"), "exactly": _("exactly {n}")}[kind]
    row, right = line.row, None
    if row is not None and row.kind == "count" and finding.found in (row.count, row.count + line.beyond):
        right = bound = bound + (line.beyond if finding.found == row.count else 0)
    return Fault(said.format(n=number(bound)), right)


def most_of(army: Army, line: SheetLine) -> str:
    """Why there cannot be more of what a line counts, or has on or off; empty where there can."""
    row, name = line.row, local(army, line.label) or in_game(SIZE, army.vocabulary)
    if row is None or (row.chosen and row.kind != "count"):
        return ""
    if is_closed(row) and row.fitting:
        words = {"name": name, "n": number(row.fitting)}
        return _("{name}: room for {n} of these models; x on their line splits some off").format(**words)
    if is_closed(row):
        return _("{name}: not possible beside what else is chosen").format(name=name)
    if row.kind == "pick" or row.maximum is None or row.count < row.maximum:
        return ""
    if not row.maximum:
        return _("{name}: not possible beside what else is chosen").format(name=name)
    text = _("{name}: at most {n} here").format(name=name, n=number(row.maximum + line.beyond))
    share = share_words(army, row)
    return f"{text} · {share}" if share else text


def least_of(army: Army, line: SheetLine) -> str:
    """Why there cannot be fewer."""
    name = local(army, line.label) or in_game(SIZE, army.vocabulary)
    least = (line.row.minimum or 0) + line.beyond if line.row is not None else 0
    return _("{name}: at least {n} here").format(name=name, n=number(least)) if least else ""


def _in_long_blocks(lines: Sequence[SheetLine], names: Sequence[int], first: int) -> Iterator[str]:
    """Ids of lines in blocks of counted lines without figures, of which one needs more than so many cells before its number."""
    block: list[tuple[SheetLine, int]] = []
    for line, size in (*zip(lines, names, strict=True), (None, 0)):
        if block and (line is None or line.kind not in COUNTED or line.depth != block[0][0].depth):
            if any(cells + 1 > first for _one, cells in block) and not any(one.profile for one, _cells in block):
                yield from (one.id for one, _cells in block)
            block = []
        if line is not None and line.kind in COUNTED:
            block.append((line, size))


class WargearDrawing:
    """Lines of one unit in the width there is."""

    def __init__(
        self,
        army: Army,
        lines: Sequence[SheetLine],
        width: int,
        faults: Mapping[str, Fault],
        prices: Mapping[str, str] | None = None,
        against: Mapping[str, str] | None = None,
    ) -> None:
        """``prices``: by the ids of lines; ``against``: what speaks against one more of a row, by its key."""
        self._army = army
        self._width = width
        self._faults = faults
        self._prices = prices or {}
        self._against = against or {}
        profiles = [line.profile for line in lines if line.profile is not None]
        self._tables = tables_of(army, profiles)
        names = [2 * line.depth + columns(self._name(line)) for line in lines]
        bare = [size for size, line in zip(names, lines, strict=True) if line.kind in COUNTED and line.profile is None]
        self._longest = max(bare, default=0) + 1  # of the names with a number and no figures
        has_steps = any(_has_number(line) for line in lines)
        least = width - SHORTEST_NAME - (STEPPER if has_steps else 0)
        figured = [size + 1 for size, line in zip(names, lines, strict=True) if line.profile is not None]
        rooms = (
            min(least, least + SHORTEST_NAME - max(figured, default=0)),
            least,
        )  # beside whole names, or the least of them
        found = (weapon_columns(army, self._tables, room) for room in rooms if width >= NARROW)
        self.columns: Columns | None = next((one for one in found if one is not None), None)
        taken = (self.columns.width if self.columns else 0) + (STEPPER if has_steps else 0)
        room = max(SHORTEST_NAME + 4, width - taken - WORDS)
        room = max(room, self._spare(lines, width - taken, room))
        self._first = max(0, min(max(names, default=0) + 1, room, width - taken))
        self._in_long = frozenset(_in_long_blocks(lines, names, self._first))
        self._middle = self._first + (STEPPER if has_steps else 0)
        self._plain_middle = self._middle_of([line for line in lines if line.profile and not _has_number(line)])
        self.dropped: dict[str, str] = {}  # keywords for which there is no room, by the names of the weapons

    def _spare(self, lines: Sequence[SheetLine], most: int, room: int) -> int:
        """Cells for names beside a number and figures: all that bounds and keywords leave which have a place behind them."""
        beside = [line for line in lines if line.profile is not None and _has_number(line)]
        words = [self._words(line, self._faults.get(line.id)).cell_length for line in beside]
        names = [2 * line.depth + columns(self._name(line)) for line in beside]
        shown = max((size for size in words if size <= most - room), default=0)
        return min(most - shown, max(names, default=0) + 1)

    def _middle_of(self, lines: Sequence[SheetLine]) -> int:
        """Where the keywords of weapons begin that are not counted: in one column, where there is room for that."""
        said = {line.id: keywords_of(self._army, self._tables, line.profile) for line in lines if line.profile}
        names = (2 * line.depth + columns(self._name(line)) + 2 for line in lines if said.get(line.id))
        wanted = max((self._middle, *names))
        room = self._width - (self.columns.width if self.columns else 0)
        return max(min(wanted, room - max(map(columns, said.values()), default=0)), min(wanted, SHORTEST_NAME))

    def heading(self, title: str) -> Content:
        """The heading of the columns; without the models where there is no room for them."""
        right = self.columns.heading if self.columns else ""
        room = self._width - columns(right) - 1
        left = clip(title if columns(title) <= room else self._army.vocabulary.terms.wargear.title, room)
        return Content.assemble((pad(left, self._width - columns(right)), "bold $head"), (right, "$dim"))

    @property
    def has_profiles(self) -> bool:
        return bool(self._tables)

    def told(self, line: SheetLine, profiles: Sequence[Profile], place: int) -> Content:
        """The figures of one of a line's profiles, where there are no columns for them."""
        shown = profiles[place % len(profiles)]
        alone = weapon_columns(self._army, tables_of(self._army, [shown]), 10**6)
        several = len(profiles) > 1
        more = f" {glyphs().becomes}" if several else ""
        figures = clip(alone.told(shown) if alone else "", self._width - columns(more))
        room = self._width - columns(figures) - columns(more)
        name = clip(f"  {local(self._army, mode(shown, line.label))}", room - 1) if several else " "
        return Content.assemble((f"{name} {figures}", "$dim"), clickable(Content.styled(more, "$accent"), NEXT_PROFILE))

    def text(self, line: SheetLine, typed: TypedNumber) -> Content:
        """The line; one at fault has a ground of its own. A name without room goes on below."""
        fault = self._faults.get(line.id)
        rows = self._rows(line, typed, fault)
        if fault is not None:
            rows = [row.pad_right(self._width - row.cell_length).stylize_before("on $mark") for row in rows]
        return Content("\n").join(rows)

    def _rows(self, line: SheetLine, typed: TypedNumber, fault: Fault | None) -> list[Content]:
        figures = self._figures(line)
        room = self._width - columns(figures)
        stepper = self._stepper(line, typed, fault)
        words = self._words(line, fault, share=True)
        style = self._style(line, fault)
        cells = self._before(line, fault, room) - 1 if stepper else room - 1 if figures else room
        name, *below = [Content.styled(one, style) for one in self._wrapped(line, cells)]
        left = Content.assemble(name.pad_right(cells - name.cell_length), " ", stepper) if stepper else name
        wanted = self._middle if stepper else self._plain_middle
        least = left.cell_length + (1 if stepper else 2)
        if words.cell_length > room - least:
            words = self._words(line, fault)
        start = max(min(wanted, room - words.cell_length), least)
        if words.cell_length <= room - start:
            left = Content.assemble(left, " " * (start - left.cell_length), words)
        elif words.cell_length:
            left = self._squeezed(line, left, words, start, room, fault)
        if figures:
            shade = "$dim" if self._is_faint(line) or (line.row is not None and not line.row.chosen) else ""
            left = Content.assemble(left, " " * max(0, room - left.cell_length), (figures, shade))
        return [left, *below]

    def _before(self, line: SheetLine, fault: Fault | None, room: int) -> int:
        """Cells before the number of a line: as in the others, more for a long name with no figures at its right."""
        if line.kind not in ("heading", "fixed") and (line.profile is not None or fault is not None):
            return self._first
        named = 2 * line.depth + columns(self._name(line)) + 1
        if line.kind not in ("heading", "fixed", "models") and (named > self._first or line.id in self._in_long):
            named = self._longest  # those that need more have one column, too, and those in a block with them
        words = 0 if line.kind in ("heading", "fixed") else self._words(line, fault).cell_length + 1
        return max(self._first, min(named, room - STEPPER - words))

    def _squeezed(
        self, line: SheetLine, left: Content, words: Content, start: int, room: int, fault: Fault | None
    ) -> Content:
        """The line without its keywords, which do not fit; a bound that does not fit either is cut."""
        said = keywords_of(self._army, self._tables, line.profile) if line.profile is not None else ""
        if said:
            self.dropped.setdefault(local(self._army, line.profile.name) if line.profile else "", said)
        rest = self._words(line, fault, keywords=False)
        if rest.cell_length > room - start and fault is None and line.row is not None:
            rest = Content.styled(bounds(line.row, line), "$dim")
        if not rest.cell_length or start > room - 3:
            return left
        return Content.assemble(left, " " * (start - left.cell_length), rest.truncate(room - start, ellipsis=True))

    def _wrapped(self, line: SheetLine, room: int) -> list[str]:
        """The name in rows of at most so many cells."""
        indent, name = "  " * line.depth, self._name(line)
        if columns(indent + name) <= room:
            return [indent + name]
        bare, sign = name.lstrip(), f" {glyphs().choice}" if line.kind == "choice" else ""
        indent += name[: len(name) - len(bare)]
        *rows, last = wrap(bare.removesuffix(sign), max(room, 2 * columns(indent)), indent, indent + INDENT)
        before, _blank, word = last.rpartition(" ")
        if columns(last + sign) <= room:
            return [*rows, last + sign]
        if before.strip():  # else the sign would be alone in a row
            return [*rows, before, indent + INDENT + word + sign]
        return [*rows, last, indent + sign]

    def _figures(self, line: SheetLine) -> str:
        if self.columns is None or line.profile is None:
            return ""
        return self.columns.line(self.columns.cells(line.profile))

    def _name(self, line: SheetLine) -> str:
        if line.kind == "models" and line.row is not None and not line.label:
            return in_game(SIZE, self._army.vocabulary)
        label = local(self._army, line.label)
        if line.kind == "choice":
            around = local(self._army, line.around)
            shown = f"{around}  {label or glyphs().dash}" if around else label
            return f"{shown} {glyphs().choice}"
        if line.kind == "option":
            return f"{glyphs().picked if _chosen(line) else ' '} {label}"
        return label

    def _said(self, line: SheetLine) -> str:
        """What the data say against one more."""
        return self._against.get(line.row.key, "") if line.row is not None and line.kind in ("count", "models") else ""

    def _is_faint(self, line: SheetLine) -> bool:
        return line.faint or (bool(self._said(line)) and not _chosen(line))

    def _style(self, line: SheetLine, fault: Fault | None) -> str:
        if fault is not None:
            return "bold $danger"
        if line.kind in ("heading", "models"):
            return "bold $head" if line.label else ""
        if line.kind == "profile" or self._is_faint(line):
            return "$dim"
        return ""

    # --- the stepper ----------------------------------------------------------------------------------------------------

    def _stepper(self, line: SheetLine, typed: TypedNumber, fault: Fault | None) -> Content:
        row = line.row
        if line.kind == "toggle" and row is not None:
            box = f"[{'x' if row.chosen else ' '}]"
            return Content.styled(f" {box:<5}"[: STEPPER - 1], "bold $accent" if row.chosen else "$dim")
        if line.kind not in ("count", "models") or row is None:
            return Content.styled(f"{number(line.number):>4}  ", "bold $head") if line.number is not None else Content()
        sign = glyphs()
        typing = typed.on(line.id)
        lowest = row.count <= (row.minimum or 0)
        highest = (row.maximum is not None and row.count >= row.maximum) or bool(self._said(line))
        shown = f"{typing}_" if typing else number(row.count + line.beyond)
        style = "bold $danger" if fault is not None else "bold" if row.count else "$dim"
        return Content.assemble(
            " " if lowest else Content.styled(sign.less, LESS).stylize("$accent"),
            (f"{shown:>3}", style),
            " ",
            " " if highest else Content.styled(sign.more, MORE).stylize("$accent"),
        )

    # --- bounds and keywords --------------------------------------------------------------------------------------------

    def _words(self, line: SheetLine, fault: Fault | None, *, keywords: bool = True, share: bool = False) -> Content:
        """What stands between name and figures: the bound, on what share of the models that depends, what one more costs, the
        keywords."""
        row, sign = line.row, glyphs()
        if fault is not None:
            right = f" {sign.becomes} {number(fault.right)}" if fault.right is not None else ""
            return Content.assemble((f"{sign.error} {fault.text}", "bold $danger"), (right, "$good"))
        parts = [bounds(row, line)] if row is not None and line.kind != "choice" else []
        if share and row is not None and parts:
            parts = [" · ".join(filter(None, (*parts, share_words(self._army, row), self._said(line))))]
        if prices := self._prices.get(line.id):
            parts.append(prices)
        elif row is not None and row.points and line.kind in ("count", "models", "toggle", "option"):
            parts.append(price(row.points))
        if line.profile is not None and keywords:
            parts.append(keywords_of(self._army, self._tables, line.profile))
        return Content.styled("  ".join(filter(None, parts)), "$dim")


def _chosen(line: SheetLine) -> bool:
    return line.row is not None and line.row.chosen


def _has_number(line: SheetLine) -> bool:
    counted = line.kind in ("count", "models", "toggle") and line.row is not None
    return counted or (line.number is not None and line.kind in ("heading", "fixed"))


def share_words(army: Army, row: Row) -> str:
    """The share of the models that may have it."""
    share = row.share
    if share is None:
        return ""
    if not share.of:
        return _("{n} per {models} models").format(n=number(share.number), models=number(share.models))
    words = {"n": number(share.number), "models": number(share.models), "name": local(army, share.of)}
    return _("{n} per {models} {name}").format(**words)


def bounds(row: Row, line: SheetLine) -> str:
    """How many there may be, where the number of models does not say it already."""
    low, high = row.minimum or 0, row.maximum
    is_heading = row.kind == "heading"
    if not (row.kind == "count" or is_heading) or (is_heading and low == high == 1):
        return ""
    if is_heading and not low and high is not None and 0 < line.of <= high:
        return ""  # all of its boxes may be ticked
    low, high = low + line.beyond, None if high is None else high + line.beyond
    if high is None:
        return _("min {n}").format(n=number(low)) if low else ""
    if low == high:
        return f"{number(row.count)}/{number(high)}" if is_heading else "" if line.of else number(high)
    if low:
        return f"{number(low)}{glyphs().to}{number(high)}"
    return (
        _("max {n}").format(n=number(high)) if row.kind == "heading" or line.kind == "models" or high < line.of else ""
    )
