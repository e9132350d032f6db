"""Names entries of data that would exceed the budget of a list: links that double at each level, absurd minima."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from listbuilder import budget
from listbuilder.catalogue.model import Container, Entry, EntryLink
from listbuilder.errors import TOO_LARGE, Problem
from listbuilder.i18n import Text

MOST = 10**12  # larger numbers are taken for this one
SHOWN = 5  # names in a message
MINIMA = ("min", "exactly")
Below = Mapping[str, Container]


class Extent(NamedTuple):
    """What a record makes of a unit. ``choices``: those directly below it, groups looked through and counted once for
    themselves and once for each group around them; ``asked``: selections that the minima below it ask for; ``groups``: those
    directly below it, groups looked through."""

    choices: int = 0
    asked: int = 0
    groups: int = 0


def problems(names: Iterable[str], containers: Iterable[list[Container]]) -> Iterator[Problem]:
    """The entries of catalogues that exceed the default budget: of each kind one problem a catalogue, with the names."""
    files = list(zip(names, containers, strict=True))
    known = {record.id: record for _, records in files for record in records}
    extents = _extents(known)
    limits = budget.DEFAULT
    for name, records in files:
        choosing = [one for one in records if extents[one.id].choices > limits.choices]
        asking = [
            one for one in records if extents[one.id].asked > limits.unit_selections or _least(one) > limits.unit_models
        ]
        for found, limit, text in (
            (choosing, limits.choices, Text("{count} entries have more than {limit} choices below them: {names}")),
            (asking, limits.unit_selections, Text("{count} entries ask for more than {limit} selections: {names}")),
        ):
            if found:
                words = list(dict.fromkeys(one.name or one.id for one in found))
                shown = ", ".join(words[:SHOWN]) + (", …" if len(words) > SHOWN else "")
                params = {"count": len(found), "limit": limit, "names": shown}
                yield Problem(Text(text.template, params), name, rule=TOO_LARGE)


def _least(record: Container) -> int:
    """The largest number of it that its own constraints ask for."""
    wanted = (one.value for one in record.constraints if one.type in MINIMA and one.field == "selections")
    return min(MOST, max((int(value) for value in wanted if value > 0), default=0))


def _extents(known: Below) -> dict[str, Extent]:
    """The extents of all records, each worked out once; what contains itself counts once."""
    found: dict[str, Extent] = {}
    for start in known:
        waiting = [start]
        entered: set[str] = set()
        while waiting:
            key = waiting[-1]
            if key in found:
                waiting.pop()
                continue
            if key not in entered:
                entered.add(key)
                inside = [
                    one for one in _inside(known[key]) if one in known and one not in found and one not in entered
                ]
                if inside:
                    waiting += inside
                    continue
            found[key] = _extent(known[key], known, found.get)
            waiting.pop()
    return found


def _inside(record: Container) -> Iterator[str]:
    """The ids of what stands directly below a record, and of what it links to."""
    for child in (*record.entries, *record.groups, *record.links):
        yield child.id
    if isinstance(record, EntryLink):
        yield record.target_id


def _extent(record: Container, known: Below, extent: Callable[[str], Extent | None]) -> Extent:
    choices = asked = groups = 0
    for key in _inside(record):
        child, of_child = known.get(key), extent(key) or Extent()
        if child is None:
            continue
        is_target = isinstance(record, EntryLink) and key == record.target_id
        target = known.get(child.target_id) if isinstance(child, EntryLink) else child
        is_entry = isinstance(target, Entry)
        if is_target:
            choices, asked, groups = choices + of_child.choices, asked + of_child.asked, groups + of_child.groups
            continue
        choices += 1 if is_entry else 1 + of_child.choices + of_child.groups
        groups += 0 if is_entry else 1 + of_child.groups
        least = max(_least(child), _least(target) if target is not None else 0)
        asked += least * (1 + of_child.asked) if is_entry else max(least, of_child.asked)
    return Extent(min(choices, MOST), min(asked, MOST), min(groups, MOST))
