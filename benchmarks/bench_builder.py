"""Measures the builder as it runs in a terminal: what a key costs until the change is painted, and what the first picture costs.

    python benchmarks/bench_builder.py [--keys N] [--runs N] [--community FILE]

All are ratios of processor time to bare Textual programs that are run in turns with it: a key that moves the cursor of an
`OptionList`, and an app that shows one line. Keys come 20 a second, as from a key that is held down. Leaves with status 1 where
an aim (`aims.py`) is missed.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import yaml

from listbuilder.resources import shipped
from listbuilder.session import Session
from listbuilder.sources.cache import KEY_FILE
from listbuilder.sources.places import state_dir

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from benchmarks.aims import Results
from benchmarks.processes import ENVIRONMENT, LISTBUILDER, cost
from benchmarks.terminal import Terminal

GAP = 0.05  # seconds between keys
LEGAL = shipped("factions") / "wh40k-10e" / "examples" / "legal.yaml"
READY = "READY"
INSTALLED = 20  # units of the list over an installed set
EMPTY = f"""
from textual.app import App
from textual.widgets import Static
class Empty(App):
    def compose(self):
        yield Static("{READY}")
Empty().run()
"""
LIST = f"""
from textual.app import App
from textual.widgets import OptionList
class Bare(App):
    def compose(self):
        yield OptionList(*[f"{READY} {{number}}" for number in range(60)])
Bare().run()
"""
DOWN, UP = "\x1b[B", "\x1b[A"
MOVING = (DOWN, DOWN, DOWN, UP, UP, UP)
EDITING = ("c", "u")  # copy a unit, take it back


def army(count: int, folder: Path) -> Path:
    """A list of so many units, those of the legal example again and again."""
    stated = yaml.safe_load(LEGAL.read_text("utf-8"))
    kept = {key: stated[key] for key in ("system", "faction", "battle_size", "detachment")}
    sheets = [unit["datasheet"] for unit in stated["units"]]
    units = [{"id": f"u{number}", "datasheet": sheets[number % len(sheets)]} for number in range(count)]
    path = folder / f"{count}.yaml"
    path.write_text(yaml.safe_dump({**kept, "name": READY, "units": units}, sort_keys=False), "utf-8")
    return path


def installed_army(folder: Path) -> Path | None:
    """A list of twenty units of the first game and faction of the installed sets that has so many; None where there is none."""
    for system in Session.systems():
        for faction in Session.factions(system.id) if system.date else ():  # installed sets have a date
            session = Session.new(system.id, faction.id, name="installed")
            sheets = [one.id for one in session.datasheets() if not one.hidden]
            if len(sheets) >= 2 * INSTALLED:
                for sheet in sheets[: 2 * INSTALLED : 2]:
                    session.add_unit(sheet)
                return session.save(folder / f"{session.name}.yaml")
    return None


def built(path: Path | str) -> tuple[str, ...]:
    return (*LISTBUILDER, "build", str(path))


def of_its_own(folder: Path) -> dict[str, str]:
    """The environment of a program without unsaved work, as one that was ended in an edit would offer to recover that first. It
    has the user's key to what was compiled before: without it, all data would be compiled anew."""
    state = Path(tempfile.mkdtemp(dir=folder))
    key = state_dir() / KEY_FILE
    if key.exists():
        shutil.copy2(key, state)
    return {**ENVIRONMENT, "LISTBUILDER_STATE_DIR": str(state)}


def of_a_key(command: tuple[str, ...], keys: tuple[str, ...], presses: int, folder: Path) -> float:
    """Milliseconds of processor time that one of these keys takes, those of the idle program taken off."""
    with Terminal(command, of_its_own(folder), folder=folder) as terminal:
        terminal.wait_for(READY)
        terminal.settle()
        before = terminal.processor()
        terminal.read(presses * GAP)
        idle, start = terminal.processor() - before, terminal.processor()
        for number in range(presses):
            terminal.press(keys[number % len(keys)])
            terminal.read(GAP)
        terminal.settle()
        return 1000 * (terminal.processor() - start - idle) / presses


def first_picture(command: tuple[str, ...], text: str, folder: Path) -> float:
    """Milliseconds of processor time until the text stands on the screen."""
    with Terminal(command, of_its_own(folder), folder=folder) as terminal:
        terminal.wait_for(text)
        return 1000 * terminal.processor()


def in_turns(measured: dict[str, Callable[[], float]], runs: int) -> dict[str, float]:
    """The medians."""
    found: dict[str, list[float]] = {name: [] for name in measured}
    for _run in range(runs):
        for name, measure in measured.items():
            found[name].append(measure())
    return {name: statistics.median(values) for name, values in found.items()}


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--keys", type=int, default=60)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument(
        "--community",
        metavar="FILE",
        help="a list over an installed set, for its first picture; by default one is made, where a set is installed",
    )
    parser.add_argument("--shows", metavar="TEXT", default="", help="what that shows, by default the name of its file")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bare = (sys.executable, "-c", LIST)
        few, many = army(20, folder), army(100, folder)
        community = arguments.community or installed_army(folder)
        for path in filter(None, (few, many, community)):
            cost((*LISTBUILDER, "check", str(path)))  # fills the cache, with the user's key
        small, large = built(few), built(many)
        keys: dict[str, Callable[[], float]] = {
            "bare move": lambda: of_a_key(bare, MOVING, arguments.keys, folder),
            "move": lambda: of_a_key(small, MOVING, arguments.keys, folder),
            "move, 100 units": lambda: of_a_key(large, MOVING, arguments.keys, folder),
            "edit": lambda: of_a_key(small, EDITING, arguments.keys, folder),
            "edit, 100 units": lambda: of_a_key(large, EDITING, arguments.keys, folder),
        }
        pictures: dict[str, Callable[[], float]] = {
            "empty app": lambda: first_picture((sys.executable, "-c", EMPTY), READY, folder),
            "native list": lambda: first_picture(small, "Intercessor", folder),
        }
        if community is not None:
            shows = arguments.shows or Path(community).stem
            pictures["community list"] = lambda: first_picture(built(community), shows, folder)
        moved = in_turns(keys, arguments.runs)
        shown = in_turns(pictures, arguments.runs)
    for what, value in (*moved.items(), *shown.items()):
        print(f"{what:20}{value:8.1f} ms")
    results = Results()
    results.add("builder-move", moved["move"] / moved["bare move"])
    results.add("builder-edit", moved["edit"] / moved["bare move"])
    results.add("builder-move-large", moved["move, 100 units"] / moved["move"])
    results.add("builder-edit-large", moved["edit, 100 units"] / moved["edit"])
    results.add("builder-first", shown["native list"] / shown["empty app"])
    if "community list" in shown:
        results.add("builder-first-community", shown["community list"] / shown["empty app"])
    results.leave()


if __name__ == "__main__":
    main()
