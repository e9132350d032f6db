"""Follows pages of the documentation, each in a copy of the repository: creates its files, makes its changes, runs its commands.

    python .ci/contribute.py [PAGE …]        # CONTRIBUTING.md and the tutorial when left out

A page is read from top to bottom, from its first section on:

- ``Create `PATH`:`` and a code block: the file;
- ``Below `LINE` in `PATH`, add:`` and a code block: inserted after that line;
- ``In `PATH`, change `OLD` to `NEW`.``;
- ``Translate``: every text without a translation gets one (its own English text);
- a block of ``sh``: commands that have to succeed, or to fail when their comment starts with ``fails``, and to print what stands
  in backquotes in their comment.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
GUIDES = ("CONTRIBUTING.md", "docs/adding-a-system.md")
TYPES = ".mypy_cache"
STEP = re.compile(
    r"""
      ^Create\ `(?P<create>[^`]+)`:\s+```\w+\n(?P<content>.*?)^```$
    | ^Below\ `(?P<line>[^`]+)`\ in\ `(?P<file>[^`]+)`,\ add:\s+```\w+\n(?P<added>.*?)^```$
    | In\ `(?P<changed>[^`]+)`,\s+change\s+`(?P<old>[^`]+)`\s+to\s+`(?P<new>[^`]+)`
    | (?P<translate>Translate)\b
    | ^```sh\n(?P<commands>.*?)^```$
    | ^\#\#\ (?P<section>.+?)$
    """,
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
DONE = ["-o", ".venv/installed-dev", "-o", ".venv/installed"]  # everything is installed: make must not do it again


def copy_repository(target: Path) -> None:
    """Everything that git knows or would add; from a source distribution, everything."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    if listed.returncode:
        shutil.copytree(ROOT, target, ignore=shutil.ignore_patterns(".venv", "__pycache__", ".*_cache"))
        return
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target / name)
    if (ROOT / TYPES).is_dir():  # what mypy knows of the files that the guide leaves as they are
        shutil.copytree(ROOT / TYPES, target / TYPES)


def replace(guide: str, path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    if text.count(old) != 1:
        sys.exit(f"{guide}: {path.name} has {old!r} {text.count(old)} times, expected once")
    path.write_text(text.replace(old, new), "utf-8")


def translate(folder: Path) -> None:
    """Puts the English text where a translation is missing, in every language."""
    for path in (folder / "listbuilder" / "locale").rglob("*.po"):
        with path.open("rb") as stream:
            catalogue = read_po(stream, locale=path.parts[-3])
        for message in catalogue:
            if message.id and isinstance(message.id, tuple):
                translations = message.string if isinstance(message.string, tuple) else ()
                if not translations or not all(translations):
                    message.string = (message.id[1],) * catalogue.num_plurals
            elif message.id and not message.string:
                message.string = message.id
        with path.open("wb") as stream:
            write_po(stream, catalogue, width=0, include_lineno=False)


def run(guide: str, line: str, folder: Path) -> None:
    """One command of the guide; ends the script when it does not do what the guide says."""
    command, _, comment = line.partition("   # ")
    wanted = not comment.startswith("fails")
    if command.startswith("make "):
        command = command.replace("make", " ".join(["make", *DONE]), 1)
    print(f"  $ {line}", flush=True)
    environment = os.environ | {"PYTHONPATH": str(folder), "LANG": "C.UTF-8"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, check=False,
        text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    silent = [text for text in re.findall(r"`([^`]+)`", comment) if text not in done.stdout]
    if wanted != (done.returncode == 0) or silent:
        print(done.stdout[-6000:])
        sys.exit(f"{guide}: `{line}` ended with status {done.returncode}" + f", without {silent}" * bool(silent))


def follow(guide: str, step: re.Match[str], folder: Path) -> None:
    """Does what one part of the guide says."""
    if step["section"]:
        print(f"== {step['section']}", flush=True)
    elif step["create"]:
        path = folder / step["create"]
        if path.exists():
            sys.exit(f"{guide}: {step['create']} exists already")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(step["content"], "utf-8")
    elif step["line"]:
        replace(guide, folder / step["file"], f"\n{step['line']}\n", f"\n{step['line']}\n{step['added']}")
    elif step["changed"]:
        replace(guide, folder / step["changed"], step["old"], step["new"])
    elif step["translate"]:
        translate(folder)
    else:
        for line in filter(None, step["commands"].splitlines()):
            run(guide, line, folder)


def follow_all(guide: str) -> None:
    """Does what a page says."""
    text = (ROOT / guide).read_text("utf-8")
    with tempfile.TemporaryDirectory(prefix="contribute-") as name:
        folder = Path(name) / "repository"
        copy_repository(folder)
        (folder / ".venv").symlink_to(sys.prefix, target_is_directory=True)
        for step in STEP.finditer(text, text.index("\n## ")):
            follow(guide, step, folder)


def main() -> None:
    """Ends with a message when a page does not work."""
    for guide in sys.argv[1:] or GUIDES:
        follow_all(guide)


if __name__ == "__main__":
    main()
