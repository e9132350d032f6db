"""The two lines at the top: name and facts of the list, points and verdict."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from listbuilder.i18n import _
from listbuilder.session import Session
from listbuilder.terminal import clip, one_line
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.wording import SEVERITY_STYLES, both_ends, finding_counts, local, number

MOST_BAR = 40


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
        yield Static(id="gauge")

    def on_resize(self, _: events.Resize) -> None:
        self.show()

    def show(self) -> None:
        session, width = self._session, self.size.width
        self.query_one("#title", Static).update(title_line(session, width))
        self.query_one("#gauge", Static).update(
            both_ends(gauge(session, width - 30), judged(session, width // 2), width)
        )


def title_line(session: Session, width: int) -> Content:
    """Name and file state on the left; faction, detachment and size on the right."""
    army = session.army
    name = Content.assemble(
        (one_line(session.name) or _("Unnamed list"), "bold $primary"),
        (f" {glyphs().modified} {_('unsaved')}" if session.dirty else "", "$text-warning"),
    )
    parts = [local(army, army.faction_name), *(local(army, detachment.name) for detachment in army.detachments)]
    if not army.detachments and army.offers_detachments:
        parts.append(_("no {detachment}").format(detachment=army.vocabulary.terms.detachment))
    if army.battle_size is not None:
        parts.append(local(army, army.battle_size.name))
    room = max(0, width - min(name.cell_length, width // 2) - 1)
    return both_ends(name, Content(clip(" · ".join(parts), room)), width)


def gauge(session: Session, width: int) -> Content:
    """The points in words and as a bar. Over the limit the text says by how much and the bar ends in another sign."""
    total, limit, sign = session.points, session.limit, glyphs()
    unit = session.system.vocabulary.terms.points
    beside = tuple(map(str, (*session.spending, *session.figures)))
    if not session.army.has_points:
        return Content.assemble((" · ".join(beside), "bold"))
    spent = "".join(f" · {one}" for one in beside)
    if limit is None or limit <= 0:
        return Content.assemble((f"{number(total)} {unit}{spent}", "bold"))
    over = total > limit
    style = "$error" if over else "$success"
    text = f"{number(total)} / {number(limit)} {unit}{spent}"
    rest = _("{n} over").format(n=number(total - limit)) if over else _("{n} left").format(n=number(limit - total))
    room = max(0, min(MOST_BAR, width - len(text) - len(rest) - 3))
    base = max(total, limit)
    full = int(room * min(total, limit) / base)
    beyond = room - full if over else 0
    bar = Content.assemble(
        (sign.full * full, style), (sign.over * beyond, style), (sign.empty * (room - full - beyond), "$text-disabled")
    )
    mark = f"{sign.error} " if over else ""
    return Content.assemble(
        (text, "bold"), " ", bar, " ", (f"{mark}{rest}", f"bold {style}" if over else "$text-muted")
    )


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
