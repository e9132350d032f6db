"""One list being worked on.

Holds the roster, its evaluation, the findings, the undo history and the file it came from. Every public edit is one undoable
step with a title. Slices (`army`, `findings`, `rows` …) are recomputed only when the state changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from listbuilder.army import Army, Unit
from listbuilder.catalogue.model import Number
from listbuilder.catalogue.system import System
from listbuilder.rules.diagnostic import Diagnostic, Fix
from listbuilder.session.views import DatasheetChoice, Named, Row, Target


class Session:
    """See the module. Constructed by `open`, `from_text` or `new`."""

    path: Path | None
    system: System
    listeners: list[Callable[[Session], None]]  # called after every change, undo and redo included

    # --- coming and going -----------------------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path, *, rules: Iterable[str] = (), declaration: Path | None = None) -> Session:
        """Opens a roster file. Raises `errors.InputError` when it cannot be read; unknown names become findings."""
        raise NotImplementedError

    @classmethod
    def from_text(cls, data: bytes, name: str = "-", *, rules: Iterable[str] = ()) -> Session:
        """The same from bytes (standard input, a journal)."""
        raise NotImplementedError

    @classmethod
    def new(
        cls, system: str, faction: str, *, battle_size: str = "", detachment: str = "", name: str = "", rules: Iterable[str] = ()
    ) -> Session:
        """An empty list. Ids or names; empty ones take the system's default size and no detachment."""
        raise NotImplementedError

    @staticmethod
    def systems() -> list[Named]:
        """Game systems of all data sets."""
        raise NotImplementedError

    @staticmethod
    def factions(system: str) -> list[Named]:
        raise NotImplementedError

    def text(self) -> str:
        """The roster file as it would be saved now."""
        raise NotImplementedError

    def save(self, path: Path | None = None, *, force: bool = False) -> Path:
        """Saves atomically. Raises `errors.ChangedOnDisk` when the file is no longer the one opened (unless ``force``),
        `errors.InputError` when it cannot be written."""
        raise NotImplementedError

    @property
    def dirty(self) -> bool:
        """Whether there is something to save."""
        raise NotImplementedError

    @property
    def revision(self) -> int:
        """Grows with every change."""
        raise NotImplementedError

    # --- slices ---------------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        raise NotImplementedError

    @property
    def army(self) -> Army:
        raise NotImplementedError

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        raise NotImplementedError

    @property
    def verdict(self) -> str:
        """legal, illegal or unjudged."""
        raise NotImplementedError

    @property
    def points(self) -> Number:
        raise NotImplementedError

    @property
    def limit(self) -> Number | None:
        raise NotImplementedError

    def unit(self, unit_id: str) -> Unit | None:
        raise NotImplementedError

    def battle_sizes(self) -> list[Named]:
        raise NotImplementedError

    def detachments(self) -> list[Named]:
        raise NotImplementedError

    def datasheets(self) -> tuple[DatasheetChoice, ...]:
        """What may be added, in the order of roles and names."""
        raise NotImplementedError

    def preview(self, datasheet_id: str) -> Unit:
        """The unit that `add_unit` would add, without adding it (for the browser's detail pane)."""
        raise NotImplementedError

    def rows(self, unit_id: str) -> tuple[Row, ...]:
        """The unit editor's lines: models, wargear, enhancements, warlord, in the author's groups."""
        raise NotImplementedError

    def leader_targets(self, unit_id: str) -> list[Target]:
        """Units of the army that this leader may join."""
        raise NotImplementedError

    def transport_targets(self, unit_id: str) -> list[Target]:
        """Transports of the army; ``reason`` says why the unit cannot ride in one."""
        raise NotImplementedError

    # --- edits ----------------------------------------------------------------------------------------------------------

    def undo(self) -> str | None:
        """Takes the last step back; its title, None when there is none."""
        raise NotImplementedError

    def redo(self) -> str | None:
        raise NotImplementedError

    def rename(self, name: str) -> None:
        raise NotImplementedError

    def set_battle_size(self, size_id: str) -> None:
        raise NotImplementedError

    def set_detachment(self, detachment_id: str) -> None:
        raise NotImplementedError

    def add_unit(self, datasheet_id: str) -> str:
        """Adds a unit with its defaults behind the others; returns its id."""
        raise NotImplementedError

    def duplicate_unit(self, unit_id: str) -> str:
        raise NotImplementedError

    def remove_unit(self, unit_id: str) -> None:
        raise NotImplementedError

    def move_unit(self, unit_id: str, offset: int) -> None:
        """Moves it up (negative) or down among the units."""
        raise NotImplementedError

    def rename_unit(self, unit_id: str, name: str) -> None:
        raise NotImplementedError

    def set_count(self, unit_id: str, key: str, count: int) -> None:
        """Sets a row's count: models, repeated options, 0 or 1 for toggles."""
        raise NotImplementedError

    def pick(self, unit_id: str, key: str) -> None:
        """Picks a row of its group (in the place of what was picked), or toggles a toggle row."""
        raise NotImplementedError

    def split(self, unit_id: str, key: str, count: int = 1) -> None:
        """Splits models off a row, so that they can carry another loadout."""
        raise NotImplementedError

    def set_warlord(self, unit_id: str, on: bool = True) -> None:
        """Makes the unit the warlord (in the place of any other), or takes the mark off."""
        raise NotImplementedError

    def enhancements(self, unit_id: str) -> list[Target]:
        """Enhancements of the chosen detachment; ``reason`` says what speaks against this bearer."""
        raise NotImplementedError

    def set_enhancement(self, unit_id: str, enhancement_id: str) -> None:
        """Gives the unit this enhancement in the place of any other; empty takes it away."""
        raise NotImplementedError

    def attach(self, leader_id: str, unit_id: str) -> None:
        """Declares that the leader joins the unit; empty: stands alone."""
        raise NotImplementedError

    def embark(self, unit_id: str, transport_id: str) -> None:
        """Declares that the unit starts in the transport; empty: on foot."""
        raise NotImplementedError

    def set_reserves(self, unit_id: str, state: str) -> None:
        """``strategic-reserves``, ``deep-strike``, ``aircraft``, ``other``, or empty for the table."""
        raise NotImplementedError

    def set_hover(self, unit_id: str, on: bool) -> None:
        raise NotImplementedError

    def apply_fix(self, fix: Fix) -> None:
        """Applies a finding's fix as one step."""
        raise NotImplementedError
