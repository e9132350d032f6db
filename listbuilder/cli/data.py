"""`listbuilder data`: shows and installs the game data that lists are judged by."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from listbuilder.cli import console, status
from listbuilder.cli.shell import PATH, Command, LazyGroup, option
from listbuilder.errors import InputError
from listbuilder.i18n import N_, Text, _, in_language, language, ngettext
from listbuilder.naming import fold, suggestion

if TYPE_CHECKING:
    from listbuilder.session.session import Session
    from listbuilder.session.views import Named
    from listbuilder.sources.store import Store
    from listbuilder.validation.game import Checked

COMMANDS = {name: f"listbuilder.cli.data:{name}_" for name in ("list", "show", "check", "add", "update", "remove")}
COMMANDS["points"] = "listbuilder.cli.documents:points"


@click.group(cls=LazyGroup, lazy=COMMANDS, help=N_("Show and install game data."))
def data() -> None:
    """The group."""


@click.command("list", cls=Command, help=N_("List game systems with their factions, and the installed data sets."))
def list_() -> int:
    from listbuilder.sources.native import NativeSet
    from listbuilder.sources.store import Store
    from listbuilder.terminal import table

    terminal = console.terminal()
    native = NativeSet()
    for system in native.all_systems():
        console.out(terminal.paint(f"{in_language(system.name)} ({system.id})", "bold") + "\n")
        lines = native.factions(system.id)
        console.out(table([(line.id, in_language(line.names), line.date) for line in lines], "  "))
    installed = Store().list()
    if installed:
        console.out("\n" + terminal.paint(_("Installed data sets"), "bold") + "\n")
        rows = [
            (one.name, name, one.date, one.revision[:12], one.origin)
            for one in installed
            for _word, name in one.systems
        ]
        console.out(table(rows, "  "))
    return status.OK


@click.command(
    "show", cls=Command, help=N_("Show a datasheet, a faction, a game system or an installed data set as text.")
)
@click.argument("name", metavar="NAME")
@option("--system", metavar="NAME", help=N_("Game system or data set to search; by default all native systems."))
@option("--faction", metavar="NAME", help=N_("Faction to search; by default all factions of the system."))
def show_(name: str, system: str | None, faction: str | None) -> int:
    page = _set_page(name) or _system_page(name) or _inside(name, system, faction)
    console.out(page)
    return status.OK


def _set_page(name: str) -> str | None:
    from listbuilder.sources.store import Store

    store = Store()
    if not any(fold(item.name) == fold(name) for item in store.list()):
        return None
    from listbuilder.report.browse import set_text

    return set_text(store.show(name), console.terminal()) + _deviations(name)


def _deviations(name: str) -> str:
    """What the set says otherwise than the points documents of its games; nothing where these have none."""
    from listbuilder.report.deviations import deviations_text
    from listbuilder.sources import registry
    from listbuilder.sources.store import FileSet

    data, parts = registry.named(name), list[str]()
    for offer in data.systems() if isinstance(data, FileSet) else ():
        rules = data.system(offer.id)
        if isinstance(data, FileSet) and (document := data.document(rules)) is not None:
            found = (one for line in data.factions(offer.id) for one in data.deviations(offer.id, line.id))
            parts.append("\n" + deviations_text(document, tuple(dict.fromkeys(found)), rules, console.terminal()))
    return "".join(parts)


def _system_page(name: str) -> str | None:
    from listbuilder.session import data
    from listbuilder.sources import registry

    if not any(fold(name) in map(fold, (one.id, one.name)) for one in data.systems()):
        return None
    from listbuilder.report.browse import installed_system_text, system_text

    if registry.native().has_system(name):
        return system_text(registry.native().system(name), data.factions(name), console.terminal())
    return installed_system_text(name, data.factions(name), console.terminal())


def _inside(name: str, system: str | None, faction: str | None) -> str:
    """The page of a faction or of a datasheet."""
    from listbuilder.session.session import Session

    known: list[str] = []
    factions = list(_factions(system, faction))
    for one, line in factions:
        known += [line.id, line.name]
        if fold(name) in (fold(line.id), fold(line.name)):
            from listbuilder.report.browse import faction_text

            return faction_text(Session.new(one, line.id), console.terminal())
    for one, line in _opened_for(name, factions, known):
        session = Session.new(one, line.id)
        page = _datasheet_page(session, name, known)
        if page is not None:
            return page
    raise InputError(
        Text("there is nothing called {name} in the game data", {"name": name}), hint=suggestion(name, known)
    )


def _opened_for(name: str, factions: list[tuple[str, Named]], known: list[str]) -> list[tuple[str, Named]]:
    """The factions that may have a unit of that name, those of which the index of their set says so first. Installed sets, whose
    catalogues take long to open, are asked for no others; native data have names in other languages, and contingents."""
    from listbuilder.sources import registry

    first: list[tuple[str, Named]] = []
    rest: list[tuple[str, Named]] = []
    for system in dict.fromkeys(one for one, _line in factions):
        holding, own = set[str](), set[str]()
        for data in registry.system_of(system)[1]:
            units = data.units(system)
            if data is not registry.native():  # whose names are known when they are asked
                known += (unit for unit in units if fold(unit) != fold(name))
            holding.update(*(ids for unit, ids in units.items() if fold(unit) == fold(name)))
            if data is registry.native():
                own.update(offer.id for offer in data.factions(system))
        for one, line in factions:
            if one == system and line.id in holding:
                first.append((one, line))
            elif one == system and line.id in own:
                rest.append((one, line))
    return [*first, *rest]


def _factions(system: str | None, faction: str | None) -> Iterator[tuple[str, Named]]:
    from listbuilder.session import data

    for name in [system] if system else [one.id for one in data.systems()]:
        for line in data.factions(name):
            if faction is None or fold(faction) in (fold(line.id), fold(line.name)):
                yield name, line


def _datasheet_page(session: Session, name: str, known: list[str]) -> str | None:
    from listbuilder.report.browse import places_of_units

    seen = set[tuple[str, ...]]()
    for place in places_of_units(session):
        offered = tuple(line.id for line in session.datasheets(place))
        if offered not in seen and (page := _page_in(session, place, name, known)) is not None:
            return page
        seen.add(offered)
    return _lent_page(session, name, known)


def _lent_page(session: Session, name: str, known: list[str]) -> str | None:
    """The page of a datasheet that stands in a contingent."""
    for kind in session.system.forces:
        units = kind.contingent.units if kind.contingent is not None else ()
        known += units
        if fold(name) in map(fold, units) and kind.contingent is not None:
            own = (session.army.faction, session.army.faction_name, session.army.faction_keyword)
            if kind.contingent.joins(own):
                return _page_in(session, session.add_force_of(kind.id), name, known)
    return None


def _page_in(session: Session, force_id: str, name: str, known: list[str]) -> str | None:
    for line in session.datasheets(force_id):
        names = {line.id, line.name, session.army.localise(line.name, language())}
        if fold(name) in map(fold, names):
            from listbuilder.report.datasheet import datasheet_text

            return datasheet_text(session, line.id, console.page_width(), force_id)
        known.append(line.name)
    return None


@click.command(
    "check",
    cls=Command,
    help=N_(
        "Check the files of games: those in FOLDER, or all native data. Each mistake is named with its file and line."
    ),
)
@click.argument("folders", metavar="[FOLDER ...]", nargs=-1, type=PATH)
def check_(folders: tuple[Path, ...]) -> int:
    from listbuilder.sources import registry
    from listbuilder.validation import game

    found = status.OK
    for native, names in map(game.in_folder, folders) if folders else [(registry.native(), [])]:
        for one in game.check(native, names):
            for problem in one.problems:
                console.complain(str(problem))
            found = max(found, status.UNJUDGED if one.problems else status.OK)
            console.out(_checked_line(one) + "\n")
    return found


def _checked_line(one: Checked) -> str:
    """What was checked of a game, and how many mistakes it has."""
    factions = ngettext("{number} faction", "{number} factions", one.factions).format(number=one.factions)
    sheets = ngettext("{number} datasheet", "{number} datasheets", one.datasheets).format(number=one.datasheets)
    number = len(one.problems)
    mistakes = ngettext("{number} mistake", "{number} mistakes", number).format(number=number)
    line = _("{name}: {factions}, {datasheets}: {mistakes}").format(
        name=one.name, factions=factions, datasheets=sheets, mistakes=mistakes if number else _("no mistakes")
    )
    if one.looked_up:
        return line
    return line + "; " + _("names that only community data may have were not looked up: none are installed")


@click.command(
    "add", cls=Command, help=N_("Install a data set: a folder, a .zip file or a git repository of BSData files.")
)
@click.argument("source", metavar="FOLDER|ZIP|URL")
@option("--name", metavar="NAME", help=N_("Name of the data set; by default its own name."))
def add_(source: str, name: str | None) -> int:
    from listbuilder.cli.confined import FOLDER
    from listbuilder.sources.store import Store

    if os.environ.get(FOLDER):  # asked by a builder in a browser, which reads nothing outside of its folder
        raise InputError(Text("data sets are installed on the machine that serves, not in the browser"))

    from listbuilder.terminal import one_line

    store = Store()
    item = store.add(source, name)
    found = _opened(store, item.name)
    systems = one_line(", ".join(name for _word, name in item.systems))
    console.say(_("installed {name}: {system}, {date}").format(name=item.name, system=systems, date=item.date or "-"))
    return found


def _opened(store: Store, name: str) -> int:
    """Opens every catalogue of a set and says which do not open; the status."""
    loaded, problems = store.opened(name)
    for problem in problems:
        if problem.rule == "broken-file":
            console.complain(str(problem))
        else:  # about the set, not about a file of it
            console.say(str(problem._replace(file=name)))
    number = sum(not catalogue.is_game_system for catalogue in loaded)
    console.say(ngettext("{number} catalogue opens", "{number} catalogues open", number).format(number=number))
    return status.UNJUDGED if any(problem.rule == "broken-file" for problem in problems) else status.OK


@click.command(
    "update", cls=Command, help=N_("Update a data set from where it was installed; without NAME, update all of them.")
)
@click.argument("names", metavar="[NAME ...]", nargs=-1)
@option("--keep", is_flag=True, help=N_("Keep the old data installed, too, under the name and date of the set."))
def update_(names: tuple[str, ...], keep: bool) -> int:
    from listbuilder.sources.store import Store

    store, found = Store(), status.OK
    for name in names or [item.name for item in store.list()]:
        before, after = store.update(name, keep=keep)
        found = max(found, _opened(store, after.name))
        if before.sha256 == after.sha256:
            console.say(_("{name} is up to date ({date})").format(name=after.name, date=after.date or "-"))
        else:
            console.say(
                _("{name} updated from {before} to {after}").format(
                    name=after.name, before=before.date or "-", after=after.date or "-"
                )
            )
            if keep:
                console.say(_("the old data stay installed as {name}").format(name=before.name))
    return found


@click.command(
    "remove", cls=Command, help=N_("Remove an installed data set; the place it was installed from is not touched.")
)
@click.argument("name", metavar="NAME")
def remove_(name: str) -> int:
    from listbuilder.sources.store import Store

    console.say(_("removed {name}").format(name=Store().remove(name).name))
    return status.OK
