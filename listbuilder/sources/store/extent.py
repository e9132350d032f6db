"""Names entries of data that would exceed the budget of a list: links that double at each level, absurd minima, endless texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from listbuilder import budget
from listbuilder.catalogue.base import Record
from listbuilder.catalogue.model import Container, Entry, EntryLink, InfoGroup, Informed, NamedRecord, Profile, Rule
from listbuilder.errors import TOO_LARGE, Problem
from listbuilder.i18n import Text

UNFOLDED = 10**6  # choices below one entry, on all ways that lead to them; in real data at most 2,000
MOST = 10**12  # larger numbers are taken for this one
SHOWN = 5  # names in a message
SHOWN_OF_NAME = 60  # characters
MINIMA = ("min", "exactly")
Below = Mapping[str, Container]
Printing = Informed | InfoGroup  # what has profiles, rules, groups of them and links to them
Of = TypeVar("Of")


class Extent(NamedTuple):
    """What a record makes of a unit. ``choices``: those directly below it, groups looked through and counted once for
    themselves and once for each group around them; ``asked``: selections that the minima below it ask for; ``groups``: those
    directly below it, groups looked through; ``levels``: of entries and groups in one another below it; ``unfolded``: all of
    these, each once for each way that leads to it."""

    choices: int = 0
    asked: int = 0
    groups: int = 0
    levels: int = 0
    unfolded: int = 0


def problems(names: Iterable[str], records: Iterable[Sequence[Record]]) -> Iterator[Problem]:
    """The records of catalogues that exceed the default budget: of each kind one problem a catalogue, with the names."""
    files = list(zip(names, records, strict=True))
    known = {one.id: one for _, found in files for one in found if isinstance(one, Container)}
    printing = {one.id: one for _, found in files for one in found if isinstance(one, Informed | InfoGroup)}
    extents = _worked_out(known, lambda key: _inside(known[key]), lambda key, of: _extent(known[key], known, of))
    infos = _worked_out(printing, lambda key: _led_to(printing[key]), lambda key, of: _infos(printing[key], of))
    limits = budget.DEFAULT
    for name, found in files:
        holding = [one for one in found if isinstance(one, Container)]
        named = [one for one in found if isinstance(one, NamedRecord)]
        for limit, text, exceeding in (
            (
                limits.choices,
                Text("{count} entries have more than {limit} choices below them: {names}"),
                [one for one in holding if extents[one.id].choices > limits.choices],
            ),
            (
                UNFOLDED,
                Text("{count} entries have choices in one another that unfold to more than {limit}: {names}"),
                [
                    one
                    for one in holding
                    if extents[one.id].choices <= limits.choices and _unfolds(one, extents[one.id])
                ],
            ),
            (
                limits.levels,
                Text("{count} entries have more than {limit} levels of choices below them: {names}"),
                [one for one in holding if extents[one.id].levels > limits.levels],
            ),
            (
                limits.unit_selections,
                Text("{count} entries ask for more than {limit} selections: {names}"),
                [
                    one
                    for one in holding
                    if extents[one.id].asked > limits.unit_selections or _least(one) > limits.unit_models
                ],
            ),
            (
                limits.infos,
                Text("{count} entries have more than {limit} profiles and rules, with links to them: {names}"),
                [one for one in named if isinstance(one, Printing) and infos[one.id] > limits.infos],
            ),
            (
                limits.name,
                Text("{count} names have more than {limit} characters: {names}"),
                [one for one in named if len(one.name) > limits.name],
            ),
            (
                limits.text,
                Text("{count} profiles and rules have texts of more than {limit} characters: {names}"),
                [one for one in named if _longest(one) > limits.text],
            ),
        ):
            if exceeding:
                words = list(dict.fromkeys(one.name or one.id for one in exceeding))
                shown = ", ".join(map(_short, words[:SHOWN])) + (", …" if len(words) > SHOWN else "")
                params = {"count": len(exceeding), "limit": limit, "names": shown}
                yield Problem(Text(text.template, params), name, rule=TOO_LARGE)


def _unfolds(record: Container, extent: Extent) -> bool:
    """Whether the choices of an entry or group double again and again. What nobody chooses is not unfolded, but a list may choose
    all of it. Links are left out: they lead to the same."""
    return extent.unfolded > UNFOLDED and not isinstance(record, EntryLink)


def _short(name: str) -> str:
    return name if len(name) <= SHOWN_OF_NAME else name[:SHOWN_OF_NAME] + "…"


def _longest(record: Record) -> int:
    """Characters of its longest text."""
    if isinstance(record, Profile):
        return max((len(one.value) for one in (*record.characteristics, *record.attributes)), default=0)
    return len(record.description) if isinstance(record, Rule) else 0


def _least(record: Container) -> int:
    """The largest number of it that its own constraints ask for."""
    wanted = (one.value for one in record.constraints if one.type in MINIMA and one.field == "selections")
    return min(MOST, max((int(value) for value in wanted if value > 0), default=0))


def _worked_out(
    known: Iterable[str], inside: Callable[[str], Iterable[str]], of: Callable[[str, Callable[[str], Of | None]], Of]
) -> dict[str, Of]:
    """What is made of each record by what was made of those inside it, each once; what contains itself counts once."""
    found: dict[str, Of] = {}
    keys = dict.fromkeys(known)  # in this order, so that circles count the same in each process
    for start in keys:
        waiting = [start]
        entered: set[str] = set()
        while waiting:
            key = waiting[-1]
            if key in found:
                waiting.pop()
                continue
            if key not in entered:
                entered.add(key)
                below = [one for one in inside(key) if one in keys and one not in found and one not in entered]
                if below:
                    waiting += below
                    continue
            found[key] = of(key, found.get)
            waiting.pop()
    return found


def _inside(record: Container) -> Iterator[str]:
    """The ids of what stands directly below a record, and of what it links to."""
    for child in (*record.entries, *record.groups, *record.links):
        yield child.id
    if isinstance(record, EntryLink):
        yield record.target_id


def _extent(record: Container, known: Below, extent: Callable[[str], Extent | None]) -> Extent:
    choices = asked = groups = levels = unfolded = 0
    for key in _inside(record):
        child, of_child = known.get(key), extent(key) or Extent()
        if child is None:
            continue
        is_target = isinstance(record, EntryLink) and key == record.target_id
        target = known.get(child.target_id) if isinstance(child, EntryLink) else child
        unfolded += (0 if is_target else 1) + of_child.unfolded
        is_entry = isinstance(target, Entry)
        if is_target:
            choices, asked, groups = choices + of_child.choices, asked + of_child.asked, groups + of_child.groups
            levels = max(levels, of_child.levels)
            continue
        levels = max(levels, 1 + of_child.levels)
        choices += 1 if is_entry else 1 + of_child.choices + of_child.groups
        groups += 0 if is_entry else 1 + of_child.groups
        least = max(_least(child), _least(target) if target is not None else 0)
        asked += least * (1 + of_child.asked) if is_entry else max(least, of_child.asked)
    return Extent(min(choices, MOST), min(asked, MOST), min(groups, MOST), levels, min(unfolded, MOST))


def _led_to(record: Printing) -> Iterator[str]:
    """The ids of the groups of profiles and rules that a record has or links to, and of an entry that it links to."""
    yield from (group.id for group in record.info_groups)
    yield from (link.target_id for link in record.info_links)
    if isinstance(record, EntryLink):
        yield record.target_id


def _infos(record: Printing, infos: Callable[[str], int | None]) -> int:
    """How many profiles, rules, groups and links to such an entry has."""
    own = len(record.profiles) + len(record.rules) + len(record.info_groups) + len(record.info_links)
    return min(MOST, own + sum(infos(key) or 0 for key in _led_to(record)))
