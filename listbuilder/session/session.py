"""One list that is edited: validation's result kept up to date, edits with undo, and the file it is saved in.

What is shown of it (`army`, `findings`, `rows` …) is computed again only after a change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from listbuilder.army import Profile, Unit, roles
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Option
from listbuilder.i18n import Text, _, language
from listbuilder.listfile import bound, saving
from listbuilder.listfile.original import Original
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.rules.figures import Counted, figures
from listbuilder.rules.formation import Formation
from listbuilder.rules.gauges import Gauge
from listbuilder.rules.shares import RoleShare, role_shares
from listbuilder.rules.spending import Spending, spending
from listbuilder.session import advice, data, detachments, other_data, refusing, surroundings
from listbuilder.session.detachments import DetachmentOffer, DetachmentPage
from listbuilder.session.edits import Edits
from listbuilder.session.offers import Offers
from listbuilder.session.quotes import Quote, is_full, quote
from listbuilder.session.saving import ListFile
from listbuilder.session.surroundings import PossibleLeader, SizePrice
from listbuilder.session.views import DatasheetChoice, Named, Offer, Row, Target, pick
from listbuilder.session.wargear import Bearers, with_bare
from listbuilder.sources import registry
from listbuilder.sources.registry import Sets
from listbuilder.validation import Pack, Validated, validate, validate_bytes, validate_file

if TYPE_CHECKING:
    from listbuilder.validation.succession import Succession


class Session(Edits):
    """See the module. Constructed by `open`, `from_text` or `new`, or from a list that was judged. ``pack``: the event that lists
    of this class are for, which are opened and begun here; ``among``: the data sets that those opened are judged by, instead
    of what they name."""

    pack: ClassVar[Pack | None] = None
    among: ClassVar[Sets] = ()

    def __init__(self, validated: Validated, path: Path | None = None) -> None:
        """``path``: the file that the list is saved in."""
        self._file = ListFile(validated.bound, path)
        self._original: Original | None = None  # of the document, for texts that other threads make
        super().__init__(validated)
        self._offers = Offers(self)
        self._rows: dict[tuple[str, bool], tuple[Row, ...]] = {}  # of the list as it is in `_rows_of`
        self._rows_of = validated
        self.listeners: list[Callable[[Session], None]] = []
        self._saved_state: int | None = 0

    @classmethod
    def for_event(cls, pack: Pack | None, among: Sets = ()) -> type[Session]:
        """Sessions whose lists are judged for an event, by the first of these data sets that has their game."""
        return type(cls.__name__, (cls,), {"pack": pack, "among": among}) if pack is not None or among else cls

    # --- opening and saving ---------------------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path, *, rules: Iterable[str] = (), declaration: Path | None = None) -> Session:
        """Opens a list in a file of any format. Raises `errors.InputError` when it cannot be read; unknown names become
        findings. A list in another program's format is saved in a new file."""
        validated = validate_file(path, rules, declaration, cls.among, cls.pack)
        return cls(validated, validated.bound.document.path)

    @classmethod
    def from_text(cls, content: bytes, name: str = "-", *, rules: Iterable[str] = ()) -> Session:
        """The same from bytes (standard input)."""
        return cls(validate_bytes(content, name, rules, cls.among, cls.pack))

    @classmethod
    def recover(
        cls, content: bytes, path: Path | None, digest: str, *, rules: Iterable[str] = (), among: Sets = ()
    ) -> Session:
        """A list from the journal of a session that ended unexpectedly: unsaved, and bound to the file that session had
        open, which had this digest. ``among``: the data that it is judged by in place of those of all sessions."""
        session = cls(validate_bytes(content, str(path or "-"), rules, among or cls.among, cls.pack), path)
        session._file.digest = digest
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
        limit: Number | None = None,
        rules: Iterable[str] = (),
        besides: Iterable[str] = (),
    ) -> Session:
        """An empty list. Ids or names; an empty size is the system's default, an empty detachment none. ``limit``: points
        that the players agreed on, other than those of the size; ``besides``: ids of further detachments."""
        empty = bound.empty(registry.load(system, faction), name or _("New list"))
        session = cls(validate(empty, rules, cls.pack))
        if not session.roster.forces:
            session.forces.begin()
        session.forces.start()
        played = cls.pack.size.id if cls.pack is not None and cls.pack.size is not None else ""
        session._configure_new(battle_size or played, detachment, limit, besides)
        return session

    def _configure_new(self, battle_size: str, detachment: str, limit: Number | None, besides: Iterable[str]) -> None:
        with self.history.step(_("New list")):
            if battle_size or self.system.default_size:
                self.sizes.choose(battle_size or self.system.default_size)
            if limit is not None:
                self.sizes.limit(limit)
            if detachment:
                self._choose_detachment(pick(detachment, self.detachments(), self.system.vocabulary.terms.detachment))
            for one in besides:
                detachments.toggle(self, one)
            for force in self.roster.walk_forces():
                self._completed(force)
        self.history.undo_stack.clear()

    systems = staticmethod(data.systems)
    factions = staticmethod(data.factions)
    vocabulary_of = staticmethod(data.vocabulary)

    def text(self) -> str:
        """The roster file as it would be saved now."""
        return saving.save(self._file.document, self.roster)

    def content(self) -> str:
        """What `save` would write now. Raises `InputError` as it does."""
        return self._file.content()

    def snapshot(self) -> saving.Snapshot:
        """The list as it is now, as plain values. Its `text`, which takes ten times as long, may run in another thread while
        this one goes on editing: it shares nothing that changes."""
        document, library = self._file.document, self.roster.library
        if self._original is None or not self._original.is_of(document, library):
            self._original = Original.apart(document, library)
        return saving.Snapshot(document, self.roster, self._original)

    def save(self, path: Path | None = None, *, force: bool = False) -> Path:
        """Saves atomically. Raises `errors.ChangedOnDisk` when the file is no longer the one opened (unless ``force``),
        `errors.InputError` when it cannot be written."""
        saved = self._file.save(path, force=force)
        self._saved_state = self.history.state
        return saved

    @property
    def left_out(self) -> int:
        """How many facts that were not understood in another program's list are not saved."""
        return self._file.left_out

    @property
    def path(self) -> Path | None:
        """The file that the list is saved in; None while it has none."""
        return self._file.path

    @path.setter
    def path(self, path: Path | None) -> None:
        self._file.path = path

    @property
    def dirty(self) -> bool:
        """Whether there is something to save."""
        return self.history.state != self._saved_state

    # --- the game data --------------------------------------------------------------------------------------------------

    def data_choices(self) -> list[Named]:
        """The data sets that the list can be judged by, the newest first: its own among them; none where that is settled."""
        is_settled = self.among or (self.pack is not None and self.pack.data.set)
        return [] if is_settled else other_data.choices(self.now.bound)

    @property
    def made_with(self) -> str:
        """The name of the installed data set that the list was made with, where it is judged by newer data or newer points; else
        empty."""
        older = None if self.among else other_data.older(self.now.bound)
        return older.name if older is not None else ""

    def over(self, data: str = "") -> Callable[[], Session]:
        """What judges the list as it is now by the data set of that name, by default by the data that it was made with, which its
        file will name: a session with something to save. Over other data than the list's own it may run in another thread. Raises
        `InputError` when there is no such set, or when it lacks the list's faction."""
        snapshot, bound = self.snapshot(), self.now.bound
        older = None if data else other_data.older(bound)

        def judged() -> Session:
            text = other_data.restated(snapshot, bound, older or registry.named(data))
            return self.recover(text, self.path, self.digest, among=() if older is None else (older,))

        return judged

    def succeeds(self, before: Session) -> Succession:
        """What judging this list by its data changed, as against the same list over others."""
        from listbuilder.validation import succession  # which a list needs that goes on over other data

        return succession.compare(before.now, self.now)

    @property
    def digest(self) -> str:
        """sha256 of the file as it was opened or saved; empty for a new list."""
        return self._file.digest

    def _announce(self) -> None:
        for listener in list(self.listeners):
            listener(self)

    # --- what is shown ---------------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        return self.roster.name

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        return self.now.findings

    def fixes(self, finding: Diagnostic) -> tuple[Offer, ...]:
        """The fixes of one of the findings, each tested: it removes the finding and adds none."""
        return tuple(self._offers.of(finding))

    def unsought(self, finding: Diagnostic) -> bool:
        """Whether no fix of one of the findings is known because the search for fixes had cost its share of the budget."""
        return self._offers.unsought(finding)

    def iter_fixes(self, finding: Diagnostic) -> Iterator[Offer]:
        """The same, each tested when it is asked for."""
        return self._offers.of(finding)

    def first_fix(self, finding: Diagnostic) -> Offer | None:
        """The first of the fixes, without testing the others."""
        return next(self._offers.of(finding), None)

    @property
    def formation(self) -> Formation:
        return self.now.formation

    @property
    def verdict(self) -> str:
        """legal, illegal or unjudged."""
        return self.now.verdict

    @property
    def points(self) -> Number:
        return self.army.points

    @property
    def limit(self) -> Number | None:
        return self.army.limit

    @property
    def spending(self) -> tuple[Spending, ...]:
        """What the army spends in the currencies besides points."""
        return tuple(spending(self.army, self.now.ruleset))

    @property
    def shares(self) -> dict[str, RoleShare]:
        """What the units of each role cost where a rule bounds it."""
        return role_shares(self.army, self.now.ruleset)

    @property
    def gauges(self) -> tuple[Gauge, ...]:
        """How much of what the rules allow is used, of what players plan by."""
        return self.now.checked.gauges if self.now.checked is not None else ()

    @property
    def figures(self) -> tuple[Counted, ...]:
        """What the game counts in the army without limiting it."""
        return tuple(figures(self.army, self.system))

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
            for option in self.choices.choices(roles.is_detachment)
        ]

    def detachment_offer(self) -> DetachmentOffer:
        """The detachments with what they cost and whether they fit now."""
        return detachments.offer(self)

    def detachment_page(self, detachment_id: str) -> DetachmentPage:
        """What one of them gives."""
        return detachments.page(self, detachment_id)

    def toggle_detachment(self, detachment_id: str) -> None:
        """Chooses a detachment, besides others where several may be chosen, or gives it up."""
        with self._step(_("Change {detachment}").format(**self._words)), self._settled():
            detachments.toggle(self, detachment_id)

    def _named(self, option: Option, note: str) -> Named:
        return Named(option.local_id, roles.plain_title(self.localise(option.name)), note, option.name)

    # --- browsing -------------------------------------------------------------------------------------------------------

    def datasheets(self, force_id: str = "") -> tuple[DatasheetChoice, ...]:
        """What may be added to a force (the first when not named), in the order of roles and names."""
        return self.browser.datasheets(self.forces.get(force_id), self.army)

    def quote(self, datasheet_id: str, force_id: str = "") -> Quote:
        """What one more of a datasheet costs beside the present army, at each of its sizes, and what speaks against it."""
        return quote(self, datasheet_id, force_id)

    def is_full(self, force_id: str) -> bool:
        """Whether a force takes no more units, as far as a few of its datasheets tell."""
        return is_full(self, force_id)

    def preview(self, datasheet_id: str, force_id: str = "", models: int = 0) -> Unit:
        """The unit that `add_unit` would add, without adding it."""
        if not models:
            return self.browser.preview(self.forces.get(force_id), datasheet_id)
        with self.trial():
            added = self.add_unit(datasheet_id, force_id, models)
            unit = self.army.unit(added)
        if unit is None:
            raise LookupError(datasheet_id)
        return unit

    def rows(self, unit_id: str, *, apart: bool = False) -> tuple[Row, ...]:
        """The rows of a unit: models and wargear in the groups of the data, models of one kind together, or ``apart`` by what
        they carry. Of a force: what it offers besides units (visibility switches, battle size and the like); edits of rows
        take a force's id as well."""
        if self._rows_of is not self.now:
            self._rows_of, self._rows = self.now, {}
        found = self._rows.get((unit_id, apart))
        if found is None:
            reader = self.editor.reader if apart else self.editor.together
            found = self._rows[unit_id, apart] = reader.rows(self._holder(unit_id))
        return found

    def bearers(self, unit_id: str, rows: Iterable[Row]) -> tuple[Bearers, ...]:
        """What the models of a unit carry, kind by kind, each thing with its profiles and the row, of these, that chooses it."""
        unit = self.unit(unit_id)
        found = self.wargear.bearers(self.builder.reader(self.root(unit_id)), frozenset(row.key for row in rows))
        return with_bare(found, unit) if unit is not None else found

    def offered(self, unit_id: str, row: str) -> tuple[Profile, ...]:
        """The weapons of what a row offers and is not taken."""
        return self.wargear.offered(self.builder.reader(self.root(unit_id)), row)

    def possible_leaders(self, unit_id: str) -> tuple[PossibleLeader, ...]:
        """Who could lead a unit besides those that do: leaders of the army, and datasheets where their data name the unit."""
        unit = self.unit(unit_id)
        return surroundings.possible_leaders(self, unit) if unit is not None else ()

    def prices_by_size(self, unit_id: str, least: int, most: int) -> tuple[SizePrice, ...]:
        """What the unit with its present choices costs at these sizes; empty unless that is a few prices."""
        unit = self.unit(unit_id)
        return surroundings.prices_by_size(self, unit, least, most) if unit is not None else ()

    def price_of_toggle(self, unit_id: str, row: Row) -> Number:
        """What the unit costs more with a row that is on or off; for rows that have no price of their own."""
        return surroundings.price_of_toggle(self, unit_id, row)

    def said_against(self, unit_id: str, row: Row, count: int) -> Text | None:
        """What the data say, in words alone, against so many of a row; None where nothing new."""
        return refusing.said_against(self, unit_id, row, count)

    def at_fault(self, finding: Diagnostic, rows: Iterable[Row], force_id: str = "") -> tuple[str, ...]:
        """The keys of the rows of a unit that a finding is about, or of a force where it is about no unit; none for a finding
        about the unit or army as a whole."""
        holder = finding.unit or force_id
        if finding.cause is None or not holder:
            return ()
        keys = {row.key: row for row in rows}
        parts = self._offers.counted(finding.cause)
        counted = (key for key, row in keys.items() if row.node in parts and row.kind != "heading")
        named = self.wargear.at_fault(self._holder(holder), finding.cause, keys)
        return tuple(dict.fromkeys((*counted, *named)))

    def leader_targets(self, unit_id: str) -> Iterator[Target]:
        """Units of the army that this leader may be attached to, with what speaks against each; the list is judged for each."""
        return advice.leader_targets(self.now, unit_id)

    def could_be_joined(self, unit_id: str, *, parts: bool) -> bool:
        """Whether the data name a leader of the army for this unit, or what may become a part of it."""
        return any(one.is_part is parts for one in advice.leaders_of_army(self.army, unit_id))

    def leaders_for(self, unit_id: str) -> list[Target]:
        """Leaders of the army that may be attached to this unit, with what speaks against each."""
        return advice.leaders_for(self.now, unit_id)

    def transport_targets(self, unit_id: str) -> Iterator[Target]:
        """Transports of the army, with what speaks against each."""
        return advice.transport_targets(self.now, unit_id)

    def enhancements(self, unit_id: str) -> list[Target]:
        """Enhancements of the chosen detachment, with what speaks against this bearer."""
        return advice.enhancements(self.now, self.choices, self.root(unit_id))

    def enhancement_targets(self, unit_id: str) -> Iterator[Target]:
        """The same one by one, in the order of the data, without the reason that the army would cost too much: points can be
        found. The list is judged for each."""
        root = self.root(unit_id)
        return (one for _place, one in advice.placed_enhancements(self.now, self.choices, root, by_points=False))

    def offers_enhancements(self, unit_id: str) -> bool:
        """Whether the unit may have any now, or the army has a choice on which they depend."""
        return self.army.offers_detachments or any(self.choices.enhancement_options(self.root(unit_id)))
