"""The two lines at the top: name and facts of the list, points and verdict."""

from __future__ import annotations

from fractions import Fraction

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from listbuilder.catalogue.base import Number
from listbuilder.i18n import _, in_language
from listbuilder.rules.gauges import Gauge, Used
from listbuilder.session import Session
from listbuilder.terminal import clip, one_line
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.wording import SEVERITY_STYLES, both_ends, finding_counts, local, number

MOST_BAR, LEAST_BAR = 24, 8
LEAST_FACTS = 12  # cells beside the name
GAP = "   "


class ArmyHeader(Widget):
    DEFAULT_CSS = """
    ArmyHeader { height: 2; background: $panel; padding: 0 1; dock: top; }
    ArmyHeader > Static { height: 1; width: 1fr; text-wrap: nowrap; }
    """

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        yield Static(id="gauges")

    def on_resize(self, _: events.Resize) -> None:
        self.show()

    def show(self) -> None:
        session, width = self._session, self.size.width
        self.query_one("#title", Static).update(title_line(session, width))
        found = judged(session, width // 2)
        self.query_one("#gauges", Static).update(both_ends(used(session, width - found.cell_length - 2), found, width))


def title_line(session: Session, width: int) -> Content:
    """Name and file state, faction, detachment and size; at the right the points. Where there is no room for all, the size goes
    first, then the bar, then the end of what stands between."""
    army = session.army
    name = Content.assemble(
        (one_line(session.name) or _("Unnamed list"), "bold $primary"),
        (f" {glyphs().modified} {_('unsaved')}" if session.dirty else "", "$text-warning"),
    )
    points, rest = spent(session)
    parts = [local(army, army.faction_name), *(local(army, detachment.name) for detachment in army.detachments)]
    if not army.detachments and army.offers_detachments:
        parts.append(_("no {detachment}").format(detachment=army.vocabulary.terms.detachment))
    size = local(army, army.battle_size.name) if army.battle_size is not None else ""
    room = max(0, width - points.cell_length - rest.cell_length - 3)
    name = name.truncate(max(10, room - LEAST_FACTS), ellipsis=True)
    room -= name.cell_length + len(GAP)
    whole = " · ".join(filter(None, (*parts, size)))
    facts = whole if cell_len(whole) + LEAST_BAR <= room else clip(" · ".join(parts), max(0, room))
    line = bar(session, min(MOST_BAR, room - cell_len(facts) - len(GAP)))
    right = Content(" ").join(one for one in (points, line, rest) if one)
    return both_ends(Content.assemble(name, (f"{GAP}{facts}" if facts else "", "$text-muted")), right, width)


def spent(session: Session) -> tuple[Content, Content]:
    """The points with their limit, and what is left or too much; nothing in a game without."""
    total, limit, unit = session.points, session.limit, session.system.vocabulary.terms.points
    if not session.army.has_points:
        return Content(), Content()
    if limit is None or limit <= 0:
        return Content.styled(f"{number(total)} {unit}", "bold"), Content()
    text = Content.styled(f"{number(total)} / {number(limit)} {unit}", "bold")
    if total > limit:
        over = _("{n} over").format(n=number(total - limit))
        return text, Content.styled(f"{glyphs().error} {over}", "bold $text-error")
    return text, Content.styled(_("{n} left").format(n=number(limit - total)), "$text-success")


def bar(session: Session, room: int) -> Content:
    """The points as a bar; over the limit it ends in another sign."""
    total, limit, sign = session.points, session.limit, glyphs()
    if room < LEAST_BAR or not session.army.has_points or limit is None or limit <= 0:
        return Content()
    full = int(room * min(total, limit) / max(total, limit))
    over = total > limit
    return Content.assemble(
        (sign.full * full, "$error" if over else "$success"),
        ((sign.over if over else sign.empty) * (room - full), "$error" if over else "$text-disabled"),
    )


def used(session: Session, width: int) -> Content:
    """What else players plan by: what rules allow and how much of it is used, other currencies, what the game counts. Where there
    is no room for all, what is farthest from its limit is left out."""
    found = [(_fullness(one.used), _gauge(one)) for one in session.gauges]
    found += [(_part(one.spent, one.limit), Content(str(one))) for one in session.spending]
    found += [(Fraction(0), Content(str(one))) for one in session.figures]
    kept = sorted(range(len(found)), key=lambda place: -found[place][0])
    while kept and sum(found[place][1].cell_length + len(GAP) for place in kept) - len(GAP) > width:
        kept.pop()
    return Content(GAP).join([found[place][1] for place in sorted(kept)])


def _gauge(one: Gauge) -> Content:
    name, found, sign = in_language(one.name), one.used, glyphs()
    if found.at_least == found.at_most == 1:
        given = sign.legal if found.found == 1 else sign.error if found.is_over else sign.dash
        return Content.assemble((f"{name} ", "$text-muted"), (given, _style(found)))
    least = f"{sign.at_least}{number(found.at_least)} " if found.at_least is not None and found.is_short else ""
    most = f"/{number(found.at_most)}" if found.at_most is not None else ""
    mark = f" {sign.error}" if found.is_over else ""
    return Content.assemble((f"{name} ", "$text-muted"), (f"{least}{number(found.found)}{most}{mark}", _style(found)))


def _style(found: Used) -> str:
    return "bold $text-error" if found.is_over else "$text-warning" if found.is_short else ""


def _fullness(found: Used) -> Fraction:
    """How near it is to a bound: 1 where it is reached, more where it is broken."""
    if found.is_short or found.is_over:
        return Fraction(2)
    return _part(found.found, found.at_most)


def _part(found: Number, limit: Number | None) -> Fraction:
    return Fraction(found) / Fraction(limit) if limit else Fraction(0)


def judged(session: Session, width: int) -> Content:
    """The verdict, and beside it what was judged otherwise than lists usually are: a limit of the list's own, optional rules."""
    found = verdict(session)
    terms = dict.fromkeys(one.beside.render(session.localise) for one in session.findings if one.beside is not None)
    if not terms:
        return found
    text = clip(one_line("; ".join(terms)), max(12, width - found.cell_length - 3))
    return Content.assemble(found, " ", (f"[{text}]", "$text-warning"))


def verdict(session: Session) -> Content:
    """Legal, or what is wrong in numbers."""
    counts, sign = finding_counts(session.findings), glyphs()
    if session.verdict == "legal":
        note = f" ({counts})" if counts else ""
        return Content.styled(f"{sign.legal} {_('legal')}{note}", "bold $text-success")
    if session.verdict == "unjudged":
        return Content.styled(f"{sign.unjudged} {counts or _('unjudged')}", f"bold {SEVERITY_STYLES['unjudged']}")
    return Content.styled(f"{sign.error} {counts or _('illegal')}", f"bold {SEVERITY_STYLES['error']}")
