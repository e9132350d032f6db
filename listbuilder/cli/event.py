"""`listbuilder event`: packs of an event's rules, and the check of an event's lists."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli import console, status
from listbuilder.cli.shell import PATH, Command, LazyGroup, option
from listbuilder.i18n import N_, _

COMMANDS = {name: f"listbuilder.cli.event:{name}_" for name in ("new",)}


@click.group(cls=LazyGroup, lazy=COMMANDS, help=N_("Write the rules of an event, and check the lists of an event."))
def event() -> None:
    """The group."""


@click.command("new", cls=Command, help=N_("Write an event pack to fill in, with a comment on every key."))
@click.argument("pack", metavar="PACK", type=PATH)
@option("--system", default="wh40k-10e", show_default=True, metavar="NAME", help=N_("Game system."))
@option("--force", is_flag=True, help=N_("Overwrite an existing file."))
def new_(pack: Path, system: str, force: bool) -> int:
    from listbuilder import files
    from listbuilder.events.template import starting_file
    from listbuilder.sources import registry

    found, _sets = registry.system_of(system)
    path = pack if pack.suffix else pack.with_suffix(".yaml")
    if path.exists() and not force:
        console.complain(_("{file} exists already; use --force to overwrite it").format(file=path))
        return status.UNJUDGED
    files.write(path, starting_file(found, path.stem))
    console.say(_("wrote {file}").format(file=path))
    return status.OK
