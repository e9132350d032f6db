"""The pieces of click that this program adapts: commands found on demand, help in the user's language."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import click

from listbuilder.i18n import _
from listbuilder.naming import nearest


def _translated(text: str | None) -> str:
    return _(text) if text else ""


class Command(click.Command):
    """A command whose help is looked up in the language in use."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        english, self.help = self.help, _translated(self.help)
        super().format_help_text(ctx, formatter)
        self.help = english

    def get_short_help_str(self, limit: int = 45) -> str:
        english, self.help = self.help, _translated(self.help)
        text = super().get_short_help_str(limit)
        self.help = english
        return text


class Option(click.Option):
    """An option whose help is looked up in the language in use."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        english, self.help = self.help, _translated(self.help)
        record = super().get_help_record(ctx)
        self.help = english
        return record


class LazyGroup(click.Group):
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
            near = nearest(args[0], self.lazy)
            if near and self.get_command(ctx, args[0]) is None:
                error.message += " " + _("Did you mean {name}?").format(name=near)
            raise

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        english, self.help = self.help, _translated(self.help)
        super().format_help_text(ctx, formatter)
        self.help = english


def option(*names: str, **settings: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """``click.option`` with translated help."""
    return click.option(*names, cls=Option, **settings)
