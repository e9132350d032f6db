"""`listbuilder print` and `show`: lists as PDFs for the table, and as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from listbuilder.cli import console, status
from listbuilder.cli.asking import asked, asking_options
from listbuilder.cli.print_options import PrintCommand, chosen, with_print_options
from listbuilder.cli.shell import Command, Integer, data_option, load_pack, option, pack_option, rules_option
from listbuilder.errors import InputError
from listbuilder.files import reason
from listbuilder.i18n import N_, _, language, ngettext
from listbuilder.naming import file_name, file_names
from listbuilder.terminal import clean

if TYPE_CHECKING:
    from listbuilder.cli.printed import Printed, PrintJob
    from listbuilder.events.gathered import Gathered
    from listbuilder.report.entry import Entry

FOLDER = Path("exports")
STDOUT = "-"


@click.command(
    "print",
    cls=PrintCommand,
    help=N_(
        "Print lists as PDFs: files, folders with all lists in them, patterns, ZIP archives, tables (CSV) with a column of "
        "lists, or - for standard input. "
        "A list that is not legal is printed too, with its findings. Exit status: 0 all printed, 2 something was not."
    ),
)
@click.argument("files", metavar="FILE|FOLDER|ZIP|CSV|- ...", nargs=-1, required=True)
@option(
    "-o",
    "--output",
    metavar="OUT.pdf|FOLDER",
    help=N_(
        "Output file, which holds all lists, - for standard output; or a folder for a file of each list. By default exports/."
    ),
)
@with_print_options
@option(
    "--versus",
    metavar="FILE",
    help=N_("The list of the opponent, which a turn sheet shows beside this one."),
)
@option(
    "--to",
    "form",
    metavar="FORMAT",
    help=N_("The format of the text that a submission shows, as convert writes it; by default the event's."),
)
@option(
    "--exclude",
    multiple=True,
    metavar="PATTERN",
    help=N_("Leave out files and folders, as .gitignore names them; may be repeated."),
)
@option(
    "--jobs",
    type=Integer(min=0),
    default=0,
    metavar="N",
    help=N_("Number of processes that print into a folder; 0 chooses a suitable number."),
)
@rules_option
@data_option
@pack_option
@asking_options
def print_(
    files: tuple[str, ...],
    output: str | None,
    versus: str | None,
    form: str | None,
    exclude: tuple[str, ...],
    jobs: int,
    rules: tuple[str, ...],
    data: tuple[str, ...],
    pack: str | None,
    **settings: Any,
) -> int:
    """Writes the PDFs. One list is written as it is named, several into a folder or one document."""
    from listbuilder.cli.printed import PrintJob, check_form, opposed
    from listbuilder.print.layouts.registry import LAYOUTS
    from listbuilder.report.checking import Job
    from listbuilder.report.entry import Entry

    terms = asked(settings, pack, data)
    options = chosen(settings)
    if versus and not LAYOUTS[options.layout].meets:
        layouts = ", ".join(layout.name for layout in LAYOUTS.values() if layout.meets)
        raise click.UsageError(_("--versus is shown by these layouts: {layouts}").format(layouts=layouts))
    judging = Job(rules, data, pack=load_pack(pack, data), asked=terms)
    opponent = Entry.of_file(versus) if versus else None
    if opponent is not None:
        opposed(opponent, judging)  # refused once where it cannot be read, not for each list
    check_form(form)
    job = PrintJob(judging, options, opponent, form or "")
    gathered = _gathered(files, exclude, output)
    if [*files] == [entry.name for entry in gathered.entries] and len(files) == 1:
        return _print_one(gathered.entries[0], job, output)
    result = _print_many(gathered.entries, job, output, jobs)
    if left_out := ", ".join(gathered.parts()):
        console.say(_("left out: {what}").format(what=left_out))
    return result


def _gathered(files: tuple[str, ...], exclude: tuple[str, ...], output: str | None) -> Gathered:
    """The lists. Raises `click.UsageError` where there are none."""
    import sys

    from listbuilder.events.gathering import gather

    stdin = sys.stdin.buffer.read(console.MOST_STDIN) if STDOUT in files else b""
    besides = [Path(output)] if output and output != STDOUT else []
    found = gather(files, exclude=exclude, stdin=stdin, besides=besides)
    if not found.entries:
        raise click.UsageError(_("there are no lists here; left out: {what}").format(what=", ".join(found.parts())))
    return found


def _is_pdf(path: str | Path) -> bool:
    """Whether a path is called as a PDF is, so that it is no folder."""
    return Path(path).suffix.casefold() == ".pdf"


def _print_one(entry: Entry, job: PrintJob, output: str | None) -> int:
    """One list, into a file that is named after it where no other name is given. Raises `InputError` where it cannot be."""
    from listbuilder import files
    from listbuilder.cli.printed import print_one

    printed = print_one(entry, job)
    if printed.problems:
        raise InputError(problems=printed.problems)
    for notice in printed.notices:
        console.warn(notice)
    if output == STDOUT:
        console.out_bytes(printed.content)
        return status.OK
    if output and (_is_pdf(output) or not (output.endswith("/") or Path(output).is_dir())):
        path = Path(output)
    else:
        stem = file_name(printed.title) if entry.name == STDOUT else Path(entry.name).stem
        path = _made(Path(output or FOLDER)) / f"{stem}.pdf"
    files.write(path, printed.content)
    console.say(_("wrote {file}").format(file=path))
    return status.OK


def _print_many(entries: Sequence[Entry], job: PrintJob, output: str | None, jobs: int) -> int:
    """Several lists, into one document or, each in a file of its own, into a folder. Those that cannot be printed are named."""
    path = Path(output or FOLDER)
    one_file = output == STDOUT or _is_pdf(path) or (path.exists() and not path.is_dir())
    failed = _print_together(entries, job, path) if one_file else _print_apart(entries, job, path, jobs)
    number = len(entries) - failed
    if number and output != STDOUT:
        text = ngettext("wrote {number} list to {file}", "wrote {number} lists to {file}", number)
        console.say(text.format(number=number, file=path))
    return status.UNJUDGED if failed else status.OK


def _print_together(entries: Sequence[Entry], job: PrintJob, path: Path) -> int:
    """All lists in one document; how many could not be printed. Where none can, nothing is written."""
    from listbuilder import files
    from listbuilder.cli.printed import Binder

    binder = Binder(job, path.stem if str(path) != STDOUT else "listbuilder")
    failed = _failures(len(entries), map(binder.add, entries))
    if failed == len(entries):
        return failed
    if str(path) == STDOUT:
        console.out_bytes(binder.content())
    else:
        files.write(path, binder.content())
    return failed


def _print_apart(entries: Sequence[Entry], job: PrintJob, folder: Path, jobs: int) -> int:
    """Each list in a file of its own; how many could not be printed."""
    from listbuilder import files
    from listbuilder.cli.printed import print_all

    _made(folder)
    names = file_names([entry.name for entry in entries])

    def written() -> Iterator[Printed]:
        for name, printed in zip(names, print_all(entries, job, jobs=jobs), strict=True):
            if not printed.problems:
                files.write(folder / f"{name}.pdf", printed.content)
            yield printed

    return _failures(len(entries), written())


def _failures(total: int, results: Iterable[Printed]) -> int:
    """Goes through the results, shows the progress and names lists that could not be printed; how many these are."""
    failed: list[Printed] = []
    notices: list[str] = []
    with console.progress(total, shown=True) as step:
        for done, printed in enumerate(results, 1):
            if printed.problems:
                failed.append(printed)
            notices += (f"{printed.name}: {notice}" for notice in printed.notices)
            step(done)
    for notice in notices:
        console.warn(notice)
    for printed in failed:
        for problem in printed.problems:
            console.complain(str(problem if problem.file else problem.within(printed.name)))
    return len(failed)


def _made(folder: Path) -> Path:
    """The folder, made where it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"{folder}: {reason(error)}") from None
    return folder


@click.command(cls=Command, help=N_("Show a list as text: units, models, wargear and points."))
@click.argument("file", metavar="FILE")
@rules_option
@data_option
@pack_option
@asking_options
def show(file: str, rules: tuple[str, ...], data: tuple[str, ...], pack: str | None, **settings: Any) -> int:
    from listbuilder.print.text import show_army
    from listbuilder.report.checking import Job, open_list

    terms = asked(settings, pack, data)
    validated = open_list(console.entry(file), Job(rules, data, pack=load_pack(pack, data), asked=terms))
    text = show_army(
        validated.army,
        validated.findings,
        validated.formation,
        language(),
        console.page_width(),
        validated.system,
        validated.ruleset.enabled,
    )
    console.out(clean(text))
    return status.OK
