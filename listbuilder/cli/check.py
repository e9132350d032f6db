"""`listbuilder check`: judges lists and says what is wrong with them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import click

from listbuilder.cli import console, status
from listbuilder.cli.shell import PATH, Command, Integer, data_option, option, rules_option
from listbuilder.i18n import N_, _, ngettext, set_language

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
@data_option
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
    "--jobs", type=Integer(min=0), default=0, metavar="N", help=N_("Number of processes; 0 chooses a suitable number.")
)
@click.pass_context
def check(
    ctx: click.Context,
    files: tuple[str, ...],
    form: str,
    rules: tuple[str, ...],
    data: tuple[str, ...],
    fix: bool,
    unsafe: bool,
    diff: bool,
    declaration: Path | None,
    jobs: int,
) -> int:
    from listbuilder.report.checking import Job, check_all
    from listbuilder.report.entry import Entry

    lists = list(find_lists(files))
    _refuse(lists, form, fix=fix, unsafe=unsafe, diff=diff, declaration=declaration)
    if data:
        from listbuilder.sources import registry

        registry.given(data)  # a wrong name is one message, not one for each list
    if form == "json" and not (ctx.find_object(dict) or {}).get("lang"):
        set_language("en")  # what programs read does not depend on the locale
    stdin = sys.stdin.buffer.read(MOST_STDIN) if STDIN in lists and sys.stdin else b""  # None: closed
    job = Job(rules, data, declaration, fix=fix or diff, unsafe=unsafe, diff=diff)
    records = check_all(
        [Entry(name, content=stdin) if name == STDIN else Entry.of_file(name) for name in lists], job, jobs=jobs
    )
    if diff:
        return _print_diff(records)
    if fix and STDIN in lists:  # standard output holds the fixed list
        records = _pass_on(records, stdin)
        return _print_json(records, console.err) if form == "json" else _print_text(records, sys.stderr)
    return _print_json(records, console.out_text) if form == "json" else _print_text(records, sys.stdout)


def _refuse(lists: list[str], form: str, *, fix: bool, unsafe: bool, diff: bool, declaration: Path | None) -> None:
    """Refuses options that do not go together."""
    if STDIN in lists and declaration:
        raise click.UsageError(_("--declaration needs a list in a file; it does not work with standard input"))
    if declaration and len(lists) > 1:
        raise click.UsageError(
            _("--declaration applies to one list, but {number} were given").format(number=len(lists))
        )
    if unsafe and not (fix or diff):
        raise click.UsageError(_("--unsafe needs --fix or --diff"))
    if diff and form == "json":
        raise click.UsageError(_("--diff shows differences, not a report: leave out --format json"))


def _pass_on(records: Iterable[ListReport], stdin: bytes) -> Iterator[ListReport]:
    """Writes the list from standard input to standard output, as it is after its fixes; unchanged where there were none."""
    for record in records:
        if record.file == STDIN:
            console.out_bytes(record.content.encode("utf-8") or stdin)
        yield record


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


def _print_json(records: Iterable[ListReport], write: Callable[[str], None]) -> int:
    from listbuilder.report.json import document

    found = list(records)
    write(document(found))
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
