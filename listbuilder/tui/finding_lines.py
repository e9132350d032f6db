"""How findings are written: one line each; and the one under the cursor with its source and what each fix would change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from rich.cells import cell_len
from textual.content import Content

from listbuilder.catalogue.terms import capital
from listbuilder.i18n import Text, _
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import without_reading
from listbuilder.session import Session
from listbuilder.session.fix_titles import without_price
from listbuilder.session.views import Effect, Offer
from listbuilder.terminal import clip, one_line, packed_lines, wrap
from listbuilder.tui.actions import BY_ID, key_names
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.told_apart import told_name
from listbuilder.tui.widgets.clicks import clickable
from listbuilder.tui.wording import SEVERITY_STYLES, both_ends, in_game, number, unit_name

IN_COLUMNS = 90  # cells from which on unit and fix have columns of their own
NARROW_FIXES = 150  # cells; with fewer the message gets what there is
IN_TABLE = 50  # cells from which on fixes have a table
LEAST_FIX = 14  # cells; with fewer a fix is not begun
POINTS, ERRORS = 7, 9  # cells of the columns of the table
INDENT = "  "
BESIDE = len("f ") + len("  ") + 1  # cells of a fix besides its title and the columns


class Found(Struct, frozen=True):
    """A finding with the fixes that are known of it by now. ``place``: in the list of findings; ``searching``: there may be more
    fixes; ``reason``: why there is none; ``choice``: the id of the action by which the player chooses what is lacking."""

    place: int
    finding: Diagnostic
    fixes: Sequence[Offer] = ()
    searching: bool = True
    reason: str = ""
    choice: str = ""


def in_one_line(session: Session, found: Found, width: int) -> Content:
    """What is wrong, where, and the first fix, as far as there is room; how the rule is read is told with the whole finding."""
    what = Content.assemble(_mark(found.finding), written(session, without_reading(found.finding.message)))
    where, fix = _where(session, found.finding), _first(session, found)
    if width < IN_COLUMNS:
        return _at_the_ends(what, where, fix, width)
    fixing, placing = (width // 4 if width < NARROW_FIXES else min(72, width * 3 // 10)), min(26, width // 5)
    if fix.cell_length > fixing:  # the columns give way to what can be done
        placing = min(placing, cell_len(where))
        spare = width - what.cell_length - 2 - (placing + 2 if where else 0)
        fixing = max(fixing, min(fix.cell_length, max(spare, width * 2 // 5)))  # what is to be done is said at its end
    beside = placing + 2 if where else 0
    if fix and what.cell_length > width - fixing - 2 - beside:  # no end stays empty beside a message that is cut
        fixing = min(fixing, fix.cell_length)
    room = width - fixing - 2 - beside
    if not fix and what.cell_length > room:  # nothing stands in the last column: the unit moves there
        return both_ends(what, Content.styled(clip(where, fixing), "$dim"), width)
    parts = [what.truncate(room, ellipsis=True, pad=True)]
    if where:
        parts.append(Content.styled(where, "$dim").truncate(placing, ellipsis=True, pad=True))
    return Content("  ").join([*parts, fix.truncate(fixing, ellipsis=True)])


def _at_the_ends(what: Content, where: str, fix: Content, width: int) -> Content:
    room = max(0, width - min(what.cell_length, width * 3 // 5) - 2)
    right = Content.styled(clip(where, room), "$dim")
    spare = room - right.cell_length - 2
    if fix and spare >= LEAST_FIX:
        fix = fix.truncate(min(spare, width * 2 // 5), ellipsis=True)
        right = Content.assemble(right, "  ", fix) if right else fix
    return both_ends(what, right, width)


def described(session: Session, found: Found, width: int) -> Content:
    """The finding with its source, and a table of what each fix would change."""
    return Content("\n").join(_lines(session, found, width))


def _lines(session: Session, found: Found, width: int) -> Iterator[Content]:
    finding = found.finding
    is_read = without_reading(finding.message) is not finding.message
    if width >= IN_COLUMNS and not is_read and _start(session, finding).cell_length <= width // 2:
        yield in_one_line(session, found, width)
        place = ""
    else:
        first, *rest = wrap(_said(session, finding), width - 2) or [""]
        yield Content.assemble(_mark(finding), (first, "bold"))
        yield from (Content.styled(INDENT + line, "bold") for line in rest)
        place = _where(session, finding)
    about = filter(None, (place, one_line(str(finding.source)), finding.rule))
    yield from (Content.styled(INDENT + line, "not bold $dim") for line in packed_lines(about, width - 2))
    if found.fixes and width >= IN_TABLE:
        yield Content()
        head = Content.styled(_("Fixes"), "bold $head")
        yield _row(INDENT, head, _column(_("points"), POINTS), _column(_("errors"), ERRORS), width)
    for place_of_fix, offer in enumerate(found.fixes):
        yield from _fix(session, found, place_of_fix, offer, width)
    if found.choice and not found.fixes:
        yield Content.assemble(INDENT, _choosing(session, found))
    elif found.searching or not found.fixes:
        yield Content.styled(INDENT + ("…" if found.searching else found.reason), "not bold $dim")
    yield Content()


def _fix(session: Session, found: Found, place: int, offer: Offer, width: int) -> Iterator[Content]:
    """One fix: its key, what it does, and what that changes; all of it can be clicked."""
    key = fix_key(place)
    told = offer.title if offer.effect is None else without_price(offer.title)
    title = capital(one_line(told.render(session.localise, grouped=True)))
    errors = sum(one.severity == "error" for one in session.findings)
    points, left = _points(offer.effect), _errors(offer.effect, errors)
    action = f"screen.fix({found.place}, {place})"
    lines: list[Content] = []
    if width >= IN_TABLE:
        first, *rest = wrap(title, width - len(INDENT) - POINTS - ERRORS - BESIDE) or [""]
        text = Content.assemble((key, "bold $accent"), " ", (first, "not bold"))
        lines = [_row(INDENT, text, _right(points, POINTS), _right(left, ERRORS), width)]
    else:
        first, *rest = wrap(title, width - len(INDENT) - 2) or [""]
        lines = [Content.assemble(INDENT, (key, "bold $accent"), " ", (first, "not bold"))]
    lines += [Content.styled(f"{INDENT}  {line}", "not bold") for line in rest]
    if width < IN_TABLE and offer.effect is not None:
        lines.append(Content.assemble(INDENT * 2, points, INDENT, (f"{_('errors')} ", "not bold $dim"), left))
    yield from (clickable(line, action) for line in lines)


def _row(indent: str, left: Content, points: Content, errors: Content, width: int) -> Content:
    right = Content.assemble(points, "  ", errors)
    return Content.assemble(indent, both_ends(left, right, width - len(indent)))


def fix_key(place: int) -> str:
    """The key that does the fix at that place: the action's own for the first, then 2, 3 …"""
    return key_names(BY_ID["apply-fix"].keys)[0] if not place else str(place + 1) if place < 9 else " "


def _points(effect: Effect | None) -> Content:
    if effect is None:
        return Content()
    change = effect.points
    if not change:
        return Content.styled(glyphs().no_change, "not bold $dim")
    return Content.styled(f"{'+' if change > 0 else ''}{number(change)}", "not bold")


def _errors(effect: Effect | None, before: int) -> Content:
    if effect is None:
        return Content()
    style = "bold $good" if effect.errors < before else "not bold"
    return Content.assemble((f"{before} {glyphs().becomes} ", "not bold $dim"), (str(effect.errors), style))


def _right(text: Content, width: int) -> Content:
    return Content.assemble(" " * max(0, width - text.cell_length), text)


def _column(text: str, width: int) -> Content:
    return _right(Content.styled(clip(text, width), "not bold $dim"), width)


def _first(session: Session, found: Found) -> Content:
    """The key of the first fix and what it does."""
    if not found.fixes:
        return _choosing(session, found)
    title = one_line(found.fixes[0].title.render(session.localise, grouped=True))
    text = Content.assemble((fix_key(0), "bold $accent"), " ", (title, "not bold"))
    return clickable(text, f"screen.fix({found.place}, 0)")


def _choosing(session: Session, found: Found) -> Content:
    """The key that shows what there is to choose, where the player has to."""
    if not found.choice:
        return Content()
    title = in_game(BY_ID[found.choice].title, session.system.vocabulary)
    return clickable(
        Content.assemble((fix_key(0), "bold $accent"), " ", (f"{title} …", "not bold")), f"screen.fix({found.place}, 0)"
    )


def _start(session: Session, finding: Diagnostic) -> Content:
    return Content.assemble(_mark(finding), _said(session, finding))


def _mark(finding: Diagnostic) -> Content:
    style = SEVERITY_STYLES.get(finding.severity, "$danger")
    return Content.styled(f"{glyphs().severity(finding.severity)} ", f"bold {style}")


def _said(session: Session, finding: Diagnostic) -> str:
    return written(session, finding.message)


def written(session: Session, message: Text) -> str:
    """A message as findings show it: in the language of the screen, with a capital first letter."""
    return capital(one_line(message.render(session.localise, grouped=True)))


def _where(session: Session, finding: Diagnostic) -> str:
    """The unit that it is about, with its letter; nothing of the only one of its name that the message names first."""
    army = session.army
    unit = army.unit(finding.unit) if finding.unit else None
    if unit is None:
        return ""
    name, told = unit_name(army, unit), told_name(army, unit)
    is_said = told == name and _said(session, finding).casefold().startswith(name.casefold())
    return "" if is_said else told
