"""The options of commands that check lists, and the check itself: gathers the lists, judges them, writes the report."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import Struct
from msgspec.structs import replace

from listbuilder.cli import budgets, configuration, console, status
from listbuilder.cli.shell import PATH, Integer, option
from listbuilder.i18n import N_, _, ngettext, set_language
from listbuilder.terminal import PLAIN

if TYPE_CHECKING:
    from listbuilder.events.gathered import Gathered
    from listbuilder.events.reports import Report
    from listbuilder.events.tally import Tally
    from listbuilder.report.checking import Job
    from listbuilder.report.entry import Entry
    from listbuilder.report.record import ListReport
    from listbuilder.validation import Pack

STDIN = "-"
FORMATS = ("text", "line", "table", "json", "csv", "junit", "sarif", "github", "html")
CONFIGURABLE = (
    "format",
    "rules",
    "data",
    "pack",
    "quiet",
    "strict",
    "exclude",
    "columns",
    "anonymous",
    "jobs",
    "budget",
)


class ListOptions(Struct, frozen=True):
    """What the options of a check say; `with_list_options` makes one of them."""

    form: str | None = None
    output: Path | None = None
    per_list: Path | None = None
    quiet: bool = False
    strict: bool = False
    anonymous: bool = False
    exclude: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    jobs: int = 0


_OPTIONS = (
    option(
        "--format",
        "form",
        type=click.Choice(FORMATS),
        help=N_("Format of the report; by default what the name of the output means, else text."),
    ),
    option("--output", "-o", type=PATH, metavar="FILE", help=N_("Write the report to this file.")),
    option(
        "--per-list",
        type=PATH,
        metavar="FOLDER",
        help=N_("Also write the result of each list as a text into this folder."),
    ),
    option("--quiet", "-q", is_flag=True, help=N_("Show only lists that something is wrong with, and the summary.")),
    option("--strict", is_flag=True, help=N_("Warnings fail a list, too: exit status 1.")),
    option("--anonymous", is_flag=True, help=N_("Number lists, players and teams instead of naming them.")),
    option(
        "--exclude",
        multiple=True,
        metavar="PATTERN",
        help=N_("Leave out files and folders, as .gitignore names them; may be repeated."),
    ),
    option(
        "--columns",
        multiple=True,
        metavar="KEY=NAME",
        help=N_(
            "Columns of a table: list, name, team, faction or submitted, and the header or number of the column; may be repeated."
        ),
    ),
    option(
        "--jobs",
        type=Integer(min=0),
        default=0,
        metavar="N",
        help=N_("Number of processes; 0 chooses a suitable number."),
    ),
    option("--budget", multiple=True, metavar="NAME=N", callback=budgets.chosen, help=budgets.HELP),
    option(
        "--config",
        type=PATH,
        metavar="FILE",
        help=N_("Take the settings from this file, not from the folder's; also with --isolated."),
    ),
    option("--no-config", is_flag=True, help=N_("Ignore listbuilder.toml and pyproject.toml.")),
    option("--no-cache", is_flag=True, help=N_("Compile all data anew; neither read nor write the cache.")),
    option(
        "--isolated",
        is_flag=True,
        help=N_("Ignore settings of folders, the cache and the user's own native data (LISTBUILDER_FACTIONS)."),
    ),
)


def with_list_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives the options of `ListOptions` to a command."""
    for one in reversed(_OPTIONS):
        command = one(command)
    return command


def taken(settings: Mapping[str, Any]) -> ListOptions:
    """The options of a check, from the keyword arguments of its command."""
    return ListOptions(**{name: settings[name] for name in ListOptions.__struct_fields__})


class Check:
    """One check, from the names of lists to the exit status: `records` judges them, `tell` reports what became of them.

    ``lang``: the language that the user asks for; ``besides``: files that the check reads, such as a pack, which are no lists.
    """

    def __init__(
        self, files: Sequence[str], options: ListOptions, lang: str = "", besides: Iterable[Path] = ()
    ) -> None:
        self.options = options
        self.report = _report(options)
        if self.report.for_programs and not lang:
            set_language("en")  # what programs read does not depend on the locale
        self.stdin = sys.stdin.buffer.read(console.MOST_STDIN) if STDIN in files else b""
        self.gathered = _gathered(files, options, self.stdin, besides)

    @property
    def entries(self) -> list[Entry]:
        return self.gathered.entries

    @property
    def needs_fixes(self) -> bool:
        """Whether what is written shows fixes."""
        return self.report.fixes or self.options.per_list is not None

    def records(self, job: Job) -> Iterator[ListReport]:
        """The records of all lists, in their order."""
        from listbuilder.report.checking import check_all

        return check_all(self.entries, job, jobs=self.options.jobs)

    def tell(
        self,
        records: Iterable[ListReport],
        *,
        to_stderr: bool = False,
        title: str = "",
        pack: Pack | None = None,
        teams: bool = False,
    ) -> int:
        """Writes the report and says what was left out; the exit status. ``pack``: the event that the lists were judged for, and
        whether its ``teams`` are, too."""
        from listbuilder.events.reports import Settings
        from listbuilder.events.tally import Tally

        left_out = tuple(self.gathered.left_out)
        if self.options.anonymous:
            from listbuilder.events.anonymous import Anonymous

            hidden = Anonymous(self.entries)
            records, left_out = hidden.records(records), hidden.left_out(left_out)
        by_settings = configuration.decided()
        imposed = str(by_settings) if by_settings is not None else ""
        if imposed:
            records = (replace(record, imposed=imposed) for record in records)
        stream = sys.stderr if to_stderr else sys.stdout
        plain = self.report.for_programs or self.options.output is not None
        settings = Settings(
            terminal=PLAIN if plain else console.terminal(stream),
            quiet=self.options.quiet,
            strict=self.options.strict,
            left_out=left_out,
            title=title or (str(pack.name) if pack is not None else ""),
            pack=pack,
            teams=teams,
            imposed=imposed,
        )
        seen = Tally(whole=settings.judges_teams or self.options.per_list is not None, strict=self.options.strict)
        pieces = self.report.render(self._watched(records, seen), settings)
        self._write(pieces, to_stderr=to_stderr)
        self._write_letters(seen.records)
        judged = settings.judged_teams(seen.records)
        self._say_the_rest(seen)
        return max(
            status.of_verdicts((*seen.verdicts, *(team.verdict for team in judged))),
            status.ILLEGAL if seen.failed else status.OK,
        )

    def _watched(self, records: Iterable[ListReport], seen: Tally) -> Iterator[ListReport]:
        """The records, counted, with the progress on a terminal that shows nothing else."""
        quiet = self.options.output is None and sys.stdout.isatty() and not self.report.for_programs
        with console.progress(len(self.entries), shown=not quiet) as step:
            for record in records:
                seen.add(record)
                step(len(seen))
                yield record

    def _write(self, pieces: Iterator[str], *, to_stderr: bool) -> None:
        if self.options.output is not None and str(self.options.output) != STDIN:
            from listbuilder import files

            text = io.BytesIO()  # which is as large as the report, once
            text.writelines(piece.encode("utf-8", "backslashreplace") for piece in pieces)
            files.write(self.options.output, text.getvalue())
            return
        for piece in pieces:
            if to_stderr:
                console.err(piece)
            elif self.report.for_programs:
                console.out_text(piece)
            else:
                console.out(piece)

    def _write_letters(self, seen: Sequence[ListReport]) -> None:
        folder = self.options.per_list
        if folder is None:
            return
        from listbuilder import files
        from listbuilder.events import letters

        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise click.UsageError(f"{folder}: {files.reason(error)}") from None
        files.write_all(folder, letters.files(seen))

    def _say_the_rest(self, seen: Tally) -> None:
        left_out = ", ".join(self.gathered.parts(named=not self.options.anonymous))
        if left_out:
            console.say(_("left out: {what}").format(what=left_out))
        warned = seen.warned
        if warned:
            text = ngettext(
                "{number} legal list fails because of warnings", "{number} legal lists fail because of warnings", warned
            )
            console.say(text.format(number=warned))


def _report(options: ListOptions) -> Report:
    """The format that is asked for."""
    from listbuilder.events.reports import TEXT, by_suffix, report

    if options.form:
        return report(options.form)
    if options.output is None or str(options.output) == STDIN:
        return report(TEXT)
    found = by_suffix(options.output.suffix)
    if found is None:
        text = _("the name {name} means no format: give one with --format")
        raise click.UsageError(text.format(name=options.output.name))
    return found


def _gathered(files: Sequence[str], options: ListOptions, stdin: bytes, besides: Iterable[Path]) -> Gathered:
    from listbuilder.events.gathering import gather

    besides = [*besides, *(path for path in (options.output, options.per_list) if path is not None)]
    found = gather(files, exclude=options.exclude, columns=_columns(options.columns), stdin=stdin, besides=besides)
    if not found.entries:
        what = ", ".join(found.parts(named=not options.anonymous))
        raise click.UsageError(_("there are no lists here; left out: {what}").format(what=what))
    return found


def _columns(stated: Sequence[str]) -> dict[str, str]:
    """What the columns of a table hold -> their headers or numbers."""
    if not stated:
        return {}
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
