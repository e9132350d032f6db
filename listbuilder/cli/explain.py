"""`listbuilder explain`: the long form of a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from listbuilder.cli import console, status
from listbuilder.cli.shell import Command, data_option, load_pack, option
from listbuilder.errors import InputError
from listbuilder.i18n import N_, Text, _
from listbuilder.naming import suggestion

if TYPE_CHECKING:
    from listbuilder.catalogue.system import System


@click.command(
    cls=Command,
    help=N_("Explain a rule: what it says, its source, a legal and an illegal example. Without RULE, list all rules."),
)
@click.argument("rule", metavar="[RULE]", required=False)
@option("--system", metavar="NAME", help=N_("Show only rules of this game system."))
@data_option
@option("--pack", metavar="PACK", help=N_("Show the rules as an event plays them."))
def explain(rule: str | None, system: str | None, pack: str | None, data: tuple[str, ...]) -> int:
    event = load_pack(pack, data)
    systems = [event.system] if event is not None else _systems(system, data)
    if rule is None:
        _list(systems)
    else:
        _explain(rule.casefold().partition("=")[0], systems)
    return status.OK


def _systems(name: str | None, data: tuple[str, ...]) -> list[System]:
    """The system of that name, or all: of the folders of native data that are named, or those shipped. Raises `InputError`."""
    from listbuilder.sources import registry
    from listbuilder.sources.native import NativeSet

    folders = [one for one in registry.given(data) if isinstance(one, NativeSet)] or [NativeSet()]
    if not name:
        return [system for one in folders for system in one.all_systems()]
    having = [one for one in folders if name in one.files or one.has_system(name)]
    return [(having or folders)[0].system(name)]


def _list(systems: list[System]) -> None:
    from listbuilder.report.codes import OWN
    from listbuilder.report.rules import rules_text
    from listbuilder.terminal import table

    terminal = console.terminal()
    for one in systems:
        console.out(rules_text(one, terminal) + "\n")
    console.out(terminal.paint(_("Findings about files, data and events"), "bold") + "\n")
    console.out(table([(name, _(text)) for name, text in OWN.items()], "  "))


def _explain(name: str, systems: list[System]) -> None:
    from listbuilder.report.codes import OF_EVENTS, OWN
    from listbuilder.report.rules import rule_text
    from listbuilder.terminal import wrap

    terminal = console.terminal()
    pages = [(rule, system) for system in systems for rule in system.rules if rule.id == name]
    known = OWN | OF_EVENTS
    if name in known and not pages:
        lines = "\n".join(wrap(_(known[name]), terminal.width))
        console.out(f"{terminal.paint(name, 'bold')}\n\n{lines}\n")
        return
    if not pages:
        names = [*known, *(rule.id for system in systems for rule in system.rules)]
        raise InputError(Text("there is no rule called {name}", {"name": name}), hint=suggestion(name, names))
    texts: dict[str, None] = {}
    for page, _system in pages:  # systems that say the same share one page
        texts[rule_text(page, [system for other, system in pages if other == page], terminal)] = None
    console.out("\n".join(texts))
