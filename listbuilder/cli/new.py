"""`listbuilder new`: starts a list as a file."""

from __future__ import annotations

import contextlib
from pathlib import Path

import click

from listbuilder.cli import console, status
from listbuilder.cli.shell import PATH, Command, Integer, option
from listbuilder.errors import InputError
from listbuilder.i18n import N_, Text, _
from listbuilder.naming import file_name
from listbuilder.resources import USUAL_SYSTEM


@click.command(cls=Command, help=N_("Create an empty list, to be filled in the builder or in a text editor."))
@option("--system", default=USUAL_SYSTEM, show_default=True, metavar="NAME", help=N_("Game system."))
@option("--faction", required=True, metavar="NAME", help=N_("Faction, by name or id."))
@option("--detachment", default="", metavar="NAME", help=N_("Detachment, by name or id."))
@option("--size", default="", metavar="NAME", help=N_("Battle size; by default the usual one of the system."))
@option(
    "--limit",
    type=Integer(min=1),
    metavar="POINTS",
    help=N_("Points limit that the players agreed on, other than that of the size."),
)
@option("--name", default="", metavar="TEXT", help=N_("Name of the list."))
@option("-o", "--output", type=PATH, metavar="FILE", help=N_("Output file; by default named after the list."))
@option("--force", is_flag=True, help=N_("Overwrite an existing file."))
def new(
    system: str,
    faction: str,
    detachment: str,
    size: str,
    limit: int | None,
    name: str,
    output: Path | None,
    force: bool,
) -> int:
    from listbuilder.session.session import Session
    from listbuilder.validation.problems import MISSING_CATALOGUE

    try:
        session = Session.new(system, faction, battle_size=size, detachment=detachment, name=name, limit=limit)
    except InputError as error:
        raise _elsewhere(faction, system) or error from None
    path = output or Path(file_name(session.name or session.army.faction) + ".yaml")
    if path.exists() and not force:
        console.complain(_("{file} exists already; use --force to overwrite it").format(file=path))
        return status.UNJUDGED
    console.say(_("wrote {file}").format(file=session.save(path, force=force)))
    for finding in session.findings:
        if finding.rule == MISSING_CATALOGUE:
            console.warn(str(finding.message))
    return status.OK


def _elsewhere(faction: str, system: str) -> InputError | None:
    """An error that names the other game systems which have a faction of that name; None where the system has it, or none has."""
    from listbuilder.sources import registry

    having: list[str] = []
    for offer in registry.systems():
        with contextlib.suppress(InputError):
            if any(one.is_called(faction) for one in registry.factions(offer.id)):
                having.append(offer.id)
                if offer.is_called(system):
                    return None
    if not having:
        return None
    message = Text("the game system {system} has no faction {name}", {"system": system, "name": faction})
    hint = Text("found in: {systems}; choose with --system {system}", {"systems": tuple(having), "system": having[0]})
    return InputError(message, hint=hint)
