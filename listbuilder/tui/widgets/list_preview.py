"""What the library shows of the list under the cursor: what it is, the verdict, newer data, the army as a tree."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from listbuilder.i18n import _, ngettext
from listbuilder.shelf.kept import HELD, STRIKES, TRANSPORT, WARLORD, Gauged, Kept, Newer, TreeLine, exact
from listbuilder.terminal import one_line, packed_lines, wrap
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.shelf_rows import Row, shortened
from listbuilder.tui.wording import both_ends, literal, number

GAP = "  "


class ListPreview(VerticalScroll):
    """Redraws when the cursor moves; scrolls with the wheel, and never takes the focus."""

    can_focus = False

    def compose(self) -> ComposeResult:
        yield Static(id="preview-text")

    def on_mount(self) -> None:
        self._height = 0  # lines that are shown

    def show(self, row: Row | None) -> None:
        """Shows a list, or nothing."""
        self.scroll_home(animate=False)
        width = max(20, self.scrollable_content_region.width - 1)
        kept = row.kept if row is not None else None
        self.border_title = literal(row.name) if row is not None else ""
        self.border_subtitle = ""
        lines = list(_lines(row, kept, width)) if row is not None else []
        lines += [Content()] * (self.scrollable_content_region.height - len(lines))
        shown = self.query_one(Static)
        shown.update(Content("\n").join(lines), layout=len(lines) != self._height)  # as high as before, mostly
        self._height = len(lines)


def _lines(row: Row, kept: Kept | None, width: int) -> Iterator[Content]:
    if kept is None:
        yield Content.styled(_("Not read yet."), "$text-muted")
    elif kept.was_read:
        yield from _head(kept, width)
        yield from _judged(kept, width)
        yield Content()
        yield from (_unit(line, width) for line in kept.tree)
        yield from _noted(kept, width)
    else:
        place = _("line {line}: ").format(line=kept.line) if kept.line else ""
        yield from _wrapped(place + kept.message, width)
    yield Content()
    if row.tags:
        yield from _labelled(_("tags"), " ".join(row.tags), width)
    if row.unsaved:
        yield from _wrapped(_("Unsaved changes wait for it: r"), width, "$text-warning")
    file = f"{row.file_name} · {kept.form}" if kept is not None and kept.form else row.file_name
    yield from _labelled(_("file"), file, width)
    yield from _labelled(_("in"), shortened(row.found.folder), width)


def _head(kept: Kept, width: int) -> Iterator[Content]:
    yield from map(Content, packed_lines(filter(None, (kept.faction, *kept.detachments)), width))
    for line in packed_lines(filter(None, (kept.system_name, kept.size)), width):
        yield Content.styled(line, "$text-muted")
    total, limit = exact(kept.points), exact(kept.limit)
    if total is not None:
        of = f" / {number(limit)}" if limit else ""
        left = ""
        if limit and total > limit:
            left = _("{n} over").format(n=number(total - limit))
        elif limit and total < limit:
            left = _("{n} left").format(n=number(limit - total))
        style = "bold $text-error" if limit and total > limit else "$text-success"
        yield Content.assemble((f"{number(total)}{of} {kept.points_name}", "bold"), GAP, (left, style))


def _judged(kept: Kept, width: int) -> Iterator[Content]:
    """The verdict with what players plan by, and what newer data change."""
    sign = glyphs()
    verdicts = {
        "legal": (f"{sign.legal} {_('legal')}", "bold $text-success"),
        "illegal": (
            f"{sign.error} {ngettext('{n} error', '{n} errors', kept.errors).format(n=kept.errors)}",
            "bold $text-error",
        ),
    }
    said = verdicts.get(kept.verdict, (f"{sign.unjudged} {_('not judged')}", "bold $text-warning"))
    parts = [Content.assemble(said), *map(_gauge, kept.gauges)]
    line = Content()
    for part in parts:
        if line and line.cell_length + part.cell_length + len(GAP) > width:
            yield line
            line = Content()
        line = Content.assemble(line, GAP, part) if line else part
    yield line
    if kept.newer is not None:
        yield from _wrapped(f"{sign.warning} {newer_words(kept, kept.newer)}", width, "$text-warning")


def newer_words(kept: Kept, newer: Newer) -> str:
    """What newer data change, in one sentence."""
    if newer.prices is None:
        return _("Judged by the data of {date}; those that it was made with are gone.").format(date=newer.date)
    was, now = exact(newer.was), exact(kept.points)
    words = ngettext(
        "{n} price changed by the data of {date}", "{n} prices changed by the data of {date}", newer.prices
    ).format(n=newer.prices, date=newer.date)
    if was is not None and now is not None and was != now:
        words += f": {number(was)} {glyphs().becomes} {number(now)}"
    if newer.verdict == "legal" != kept.verdict:
        words += " · " + _("not legal any more")
    return words


def _gauge(one: Gauged) -> Content:
    style = "bold $text-error" if one.is_off else ""
    if one.mark:
        shown = glyphs().error if one.is_off else glyphs().legal
    else:
        shown = "/".join(number(value) for value in map(exact, (one.found, one.most)) if value is not None)
    return Content.assemble((f"{one.name} ", "$text-muted"), (shown, style))


def _unit(line: TreeLine, width: int) -> Content:
    sign = glyphs()
    price = exact(line.points)
    right = Content(number(price)) if price is not None else Content()
    if line.heading:
        return both_ends(Content.styled(one_line(line.name), "bold $secondary"), right.stylize("$text-muted"), width)
    first = {WARLORD: sign.warlord, TRANSPORT: sign.embarked, HELD: sign.reserves, STRIKES: sign.deep_strike}
    above = "".join(GAP if last else f"{sign.trunk} " for last in line.path[:-1])
    branch = above + (f"{sign.last_branch if line.path[-1] else sign.branch} " if line.path else "")
    models = f" {sign.times}{line.models}" if line.models > 1 else ""
    places = " {}/{}".format(*line.places) if line.places is not None else ""
    beside = "".join(f" {sign.enhancement} {one_line(one)}" for one in line.enhancements)
    more = exact(line.more)
    change = f" {sign.warning} {'+' if more > 0 else ''}{number(more)}" if more is not None else ""
    left = Content.assemble(
        (f"{first.get(line.sign, ' ')} ", "bold $warning"),
        (branch, "dim"),
        one_line(line.name),
        (models, "dim"),
        (change, "$text-warning"),
        (places + beside, "$text-muted"),
        (f" {sign.noted}" if line.notes else "", "$text-muted"),
    )
    return both_ends(left, right, width)


def _noted(kept: Kept, width: int) -> Iterator[Content]:
    """The notes on the list, then those on its units."""
    if kept.notes or any(line.notes for line in kept.tree):
        yield Content()
    if kept.notes:
        yield from _labelled(_("note"), kept.notes, width)
    for line in kept.tree:
        if line.notes:
            yield from _labelled(line.name, line.notes, width)


def _labelled(label: str, text: str, width: int) -> Iterator[Content]:
    start = f"{one_line(label)} "
    for index, line in enumerate(wrap(start + one_line(text), width, rest=GAP)):
        cut = len(start) if index == 0 else 0
        yield Content.assemble((line[:cut], "$text-muted"), line[cut:])


def _wrapped(text: str, width: int, style: str = "") -> Iterator[Content]:
    return (Content.styled(line, style) for line in wrap(text, width))
