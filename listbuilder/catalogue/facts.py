"""Facts of a datasheet, detachment or enhancement that no constraint expresses: whom it leads, carries and excludes."""

from __future__ import annotations

from listbuilder.catalogue.base import Number, Record


class TransportBay(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Places of a transport for one kind of passenger. A unit may embark when it has every keyword of one list of ``allow``
    (empty: every unit) and no keyword of ``deny``. A model takes the largest of the ``weights`` that apply to it (else 1
    place); their keys are keywords of units or names of models. ``capacity_with``: wargear (name) of the transport -> its
    capacity with that wargear.

    ``weights_by_wounds``: wounds -> places of a model with at least that many. ``deny_unless``: keyword -> other keywords of
    which a unit with the first needs one. ``deny_wounds``: models with at least that many wounds, Characters excepted, may
    not embark; 0 is no limit. ``per_unit``: the capacity counts units, not models. ``attached``: keyword lists; an attached
    leader with all keywords of one list may embark in spite of ``deny`` if its bodyguard has no keyword of ``deny``.
    ``splits``: units that may be split when they are declared, so that one half embarks.
    """

    capacity: int
    allow: tuple[tuple[str, ...], ...] = ()
    deny: tuple[str, ...] = ()
    weights: dict[str, int] = {}
    capacity_with: dict[str, int] = {}
    weights_by_wounds: dict[int, int] = {}
    deny_unless: dict[str, tuple[str, ...]] = {}
    deny_wounds: int = 0
    per_unit: bool = False
    splits: tuple[str, ...] = ()
    attached: tuple[tuple[str, ...], ...] = ()


class Leader(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Units that a leader may join. ``leads``: names of datasheets; ``leads_keywords``: keyword lists, of one of which a unit
    needs every keyword.

    ``beside``: names or keywords of leaders that may have joined already, or ``any``; only in the bodyguards ``beside_at``
    where there are any; ``beside_many``: also several of them. ``not_beside``: leaders that may not be in the same unit;
    ``unique``: nor may a second leader of its own datasheet. ``must``: it must join a unit to take part in the battle.
    ``requires``: datasheet -> item (name) that the leader must have to join it.
    """

    leads: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    leads_keywords: tuple[tuple[str, ...], ...] = ()
    beside_at: tuple[str, ...] = ()
    beside_many: bool = False
    not_beside: tuple[str, ...] = ()
    unique: bool = False
    must: bool = False
    requires: dict[str, str] = {}


class StandIn(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Leaders that may join a unit although they do not name it: those with a keyword (or name) of ``who`` and none of
    ``excludes`` that may join one of the units ``instead_of`` (empty: no such condition)."""

    who: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    instead_of: tuple[str, ...] = ()


class Bodyguard(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Where a unit deviates from the rule of one optional leader. ``needs``: a leader with one of these keywords must have
    joined it. ``leaders``: number of models -> leaders that may join a unit of at least that size, if one of them has a
    keyword of ``one_of``. ``stand_in``: leaders that may join it besides those that name it."""

    needs: tuple[str, ...] = ()
    leaders: dict[int, int] = {}
    one_of: tuple[str, ...] = ()
    stand_in: tuple[StandIn, ...] = ()


class BearerRule(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Who may bear an enhancement: all keywords of one list of ``requires`` and none of ``excludes``."""

    requires: tuple[tuple[str, ...], ...] = ()
    excludes: tuple[str, ...] = ()


class Facts(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What the rules and the printed page need to know of an entry beyond profiles and constraints. Parts that are None are
    read from the entry's printed texts, where the data set has them."""

    faction_keywords: tuple[str, ...] = ()
    role: str = ""
    legends: bool = False
    leader: Leader | None = None
    bodyguard: Bodyguard | None = None
    never_with: tuple[str, ...] = ()  # datasheets that an army with this one cannot include
    transport: tuple[TransportBay, ...] | None = None
    hover: bool = False
    must_be_warlord: bool = False
    never_warlord: bool = False
    core_abilities: tuple[str, ...] = ()
    faction_abilities: tuple[str, ...] = ()
    unit_abilities: tuple[str, ...] = ()
    bearer: BearerRule | None = None
    detachment: str = ""  # local id of a detachment, and of the detachment that an enhancement belongs to
    requires: tuple[tuple[str, ...], ...] = ()  # keyword lists: an army with the detachment needs one of each
    forbids: tuple[str, ...] = ()
    faction: str = ""  # faction keyword a detachment belongs to
    rule_name: str = ""  # a detachment's rule
    stratagems: tuple[Stratagem, ...] = ()
    size: Number | None = None  # points limit that a battle size stands for


class Stratagem(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Facts for the reference page. ``target``: keyword lists (all of one); empty means any unit."""

    id: str
    name: str
    cp: int
    type: str = ""
    turn: str = ""
    phase: str = ""
    target: tuple[tuple[str, ...], ...] = ()
    target_state: str = ""
    once_per_battle: bool = False
    source: str = ""
