"""The pieces of click that this program adapts: commands found on demand, help in the user's language."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import click

from listbuilder.i18n import _
from listbuilder.naming import nearest


class Translated:
    """Something with a help text, which is kept in English and looked up when it is shown."""

    _english: str | None = None

    @property
    def help(self) -> str | None:
        return _(self._english) if self._english else None

    @help.setter
    def help(self, text: str | None) -> None:
        self._english = text


class Option(Translated, click.Option):
    """An option with translated help."""


class Command(Translated, click.Command):
    """A command whose help is in the language in use."""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), prefix=_("Usage:") + " ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        records = [record for one in self.get_params(ctx) if (record := one.get_help_record(ctx)) is not None]
        with formatter.section(_("Options")):
            formatter.write_dl(records)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        found = super().get_help_option(ctx)
        if found is not None:
            found.help = _("Show this text and end.")
        return found


class LazyGroup(Command, click.Group):
    """A group that imports a command's module when the command is asked for.

    ``lazy`` maps names to ``module:attribute``, in the order in which help shows them.
    """

    def __init__(self, *args: Any, lazy: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.lazy = lazy

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        found = [(name, command) for name in self.lazy if (command := self.get_command(ctx, name)) is not None]
        room = formatter.width - 6 - max(len(name) for name, _command in found)
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, command.get_short_help_str(room)) for name, command in found])

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
            near = nearest(args[0], self.lazy)
            if near and self.get_command(ctx, args[0]) is None:
                raise click.UsageError(
                    f"{error.message} " + _("Did you mean {name}?").format(name=near), ctx
                ) from error
            raise


def option(*names: str, **settings: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """``click.option`` with translated help."""
    return click.option(*names, cls=Option, **settings)
