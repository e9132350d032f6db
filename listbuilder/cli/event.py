"""`listbuilder event`: packs of an event's rules, and the check of an event's lists."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from listbuilder.cli import console, status
from listbuilder.cli.configuration import Configured
from listbuilder.cli.list_options import CONFIGURABLE, Check, taken, with_list_options
from listbuilder.cli.shell import PATH, Command, LazyGroup, data_option, option, rules_option
from listbuilder.i18n import N_, _, ngettext
from listbuilder.terminal import one_line

COMMANDS = {name: f"listbuilder.cli.event:{name}_" for name in ("new", "check")}


@click.group(cls=LazyGroup, lazy=COMMANDS, help=N_("Write the rules of an event, and check the lists of an event."))
def event() -> None:
    """The group."""


@click.command("new", cls=Command, help=N_("Write an event pack to fill in, with a comment on every key."))
@click.argument("pack", metavar="PACK", type=PATH)
@option("--system", default="wh40k-10e", show_default=True, metavar="NAME", help=N_("Game system."))
@option("--force", is_flag=True, help=N_("Overwrite an existing file."))
def new_(pack: Path, system: str, force: bool) -> int:
    from listbuilder import files
    from listbuilder.events.template import starting_file
    from listbuilder.sources import registry

    found, _sets = registry.system_of(system)
    path = pack if pack.suffix else pack.with_suffix(".yaml")
    if path.exists() and not force:
        console.complain(_("{file} exists already; use --force to overwrite it").format(file=path))
        return status.UNJUDGED
    files.write(path, starting_file(found, path.stem), None if force else files.ABSENT)
    console.say(_("wrote {file}").format(file=path))
    return status.OK


class CheckCommand(Configured):
    """The check, whose options may stand in a file."""

    configurable = tuple(key for key in CONFIGURABLE if key != "pack")
    ignored = ("pack", "limit", "size", "system", "faction")  # it is named, and states them


@click.command(
    "check",
    cls=CheckCommand,
    help=N_(
        "Check the lists of an event: by its pack, with the formats, the deadline and the teams that it states. "
        "A team is a folder below those named, or a column of a table. Without lists, only the pack is checked."
    ),
)
@click.argument("pack", metavar="PACK")
@click.argument("files", metavar="FILE|FOLDER|ZIP|CSV|- ...", nargs=-1)
@with_list_options
@rules_option
@data_option
@click.pass_context
def check_(
    ctx: click.Context,
    /,
    pack: str,
    files: tuple[str, ...],
    rules: tuple[str, ...],
    data: tuple[str, ...],
    **settings: Any,
) -> int:
    from listbuilder.events import submission, teams
    from listbuilder.report.checking import Job
    from listbuilder.sources import registry
    from listbuilder.validation.pack.find import load

    event = load(pack, registry.given(data))
    if not files:
        console.say(_("nothing is wrong with the pack {name}").format(name=one_line(str(event.name))))
        return status.OK
    options = taken(settings)
    run = Check(files, options, lang=(ctx.find_object(dict) or {}).get("lang") or "", besides=[Path(pack)])
    run.gathered.entries = teams.by_folder(run.entries, files)
    undated = submission.undated(event, run.entries)
    if undated:
        text = ngettext(
            "of {number} list it is not known when it was handed in: the deadline is not checked for it",
            "of {number} lists it is not known when they were handed in: the deadline is not checked for them",
            undated,
        )
        console.say(text.format(number=undated))
    records = run.records(Job(rules, data, pack=event, offers=run.needs_fixes, anonymous=options.anonymous))
    return run.tell(submission.judged(event, run.entries, records), pack=event, teams=True)
