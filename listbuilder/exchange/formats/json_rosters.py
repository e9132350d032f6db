"""Rosters in JSON: New Recruit's and List Forge's, and Rosterizer's."""

from __future__ import annotations

from functools import partial

from listbuilder.exchange.formats import LIMIT, Format
from listbuilder.exchange.formats.texts import recognised
from listbuilder.listfile.bound import BoundList


def _fits(name: str, head: bytes) -> bool:
    return recognised(head) == name


def _read(content: bytes, file: str) -> BoundList:
    from listbuilder.exchange import ros_read
    from listbuilder.exchange.binding.army import bind
    from listbuilder.exchange.reading import roster_json
    from listbuilder.exchange.reading.text import decoded

    data = roster_json.parse(decoded(content, file, LIMIT), file)
    roster = roster_json.roster_of(data, file)
    if roster_json.has_ids(roster, file):
        return ros_read.read_root(roster_json.elements(roster, file), file)
    return bind(roster_json.read(data, file), file)


def _read_rosterizer(content: bytes, file: str) -> BoundList:
    from listbuilder.exchange.binding.army import bind
    from listbuilder.exchange.reading import roster_json
    from listbuilder.exchange.reading.text import decoded

    return bind(roster_json.read_rosterizer(roster_json.parse(decoded(content, file), file), file), file)


FORMATS = (
    Format("roster-json", (), partial(_fits, "roster-json"), _read),
    Format("rosterizer", (), partial(_fits, "rosterizer"), _read_rosterizer),
)
