"""`listbuilder data`: the game data that lists are judged by."""

from __future__ import annotations

import click

from listbuilder.cli import console, status
from listbuilder.cli.shell import Command, LazyGroup
from listbuilder.i18n import N_, _, in_language

COMMANDS = {
    "list": "listbuilder.cli.data:list_",
    "show": "listbuilder.cli.data_show:show",
    "add": "listbuilder.cli.data_store:add",
    "update": "listbuilder.cli.data_store:update",
    "remove": "listbuilder.cli.data_store:remove",
}


@click.group(cls=LazyGroup, lazy=COMMANDS, help=N_("Show and install game data."))
def data() -> None:
    """The group."""


@click.command("list", cls=Command, help=N_("List game systems with their factions, and the installed data sets."))
def list_() -> int:
    """Prints what there is."""
    from listbuilder.sources.native import NativeSet
    from listbuilder.sources.store import Store
    from listbuilder.terminal import table

    terminal = console.terminal()
    native = NativeSet()
    for system in native.all_systems():
        console.out(terminal.paint(f"{in_language(system.name)} ({system.id})", "bold") + "\n")
        lines = native.factions(system.id)
        console.out(table([(line.id, in_language(line.names), line.date) for line in lines], "  "))
    installed = Store().list()
    if installed:
        console.out("\n" + terminal.paint(_("Installed data sets"), "bold") + "\n")
        console.out(
            table([(one.name, one.game_system, one.date, one.revision[:12], one.origin) for one in installed], "  ")
        )
    return status.OK
