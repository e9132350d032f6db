"""What an editor shows of a session: immutable records, computed on demand."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from listbuilder.catalogue.base import Number
from listbuilder.catalogue.terms import Term
from listbuilder.errors import InputError
from listbuilder.i18n import Text
from listbuilder.naming import fold, suggestion
from listbuilder.rules.diagnostic import Action

RowKind = Literal["heading", "count", "toggle", "pick"]
Setting = Literal["battle-size", "detachment", "enhancement"]


class Named(Struct, frozen=True):
    """Something to pick from a list: a system, faction, battle size, detachment or force. ``more``: its names in other languages,
    by which it may be looked for; ``also``: its English name, which is looked for like its name; ``points``: what it costs
    besides what is put into it; ``source``, ``date``: the data set that has it, and of when that is."""

    id: str
    name: str
    note: str = ""
    more: str = ""
    points: Number = 0
    source: str = ""
    date: str = ""
    also: str = ""


class ForceLine(Struct, frozen=True):
    """A force of the list: an army, detachment or regiment. ``depth`` counts the forces above it."""

    id: str
    name: str
    kind: str
    depth: int
    points: Number


class DatasheetChoice(Struct, frozen=True):
    """A datasheet that may be added to the army. ``points``: of a unit with its defaults; ``taken``: how many the army has;
    ``hidden``: the data hide it now (Legends, other detachments); ``must_join``: it is a part of another unit."""

    id: str
    name: str
    role: str
    points: Number
    keywords: tuple[str, ...]
    taken: int
    legends: bool
    hidden: bool = False
    faction: str = ""  # of another faction than the army's own
    must_join: bool = False


class Share(Struct, frozen=True):
    """A bound that grows with the unit: ``number`` for every so many ``models``. ``of``: the name of the models that count, empty
    for any."""

    number: int
    models: int
    of: str = ""


class Row(Struct, frozen=True):
    """One row of the unit editor: a number of models, an option to toggle, or one of a group to pick.

    ``key`` names the row in the edits of `Session` as long as the unit keeps it. ``count`` is what is chosen now, between
    ``minimum`` and ``maximum`` (None: no bound) by the data. ``points`` is the price of one more, 0 when it changes none.
    ``pick`` rows of one ``group`` exclude one another. What models of one kind carry is counted over all of them (`squads`).
    """

    key: str
    label: str
    kind: RowKind
    depth: int = 0
    count: int = 0
    minimum: int | None = None
    maximum: int | None = None
    points: Number = 0
    group: str = ""
    hidden: bool = False
    node: str = ""  # id of the selection when chosen
    split: bool = False  # models of this row may be split off to carry another loadout
    together: bool = False  # all models of one kind, whatever they carry
    fitting: int | None = None  # for how many models the unit's bounds leave room, where not for all that would take it
    share: Share | None = None  # what the largest number depends on, where the data state it so
    setting: Setting | None = None  # which choice with a command of its own it is a part of

    @property
    def chosen(self) -> bool:
        return self.count > 0

    @property
    def fixed(self) -> bool:
        """Whether the data allow this number of it and no other."""
        return self.kind == "count" and self.minimum == self.maximum == self.count


class Target(Struct, frozen=True):
    """A unit that another may be attached to or embark in, or an enhancement that it may bear, and what speaks against it
    (empty: nothing). ``price``: of an enhancement, in words; ``rules``: what it does, as the data name and write it.
    ``group``: what the data sort it under, the outermost first. ``places``: of a transport, how many would be taken with
    the unit in it, and how many it has; None where that is not read. ``of_any``: the reason, with the word for all enhancements
    in the place of this one's name."""

    id: str
    name: str
    reason: str = ""
    price: str = ""
    rules: tuple[tuple[str, str], ...] = ()
    group: tuple[str, ...] = ()
    places: tuple[Number, Number] | None = None
    of_any: str = ""


class Effect(Struct, frozen=True):
    """What a fix leads to: the change of the army's points, and the errors that the list has afterwards."""

    points: Number
    errors: int


class Offer(Struct, frozen=True):
    """A fix that was tested: it removes its finding and adds none. ``title`` says what it does to whom. ``safe`` ones may be
    applied without asking; ``agreed`` ones change what the players agreed on, or what the whole list is built around: the size
    of the game, the limit, the detachment."""

    title: Text
    action: Action
    safe: bool = False
    effect: Effect | None = None
    agreed: bool = False


def pick(word: str, choices: list[Named], what: Text | Term) -> str:
    """The id of the choice that an id or name means. Raises `InputError` with the nearest one."""
    found = next((choice.id for choice in choices if fold(word) in (fold(choice.id), fold(choice.name))), None)
    if found is None:
        message = Text("unknown {what}: {name}", {"what": what, "name": word})
        raise InputError(message, hint=suggestion(word, [choice.name for choice in choices]))
    return found
