"""Rosters in JSON: New Recruit's and List Forge's, and Rosterizer's."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from listbuilder.exchange.formats import HEAD, LIMIT, Format, Output
from listbuilder.exchange.formats.texts import recognised
from listbuilder.listfile.bound import BoundList
from listbuilder.sources.registry import Sets

if TYPE_CHECKING:
    from listbuilder.exchange.reading.record import ListRecord


def _fits(name: str, head: bytes) -> bool:
    return recognised(head) == name


def record_of(content: bytes, file: str) -> ListRecord | None:
    """What a roster states by names; None where it names the entries of the data. Raises `InputError`."""
    from listbuilder.exchange.reading import roster_json
    from listbuilder.exchange.reading.astray import refuse_astray
    from listbuilder.exchange.reading.text import decoded

    data = roster_json.parse(decoded(content, file, LIMIT), file)
    if recognised(content[:HEAD]) == "rosterizer":
        return roster_json.read_rosterizer(data, file)
    roster = roster_json.roster_of(data, file)
    refuse_astray(data, file)
    return None if roster_json.has_ids(roster, file) else roster_json.read(data, file)


def _read(content: bytes, file: str, among: Sets) -> BoundList:
    from listbuilder.exchange import ros_read
    from listbuilder.exchange.binding.army import bind
    from listbuilder.exchange.reading import roster_json
    from listbuilder.exchange.reading.text import decoded

    record = record_of(content, file)
    if record is not None:
        return bind(record, file, among)
    roster = roster_json.roster_of(roster_json.parse(decoded(content, file, LIMIT), file), file)
    return ros_read.read_root(roster_json.elements(roster, file), file, among)


def _write(of: BoundList) -> bytes:
    from listbuilder.exchange.writing import roster_json

    return roster_json.write(of).encode()


FORMATS = (
    Format("roster-json", (), partial(_fits, "roster-json"), _read),
    Format("rosterizer", (), partial(_fits, "rosterizer"), _read),
)
OUTPUTS = (Output("json", (".json",), _write, by_id=True),)
