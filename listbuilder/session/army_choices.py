"""Warlord, enhancements, battle size and detachment: choices of the tree that have their own commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine, actions
from listbuilder.roster.edits import Remove
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force, Roster, Selection


def is_single(option: Option) -> bool:
    """Whether an army has such a choice only once, so that a copied unit cannot have it as well."""
    return roles.is_warlord_mark(option) or roles.is_enhancement(option)


def chosen(parent: Force | Selection, option: Option) -> Selection | None:
    """The first selection of the option below the parent."""
    return next((node for node in parent.selections if node.option.id == option.id), None)


class ArmyChoices:
    """Finds and changes these choices; every edit goes through the history."""

    def __init__(self, engine: Engine, history: History) -> None:
        self.engine = engine
        self.history = history

    @property
    def roster(self) -> Roster:
        return self.engine.roster

    # --- warlord ----------------------------------------------------------------------------------------------------------

    def set_warlord(self, unit: Selection, *, on: bool) -> None:
        """Marks this unit alone as the Warlord, or none. Raises LookupError when the data offer the unit no such mark."""
        self.clear_warlord(self.roster)
        if on:
            offered = ((node, option) for node in unit.walk() for option in node.option.entries)
            found = next(((node, option) for node, option in offered if roles.is_warlord_mark(option)), None)
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
        for node in unit.walk():
            if node is not unit and not roles.is_model(node):
                continue
            for option in node.option.entries:
                if roles.is_enhancement(option) and self._shown(node, option):
                    yield node, option

    def _shown(self, parent: Selection, option: Option) -> bool:
        if any(self.engine.choice(parent, one).hidden for one in (option, *option.group_chain)):
            return False
        facts = option.facts
        return not (facts and facts.detachment) or facts.detachment in self.detachment_ids()

    def set_enhancement(self, unit: Selection, enhancement_id: str) -> None:
        """Gives the unit this one (an option's or its target's id) in place of any other; empty removes all."""
        for node in list(unit.walk()):
            if node is not unit and roles.is_enhancement(node.option) and node.id in self.roster.nodes:
                self.history.do(Remove(node))
        if not enhancement_id:
            return
        for parent, option in self.enhancement_options(unit):
            if enhancement_id in (option.id, option.target.id):
                self._select(parent, option)
                return
        raise LookupError(enhancement_id)

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

    def configure(self, matches: Callable[[Option], bool], chosen_id: str) -> None:
        """Chooses an entry below that root choice in place of any other. Raises LookupError when there is no such entry."""
        found = self.configuration(matches)
        if found is None:
            raise LookupError(chosen_id)
        force, option = found
        entry = next((entry for entry in option.entries if chosen_id in (entry.id, entry.local_id)), None)
        if entry is None:
            raise LookupError(chosen_id)
        holder = chosen(force, option) or self._select(force, option)
        for child in list(holder.selections):
            self.history.do(Remove(child))
        self._select(holder, entry)

    def detachment_ids(self) -> set[str]:
        return {option.local_id for option in self._detachments()}

    def detachment_names(self) -> frozenset[str]:
        """Ids and names of the army's detachments, case-folded."""
        return frozenset(name.casefold() for option in self._detachments() for name in (option.local_id, option.name))

    def _detachments(self) -> Iterator[Option]:
        for force in self.roster.walk_forces():
            for node in force.selections:
                if roles.is_detachment(node.option):
                    yield from (child.option for child in node.selections)
