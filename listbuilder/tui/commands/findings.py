"""What the keys do to findings: going to them, and their fixes."""

from __future__ import annotations

from listbuilder.i18n import _
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.widgets.army_pane import SETTINGS
from listbuilder.tui.widgets.findings_pane import FindingsPane
from listbuilder.tui.widgets.unit_pane import UnitPane


class FindingCommands:
    """Next, previous, the row at fault, fixes."""

    def __init__(self, desk: Desk, pane: FindingsPane, unit_pane: UnitPane) -> None:
        self._desk = desk
        self._session = desk.session
        self._pane = pane
        self._unit_pane = unit_pane
        self._gone_to: tuple[Diagnostic, str] | None = None  # the finding gone to last, and the unit then in view

    def handlers(self) -> Handlers:
        return {
            "jump-to-unit": self.jump,
            "apply-fix": self.fix_first,
            "next-finding": self.next,
            "previous-finding": self.previous,
            "copy-finding": self.copy,
        }

    # --- fixes ----------------------------------------------------------------------------------------------------------

    def fix_first(self) -> None:
        """The first fix of the finding under the cursor, or of the unit under the cursor when its pane has the focus. One that
        changes what was agreed on is shown first."""
        place = self._meant()
        offer = self._pane.fix(place, 0)
        if offer is not None and offer.agreed and not self._pane.has_focus:
            self._pane.point_at(str(place))
            self._desk.host.do("pane-findings")
            self._desk.tell(_("The only fix changes more than the units: press f once more."))
            return
        self.fix(place, 0)

    def fix(self, place: int, number: int) -> None:
        """Does the fix of that number of the finding at that place."""
        offer = self._pane.fix(place, number)
        if offer is not None:
            self._desk.edit(lambda: self._session.apply_fix(offer))
            self._desk.tell(_("Done: {fix}").format(fix=offer.title.render(self._session.localise)), "undo")
        elif not number and self._pane.choice(place):
            self._desk.host.do(self._pane.choice(place))
        elif not number:
            self._desk.tell(self._pane.without_fix(self._pane.current))

    def _meant(self) -> int:
        """The finding under the cursor where it is about the unit in view or was gone to from there: its fix is the one that is
        read. Else the unit's worst."""
        unit, place, current = self._desk.unit_id, self._pane.place, self._pane.current
        if not unit or self._pane.has_focus or current is None:
            return place
        is_read = current.unit == unit or self._gone_to == (current, unit)
        if is_read and (self._pane.fix(place, 0) is not None or self._pane.choice(place)):
            return place
        found = self._pane.first_of(unit)
        return place if found is None else found

    # --- going to them --------------------------------------------------------------------------------------------------

    def jump(self) -> None:
        """To the row that the finding under the cursor is about."""
        finding = self._pane.current
        if finding is not None:
            self.go_to(finding)
            self._desk.host.do("pane-unit" if self._unit_pane.line_at_fault(finding) or finding.unit else "pane-army")

    def next(self) -> None:
        self.go_to(self._pane.step(1))

    def previous(self) -> None:
        self.go_to(self._pane.step(-1))

    def go_to(self, finding: Diagnostic | None) -> None:
        """Moves the cursor to the unit and the row of the finding, and shows its message where the pane is hidden or there is
        nowhere to go."""
        if finding is None:
            self._desk.tell(_("There are no findings."))
            return
        force = "" if finding.unit else self._force_at_fault(finding)
        if finding.unit:
            self._desk.host.select_unit(finding.unit)
            line = self._unit_pane.line_at_fault(finding)
            if line:
                self._unit_pane.point_near(line)
        elif force:
            self._desk.host.select_unit(force + SETTINGS)
            if self._desk.force_id != force:  # it has no line for its settings alone
                self._desk.host.select_unit(force)
            self._unit_pane.point_near(self._unit_pane.line_at_fault(finding))
        self._gone_to = finding, self._desk.unit_id
        if not self._pane.region or not (finding.unit or force):
            self._desk.tell(finding.message.render(grouped=True))

    def _force_at_fault(self, finding: Diagnostic) -> str:
        """The id of the force in whose settings stands what a finding of the army is about; empty for none."""
        session = self._session
        forces = (force.id for force in session.forces.lines())
        return next((one for one in forces if session.at_fault(finding, session.rows(one), one)), "")

    def copy(self) -> None:
        """Puts the text of the finding on the clipboard."""
        finding = self._pane.current
        if finding is None:
            self._desk.tell(_("There are no findings."))
            return
        self._pane.app.copy_to_clipboard(str(finding.message))
        self._desk.tell(_("Copied: {text}").format(text=finding.message))
