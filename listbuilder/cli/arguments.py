"""Arguments that several commands share."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from listbuilder.cli.shell import option
from listbuilder.i18n import N_

if TYPE_CHECKING:
    from listbuilder.session.session import Session

rules_option = option(
    "--rules",
    multiple=True,
    metavar="NAME",
    help=N_("Switch on an optional rule or reading (see explain); may be repeated."),
)
file_argument = click.argument("file", metavar="FILE")


def open_list(file: str, rules: tuple[str, ...] = ()) -> Session:
    """The list in that file, or on standard input."""
    from listbuilder.session.session import Session

    if file == "-":
        return Session.from_text(sys.stdin.buffer.read(), "-", rules=rules)
    return Session.open(Path(file), rules=rules)
