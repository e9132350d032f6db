"""What the data of an army forbid: broken constraints and the authors' own conditions, put into words."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from listbuilder.army import roles
from listbuilder.army.forces import force_title
from listbuilder.army.gaps import Gaps
from listbuilder.army.last_counted import LastCounted, UnitsRead
from listbuilder.army.model import NO_DETACHMENT, POINTS, TAG, ForceView, TreeFinding
from listbuilder.army.switches import chosen_switches, lacking_switch
from listbuilder.army.unit import place_of
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.purpose import ConstraintPurpose, Demand
from listbuilder.engine.queries import is_share_of_limit
from listbuilder.errors import Place
from listbuilder.i18n import N_, Text
from listbuilder.roster.tree import Force, Selection

if TYPE_CHECKING:
    from listbuilder.catalogue.terms import Terms
    from listbuilder.engine import Engine, Violation

STATING_LIMIT = ("limits", "battle_size")  # keys of the list file


class _Kept(Struct, frozen=True):
    """A violation with its finding, and what the finding follows from besides."""

    violation: Violation
    stamp: tuple[object, ...]
    finding: TreeFinding
    fact: Hashable  # what it says: the same in two findings of which one is left out; None for notes of the data's authors


class DataFindings:
    """Makes findings of what the engine found, and again only of what an edit touched. ``places``: key -> where the list file
    states it; ``terms``: the game's words."""

    def __init__(self, engine: Engine, gaps: Gaps, points_type: str, places: dict[str, Place], terms: Terms) -> None:
        self.engine = engine
        self.gaps = gaps
        self.terms = terms
        self.points_type = points_type
        self.places = places
        self._last = LastCounted(engine)
        self._kept: dict[int, _Kept] = {}  # by the id of the violation
        self._around: tuple[object, ...] = ()
        self._settings: Sequence[Selection] = ()
        self._named: dict[str, Option] | None = None  # the units of the army by their names, once somebody asked

    def all(
        self, units: UnitsRead, forces: tuple[ForceView, ...], settings: Sequence[Selection]
    ) -> Iterator[TreeFinding]:
        """What the data forbid, each finding once: entries in groups of the same name often repeat a constraint. ``units``,
        ``forces`` and ``settings`` (what is at the root of the army besides units): those of the roster now."""
        self._settings = settings
        self._last.follow(units)
        around = forces, len(self.engine.roster.library.categories)
        known = self._kept if around == self._around else {}
        self._kept, self._around = {}, around
        self._named = None
        revisions = self.engine.revisions()
        seen: set[Hashable] = {None}
        violations = self._violations()
        switches: frozenset[str] = frozenset()
        if any(violation.kind == "hidden" for violation in violations):  # which binds what is below the settings
            switches = chosen_switches(settings)
        for violation in violations:
            kept, stamp = known.get(id(violation)), self._stamp(violation, switches, revisions)
            if kept is None or kept.violation is not violation or kept.stamp != stamp:
                kept = self._worded(violation, stamp)
            self._kept[id(violation)] = kept
            if kept.fact not in seen:
                seen.add(kept.fact)
                yield kept.finding
        yield from self._hidden_forces()

    def _stamp(
        self, violation: Violation, switches: frozenset[str], revisions: Mapping[Selection, int]
    ) -> tuple[object, ...]:
        """What the finding of a violation follows from, besides the forces and the data."""
        node = violation.node
        if isinstance(node, Selection):
            return revisions.get(node.root), switches if violation.kind == "hidden" else None
        return self._last.of(violation), self._sort_called(violation.entry_id), self._tagged(violation)

    def _worded(self, violation: Violation, stamp: tuple[object, ...]) -> _Kept:
        finding = self.gaps.doubted(self._finding(violation), violation)
        fact = (finding.node or finding.unit, finding.kind, str(finding.message))
        return _Kept(violation, stamp, finding, None if roles.NOTE.match(finding.subject) else fact)

    def _hidden_forces(self) -> Iterator[TreeFinding]:
        """Forces below others that the data hide: a regiment or band that this army may not have."""
        for force in self.engine.roster.forces_in_order():
            if isinstance(force.parent, Force) and self.engine.state(force).hidden:
                message = Text("{what} is not available to this army", {"what": force_title(self.engine, force)})
                subject = roles.plain_title(force.entry.name)
                yield TreeFinding("data-hidden", message, by_rule=False, kind="hidden", subject=subject)

    def _violations(self) -> list[Violation]:
        """What the engine found. Where a model has an unlisted item, the slots that are empty for it are left out: one finding
        is enough."""
        found = list(self.engine.violations())
        holders = {id(holder_of(one.node)) for one in found if _purpose(one) is ConstraintPurpose.UNLISTED}
        return [one for one in found if not (_is_empty_slot(one) and id(holder_of(one.node)) in holders)]

    def _finding(self, violation: Violation) -> TreeFinding:
        node = violation.node if isinstance(violation.node, Selection) else None
        constraint = violation.constraint
        rule = constraint.rule if constraint is not None and constraint.rule else f"data-{violation.kind}"
        subject, option = self._subject(violation, node)
        unit = node.root if node is not None else self._last.of(violation)
        return TreeFinding(
            rule=rule,
            by_rule=bool(constraint is not None and constraint.rule),
            message=self._message(violation, node, subject),
            kind=violation.kind,
            subject=subject,
            sort=TAG if self._tagged(violation) else self._sort(violation, option),
            unit=unit.id if unit is not None and roles.is_unit(unit.option) else "",
            severity=violation.kind if violation.kind in ("warning", "info") else "error",
            found=violation.found,
            bound=violation.bound,
            place=place_of(violation.node) or self._place_of_limit(violation),
            node=violation.node.id if violation.node is not None else "",
            entry=violation.entry_id,
            constraint=violation.constraint_id,
            by_others=violation.kind == "hidden" and node is not None and self._by_others(node),
            whole=None if constraint is not None and is_share_of_limit(constraint) else violation.whole,
        )

    def _tagged(self, violation: Violation) -> tuple[str, ...]:
        """The names of the detachments that share a tag of which the army may have fewer; empty for other findings."""
        if violation.kind != "max" or violation.entry_id not in self.engine.roster.library.categories:
            return ()
        holders = (holder for holder in self._settings if roles.is_detachment(holder.option))
        found = (node for holder in holders for node in holder.selections)
        states = [self.engine.state(node) for node in found]
        tagged = [one.name for one in states if any(word.id == violation.entry_id for word in one.categories)]
        return tuple(tagged) if len(tagged) == violation.found else ()

    def _place_of_limit(self, violation: Violation) -> Place | None:
        """Where the list states the limit that is exceeded."""
        stating = STATING_LIMIT if violation.kind == "cost-limit" else ()
        return next((self.places[key] for key in stating if key in self.places), None)

    def _sort(self, violation: Violation, option: Option | None) -> str:
        if violation.kind == "cost-limit" and violation.constraint_id == self.points_type:
            return POINTS
        if self._bounds_army(violation):
            return POINTS
        if violation.kind == "min" and not violation.found and self._is_detachment(violation, option):
            return NO_DETACHMENT
        return roles.sort_of(option) if option is not None else ""

    def _is_detachment(self, violation: Violation, option: Option | None) -> bool:
        """Whether it bounds the root choice that holds the detachments, or what is in it."""
        node = violation.node
        held = node.option if isinstance(node, Selection) and isinstance(node.parent, Force) else option
        return held is not None and held.parent is None and roles.is_detachment(held)

    def _bounds_army(self, violation: Violation) -> bool:
        """Whether it is the most points that an army may cost, as a constraint of its force: authors write limits of sizes so."""
        constraint = violation.constraint
        return (
            violation.kind == "max"
            and violation.whole is None
            and constraint is not None
            and constraint.field == self.points_type
            and isinstance(violation.node, Force)
            and not isinstance(violation.node.parent, Force)
            and violation.entry_id not in self.engine.roster.library.categories
        )

    def _message(self, violation: Violation, node: Selection | None, what: str | Text) -> Text:
        """The data's own message where they have one, else what is counted, how many there are and the limit."""
        where = self.engine.state(node.root).name if node is not None else ""
        if isinstance(violation.node, Force) and self._is_one_of_several(violation.node):
            where = force_title(self.engine, violation.node)
            if (
                isinstance(violation.node.parent, Force)
                and violation.constraint is not None
                and violation.constraint.scope == "self"
            ):
                what = _UNITS
        what = self._counted(violation) or what
        params: dict[str, object] = {"where": where, "what": what, "found": violation.found, "bound": violation.bound}
        if violation.kind == "cost-limit" and violation.found is not None and violation.bound is not None:
            params["over"] = violation.found - violation.bound
        inner = bool(where) and where != what
        unit = self._unit_of(violation)
        if violation.whole is not None:
            params |= {"percent": violation.percent, "whole": violation.whole, "unit": unit}
        by_purpose = _wording(violation)
        if by_purpose is not None:
            return Text(by_purpose.template, {**params, **by_purpose.params, "model": self._model_name(node)})
        constraint = violation.constraint
        own_text = violation.kind in ("error", "warning", "info") or (constraint and constraint.message)
        if violation.message and own_text:
            stated = violation.message.replace("{", "{{").replace("}", "}}")
            return Text("{where}: " + stated, {"where": where}) if where else Text(stated, {"where": ""})
        if violation.kind == "hidden" and node is not None and (hidden := self._hidden(node)) is not None:
            return Text(hidden.template, {**params, **hidden.params})
        templates = _TEMPLATES if violation.whole is None else _SHARES
        if tagged := self._tagged(violation):
            words = {**params, "names": tagged, "detachments": self.terms.detachment.many}
            return Text("{found} {detachments} with the tag {what} ({names}), at most {bound}", words)
        kind = (
            "none" if violation.kind == "max" and violation.bound == 0 and violation.whole is None else violation.kind
        )
        called = what.strip() if isinstance(what, str) else what
        if kind in _COSTS and violation.whole is None and unit not in (called, _SELECTIONS):
            return Text(_COSTS[kind][inner], {**params, "unit": unit})
        return Text(templates[kind][inner], params)

    def _is_one_of_several(self, force: Force) -> bool:
        """Whether the army has other forces, so that a finding has to say which one it is about."""
        return isinstance(force.parent, Force) or len(self.engine.roster.forces) > 1

    def _by_others(self, node: Selection) -> bool:
        """Whether it is a unit that other units may show, as the leader of a regiment does: no setting alone would."""
        return node.root is node and roles.is_unit(node.option) and not lacking_switch(self.engine, node.option)

    def _hidden(self, node: Selection) -> Text | None:
        """Why the data hide it, as far as that is known."""
        switch = lacking_switch(self.engine, node.option)
        if switch:
            return Text("{what} is not available to this army without the setting {switch}", {"switch": switch})
        force = node.parent
        if isinstance(force, Force) and isinstance(force.parent, Force):  # what it offers depends on what is in it
            return Text("{what} is not available in {force}", {"force": force_title(self.engine, force)})
        return None

    def _unit_of(self, violation: Violation) -> str | Text:
        """What is measured: the name of the cost, else selections."""
        cost = self.engine.roster.library.cost_types.get(violation.measured)
        return cost.name.strip() if cost is not None else _SELECTIONS

    def _counted(self, violation: Violation) -> str | Text:
        """What a constraint of native data counts: uses of an option by its title, copies of an item, the models of a unit; else
        empty."""
        constraint = violation.constraint
        if constraint is None or constraint.purpose is None:
            return ""
        if constraint.purpose is ConstraintPurpose.UNIT_SIZE:
            return _MODELS
        library = self.engine.roster.library
        counted = library.categories.get(constraint.child_id) or library.target(constraint.child_id)
        return counted.name if counted is not None else ""

    def _model_name(self, node: Selection | None) -> str:
        while isinstance(node, Selection):
            if roles.is_model(node) or not isinstance(node.parent, Selection):
                return self.engine.state(node).name
            node = node.parent
        return ""

    def _subject(self, violation: Violation, node: Selection | None) -> tuple[str, Option | None]:
        """The name of the entry or group that the constraint is about, and its option where there is one."""
        wanted = violation.entry_id
        spent = self.engine.roster.library.cost_types.get(violation.constraint.field if violation.constraint else "")
        if spent is not None and node is None and wanted not in self.engine.roster.library.categories:
            return spent.name, None
        current = node
        while isinstance(current, Selection):
            option = current.option
            if wanted in option.ids:
                return roles.plain_name(self.engine.state(current).name), option
            below = next((o for o in (*option.entries, *option.groups) if wanted in o.ids), None)
            if below is not None:
                return below.name, below
            current = current.parent if isinstance(current.parent, Selection) else None
        library = self.engine.roster.library
        category = library.categories.get(wanted)
        cost = library.cost_types.get(violation.constraint_id)
        force = library.forces.entry(wanted)
        if isinstance(violation.node, Force) and wanted and violation.node.entry.link_id == wanted:
            force = violation.node.entry
        named = category or cost or force
        if named is not None:
            return roles.plain_title(named.name), self._called(named.name) if category else None
        roots = (
            o for f in self.engine.roster.walk_forces() for o in library.root_options(f.catalogue_id) if wanted in o.ids
        )
        found = next(roots, None)
        return (found.name if found is not None else wanted), found

    def _called(self, name: str) -> Option | None:
        """A unit with the name of a category: data may limit copies of a datasheet by such a category."""
        if self._named is None:
            forces = self.engine.roster.walk_forces()
            chosen = (one for force in forces for one in self.engine.chosen_options(force) if roles.is_unit(one))
            self._named = {roles.plain_name(one.name): one for one in chosen}
        return self._named.get(name)

    def _sort_called(self, entry_id: str) -> str:
        """The sort of what is called as a category is."""
        category = self.engine.roster.library.categories.get(entry_id)
        option = self._called(category.name) if category is not None else None
        return roles.sort_of(option) if option is not None else ""


_UNITS, _MODELS, _SELECTIONS = Text("units"), Text("models"), Text("selections")
_EMPTY_SLOT = {ConstraintPurpose.SLOT, ConstraintPurpose.FIXED_ITEM}
_OF_OPTIONS = {ConstraintPurpose.UNIT_LIMIT, ConstraintPurpose.OPEN_SIZES, ConstraintPurpose.PER_ALTERNATIVE}
_TEMPLATES: dict[str, tuple[str, str]] = {  # kind -> (about the unit or army itself, about something inside)
    "max": (N_("{what}: {found} taken, at most {bound}"), N_("{where}: {what}: {found} taken, at most {bound}")),
    "none": (N_("{what}: {found} taken, none allowed"), N_("{where}: {what}: {found} taken, none allowed")),
    "min": (N_("{what}: {found} taken, at least {bound}"), N_("{where}: {what}: {found} taken, at least {bound}")),
    "exactly": (
        N_("{what}: {found} taken, exactly {bound} needed"),
        N_("{where}: {what}: {found} taken, exactly {bound} needed"),
    ),
    "hidden": (N_("{what} is not available to this army"), N_("{where}: {what} is not available to it")),
    "cost-limit": (
        N_("{what}: {found}, at most {bound} ({over} too many)"),
        N_("{where}: {what}: {found}, at most {bound} ({over} too many)"),
    ),
    "error": (N_("{what}: the game data do not allow this"), N_("{where}: {what}: the game data do not allow this")),
    "warning": (N_("{what}: the game data warn about this"), N_("{where}: {what}: the game data warn about this")),
    "info": (N_("{what}"), N_("{where}: {what}")),
}
_COSTS: dict[str, tuple[str, str]] = {  # the same for what something costs, where that is not what it is called
    "max": (N_("{what}: {found} {unit}, at most {bound}"), N_("{where}: {what}: {found} {unit}, at most {bound}")),
    "none": (N_("{what}: {found} {unit}, none allowed"), N_("{where}: {what}: {found} {unit}, none allowed")),
    "min": (N_("{what}: {found} {unit}, at least {bound}"), N_("{where}: {what}: {found} {unit}, at least {bound}")),
    "exactly": (
        N_("{what}: {found} {unit}, exactly {bound} needed"),
        N_("{where}: {what}: {found} {unit}, exactly {bound} needed"),
    ),
}
_SHARES: dict[str, tuple[str, str]] = {  # the same for a percentage of the limit or of everything
    "max": (
        N_("{what}: {found} {unit}, at most {percent}% of {whole} ({bound} {unit})"),
        N_("{where}: {what}: {found} {unit}, at most {percent}% of {whole} ({bound} {unit})"),
    ),
    "min": (
        N_("{what}: {found} {unit}, at least {percent}% of {whole} ({bound} {unit})"),
        N_("{where}: {what}: {found} {unit}, at least {percent}% of {whole} ({bound} {unit})"),
    ),
    "exactly": (
        N_("{what}: {found} {unit}, exactly {percent}% of {whole} ({bound} {unit}) needed"),
        N_("{where}: {what}: {found} {unit}, exactly {percent}% of {whole} ({bound} {unit}) needed"),
    ),
}


def holder_of(node: object) -> object:
    """The model or unit that a violation at one of its choices, or at itself, is about."""
    return node.parent if isinstance(node, Selection) and node.option.type == "upgrade" else node


def _purpose(violation: Violation) -> ConstraintPurpose | None:
    return violation.constraint.purpose if violation.constraint is not None else None


def _wording(violation: Violation) -> Text | None:
    """How a broken constraint on wargear of native data is worded; None where the common wording fits."""
    purpose = _purpose(violation)
    if purpose is ConstraintPurpose.UNLISTED:
        return Text("{where}: {what} is not an option of {model}")
    if purpose is ConstraintPurpose.ALL_OR_NONE:
        return Text("{where}: {what}: {found} taken, all {bound} models take it or none")
    if purpose is ConstraintPurpose.DEMAND and violation.constraint is not None:
        return _demanded(violation.constraint.demand or Demand())
    return Text(_TEMPLATES["max"][True]) if purpose in _OF_OPTIONS else None


def _demanded(demand: Demand) -> Text:
    """How a choice is worded that only models with, or without, certain items may take."""
    needed = [*demand.needed, *(" / ".join(some) for some in demand.any_of)]
    params = {"needed": needed, "barred": list(demand.barred)}
    if not demand.barred:
        return Text("{where}: {what} is only for a model with {needed} ({model})", params)
    if not needed:
        return Text("{where}: {what} is only for a model without {barred} ({model})", params)
    return Text("{where}: {what} is only for a model with {needed} and without {barred} ({model})", params)


def _is_empty_slot(violation: Violation) -> bool:
    return _purpose(violation) in _EMPTY_SLOT and not violation.found
