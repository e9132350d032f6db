"""`listbuilder recheck`: lists judged by older and by newer data."""

from __future__ import annotations

import sys

import click

from listbuilder.cli import budgets, console, status
from listbuilder.cli.shell import Command, Integer, option, rules_option
from listbuilder.i18n import N_, _, set_language

MOST_SETS = 2


@click.command(
    cls=Command,
    help=N_(
        "Judge lists by older and by newer data: which break, which cost something else, and why. "
        "Exit status: that of a check by the newer data."
    ),
)
@click.argument("files", metavar="FILE|FOLDER|ZIP|CSV|- ...", nargs=-1, required=True)
@option(
    "--data",
    multiple=True,
    required=True,
    metavar="NAME",
    help=N_(
        "The older data set, then the newer one: native, an installed set, or a folder of native data. "
        "With one only, it is the newer one, and the older is what each list names."
    ),
)
@option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help=N_("Output format: text for people, json (schemas/recheck.schema.json) for programs."),
)
@rules_option
@option(
    "--exclude",
    multiple=True,
    metavar="PATTERN",
    help=N_("Leave out files and folders, as .gitignore names them; may be repeated."),
)
@option(
    "--jobs", type=Integer(min=0), default=0, metavar="N", help=N_("Number of processes; 0 chooses a suitable number.")
)
@option("--budget", multiple=True, metavar="NAME=N", callback=budgets.chosen, help=budgets.HELP)
@click.pass_context
def recheck(
    ctx: click.Context,
    files: tuple[str, ...],
    data: tuple[str, ...],
    form: str,
    rules: tuple[str, ...],
    exclude: tuple[str, ...],
    jobs: int,
    budget: tuple[str, ...],
) -> int:
    from listbuilder.events import recheck as rechecking
    from listbuilder.events.gathering import gather
    from listbuilder.report.checking import Job
    from listbuilder.report.entry import STDIN
    from listbuilder.sources import registry

    del budget  # used by its callback
    if len(data) > MOST_SETS:
        raise click.UsageError(_("--data names the older set and the newer one, not more"))
    registry.given(data)  # a wrong name is one message, not one for each list
    if form == "json" and not (ctx.find_object(dict) or {}).get("lang"):
        set_language("en")  # what programs read does not depend on the locale
    stdin = sys.stdin.buffer.read(console.MOST_STDIN) if STDIN in files else b""
    gathered = gather(files, exclude=exclude, stdin=stdin)
    job = rechecking.Twice(Job(rules, data[:-1]), Job(rules, data[-1:]))
    found = []
    for one in rechecking.recheck(gathered.entries, job, jobs=jobs):
        found.append(one)
        if form == "text":
            console.out(("\n" if len(found) > 1 else "") + rechecking.text(one, console.terminal(sys.stdout)))
    if form == "json":
        console.out_text(rechecking.document(found))
    elif len(found) > 1:
        console.out("\n" + rechecking.summary(found))
    return status.of_verdicts(one.after.verdict for one in found)
