"""`listbuilder data show`: a datasheet, a faction, a system or an installed data set as text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from listbuilder.cli import console, status
from listbuilder.cli.shell import Command, option
from listbuilder.errors import InputError
from listbuilder.i18n import N_, Text
from listbuilder.naming import fold, suggestion

if TYPE_CHECKING:
    from listbuilder.session.session import Session
    from listbuilder.session.views import Named

PIPE_WIDTH = 100  # columns of a page that is not shown on a terminal


@click.command(cls=Command, help=N_("Show a datasheet, a faction, a game system or an installed data set as text."))
@click.argument("name", metavar="NAME")
@option("--system", metavar="NAME", help=N_("Game system or data set to search; by default all native systems."))
@option("--faction", metavar="NAME", help=N_("Faction to search; by default all factions of the system."))
def show(name: str, system: str | None, faction: str | None) -> int:
    """Prints the page of the thing with that name."""
    page = _set_page(name) or _system_page(name) or _inside(name, system, faction)
    console.out(page)
    return status.OK


def _set_page(name: str) -> str | None:
    from listbuilder.sources.store import Store

    store = Store()
    if not any(fold(item.name) == fold(name) for item in store.list()):
        return None
    from listbuilder.report.browse import set_text

    return set_text(store.show(name), console.terminal())


def _system_page(name: str) -> str | None:
    from listbuilder.session import data
    from listbuilder.sources import registry

    if not any(fold(name) in map(fold, (one.id, one.name)) for one in data.systems()):
        return None
    from listbuilder.report.browse import system_text

    return system_text(registry.native().system(name), data.factions(name), console.terminal())


def _inside(name: str, system: str | None, faction: str | None) -> str:
    """The page of a faction or of a datasheet."""
    from listbuilder.session.session import Session

    known: list[str] = []
    for one, line in _factions(system, faction):
        known += [line.id, line.name]
        if fold(name) in (fold(line.id), fold(line.name)):
            from listbuilder.report.browse import faction_text

            return faction_text(Session.new(one, line.id), console.terminal())
    for one, line in _factions(system, faction):
        session = Session.new(one, line.id)
        page = _datasheet_page(session, name, known)
        if page is not None:
            return page
    raise InputError(
        Text("there is nothing called {name} in the game data", {"name": name}), hint=suggestion(name, known)
    )


def _factions(system: str | None, faction: str | None) -> Iterator[tuple[str, Named]]:
    from listbuilder.session import data

    for name in [system] if system else [one.id for one in data.systems()]:
        for line in data.factions(name):
            if faction is None or fold(faction) in (fold(line.id), fold(line.name)):
                yield name, line


def _datasheet_page(session: Session, name: str, known: list[str]) -> str | None:
    from listbuilder.i18n import language

    for line in session.datasheets():
        names = {line.id, line.name, session.army.localise(line.name, language())}
        if fold(name) in map(fold, names):
            from listbuilder.report.datasheet import datasheet_text

            return datasheet_text(session, line.id, console.terminal().width or PIPE_WIDTH)
        known.append(line.name)
    return None
