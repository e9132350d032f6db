"""Findings: what is wrong, how much, where, why, and how to fix it. Units, sizes and enhancements stand by their ids."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal, overload

from msgspec import Struct

from listbuilder.army import TreeFinding
from listbuilder.catalogue.base import Number
from listbuilder.errors import Place
from listbuilder.i18n import Localised, Text
from listbuilder.rules.where import Where

if TYPE_CHECKING:
    from listbuilder.rules.muster import Muster

SEVERITIES = ("error", "warning", "info", "unjudged")

NOWHERE = Localised()


ADDED = "+"  # in place of a force's id: the one that was added last, whose id is another each time


class RemoveUnit(Struct, frozen=True):
    unit: str


class AddUnit(Struct, frozen=True):
    """Adds ``number`` units with their defaults to the force (empty: the first; `ADDED`: the one that a step before it added), or
    with so many models where ``models`` is not 0. ``name`` and ``points``: what the title calls one and what it costs."""

    datasheet: str
    name: str
    points: Number
    force: str = ""
    models: int = 0
    number: int = 1


class SetSize(Struct, frozen=True):
    """Changes the number of models of the unit. ``points``: what the change costs, for its title."""

    unit: str
    models: int
    points: Number


class Choose(Struct, frozen=True):
    """Chooses a row of the unit's editor in place of what its group has, or takes it back. ``name``: what the row is called."""

    unit: str
    row: str
    name: str
    on: bool


class MoveUnit(Struct, frozen=True):
    """Moves the unit into another force: one of the army, or a new one of a kind of the game."""

    unit: str
    force: str = ""
    kind: str = ""


class AddForce(Struct, frozen=True):
    """Adds a force of a kind of the game to the army."""

    kind: str


class RemoveForce(Struct, frozen=True):
    """Removes the force with everything in it."""

    force: str


class SetSubfaction(Struct, frozen=True):
    """Gives the force this subfaction in place of the one that it has."""

    force: str
    subfaction: str


class SetWarlord(Struct, frozen=True):
    """Makes the unit the Warlord; no other unit stays one."""

    unit: str


class ClearWarlord(Struct, frozen=True):
    """Takes the Warlord's mark from this unit only."""

    unit: str


class ClearEnhancement(Struct, frozen=True):
    """Takes one selection of the enhancement from the unit."""

    unit: str
    enhancement: str


class SetBattleSize(Struct, frozen=True):
    size: str


class SetLimit(Struct, frozen=True):
    """Gives the list a points limit of its own."""

    points: Number


class SetDetachment(Struct, frozen=True):
    """Chooses the detachment in place of all others."""

    detachment: str


class GiveUpDetachment(Struct, frozen=True):
    """Gives up one of several detachments."""

    detachment: str


class Settle(Struct, frozen=True):
    """Makes a setting of a force that it has not yet: the id of what offers it, and of what is chosen there; empty: what the data
    ask for."""

    force: str
    setting: str
    choice: str = ""


class Attach(Struct, frozen=True):
    leader: str
    unit: str


class Detach(Struct, frozen=True):
    leader: str


class Embark(Struct, frozen=True):
    unit: str
    transport: str


class Deploy(Struct, frozen=True):
    """Puts the unit on the table: out of its transport and its reserves."""

    unit: str


class SetReserves(Struct, frozen=True):
    """Puts the unit into reserves: the id of one of the game's states of reserves."""

    unit: str
    state: str


class SetHover(Struct, frozen=True):
    unit: str
    on: bool


class SetSplit(Struct, frozen=True):
    """Splits the unit in two, or makes it whole again; what was declared of its halves is dropped."""

    unit: str
    on: bool


class Forget(Struct, frozen=True):
    """Removes an id that names no unit from the declarations."""

    unit: str


class Correct(Struct, frozen=True):
    """Writes another id in the declarations for one that names no unit."""

    unit: str
    meant: str


class Change(Struct, frozen=True):
    """Changes what is chosen under a selection or force: fewer of some of its selections, more of others or of its options.

    ``node``: the id of the holder; ``fewer``: (id of a selection under it, number); ``more``: (id of a selection or option
    under it, number). ``models``: of how many of the holder; the others are split off unchanged (0: of all). What the holder
    must have by default afterwards is added.
    """

    node: str
    fewer: tuple[tuple[str, int], ...] = ()
    more: tuple[tuple[str, int], ...] = ()
    models: int = 0


class Several(Struct, frozen=True):
    """Several actions that resolve a finding only together."""

    actions: tuple[Action, ...]


class SetMark(Struct, frozen=True):
    """Gives these units alone a mark that a rule has the player note on the roster."""

    mark: str
    units: tuple[str, ...]


class Want(Struct, frozen=True):
    """So many more points, units or models of units that match ``where`` (in ``force``, where it is not empty). No fix of its
    own: the session proposes units that grow or are added (`session.additions`)."""

    where: Where
    missing: Number
    of: Literal["points", "units", "models"] = "points"
    force: str = ""


class Resize(Struct, frozen=True):
    """So many models in the unit. No fix of its own: the session finds what that costs (`session.resizing`)."""

    unit: str
    models: int


class Cheapen(Struct, frozen=True):
    """At least so many points less spent on one of the units that match ``where``. No fix of its own: the session finds choices
    and models that one can do without (`session.resizing`)."""

    where: Where
    over: Number


class Rechoose(Struct, frozen=True):
    """Another choice among the options of the unit. No fix of its own: the session tries each (`session.additions`)."""

    unit: str


class Retake(Struct, frozen=True):
    """Other choices of units that match ``where``, until so many more units match, or fewer where ``change`` is below 0; with a
    ``currency``, until so much more or less of it is spent. No fix of its own: the session finds such choices
    (`session.retaking`)."""

    where: Where
    change: Number
    currency: str = ""


class Decide(Struct, frozen=True):
    """A choice that is the player's alone, because nothing speaks for one of many. No fix of its own: who edits the list is shown
    what there is to choose."""

    what: Literal["detachment", "limit"]


Declaring = Attach | Detach | Embark | Deploy | SetReserves | SetHover | SetSplit | SetMark | Forget | Correct
Action = (
    RemoveUnit
    | AddUnit
    | SetSize
    | Choose
    | MoveUnit
    | AddForce
    | RemoveForce
    | SetSubfaction
    | SetWarlord
    | ClearWarlord
    | ClearEnhancement
    | SetBattleSize
    | SetLimit
    | SetDetachment
    | GiveUpDetachment
    | Settle
    | Declaring
    | Change
    | Several
)


class Fix(Struct, frozen=True):
    """An edit that a rule proposes for a finding. A session offers it only after it tested it (`session.offers`). ``safe``
    ones may be applied without asking (`check --fix`): they undo nothing that the player chose."""

    action: Action
    safe: bool = False


Proposal = Fix | Want | Resize | Cheapen | Rechoose | Retake | Decide


class Proposals(Sequence[Proposal]):
    """Fixes that are found when somebody asks for them: most armies are judged only to see what is wrong with them. ``find`` gets
    the muster of the army as it is then, in which the finding holds, though another army may have been judged first."""

    def __init__(self, find: Callable[[Muster], Iterable[Proposal]], muster: Muster | None = None) -> None:
        self._find = find
        self._muster = muster

    def under(self, muster: Muster | None) -> Proposals:
        """The same for another army with the finding."""
        return Proposals(self._find, muster)

    @cached_property
    def _found(self) -> tuple[Proposal, ...]:
        assert self._muster is not None
        return tuple(self._find(self._muster))

    @overload
    def __getitem__(self, index: int) -> Proposal: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Proposal, ...]: ...
    def __getitem__(self, index: int | slice) -> Proposal | tuple[Proposal, ...]:
        return self._found[index]

    def __len__(self) -> int:
        return len(self._found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._found == tuple(other)

    def __hash__(self) -> int:
        return hash(self._found)


def decision(finding: Diagnostic) -> str:
    """What the player has to choose because of a finding; empty where it proposes something else."""
    fixes = finding.fixes
    return next((one.what for one in fixes if isinstance(one, Decide)), "") if isinstance(fixes, tuple) else ""


class Diagnostic(Struct, frozen=True):
    """One finding. ``unit`` is the id of the unit it is about, empty for the army; ``found`` and ``bound`` are the numbers
    compared. Severity ``unjudged`` means that the data do not allow a verdict: neither legal nor illegal. ``fixes`` are
    proposals; ``cause`` is the finding of the data that it repeats. ``beside``: what is said beside the verdict because of it, so
    that nobody reads the verdict without it. ``whole``: what the bound is a share of, where that grows with the army."""

    rule: str
    message: Text
    severity: str = "error"
    unit: str = ""
    place: Place | None = None
    found: Number | None = None
    bound: Number | None = None
    source: Localised = NOWHERE
    fixes: Sequence[Proposal] = ()
    cause: TreeFinding | None = None
    beside: Text | None = None
    whole: Number | None = None

    def under(self, muster: Muster | None) -> Diagnostic:
        """The same finding in another army, at which its fixes look."""
        fixes = self.fixes
        if type(fixes) is not Proposals:
            return self
        facts = self.rule, self.message, self.severity, self.unit, self.place, self.found, self.bound, self.source
        return Diagnostic(*facts, fixes.under(muster), self.cause, self.beside, self.whole)
