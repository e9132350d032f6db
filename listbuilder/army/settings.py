"""Detachments, choices and rules of an army: what its forces and its roots that are no units say. Each is read again only where
its evaluation changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from listbuilder.army import roles
from listbuilder.army.enhancements import NO_FACTS
from listbuilder.army.keeping import KeptByStamp
from listbuilder.army.model import Chosen, Detachment, RuleGroup
from listbuilder.army.printed import told, told_by
from listbuilder.army.records import UNGRANTED, Ability
from listbuilder.army.unit import place_of, texts_of
from listbuilder.catalogue import marked
from listbuilder.catalogue.printed import Granted, PrintedText

if TYPE_CHECKING:
    from listbuilder.catalogue.library import Library
    from listbuilder.catalogue.model import Catalogue
    from listbuilder.catalogue.system import ChoiceKind, System
    from listbuilder.engine import Engine
    from listbuilder.roster.tree import Force, Selection


class SettingsReader:
    """Reads the settings of one roster: the roots that are no units, or that hold battle sizes or detachments."""

    def __init__(self, engine: Engine, system: System, faction: Catalogue, points_type: str) -> None:
        self.engine = engine
        self.system = system
        self.faction = faction
        self.points_type = points_type
        self._detachments = KeptByStamp()
        self._choices = KeptByStamp()
        self._rules = KeptByStamp()
        self._force_rules = KeptByStamp()

    def detachments(self, roots: Iterable[Selection]) -> tuple[Detachment, ...]:
        """The chosen detachments."""
        holders = (root for root in roots if roles.is_detachment(root.option))
        return tuple(chain.from_iterable(self._detachments.of(self._stamped(holders), self._detachments_of)))

    def choices(self, roots: Sequence[Selection]) -> tuple[Chosen, ...]:
        """What is chosen of the system's kinds of choices, in their order; community data call a root as the kind."""
        held = [
            ((root, place), stamp)
            for place, kind in enumerate(self.system.choices)
            for root, stamp in self._stamped(root for root in roots if kind.has_name(root.option.name))
        ]
        return tuple(chain.from_iterable(self._choices.of(held, self._choices_of)))

    def rules(self, roots: Sequence[Selection]) -> Iterator[RuleGroup]:
        """What forces and settings say that are no sizes, detachments or choices of the system."""
        states = [(force, self.engine.state(force)) for force in self.engine.roster.walk_forces()]
        forces = [(force, (state.name, state.rules, state.profiles)) for force, state in states]
        yield from chain.from_iterable(self._force_rules.of(forces, self._rules_of_force))
        others = self._stamped(filter(self._is_other, roots))
        yield from chain.from_iterable(self._rules.of(others, self._rules_of))
        if self.system.army_rules and not any(self.system.is_of_every_army(root.option.name) for root in roots):
            yield from self._rules_of_every_army

    # --- one by one -------------------------------------------------------------------------------------------------------

    def _stamped(self, roots: Iterable[Selection]) -> list[tuple[Selection, int]]:
        """Roots with their revisions, which change with whatever is read of them."""
        revisions = self.engine.revisions()
        return [(root, revisions.get(root, 0)) for root in roots]

    def _is_other(self, root: Selection) -> bool:
        """Whether what a root says is no size, detachment or choice of the system."""
        option = root.option
        own = roles.is_unit(option) or roles.is_detachment(option) or roles.is_battle_size(option)
        return not own and not any(kind.has_name(option.name) for kind in self.system.choices)

    def _detachments_of(self, root: Selection) -> list[Detachment]:
        return list(map(self._detachment, root.selections))

    def _detachment(self, chosen: Selection) -> Detachment:
        facts = chosen.option.facts or NO_FACTS
        return Detachment(
            id=chosen.option.local_id,
            name=self.engine.state(chosen).name,
            faction=facts.faction,
            rule=facts.rule_name,
            requires=facts.requires,
            forbids=facts.forbids,
            warlord=facts.warlord,
            never_warlords=facts.never_warlords,
            effects=facts.effects,
            stratagems=facts.stratagems,
            granted=self._granted(chosen),
            place=place_of(chosen),
            rules=self._told(chosen, "detachment"),
        )

    def _choices_of(self, held: tuple[Selection, int]) -> list[Chosen]:
        root, place = held
        return [self._choice(self.system.choices[place], root, chosen) for chosen in root.selections]

    def _choice(self, kind: ChoiceKind, root: Selection, chosen: Selection) -> Chosen:
        state = self.engine.state(chosen)
        return Chosen(
            node=chosen.id,
            holder=root.id,
            kind=kind.id,
            label=kind.name["en"],
            id=chosen.option.local_id or chosen.option.id,
            name=state.name,
            points=state.total_costs.get(self.points_type, 0),
            place=place_of(chosen),
            rules=self._told(chosen, "choice"),
        )

    def _rules_of_force(self, force: Force) -> list[RuleGroup]:
        state = self.engine.state(force)
        return _group(state.name, told(self._library, (state,), "army", self.system.vocabulary))

    def _rules_of(self, root: Selection) -> list[RuleGroup]:
        return _group(self.engine.state(root).name, self._told(root, "army"))

    @cached_property
    def _rules_of_every_army(self) -> list[RuleGroup]:
        """What the data have for every army of the faction, for lists that do not name it; of several, these would have to say
        which."""
        options = [
            one
            for one in self._library.root_options(self.faction.id)
            if self.system.is_of_every_army(one.name) and not one.merged.hidden
        ]
        if len(options) != 1:
            return []
        infos = self.engine.printed_infos(options[0])
        return _group(options[0].name, told_by(self._library, infos, "army", self.system.vocabulary))

    @property
    def _library(self) -> Library:
        return self.engine.roster.library

    def _told(self, selection: Selection, kind: str) -> tuple[Ability, ...]:
        """All that a selection and what stands below it have to read."""
        states = (self.engine.state(node) for node in selection.walk())
        return tuple(told(self._library, states, kind, self.system.vocabulary))

    def _granted(self, detachment: Selection) -> Granted:
        """The abilities that the texts of a detachment give to units."""
        reader = self._library.text_reader
        if reader is None:
            return UNGRANTED
        state = self.engine.state(detachment)
        rules = (PrintedText("abilities", rule.name, rule.description) for rule in state.rules)
        return reader.granted((*rules, *texts_of(state.profiles)))


def _group(name: str, found: Iterable[Ability]) -> list[RuleGroup]:
    """The rules under the name of what the list chose, without what its authors mark it with; none where there are no rules."""
    rules = tuple(found)
    return [RuleGroup(marked.plain_name(roles.plain_title(name)), rules)] if rules else []
