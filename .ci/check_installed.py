"""Uses the installed program as a user would, in a folder of its own: check, print, show, and the builder's first screen."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import listbuilder
from listbuilder.resources import shipped


def run(*arguments: str, status: int = 0) -> str:
    """What the command prints; it has to end with that status."""
    done = subprocess.run(
        [sys.executable, "-m", "listbuilder", *arguments], capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode != status:
        sys.exit(
            f"listbuilder {' '.join(arguments)}: status {done.returncode}, expected {status}\n{done.stdout}{done.stderr}"
        )
    return done.stdout


async def first_screen(path: Path) -> str:
    from listbuilder.tui.app import ListbuilderApp

    app = ListbuilderApp(path)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        return str(app.screen)


def main() -> None:
    """Ends with a message when anything is not as it should be."""
    folder = Path(sys.argv[1]) / "player"
    folder.mkdir()
    os.chdir(folder)
    home = Path(listbuilder.__file__).parent
    assert "site-packages" in home.parts, f"not the installed package: {home}"
    assert shipped("factions").is_relative_to(home), "the data of the checkout, not of the wheel"
    for name in ("legal", "illegal"):
        shutil.copy(shipped("factions") / "wh40k-10e" / "examples" / f"{name}.yaml", folder)
    print(run("check", ".", status=1))
    verdicts = [one["verdict"] for one in json.loads(run("check", "--format", "json", ".", status=1))["lists"]]
    assert verdicts == ["illegal", "legal"], verdicts
    run("print", "legal.yaml", "-o", "army.pdf")
    assert Path("army.pdf").read_bytes().startswith(b"%PDF-")
    assert run("show", "legal.yaml").strip()
    assert run("--lang", "zh", "check", "legal.yaml") != run("check", "legal.yaml"), "the translations are missing"
    print(asyncio.run(first_screen(folder / "legal.yaml")))


if __name__ == "__main__":
    main()
