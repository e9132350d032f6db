"""Records a session of the builder.

    python -m tools.recording PICTURE LIST STEP…

A STEP is a key as Textual calls it, ``type:TEXT``, or a number of seconds that the screen before it stays.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.segment import Segment
from textual.pilot import Pilot

from listbuilder.tui.app import ListbuilderApp
from tools.recording.svg import Line, Run, Screen, animated

SIZE = (120, 36)
EACH = 0.5  # seconds that a screen stays
TYPED = 0.12  # seconds between letters
SETTLED = 0.15  # seconds in which the builder finishes what it does beside


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


async def record(path: Path, steps: list[str]) -> list[Screen]:
    """The screens of a session."""
    app, screens = ListbuilderApp(path), list[Screen]()
    async with app.run_test(size=SIZE) as pilot:
        await app.workers.wait_for_complete()
        await pilot.pause(1)
        screens.append(Screen(taken(pilot), EACH))
        for step in steps:
            if step.replace(".", "", 1).isdigit():
                screens[-1] = screens[-1]._replace(seconds=float(step))
                continue
            typed = step.removeprefix("type:")
            for key in typed if typed != step else [step]:
                await pilot.press("space" if key == " " else key)
                await pilot.pause(SETTLED)
                screens.append(Screen(taken(pilot), EACH if typed == step else TYPED))
    return screens


def main() -> None:
    """Records and writes."""
    parser = argparse.ArgumentParser(prog="python -m tools.recording")
    parser.add_argument("picture", type=Path)
    parser.add_argument("list", type=Path)
    parser.add_argument("steps", nargs="+", metavar="STEP")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as state:
        os.environ["XDG_STATE_HOME"] = state
        screens = asyncio.run(record(arguments.list, arguments.steps))
    ground = screens[0].lines[0][0].ground
    arguments.picture.write_text(animated(screens, ground), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
