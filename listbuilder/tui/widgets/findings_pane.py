"""The findings: what is wrong, where and why, and how to fix it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.geometry import Size

from listbuilder.army import Army
from listbuilder.i18n import _
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.session import Session
from listbuilder.terminal import clip, one_line
from listbuilder.tui.actions import bindings
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.widgets.list_pane import ListLine, ListPane
from listbuilder.tui.wording import SEVERITY_STYLES, both_ends, severity_rank, unit_name

LEAST_FIX = 14  # columns; with fewer a fix is not begun


class FindingsPane(ListPane):
    """Findings, worst first: a drawer of one line each below the other panes, in which the one under the cursor opens."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("findings")

    def __init__(self, session: Session) -> None:
        super().__init__(id="findings")
        self._session = session
        self._findings: list[Diagnostic] = []
        self._fixes: dict[int, str] = {}  # titles by the place of the finding

    def show(self) -> None:
        self._findings = sorted(self._session.findings, key=lambda finding: severity_rank(finding.severity))
        self.entitle(Content(f"{_('Findings')} {len(self._findings) or ''}".rstrip()))
        self._fixes = {}
        self.redraw()
        self.call_after_refresh(self.show_fix)

    def on_option_list_option_highlighted(self) -> None:
        self.show_fix()

    def show_fix(self) -> None:
        """Shows the fix of the finding under the cursor. Fixes are tried out, which takes too long for all findings at every
        edit, and must not happen while a screen on top of this one reads the session in a thread."""
        if self.app.screen is not self.screen:
            return
        finding, place = self.current, int(self.pointed or 0) if self.pointed.isdigit() else 0
        if finding is not None and place not in self._fixes:
            fix = self._session.first_fix(finding)
            self._fixes[place] = fix.title.render(self._session.localise) if fix is not None else ""
            self.redraw()

    @property
    def current(self) -> Diagnostic | None:
        place = int(self.pointed) if self.pointed.isdigit() else len(self._findings)
        return self._findings[place] if place < len(self._findings) else None

    def step(self, offset: int) -> Diagnostic | None:
        """Moves the cursor to the next or previous finding, around the end."""
        if not self._findings:
            return None
        place = int(self.pointed) if self.pointed.isdigit() else 0
        self.point_at(str((place + offset) % len(self._findings)))
        return self.current

    def point_at_first(self, severity: str) -> Diagnostic | None:
        """Puts the cursor on the first finding of that severity."""
        place = next((place for place, one in enumerate(self._findings) if one.severity == severity), None)
        if place is not None:
            self.point_at(str(place))
        return self.current

    def first_of(self, unit_id: str) -> Diagnostic | None:
        """The unit's worst finding that has a fix."""
        return next(
            (finding for finding in self._findings if finding.unit == unit_id and self._session.first_fix(finding)),
            None,
        )

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Lines are drawn to the width: none is wrapped."""
        return sum(line.text.plain.count("\n") + 1 for line in self._shown)

    def lines(self) -> Sequence[ListLine]:
        if not self._findings:
            legal = self._session.verdict == "legal"
            sign = glyphs().legal if legal else glyphs().unjudged
            text = _("No findings: the list is legal.") if legal else _("No findings.")
            return [ListLine("#none", Content.styled(f"{sign} {text}", "$text-success"), heading=True)]
        pointed = self.pointed or "0"
        return [ListLine(str(n), self._line(n, one, str(n) == pointed)) for n, one in enumerate(self._findings)]

    def _line(self, place: int, finding: Diagnostic, is_pointed: bool) -> Content:
        """One line; of the finding under the cursor the whole message, why, and the fix, while the pane has the focus."""
        army, fix = self._session.army, self._fixes.get(place, "") if is_pointed else ""
        if is_pointed and self.has_focus:
            return describe(army, finding, fix)
        return in_one_line(army, finding, fix, self.line_width)

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.redraw_soon()


def in_one_line(army: Army, finding: Diagnostic, fix: str, width: int) -> Content:
    """What is wrong on the left; where, and the fix, on the right, as far as there is room."""
    left = _start(finding)
    room = max(0, width - min(left.cell_length, width * 3 // 5) - 2)
    where = Content.styled(clip(_where(army, finding), room), "dim")
    spare = room - where.cell_length - 2
    if fix and spare >= LEAST_FIX:
        title = clip(fix, min(spare - 2, width * 2 // 5))
        where = Content.assemble(where, "  ", ("f", "bold $footer-key-foreground"), (f" {title}", "italic"))
    return both_ends(left, where, width)


def describe(army: Army, finding: Diagnostic, fix: str) -> Content:
    """Sign and message; below it unit, rule and source; and the title of the fix."""
    about = " · ".join(filter(None, (_where(army, finding), finding.rule, str(finding.source))))
    parts: list[Content | str | tuple[str, str]] = [_start(finding), ("\n  " + about, "dim")]
    if fix:
        parts += ["\n  ", ("f", "bold $footer-key-foreground"), (f" {fix}", "italic")]
    return Content.assemble(*parts)


def _start(finding: Diagnostic) -> Content:
    style = SEVERITY_STYLES.get(finding.severity, "$text-error")
    return Content.assemble(
        (f"{glyphs().severity(finding.severity)} ", f"bold {style}"), one_line(str(finding.message))
    )


def _where(army: Army, finding: Diagnostic) -> str:
    unit = army.unit(finding.unit) if finding.unit else None
    return unit_name(army, unit) if unit else ""
