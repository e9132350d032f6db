"""`listbuilder show`: the army as text."""

from __future__ import annotations

import click

from listbuilder.cli import console, status
from listbuilder.cli.arguments import file_argument, open_list, rules_option
from listbuilder.cli.shell import Command
from listbuilder.i18n import N_, language
from listbuilder.terminal import clean


@click.command(cls=Command, help=N_("Show a list as text: units, models, wargear and points."))
@file_argument
@rules_option
def show(file: str, rules: tuple[str, ...]) -> int:
    """Prints the army."""
    from listbuilder.print import show_army

    validated = open_list(file, rules)
    text = show_army(
        validated.army,
        validated.findings,
        validated.formation,
        language(),
        console.page_width(),
        validated.system,
        rules,
    )
    console.out(clean(text))
    return status.OK
