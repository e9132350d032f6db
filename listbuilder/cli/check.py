"""`listbuilder check`: judges lists and says what is wrong with them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from listbuilder.cli import console, status
from listbuilder.cli.shell import PATH, Command, Integer, option, rules_option
from listbuilder.i18n import N_, _, set_language

if TYPE_CHECKING:
    from listbuilder.report.record import ListReport

STDIN = "-"
SCHEMA = re.compile(rb"\$schema=\S*?([a-z]+)\.schema\.json")
MOST_STDIN = 16 << 20  # bytes read from standard input; the loader's own limit is lower


@click.command(
    cls=Command,
    help=N_(
        "Check lists: files, folders with all lists in them, or - for standard input. "
        "Exit status: 0 all legal, 1 at least one illegal, 2 something could not be judged."
    ),
)
@click.argument("files", metavar="FILE|FOLDER|- ...", nargs=-1, required=True)
@option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help=N_("Output format: text for people, json (schemas/report.schema.json) for programs."),
)
@rules_option
@option("--fix", is_flag=True, help=N_("Apply safe fixes and save the list."))
@option(
    "--declaration",
    type=PATH,
    metavar="FILE",
    help=N_("Declarations for this game (attached units, passengers, reserves), used instead of the list's own."),
)
@option(
    "--jobs", type=Integer(min=0), default=0, metavar="N", help=N_("Number of processes; 0 chooses a suitable number.")
)
@click.pass_context
def check(
    ctx: click.Context,
    files: tuple[str, ...],
    form: str,
    rules: tuple[str, ...],
    fix: bool,
    declaration: Path | None,
    jobs: int,
) -> int:
    from listbuilder.report.checking import Job, check_all

    lists = list(find_lists(files))
    if STDIN in lists and (fix or declaration):
        raise click.UsageError(_("--fix and --declaration need a list in a file; they do not work with standard input"))
    if declaration and len(lists) > 1:
        raise click.UsageError(
            _("--declaration applies to one list, but {number} were given").format(number=len(lists))
        )
    if form == "json" and not (ctx.find_object(dict) or {}).get("lang"):
        set_language("en")  # what programs read does not depend on the locale
    stdin = sys.stdin.buffer.read(MOST_STDIN) if STDIN in lists and sys.stdin else b""  # None: closed
    records = check_all(lists, Job(rules, declaration, fix), jobs=jobs, stdin=stdin)
    return _print_json(records) if form == "json" else _print_text(records)


def find_lists(names: Iterable[str]) -> Iterable[str]:
    """The files that the names mean: a folder gives all lists below it, sorted by path."""
    from listbuilder.exchange import formats

    suffixes = formats.suffixes()
    for name in dict.fromkeys(names):
        folder = Path(name)
        if name == STDIN or not folder.is_dir():
            yield name
            continue
        found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in suffixes and _may_be_list(path))
        if not found:
            raise click.UsageError(_("no lists found in the folder {folder}").format(folder=name))
        yield from map(str, found)


def _may_be_list(path: Path) -> bool:
    """Whether a file found in a folder may be a list: not when its first line names another schema (a declaration, game data),
    nor when it is some other text. An unreadable file counts as one, so that the check reports why."""
    from listbuilder.exchange import formats

    if not path.is_file():
        return False
    try:
        with path.open("rb") as stream:
            head = stream.read(formats.HEAD)
    except OSError:
        return True
    if formats.is_text(path):
        return not formats.recognise(head).suffixes  # a format that is known by content alone
    named = SCHEMA.search(head.partition(b"\n")[0][:500])
    return named is None or named[1] == b"roster"


def _print_text(records: Iterable[ListReport]) -> int:
    from listbuilder.report.record import Summary
    from listbuilder.report.text import list_text, summary_text

    terminal = console.terminal()
    verdicts: list[str] = []
    for record in records:
        console.out(("\n" if verdicts else "") + list_text(record, terminal))
        verdicts.append(record.verdict)
    if len(verdicts) > 1:
        console.out("\n" + summary_text(Summary.of(verdicts), terminal))
    return status.of_verdicts(verdicts)


def _print_json(records: Iterable[ListReport]) -> int:
    from listbuilder.report.json import document

    found = list(records)
    for record in found:
        for title in record.fixed:
            console.say(f"{record.file}: {_('fixed')}: {title}")
    console.out_bytes(document(found).encode())
    return status.of_verdicts(record.verdict for record in found)
