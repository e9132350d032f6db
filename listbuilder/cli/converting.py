"""`listbuilder import` and `listbuilder convert`: write a list of any format as our own file, or in any other format."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from listbuilder.cli import console, status
from listbuilder.cli.shell import PATH, Command, data_option, option
from listbuilder.errors import UNJUDGED, InputError
from listbuilder.i18n import N_, Text, _
from listbuilder.naming import file_name, listing

if TYPE_CHECKING:
    from listbuilder.listfile.bound import BoundList

STDIN = Path("-")
MOST_STDIN = 16 << 20  # bytes
REFUSED = (UNJUDGED, "error")  # severities of what a list states and its roster does not have


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
@data_option
@option("--force", is_flag=True, help=N_("Overwrite an existing file."))
def import_(source: Path, output: Path | None, data: tuple[str, ...], force: bool) -> int:
    from listbuilder.exchange import formats

    bound = _read(source, data)
    path = output or Path(file_name(bound.roster.name or bound.data.faction.name) + ".yaml")
    return _write(bound, formats.OWN, path, force=force)


@click.command(
    cls=Command,
    help=N_("Write a list of any format, or - for standard input, in another format."),
)
@click.argument("source", metavar="FILE|-", type=PATH)
@option(
    "-o",
    "--output",
    type=PATH,
    metavar="OUT",
    help=N_("Output file, - for standard output, where it goes by default."),
)
@option(
    "--to",
    "name",
    metavar="FORMAT",
    help=N_(
        "yaml, gw-app, wtc-compact, wtc-full, markdown, text, ros, rosz or json; by default what the output's name means."
    ),
)
@data_option
@option("--force", is_flag=True, help=N_("Overwrite an existing file."))
def convert(source: Path, output: Path | None, name: str | None, data: tuple[str, ...], force: bool) -> int:
    wanted = _format(name, output)
    return _write(_read(source, data), wanted, output or STDIN, force=force)


def _format(name: str | None, output: Path | None) -> str:
    """The format to write: the one named, else the one that the name of the output means. Raises `InputError`."""
    from listbuilder.exchange import formats

    known = formats.outputs()
    if name is None:
        suffix = output.suffix.lower() if output is not None else ""
        name = next((one.name for one in known.values() if suffix in one.suffixes), "")
    if name in known:
        return name
    hint = Text("formats: {names}", {"names": listing(known)})
    if name:
        raise InputError(Text("no list is written as {format}", {"format": name}), hint=hint)
    raise InputError(Text("say in which format: --to FORMAT"), hint=hint)


def _read(source: Path, data: tuple[str, ...]) -> BoundList:
    """The list. Raises `InputError`, also for one that is larger than its budget."""
    from listbuilder.exchange import formats
    from listbuilder.sources import registry
    from listbuilder.validation import extent

    among = registry.given(data)
    if source == STDIN:
        bound = formats.read_bytes(sys.stdin.buffer.read(MOST_STDIN), among=among)
    else:
        bound = formats.read_file(source, among)
    extent.allow(bound)
    return bound


def _write(bound: BoundList, name: str, path: Path, *, force: bool) -> int:
    """Writes the list and says what is missing from it."""
    from listbuilder import files
    from listbuilder.exchange import formats
    from listbuilder.exchange.writing import carried

    content = formats.written(bound, name)
    missing = [problem for problem in bound.problems if problem.severity in REFUSED]
    lost = carried.lost(bound, name, content)
    for problem in (*(one for one in bound.problems if one.severity not in REFUSED), *lost):
        console.say(str(problem))
    if missing:
        console.say(_("Left out of what is written, or changed in it:"))
        for problem in missing:
            console.say(f"  {problem}")
    against = _lost_findings(bound, content)
    if against:
        console.say(
            _("As it stands, the list is not judged legal, but what is written is. This no longer speaks against it:")
        )
        for finding in against:
            console.say(f"  {finding}")
    if path == STDIN:
        console.out_bytes(formats.harmless(content))
    elif path.exists() and not force:
        console.complain(_("{file} exists already; use --force to overwrite it").format(file=path))
        return status.UNJUDGED
    else:
        files.write(path, content, None if force else files.ABSENT)
        console.say(_("wrote {file}").format(file=path))
    return status.UNJUDGED if missing or against or bound.data.alone else status.OK


def _lost_findings(bound: BoundList, content: bytes) -> list[str]:
    """What is wrong with the list, or unknown of it, where it would be judged legal as it was written."""
    from listbuilder.exchange.writing import carried
    from listbuilder.validation import validate

    try:
        before = validate(bound)
        again = carried.again(bound, content) if before.verdict != "legal" else None
        if again is None or validate(again).verdict != "legal":
            return []
    except InputError:  # more than its budget, which a check of it says
        return []
    return [str(one.message) for one in before.findings if one.severity in REFUSED]
