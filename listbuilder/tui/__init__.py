"""The terminal UI (Textual): screens and widgets over one `Session`; no rules in here."""

from __future__ import annotations

from pathlib import Path


def run(path: Path | None = None) -> None:
    """Opens the list in the terminal, or the home screen; returns when the user leaves."""
    from listbuilder.tui.app import run as run_app

    run_app(path)
