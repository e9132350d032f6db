"""`listbuilder build`, and `listbuilder` alone: opens the builder in the terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from listbuilder.cli import console, status
from listbuilder.cli.shell import PATH, Command, data_option, load_pack, pack_option
from listbuilder.i18n import N_, _


@click.command(
    cls=Command,
    help=N_("Open the builder in the terminal, with the list in FILE if given. A new FILE is created when you save."),
)
@click.argument("file", metavar="[FILE]", required=False, type=PATH)
@data_option
@pack_option
def build(file: Path | None, data: tuple[str, ...] = (), pack: str | None = None) -> int:
    """Runs the builder until the user leaves it; the exit status."""
    if not (os.environ.get("TEXTUAL_DRIVER") or (sys.stdin.isatty() and sys.stdout.isatty())):
        console.complain(_("the builder needs a terminal; see listbuilder --help for commands that do not"))
        return status.UNJUDGED
    if os.environ.get("TEXTUAL_DRIVER"):
        from listbuilder.cli import confined

        if served := os.environ.get(confined.FOLDER):
            confined.confine(Path(served))
    if not _state_is_own():
        return status.UNJUDGED
    event = load_pack(pack, data)
    from listbuilder.session import Session
    from listbuilder.sources import registry
    from listbuilder.tui.app import ListbuilderApp

    app = ListbuilderApp(file, backend=Session.for_event(event, registry.given(data)))
    app.run()
    return status.UNJUDGED if app.return_code else status.OK  # it failed, and has printed why


def _state_is_own() -> bool:
    """Whether nobody else can put unsaved work, lists in the bin and settings where the builder looks for the user's; says where
    somebody can."""
    from listbuilder.sources import places, signing

    folder = signing.foreign(places.state_dir())
    if folder is not None:
        text = _("{folder} belongs to another user: name a folder of your own in LISTBUILDER_STATE_DIR")
        console.complain(text.format(folder=folder))
    return folder is None
