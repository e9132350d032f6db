"""The option `--budget`: what each list may cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import click

from listbuilder import budget
from listbuilder.cli.configuration import nearest
from listbuilder.errors import InputError
from listbuilder.i18n import N_, _
from listbuilder.naming import listing


def chosen(_ctx: click.Context, _parameter: click.Parameter, stated: Sequence[str]) -> Sequence[str]:
    """Puts the limits that an option states in force; its callback."""
    if stated:
        _use(stated)
    return stated


def _use(stated: Iterable[str]) -> None:
    """Raises `click.BadParameter` for what is no limit."""
    limits: dict[str, int] = {}
    for text in stated:
        name, _equals, number = text.partition("=")
        name = name.strip().replace("-", "_")
        if name not in budget.Budget._fields:
            known = listing(budget.Budget._fields)
            raise click.BadParameter(_("unknown budget {name} (known: {names})").format(name=name, names=known))
        if not (number.strip().isascii() and number.strip().isdecimal() and len(number) <= budget.MOST_DIGITS):
            raise click.BadParameter(_("{name} needs a whole number").format(name=name))
        limits[name] = int(number)
    budget.use(budget.DEFAULT._replace(**limits))


def of_folder(folder: Path) -> Path | None:
    """Puts the limits in force that the options of a folder state, for commands that take no other option from there; the file
    that states some. Limits that are wrong are told by `check`."""
    with suppress(InputError, click.BadParameter):
        found = nearest(folder)
        stated = found[1].get("budget") if found is not None else None
        if isinstance(stated, dict):
            stated = [f"{name}={limit}" for name, limit in stated.items()]
        if isinstance(stated, list):
            _use(map(str, stated))
            return found[0] if found is not None and stated else None
    return None


HELP = N_(
    "The most that one list may have or cost: units, models, selections, unit_models, unit_selections, steps or seconds. "
    "What exceeds it is not judged. May be repeated."
)
