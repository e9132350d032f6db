"""Facts of a datasheet, detachment or enhancement that no constraint expresses: whom it leads, carries and excludes."""

from __future__ import annotations

from listbuilder.catalogue.base import Number, Record


class TransportBay(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Places of a transport for one kind of passenger. A unit may ride when it has every keyword of one list of ``allow``
    (an empty ``allow`` lets everybody in) and none of ``deny``; each of its models takes the largest of its ``weights``
    (1 by default). ``capacity_with`` gives the capacity while the transport holds that wargear (id or name).

    ``weights`` may also name kinds of models within a unit. ``weights_by_wounds``: places of a model with at least so many
    wounds. ``deny_unless``: who has the keyword may only ride with one of these others. ``deny_wounds``: models with so many
    wounds or more may not ride, Characters apart; 0 is no such limit. ``per_unit``: the places are for units, not models.
    ``attached``: keyword lists, one of which lets a leader in spite of ``deny`` while its bodyguard has none of these.
    ``splits``: units that may be halved when they are declared, so that one half rides.
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
    """Whom a leader may join: names of datasheets; ``beside``: names or keywords of leaders that may already be there.

    ``leads_keywords``: also units that have every keyword of one of these lists. ``beside`` may hold ``any`` (any leader) and
    is confined to the bodyguards ``beside_at`` where there are any; ``beside_many`` lets it join beside more than one.
    ``not_beside``: whoever is named here may not be there too; ``unique``: nor a second of its own datasheet. ``must``: it
    takes no part in the battle when it joins nobody. ``requires``: datasheet -> item (name) that the leader must hold to join
    it.
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
    """Leaders that may join a unit although they do not name it: who has a keyword (or name) of ``who`` and none of
    ``excludes``, and may join a unit of ``instead_of`` (any of them; empty: whoever it is)."""

    who: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    instead_of: tuple[str, ...] = ()


class Bodyguard(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Where a unit deviates from one leader at its own liking. ``needs``: a leader with one of these keywords must have joined
    it. ``leaders``: number of its models -> how many leaders may join from there on, if one of them has a keyword of
    ``one_of``. ``stand_in``: whom it lets in besides those that name it."""

    needs: tuple[str, ...] = ()
    leaders: dict[int, int] = {}
    one_of: tuple[str, ...] = ()
    stand_in: tuple[StandIn, ...] = ()


class BearerRule(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Who may bear an enhancement: all keywords of one list of ``requires`` and none of ``excludes``."""

    requires: tuple[tuple[str, ...], ...] = ()
    excludes: tuple[str, ...] = ()


class Facts(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What the rules and the printed page need of an entry beyond profiles and constraints. Absent parts (``None``) are
    read from the entry's texts where the data set has texts."""

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
    requires: tuple[tuple[str, ...], ...] = ()  # what a detachment needs in the army
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
