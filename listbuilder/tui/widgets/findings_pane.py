"""The findings: a drawer of one line each below the other panes, in which the one under the cursor opens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.timer import Timer

from listbuilder.i18n import _
from listbuilder.rules.diagnostic import Diagnostic, decision
from listbuilder.session import Offer, Session
from listbuilder.tui.actions import bindings
from listbuilder.tui.finding_lines import Found, described, in_one_line
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.later import later
from listbuilder.tui.widgets.clicks import ACTION
from listbuilder.tui.widgets.list_pane import ListLine, ListPane
from listbuilder.tui.wording import severity_rank

OTHER_FIXES = frozenset("23456789")  # keys; the first one has that of its action
CHOICES = {
    "detachment": "choose-detachment",
    "limit": "choose-limit",
}  # what rules leave to the player -> id of the action
AT_REST = 4  # lines of the drawer without the focus, in windows of a usual height
QUICK = 0.05  # seconds
PAUSE = 0.02  # seconds between two fixes that are tried out: each may take a while, and keys come first
REST = 0.08  # seconds from an edit until fixes are tried out: those of a list that is edited at once are of no use


class Known:
    """The fixes of one finding that were tried out by now."""

    def __init__(self, more: Iterator[Offer]) -> None:
        self.fixes: list[Offer] = []
        self._more = more
        self.done = False

    def look(self) -> None:
        """For one more."""
        found = next(self._more, None)
        if found is None:
            self.done = True
        else:
            self.fixes.append(found)


class FindingsPane(ListPane):
    """Findings, worst first. Fixes of the one under the cursor are tried out when there is time, first the first one of it."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("findings")

    class Looked(Message):
        """More is known of the fixes."""

    def __init__(self, session: Session) -> None:
        super().__init__(id="findings")
        self._session = session
        self._findings: list[Diagnostic] = []
        self._known: dict[int, Known] = {}  # by the place of the finding
        self._drawn: dict[tuple[int, bool, int, bool, int], Content] = {}  # lines as they were drawn
        self._timer: Timer | None = None
        self._rests_from = 0.0  # when the last edit is long enough ago
        self._looks_ahead = True  # for the first fixes of all findings that are seen
        self._was_gone_to = False  # the finding under the cursor

    def show(self) -> bool:
        """Shows the findings as they are now; whether they need more or less room than before."""
        height, before, number = self._content_height, self.current, len(self._findings)
        self._findings = sorted(self._session.findings, key=lambda finding: severity_rank(finding.severity))
        now = self.current  # None where the last one is gone: the first one is next
        self._was_gone_to &= now is None or (
            before is not None and _are_same(before, now, exactly=number != len(self._findings))
        )
        self.entitle(Content(f"{_('Findings')} {len(self._findings) or ''}".rstrip()))
        self._known, self._drawn = {}, {}
        self._looks_ahead, self._rests_from = True, monotonic() + REST
        self.redraw()
        self.call_after_refresh(self._look_soon)
        return self._content_height != height

    def on_option_list_option_highlighted(self) -> None:
        self.redraw_soon()
        self._look_soon()

    @property
    def line_width(self) -> int:
        """The same with a scrollbar and without."""
        return max(10, self.size.width - self.styles.scrollbar_size_vertical - 2)

    # --- fixes ----------------------------------------------------------------------------------------------------------

    @property
    def cannot_fix(self) -> bool:
        """Whether there is no fix of the finding under the cursor, as far as was looked by now."""
        known = self._known.get(self._place)
        if not self._findings or self.choice(self._place):
            return not self._findings
        return known is not None and known.done and not known.fixes

    def choice(self, place: int) -> str:
        """The id of the action by which the player chooses what a finding lacks; empty where nothing is to be chosen."""
        return CHOICES.get(decision(self._findings[place]), "") if 0 <= place < len(self._findings) else ""

    def _look_soon(self) -> None:
        if self._timer is None and self.is_mounted:
            self._timer = later(self, max(PAUSE, self._rests_from - monotonic()), self._look)

    def _look(self) -> None:
        """Tries out one fix of the finding under the cursor; all of them while the pane has the focus. Fixes must not be tried
        while a screen on top of this one reads the session in a thread."""
        self._timer = None
        if monotonic() < self._rests_from:  # another edit came
            self._look_soon()
            return
        if not self._findings or self.app.screen is not self.screen:
            return
        known = self._of(self._place)
        if known.done or (known.fixes and not self.has_focus):
            known = next((one for one in map(self._of, self._seen) if not (one.done or one.fixes)), known)
            if known.done or known.fixes:
                return
        start = monotonic()
        known.look()
        if monotonic() - start > QUICK:  # only what is under the cursor is worth so much
            self._looks_ahead = False
        self.redraw()
        self.post_message(self.Looked())
        self._look_soon()

    @property
    def _seen(self) -> range:
        """Places of findings whose first fix is looked for as well."""
        return range(min(len(self._findings), max(AT_REST, self.size.height)) if self._looks_ahead else 0)

    def _of(self, place: int) -> Known:
        if place not in self._known:
            self._known[place] = Known(self._session.iter_fixes(self._findings[place]))
        return self._known[place]

    def redraw_late(self) -> None:
        super().redraw_late()
        self._look_soon()

    def fix(self, place: int, number: int) -> Offer | None:
        """The fix of that number of a finding; None where it has none."""
        if not 0 <= place < len(self._findings):
            return None
        known = self._of(place)
        while len(known.fixes) <= number and not known.done:
            known.look()
        return known.fixes[number] if number < len(known.fixes) else None

    async def on_key(self, event: events.Key) -> None:
        """A digit does the fix of that number of the finding under the cursor."""
        if event.key in OTHER_FIXES:
            event.stop()
            event.prevent_default()
            await self.run_action(f"screen.fix({self._place}, {int(event.key) - 1})")

    # --- where the cursor is ----------------------------------------------------------------------------------------------

    @property
    def _place(self) -> int:
        return int(self.pointed) if self.pointed.isdigit() else 0

    @property
    def place(self) -> int:
        """Of the finding under the cursor, among all of them."""
        return self._place

    @property
    def current(self) -> Diagnostic | None:
        return self._findings[self._place] if self._place < len(self._findings) else None

    def step(self, offset: int) -> Diagnostic | None:
        """Moves the cursor to the next or previous finding, around the end. The one under the cursor is the next where it is
        about a unit that nobody has gone to: the first of a list, or the one that took the place of another that is mended."""
        if self.current is None:
            return None
        is_next = offset > 0 and bool(self.current.unit) and not self._was_gone_to
        self._was_gone_to = True
        if not is_next:
            self.point_at(str((self._place + offset) % len(self._findings)))
        return self.current

    def point_at_first(self, severity: str) -> Diagnostic | None:
        """Puts the cursor on the first finding of that severity."""
        place = next((place for place, one in enumerate(self._findings) if one.severity == severity), None)
        if place is not None:
            self._was_gone_to = True
            self.point_at(str(place))
        return self.current

    def first_of(self, unit_id: str) -> int | None:
        """The place of the unit's worst finding that has a fix."""
        return next(
            (place for place, one in enumerate(self._findings) if one.unit == unit_id and self.fix(place, 0)), None
        )

    async def _on_click(self, event: events.Click) -> None:
        """The first click on a finding opens it, the next one goes to what it is about."""
        place = self.line_at(event)
        if event.style.meta.get(ACTION) or (place is not None and self._shown[place].heading):
            return
        if not self.has_focus or place != self.highlighted:
            event.prevent_default()
            self.highlighted = place if place is not None else self.highlighted
            self.focus()

    def focus_on_click(self) -> bool:
        """Not when the button goes down: with the focus the pane grows, and what was clicked would move away."""
        return False

    def redraw(self) -> None:
        height = self._content_height
        super().redraw()
        if self._content_height != height:
            self.refresh(layout=True)

    @property
    def _content_height(self) -> int:
        return self.get_content_height(self.size, self.size, self.size.width)

    # --- drawing --------------------------------------------------------------------------------------------------------

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Lines are drawn to the width: none is wrapped. Before they are drawn, each finding takes one."""
        if not self._shown:
            return len(self._session.findings) or 1
        return sum(line.text.plain.count("\n") + 1 for line in self._shown)

    def lines(self) -> Sequence[ListLine]:
        if not self._findings:
            return [ListLine("#none", self._nothing(), heading=True)]
        pointed = self._place
        return [ListLine(str(n), self._line(n, is_pointed=n == pointed)) for n in range(len(self._findings))]

    def _nothing(self) -> Content:
        if self._session.verdict == "legal":
            return Content.styled(f"{glyphs().legal} {_('No rule is broken.')}", "$good")
        return Content.styled(f"{glyphs().unjudged} {_('No findings.')}", "$dim")

    def _line(self, place: int, *, is_pointed: bool) -> Content:
        """One line; the one under the cursor with all there is to say of it while the pane has the focus."""
        finding, known = self._findings[place], self._known.get(place)
        fixes, searching = (known.fixes, not known.done) if known is not None else ([], True)
        is_open, width = is_pointed and self.has_focus, self.line_width
        key = (place, is_open, len(fixes), searching, width)
        if key not in self._drawn:
            reason = self.without_fix(finding) if is_open and not searching else ""
            choice = "" if fixes or searching else self.choice(place)
            found = Found(place, finding, fixes, searching, reason, choice)
            self._drawn[key] = (described if is_open else in_one_line)(self._session, found, width)
        return self._drawn[key]

    def without_fix(self, finding: Diagnostic | None) -> str:
        """Why there is no fix."""
        if finding is None:
            return _("There are no findings.")
        if self._session.unsought(finding):
            return _("No fix was found within the budget: the list is large.")
        return _("No fix is known for this finding.")

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self._was_gone_to = True
        self.redraw_soon()
        self._look_soon()


def _are_same(before: Diagnostic, now: Diagnostic, *, exactly: bool) -> bool:
    """Whether two findings are one after an edit, which may have changed its numbers unless ``exactly``."""
    alike = before.rule == now.rule and before.unit == now.unit
    return alike and (not exactly or before.message == now.message)
