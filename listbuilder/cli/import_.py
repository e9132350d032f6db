"""`listbuilder import`: writes a list of any format as our own file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from listbuilder.cli import console, status
from listbuilder.cli.new import file_name
from listbuilder.cli.shell import PATH, Command, option
from listbuilder.i18n import N_, _

if TYPE_CHECKING:
    from listbuilder.listfile.bound import BoundList

STDIN = Path("-")
MOST_STDIN = 16 << 20  # bytes


@click.command(
    "import",
    cls=Command,
    help=N_("Write a list that another program exported, or - for standard input, as a list file of this program."),
)
@click.argument("source", metavar="FILE|-", type=PATH)
@option(
    "-o",
    "--output",
    type=PATH,
    metavar="OUT.yaml",
    help=N_("Output file, - for standard output; by default named after the list."),
)
@option("--force", is_flag=True, help=N_("Overwrite an existing file."))
def import_(source: Path, output: Path | None, force: bool) -> int:
    from listbuilder import files
    from listbuilder.exchange import formats

    bound = formats.read_bytes(sys.stdin.buffer.read(MOST_STDIN)) if source == STDIN else formats.read_file(source)
    write = formats.formats()[formats.OWN].write
    assert write is not None
    text = write(bound)
    for problem in bound.problems:
        console.say(str(problem))
    if output == STDIN:
        console.out(text)
        return _status(bound)
    path = output or Path(file_name(bound.roster.name or bound.data.faction.name) + ".yaml")
    if path.exists() and not force:
        console.complain(_("{file} exists already; use --force to overwrite it").format(file=path))
        return status.UNJUDGED
    files.write(path, text, None if force else files.ABSENT)
    console.say(_("wrote {file}").format(file=path))
    return _status(bound)


def _status(bound: BoundList) -> int:
    """Not everything was understood: what could not be judged is missing from the file."""
    return status.UNJUDGED if any(problem.severity == "unjudged" for problem in bound.problems) else status.OK
