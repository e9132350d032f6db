"""Scripts of recordings: what is shown, and the keys that are pressed.

    picture: docs/images/session.svg
    size: 120x36
    lists: exports/samples/orks-war-horde.yaml …     copied into the folder where the builder is started
    opens: orks-war-horde.yaml                       else the library is shown
    still: yes                                       only the last screen

    # a comment
    down            a key as Textual calls it
    down x3         pressed three times, of which the last is shown
    type boyz       letters, each of them shown
    put boyz        letters of which the last is shown
    2.5             seconds that the screen before it stays
    see ✓ legal     the screen before it has this text; else no picture is made, because the script is out of date

An empty line parts the head from the steps.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

SCRIPTS = Path(__file__).parent / "scripts"
HEADS = frozenset({"picture", "size", "lists", "opens", "still"})


class Wait(NamedTuple):
    """So many seconds."""

    seconds: float


class Press(NamedTuple):
    """Keys, one after the other. ``each``: whether what follows on each of them is shown, else only the last."""

    keys: tuple[str, ...]
    each: bool = False


class See(NamedTuple):
    """The text is on the screen."""

    text: str


Step = Wait | Press | See


class Script(NamedTuple):
    """``picture`` and ``lists``: paths in the repository; ``size``: columns and rows; ``opens``: the name of a list."""

    picture: str
    size: tuple[int, int]
    lists: tuple[str, ...]
    opens: str
    still: bool
    steps: tuple[Step, ...]


def read(path: Path) -> Script:
    """Raises ValueError with the line that is wrong."""
    lines = path.read_text("utf-8").splitlines()
    end = lines.index("") if "" in lines else len(lines)
    head: dict[str, str] = {}
    for number, line in enumerate(lines[:end], 1):
        name, colon, value = line.partition(":")
        if name not in HEADS or not colon:
            raise ValueError(f"{path.name}:{number}: expected one of {', '.join(sorted(HEADS))}, found {line!r}")
        head[name] = value.strip()
    columns, _, rows = head["size"].partition("x")
    steps = [_step(line.strip()) for line in lines[end:] if line.strip() and not line.startswith("#")]
    return Script(
        head["picture"],
        (int(columns), int(rows)),
        tuple(head.get("lists", "").split()),
        head.get("opens", ""),
        head.get("still") == "yes",
        tuple(steps),
    )


def _step(line: str) -> Step:
    word, _, rest = line.partition(" ")
    if word == "see":
        return See(rest)
    if word in {"type", "put"}:
        return Press(tuple("space" if letter == " " else letter for letter in rest), each=word == "type")
    if rest.startswith("x"):
        return Press((word,) * int(rest.removeprefix("x")))
    return Wait(float(line)) if line.replace(".", "", 1).isdigit() else Press((line,))
