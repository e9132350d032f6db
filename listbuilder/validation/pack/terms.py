"""What an event's terms mean for one list: its game, its data, its own size and rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from listbuilder.army import Army
from listbuilder.army.currencies import points_type
from listbuilder.catalogue.pin import DataPin
from listbuilder.errors import UNJUDGED, WARNING
from listbuilder.i18n import Localised, Text
from listbuilder.listfile.bound import BoundList
from listbuilder.replacing import replace
from listbuilder.roster.edits import SetAgreedLimits
from listbuilder.rules.checker import Ruleset
from listbuilder.rules.diagnostic import Diagnostic, Fix, SetBattleSize
from listbuilder.validation import own_terms
from listbuilder.validation.pack.record import Pack

DATA = "event-data"
SIZE = "event-size"
OF_DATA = "data-"  # how rules of community data begin
KEYS = ("set", "date", "cutoff", "points")  # of the data that an event wants
# what is denied by name is denied by whatever data
BY_NAME = frozenset({"event-system", "event-factions", "event-detachments", "event-datasheets", "event-enhancements"})


def applies(pack: Pack, bound: BoundList) -> bool:
    """Whether the list is for the game of the event."""
    return bound.data.system.id == pack.system.id


def applied(pack: Pack, bound: BoundList) -> BoundList:
    """The list over the system as the event plays it, with the event's points limit."""
    roster, limit = bound.roster, pack.limit
    kind = points_type(roster, pack.system)
    SetAgreedLimits({kind: limit} if limit is not None and kind else {}).apply(roster)
    return replace(bound, data=replace(bound.data, system=pack.system))


def problems(pack: Pack, bound: BoundList) -> Iterator[Diagnostic]:
    """What no edit of the list changes: it is for another game, or was judged by other data, or by another pack than its name
    says."""
    if pack.in_place_of:
        file = {"name": pack.in_place_of, "file": pack.file}
        text = Text("the shipped event pack {name} is replaced by that of {file}", file)
        yield Diagnostic(
            own_terms.CHANGED_DATA, text, own_terms.NOTE, beside=Text("with the event pack of {file}", file)
        )
    if not applies(pack, bound):
        names = {"system": bound.data.system.id, "event": pack.name, "wanted": pack.system.id}
        text = Text("the list is for {system}; {event} plays {wanted}", names)
        yield _finding(pack, "event-system", text, "error", bound, "system")
    else:
        for text in _other_data(pack, bound.data.pin):
            yield _finding(pack, DATA, text, UNJUDGED, bound, "data")
        if pack.points is not None and not points_type(bound.roster, pack.system):
            limit = {"event": pack.name, "limit": str(pack.points), "game": Localised(pack.system.name)}
            text = Text("{game} has no points: the limit of {event}, {limit}, does not apply", limit)
            yield _finding(pack, SIZE, text, WARNING, bound, "limits")


def _other_data(pack: Pack, pin: DataPin) -> Iterator[Text]:
    wanted = pack.data
    names = {
        "event": pack.name,
        "set": pin.set,
        "date": pin.prices_of,
        "points": pin.document,
        **{f"wanted_{k}": getattr(wanted, k) for k in KEYS},
    }
    if wanted.set and wanted.set != pin.set:
        yield Text("{event} plays by the data {wanted_set}, this list was judged by {set}", names)
    elif wanted.sha256 and wanted.sha256 != pin.sha256:
        yield Text("the data {set} are not those of {event}: their sha256 is not the one that the pack states", names)
    if wanted.points and wanted.points != pin.document:
        yield Text("{event} plays by the points of {wanted_points}, this list was judged by others", names)
    if (wanted.date or wanted.cutoff) and not pin.prices_of:
        yield Text("the data {set} have no date, so whether their prices are those of {event} is not known", names)
    elif wanted.date and wanted.date != pin.prices_of:
        yield Text("{event} plays by the prices of {wanted_date}, the data {set} have those of {date}", names)
    elif wanted.cutoff and pin.prices_of > wanted.cutoff:
        yield Text("the prices of the data {set} are of {date}, after the cutoff of {event}, {wanted_cutoff}", names)


def own_rules(pack: Pack, bound: BoundList, asked: Collection[str] = ()) -> Iterator[Diagnostic]:
    """The optional rules and readings that the list asks for and the event does not play. ``asked``: those that whoever judges
    it asks for besides the event's."""
    facts = bound.document.facts.get("rules") or ()
    for number, name in enumerate(bound.document.rules):
        if not own_terms.plays(pack.system, (*pack.readings, *asked), name):
            text = Text("the list asks for {name}, which {event} does not play", {"name": name, "event": pack.name})
            place = bound.document.source.place(facts, number)
            yield Diagnostic("event-rules", text, "info", place=place, source=pack.source("event-rules"))


def own_size(pack: Pack, army: Army, *, by_data: bool) -> Iterator[Diagnostic]:
    """Where the list states another size or limit than the event's. ``by_data``: the data judge by the size that was chosen in
    the list, too."""
    size, limit = army.stated_size, army.stated_limit
    other_size = pack.size is not None and size is not None and size.id != pack.size.id
    if size is not None and pack.size is not None and pack.sized and not other_size and limit == size.points:
        return  # what the list says of itself is right; the event has a limit of its own
    if not other_size and (limit is None or pack.limit is None or limit == pack.limit):
        return
    stated = {"limits", "battle_size"} & army.places.keys()
    if not stated and not by_data:
        return  # the size is the usual one of the system, not the list's own
    names: dict[str, object] = {"own": limit, "event": pack.name, "limit": pack.limit}
    place = next((army.places[key] for key in ("limits", "battle_size") if key in army.places), None)
    source = pack.source(SIZE)
    if other_size and by_data and pack.size is not None and size is not None:
        names |= {"size": size.title, "term": army.vocabulary.terms.battle_size, "wanted": Localised(pack.size.name)}
        text = Text(
            "the list is made for {size}, {event} plays {wanted}: what the data limit by {term} was not judged for {wanted}",
            names,
        )
        fix = (Fix(SetBattleSize(pack.size.id)),)
        yield Diagnostic(SIZE, text, UNJUDGED, place=size.place or place, source=source, fixes=fix)
    else:
        text = Text("the list states a limit of {own} points; it is judged by that of {event}, {limit}", names)
        yield Diagnostic(SIZE, text, "info", place=place, source=source)


def founded(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The findings; where the list was judged by other data than the event's, errors that depend on data are not judged, where it
    was judged by the data for another size, those of the data."""
    found = tuple(findings)
    others = any(one.rule == DATA for one in found)
    if not others and all(one.rule != SIZE or one.severity != UNJUDGED for one in found):
        return found

    def is_open(rule: str) -> bool:
        return rule not in BY_NAME if others else rule.startswith(OF_DATA)

    return tuple(
        replace(one, severity=UNJUDGED) if one.severity == "error" and is_open(one.rule) else one for one in found
    )


def ruleset(pack: Pack, rules: Iterable[str]) -> Ruleset:
    """The rules of the event, with others that are asked for besides. Raises `RuleError` for unknown ones."""
    return Ruleset.shared(pack.system, (*pack.readings, *rules))


def _finding(pack: Pack, rule: str, text: Text, severity: str, bound: BoundList, key: str) -> Diagnostic:
    return Diagnostic(rule, text, severity, place=bound.document.place(key), source=pack.source(rule))
