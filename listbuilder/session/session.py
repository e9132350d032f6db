"""One list being worked on.

Holds the roster, its evaluation, the findings, the undo history and the file it came from. Every public edit is one undoable
step with a title. Slices (`army`, `findings`, `rows` …) are computed again only when the state changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import assert_never

from listbuilder.army import Army, Unit, roles
from listbuilder.army.build import ArmyBuilder
from listbuilder.army.unit import UnitReader
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.system import System
from listbuilder.engine import Engine, actions
from listbuilder.i18n import Text, _, language
from listbuilder.listfile import saving
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.edits import Insert, Move, Remove, Rename, SetDeclarations, SetText
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force, Selection
from listbuilder.rules.checker import Ruleset, check, verdict
from listbuilder.rules.diagnostic import (
    Action,
    ClearEnhancement,
    ClearWarlord,
    Deploy,
    Detach,
    Diagnostic,
    Embark,
    Fix,
    Forget,
    RemoveUnit,
    SetBattleSize,
    SetHover,
    SetReserves,
    SetWarlord,
)
from listbuilder.rules.formation import Formation
from listbuilder.session import advice, browsing, data, declaring, opening, unbound
from listbuilder.session.army_choices import Marks, is_single
from listbuilder.session.editor import UnitEditor
from listbuilder.session.forces import Forces
from listbuilder.session.sizes import Sizes
from listbuilder.session.views import DatasheetChoice, Named, Row, Target


class Session:
    """See the module. Constructed by `open`, `from_text` or `new`."""

    def __init__(self, opened: opening.Opened, rules: Iterable[str] = ()) -> None:
        self._opened = opened
        self.path: Path | None = opened.path
        self.system: System = opened.context.system
        self.roster = opened.roster
        self.engine = Engine(self.roster)
        self.history = History(self.roster)
        self.listeners: list[Callable[[Session], None]] = []
        self.ruleset = Ruleset.shared(self.system, rules)
        self.builder = ArmyBuilder(self.engine, opened.context)
        self.editor = UnitEditor(self.engine, self.history, self.builder.points_type)
        self.marks = Marks(self.engine, self.history)
        self.sizes = Sizes(self.marks, self.builder)
        self.forces = Forces(self.engine, self.history, self.builder.points_type, opened.context.faction.id)
        self._saved_state: int | None = 0
        self._army: tuple[int, Army] | None = None
        self._findings: tuple[int, tuple[Diagnostic, ...]] | None = None

    # --- coming and going -----------------------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path, *, rules: Iterable[str] = (), declaration: Path | None = None) -> Session:
        """Opens a roster file. Raises `errors.InputError` when it cannot be read; unknown names become findings."""
        return cls(opening.open_file(path, declaration), rules)

    @classmethod
    def from_text(cls, content: bytes, name: str = "-", *, rules: Iterable[str] = ()) -> Session:
        """The same from bytes (standard input, a journal)."""
        return cls(opening.open_bytes(content, name), rules)

    @classmethod
    def recover(cls, content: bytes, path: Path | None, digest: str, *, rules: Iterable[str] = ()) -> Session:
        """A list from the journal of a session that ended badly: unsaved, and bound to the file that session had open."""
        session = cls(opening.open_bytes(content, str(path or "-")), rules)
        session.path = path
        session._opened.path, session._opened.digest = path, digest
        session._saved_state = None
        return session

    @classmethod
    def new(
        cls,
        system: str,
        faction: str,
        *,
        battle_size: str = "",
        detachment: str = "",
        name: str = "",
        rules: Iterable[str] = (),
    ) -> Session:
        """An empty list. Ids or names; an empty size is the system's default, an empty detachment none."""
        session = cls(opening.empty(system, faction, name), rules)
        if not session.roster.forces:
            session.forces.add(session.forces.choices()[0].id)
        session._configure_new(battle_size, detachment)
        return session

    def _configure_new(self, battle_size: str, detachment: str) -> None:
        with self.history.step(_("New list")):
            if battle_size or self.system.default_size:
                self.sizes.choose(battle_size or self.system.default_size)
            if detachment:
                self._choose_detachment(opening.pick(detachment, self.detachments(), Text("detachment")))
        self.history.undo_stack.clear()

    @staticmethod
    def systems() -> list[Named]:
        """Game systems of all data sets."""
        return data.systems()

    @staticmethod
    def factions(system: str) -> list[Named]:
        return data.factions(system)

    def text(self) -> str:
        """The roster file as it would be saved now."""
        return saving.save(self._opened.document, self.roster)

    def snapshot(self) -> saving.Snapshot:
        """The list as it is now, as plain values. Its `text`, which takes ten times as long, may run in another thread while
        this one goes on editing: it shares nothing that changes."""
        library = self.roster.library
        return saving.Snapshot(
            self._opened.document, self.roster, Library(library.game_system, library.catalogues.values())
        )

    def save(self, path: Path | None = None, *, force: bool = False) -> Path:
        """Saves atomically. Raises `errors.ChangedOnDisk` when the file is no longer the one opened (unless ``force``),
        `errors.InputError` when it cannot be written."""
        self.path = opening.save(self._opened, path or self.path, force=force)
        self._saved_state = self.history.state
        return self.path

    @property
    def dirty(self) -> bool:
        """Whether there is something to save."""
        return self.history.state != self._saved_state

    @property
    def revision(self) -> int:
        """Grows with every change."""
        return self.history.revision

    @property
    def digest(self) -> str:
        """sha256 of the file as it was opened or saved; empty for a new list."""
        return self._opened.digest

    @property
    def undo_title(self) -> str | None:
        """What `undo` would take back."""
        return self.history.undo_stack[-1].title if self.history.undo_stack else None

    @property
    def redo_title(self) -> str | None:
        """What `redo` would do again."""
        return self.history.redo_stack[-1].title if self.history.redo_stack else None

    @contextmanager
    def _step(self, title: str) -> Iterator[None]:
        before = self.revision
        with self.history.step(title):
            yield
        if self.revision != before:
            self._announce()

    def _announce(self) -> None:
        for listener in list(self.listeners):
            listener(self)

    # --- slices ---------------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self.roster.name

    @property
    def army(self) -> Army:
        if self._army is None or self._army[0] != self.revision:
            self._army = (self.revision, self.builder.build())
        return self._army[1]

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        if self._findings is None or self._findings[0] != self.revision:
            problems = self._opened.problems
            self._findings = (self.revision, (*problems, *unbound.soften(check(self.army, self.ruleset), problems)))
        return self._findings[1]

    @property
    def formation(self) -> Formation:
        return self.ruleset.formation(self.army)

    @property
    def verdict(self) -> str:
        """legal, illegal or unjudged."""
        return verdict(self.findings)

    @property
    def points(self) -> Number:
        return self.army.points

    @property
    def limit(self) -> Number | None:
        return self.army.limit

    def unit(self, unit_id: str) -> Unit | None:
        return self.army.unit(unit_id)

    def localise(self, text: str) -> str:
        """A data name in the language in use."""
        return self.army.localise(text, language())

    def battle_sizes(self) -> list[Named]:
        return self.sizes.choices()

    def detachments(self) -> list[Named]:
        return [
            self._named(option, option.facts.rule_name if option.facts else "")
            for option in self.marks.choices(roles.is_detachment)
        ]

    def _named(self, option: Option, note: str) -> Named:
        return Named(option.target.id, roles.plain_title(self.localise(option.name)), note)

    # --- browsing -------------------------------------------------------------------------------------------------------

    def datasheets(self, force_id: str = "") -> tuple[DatasheetChoice, ...]:
        """What may be added to a force (the first when not named), in the order of roles and names."""
        return browsing.datasheets(self, self.forces.get(force_id))

    def preview(self, datasheet_id: str, force_id: str = "") -> Unit:
        """The unit that `add_unit` would add, without adding it."""
        force = self.forces.get(force_id)
        with self.history.trial():
            edit, selection = actions.select(self.engine, force, self._datasheet(datasheet_id, force))
            self.history.do(edit)
            return UnitReader(self.engine, selection, self.builder.points_type).read()

    def _datasheet(self, datasheet_id: str, force: Force) -> Option:
        options = self.roster.library.root_options(force.catalogue_id)
        found = next((o for o in options if datasheet_id in (o.id, o.target.id)), None)
        if found is None:
            raise LookupError(datasheet_id)
        return found

    def rows(self, unit_id: str) -> tuple[Row, ...]:
        """The editor's lines of a unit: models and wargear in the author's groups. Of a force: what it offers besides units
        (visibility switches, battle size and the like); the edits of rows take a force's id as they take a unit's."""
        return self.editor.rows(self._holder(unit_id))

    def leader_targets(self, unit_id: str) -> list[Target]:
        """Units of the army that this leader may join, with what speaks against each."""
        return advice.leader_targets(self, unit_id)

    def transport_targets(self, unit_id: str) -> list[Target]:
        """Transports of the army, with what speaks against each."""
        return advice.transport_targets(self, unit_id)

    def enhancements(self, unit_id: str) -> list[Target]:
        """Enhancements of the chosen detachment, with what speaks against this bearer."""
        return advice.enhancements(self, self._root(unit_id))

    def _holder(self, node_id: str) -> Selection | Force:
        node = self.roster.nodes.get(node_id)
        return node if isinstance(node, Force) else self._root(node_id)

    def _root(self, unit_id: str) -> Selection:
        node = self.roster.nodes.get(unit_id)
        if isinstance(node, Selection):
            return node
        raise LookupError(unit_id)

    # --- edits ----------------------------------------------------------------------------------------------------------

    def undo(self) -> str | None:
        """Takes the last step back; its title, None when there is none."""
        title = self.history.undo()
        if title is not None:
            self._announce()
        return title

    def redo(self) -> str | None:
        """Does the last undone step again."""
        title = self.history.redo()
        if title is not None:
            self._announce()
        return title

    def rename(self, name: str) -> None:
        with self._step(_("Rename list")):
            self.history.do(Rename(name))

    def set_battle_size(self, size_id: str) -> None:
        with self._step(_("Battle size")):
            self.sizes.choose(size_id)

    def set_limit(self, points: Number | None) -> None:
        """Agrees on a points limit of one's own, which goes before that of the battle size; None takes it back."""
        with self._step(_("Points limit")):
            self.sizes.limit(points)

    def set_detachment(self, detachment_id: str) -> None:
        with self._step(_("Detachment")):
            self._choose_detachment(detachment_id)

    def _choose_detachment(self, detachment_id: str) -> None:
        self.marks.configure(roles.is_detachment, detachment_id)
        for force in self.roster.forces:
            self.editor.complete(force)

    def add_force(self, entry_id: str, parent_id: str = "") -> str:
        """Adds a force (`forces.choices` says which) to the roster or below another force; returns its id."""
        with self._step(_("Add force")):
            force = self.forces.add(entry_id, parent_id)
        return force.id

    def remove_force(self, force_id: str) -> None:
        """Removes a force with everything in it."""
        with self._step(_("Remove force")):
            for unit in [unit for unit in self.army.units if unit.force == force_id]:
                self._declare(declaring.without(self.roster.declarations, unit.id))
            self.forces.remove(force_id)

    def add_unit(self, datasheet_id: str, force_id: str = "") -> str:
        """Adds a unit with its defaults behind the others of a force (the first when not named); returns its id."""
        force = self.forces.get(force_id)
        option = self._datasheet(datasheet_id, force)
        edit, selection = actions.select(self.engine, force, option, node_id=browsing.free_id(self.roster, option.name))
        with self._step(_("Add {name}").format(name=option.name)):
            self.history.do(edit)
            self.editor.complete(selection)
        return selection.id

    def duplicate_unit(self, unit_id: str) -> str:
        """Adds the same once more, without what an army has only once (the Warlord's mark, enhancements); returns its id."""
        root = self._root(unit_id)
        copy = actions.copied(root)
        copy.id = browsing.free_id(self.roster, root.option.name)
        single = [node for node in copy.walk() if node is not copy and is_single(node.option)]
        for node in single:
            assert isinstance(node.parent, Selection)
            node.parent.selections.remove(node)
        assert isinstance(root.parent, Force)
        with self._step(_("Duplicate {name}").format(name=root.option.name)):
            self.history.do(Insert(copy, root.parent, root.parent.selections.index(root) + 1))
        return copy.id

    def remove_unit(self, unit_id: str) -> None:
        root = self._root(unit_id)
        with self._step(_("Remove {name}").format(name=root.option.name)):
            self._declare(declaring.without(self.roster.declarations, unit_id))
            self.history.do(Remove(root))

    def move_unit(self, unit_id: str, offset: int) -> None:
        """Moves it up (negative) or down among the units."""
        root = self._root(unit_id)
        assert isinstance(root.parent, Force)
        siblings = root.parent.selections
        units = [place for place, node in enumerate(siblings) if roles.is_unit(node.option)]
        here = units.index(siblings.index(root))
        there = max(0, min(len(units) - 1, here + offset))
        if there != here:
            with self._step(_("Move {name}").format(name=root.option.name)):
                self.history.do(Move(root, units[there]))

    def rename_unit(self, unit_id: str, name: str) -> None:
        with self._step(_("Rename unit")):
            self.history.do(SetText(self._root(unit_id), "custom_name", name))

    def set_count(self, unit_id: str, key: str, count: int) -> None:
        """Sets a row's count: models, repeated options, 0 or 1 for toggles."""
        with self._step(_("Set count")):
            self.editor.set_count(self._holder(unit_id), key, count)

    def pick(self, unit_id: str, key: str) -> None:
        """Picks a row of its group (in the place of what was picked), or toggles a toggle row."""
        with self._step(_("Pick wargear")):
            self.editor.pick(self._holder(unit_id), key)

    def split(self, unit_id: str, key: str, count: int = 1) -> None:
        """Splits models off a row, so that they can carry another loadout."""
        with self._step(_("Split models")):
            self.editor.split(self._holder(unit_id), key, count)

    def set_warlord(self, unit_id: str, on: bool = True) -> None:
        """Makes the unit the warlord (in the place of any other), or takes the mark off."""
        with self._step(_("Warlord")):
            self.marks.set_warlord(self._root(unit_id), on=on)

    def clear_warlord(self, unit_id: str) -> None:
        """Takes the mark off this unit only."""
        with self._step(_("Warlord")):
            self.marks.clear_warlord(self._root(unit_id))

    def clear_enhancement(self, unit_id: str, enhancement_id: str) -> None:
        """Takes this one enhancement away, once."""
        with self._step(_("Enhancement")):
            self.marks.clear_enhancement(self._root(unit_id), enhancement_id)

    def set_size(self, unit_id: str, models: int) -> None:
        """Brings the unit to that many models, by adding or removing the most common of those that may vary."""
        with self._step(_("Set size")):
            self.editor.set_size(self._root(unit_id), models)

    def set_enhancement(self, unit_id: str, enhancement_id: str) -> None:
        """Gives the unit this enhancement in the place of any other; empty takes it away."""
        with self._step(_("Enhancement")):
            self.marks.set_enhancement(self._root(unit_id), enhancement_id)

    def _declare(self, declared: Declarations) -> None:
        if declared != self.roster.declarations:
            self.history.do(SetDeclarations(declared))

    def attach(self, leader_id: str, unit_id: str) -> None:
        """Declares that the leader joins the unit; empty: stands alone."""
        with self._step(_("Attach leader")):
            self._declare(declaring.attach(self.roster.declarations, leader_id, unit_id))

    def embark(self, unit_id: str, transport_id: str) -> None:
        """Declares that the unit starts in the transport; empty: on foot."""
        with self._step(_("Embark")):
            self._declare(declaring.embark(self.roster.declarations, unit_id, transport_id))

    def set_reserves(self, unit_id: str, state: str) -> None:
        """``strategic-reserves``, ``deep-strike``, ``aircraft``, ``other``, or empty for the table."""
        with self._step(_("Reserves")):
            self._declare(declaring.reserve(self.roster.declarations, unit_id, state))

    def set_hover(self, unit_id: str, on: bool) -> None:
        with self._step(_("Hover")):
            self._declare(declaring.hover(self.roster.declarations, unit_id, on=on))

    def forget(self, unit_id: str) -> None:
        """Takes an id out of the declarations."""
        with self._step(_("Tidy declarations")):
            self._declare(declaring.without(self.roster.declarations, unit_id))

    def apply_fix(self, fix: Fix) -> None:
        """Applies a finding's fix as one step."""
        with self._step(str(fix.title)):
            self._act(fix.action)

    def _act(self, action: Action) -> None:
        match action:
            case RemoveUnit(unit):
                self.remove_unit(unit)
            case SetWarlord(unit):
                self.set_warlord(unit)
            case ClearWarlord(unit):
                self.clear_warlord(unit)
            case ClearEnhancement(unit, enhancement):
                self.clear_enhancement(unit, enhancement)
            case SetBattleSize(size):
                self.set_battle_size(size)
            case Detach(leader):
                self.attach(leader, "")
            case Embark(unit, transport):
                self.embark(unit, transport)
            case Deploy(unit):
                self.set_reserves(unit, "")
            case SetReserves(unit, state):
                self.set_reserves(unit, state)
            case SetHover(unit, on):
                self.set_hover(unit, on)
            case Forget(unit):
                self.forget(unit)
            case _:
                assert_never(action)
