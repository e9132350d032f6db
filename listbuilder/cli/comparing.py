"""`listbuilder diff`: what changed between two lists."""

from __future__ import annotations

import sys

import click

from listbuilder.cli import console, status
from listbuilder.cli.shell import Command, data_option, option, rules_option
from listbuilder.i18n import N_, _


@click.command(
    cls=Command,
    help=N_(
        "Show what changed from one list to another, in any formats. "
        "Exit status: 0 nothing changed, 1 something did, 2 a list could not be read."
    ),
)
@click.argument("before", metavar="BEFORE|-")
@click.argument("after", metavar="AFTER|-")
@option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help=N_("Output format: text for people, json (schemas/difference.schema.json) for programs."),
)
@rules_option
@data_option
def diff(before: str, after: str, form: str, rules: tuple[str, ...], data: tuple[str, ...]) -> int:
    from listbuilder.report.checking import Job, open_list
    from listbuilder.report.difference import Comparison
    from listbuilder.report.entry import STDIN

    if before == after == STDIN:
        raise click.UsageError(_("only one of the lists can come from standard input"))
    job = Job(rules, data)
    lists = [(name, open_list(console.entry(name), job)) for name in (before, after)]
    found = Comparison(*lists)
    console.out(found.json() if form == "json" else found.text(console.terminal(sys.stdout)))
    return status.of_changes(read=True, changed=bool(found.found))
