"""What commands on a list tell the app."""

from __future__ import annotations

from pathlib import Path

from textual.message import Message

from listbuilder.session import Session


class Remember(Message):
    """The list was saved to this file."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path


class Left(Message):
    """The list is closed and nothing is left to be saved. ``reopen``: read this file again."""

    def __init__(self, reopen: Path | None = None) -> None:
        super().__init__()
        self.reopen = reopen


class Judged(Message):
    """The list goes on over other data: as this session, which has its own file and its unsaved changes."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
