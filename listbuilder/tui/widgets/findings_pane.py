"""The findings: what is wrong, where and why, and how to fix it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.content import Content

from listbuilder.i18n import _
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.session import Session
from listbuilder.tui.actions import bindings
from listbuilder.tui.glyphs import glyphs
from listbuilder.tui.widgets.list_pane import ListLine, ListPane
from listbuilder.tui.wording import SEVERITY_STYLES, finding_counts, severity_rank, unit_name


class FindingsPane(ListPane):
    """Findings, worst first."""

    BINDINGS: ClassVar[list[BindingType]] = bindings("findings")

    def __init__(self, session: Session) -> None:
        super().__init__(id="findings")
        self._session = session
        self._findings: list[Diagnostic] = []

    def show(self) -> None:
        self._findings = sorted(self._session.findings, key=lambda finding: severity_rank(finding.severity))
        self.border_title = f"4 {_('Findings')}"
        self.border_subtitle = finding_counts(self._findings)
        self.redraw()

    @property
    def current(self) -> Diagnostic | None:
        return self._findings[int(self.pointed)] if self.pointed.isdigit() else None

    def step(self, offset: int) -> Diagnostic | None:
        """Moves the cursor to the next or previous finding, around the end."""
        if not self._findings:
            return None
        place = int(self.pointed) if self.pointed.isdigit() else 0
        self.point_at(str((place + offset) % len(self._findings)))
        return self.current

    def first_of(self, unit_id: str) -> Diagnostic | None:
        """The unit's worst finding that has a fix."""
        return next(
            (finding for finding in self._findings if finding.unit == unit_id and self._session.first_fix(finding)),
            None,
        )

    def lines(self) -> Sequence[ListLine]:
        if not self._findings:
            legal = self._session.verdict == "legal"
            sign = glyphs().legal if legal else glyphs().unjudged
            text = _("No findings: the list is legal.") if legal else _("No findings.")
            return [ListLine("#none", Content.styled(f"{sign} {text}", "$text-success"), heading=True)]
        return [ListLine(str(n), describe(self._session, finding)) for n, finding in enumerate(self._findings)]


def describe(session: Session, finding: Diagnostic) -> Content:
    """Sign and message; below it unit, rule and source; and the fix."""
    army = session.army
    style = SEVERITY_STYLES.get(finding.severity, "$text-error")
    unit = army.unit(finding.unit) if finding.unit else None
    facts = (unit_name(army, unit) if unit else "", finding.rule, str(finding.source))
    about = " · ".join(filter(None, facts))
    parts: list[Content | str | tuple[str, str]] = [
        (f"{glyphs().severity(finding.severity)} ", f"bold {style}"),
        str(finding.message),
        ("\n  " + about, "dim"),
    ]
    fix = session.first_fix(finding)
    if fix is not None:
        parts += ["\n  ", ("f", "bold $footer-key-foreground"), (f" {fix.title.render(session.localise)}", "italic")]
    return Content.assemble(*parts)
