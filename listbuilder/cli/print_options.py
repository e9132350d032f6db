"""The options that say how a list is printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from listbuilder.cli import console
from listbuilder.cli.shell import Command, option
from listbuilder.i18n import N_, _
from listbuilder.print.layouts.registry import LAYOUTS
from listbuilder.print.options import CARD_SIZES, INKS, PAPERS, TEXT_LEVELS, PrintOptions

_OPTIONS = (
    option(
        "--layout",
        type=click.Choice(list(LAYOUTS)),
        default="roster",
        show_default=True,
        help=N_("What is printed; see below."),
    ),
    option("--compact", is_flag=True, help=N_("Use as few pages as possible: the same as --layout compact.")),
    option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True, help=N_("Paper size.")),
    option(
        "--card-size",
        type=click.Choice(CARD_SIZES),
        default="63x88",
        show_default=True,
        help=N_("Size of pocket cards in millimetres."),
    ),
    option(
        "--text",
        type=click.Choice(TEXT_LEVELS),
        default="full",
        show_default=True,
        help=N_("How much of the abilities is printed, as far as the data have it."),
    ),
    option(
        "--ink",
        type=click.Choice(INKS),
        default="full",
        show_default=True,
        help=N_("save prints outlines instead of dark areas."),
    ),
    option("--accent", metavar="#RRGGBB", default="", help=N_("Colour of the bars; by default that of the faction.")),
)


class PrintCommand(Command):
    """A command whose help lists the layouts."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(_("Layouts")):
            formatter.write_dl([(layout.name, _(layout.title)) for layout in LAYOUTS.values()])
        super().format_epilog(ctx, formatter)


def with_print_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Gives the options of how to print to a command."""
    for one in reversed(_OPTIONS):
        command = one(command)
    return command


def chosen(settings: Mapping[str, Any]) -> PrintOptions:
    """How to print, from the keyword arguments of a command."""
    compact: bool = settings["compact"]
    if compact and settings["layout"] not in {"roster", "compact"}:
        raise click.UsageError(_("--compact is --layout compact: give one of them"))
    layout = LAYOUTS["compact" if compact else settings["layout"]]
    if settings["paper"] not in layout.papers:
        text = _("--layout {layout} is for the papers {papers}")
        raise click.UsageError(text.format(layout=layout.name, papers=", ".join(layout.papers)))
    return PrintOptions(
        layout=layout.name,
        paper=settings["paper"],
        card_size=settings["card_size"],
        text=settings["text"],
        ink=settings["ink"],
        accent=_accent(settings["accent"]),
    )


def _accent(asked: str) -> str:
    """The colour that is asked for, dark enough for white text; says so where it had to be darkened. Raises `InputError`."""
    if not asked:
        return ""
    from listbuilder.print.kit.look import accent_of  # reportlab is slow to import

    accent, remark = accent_of(asked)
    if remark:
        console.say(remark)
    return str(accent)
