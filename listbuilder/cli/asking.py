"""The options `--limit`, `--size`, `--system` and `--faction`: what lists are judged by, whatever they say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from listbuilder.cli.shell import Integer, option
from listbuilder.i18n import N_, _

if TYPE_CHECKING:
    from listbuilder.validation.pack.asked import Asked

NAMES = ("limit", "size", "system", "faction")

_OPTIONS = (
    option(
        "--limit",
        type=Integer(min=1),
        metavar="POINTS",
        help=N_("Judge every list by this points limit, whatever it says."),
    ),
    option("--size", metavar="NAME", help=N_("Judge every list by this size of game, whatever it says.")),
    option("--system", metavar="NAME", help=N_("Every list has to be for this game system.")),
    option(
        "--faction",
        "factions",
        multiple=True,
        metavar="NAME",
        help=N_("Every list has to be of this faction; may be repeated."),
    ),
)


def asking_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives the options to a command, which passes its keyword arguments on to `asked`."""
    for one in reversed(_OPTIONS):
        command = one(command)
    return command


def asked(settings: dict[str, Any], pack: str | None, data: Sequence[str]) -> Asked:
    """What the options say; takes them out of the keyword arguments of a command. Raises `click.UsageError` where a pack says it
    already, and `InputError` for names that no list could have: one message, not one for each list."""
    from listbuilder.sources import registry
    from listbuilder.validation.pack.asked import Asked

    limit, size, system, factions = (settings.pop(name) for name in ("limit", "size", "system", "factions"))
    found = Asked(limit, size or "", system or "", factions)
    if pack and found:
        raise click.UsageError(_("--limit, --size, --system and --faction do not go with --pack, which states them"))
    among = registry.given(data)
    if found:
        from listbuilder.validation.pack.of_asked import check_names  # what few checks need

        check_names(found, among)
    return found
