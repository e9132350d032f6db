"""Arguments that several commands share."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from listbuilder.cli.shell import option
from listbuilder.i18n import N_

if TYPE_CHECKING:
    from listbuilder.validation import Validated

rules_option = option(
    "--rules",
    multiple=True,
    metavar="NAME",
    help=N_("Enable an optional rule or reading (see explain); may be repeated."),
)
file_argument = click.argument("file", metavar="FILE")


def open_list(file: str, rules: tuple[str, ...] = ()) -> Validated:
    """The list in that file, or on standard input, judged."""
    from listbuilder.report.checking import STDIN
    from listbuilder.report.checking import open_list as opened

    return opened(file, rules, sys.stdin.buffer.read() if file == STDIN and sys.stdin else b"")
