"""Facts of a datasheet, detachment or enhancement that no constraint expresses: whom it leads, carries and excludes."""

from listbuilder.catalogue.base import Number, Record

LEADER, FOLLOWER = "leader", "follower"  # what alone a unit may be in a force
BEARER, UNIT, LEADERS, ARMY = "bearer", "unit", "leaders", "army"  # whom an effect changes


class Match(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Units that have every word of ``keywords`` (keywords or datasheet names) and none of ``excludes``."""

    keywords: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


class Effect(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What an ability, an enhancement or a detachment changes while armies are mustered and formations declared.

    ``ability``: the name of what has the effect. ``to``: who is changed: the ``bearer``, its whole ``unit`` (bodyguard and
    leaders), the ``leaders`` attached to it, or units of the ``army``; of the last two, those that match one of ``units`` (all
    when empty), all of them or ``up_to`` so many as the player chooses (a number, or one for each battle size); ``whole``: an
    attached unit counts as one of them.

    Conditions: ``item``: the bearer has that wargear (name); ``warlord``: the Warlord matches one of them; ``leading``: the
    bearer has joined a unit that matches one of them; ``present``: the army has a unit for each of them; ``embarked``: who is
    changed starts the battle in a transport.

    Changes: core ``abilities`` and ``keywords`` gained, keywords and abilities in ``loses`` lost, ``leads``: further units that
    the bearer may join.
    """

    ability: str = ""
    to: str = BEARER
    units: tuple[Match, ...] = ()
    up_to: int | dict[str, int] | None = None
    whole: bool = False
    item: str = ""
    warlord: tuple[Match, ...] = ()
    leading: tuple[Match, ...] = ()
    present: tuple[Match, ...] = ()
    embarked: bool = False
    abilities: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    leads: tuple[Match, ...] = ()


class Split(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """How a unit may be split into two when formations are declared: kinds of models (their local ids) for each of the two
    units, or, without ``kinds``, as equally as possible. ``size``: only a unit of so many models; 0 is any. ``must``: it has to
    be split when it has models for both."""

    kinds: tuple[tuple[str, ...], ...] = ()
    size: int = 0
    must: bool = False


class PassengerLimit(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """At most ``models`` models of units with one of these keywords or names in one transport."""

    names: tuple[str, ...]
    models: int


class TransportBay(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Places of a transport for one kind of passenger. A unit may embark when it has every keyword of one list of ``allow``
    (empty: every unit) and no keyword of ``deny``. A model takes the largest of the ``weights`` that apply to it (else 1
    place); their keys are keywords of units or names of models. ``capacity_with``: wargear (name) of the transport -> its
    capacity with that wargear.

    ``weights_by_wounds``: wounds -> places of a model with at least that many. ``by_wounds``: keywords (or names) of models
    that take as many places as they have wounds. ``most_wounds``: keyword -> the most wounds that a unit with it may have.
    ``deny_unless``: keyword -> other keywords or names of which a unit with the first needs one. ``deny_wounds``: models with
    at least that many wounds may not embark, but those of units with a keyword of ``large``; 0 is no limit. ``limits``: how
    many models of certain kinds may be inside. ``per_unit``: the capacity counts units, not models. ``attached``: keyword
    lists; an attached leader with all keywords of one list may embark in spite of ``deny`` if its bodyguard has no keyword of
    ``deny``. ``splits``: units that may be split when they are declared, so that one half embarks.
    """

    capacity: int
    allow: tuple[tuple[str, ...], ...] = ()
    deny: tuple[str, ...] = ()
    weights: dict[str, int] = {}
    capacity_with: dict[str, int] = {}
    weights_by_wounds: dict[int, int] = {}
    deny_unless: dict[str, tuple[str, ...]] = {}
    deny_wounds: int = 0
    large: tuple[str, ...] = ()
    by_wounds: tuple[str, ...] = ()
    most_wounds: dict[str, int] = {}
    limits: tuple[PassengerLimit, ...] = ()
    per_unit: bool = False
    splits: tuple[str, ...] = ()
    attached: tuple[tuple[str, ...], ...] = ()


class Passenger(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """How a unit rides, where its own data say so. ``places``: name of a model (``""``: any) -> places that it takes in every
    transport. ``counts_as``: name of a model (``""``: any) -> the keyword or model that a transport takes it for. ``with_unit``:
    it may ride wherever the unit that it joined may. ``never``: keywords or names of transports that it may not ride in."""

    places: dict[str, int] = {}
    counts_as: dict[str, str] = {}
    with_unit: bool = False
    never: tuple[str, ...] = ()


class Leader(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Units that a leader may join. ``leads``: names of datasheets; ``leads_keywords``: keyword lists, of one of which a unit
    needs every keyword.

    ``beside``: names or keywords of leaders that may have joined already, or ``any``; only in the bodyguards ``beside_at``
    where there are any; ``beside_many``: also several of them. ``not_beside``: leaders that may not be in the same unit;
    ``unique``: nor may a second leader of its own datasheet. ``must``: it must join a unit to take part in the battle.
    ``requires``: datasheet -> item (name) that the leader must have to join it. ``excludes``: keywords that no unit found by
    ``leads_keywords`` may have; ``shares``: keywords of which such a unit must have one that the leader has, too.

    ``retinue``: it becomes a part of the unit and is not one of its leaders; ``led_by``: only of a unit with a leader that
    matches one of them; ``only_with``: names or keywords of the only leaders that the unit may have. ``rides`` is false where
    neither it nor the unit that it joined may embark.

    ``support``: it joins beside a leader, with the ability that games call so. ``whole``: these are all units that it may join;
    what other units say of themselves (`StandIn`) adds none.
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
    excludes: tuple[str, ...] = ()
    shares: tuple[str, ...] = ()
    retinue: bool = False
    led_by: tuple[Match, ...] = ()
    only_with: tuple[str, ...] = ()
    rides: bool = True
    support: bool = False
    whole: bool = False


class FollowerLimit(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """At most ``number`` units that match one of ``units``."""

    units: tuple[Match, ...]
    number: int


class Followers(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Units that a force may hold besides the unit that leads it: those that match one of ``units``, within the limits of
    ``at_most``. For each of ``needs`` it must hold one that matches."""

    units: tuple[Match, ...] = ()
    needs: tuple[Match, ...] = ()
    at_most: tuple[FollowerLimit, ...] = ()


class StandIn(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Leaders that may join a unit although they do not name it: those with a keyword (or name) of ``who`` (empty: all) and none
    of ``excludes`` that may join one of the units ``instead_of`` (empty: no such condition)."""

    who: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    instead_of: tuple[str, ...] = ()


class Bodyguard(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Where a unit deviates from the rule of one optional leader. ``needs``: a leader with one of these keywords must have
    joined it. ``leaders``: number of models -> leaders that may join a unit of at least that size, if one of them has a
    keyword of ``one_of``, no two have one of ``once`` and, where it is ``distinct``, no two are of one datasheet. ``stand_in``:
    leaders that may join it besides those that name it."""

    needs: tuple[str, ...] = ()
    leaders: dict[int, int] = {}
    one_of: tuple[str, ...] = ()
    once: tuple[str, ...] = ()
    distinct: bool = False
    stand_in: tuple[StandIn, ...] = ()


class BearerRule(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Who may bear an enhancement: units with all keywords of one list of ``requires``, none of ``excludes`` and all of
    ``abilities``; only Characters unless it is for ``any_unit``. ``gear``: wargear (names), one of which the bearer has;
    ``replaces``: wargear, one of which it gives up for the enhancement. ``warlord``: the army's Warlord matches one of them."""

    requires: tuple[tuple[str, ...], ...] = ()
    excludes: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    any_unit: bool = False
    gear: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    warlord: tuple[Match, ...] = ()


class Allowance(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Items that a unit may have: those of one of ``types``, and ``items`` (ids); all when both are empty. Together they cost no
    more than ``points``; None is no limit. ``gear``: only while the unit has that wargear (name); ``model``: only while it has
    such a model (local id; ``model_name``: what it is called). ``types_with``: type -> wargear (name) that the unit needs for
    items of that type. ``alone``: a unit with one of these items has no others. ``warlord_has``: as the Warlord, the unit has
    one of these items."""

    points: Number | None = None
    types: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    gear: str = ""
    model: str = ""
    model_name: str = ""
    types_with: dict[str, str] = {}
    alone: bool = False
    warlord_has: bool = False


class Needed(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Units that a detachment asks for: ``at_least`` so many that have one of the words."""

    any: tuple[str, ...]
    at_least: int = 1


class Facts(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What the rules and the printed page need to know of an entry beyond profiles and constraints. Parts that are None are
    read from the entry's printed texts, where the data set has them. ``partial``: of an entry of community data, whose own texts
    say what is not here."""

    faction_keywords: tuple[str, ...] = ()
    role: str = ""
    legends: bool = False
    leader: Leader | None = None
    bodyguard: Bodyguard | None = None
    followers: Followers | None = None  # None: the data say otherwise whom a force may hold
    force_role: str = ""  # `LEADER` or `FOLLOWER`, where it may only be that
    known_as: tuple[str, ...] = ()  # words that mean it in filters besides its keywords
    subfactions: tuple[str, ...] = ()  # local ids of those of a force that it may stand in; empty: any
    never_with: tuple[Match, ...] = ()  # units that an army with this one cannot include
    transport: tuple[TransportBay, ...] | None = None
    passenger: Passenger | None = None
    hover: bool = False
    damaged: tuple[int, ...] = ()  # wounds left of a model, from which on it is worse, the highest first
    must_be_warlord: bool = False
    never_warlord: bool = False
    never_enhanced: bool = False
    starts_in_reserves: bool = False
    reserves_uncounted: bool = False  # limits on reserves count neither it nor its passengers
    split: Split | None = None
    effects: tuple[Effect, ...] = ()
    core_abilities: tuple[str, ...] = ()
    faction_abilities: tuple[str, ...] = ()
    unit_abilities: tuple[str, ...] = ()
    bearer: BearerRule | None = None
    allowances: tuple[Allowance, ...] | None = None  # None: the data bound its items themselves
    item_type: str = ""  # of an enhancement: id of one of the game's types of items
    page: str = ""  # of an enhancement: book and page
    unlimited: bool = False  # of a choice of the army: the points limit of its size does not hold
    detachment: str = ""  # local id of a detachment, and of the detachment that an enhancement belongs to
    requires: tuple[Needed, ...] = ()  # an army with the detachment needs all of these
    warlord: tuple[Match, ...] = ()  # its Warlord matches one of these
    never_warlords: tuple[Match, ...] = ()  # and none of these
    forbids: tuple[Match, ...] = ()
    faction: str = ""  # faction keyword a detachment belongs to
    rule_name: str = ""  # a detachment's rule
    stratagems: "tuple[Stratagem, ...]" = ()
    size: Number | None = None  # points limit that a battle size stands for
    partial: bool = False


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
