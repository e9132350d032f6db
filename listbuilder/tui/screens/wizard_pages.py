"""What the wizard says beside its choices: where data are from, what a size allows, what is chosen so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from textual.content import Content

from listbuilder.i18n import _, in_language
from listbuilder.session import Named, Session
from listbuilder.sources.dataset import NATIVE
from listbuilder.terminal import one_line, pad, wrap
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.search import Item
from listbuilder.tui.wording import number, points

GAP = 2  # cells between a name and what is said of it


def origin(one: Named) -> str:
    """The data set that has a system or faction, and the date of its data."""
    name = _("shipped") if one.source == NATIVE else one_line(one.source)
    return " · ".join(filter(None, (name, one.date)))


def origin_items(choices: Sequence[Named], *, grouped: bool) -> list[Item]:
    """Systems or factions, each with its data set where they are from several; ``grouped``: as a heading above them."""
    several = len({one.source for one in choices}) > 1

    def item(one: Named) -> Item:
        said = origin(one) if several else ""
        group, note = (said, "") if grouped else ("", said)
        return Item(one.id, one.name, note, more=one.more, also=one.also, group=group)

    return [item(one) for one in choices]


def origin_text(one: Named) -> Content:
    """Where the data of a system or faction are from."""
    name = _("shipped with the program") if one.source == NATIVE else one_line(one.source)
    return rows_text((label, said) for label, said in ((_("Data set"), name), (_("Data of"), one.date)) if said)


def factions_text(names: Sequence[str]) -> Content | None:
    """The factions of a system, one below the other."""
    if not names:
        return None
    heading = Content.assemble((_("Factions"), "bold $secondary"), (f" {len(names)}", "$dim"))
    return Content("\n").join([heading, *(Content(one_line(name)) for name in names)])


def size_text(session: Session, size_id: str) -> Content:
    """What a size allows: points, and what else is limited by it."""
    with session.trial():
        session.set_battle_size(size_id)
        limit, gauges, spending = session.limit, session.gauges, session.spending
    shown = {one.currency for one in gauges}
    most = glyphs().at_most
    rows = [(_("Points limit"), f"  {number(limit)}")] if limit is not None else []
    rows += [
        (in_language(one.name), f"{most} {number(one.used.most)}")
        for one in gauges
        if one.used.most and one.used.most != one.used.at_least  # what every army needs is nothing of this size
    ]
    rows += [
        (in_language(one.name), f"{most} {number(one.limit)}")
        for one in spending
        if one.limit and one.currency not in shown
    ]
    return rows_text(rows) if rows else Content.styled(_("The data say nothing more of it."), "$dim")


def so_far_text(done: Iterable[tuple[str, str]], width: int) -> Content | None:
    """What was chosen in the steps before, by their titles."""
    rows = [(title, one_line(name)) for title, name in done if name]
    return Content.assemble((_("Chosen so far"), "bold $secondary"), "\n", rows_text(rows, width)) if rows else None


def rows_text(rows: Iterable[tuple[str, str]], width: int = 0) -> Content:
    """Names and what is said of each, in two columns. ``width``: cells of a line, where long texts go on in their column."""
    found = list(rows)
    start = max((cell_len(name) for name, _said in found), default=0) + GAP
    lines = []
    for name, said in found:
        first, *others = wrap(said, max(0, width - start)) or [""]
        lines.append(Content.assemble((pad(name, start), "$dim"), (first, "bold")))
        lines += [Content.assemble(" " * start, (line, "bold")) for line in others]
    return Content("\n").join(lines)


def sizes(session: Session) -> list[Named]:
    """The sizes with their points, where these are not in their names."""
    known = {name: size.points for size in session.system.battle_sizes for name in size.name.values()}

    def note(choice: Named) -> str:
        said = choice.note or any(sign.isdigit() for sign in choice.name)
        return choice.note if said or choice.name not in known else points(session.army, known[choice.name])

    return [Named(choice.id, choice.name, note(choice)) for choice in session.battle_sizes()]


def trail(titles: Sequence[tuple[int, str]], done: Sequence[str], here: int, width: int) -> Content:
    """The steps in a line: those done with their choices (a title where a choice has no name), the current one, those to follow.
    ``here``: the number of the current one, which the titles are given with."""
    parts: list[Content] = []
    current = 0
    for place, (step, name) in enumerate(titles):
        if step < len(done):
            parts.append(Content.assemble((f"{glyphs().legal} ", "$good"), (done[step] or name, "$strong")))
        else:
            parts.append(Content.styled(f"{place + 1} {name}", "bold $accent" if step == here else "$dim"))
        current = place if step == here else current
    return in_a_line(parts, current, width)


def in_a_line(steps: Sequence[Content], here: int, width: int) -> Content:
    """The steps side by side. Where there is no room for all, up to the current one, after as many others as fit."""
    between = Content.styled(f" {glyphs().follow} ", "$line")
    for first in range(here + 1):
        start = Content.styled("… ", "$dim") if first else Content()
        line = Content.assemble(start, between.join(steps[first:]))
        end = Content.assemble(start, between.join(steps[first : here + 1])).cell_length
        if end + (end < line.cell_length) <= width:
            break
    return line.truncate(width, ellipsis=True)
