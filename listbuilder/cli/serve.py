"""`listbuilder serve`: the builder in a browser, for this machine or, when asked, for others."""

from __future__ import annotations

import hashlib
import os
import shlex
import subprocess
import sys
from pathlib import Path

import click

from listbuilder.cli import console, status
from listbuilder.cli.confined import FOLDER, READ
from listbuilder.cli.shell import PATH, Command, data_option, option, pack_option
from listbuilder.i18n import N_, _, language
from listbuilder.sources.places import state_dir


@click.command(
    cls=Command,
    help=N_(
        "Show the builder in a browser. PATH is a folder of lists, this one by default, or a list in it; no file outside of the "
        "folder can be opened. There is no login."
    ),
)
@click.argument("path", metavar="[PATH]", required=False, type=PATH)
@option("--host", default="127.0.0.1", show_default=True, metavar="ADDRESS", help=N_("Address to listen at."))
@option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help=N_("Port to listen at."))
@option("--allow-remote", is_flag=True, help=N_("Let other machines reach it; whoever does can change the lists."))
@option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help=N_("Name under which other machines reach this one, besides its addresses; may be repeated."),
)
@data_option
@pack_option
def serve(
    path: Path | None,
    host: str,
    port: int,
    allow_remote: bool,
    names: tuple[str, ...],
    data: tuple[str, ...] = (),
    pack: str | None = None,
) -> int:
    """Serves until it is stopped; the exit status."""
    folder = (path or Path()).absolute()
    file = None if folder.is_dir() else folder
    folder = folder if file is None else folder.parent
    if not folder.is_dir():
        console.complain(_("there is no folder {folder}").format(folder=folder))
        return status.UNJUDGED
    try:
        from listbuilder.cli.server import WebServer, is_loopback
    except ImportError as error:
        console.complain(
            _("this needs packages that are not installed ({name}): pip install 'listbuilder[serve]'").format(
                name=error.name
            )
        )
        return status.UNJUDGED
    if not is_loopback(host) and not allow_remote:
        console.complain(
            _(
                "{host} can be reached from other machines, and there is no login: say --allow-remote if that is meant"
            ).format(host=host)
        )
        return status.UNJUDGED
    data = tuple(str(Path(name).absolute()) if Path(name).is_dir() else name for name in data)
    pack = str(Path(pack).absolute()) if pack and Path(pack).exists() else pack
    _prepare(folder, [*filter(os.path.isabs, data), *filter(os.path.isabs, [pack or ""])])
    server = WebServer(_command(file, data, pack), host, port, names, remote=allow_remote)
    try:
        server.run()
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        console.complain(
            _("cannot listen at {host}, port {port}: {reason}").format(host=host, port=port, reason=reason)
        )
        return status.UNJUDGED
    return status.OK


def _prepare(folder: Path, read: list[str]) -> None:
    """Tells the builders that are started the folder, and gives them a state of their own, so that recent lists and journals of
    others stay unseen. ``read``: paths of data that may be read, too."""
    real = os.path.realpath(folder)
    os.environ[FOLDER] = real
    os.environ[READ] = os.pathsep.join(read)
    own = hashlib.sha256(os.fsencode(real)).hexdigest()[:16]
    os.environ["LISTBUILDER_STATE_DIR"] = str(state_dir().absolute() / "served" / own)
    os.environ["PYTHONSAFEPATH"] = "1"
    os.environ["LISTBUILDER_ASCII"] = "0"  # a browser shows every sign
    os.chdir(real)


def _command(file: Path | None, data: tuple[str, ...], pack: str | None) -> str:
    """The command line of a builder, as a shell takes it."""
    words = [sys.executable, "-m", "listbuilder", "--lang", language(), "build"]
    words += [word for name in data for word in ("--data", name)]
    words += ["--pack", pack] if pack else []
    words += ["--", str(file)] if file is not None else []
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)
