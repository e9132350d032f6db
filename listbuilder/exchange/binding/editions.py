"""Which edition of a game a text is of: the one that it names, else the one in which its units cost what it states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from itertools import takewhile
from typing import NamedTuple

from listbuilder.army import roles
from listbuilder.army.currencies import points_type
from listbuilder.catalogue.system import System
from listbuilder.engine import Engine
from listbuilder.engine.state import Violation
from listbuilder.errors import INFO, UNJUDGED, InputError, Problem
from listbuilder.exchange.binding.choice import has_sets, has_too_many_detachments
from listbuilder.exchange.reading.record import ListRecord
from listbuilder.expressions import expression
from listbuilder.i18n import Localised, Text
from listbuilder.listfile.bound import BoundList
from listbuilder.naming import fold
from listbuilder.roster.tree import Selection
from listbuilder.sources import registry
from listbuilder.sources.registry import Sets

Bind = Callable[[ListRecord], BoundList]
CLEAR = 3  # units more of one edition than of the other that cost what a list states
DOUBT = "assumed-edition"  # rule of a list that may be of several editions
WORDS = expression(r"\w+")


class _Fit(NamedTuple):
    """How well an edition fits a list: how many units cost what it states, of how many; whether the army does; how much of it is
    unknown; how many choices of the army it lacks that the edition demands."""

    agreed: int
    claims: int
    total: bool
    unknown: int
    lacking: int = 0

    @property
    def is_full(self) -> bool:
        return 0 < self.claims == self.agreed and not self.unknown

    def is_better(self, other: _Fit) -> bool:
        """Whether the points speak for this one clearly: all of them do, or most, and of the other one far fewer."""
        most = 2 * self.agreed > self.claims and self.agreed - other.agreed >= CLEAR
        return self.agreed > other.agreed and (self.is_full or most) and self.unknown <= other.unknown

    def rivals(self, other: _Fit) -> bool:
        """Whether nothing tells that the other one is meant rather than this one."""
        mine, its = ((one.agreed, one.total, -one.unknown) for one in (self, other))
        return mine >= its


def bind_best(record: ListRecord, bind: Bind, among: Sets = ()) -> BoundList:
    """The list over the edition that fits it best; ``bind`` prefers the first of the record's systems. Where the points speak for
    none of several clearly, it is said that nothing tells which is meant. Where all of them fit wholly and the others demand
    choices that the list lacks, it can be legal in the first one alone, which is only said beside the verdict."""
    if len(record.systems) > 1:
        narrow(record)
    if len(record.systems) < 2:
        return bind(record)
    spare = deepcopy(record)  # binding works on the record
    found = bind(record)
    fit = _fit(found)
    others = [(_fit(other), other) for other in _others(spare, found.data.system.id, bind, among)]
    fit, best = next(((one, other) for one, other in others if one.is_better(fit)), (fit, found))
    best.systems = record.systems
    rival = next(((one, other) for one, other in others if other is not best and one.rivals(fit)), None)
    if rival is not None:
        is_told = fit.is_full and rival[0].lacking > fit.lacking
        best.problems.append((_assumption if is_told else _doubt)(best, rival[1]))
    for one in (found, *(other for _, other in others)):
        if one is not best:
            _close(one)
    return best


def narrow(record: ListRecord) -> None:
    """Leaves the record only the system whose edition its name or header names, where they name one of several. A line of the
    header that says nothing else is read with this."""
    systems = [one for one in map(registry.native().known_system, record.systems) if one is not None]
    texts = (record.name, record.edition, *(word.text for word in record.header))
    said = [_worded(text) for text in texts]
    found = [one for one in systems if any(f" {sign} " in text for sign in _signs(one, systems) for text in said)]
    if len(found) != 1:
        return
    record.systems = (found[0].id,)
    known = {word for name in _names(found[0]) for word in _worded(name).split()}
    record.header = [word for word in record.header if not known >= set(_worded(word.text).split()) > set()]


def _worded(text: str) -> str:
    return f" {' '.join(WORDS.findall(fold(text)))} "


def _names(system: System) -> tuple[str, ...]:
    return (*system.name.values(), *system.short.values())


def _signs(system: System, among: Iterable[System]) -> Iterator[str]:
    """What tells a system from the others: its short names, and its names from the first word on that the others' do not have."""
    yield from (_worded(name).strip() for name in system.short.values())
    rest = [_worded(name).split() for one in among if one is not system for name in one.name.values()]
    for words in (_worded(name).split() for name in system.name.values()):
        own = words[max((_alike(words, other) for other in rest), default=len(words)) :]
        if own:
            yield " ".join(own)


def _alike(words: list[str], others: list[str]) -> int:
    """How many words both begin with."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(words, others, strict=False)))


def _close(found: BoundList) -> None:
    """Gives back what evaluated a list that is not judged."""
    Engine.of(found.roster).close()
    found.roster.close()


def _others(record: ListRecord, known: str, bind: Bind, among: Sets) -> Iterator[BoundList]:
    """The list over each other edition that has data for it and allows so many detachments."""
    for system in record.systems:
        if system != known and has_sets(system, among):
            again = deepcopy(record)
            again.systems = (system,)
            try:
                found = bind(again)
            except InputError:
                continue
            if found.data.system.id != known and not has_too_many_detachments(found.data, record):
                yield found
            else:
                _close(found)


def _fit(found: BoundList) -> _Fit:
    points = points_type(found.roster, found.data.system)
    engine = Engine.of(found.roster)
    nodes = ((found.roster.nodes.get(claim.unit), claim.points) for claim in found.claims)
    agreed = sum(
        isinstance(node, Selection) and engine.state(node).total_costs.get(points, 0) == stated
        for node, stated in nodes
    )
    unknown = sum(problem.severity in (UNJUDGED, "error") for problem in found.problems)
    total = found.total == engine.totals().get(points, 0)
    return _Fit(agreed, len(found.claims), total, unknown, sum(map(_is_of_army, engine.violations())))


def _is_of_army(one: Violation) -> bool:
    """Whether it is a choice of the whole army that the data demand and that was not made."""
    in_unit = isinstance(one.node, Selection) and roles.is_unit(one.node.root.option)
    return one.kind == "min" and not one.found and not in_unit


def _assumption(found: BoundList, rival: BoundList) -> Problem:
    names = {"game": Localised(found.data.system.name), "other": Localised(rival.data.system.name)}
    text = Text(
        "the list fits {game} and {other}; it is read as one of {game}, which asks for no more choices of the army",
        names,
    )
    beside = Text("{size} is assumed", {"size": names["game"]})
    return Problem(text, found.document.file, rule=DOUBT, severity=INFO, beside=beside)


def _doubt(found: BoundList, rival: BoundList) -> Problem:
    names = {"game": Localised(found.data.system.name), "other": Localised(rival.data.system.name)}
    text = Text("the list may be of {game} or {other}: neither its names nor its points tell", names)
    hint = Text("name the edition above the units ({edition}), or the data with --data", {"edition": names["game"]})
    return Problem(text, found.document.file, 0, 0, hint, rule=DOUBT, of_game=True)
