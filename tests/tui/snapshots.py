"""Compares screens with pictures. LISTBUILDER_UPDATE_SNAPSHOTS=1 takes them anew."""

from __future__ import annotations

import difflib
import html
import os
import re
from pathlib import Path

FOLDER = Path(__file__).parent / "snapshots"
UPDATE = bool(os.environ.get("LISTBUILDER_UPDATE_SNAPSHOTS"))
TEXT = re.compile(r'<text class="[^"]*" x="[^"]*" y="([^"]*)"[^>]*>(.*?)</text>')


def normalise(svg: str) -> str:
    """Without what differs from run to run (ids made of a checksum) and without fonts from the network."""
    names = {name: f"screen-{n}" for n, name in enumerate(dict.fromkeys(re.findall(r"terminal-\d+", svg)))}
    svg = re.sub(r"terminal-\d+", lambda match: names[match[0]], svg)
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def plain(svg: str) -> list[str]:
    """The text of a picture, line by line, for a message that people can read."""
    lines: dict[float, str] = {}
    for y, text in TEXT.findall(svg):
        lines[float(y)] = lines.get(float(y), "") + html.unescape(text).replace("\xa0", " ")
    return [lines[y].rstrip() for y in sorted(lines)]


def compare(svg: str, name: str) -> None:
    """Fails with the lines that differ; leaves the new picture beside the old one."""
    path, taken = FOLDER / f"{name}.svg", normalise(svg)
    if UPDATE:
        FOLDER.mkdir(exist_ok=True)
        path.write_text(taken, encoding="utf-8", newline="\n")
        return
    known = path.read_text(encoding="utf-8") if path.exists() else ""
    if taken == known:
        return
    fresh = Path(os.environ.get("LISTBUILDER_SNAPSHOT_DIR", "."), f"{name}.new.svg")
    fresh.write_text(taken, encoding="utf-8", newline="\n")
    lines = "\n".join(difflib.unified_diff(plain(known), plain(taken), "picture", "screen", lineterm="", n=1))
    raise AssertionError(
        f"{name} differs from {path} ({fresh.absolute()} is the screen now).\n"
        f"{lines or 'The text is the same: colours or places differ.'}\n"
        "LISTBUILDER_UPDATE_SNAPSHOTS=1 takes the pictures anew."
    )
