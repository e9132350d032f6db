"""What a list says itself of how it is to be judged, where that is not what lists of its size and game are judged by.

Nobody but the list asks for these terms, so a verdict by them is never given without saying so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from listbuilder.army import Army, roles
from listbuilder.army.build import ArmyBuilder
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.system import System
from listbuilder.errors import UNJUDGED, WARNING
from listbuilder.i18n import Localised, Text
from listbuilder.listfile.bound import BoundList
from listbuilder.roster.tree import Roster
from listbuilder.rules.checker import options
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.kind import RuleError
from listbuilder.sources import registry
from listbuilder.sources.dataset import NATIVE, Loaded

OWN_LIMIT = "own-limit"
NO_LIMIT = "unlimited"
SEVERAL_SIZES = "several-sizes"
OWN_RULES = "own-rules"
OWN_DATA = "own-data"
CHANGED_DATA = "changed-data"
NOTE = "info"


def limits(army: Army, builder: ArmyBuilder) -> Iterator[Diagnostic]:
    """Limits that the list sets itself: one above that of its size is a warning, one below a note. A size of games of so many
    points and more admits any limit above; one below contradicts it."""
    roster, points = builder.roster, builder.points_type
    system = builder.context.system
    place = army.places.get("limits")
    for kind, limit in roster.cost_limits.items():
        if kind in roster.agreed_limits:
            continue
        if kind == points and (system.battle_sizes or army.stated_size is not None):
            usual, size = _of_size(army, system, limit)
        else:
            usual, size = _of_data(roster, kind), None
        more = size is not None and _has_more(army, system)
        if usual is not None and more and limit > usual:
            continue
        if usual == limit or (usual is None and (kind != points or not system.battle_sizes)):
            continue
        cost = roster.library.cost_types.get(kind)
        names: dict[str, object] = {"limit": limit, "cost": cost.name if cost is not None else kind, "usual": usual}
        names |= {"size": size, "sizes": tuple(str(one.points) for one in system.battle_sizes)}
        yield Diagnostic(
            OWN_LIMIT,
            _about_limit(usual, size, names),
            UNJUDGED if more else NOTE if usual is not None and limit < usual else WARNING,
            place=place,
            found=limit,
            bound=usual,
            beside=_beside(usual, size, names),
        )


def _of_size(army: Army, system: System, limit: Number) -> tuple[Number | None, Localised | None]:
    """The points that the list's size of game has, with the name of the size; those of any size where it names none."""
    if army.stated_size is not None:
        return army.stated_size.points, army.stated_size.title
    same = next((size for size in system.battle_sizes if size.points == limit), None)
    return (same.points, Localised(same.name)) if same is not None else (None, None)


def _has_more(army: Army, system: System) -> bool:
    """Whether games of more points are of the list's size, too."""
    stated = army.stated_size
    return stated is not None and any(size.id == stated.id and size.and_more for size in system.battle_sizes)


def _of_data(roster: Roster, kind: str) -> Number | None:
    """The limit that the data set for a cost; None where they set none."""
    cost = roster.library.cost_types.get(kind)
    stated = roster.default_limits.get(kind, cost.default_limit if cost is not None else None)
    return stated if stated and stated > 0 else None


def _about_limit(usual: Number | None, size: Localised | None, names: dict[str, object]) -> Text:
    if usual is None:
        return Text("the list sets its own limit of {limit} {cost}; usual are {sizes}", names)
    if size is None:
        return Text("the list sets its own limit of {limit} {cost}; by the data it is {usual}", names)
    return Text("the list sets its own limit of {limit} {cost}; {size} has {usual}", names)


def _beside(usual: Number | None, size: Localised | None, names: dict[str, object]) -> Text:
    if usual is None:
        return Text("limit of its own", names)
    if size is None:
        return Text("limit of its own: {limit} {cost} for {usual}", names)
    return Text("limit of its own: {size} has {usual}", names)


def unlimited(army: Army, builder: ArmyBuilder) -> Iterator[Diagnostic]:
    """That no limit of points was judged, where the army has chosen something for which that of its size does not hold."""
    if army.unlimited and army.limit is None and army.has_points:
        chosen = [one.option for root in builder.settings for one in root.selections]
        lifting = (one for one in chosen if one.facts is not None and one.facts.unlimited)
        names: dict[str, object] = {"choice": tuple(one.name for one in lifting)}
        text = Text("no limit of points was judged: {choice} is not held to that of the size", names)
        beside = Text("without a limit of points: {choice}", names)
        yield Diagnostic(NO_LIMIT, text, NOTE, place=army.places.get("choices"), beside=beside)


def sizes(builder: ArmyBuilder) -> Iterator[Diagnostic]:
    """Several sizes of game in one list, of which only one can be meant."""
    chosen: dict[Number, str] = {}
    for root in builder.settings:
        if roles.is_battle_size(root.option):
            found = ((builder.size_points(one.option), one.option.name) for one in root.selections)
            chosen |= {points: roles.plain_title(name) for points, name in found if points is not None}
    if len(chosen) > 1:
        names: dict[str, object] = {"sizes": tuple(chosen.values())}
        yield Diagnostic(SEVERAL_SIZES, Text("the list is made for several sizes of game: {sizes}", names), UNJUDGED)


def rules(bound: BoundList, named: Collection[str], asked: Collection[str]) -> Iterator[Diagnostic]:
    """Optional rules and readings that the list names itself. ``named``: those of them that the system has; ``asked``: those that
    whoever judges the list asks for."""
    own = tuple(name for name in named if not plays(bound.data.system, asked, name))
    if own:
        text = Text("the list asks for optional rules or readings: {rules}", {"rules": own})
        beside = Text("with {rules}", {"rules": own})
        yield Diagnostic(OWN_RULES, text, WARNING, place=bound.document.place("rules"), beside=beside)


def plays(system: System, asked: Iterable[str], name: str) -> bool:
    """Whether the system, with the optional rules and readings that are asked for, has switched on the one of this name."""
    try:
        switched, readings = options(system, (name,))
    except RuleError:
        return False
    on, chosen = options(system, asked)
    played = {spec.id for spec in system.rules if spec.enabled} | set(on)
    return set(switched) <= played and _pairs(readings) <= _pairs(chosen)


def _pairs(readings: Mapping[str, Iterable[str]]) -> set[tuple[str, str]]:
    return {(rule, name) for rule, names in readings.items() for name in names}


def changed_data(used: Loaded) -> Iterator[Diagnostic]:
    """Folders of the user's in which the shipped data stand otherwise, or have more."""
    if used.changed_in:
        names: dict[str, object] = {"folders": used.changed_in}
        text = Text("the shipped data are changed by those in {folders}", names)
        yield Diagnostic(CHANGED_DATA, text, NOTE, beside=Text("with data of {folders}", names))


def data(bound: BoundList, *, chosen: bool) -> Iterator[Diagnostic]:
    """The data set that the list names, where it would be judged by another one without, or is judged by another one. ``chosen``:
    whoever judges the list says which data it is judged by."""
    read, used = bound.document, bound.data.pin.set
    stated = read.data_pin.get("set", "")
    names: dict[str, object] = {"set": stated, "used": used}
    if chosen and stated not in {"", used}:
        text = Text("the list asks for the data {set}; it is judged by {used}", names)
        yield Diagnostic(OWN_DATA, text, NOTE, place=read.place("data"))
    elif not chosen and read.text and stated not in {"", NATIVE}:  # which is asked first; others' lists ask for no set
        names["usual"] = registry.usual(read.system, read.faction)
        if names["usual"] not in {"", used}:
            text = Text("the list asks for the data {set}; without that, {usual} would judge it", names)
            yield Diagnostic(OWN_DATA, text, NOTE, place=read.place("data"), beside=Text("by the data {set}", names))
