"""Everything that the keys do to a list: read when it is on the screen, because its first picture needs none of it."""

from __future__ import annotations

from listbuilder.tui.autosave import Autosave
from listbuilder.tui.commands.browsing import BrowsingCommands
from listbuilder.tui.commands.data import DataCommands
from listbuilder.tui.commands.declarations import DeclarationCommands
from listbuilder.tui.commands.exporting import ExportCommands
from listbuilder.tui.commands.files import FileCommands
from listbuilder.tui.commands.findings import FindingCommands
from listbuilder.tui.commands.forces import ForceCommands
from listbuilder.tui.commands.going import GoingCommands
from listbuilder.tui.commands.notes import NoteCommands
from listbuilder.tui.commands.printing import PrintCommands
from listbuilder.tui.commands.roster import RosterCommands
from listbuilder.tui.commands.rows import RowCommands
from listbuilder.tui.commands.units import UnitCommands
from listbuilder.tui.desk import Desk, Handlers
from listbuilder.tui.screens.room import Room
from listbuilder.tui.settings import Settings
from listbuilder.tui.widgets.army_pane import ArmyPane
from listbuilder.tui.widgets.findings_pane import FindingsPane
from listbuilder.tui.widgets.unit_pane import UnitPane


class ListCommands:
    """The commands on the list of a desk, and the table of their actions."""

    def __init__(
        self,
        desk: Desk,
        room: Room,
        settings: Settings,
        autosave: Autosave,
        army: ArmyPane,
        unit: UnitPane,
        findings: FindingsPane,
    ) -> None:
        self.browsing = BrowsingCommands(desk, room, settings)
        self.files = FileCommands(desk, autosave)
        self.data = DataCommands(desk)
        self.rows = RowCommands(desk, unit)
        self.findings = FindingCommands(desk, findings, unit)
        forces = ForceCommands(desk, self.browsing.open)
        exports, printing = ExportCommands(desk, settings), PrintCommands(desk, settings)
        notes = NoteCommands(desk)
        units, roster, declarations = UnitCommands(desk), RosterCommands(desk), DeclarationCommands(desk)
        self.handlers: Handlers = (
            GoingCommands(desk, room, settings, army, self.browsing.stay).handlers()
            | units.handlers()
            | declarations.handlers()
            | self.rows.handlers()
            | self.browsing.handlers()
            | forces.handlers()
            | roster.handlers()
            | self.findings.handlers()
            | self.files.handlers()
            | self.data.handlers()
            | exports.handlers()
            | printing.handlers()
            | notes.handlers()
        )
