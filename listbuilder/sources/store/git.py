"""Clones repositories of data with the user's own git: shallow, without hooks, submodules or prompts."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from listbuilder.files import reason
from listbuilder.i18n import Text
from listbuilder.sources.errors import SourceError

TIMEOUT = 900  # seconds
PROTOCOLS = "file:git:http:https:ssh"  # not ext::, which runs commands

_URL = re.compile(r"(https?|git|ssh|file)://|[\w.-]+@[\w.-]+:|.+\.git/?$")
_INHERITED = (
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_NAMESPACE",
    "GIT_CEILING_DIRECTORIES",
)


class Commit(NamedTuple):
    """The commit that was checked out, and its day."""

    id: str
    date: str
    time: int  # nanoseconds


def is_repository(source: str) -> bool:
    """Whether this is a URL that git clones, or a folder that is a repository (bare or not)."""
    path = Path(source)
    if path.is_dir():
        return (path / ".git").exists() or all((path / part).exists() for part in ("HEAD", "objects", "refs"))
    return not path.exists() and bool(_URL.match(source))


def clone(source: str, target: Path) -> Commit:
    """Clones the newest commit of the default branch into a new folder."""
    path = Path(source)
    url = path.resolve().as_uri() if path.is_dir() else source
    options = ["--depth=1", "--single-branch", "--no-tags", "--no-recurse-submodules", "--template=", "--quiet"]
    _git(source, "clone", *options, "--", url, str(target))
    found = _git(source, "-C", str(target), "log", "-1", "--format=%H %cs %ct").split()
    if len(found) != 3:
        raise SourceError(Text("the repository has no commit"), source)
    return Commit(found[0], found[1], int(found[2]) * 10**9)


def _git(source: str, *arguments: str) -> str:
    """Runs git without hooks; when it fails, its error line is the message."""
    import subprocess  # slow to import, needed for cloning only

    settings = {
        "core.hooksPath": os.devnull,
        "core.symlinks": "false",
        "core.autocrlf": "false",
        "core.fsmonitor": "false",
    }
    command = ["git"]
    for name, value in settings.items():
        command += ["-c", f"{name}={value}"]
    environment = {name: value for name, value in os.environ.items() if name not in _INHERITED}
    environment |= {"GIT_TERMINAL_PROMPT": "0", "GIT_ALLOW_PROTOCOL": PROTOCOLS}
    try:
        done = subprocess.run(
            [*command, *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=TIMEOUT,
            check=False,
        )
    except FileNotFoundError:
        raise SourceError(Text("git is not installed; it is needed to clone a repository"), source) from None
    except subprocess.TimeoutExpired:
        raise SourceError(Text("git did not finish within {seconds} seconds", {"seconds": TIMEOUT}), source) from None
    except OSError as error:
        raise SourceError(Text("git cannot be started: {reason}", {"reason": reason(error)}), source) from None
    if done.returncode:
        lines = done.stderr.decode(errors="replace").strip().splitlines()
        why = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[-1] if lines else "")
        raise SourceError(Text("git failed: {why}", {"why": why or done.returncode}), source)
    return done.stdout.decode(errors="replace")
