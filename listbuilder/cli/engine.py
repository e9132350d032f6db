"""`listbuilder engine`: lets another program drive the engine, as the community's conformance specs do."""

from __future__ import annotations

import io
import sys

import click

from listbuilder.cli import status
from listbuilder.cli.shell import Command, option
from listbuilder.i18n import N_


@click.command(
    cls=Command,
    help=N_(
        "Let another program use the engine: one JSON message per line on standard input, one answer per line on standard output."
    ),
)
@option("--stdio", is_flag=True, required=True, help=N_("Use standard input and output."))
def engine(stdio: bool) -> int:
    """Answers until the input ends."""
    del stdio  # the only way to talk
    from listbuilder.exchange.stdio import serve

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    serve(sys.stdin, sys.stdout)
    return status.OK
