"""`listbuilder data points`: the points documents that the program has, and what changed from one version to another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from listbuilder.cli import console, status
from listbuilder.cli.shell import Command, option
from listbuilder.errors import InputError
from listbuilder.i18n import N_, Text, _
from listbuilder.naming import fold, listing, suggestion

if TYPE_CHECKING:
    from listbuilder.sources.points.documents import Document


@click.command(
    "points",
    cls=Command,
    help=N_(
        "List the points documents of all game systems or of one; with a VERSION its pages, with two what changed from the "
        "first to the second."
    ),
)
@click.argument("system", metavar="[SYSTEM]", required=False)
@click.argument("versions", metavar="[VERSION [VERSION]]", nargs=-1)
@option("--page", metavar="NAME", help=N_("Show only what changed on this page."))
@option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help=N_("Output format: text for people, json (schemas/points-report.schema.json) for programs."),
)
def points(system: str | None, versions: tuple[str, ...], page: str | None, form: str) -> int:
    from listbuilder.report import points as report
    from listbuilder.sources.points.difference import difference

    if len(versions) > 2:
        raise click.UsageError(_("at most two versions can be named"))
    if page is not None and len(versions) < 2:
        raise click.UsageError(_("--page needs two versions"))
    games = _games(system)
    found = [one for documents in games.values() for one in documents]
    if system is not None and versions:
        found = [_version(found, word, system) for word in versions]
    changes = None
    if len(versions) == 2:
        wanted = _page(found, page) if page is not None else ""
        changes = [one for one in difference(*found) if one.page == wanted or not wanted]
    if form == "json":
        console.out(report.as_json(found, changes))
    elif changes is not None:
        before, after = found
        console.out(report.changed(changes, before, after, console.terminal()))
    else:
        console.out(report.contents(found[0]) if versions else report.listed(_named(games), console.terminal()))
    return _complain(games, found)


def _games(system: str | None) -> dict[str, tuple[Document, ...]]:
    """The documents of every game that has any, or of one, by its id. Raises `InputError` where that has none."""
    from listbuilder.sources import registry

    native = registry.native()
    names = list(native.files) if system is None else [native.system_id(system)]
    found = {name: native.documents(name) for name in names}
    if system is not None and not found[names[0]]:
        raise InputError(Text("there is no points document of {system}", {"system": system}))
    return {name: one for name, one in found.items() if one}


def _named(games: dict[str, tuple[Document, ...]]) -> list[tuple[str, Mapping[str, str], Sequence[Document]]]:
    from listbuilder.sources import registry

    return [(name, registry.native().system(name).name, documents) for name, documents in games.items()]


def _version(documents: Sequence[Document], word: str, system: str) -> Document:
    found = next((one for one in documents if one.version == word), None)
    if found is None:
        params = {"version": word, "system": system}
        hint = Text("known: {names}", {"names": listing(one.version for one in documents)})
        raise InputError(Text("there is no version {version} of the points document of {system}", params), hint=hint)
    return found


def _page(documents: Sequence[Document], word: str) -> str:
    """The id of the page of that id or name in any of the documents. Raises `InputError`."""
    lines = [line for document in documents for line in document.lines]
    found = next((line.id for line in lines if fold(word) in (fold(line.id), fold(line.name))), None)
    if found is None:
        hint = suggestion(word, [name for line in lines for name in (line.id, line.name)])
        raise InputError(Text("unknown page: {name}", {"name": word}), hint=hint)
    return found


def _complain(games: Iterable[str], documents: Sequence[Document]) -> int:
    """Names every mistake in their files, and folders of these games that are no version; the status."""
    from listbuilder.sources import registry
    from listbuilder.sources.points.documents import misnamed

    problems = [problem for document in documents for problem in document.problems]
    problems += [problem for name in games for problem in misnamed(registry.native().files[name].folders)]
    for problem in problems:
        console.complain(str(problem))
    return status.UNJUDGED if problems else status.OK
