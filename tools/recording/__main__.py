"""Makes the pictures that README and docs show: those of the builder, and that of a printed roster.

    python -m tools.recording            # all of them
    python -m tools.recording session    # those of `scripts/session.txt`
    python -m tools.recording page       # that of a printed roster (`pages`)

How a picture of the builder is made stands in a file in `scripts/` (`script` says how one is written).
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import chdir
from pathlib import Path

from rich.segment import Segment
from textual.pilot import Pilot

from listbuilder.i18n import set_language
from listbuilder.tui.app import ListbuilderApp
from tools.recording import pages
from tools.recording.script import SCRIPTS, Press, Script, See, Wait, read
from tools.recording.svg import Line, Run, Screen, animated

ROOT = Path(__file__).parents[2]
PAGE = "page"  # instead of a script
EACH = 0.5  # seconds that a screen stays
TYPED = 0.12  # seconds between letters
SETTLED = 0.4  # seconds in which the builder finishes what it does beside; letters are not waited for


def taken(pilot: Pilot[None]) -> tuple[Line, ...]:
    """The lines on the screen now."""
    screen = pilot.app.screen
    return tuple(tuple(_runs(strip)) for strip in screen._compositor.render_strips())  # Textual has no other way


def _runs(segments: Iterable[Segment]) -> Iterator[Run]:
    """Segments as runs; neighbours of one look are one."""
    last: Run | None = None
    for segment in segments:
        style = segment.style
        assert style is not None
        colour, ground = (_hex(one) for one in (style.color, style.bgcolor))
        if style.reverse:
            colour, ground = ground, colour
        now = Run(segment.text, segment.cell_length, colour, ground, bool(style.bold), bool(style.italic))
        if last is not None and now[2:] == last[2:]:
            last = Run(last.text + now.text, last.cells + now.cells, *last[2:])
            continue
        if last is not None:
            yield last
        last = now
    if last is not None:
        yield last


def _hex(colour: object) -> str:
    triplet = getattr(colour, "triplet", None)
    return triplet.hex if triplet is not None else "#808080"


async def record(script: Script) -> list[Screen]:
    """The screens of a session that begins in the folder where the process stands."""
    app, screens = ListbuilderApp(Path(script.opens) if script.opens else None), list[Screen]()
    async with app.run_test(size=script.size) as pilot:
        await _settle(pilot)
        screens.append(Screen(taken(pilot), EACH))
        for step in script.steps:
            match step:
                case Wait(seconds):
                    screens[-1] = screens[-1]._replace(seconds=seconds)
                case See(text):
                    if text not in screens[-1].text:
                        raise LookupError(f"{script.picture}: {text!r} is not on the screen:\n{screens[-1].text}")
                case Press(keys, each):
                    for key in keys:
                        await pilot.press(key)
                        if each:
                            screens.append(Screen(taken(pilot), TYPED))
                    await _settle(pilot)
                    screens.append(Screen(taken(pilot), EACH))
    return screens


async def _settle(pilot: Pilot[None]) -> None:
    """Until what was begun in a thread is done, and what waits for a moment of rest."""
    for _ in range(2):
        await pilot.pause(SETTLED)
        while any(
            worker.group in {"open", "shelf", "wizard"} and not worker.is_finished for worker in pilot.app.workers
        ):
            await pilot.pause(SETTLED)


def drawn(script: Script) -> str:
    """The picture, of a session in folders of its own: a user's settings, lists and data change nothing."""
    with tempfile.TemporaryDirectory() as home:
        lists = Path(home, "lists")
        lists.mkdir()
        for source in script.lists:
            shutil.copy(ROOT / source, lists)
        own = {
            "HOME": home,
            "LISTBUILDER_STATE_DIR": str(Path(home, "state")),
            "LISTBUILDER_DATA_DIR": str(Path(home, "data")),
        }
        os.environ.update(own)
        set_language("en")
        with chdir(lists):
            screens = asyncio.run(record(script))
    shown = screens[-1:] if script.still else screens
    return animated(shown, shown[0].lines[0][0].ground)


def main() -> None:
    """Records and writes."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.recording", description="Makes the pictures of README and docs."
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="scripts, without their folder, or page; all when left out"
    )
    names = parser.parse_args().names or [*sorted(path.stem for path in SCRIPTS.glob("*.txt")), PAGE]
    for name in names:
        if name == PAGE:
            picture = ROOT / pages.PICTURE
            picture.write_bytes(pages.drawn(ROOT / pages.OF))
        else:
            script = read(SCRIPTS / f"{name}.txt")
            picture = ROOT / script.picture
            picture.write_text(drawn(script), encoding="utf-8", newline="\n")
        print(f"{picture.relative_to(ROOT)}: {picture.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
