"""click's own messages, in the language in use.

click asks `gettext` for each of them by name in its modules; `translate` puts our lookup there. The messages are listed here
for the translators. Some are worded differently in older versions of click, so both wordings are listed.
"""

from __future__ import annotations

import click.core
import click.decorators
import click.exceptions
import click.formatting
import click.parser
import click.types

from listbuilder.i18n import N_, _, ngettext

MESSAGES = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Show this message and exit."),
    N_("Show the version and exit."),
    N_("required"),
    N_("default: {default}"),
    N_("Error: {message}"),
    N_("Try '{command} {option}' for help."),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("Missing argument"),
    N_("Missing command."),
    N_("Missing option"),
    N_("No such command {name!r}."),
    N_("No such option {name!r}."),
    N_("No such option: {name}"),
    N_("Option {name!r} does not take a value."),
    N_("Argument {name!r} takes {nargs} values."),
    N_("Choose from:\n\t{choices}"),
    N_("{value} is not in the range {range}."),
    N_("{value!r} is not a valid {number_type}."),
)

PLURALS = (
    ngettext("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", 2),
    ngettext("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})", 2),
    ngettext("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments.", 2),
    ngettext("{value!r} is not {choice}.", "{value!r} is not one of {choices}.", 2),
)


def translate() -> None:
    """Makes click look its messages up in our catalogues."""
    for module in (click.core, click.decorators, click.exceptions, click.formatting, click.parser, click.types):
        vars(module).update(_=_, ngettext=ngettext)
