"""Findings about what a list says of its data, and what names that the data do not know mean for the other findings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from listbuilder.army import Army, roles
from listbuilder.army.gaps import Gaps
from listbuilder.engine.numbers import tidy
from listbuilder.errors import INFO, UNJUDGED, WARNING, Place, Problem
from listbuilder.i18n import N_, Text
from listbuilder.listfile.bound import BoundList
from listbuilder.replacing import replace
from listbuilder.roster.tree import Selection
from listbuilder.rules.checker import Ruleset
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.sources import registry

UNKNOWN_NAME = "unknown-name"
MISSING_CATALOGUE = "missing-catalogue"
UNBOUND = (UNKNOWN_NAME, "unread-line")  # rules of what may be a unit
VERDICTS = {"legal": N_("legal"), "illegal": N_("illegal"), "unjudged": N_("not judged")}


def problems_of(bound: BoundList) -> Iterator[Diagnostic]:
    """What could not be bound, what the data set lacks, and whether the data changed since the list was saved. What the data of
    another edition or game do not offer is no fault of the list."""
    foreign = any(problem.of_game for problem in bound.problems)
    for found in map(finding_of, bound.problems):
        yield replace(found, severity=UNJUDGED) if foreign and found.severity == "error" else found
    yield from _missing(bound)
    yield from _alone(bound)


def _missing(bound: BoundList) -> Iterator[Diagnostic]:
    """One finding about the missing catalogues whose units and detachments the army would have."""
    gaps = Gaps(bound.roster.library, bound.data.faction)
    if gaps.imported:
        names = {"set": bound.data.pin.set, "names": ", ".join(gaps.imported), "faction": bound.data.faction.name}
        text = Text("the data set {set} lacks the catalogue {names}, which {faction} needs", names)
        yield Diagnostic(MISSING_CATALOGUE, text, UNJUDGED, place=bound.document.place("data"))


def _alone(bound: BoundList) -> Iterator[Diagnostic]:
    """One finding about what a points document alone does not decide."""
    if bound.data.alone:
        decided = {rule.id for rule in bound.data.system.rules}
        rules = registry.native().known_system(bound.data.system.id)
        undecided = [rule for rule in rules.rules if rule.enabled and rule.id not in decided] if rules else []
        names = {
            "why": _why_alone(bound),
            "version": bound.data.pin.document,
            "rules": ", ".join(rule.id for rule in undecided),
        }
        text = Text(
            "{why}: judged by the points document {version} alone, which knows no wargear, keywords and profiles; not judged:"
            " these, and {rules}",
            names,
        )
        yield Diagnostic(MISSING_CATALOGUE, text, UNJUDGED, place=bound.document.place("data"))


def _why_alone(bound: BoundList) -> Text:
    """Why a points document alone judges the list."""
    faction = bound.data.faction
    names = {"faction": faction.name, "set": bound.absent}
    alone = registry.points_alone(faction.game_system_id)
    if not any(offer.id == faction.id for data in alone for offer in data.factions("")):
        return Text("an installed data set has {faction}, but is not asked for", names)
    if bound.absent and not registry.is_known(bound.absent):
        return Text("the data set {set} is not installed", names)
    lacking = registry.lacking(faction.game_system_id, faction.id)
    if lacking:
        return Text("the installed data of {faction} lack {catalogues}", names | {"catalogues": lacking})
    return Text("no installed data set has {faction}", names)


def other_data(bound: BoundList) -> bool:
    """Whether the data are others than those that the list was made with."""
    pin, stated = bound.data.pin, bound.document.data_pin
    now = {"date": pin.date, "revision": pin.revision, "sha256": pin.sha256, "points": pin.document}
    return any(stated[key] != now[key] for key in now if key in stated)


def drifts(bound: BoundList, army: Army) -> Iterator[Diagnostic]:
    """Units whose points in the data are not those that a list of another program claims."""
    for claim in bound.claims:
        unit = army.unit(claim.unit)
        if unit is not None and unit.points != claim.points:
            names = {
                "unit": unit.name,
                "claimed": claim.points,
                "ours": unit.points,
                "date": bound.data.pin.dated,
            }
            text = Text("{unit}: the list says {claimed} points, the data of {date} say {ours}", names)
            yield Diagnostic("points-drift", text, WARNING, claim.unit, claim.place)


def totals(bound: BoundList, army: Army) -> Iterator[Diagnostic]:
    """Whether a list of another program holds what it states for the whole army. What it states beyond its units is the price of
    settings, such as a lore of spells; but where it is so much more than theirs that it would pay for a unit, a unit is missing,
    and what was judged is not the list. Where something else is open, only what the list states itself is compared, and only
    if all of its units are there."""
    claimed = {claim.unit: claim.points for claim in bound.claims}
    costly = [points for points in claimed.values() if points > 0]  # others are no prices of a missing unit
    if bound.total is None or not costly:
        return
    unsettled = [problem for problem in bound.problems if problem.severity not in (WARNING, INFO)]
    if unsettled and not _has_all_claimed(unsettled, army, claimed):
        return
    units = tidy(sum((claimed.get(unit.id, unit.points) for unit in army.units), start=0))
    settings, ours = bound.total - units, army.points - sum(unit.points for unit in army.units)
    place = bound.document.place("name") if bound.claims[0].place.line else Place(bound.document.file, 0, 0)
    stated = sum(claimed.values()) + bound.bundled
    is_short = settings - max(ours, bound.bundled, 0) >= min(costly)
    if is_short or stated > bound.total:
        sums = {"total": bound.total, "units": tidy(units + bound.bundled if is_short else stated)}
        text = Text("the list says {total} points in all, its units add up to {units}", sums)
        yield Diagnostic("total-drift", text, UNJUDGED if is_short else WARNING, place=place)
    elif unsettled:
        return
    elif settings < 0:  # what it states no points of costs something
        priced = sum(unit.points for unit in army.units if unit.id in claimed)
        names = {
            "claimed": tidy(bound.total - stated),
            "ours": tidy(army.points - priced),
            "date": bound.data.pin.dated,
        }
        text = Text("besides what it prices, the list says {claimed} points, the data of {date} say {ours}", names)
        yield Diagnostic("points-drift", text, WARNING, place=place)
    elif settings != ours:
        names = {"claimed": tidy(settings), "ours": tidy(ours), "date": bound.data.pin.dated}
        text = Text("besides its units, the list says {claimed} points, the data of {date} say {ours}", names)
        yield Diagnostic("points-drift", text, WARNING, place=place)


def _has_all_claimed(unsettled: Iterable[Problem], army: Army, claimed: Collection[str]) -> bool:
    """Whether every unit of the list is in the army, with the points that the list states for it."""
    found = (finding_of(problem) for problem in unsettled if not problem.of_army)
    return not lacks_units(found, army) and all(unit.id in claimed for unit in army.units)


def finding_of(problem: Problem) -> Diagnostic:
    message = problem.message if isinstance(problem.message, Text) else Text("{text}", {"text": problem.message})
    if str(problem.hint):
        message = Text("{message} ({hint})", {"message": message, "hint": problem.hint})
    place = Place(problem.file, problem.line, problem.column) if problem.file else None
    severity, unit, found, bound = problem.severity, problem.unit, problem.found, problem.bound
    return Diagnostic(problem.rule, message, severity, unit, place, found, bound, beside=problem.beside)


def firm_rules(bound: BoundList, ruleset: Ruleset) -> frozenset[str] | None:
    """The ids of the only rules that judge the list, where it is for another edition (none), or where a choice of the whole army
    is unknown (those that hold whatever it is); None where all do."""
    if any(problem.of_game for problem in bound.problems):
        return frozenset()
    if _is_open(bound):
        return frozenset(rule.id for rule in ruleset.rules if rule.spec.in_any_detachment)
    return None


def _is_open(bound: BoundList) -> bool:
    """Whether a choice of the whole army is unknown, such as its detachment."""
    return any(
        problem.severity == UNJUDGED and (problem.of_army or _of_setting(problem, bound)) for problem in bound.problems
    )


def _of_setting(problem: Problem, bound: BoundList) -> bool:
    node = bound.roster.nodes.get(problem.unit) if problem.rule == UNKNOWN_NAME else None
    return isinstance(node, Selection) and not roles.is_unit(node.root.option)


def lacks_units(problems: Iterable[Diagnostic], army: Army) -> bool:
    """Whether something that is or may be a unit of the list is not in the army, because it could not be bound or read."""
    return any(
        army.unit(problem.unit) is None if problem.unit else problem.severity == UNJUDGED and problem.rule in UNBOUND
        for problem in problems
    )


def soften(
    findings: Iterable[Diagnostic],
    problems: Iterable[Diagnostic],
    firm: Collection[str] | None = None,
    *,
    lacks_units: bool = False,
) -> Iterable[Diagnostic]:
    """The findings, where "too few" is ``unjudged`` and without fixes if something could not be bound in that unit (or, for
    the whole army, anywhere): what is unknown cannot be counted. What is lacking because the very name that would state it is
    unknown is left out: the name is the one finding. ``firm``: where a choice of the whole army is unknown, the ids of the only
    rules that judge then. ``lacks_units``: units are missing that may show others which the data hide without them, as the
    leader of a regiment does."""
    unknown = [problem for problem in problems if problem.severity == UNJUDGED]
    if not unknown and firm is None and not lacks_units:
        return findings
    return _softened(findings, unknown, firm, lacks_units=lacks_units)


def _softened(
    findings: Iterable[Diagnostic], unknown: Sequence[Diagnostic], firm: Collection[str] | None, *, lacks_units: bool
) -> Iterator[Diagnostic]:
    units = {problem.unit for problem in unknown}
    places = {problem.place for problem in unknown if problem.place is not None and problem.rule == UNKNOWN_NAME}
    for finding in findings:
        lacking = finding.found is not None and finding.bound is not None and finding.found < finding.bound
        if finding.place in places and not finding.unit and (lacking or finding.found is None):
            continue
        concerned = bool(unknown) if not finding.unit else finding.unit in units
        unsettled = firm is not None and finding.rule not in firm
        hidden = lacks_units and finding.cause is not None and finding.cause.by_others
        doubtful = finding.severity == "error" and (unsettled or hidden or (lacking and concerned))
        yield replace(finding, severity=UNJUDGED, fixes=()) if doubtful else finding
