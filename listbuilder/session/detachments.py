"""The detachments that an army may choose: what each costs and gives, whether it fits, and whether several may be taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from listbuilder.army import roles
from listbuilder.army.model import TAG
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.facts import Stratagem
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.model import Container
from listbuilder.catalogue.purpose import EntryPurpose
from listbuilder.engine import actions
from listbuilder.engine.modifiers import flatten
from listbuilder.engine.plans import conditions_in
from listbuilder.i18n import Text
from listbuilder.roster.edits import Insert, Remove
from listbuilder.roster.tree import Selection
from listbuilder.rules.spending import spending
from listbuilder.session.army_choices import chosen

if TYPE_CHECKING:
    from listbuilder.session.edits import Edits

MOST_NAMED = 8  # detachments in a finding


class DetachmentChoice(Struct, frozen=True):
    """``cost``: in the currency that detachments cost, 0 where they cost nothing; ``over``: by how much that exceeds what is left
    for one more; ``words``: what the data sort it under."""

    id: str
    name: str
    chosen: bool = False
    cost: Number = 0
    over: Number = 0
    words: tuple[str, ...] = ()


class DetachmentOffer(Struct, frozen=True):
    """``several``: whether more than one may be chosen; ``currency``: the id of what they cost, empty where they cost nothing."""

    choices: tuple[DetachmentChoice, ...] = ()
    several: bool = False
    currency: str = ""

    def named(self) -> list[Text]:
        """What there is to choose in words: nothing where nothing fits."""
        names = [one.name for one in self.choices if not one.chosen and not one.over]
        left = len(names) - MOST_NAMED
        if left > 1:
            words = {"names": names[:MOST_NAMED], "number": left}
            return [Text("choose one of {names} and {number} others", words)]
        return [Text("choose one of {names}", {"names": names})] if names else []


class DetachmentPage(Struct, frozen=True):
    """What a detachment gives: ``rules`` with their texts (empty where the data have none), ``enhancements`` with their points,
    and stratagems."""

    rules: tuple[tuple[str, str], ...] = ()
    enhancements: tuple[tuple[str, Number], ...] = ()
    stratagems: tuple[Stratagem, ...] = ()


def offer(session: Edits) -> DetachmentOffer:
    """Every detachment that the data show now."""
    options = session.choices.choices(roles.is_detachment)
    if not options:
        return DetachmentOffer()
    several = _may_be_several(session, options)
    with session.trial():
        holder = session.choices.holder(roles.is_detachment)
        taken = {node.option.id for node in holder.selections}
        states = {one.id: session.engine.choice(holder, one) for one in options}
    costs = {key: dict(session.builder.prices.others_of(state.own_cost)) for key, state in states.items()}
    currency = next((word for cost in costs.values() for word in cost), "")
    spent = next((one for one in spending(session.army, session.now.ruleset) if one.currency == currency), None)
    left = spent.limit - spent.spent if spent is not None and spent.limit is not None else None
    given_up = 0 if several else sum(costs[one].get(currency, 0) for one in taken if one in costs)
    found = []
    for one in options:
        cost = costs[one.id].get(currency, 0)
        over = 0 if left is None or one.id in taken else max(0, cost - left - given_up)
        words = tuple(word.name for word in states[one.id].categories)
        found.append(DetachmentChoice(one.local_id, one.name, one.id in taken, cost, over, words))
    return DetachmentOffer(tuple(found), several, currency)


def _may_be_several(session: Edits, options: Sequence[Option]) -> bool:
    """Whether two of them break no bound on their number."""
    with session.trial():
        holder = session.choices.holder(roles.is_detachment)
        for one in options[:2]:
            if not any(node.option.id == one.id for node in holder.selections):
                session.choices.choose(holder, one)
        number = len(holder.selections)
        clashes = [str(one.message) for one in session.army.tree_findings if one.sort == TAG]  # not about all of them
        wrong = [one for one in session.now.findings if str(one.message) not in clashes]
        return len(options) > 1 and not any((one.found, one.bound) == (number, 1) for one in wrong)


def toggle(session: Edits, detachment_id: str) -> None:
    """Chooses a detachment, besides others where several may be chosen, or gives it up. Raises LookupError for an unknown one."""
    options = session.choices.choices(roles.is_detachment)
    found = next((one for one in options if detachment_id in (one.id, one.local_id)), None)
    if found is None:
        raise LookupError(detachment_id)
    several = _may_be_several(session, options)
    holder = session.choices.holder(roles.is_detachment)
    own = chosen(holder, found)
    if own is not None:
        session.choices.drop(own)
    elif several:
        session.choices.choose(holder, found)
    else:
        session.choices.configure(roles.is_detachment, detachment_id)


def page(session: Edits, detachment_id: str) -> DetachmentPage:
    """Raises LookupError for an unknown one."""
    with session.trial():
        session.choices.configure(roles.is_detachment, detachment_id)
        node = session.choices.holder(roles.is_detachment).selections[-1]
        taken = next(
            (one for one in session.army.detachments if one.id in (node.option.local_id, node.option.id)), None
        )
        rules = dict(_texts(session, node))
        if taken is not None and taken.rule:
            rules.setdefault(taken.rule, "")
        return DetachmentPage(
            rules=tuple(rules.items()),
            enhancements=tuple(_enhancements(session, node.option)),
            stratagems=taken.stratagems if taken is not None else (),
        )


def _texts(session: Edits, node: Selection) -> list[tuple[str, str]]:
    """Rules and profiles of the detachment; of a profile the longest value, which is its text."""
    state = session.engine.state(node)
    texts = [(rule.name, rule.description) for rule in state.rules]
    longest = (
        (one, max((value.value for value in one.characteristics), key=len, default="")) for one in state.profiles
    )
    return [*texts, *((one.name, text) for one, text in longest)]


def _enhancements(session: Edits, detachment: Option) -> list[tuple[str, Number]]:
    """Those that the data state for the detachment; where they state none for any, those that units are offered with it alone."""
    library, points = session.roster.library, session.builder.points_type
    found: dict[str, Number] = {}
    is_stated = False
    for force in session.roster.forces:
        file = library.catalogues.get(force.catalogue_id)
        for one in roles.named_enhancements(file) if file is not None else ():
            facts = getattr(one, "facts", None)
            is_stated |= bool(facts is not None and facts.detachment)
            if facts is not None and facts.detachment == detachment.local_id:
                found[one.name] = next((cost.value for cost in one.costs if cost.type_id == points), 0)
    return list(found.items()) if is_stated else _offered(session, detachment)


def _offered(session: Edits, detachment: Option) -> list[tuple[str, Number]]:
    """The enhancements that units are offered now and would not be without the detachment, in the order of the data. Only those
    are tried whose data ask for it: a faction has hundreds in all."""
    for node in [node for node in session.roster.walk() if roles.is_enhancement(node.option)]:
        if node.id in session.roster.nodes:
            session.history.do(Remove(node))  # what one unit has, others may not be offered
    names = frozenset((*detachment.ids, *(link.target_id for link in detachment.merged.category_links)))
    shown: dict[str, tuple[Selection, Option]] = {}
    for unit in _bearers(session, names):
        for holder, one in _asking(unit, names):
            if one.target.id not in shown and session.choices.is_shown(holder, one):
                shown[one.target.id] = holder, one
    for node in list(session.choices.holder(roles.is_detachment).selections):
        session.history.do(Remove(node))
    points = session.builder.points_type
    found = []
    for holder, one in shown.values():
        if not session.choices.is_shown(holder, one):
            found.append((one.name, session.engine.choice(holder, one).own_cost.get(points, 0)))
    return found


def _bearers(session: Edits, names: frozenset[str]) -> Iterator[Selection]:
    """One more unit of each datasheet with enhancements that ask for one of these ids, without its parts where the data offer
    them to itself."""
    for force in list(session.roster.walk_forces()):
        for root in session.roster.library.root_options(force.catalogue_id):
            if not roles.is_unit(root):
                continue
            if any(_asks_for(one, names) for one in _gifts(root)):
                unit = Selection(root)
                session.history.do(Insert(unit, force))
                yield unit
            elif any(_asks_for(one, names) for model in _models(root) for one in _gifts(model)):
                edit, unit = actions.select(session.engine, force, root)
                session.history.do(edit)
                yield unit


def _asking(unit: Selection, names: frozenset[str]) -> Iterator[tuple[Selection, Option]]:
    """The enhancements of a unit that ask for one of these ids, with the selections that would hold them."""
    for node in unit.walk():
        if node is unit or roles.is_model(node):
            yield from ((node, one) for one in _gifts(node.option) if _asks_for(one, names))


def _models(unit: Option) -> Iterator[Option]:
    return (one for one in unit.entries if one.type in roles.MODEL_TYPES)


def _gifts(holder: Option) -> Iterator[Option]:
    """The enhancements among what an option or a group that holds none itself offers. What else stands there is not even bound:
    weapons are most of a faction's data."""
    for option in holder.options:
        if option.purpose is EntryPurpose.ENHANCEMENTS and not option.is_group:
            yield option
        elif roles.holds_gifts(option):
            yield from (one for one in _below(option) if not one.is_group)
        elif option.is_group and any(map(_has_groups, option.parts)):
            yield from _gifts(option)


def _has_groups(record: Container) -> bool:
    """Whether a group may stand in what a record holds, or an enhancement without one."""
    linked = any(link.type == "selectionEntryGroup" for link in record.links)
    return bool(record.groups) or linked or any(one.purpose is not None for one in record.entries)


def _below(group: Option) -> Iterator[Option]:
    for option in group.options:
        yield option
        if option.is_group:
            yield from _below(option)


def _asks_for(option: Option, names: frozenset[str]) -> bool:
    """Whether it is an enhancement that is offered, or is in a group that is offered, by conditions about one of these ids."""
    steps = (step for one in (option, *option.group_chain) for step in flatten((one.merged,)))
    return any(asked.child_id in names for step in steps for asked in conditions_in(step.gates))
