"""`listbuilder print` and `show`: the list as a PDF for the table, and as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from listbuilder.cli import console, status
from listbuilder.cli.asking import asked, asking_options
from listbuilder.cli.print_options import chosen, with_print_options
from listbuilder.cli.shell import Command, data_option, load_pack, option, pack_option, rules_option
from listbuilder.i18n import N_, _, language
from listbuilder.naming import file_name
from listbuilder.replacing import replace
from listbuilder.terminal import clean

FOLDER = Path("exports")

file_argument = click.argument("file", metavar="FILE")


@click.command(
    "print", cls=Command, help=N_("Print a list as a PDF: a summary, a card for each unit and a reference page.")
)
@file_argument
@option(
    "-o", "--output", metavar="OUT.pdf", help=N_("Output file, - for standard output; by default exports/<name>.pdf.")
)
@with_print_options
@rules_option
@data_option
@pack_option
@asking_options
def print_(
    file: str,
    output: str | None,
    rules: tuple[str, ...],
    data: tuple[str, ...],
    pack: str | None,
    **settings: Any,
) -> int:
    """Writes the PDF. A list that is not legal is printed too, with its findings."""
    from listbuilder import files
    from listbuilder.print import print_army
    from listbuilder.report.checking import Job, open_list

    terms = asked(settings, pack, data)
    event = load_pack(pack, data)
    entry = console.entry(file)
    validated = open_list(entry, Job(rules, data, pack=event, asked=terms))
    options = replace(
        chosen(settings),
        enabled=validated.ruleset.enabled,
        file=entry.text(),
        pack=event.identity if event is not None else terms.identity,
    )
    content = print_army(validated.army, validated.findings, validated.system, options)
    if output == "-":
        console.out_bytes(content)
        return status.OK
    if output:
        path = Path(output)
    else:
        path = FOLDER / ((file_name(validated.army.name) if file == "-" else Path(file).stem) + ".pdf")
        FOLDER.mkdir(exist_ok=True)
    files.write(path, content)
    console.say(_("wrote {file}").format(file=path))
    return status.OK


@click.command(cls=Command, help=N_("Show a list as text: units, models, wargear and points."))
@file_argument
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
