"""Warlord, enhancements, battle size and detachment: choices of the tree that have their own commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from listbuilder.army import roles
from listbuilder.catalogue.facts import Allowance
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.vocabulary import NEUTRAL, ItemType, Vocabulary
from listbuilder.engine import Engine, actions
from listbuilder.roster.edits import Remove
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force, Roster, Selection


def chosen(parent: Force | Selection, option: Option) -> Selection | None:
    """The first selection of the option below the parent."""
    return next((node for node in parent.selections if node.option.id == option.id), None)


def _admits(allowance: Allowance, option: Option) -> bool:
    """Whether an item may be borne within an allowance; what is no item always may."""
    kind = option.facts.item_type if option.facts is not None else ""
    return (
        not kind
        or kind in allowance.types
        or option.local_id in allowance.items
        or not (allowance.types or allowance.items)
    )


class ArmyChoices:
    """Finds and changes these choices; every edit goes through the history."""

    def __init__(self, engine: Engine, history: History, vocabulary: Vocabulary = NEUTRAL) -> None:
        self.engine = engine
        self.history = history
        self.vocabulary = vocabulary

    @property
    def roster(self) -> Roster:
        return self.engine.roster

    # --- warlord ----------------------------------------------------------------------------------------------------------

    def set_warlord(self, unit: Selection, *, on: bool) -> None:
        """Marks this unit alone as the Warlord, or none. Raises LookupError when the data offer the unit no such mark."""
        self.clear_warlord(self.roster)
        if on:
            found = next(((node, mark) for node in unit.walk() for mark in roles.warlord_marks_of(node.option)), None)
            if found is None:
                raise LookupError(unit.option.name)
            self._select(*found)

    def clear_warlord(self, inside: Selection | Roster) -> None:
        """Removes the mark from this unit only, or from every unit of the roster."""
        for node in list(inside.walk()):
            if roles.is_warlord_mark(node.option):
                self.history.do(Remove(node))

    def _select(self, parent: Force | Selection, option: Option) -> Selection:
        edit, selection = actions.select(self.engine, parent, option)
        self.history.do(edit)
        return selection

    # --- enhancements -----------------------------------------------------------------------------------------------------

    def enhancement_options(self, unit: Selection) -> Iterator[tuple[Selection, Option]]:
        """Enhancements that the data offer the unit now, with the selection that would hold them."""
        allowances = unit.option.facts.allowances if unit.option.facts is not None else None
        for node in unit.walk():
            if node is not unit and not roles.is_model(node):
                continue
            for option in roles.gifts_of(node.option):
                if not self.is_shown(node, option):
                    continue
                if allowances is None or any(_admits(one, option) for one in allowances):
                    yield node, option

    def is_shown(self, parent: Selection, option: Option) -> bool:
        """Whether the data offer an enhancement now."""
        if any(self.engine.choice(parent, one).hidden for one in (*option.group_chain, option)):  # few groups hold many
            return False
        facts = option.facts
        return not (facts and facts.detachment) or facts.detachment in self.detachment_ids()

    def set_enhancement(self, unit: Selection, enhancement_id: str) -> None:
        """Gives the unit this one (an option's or its target's id) in place of others that it cannot have beside it: of an item,
        those of its type, else those of its table. Empty removes all; an item that the unit has already is removed."""
        found = next(
            (one for one in self.enhancement_options(unit) if enhancement_id in (one[1].id, one[1].target.id)), None
        )
        if enhancement_id and found is None:
            raise LookupError(enhancement_id)
        kind = self._item_type(found[1]) if found is not None else None
        taken = [node for node in unit.walk() if node is not unit and roles.is_enhancement(node.option)]
        again = [node for node in taken if kind and found and node.option.id == found[1].id]
        for node in again or [node for node in taken if found is None or self._gives_way(node.option, found[1])]:
            if node.id in self.roster.nodes:
                self.history.do(Remove(node))
        if found is not None and not again:
            self._select(*found)

    def _gives_way(self, taken: Option, wanted: Option) -> bool:
        """Whether a unit that gets an enhancement loses the one that it has."""
        mine, kind = self._item_type(taken), self._item_type(wanted)
        if kind is None or mine is None:
            return roles.table_of(taken) == roles.table_of(wanted)
        return mine == kind and kind.per_unit == 1

    def _item_type(self, option: Option) -> ItemType | None:
        """The type of items that an enhancement belongs to, where the game has such."""
        return self.vocabulary.item_type(option.facts.item_type) if option.facts is not None else None

    def clear_enhancement(self, unit: Selection, enhancement_id: str) -> None:
        """Removes one selection of this enhancement."""
        marks = (n for n in unit.walk() if n is not unit and roles.is_enhancement(n.option))
        found = next((node for node in marks if enhancement_id in (node.option.id, node.option.target.id)), None)
        if found is not None:
            self.history.do(Remove(found))

    # --- configuration ----------------------------------------------------------------------------------------------------

    def configuration(self, matches: Callable[[Option], bool]) -> tuple[Force, Option] | None:
        """The first root choice of that kind, with the force that offers it."""
        for force in self.roster.walk_forces():
            for option in self.roster.library.root_options(force.catalogue_id):
                if matches(option):
                    return force, option
        return None

    def choices(self, matches: Callable[[Option], bool]) -> list[Option]:
        """What may be chosen below that root choice, without hidden options."""
        found = self.configuration(matches)
        if found is None:
            return []
        force, option = found
        holder = chosen(force, option)
        if holder is None:
            return list(option.entries)
        return [entry for entry in option.entries if not self.engine.choice(holder, entry).hidden]

    def holder(self, matches: Callable[[Option], bool]) -> Selection:
        """The selection of that root choice, made where there is none yet. Raises LookupError when there is no such choice."""
        found = self.configuration(matches)
        if found is None:
            raise LookupError
        return chosen(*found) or self._select(*found)

    def choose(self, holder: Selection, option: Option) -> None:
        """Chooses an entry besides others."""
        self._select(holder, option)

    def drop(self, node: Selection) -> None:
        """Gives up what was chosen."""
        self.history.do(Remove(node))

    def configure(self, matches: Callable[[Option], bool], chosen_id: str) -> None:
        """Chooses an entry below that root choice in place of any other. Raises LookupError when there is no such entry."""
        found = self.configuration(matches)
        if found is None:
            raise LookupError(chosen_id)
        force, option = found
        self._put(force, option, chosen_id)

    def settle(self, force_id: str, setting_id: str, chosen_id: str) -> Selection:
        """Makes the setting of that id of a force; below it what was chosen, or what the data add. Raises LookupError where the
        force offers no such."""
        force = self.roster.nodes.get(force_id)
        options = self.roster.library.root_options(force.catalogue_id) if isinstance(force, Force) else ()
        option = next((option for option in options if option.id == setting_id), None)
        if option is None or not isinstance(force, Force):
            raise LookupError(setting_id)
        if chosen_id:
            return self._put(force, option, chosen_id)
        return chosen(force, option) or self._select(force, option)

    def _put(self, force: Force, option: Option, chosen_id: str) -> Selection:
        """Chooses an entry below a root choice in place of any other."""
        entry = next((entry for entry in option.entries if chosen_id in (entry.id, entry.local_id)), None)
        if entry is None:
            raise LookupError(chosen_id)
        holder = chosen(force, option) or self._select(force, option)
        for child in list(holder.selections):
            self.history.do(Remove(child))
        self._select(holder, entry)
        return holder

    def give_up_detachment(self, detachment_id: str) -> None:
        """Raises LookupError when the army has no such detachment."""
        found = next(
            (node for node in self._detachments() if detachment_id in (node.option.id, node.option.local_id)), None
        )
        if found is None:
            raise LookupError(detachment_id)
        self.drop(found)

    def unavailable(self) -> list[Selection]:
        """The settings of the army that the data do not offer it now: what is chosen below root choices other than units."""
        settings = (
            node
            for force in self.roster.walk_forces()
            for root in force.selections
            if not roles.is_unit(root.option)
            for child in root.selections
            for node in child.walk()
        )
        return [node for node in settings if self.engine.state(node).hidden]

    def detachment_ids(self) -> set[str]:
        return {node.option.local_id for node in self._detachments()}

    def detachment_names(self) -> frozenset[str]:
        """Ids and names of the army's detachments, case-folded."""
        options = (node.option for node in self._detachments())
        return frozenset(name.casefold() for option in options for name in (option.local_id, option.name))

    def _detachments(self) -> Iterator[Selection]:
        for force in self.roster.walk_forces():
            for node in force.selections:
                if roles.is_detachment(node.option):
                    yield from node.selections
