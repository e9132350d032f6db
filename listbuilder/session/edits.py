"""The edits of a list: each public one is a step that can be undone, with a title."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from listbuilder.army import roles
from listbuilder.catalogue.base import Number
from listbuilder.i18n import _
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.edits import Annotate, Remove, Rename, SetDeclarations, SetText
from listbuilder.roster.tree import Force, Selection
from listbuilder.rules.diagnostic import (
    Action,
    AddForce,
    AddUnit,
    Change,
    Choose,
    ClearEnhancement,
    ClearWarlord,
    GiveUpDetachment,
    MoveUnit,
    RemoveForce,
    RemoveUnit,
    SetBattleSize,
    SetDetachment,
    SetLimit,
    SetSize,
    SetSubfaction,
    Settle,
    SetWarlord,
    Several,
)
from listbuilder.session import declaring
from listbuilder.session.army_choices import ArmyChoices
from listbuilder.session.browsing import Browser
from listbuilder.session.changing import change
from listbuilder.session.forces import Forces
from listbuilder.session.sizes import Sizes
from listbuilder.session.squad_editor import SquadEditor
from listbuilder.session.steps import Steps
from listbuilder.session.units import Units
from listbuilder.session.views import Offer
from listbuilder.session.wargear import WargearReader
from listbuilder.validation import Validated


class Edits(Steps):
    """A judged list and what changes it. Units, forces and rows are named by their ids; unknown ids raise LookupError."""

    def __init__(self, validated: Validated) -> None:
        super().__init__(validated)
        terms = self.system.vocabulary.terms
        self.editor = SquadEditor(self.engine, self.history, self.builder.prices.shown, terms)
        self.wargear = WargearReader(self.editor)
        self.choices = ArmyChoices(self.engine, self.history, self.system.vocabulary)
        self.sizes = Sizes(self.choices, self.builder)
        self.forces = Forces(
            self.engine, self.history, self.builder.prices.shown, validated.bound.data.faction.id, self.system
        )
        self.units = Units(self.engine, self.history)
        self.browser = Browser(self.engine, self.history, self.builder, self.choices, validated.ruleset.allies)

    def rename(self, name: str) -> None:
        with self._step(_("Rename list")):
            self.history.do(Rename(name))

    def notes(self, holder_id: str = "") -> str:
        """What the player noted on a unit or force, or on the list."""
        node = self.roster.nodes.get(holder_id)
        return node.custom_notes if node is not None else "" if holder_id else self.roster.notes

    def annotate(self, text: str, holder_id: str = "") -> None:
        """Sets the notes on a unit or force, or on the list; an empty text takes them away."""
        with self._step(self._about(_("Note"), holder_id)):
            if holder_id:
                self.history.do(SetText(self._holder(holder_id), "custom_notes", text))
            else:
                self.history.do(Annotate(text))

    def set_battle_size(self, size_id: str) -> None:
        with self._step(_("Change {battle_size}").format(**self._words)):
            self.sizes.choose(size_id)

    def set_limit(self, points: Number | None) -> None:
        """Sets the list's own points limit, which overrides that of the battle size; None removes it."""
        with self._step(_("Change points limit")):
            self.sizes.limit(points)

    def set_detachment(self, detachment_id: str) -> None:
        with self._step(_("Change {detachment}").format(**self._words)):
            self._choose_detachment(detachment_id)

    def _choose_detachment(self, detachment_id: str) -> None:
        with self._settled():
            self.choices.configure(roles.is_detachment, detachment_id)

    @contextmanager
    def _settled(self) -> Iterator[None]:
        """Settings that are not offered any more after what is done inside give way to the only one that is, if there is one."""
        before = set(self.choices.unavailable())
        yield
        for node in self.choices.unavailable():
            if node not in before and node.id in self.roster.nodes:
                self.history.do(Remove(node))
        for force in self.roster.forces:
            self.editor.complete(force)

    def add_force(self, entry_id: str, parent_id: str = "") -> str:
        """Adds a force (`forces.choices` says which) to the roster or below another force, with the units that it starts with;
        returns its id."""
        with self._step(_("Add {force}").format(**self._words)):
            return self._completed(self.forces.add(entry_id, parent_id))

    def add_force_of(self, kind: str) -> str:
        """Adds a force of a kind of the game to the army; returns its id."""
        with self._step(_("Add {force}").format(**self._words)):
            return self._completed(self.forces.of_kind(kind))

    def _completed(self, force: Force) -> str:
        """Gives the units that a new force starts with what they need; returns the id of the force."""
        for unit in [item for item in force.selections if roles.is_unit(item.option)]:
            self.editor.complete(unit)
        return force.id

    def remove_force(self, force_id: str) -> None:
        """Removes a force with everything in it."""
        with self._step(_("Remove {force}").format(**self._words)):
            for unit in [unit for unit in self.army.units if unit.force == force_id]:
                self._declare(declaring.without(self.roster.declarations, unit.id))
            self.forces.remove(force_id)

    def set_subfaction(self, force_id: str, name: str) -> None:
        """Gives a force another subfaction, by its id."""
        terms = self.system.vocabulary.terms
        with self._step(_("Choose {subfaction}").format(subfaction=terms.subfaction)):
            self.forces.set_subfaction(force_id, name)

    def add_unit(self, datasheet_id: str, force_id: str = "", models: int = 0) -> str:
        """Adds a unit with its defaults, or with so many models where ``models`` is not 0, after the others of a force (the first
        when not named); returns its id."""
        force = self.forces.get(force_id)
        option = self.browser.datasheet(force, datasheet_id)
        with self._step(_("Add {name}").format(name=self._called(option.name))):
            selection = self.units.add(force, option)
            self.editor.complete(selection)
            if models:
                self.editor.set_size(selection, models)
                self.editor.complete(selection)
        return selection.id

    def duplicate_unit(self, unit_id: str, *, apart: bool = False) -> str:
        """Adds a copy, without what an army has only once (the Warlord's mark, enhancements), ``apart`` in a new force beside its
        own; returns its id."""
        root = self.root(unit_id)
        with self._step(_("Duplicate {name}").format(name=self._called(root.option.name))):
            copy = self.units.duplicate(root)
            if apart:
                self.units.transfer(copy, self.forces.beside(copy))
            return copy.id

    def remove_unit(self, unit_id: str) -> None:
        root = self.root(unit_id)
        with self._step(_("Remove {name}").format(name=self._called(root.option.name))):
            self._declare(declaring.without(self.roster.declarations, unit_id))
            self.history.do(Remove(root))

    def move_unit(self, unit_id: str, offset: int) -> None:
        """Moves it up (negative) or down among the units."""
        root = self.root(unit_id)
        with self._step(_("Move {name}").format(name=self._called(root.option.name))):
            self.units.move(root, offset)

    def transfer_unit(self, unit_id: str, force_id: str) -> None:
        """Moves it into another force, after the units there. Raises LookupError for a force whose data do not have it."""
        root, force = self.root(unit_id), self.forces.get(force_id)
        if not self.forces.takes(force_id, unit_id):
            raise LookupError(root.option.name)
        with self._step(_("Move {name}").format(name=self._called(root.option.name))):
            self.units.transfer(root, force)

    def rename_unit(self, unit_id: str, name: str) -> None:
        with self._step(self._about(_("Rename {unit}").format(**self._words), unit_id)):
            self.history.do(SetText(self.root(unit_id), "custom_name", name))

    def set_count(self, unit_id: str, key: str, count: int) -> None:
        """Sets a row's count: models, repeated options, 0 or 1 for toggles."""
        holder = self._holder(unit_id)
        name = self._called(self.editor.called(holder, key))
        with self._step(_("Set {name} to {count}").format(name=name, count=count)):
            self.editor.set_count(holder, key, count)

    def pick(self, unit_id: str, key: str) -> None:
        """Picks a row in place of what its group has, or toggles a toggle row."""
        holder = self._holder(unit_id)
        with self._step(_("Pick {name}").format(name=self._called(self.editor.called(holder, key)))):
            self.editor.pick(holder, key)

    def split(self, unit_id: str, key: str, count: int = 1) -> None:
        """Splits models off a row, so that they can carry another loadout."""
        with self._step(self._about(_("Split models"), unit_id)):
            self.editor.split(self._holder(unit_id), key, count)

    def set_warlord(self, unit_id: str, on: bool = True) -> None:
        """Makes the unit the Warlord in place of any other, or removes the mark."""
        with self._step(self._about(_("Change {warlord}").format(**self._words), unit_id)):
            self.choices.set_warlord(self.root(unit_id), on=on)

    def clear_warlord(self, unit_id: str) -> None:
        """Removes the Warlord's mark from this unit only."""
        with self._step(self._about(_("Change {warlord}").format(**self._words), unit_id)):
            self.choices.clear_warlord(self.root(unit_id))

    def clear_enhancement(self, unit_id: str, enhancement_id: str) -> None:
        """Removes one selection of this enhancement."""
        with self._step(self._about(_("Change {enhancement}").format(**self._words), unit_id)):
            self.choices.clear_enhancement(self.root(unit_id), enhancement_id)

    def set_size(self, unit_id: str, models: int) -> None:
        """Changes the number of models, by adding or removing the most common of those that may vary."""
        root = self.root(unit_id)
        with self._step(_("Set {name} to {count}").format(name=self._called(root.option.name), count=models)):
            self.editor.set_size(root, models)

    def set_enhancement(self, unit_id: str, enhancement_id: str) -> None:
        """Gives the unit this enhancement in place of others that it cannot have beside it; empty removes all. One of a type of
        items that the unit has already is removed."""
        with self._step(self._about(_("Change {enhancement}").format(**self._words), unit_id)):
            self.choices.set_enhancement(self.root(unit_id), enhancement_id)

    def _declare(self, declared: Declarations) -> None:
        if declared != self.roster.declarations:
            self.history.do(SetDeclarations(declared))

    def attach(self, leader_id: str, unit_id: str) -> None:
        """Declares that the leader is attached to the unit; empty: detaches it."""
        unit, terms = self.army.unit(leader_id), self.system.vocabulary.terms
        is_part = unit is not None and unit.is_part
        title = _("Attach {unit}").format(unit=terms.part or terms.unit) if is_part else _("Attach leader")
        with self._step(self._about(title, leader_id)):
            self._declare(declaring.attach(self.roster.declarations, leader_id, unit_id))

    def embark(self, unit_id: str, transport_id: str) -> None:
        """Declares that the unit starts in the transport; empty: on the table."""
        with self._step(self._about(_("Embark {unit}").format(**self._words), unit_id)):
            self._declare(declaring.embark(self.roster.declarations, unit_id, transport_id))

    def set_reserves(self, unit_id: str, state: str) -> None:
        """Declares where the unit starts: ``strategic-reserves``, another kind of reserves, or empty for the table."""
        with self._step(self._about(_("Change reserves"), unit_id)):
            self._declare(declaring.reserve(self.roster.declarations, unit_id, state))

    def set_hover(self, unit_id: str, on: bool) -> None:
        done = _("Change {name}").format(name=self.system.vocabulary.declaration("hover"))
        with self._step(self._about(done, unit_id)):
            self._declare(declaring.hover(self.roster.declarations, unit_id, on=on))

    def forget(self, unit_id: str) -> None:
        """Removes an id from the declarations."""
        with self._step(self._about(_("Remove from declarations"), unit_id)):
            self._declare(declaring.without(self.roster.declarations, unit_id))

    def apply_fix(self, fix: Offer) -> None:
        """Applies a fix that was offered as one step."""
        with self._step(str(fix.title)):
            self.act(fix.action)

    def act(self, action: Action) -> None:
        """Carries out the action of a fix. Raises LookupError when the list has not what it names."""
        match action:
            case Several(actions):
                for one in actions:
                    self.act(one)
            case RemoveUnit(unit):
                self.remove_unit(unit)
            case AddUnit() | SetSize() | Choose():
                self._act_on_units(action)
            case MoveUnit() | AddForce() | RemoveForce() | SetSubfaction():
                self._act_on_forces(action)
            case SetWarlord(unit):
                self.set_warlord(unit)
            case ClearWarlord(unit):
                self.clear_warlord(unit)
            case ClearEnhancement(unit, enhancement):
                self.clear_enhancement(unit, enhancement)
            case SetBattleSize() | SetLimit() | SetDetachment() | GiveUpDetachment() | Settle():
                self._act_on_settings(action)
            case Change():
                self._change(action)
            case _:
                self._declare(declaring.after(self.roster.declarations, action))

    def _change(self, action: Change) -> None:
        """What is chosen has what it needs; what was missing before stays so."""
        holder = self.roster.nodes.get(action.node)
        known = self.editor.gaps(holder.root) if isinstance(holder, Selection) else []
        change(self.engine, self.history, self.editor, action)
        if isinstance(holder, Selection):
            self.editor.complete(holder.root, besides=known)

    def _act_on_settings(self, action: SetBattleSize | SetLimit | SetDetachment | GiveUpDetachment | Settle) -> None:
        match action:
            case SetBattleSize(size):
                self.set_battle_size(size)
            case SetLimit(points):
                self.set_limit(points)
            case SetDetachment(detachment):
                self.set_detachment(detachment)
            case GiveUpDetachment(detachment):
                with self._settled():
                    self.choices.give_up_detachment(detachment)
            case Settle(force, setting, choice):
                with self._settled():
                    self.editor.complete(self.choices.settle(force, setting, choice))

    def _act_on_units(self, action: AddUnit | SetSize | Choose) -> None:
        match action:
            case AddUnit(datasheet, _, _, force, models, number):
                for _one in range(number):
                    added = self.add_unit(datasheet, force)
                    if models:
                        self.set_size(added, models)
            case SetSize(unit, models, _):
                self.set_size(unit, models)
            case Choose(unit, row, _, _):
                self.pick(unit, row)

    def _act_on_forces(self, action: MoveUnit | AddForce | RemoveForce | SetSubfaction) -> None:
        match action:
            case MoveUnit(unit, force, kind):
                self.transfer_unit(unit, force or self.add_force_of(kind))
            case AddForce(kind):
                self.add_force_of(kind)
            case RemoveForce(force):
                self.remove_force(force)
            case SetSubfaction(force, subfaction):
                self.set_subfaction(force, subfaction)
