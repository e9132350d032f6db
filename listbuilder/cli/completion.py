"""`listbuilder completion`: the script that lets a shell complete commands, options and files."""

from __future__ import annotations

import click
from click.shell_completion import ShellComplete, get_completion_class

from listbuilder.cli import console, status
from listbuilder.cli.shell import Command
from listbuilder.i18n import N_


@click.command(
    cls=Command,
    help=N_(
        'Print the completion script for a shell. For bash, add this line to ~/.bashrc: eval "$(listbuilder completion bash)"'
    ),
)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> int:
    found = get_completion_class(shell)
    assert found is not None
    # the base class's method: bash's own also runs bash to look at its version
    console.out(ShellComplete.source(found(ctx.find_root().command, {}, "listbuilder", "_LISTBUILDER_COMPLETE")))
    return status.OK
