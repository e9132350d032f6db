"""What a points document states, one page for each faction: immutable records, as its files hold them."""

from listbuilder.catalogue.base import Number, Record


class Price(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The points of a unit with ``models`` models. ``of``: name of a kind of model -> how many of them the unit has, where
    prices are told apart by it; else any unit of that size."""

    models: int
    points: Number
    of: dict[str, int] = {}


class Joins(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Units that a leader may join: those of these ``names``, and those that have every keyword of one list of ``keywords``."""

    names: tuple[str, ...] = ()
    keywords: tuple[tuple[str, ...], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.names or self.keywords)


class UnitLine(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A datasheet. ``prices`` by size, the smallest first: a unit with more models than one of them names pays the next.

    ``again``: number of the copy from which on each costs so many points more than the first, at every size, the lowest number
    first. ``additions``: kind of model -> points of each on top of the price, which does not count it. ``items``: wargear ->
    points of each, also of those that the unit has at first. ``leads`` and ``supports``: the units that it may join as a Leader
    or with Support. ``group``: the part of the page that it stands in; empty for the page's own.
    """

    name: str
    prices: tuple[Price, ...] = ()
    again: dict[int, Number] = {}
    additions: dict[str, Number] = {}
    items: dict[str, Number] = {}
    leads: Joins = Joins()
    supports: Joins = Joins()
    legends: bool = False
    group: str = ""


class EnhancementLine(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """An enhancement. ``upgrade``: also for units that are no Characters. ``leads`` and ``supports``: further units that its
    bearer may join."""

    name: str
    points: Number
    upgrade: bool = False
    leads: Joins = Joins()
    supports: Joins = Joins()


class DetachmentLine(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A detachment: its Detachment Points, the Force Disposition that it grants, and the tag of which an army has at most one
    detachment; empty for none."""

    name: str
    points: int
    disposition: str = ""
    tag: str = ""
    enhancements: tuple[EnhancementLine, ...] = ()


class Page(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The page of a faction. ``id``: of its file; ``version`` and ``date`` (ISO 8601) of the document; ``parent``: id of the page
    of the faction that it is a part of. ``allied``: what units of the page cost in armies of other factions, and nothing else of
    them."""

    id: str
    name: str
    version: str
    date: str
    parent: str = ""
    units: tuple[UnitLine, ...] = ()
    allied: tuple[UnitLine, ...] = ()
    detachments: tuple[DetachmentLine, ...] = ()
