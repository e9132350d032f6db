"""`listbuilder check`: judges lists and says what is wrong with them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from listbuilder.cli import console, status
from listbuilder.cli.shell import PATH, Command, Integer, data_option, load_pack, option, pack_option, rules_option
from listbuilder.i18n import N_, _, ngettext, set_language

if TYPE_CHECKING:
    from listbuilder.events.gathered import Gathered
    from listbuilder.report.entry import Entry
    from listbuilder.report.record import ListReport

STDIN = "-"
MOST_STDIN = 64 << 20  # bytes read from standard input; the limit of one list is lower


@click.command(
    cls=Command,
    help=N_(
        "Check lists: files, folders with all lists in them, patterns, ZIP archives, tables (CSV) with a column of lists, "
        "or - for standard input. "
        "Exit status: 0 all legal, 1 at least one illegal, 2 something could not be judged."
    ),
)
@click.argument("files", metavar="FILE|FOLDER|ZIP|CSV|- ...", nargs=-1, required=True)
@option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help=N_("Output format: text for people, json (schemas/report.schema.json) for programs."),
)
@rules_option
@data_option
@pack_option
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
@option(
    "--exclude",
    multiple=True,
    metavar="PATTERN",
    help=N_("Leave out files and folders, as .gitignore names them; may be repeated."),
)
@option(
    "--columns",
    multiple=True,
    metavar="KEY=NAME",
    help=N_(
        "Columns of a table: list, name, team or faction, and the header or number of the column; may be repeated."
    ),
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
    data: tuple[str, ...],
    pack: str | None,
    fix: bool,
    unsafe: bool,
    diff: bool,
    declaration: Path | None,
    exclude: tuple[str, ...],
    columns: tuple[str, ...],
    jobs: int,
) -> int:
    from listbuilder.events.gathering import gather
    from listbuilder.report.checking import Job, check_all

    _refuse(form, unsafe=unsafe, fix=fix, diff=diff)
    stdin = sys.stdin.buffer.read(MOST_STDIN) if STDIN in files and sys.stdin else b""  # None: closed
    gathered = gather(files, exclude=exclude, columns=_columns(columns), stdin=stdin)
    lists = gathered.entries
    _refuse_lists(lists, fix=fix, declaration=declaration)
    if data:
        from listbuilder.sources import registry

        registry.given(data)  # a wrong name is one message, not one for each list
    if form == "json" and not (ctx.find_object(dict) or {}).get("lang"):
        set_language("en")  # what programs read does not depend on the locale
    left_out = ", ".join(gathered.parts())
    if left_out:
        console.say(_("left out: {what}").format(what=left_out))
    job = Job(rules, data, declaration, load_pack(pack), fix=fix or diff, unsafe=unsafe, diff=diff)
    records = check_all(lists, job, jobs=jobs)
    if diff:
        return _print_diff(records)
    if fix and STDIN in files:  # standard output holds the fixed list
        records = _pass_on(records, stdin)
        return _print_json(records, gathered, console.err) if form == "json" else _print_text(records, sys.stderr)
    return _print_json(records, gathered, console.out_text) if form == "json" else _print_text(records, sys.stdout)


def _columns(stated: Iterable[str]) -> dict[str, str]:
    """What the columns of a table hold -> their headers or numbers."""
    from listbuilder.events.registration import COLUMNS

    found = {}
    for one in stated:
        key, _sign, name = one.partition("=")
        if key not in COLUMNS or not name.strip():
            text = _("--columns needs one of {keys}, then = and the header or number of the column, but not {given}")
            raise click.UsageError(text.format(keys=", ".join(COLUMNS), given=one))
        found[key] = name.strip()
    if found and "list" not in found:
        raise click.UsageError(_("--columns does not name the column of the lists"))
    return found


def _refuse(form: str, *, fix: bool, unsafe: bool, diff: bool) -> None:
    """Refuses options that do not go together."""
    if unsafe and not (fix or diff):
        raise click.UsageError(_("--unsafe needs --fix or --diff"))
    if diff and form == "json":
        raise click.UsageError(_("--diff shows differences, not a report: leave out --format json"))


def _refuse_lists(lists: Sequence[Entry], *, fix: bool, declaration: Path | None) -> None:
    """Refuses options that do not go together with these lists."""
    if declaration and len(lists) > 1:
        raise click.UsageError(
            _("--declaration applies to one list, but {number} were given").format(number=len(lists))
        )
    if declaration and any(entry.name == STDIN for entry in lists):
        raise click.UsageError(_("--declaration needs a list in a file; it does not work with standard input"))
    if fix and any(entry.path is None and entry.problem is None and entry.name != STDIN for entry in lists):
        raise click.UsageError(_("--fix saves lists into their files; it does not work with archives and tables"))


def _pass_on(records: Iterable[ListReport], stdin: bytes) -> Iterator[ListReport]:
    """Writes the list from standard input to standard output, as it is after its fixes; unchanged where there were none."""
    for record in records:
        if record.file == STDIN:
            console.out_bytes(record.content.encode("utf-8") or stdin)
        yield record


def _print_text(records: Iterable[ListReport], stream: TextIO) -> int:
    from listbuilder.report.record import Summary
    from listbuilder.report.text import list_text, summary_text

    terminal, write = console.terminal(stream), console.out if stream is sys.stdout else console.err
    verdicts: list[str] = []
    for record in records:
        write(("\n" if verdicts else "") + list_text(record, terminal))
        verdicts.append(record.verdict)
    if len(verdicts) > 1:
        write("\n" + summary_text(Summary.of(verdicts), terminal))
    return status.of_verdicts(verdicts)


def _print_json(records: Iterable[ListReport], gathered: Gathered, write: Callable[[str], None]) -> int:
    from listbuilder.report.json import document

    found = list(records)
    write(document(found, [(one.name, one.reason.value) for one in gathered.left_out]))
    return status.of_verdicts(record.verdict for record in found)


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
            console.out_bytes(record.diff.encode("utf-8"))
    if changed:
        text = ngettext("{number} list would change", "{number} lists would change", changed)
        console.say(text.format(number=changed))
    return status.of_changes(read=read, changed=bool(changed))
