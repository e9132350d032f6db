"""What may be chosen: the one in-memory form of every data set.

The vocabulary is BattleScribe's, which the community speaks, with New Recruit's additions. Native YAML and BSData files
are two front ends that produce these records; nothing behind them asks where the data came from.

Every record is immutable, cheap to create and to store (msgspec writes and reads the compiled form), and knows nothing of
rosters. Ids are unique within one data set. Numbers are exact: ``int`` or ``Decimal``, never float.
"""

from listbuilder.catalogue.base import Names, Number, Record
from listbuilder.catalogue.facts import Facts, Match
from listbuilder.catalogue.loadout import FixedItem, ItemAdditions, ItemChoice, ItemSlot
from listbuilder.catalogue.purpose import ConstraintPurpose, Demand, EntryPurpose

# --- queries -----------------------------------------------------------------------------------------------------------


class Query(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What is counted, and where. ``field``: ``selections``, ``forces``, ``associations``, a cost type's id or
    ``limit::<costTypeId>``. ``scope``: ``self``, ``parent``, ``ancestor``, ``force``, ``roster``, ``root-entry``, ``unit``,
    ``model``, ``upgrade``, ``model-or-unit``, ``primary-category``, ``primary-catalogue`` or an id. ``child_id``: an id of an
    entry, link, group, category, force or catalogue, an entry type, ``any``, or ``""`` for the owner's default."""

    field: str = "selections"
    scope: str = "parent"
    child_id: str = ""
    shared: bool = True
    percent: bool = False
    include_child_selections: bool = False
    include_child_forces: bool = False


class Condition(Query, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """``type``: lessThan, greaterThan, equalTo, notEqualTo, atLeast, atMost, instanceOf, notInstanceOf, always, never."""

    type: str
    value: Number = 0
    scope: str = "self"


class Repeat(Query, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Applies its owner ``floor(count / value) * repeats`` times (``ceil`` with ``round_up``)."""

    value: Number = 1
    repeats: int = 1
    round_up: bool = False
    scope: str = "self"


class ConditionGroup(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """``type``: and, or, not, count, arithmetic (add, subtract, multiply, divide, modulo, power, min, max) or a comparison
    (greater, greaterOrEqual, less, lessOrEqual, equal, notEqual); a group may be a number. ``value``: for ``count``, how many
    of the parts must hold (BSData's attribute ``min``). ``local_groups`` are parts like ``conditions`` and ``groups``."""

    type: str = "and"
    value: Number | None = None
    conditions: tuple[Condition, ...] = ()
    groups: "tuple[ConditionGroup, ...]" = ()
    local_groups: "tuple[LocalConditionGroup, ...]" = ()
    repeats: tuple[Repeat, ...] = ()


class LocalConditionGroup(Query, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Filters the nodes found by the query; ``conditions`` are evaluated at each of them, and the number that passes is
    compared with ``value`` by ``type`` (atLeast, lessThan, always, before …); ``repeats`` times its owner by that number."""

    type: str = "atLeast"
    value: Number = 1
    repeats: int = 0
    conditions: tuple[Condition, ...] = ()
    groups: tuple[ConditionGroup, ...] = ()
    local_groups: "tuple[LocalConditionGroup, ...]" = ()


class Constraint(Query, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A bound on a count; ``type``: min, max or exactly. A max of -1 is no bound.

    Native data also give the ``rule`` of the system that the constraint implements, which its findings carry, and the
    ``purpose`` that its findings are worded by; ``demand`` belongs to the purpose of that name.
    """

    id: str
    type: str
    value: Number = 0
    negative: bool = False
    message: str = ""
    rule: str = ""
    purpose: ConstraintPurpose | None = None
    demand: Demand | None = None


# --- modifiers ---------------------------------------------------------------------------------------------------------


class Gate(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """When, and how often, a modifier or modifier group applies."""

    conditions: tuple[Condition, ...] = ()
    condition_groups: tuple[ConditionGroup, ...] = ()
    local_condition_groups: tuple[LocalConditionGroup, ...] = ()
    repeats: tuple[Repeat, ...] = ()


class Modifier(Gate, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Changes ``field`` of its owner, or of what ``scope`` and ``affects`` select. ``field``: name, hidden, page, category,
    description, annotation, error, warning, info, defaultAmount, or the id of a cost type, constraint or characteristic
    type. ``join`` separates appended texts; ``position`` and ``arg`` refine append and replace."""

    type: str
    field: str
    value: str = ""
    scope: str = ""
    affects: str = ""
    join: str | None = None
    position: int | None = None
    arg: str = ""


class ModifierGroup(Gate, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Modifiers under one gate."""

    modifiers: tuple[Modifier, ...] = ()
    groups: "tuple[ModifierGroup, ...]" = ()


# --- nodes -------------------------------------------------------------------------------------------------------------


class NamedRecord(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Anything with an identity that modifiers may change. ``page`` and ``publication_id`` cite where it is printed."""

    id: str
    name: str = ""
    hidden: bool = False
    page: str = ""
    publication_id: str = ""
    alias: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    modifier_groups: tuple[ModifierGroup, ...] = ()


class Publication(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A book or document that entries cite."""

    id: str
    name: str = ""
    short_name: str = ""
    publisher: str = ""
    date: str = ""
    url: str = ""


class CostType(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A currency; ``default_limit`` None means no limit. Modifiers show or hide it (field ``hidden``)."""

    id: str
    name: str = ""
    default_limit: Number | None = None
    hidden: bool = False
    modifiers: tuple[Modifier, ...] = ()
    modifier_groups: tuple[ModifierGroup, ...] = ()


class Cost(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """An amount of one currency."""

    type_id: str
    value: Number = 0
    name: str = ""


class ProfileType(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Columns of a kind of profile: ``(id, name)`` of each characteristic (and attribute) in order. ``sort_index``: the
    position of its table among the others."""

    id: str
    name: str = ""
    kind: str = ""
    characteristics: tuple[tuple[str, str], ...] = ()
    attributes: tuple[tuple[str, str], ...] = ()
    sort_index: int | None = None


class Characteristic(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One value of a profile, as printed."""

    type_id: str
    name: str = ""
    value: str = ""


class Profile(NamedRecord, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A row of a datasheet: a statline, a weapon, an ability …"""

    type_id: str = ""
    type_name: str = ""
    characteristics: tuple[Characteristic, ...] = ()
    attributes: tuple[Characteristic, ...] = ()


class Rule(NamedRecord, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A named rule; ``description`` is empty in shipped data."""

    description: str = ""


class InfoLink(NamedRecord, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A reference to a shared ``profile``, ``rule`` or ``infoGroup`` (``type``)."""

    type: str = "rule"
    target_id: str = ""


class InfoGroup(NamedRecord, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Profiles, rules and links that come together."""

    profiles: tuple[Profile, ...] = ()
    rules: tuple[Rule, ...] = ()
    info_groups: "tuple[InfoGroup, ...]" = ()
    info_links: tuple[InfoLink, ...] = ()


class Informed(NamedRecord, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A named record that carries profiles, rules, info groups and info links, and may be constrained."""

    profiles: tuple[Profile, ...] = ()
    rules: tuple[Rule, ...] = ()
    info_groups: tuple[InfoGroup, ...] = ()
    info_links: tuple[InfoLink, ...] = ()
    constraints: tuple[Constraint, ...] = ()


class CategoryEntry(Informed, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A keyword or battlefield role."""


class CategoryLink(Informed, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Gives its owner a category; at most one of an entry's links is ``primary`` (its role)."""

    target_id: str = ""
    primary: bool = False


class Association(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A relation between selections, such as a leader and its unit."""

    id: str
    name: str = ""
    min: Number = 0
    max: Number = -1
    scope: str = "force"
    child_id: str = "any"
    include_child_selections: bool = False


# --- entries -----------------------------------------------------------------------------------------------------------


class Container(Informed, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What may hold choices: entries, groups of entries and links to either.

    ``local_id``: what a list file calls it below its parent (a datasheet, a model, an item …), in native data only.
    """

    entries: "tuple[Entry, ...]" = ()
    groups: "tuple[EntryGroup, ...]" = ()
    links: "tuple[EntryLink, ...]" = ()
    category_links: tuple[CategoryLink, ...] = ()
    costs: tuple[Cost, ...] = ()
    associations: tuple[Association, ...] = ()
    collective: bool = False
    exported: bool = True  # the BattleScribe attribute ``import``
    flatten: bool = False
    default_amount: str = ""
    sort_index: int | None = None
    local_id: str = ""
    purpose: EntryPurpose | None = None


class Entry(Container, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A choice; ``type``: unit, model, upgrade, unit-group, mount or crew, and ``subtype`` another of these words that queries
    may count it by. ``step``: by how much an editor changes its number at a time (a points limit in steps of 250)."""

    type: str = "upgrade"
    subtype: str = ""
    step: Number = 1
    facts: Facts | None = None


class EntryGroup(Container, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Choices that share constraints; transparent in the selection tree. ``default_id``: an entry's or link's id."""

    default_id: str = ""
    loadout: ItemSlot | ItemAdditions | None = None


class EntryLink(Container, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A reference to a shared entry or group (``type``: selectionEntry, selectionEntryGroup) with its own additions."""

    type: str = "selectionEntry"
    target_id: str = ""
    loadout: FixedItem | ItemChoice | None = None


class ForceEntry(Informed, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A force organisation: which categories it has and which forces it may contain. ``readme``: the authors' note to users
    who add it; ``child_forces_label``: a title for the forces that it contains. ``link_id``: of the link through which
    another force offers it. ``local_id``: what a list file calls it, in native data only. ``catalogue_id``: of native data, the
    faction whose units it has; that of what it stands in when empty."""

    category_links: tuple[CategoryLink, ...] = ()
    force_entries: "tuple[ForceEntry, ...]" = ()
    force_links: tuple[EntryLink, ...] = ()
    costs: tuple[Cost, ...] = ()
    associations: tuple[Association, ...] = ()
    sort_index: int | None = None
    readme: str = ""
    child_forces_label: str = ""
    link_id: str = ""
    local_id: str = ""
    catalogue_id: str = ""
    purpose: EntryPurpose | None = None


class CatalogueLink(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Makes another catalogue's shared entries, and with ``import_root_entries`` its root entries, available."""

    id: str
    name: str = ""
    target_id: str = ""
    import_root_entries: bool = False


class Undeclared(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A word where an id or one of a set of words stands, and that is neither in its own file: an id of another file, or
    unknown. ``place``: element@attribute."""

    place: str
    word: str
    count: int = 1


class Catalogue(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One file of a data set: the game system itself (``is_game_system``) or one of its catalogues.

    ``glossary``: language -> English name -> name in that language. ``texts``: column -> the different texts that profiles have
    in it (see `inside.texts_of`), None where no reader has collected them. ``unknown``: elements and attributes that the reader
    does not know -> how often they occur. ``undeclared``: words that only the other files of the set can explain.
    """

    id: str
    name: str = ""
    revision: int = 0
    is_game_system: bool = False
    game_system_id: str = ""
    game_system_name: str = ""
    library: bool = False
    readme: str = ""
    local_id: str = ""  # what a list file calls the faction, in native data
    names: Names = {}  # the faction's name by language, where the data have it
    faction_keyword: str = ""  # the keyword that every unit of the faction has
    date: str = ""  # points_date of native data
    slots: dict[
        str, tuple[int, int | None]
    ] = {}  # role or keyword -> the least and the most units of it in an army, of native data
    slot_places: dict[str, dict[str, int]] = {}  # the same -> keyword -> how many of these a unit with it counts for
    exclusive_keywords: tuple[str, ...] = ()  # faction keywords of which an army has at most one, such as Chapters
    extends: str = ""  # local id of the faction whose datasheets and detachments it has besides its own
    has_armies: bool = True  # else its datasheets only stand in contingents of other factions' armies
    subfaction: str = ""  # the one of ``exclusive_keywords`` that its armies have, whether a unit has it or not
    forbids: tuple[Match, ...] = ()  # units that its armies do not have
    lacks: tuple[str, ...] = ()  # names of units that it has and these data do not, while other factions have some
    publications: tuple[Publication, ...] = ()
    cost_types: tuple[CostType, ...] = ()
    profile_types: tuple[ProfileType, ...] = ()
    category_entries: tuple[CategoryEntry, ...] = ()
    force_entries: tuple[ForceEntry, ...] = ()
    shared_force_entries: tuple[ForceEntry, ...] = ()
    entries: tuple[Entry, ...] = ()
    groups: tuple[EntryGroup, ...] = ()
    links: tuple[EntryLink, ...] = ()
    shared_entries: tuple[Entry, ...] = ()
    shared_groups: tuple[EntryGroup, ...] = ()
    profiles: tuple[Profile, ...] = ()
    rules: tuple[Rule, ...] = ()
    info_links: tuple[InfoLink, ...] = ()
    shared_profiles: tuple[Profile, ...] = ()
    shared_rules: tuple[Rule, ...] = ()
    shared_info_groups: tuple[InfoGroup, ...] = ()
    texts: dict[str, tuple[str, ...]] | None = None
    shared_associations: tuple[Association, ...] = ()
    catalogue_links: tuple[CatalogueLink, ...] = ()
    glossary: dict[str, dict[str, str]] = {}
    unknown: dict[str, int] = {}
    undeclared: tuple[Undeclared, ...] = ()
