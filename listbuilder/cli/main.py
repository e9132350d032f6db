"""The command `listbuilder` itself: global options, the table of commands, and how it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from listbuilder import __version__
from listbuilder.cli import console, status
from listbuilder.cli.shell import LazyGroup, TranslatedOption, option
from listbuilder.errors import InputError, Stopped
from listbuilder.i18n import LANGUAGES, N_, _, from_environment, set_language

COMMANDS = {
    "build": "listbuilder.cli.build:build",
    "serve": "listbuilder.cli.serve:serve",
    "new": "listbuilder.cli.new:new",
    "check": "listbuilder.cli.check:check",
    "event": "listbuilder.cli.event:event",
    "print": "listbuilder.cli.printing:print_",
    "show": "listbuilder.cli.printing:show",
    "recheck": "listbuilder.cli.rechecking:recheck",
    "diff": "listbuilder.cli.comparing:diff",
    "seal": "listbuilder.cli.sealing:seal",
    "verify": "listbuilder.cli.sealing:verify",
    "import": "listbuilder.cli.converting:import_",
    "convert": "listbuilder.cli.converting:convert",
    "explain": "listbuilder.cli.explain:explain",
    "data": "listbuilder.cli.data:data",
    "remind": "listbuilder.cli.remind:remind",
    "schema": "listbuilder.cli.schema:schema",
    "completion": "listbuilder.cli.completion:completion",
    "engine": "listbuilder.cli.engine:engine",
}
JUDGING = (
    None,
    "build",
    "print",
    "show",
    "recheck",
    "diff",
    "seal",
    "verify",
    "import",
    "convert",
)  # take the budget of a folder
BUILDER = (None, "build")  # what is written before it opens is covered


def _choose_language(ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    set_language(value or from_environment())
    ctx.ensure_object(dict)["lang"] = value
    return value


@click.group(
    cls=LazyGroup,
    lazy=COMMANDS,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help=N_("Build, check and print army lists. Without a command, the builder opens in the terminal."),
)
@option(
    "--lang",
    type=click.Choice(list(LANGUAGES)),
    is_eager=True,
    callback=_choose_language,
    help=N_("Language of messages; by default that of the locale."),
)
@click.version_option(
    __version__,
    "-V",
    "--version",
    cls=TranslatedOption,
    message="%(prog)s %(version)s",
    help=N_("Show the version and exit."),
)
@click.pass_context
def cli(ctx: click.Context, lang: str | None) -> int | None:
    """The group: opens the builder when no command is named."""
    del lang  # used by its callback
    if ctx.invoked_subcommand in JUDGING:
        from listbuilder.cli import budgets, configuration

        deciding = budgets.of_folder(Path.cwd())
        if deciding is not None and ctx.invoked_subcommand not in BUILDER:
            configuration.say_decides(deciding, ["budget"])
    if ctx.invoked_subcommand is None:
        from listbuilder.cli.build import build

        return int(ctx.invoke(build))
    return None


def run(arguments: Sequence[str]) -> int:
    """Runs a command line and returns its exit status; never a traceback."""
    console.prepare()
    set_language(from_environment())
    try:
        result = _run(arguments)
        console.finish()
    except console.CutOff:
        console.hang_up()
        return status.CUT_OFF
    except OSError as error:
        console.hang_up()
        console.complain(_("the output could not be written: {reason}").format(reason=error.strerror or error))
        return status.UNJUDGED
    return result


def _run(arguments: Sequence[str]) -> int:
    try:
        result = cli.main(args=list(arguments), prog_name="listbuilder", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return status.UNJUDGED
    except (KeyboardInterrupt, click.Abort):
        console.say("")
        return status.INTERRUPTED
    except Stopped as stopped:
        return status.STOPPED + stopped.number
    except InputError as error:
        for problem in error.problems:
            console.complain(str(problem))
        return status.UNJUDGED
    except OSError as error:
        if error.filename is None:  # a stream, not a file
            raise
        console.complain(f"{error.filename}: {error.strerror}")
        return status.UNJUDGED
    except console.CutOff:
        raise
    except Exception as error:
        return _bug(error, arguments)
    return result if isinstance(result, int) else status.OK


def _bug(error: Exception, arguments: Sequence[str]) -> int:
    if os.environ.get("LISTBUILDER_DEBUG"):
        raise error
    console.complain(_("this is a bug in listbuilder: {error}").format(error=f"{type(error).__name__}: {error}"))
    console.say(
        _("Please report it with the command ({command}), the version ({version}) and the list that caused it.").format(
            command=" ".join(["listbuilder", *arguments]), version=f"{__version__}, Python {sys.version.split()[0]}"
        )
    )
    console.say(_("Set LISTBUILDER_DEBUG=1 to see where it happened."))
    return status.UNJUDGED
