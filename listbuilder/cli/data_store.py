"""`listbuilder data add`, `update` and `remove`: community data sets on this machine."""

from __future__ import annotations

import click

from listbuilder.cli import console, status
from listbuilder.cli.shell import Command, option
from listbuilder.i18n import N_, _


@click.command(cls=Command, help=N_("Install a data set: a folder, a .zip file or a git repository of BSData files."))
@click.argument("source", metavar="FOLDER|ZIP|URL")
@option("--name", metavar="NAME", help=N_("Name of the data set; by default its own name."))
def add(source: str, name: str | None) -> int:
    """Installs a data set."""
    from listbuilder.sources.store import Store

    item = Store().add(source, name)
    console.say(
        _("installed {name}: {system}, {date}").format(name=item.name, system=item.game_system, date=item.date or "-")
    )
    return status.OK


@click.command(cls=Command, help=N_("Update a data set from where it was installed; without NAME, update all of them."))
@click.argument("names", metavar="[NAME ...]", nargs=-1)
def update(names: tuple[str, ...]) -> int:
    """Updates data sets."""
    from listbuilder.sources.store import Store

    store = Store()
    for name in names or [item.name for item in store.list()]:
        before, after = store.update(name)
        if before.sha256 == after.sha256:
            console.say(_("{name} is up to date ({date})").format(name=after.name, date=after.date or "-"))
        else:
            console.say(
                _("{name} updated from {before} to {after}").format(
                    name=after.name, before=before.date or "-", after=after.date or "-"
                )
            )
    return status.OK


@click.command(cls=Command, help=N_("Remove an installed data set; the place it was installed from is not touched."))
@click.argument("name", metavar="NAME")
def remove(name: str) -> int:
    """Removes a data set."""
    from listbuilder.sources.store import Store

    console.say(_("removed {name}").format(name=Store().remove(name).name))
    return status.OK
