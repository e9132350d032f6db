"""What an edit would lead to: where a leader may go, what a unit may embark in or bear, and what speaks against each.

The rules themselves judge the army as it would be, so that the advice never differs from the check.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from listbuilder.army import Army, Enhancement, Unit, roles
from listbuilder.army.effects import declaring as declaring_effects
from listbuilder.army.prices import spent_words
from listbuilder.catalogue.base import Number
from listbuilder.i18n import language, number
from listbuilder.roster.tree import Selection
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.formation import formation
from listbuilder.rules.kind import without_reading
from listbuilder.rules.kinds.relation import may_lead
from listbuilder.session import declaring
from listbuilder.session.army_choices import ArmyChoices
from listbuilder.session.comparing import raised
from listbuilder.session.views import Target
from listbuilder.validation import Validated


def leader_targets(now: Validated, unit_id: str) -> Iterator[Target]:
    """Units of the army that this leader may be attached to, with what speaks against each; the army is judged for each."""
    leader = now.army.unit(unit_id)
    if leader is None or leader.leader is None:
        return
    declared = now.army.declarations
    for unit in now.army.units:
        if unit.id != unit_id and may_lead(leader, unit):
            changed = declaring_effects(now.army, declaring.attach(declared, unit_id, unit.id))
            yield Target(unit.id, unit.name, _objection(now, changed, _joined(now.army, unit_id, unit.id)))


def leaders_of_army(army: Army, unit_id: str) -> Iterator[Unit]:
    """Leaders of the army whose data, or those of this unit, let them lead it."""
    unit = army.unit(unit_id)
    if unit is not None:
        yield from (one for one in army.units if one is not unit and may_lead(one, unit))


def leaders_for(now: Validated, unit_id: str) -> list[Target]:
    """Leaders of the army that may be attached to this unit, with what speaks against each."""
    army = now.army

    def against(leader: Unit) -> str:
        declared = declaring.attach(army.declarations, leader.id, unit_id)
        return _objection(now, declaring_effects(army, declared), (unit_id, *_joined(army, leader.id, unit_id)))

    return [Target(one.id, one.name, against(one)) for one in leaders_of_army(army, unit_id)]


def _joined(army: Army, leader_id: str, unit_id: str) -> tuple[str, ...]:
    """Those whom it concerns that a leader joins a unit: both, the transport that it gets into and the one that it leaves."""
    rides = army.declarations.embark
    return leader_id, unit_id, *(rides[one] for one in (unit_id, leader_id) if one in rides)


def transport_targets(now: Validated, unit_id: str) -> Iterator[Target]:
    """Transports of the army, with what speaks against each and how full it would be; the army is judged for each."""
    declared = now.army.declarations
    for unit in now.army.units:
        if unit.id != unit_id and (unit.transport or unit.transport_unread):
            changed = declaring_effects(now.army, declaring.embark(declared, unit_id, unit.id))
            left = declared.embark.get(unit_id, "")
            reason = _objection(now, changed, (unit_id, unit.id, *filter(None, (left,))))
            yield Target(unit.id, unit.name, reason, places=_places(changed, unit.id))


def _places(army: Army, transport_id: str) -> tuple[Number, Number] | None:
    """How many places are taken, and how many there are; None where the data do not say."""
    load = formation(army).loads.get(transport_id)
    if load is None or load.carrier.transport_unread or not load.bays:
        return None
    return load.places


def enhancements(now: Validated, choices: ArmyChoices, root: Selection) -> list[Target]:
    """Enhancements of the chosen detachment, with what speaks against this bearer; items in the order of their types."""
    return [target for _place, target in sorted(placed_enhancements(now, choices, root), key=lambda one: one[0])]


def placed_enhancements(
    now: Validated, choices: ArmyChoices, root: Selection, *, by_points: bool = True
) -> Iterator[tuple[int, Target]]:
    """The same, each with the place of its type, in the order of the data; the army is judged for each. ``by_points``: whether
    that the army costs too much then speaks against it."""
    unit = now.army.unit(root.id)
    every = str(now.army.vocabulary.terms.enhancement.many)
    taken = {one.id for one in unit.enhancements} if unit is not None else set[str]()
    document = now.builder.context.system.points_document
    counted = document.enhancements if document is not None else ""
    for _parent, option in list(choices.enhancement_options(root)):
        cost = next((cost.value for cost in option.merged.costs if cost.type_id == now.builder.points_type), 0)
        with choices.history.trial():
            choices.set_enhancement(root, option.target.id)
            changed = now.builder.build()
            borne = _borne(changed.unit(root.id), option.target.id)
            names = option.name, unit.name if unit is not None else ""
            found = _against(now, changed)
        against = found if found is not None and (by_points or not _is_too_dear(found, changed)) else None
        objection = _said(now, against, names) if against is not None else ""
        of_any = _said(now, against, names, {option.name: every}) if against is not None else ""
        kind = now.army.vocabulary.item_type(option.facts.item_type) if option.facts is not None else None
        spent = () if option.target.id in taken else _more_spent(now.army, changed, counted)
        price = ", ".join([*([f"+{number(cost)}"] if cost else []), *spent_words(changed, spent)])
        name = now.army.localise(option.name, language())
        told = tuple(_told(borne)) if borne is not None else ()
        groups = (roles.plain_title(one.name) for one in reversed(option.group_chain))
        group = (kind.title,) if kind is not None else tuple(groups)
        place = now.army.vocabulary.item_types.index(kind) if kind is not None else 0
        yield place, Target(option.target.id, name, objection, price, told, group, of_any=of_any)


def _is_too_dear(finding: Diagnostic, army: Army) -> bool:
    """Whether the finding is that the army costs too much."""
    return (finding.found, finding.bound) == (army.points, army.limit)


def _told(borne: Enhancement) -> Iterator[tuple[str, str]]:
    """What it does, before what the game's words in that mean."""
    rules = sorted(borne.rules, key=lambda one: (one.kind == "glossary", one.name != borne.name))
    return ((one.name, one.text) for one in rules if one.text)


def _borne(unit: Unit | None, enhancement_id: str) -> Enhancement | None:
    """The enhancement of a unit that has it."""
    return next((one for one in unit.enhancements if one.id == enhancement_id), None) if unit is not None else None


def _more_spent(before: Army, after: Army, counted: str) -> list[tuple[str, Number]]:
    """How much more of each currency an army spends than before, without that which only counts enhancements."""
    known = dict(before.spent)
    amounts = dict(after.spent)
    return [(one.id, amounts.get(one.id, 0) - known.get(one.id, 0)) for one in after.currencies if one.id != counted]


def _objection(now: Validated, changed: Army, concerned: Sequence[str] = ()) -> str:
    """What speaks against a changed army, about the units concerned (all when empty), without the name of the first of them,
    beside which it is shown; an empty text when there is nothing."""
    names = [unit.name for one in concerned[:1] if (unit := changed.unit(one)) is not None]
    found = _against(now, changed, concerned)
    return _said(now, found, names) if found is not None else ""


def _against(now: Validated, changed: Army, concerned: Sequence[str] = ()) -> Diagnostic | None:
    """The first finding that a changed army would have and the army has not, or not as bad. That the army costs too much is
    said where there is no other: points can be found, what the rules forbid cannot."""
    new = [one for one in raised(now.findings, now.judge(changed)) if not concerned or one.unit in concerned]
    return min(new, key=lambda one: _is_too_dear(one, changed), default=None)


def _said(now: Validated, found: Diagnostic, beside: Sequence[str], called: Mapping[str, str] | None = None) -> str:
    """A finding in the shortest words, without one of the names ``beside`` which it is shown. ``called``: names -> what is said
    in their place."""

    def name(text: str) -> str:
        return (called or {}).get(text) or now.army.localise(text, language())

    return min(
        (without_reading(found.message).render(name, beside=one, grouped=True) for one in beside or [""]), key=len
    )
