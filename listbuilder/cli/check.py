"""`listbuilder check`: judges lists and says what is wrong with them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from listbuilder.cli import console, status
from listbuilder.cli.asking import NAMES, asked, asking_options
from listbuilder.cli.configuration import Configured
from listbuilder.cli.list_options import CONFIGURABLE, STDIN, Check, taken, with_list_options
from listbuilder.cli.shell import PATH, data_option, load_pack, option, pack_option, rules_option
from listbuilder.i18n import N_, _, ngettext
from listbuilder.terminal import shielded

if TYPE_CHECKING:
    from listbuilder.report.record import ListReport


class CheckCommand(Configured):
    """The command, whose options may stand in a file."""

    configurable = (*CONFIGURABLE, *NAMES)


@click.command(
    cls=CheckCommand,
    help=N_(
        "Check lists: files, folders with all lists in them, patterns, ZIP archives, tables (CSV) with a column of lists, "
        "or - for standard input. "
        "Exit status: 0 all legal, 1 at least one illegal, 2 something could not be judged."
    ),
)
@click.argument("files", metavar="FILE|FOLDER|ZIP|CSV|- ...", nargs=-1, required=True)
@with_list_options
@rules_option
@data_option
@pack_option
@asking_options
@option(
    "--fix", is_flag=True, help=N_("Apply safe fixes and save the list; say what was fixed, and why the rest is left.")
)
@option(
    "--unsafe", is_flag=True, help=N_("With --fix or --diff: other fixes, too, which may remove units and wargear.")
)
@option("--diff", is_flag=True, help=N_("Show what --fix would change, and change nothing."))
@option(
    "--declaration",
    type=PATH,
    metavar="FILE",
    help=N_("Declarations for this game (attached units, passengers, reserves), used instead of the list's own."),
)
@click.pass_context
def check(
    ctx: click.Context,
    /,
    files: tuple[str, ...],
    rules: tuple[str, ...],
    data: tuple[str, ...],
    pack: str | None,
    fix: bool,
    unsafe: bool,
    diff: bool,
    declaration: Path | None,
    **settings: Any,
) -> int:
    from listbuilder.report.checking import Job

    options = taken(settings)
    if unsafe and not (fix or diff):
        raise click.UsageError(_("--unsafe needs --fix or --diff"))
    if options.anonymous and (fix or diff):
        raise click.UsageError(_("--fix and --diff show the lists themselves, which --anonymous hides"))
    if diff and (options.form not in {None, "text"} or options.output):
        raise click.UsageError(_("--diff shows differences, not a report: leave out --format and --output"))
    if declaration and STDIN in files:
        raise click.UsageError(_("--declaration needs a list in a file; it does not work with standard input"))
    terms = asked(settings, pack, data)
    besides = [Path(one) for one in (pack, declaration) if one]
    run = Check(files, options, (ctx.find_object(dict) or {}).get("lang") or "", besides)
    _refuse(run, fix=fix, declaration=declaration)
    fixes = fix or diff
    event = load_pack(pack, data)
    job = Job(
        rules,
        data,
        declaration,
        event,
        fixes,
        unsafe,
        diff,
        offers=fixes or run.needs_fixes,
        anonymous=options.anonymous,
        asked=terms,
    )
    records = run.records(job)
    if diff:
        return _print_diff(records)
    if fix and STDIN in files:  # standard output holds the fixed list
        return run.tell(_pass_on(records, run.stdin), to_stderr=True, pack=event)
    return run.tell(records, pack=event)


def _refuse(run: Check, *, fix: bool, declaration: Path | None) -> None:
    """Refuses options that do not go together with these lists."""
    if declaration and len(run.entries) > 1:
        text = _("--declaration applies to one list, but {number} were given")
        raise click.UsageError(text.format(number=len(run.entries)))
    if fix and any(entry.container for entry in run.entries):
        raise click.UsageError(_("--fix saves lists into their files; it does not work with archives and tables"))


def _pass_on(records: Iterable[ListReport], stdin: bytes) -> Iterator[ListReport]:
    """Writes the list from standard input to standard output, as it is after its fixes; unchanged where there were none."""
    from listbuilder.exchange import formats

    for record in records:
        if record.file == STDIN:
            console.out_bytes(formats.harmless(record.content.encode("utf-8") or stdin))
        yield record


def _shown(line: str) -> str:
    """A line of others' files, such that it neither controls a terminal nor commands a CI service; it ends as it did."""
    return shielded(line.removesuffix("\r")) + line[len(line.removesuffix("\r")) :]


def _print_diff(records: Iterable[ListReport]) -> int:
    """Shows the changes; on standard error how many lists would change, and which could not be read."""
    from listbuilder.report.text import list_text

    changed, read = 0, True
    for record in records:
        if not record.was_read:
            read = False
            console.err(list_text(record, console.terminal(sys.stderr)))
        elif record.diff:
            changed += 1
            console.out_text("\n".join(map(_shown, record.diff.split("\n"))))
    if changed:
        text = ngettext("{number} list would change", "{number} lists would change", changed)
        console.say(text.format(number=changed))
    return status.of_changes(read=read, changed=bool(changed))
