"""`listbuilder schema`: the JSON Schemas of all files, for editors and other programs."""

from __future__ import annotations

import click

from listbuilder.cli import console, status
from listbuilder.cli.shell import Command
from listbuilder.errors import InputError
from listbuilder.i18n import N_, Text
from listbuilder.naming import listing, suggestion
from listbuilder.resources import shipped

SUFFIX = ".schema.json"


@click.command(cls=Command, help=N_("Print the JSON Schema of a kind of file; without KIND, list the kinds."))
@click.argument("kind", metavar="[KIND]", required=False)
def schema(kind: str | None) -> int:
    files = {path.name.removesuffix(SUFFIX): path for path in sorted(shipped("schemas").glob("*" + SUFFIX))}
    if kind is None:
        console.out("".join(f"{name}\n" for name in files))
    elif kind.casefold() in files:
        console.out_bytes(files[kind.casefold()].read_bytes())
    else:
        hint = suggestion(kind, files) or Text("choose one of {names}", {"names": listing(files)})
        raise InputError(Text("there is no schema called {name}", {"name": kind}), hint=hint)
    return status.OK
