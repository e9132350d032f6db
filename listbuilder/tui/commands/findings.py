"""What the keys do to findings: going to them, and their fixes."""

from __future__ import annotations

from listbuilder.i18n import _
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.screens.dialogs import Pick
from listbuilder.tui.search import Item
from listbuilder.tui.widgets.findings_pane import FindingsPane


class FindingCommands:
    """Next, previous, fix."""

    def __init__(self, desk: Desk, pane: FindingsPane) -> None:
        self._desk = desk
        self._session = desk.session
        self._pane = pane

    def handlers(self) -> Handlers:
        return {
            "jump-to-unit": self.jump,
            "apply-fix": self.fix,
            "next-finding": self.next,
            "previous-finding": self.previous,
        }

    def jump(self) -> None:
        finding = self._pane.current
        if finding is not None:
            self._desk.host.do("pane-army")
            self.go_to(finding)

    async def fix(self) -> None:
        """The fix of the finding under the cursor, or of the unit under the cursor when its pane has the focus."""
        finding = self._meant()
        fixes = self._session.fixes(finding) if finding is not None else ()
        if finding is None or not fixes:
            self._desk.tell(self._without_fix(finding))
            return
        fix = fixes[0]
        if len(fixes) > 1:
            items = [Item(str(n), fix.title.render(self._session.localise)) for n, fix in enumerate(fixes)]
            chosen = await self._desk.ask(Pick(str(finding.message), items))
            if chosen is None:
                return
            fix = fixes[int(chosen)]
        self._desk.edit(lambda: self._session.apply_fix(fix))
        self._desk.tell(_("Done: {fix}. Press u to undo.").format(fix=fix.title.render(self._session.localise)))

    def _meant(self) -> Diagnostic | None:
        pane, unit = self._pane, self._desk.unit_id
        return pane.current if pane.has_focus or not unit else pane.first_of(unit) or pane.current

    def _without_fix(self, finding: Diagnostic | None) -> str:
        """Why no fix is applied."""
        if finding is None:
            return _("There are no findings.")
        if self._session.unsought(finding):
            return _("No fix was found within the budget: the list is large.")
        return _("No fix is known for this finding.")

    def next(self) -> None:
        self.go_to(self._pane.step(1))

    def previous(self) -> None:
        self.go_to(self._pane.step(-1))

    def go_to(self, finding: Diagnostic | None) -> None:
        """Moves the cursor to the unit of the finding and shows its message."""
        if finding is None:
            self._desk.tell(_("There are no findings."))
            return
        if finding.unit:
            self._desk.host.select_unit(finding.unit)
        if not self._pane.region:  # the narrow layout hides the pane
            self._desk.tell(str(finding.message))
