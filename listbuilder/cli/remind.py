"""`listbuilder remind`: a player's own words for abilities, which are printed in the place of their texts."""

from __future__ import annotations

from pathlib import Path

import click

from listbuilder.cli import console, status
from listbuilder.cli.shell import PATH, Command, option
from listbuilder.errors import InputError
from listbuilder.i18n import N_, Text, _
from listbuilder.naming import fold, suggestion
from listbuilder.terminal import one_line


@click.command(
    cls=Command,
    help=N_(
        "Write down in your own words what an ability does: sheets print them in the place of its text. Without TEXT, show them. "
        "They are kept in reminders.yaml, in this folder or the nearest one above it that has one, and go for all lists below it."
    ),
)
@click.argument("name", metavar="[NAME]", required=False)
@click.argument("text", metavar="[TEXT]", required=False)
@option("--edit", is_flag=True, help=N_("Write the words in the editor of your system ($EDITOR)."))
@option("--list", "listed", is_flag=True, help=N_("List all words that go for this folder."))
@option("--remove", is_flag=True, help=N_("Remove the words for NAME."))
@option("--user", is_flag=True, help=N_("Keep the words among your settings, for lists everywhere."))
@option("--folder", type=PATH, metavar="FOLDER", help=N_("The folder of the lists; by default the one you are in."))
def remind(
    name: str | None, text: str | None, edit: bool, listed: bool, remove: bool, user: bool, folder: Path | None
) -> int:
    if listed:
        if name is not None or text is not None or edit or remove:
            raise click.UsageError(_("--list stands alone"))
        return _list(folder or Path())
    if name is None:
        raise click.UsageError(_("name an ability, or use --list"))
    if sum((text is not None, edit, remove)) > 1:
        raise click.UsageError(_("give TEXT, --edit or --remove, one of them"))
    path = _target(folder or Path(), user=user)
    if edit:
        text = _edited(_known(path).get(fold(name), ""))
    if text is None and not remove:
        return _show(name, folder or Path())
    return _change(path, name, text or "", remove=remove)


def _target(folder: Path, *, user: bool) -> Path:
    """The file that is changed."""
    from listbuilder.listfile import reminders
    from listbuilder.sources.places import config_dir

    if user:
        return config_dir() / reminders.FILE
    if not folder.is_dir():
        raise InputError(Text("there is no such folder"), str(folder))
    return reminders.nearest(folder) or folder / reminders.FILE


def _known(path: Path) -> dict[str, str]:
    from listbuilder.listfile import reminders

    return {fold(name): words for name, words in reminders.load(path).items()} if path.is_file() else {}


def _edited(before: str) -> str | None:
    try:
        after = click.edit(before or "\n", extension=".md")
    except click.ClickException as error:
        raise InputError(Text("the editor cannot be opened: {reason}", {"reason": error.message})) from None
    return None if after is None or not after.strip() else after


def _show(name: str, folder: Path) -> int:
    from listbuilder.listfile import reminders

    known = reminders.near(folder)
    words = known.of(name)
    if not words:
        raise InputError(
            Text("there are no words for {name}", {"name": name}),
            hint=suggestion(name, known.words) or Text("listbuilder remind NAME TEXT writes them"),
        )
    console.out(words.rstrip("\n") + "\n")
    return status.OK


def _change(path: Path, name: str, words: str, *, remove: bool) -> int:
    from listbuilder.listfile import reminders

    known = _known(path)
    if remove and fold(name) not in known:
        text = Text("there are no words for {name}", {"name": name})
        raise InputError(text, str(path), hint=suggestion(name, known))
    if not remove and not words.strip():
        raise InputError(Text("these are no words"), hint=Text("--remove takes the words for a name away"))
    if reminders.change(path, name, words):
        console.say(_("removed from {file}").format(file=path) if remove else _("written to {file}").format(file=path))
    return status.OK


def _list(folder: Path) -> int:
    from listbuilder.listfile import reminders
    from listbuilder.terminal import table

    for path in reminders.near(folder).files:
        console.out(console.terminal().paint(str(path), "bold") + "\n")
        console.out(table([(one_line(name), one_line(words)) for name, words in reminders.load(path).items()], "  "))
    return status.OK
