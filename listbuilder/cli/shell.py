"""The pieces of click that this program adapts: commands found on demand, help in the user's language."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from listbuilder.cli import click_messages
from listbuilder.i18n import N_, _
from listbuilder.naming import nearest

if TYPE_CHECKING:
    from listbuilder.validation import Pack

click_messages.translate()
PATH = click.Path(path_type=Path, readable=False)  # the command that opens the file reports what is wrong with it


def load_pack(word: str | None, data: Sequence[str] = ()) -> Pack | None:
    """The event pack that an option names. ``data``: names of the sets that lists are judged by. Raises `InputError`."""
    if not word:
        return None
    from listbuilder.sources import registry
    from listbuilder.validation.pack.find import load

    return load(word, registry.given(data))


class Translated:
    """Something with a help text, which is kept in English and looked up when it is shown."""

    _english: str | None = None

    @property
    def help(self) -> str | None:
        return _(self._english) if self._english else None

    @help.setter
    def help(self, text: str | None) -> None:
        self._english = text


class TranslatedOption(Translated, click.Option):
    """An option with translated help."""


class Command(Translated, click.Command):
    """A command whose help is in the language in use. It takes no empty values: they come of variables that a script did not
    set, and `--pack ""` would judge lists without the event's rules."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if "" in args or any(one.endswith("=") for one in args):
            given, _left, order = self.make_parser(ctx).parse_args(list(args))
            for parameter in order:
                value = given.get(parameter.name or "")
                if value == "" or (isinstance(value, list | tuple) and "" in value):
                    raise click.BadParameter(_("it is empty"), ctx, parameter)
        return super().parse_args(ctx, args)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        found = super().get_help_option(ctx)
        if found is not None:  # click makes it before it has read `--lang`
            found.help = _("Show this message and exit.")
        return found


class Integer(click.IntRange):
    """An integer option, called that in the language in use."""

    @property
    def name(self) -> str:  # type: ignore[override]
        return _("integer")


class LazyGroup(Command, click.Group):
    """A group that imports a command's module when the command is asked for.

    ``lazy`` maps names to ``module:attribute``, in the order in which help shows them.
    """

    def __init__(self, *args: Any, lazy: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        target = self.lazy.get(cmd_name)
        if target is None:
            return None
        module, _colon, attribute = target.partition(":")
        command = getattr(importlib.import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            is_list = "build" in self.lazy and Path(args[0]).is_file()
            near = "build FILE" if is_list else nearest(args[0], self.lazy)
            if near and self.get_command(ctx, args[0]) is None:
                raise click.UsageError(
                    f"{error.message} " + _("Did you mean {name}?").format(name=near), ctx
                ) from error
            raise


def option(*names: str, **settings: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    return click.option(*names, cls=TranslatedOption, **settings)


data_option = option(
    "--data",
    multiple=True,
    metavar="NAME",
    help=N_(
        "Data set to use instead of what the list names: native, an installed set, or a folder of native data; "
        "of several the first that has the list's game."
    ),
)
pack_option = option(
    "--pack",
    metavar="PACK",
    help=N_("The event that lists are for: a pack of its rules, by path or by the name of a shipped one."),
)
rules_option = option(
    "--rules",
    multiple=True,
    metavar="NAME",
    help=N_("Enable an optional rule or reading (see explain); may be repeated."),
)
