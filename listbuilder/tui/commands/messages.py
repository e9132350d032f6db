"""What commands on a list tell the app."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from textual.message import Message

from listbuilder.session import Session


@dataclass
class Remember(Message):
    """The list was saved to this file."""

    path: Path


@dataclass
class Left(Message):
    """The list is closed and nothing is left to be saved. ``reopen``: read this file again."""

    reopen: Path | None = None


@dataclass
class Judged(Message):
    """The list goes on over other data: as this session, which has its own file and its unsaved changes."""

    session: Session
