"""What a game calls things: its terms and states, roles, declarations, phases; with the columns of its datasheets.

All of it comes from the game's ``system.yaml``. Whatever a system does not name has a neutral default here; a community data
set without a ``system.yaml`` uses the defaults only. Front ends show these words and know no game's words themselves.
"""

from collections.abc import Iterable
from functools import cached_property

from msgspec import field

from listbuilder.catalogue.base import Names, Number, Record
from listbuilder.catalogue.battle import NEUTRAL_BATTLE, BattleRules
from listbuilder.catalogue.columns import STATLINE, WEAPONS, Column, WeaponType
from listbuilder.catalogue.states import STRATEGIC, USUAL, State
from listbuilder.catalogue.terms import Terms
from listbuilder.i18n import in_language

MARKS = ("warlord", "enhancement")  # what one unit of an army, or some of them, may have
REMINDED = ("core", "weapon")  # what reminders are of


class Role(Record, frozen=True, kw_only=True, gc=True, omit_defaults=True, dict=True):
    """A heading that units stand under. ``one``: what a single unit of it is, where that is another word. ``aliases``: what
    community data call it. ``keyword``: a unit that has it, as by a choice, has this role whatever its data state. ``slot``: it
    says what a unit is taken as, and is no keyword of it."""

    id: str
    name: Names
    one: Names = {}
    aliases: tuple[str, ...] = ()
    keyword: str = ""
    slot: bool = False

    def has_name(self, name: str) -> bool:
        """Whether data mean this role by that name."""
        return _folded(name) in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(map(_folded, (self.id, *self.aliases, *self.name.values(), *self.one.values())))

    def is_heading(self, word: str) -> bool:
        """Whether a word is what a list calls the units below this heading, not what one of them is."""
        if self.slot:
            return self.has_name(word)
        folded = _folded(word)
        of_one = {_folded(known) for known in (self.id, *(self.one or self.name).values())}
        return folded not in of_one and folded in map(_folded, (*self.aliases, *self.name.values()))


class ItemType(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A type of the items that units bear, such as magic weapons. ``per_unit``: how many of the type one unit may have; 0 is any
    number. ``repeated``: whether several units may have the same one. ``aliases``: what community data call it.

    ``costs``: currency -> what each of them costs besides its own price, below 0 where the army pays it from what it has; nothing
    for so many of the army as ``free`` says and, where they are ``free_with_warlord``, for those of the Warlord."""

    id: str
    name: Names
    per_unit: int = 1
    repeated: bool = False
    aliases: tuple[str, ...] = ()
    costs: dict[str, Number] = {}
    free: int = 0
    free_with_warlord: bool = False

    @property
    def title(self) -> str:
        """The name in the language in use."""
        return in_language(self.name)


class HalfStrength(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """When a unit is below half of its strength, in words with ``{count}``: of models, of the wounds of a lone model, and
    the same for one. ``short``: in few words for any number. ``boxes`` says how to read the printed boxes."""

    models: Names
    model: Names
    wounds: Names
    wound: Names
    short: Names = {}
    boxes: Names = {}

    def briefly(self, count: int, counted_by: str) -> str:
        """The same as `below` in few words, where the game has such."""
        words = in_language(self.short)
        return words.replace("{count}", str(count)) if words else self.below(count, counted_by)

    def below(self, count: int, counted_by: str) -> str:
        """The words for a threshold of so many models or wounds, in the language in use."""
        one, many = (self.wound, self.wounds) if counted_by == "wounds" else (self.model, self.models)
        return in_language(one if count == 1 else many).replace("{count}", str(count))


class Arrival(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A line of the reference page, about the arrival of reserves or anything else. ``ability``: only when some unit has it."""

    what: Names
    how: Names
    ability: str = ""


class Reminder(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What a core ability or a keyword of weapons (``of``: one of `REMINDED`) does, in a line of our own words. ``name``: as data
    write it, without what stands behind it: Sustained Hits is that of "Sustained Hits 2" and Anti that of "Anti-fly 4+"."""

    name: str
    of: str
    text: Names

    def is_of(self, name: str) -> bool:
        """Whether it is about the ability of that name."""
        own, other = self.name.casefold(), name.casefold()
        return (
            own == other
            or other.startswith((f"{own} ", f"{own}-", f"{own}("))
            or (own[-1] == "-" and other.startswith(own))
        )


_DECLARED = {
    "attach": {"en": "Joins", "zh": "加入", "ru": "Присоединён к"},
    "embark": {"en": "Rides in", "zh": "乘坐", "ru": "Едет в"},
    "reserves": {"en": "Starts", "zh": "起始位置", "ru": "Начинает"},
    "deployed": {"en": "On the table", "zh": "战场上", "ru": "На столе"},
    "marks": {"en": "Notes", "zh": "标记", "ru": "Пометки"},
}


class Vocabulary(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """All words of one game. ``declarations``: what is declared before a game -> its name; what is not named there does not
    exist in the game. ``half_strength``: None where the game knows no such thing. ``heroes``: keywords, one of which a unit has
    that is offered the warlord's mark and enhancements; all units are when empty. ``marks``: which of the two the game has.
    ``reference``: further lines of the reference page; ``battle``: how a battle goes. ``accents``: name or keyword of a faction
    -> the colour of its printed pages as #RRGGBB; ``default`` is that of all others."""

    terms: Terms = Terms()
    heroes: tuple[str, ...] = ("Character", "Hero")
    statline: tuple[Column, ...] = STATLINE
    weapons: tuple[WeaponType, ...] = WEAPONS
    roles: tuple[Role, ...] = ()
    states: tuple[State, ...] = USUAL
    item_types: tuple[ItemType, ...] = ()
    declarations: dict[str, Names] = field(default_factory=lambda: dict(_DECLARED))
    half_strength: HalfStrength | None = None
    core_abilities: tuple[str, ...] = ()  # regular expressions, one of which a core ability of a datasheet matches
    stratagem_types: tuple[str, ...] = ()
    phases: dict[str, Names] = {}
    turns: dict[str, Names] = {}
    arrival: tuple[Arrival, ...] = ()
    reference: tuple[Arrival, ...] = ()
    reminders: tuple[Reminder, ...] = ()
    marks: tuple[str, ...] = MARKS
    battle: BattleRules = NEUTRAL_BATTLE
    accents: dict[str, str] = {}

    def accent(self, names: Iterable[str]) -> str:
        """The colour of the first of a faction's names or keywords that has one, in any case; community data may put a group
        before a name ("Chaos - Thousand Sons"). Empty where the game has no colours."""
        known = {_typed(name): colour for name, colour in self.accents.items()}
        for name in names:
            for part in (name, *reversed(name.split(" - "))):
                if found := known.get(_typed(part)):
                    return found
        return self.accents.get("default", "")

    def item_type(self, type_id: str) -> ItemType | None:
        """The type of items of that id."""
        return next((one for one in self.item_types if one.id == type_id), None)

    def phase_name(self, phase_id: str) -> str:
        """The name of a phase in the language in use, its id when the game does not name it."""
        return in_language(self.phases.get(phase_id, {})) or phase_id

    def reminded(self, name: str, of: str) -> Reminder | None:
        """The reminder of a core ability or a keyword of weapons."""
        known = (one for one in self.reminders if one.of == of and one.is_of(name))
        return max(known, key=lambda one: len(one.name), default=None)

    # --- statline -----------------------------------------------------------------------------------------------------

    def column(self, name: str) -> Column | None:
        """The column of that name, as datasheets or community data write it."""
        return next((column for column in self.statline if column.has_name(name)), None)

    def value(self, values: Iterable[tuple[str, str]], meaning: str) -> str:
        """Of a statline's (name, value) pairs the value with that meaning; empty when there is none."""
        columns = [column for column in self.statline if column.meaning == meaning]
        found = (value for name, value in values if value and any(column.has_name(name) for column in columns))
        return next(found, "")

    def column_rank(self, name: str) -> int:
        """The place of a column in the game's order; unknown ones come last. A game that states no columns has no order."""
        if self.statline == STATLINE:
            return 0
        return next((n for n, column in enumerate(self.statline) if column.has_name(name)), len(self.statline))

    def meaning(self, meaning: str) -> Column | None:
        """The column with that meaning, if the game has one."""
        return next((column for column in self.statline if column.meaning == meaning), None)

    # --- weapons ------------------------------------------------------------------------------------------------------

    def weapon_type(self, name: str) -> WeaponType | None:
        """The type of weapons of that id or name."""
        return next((kind for kind in self.weapons if kind.has_name(name)), None)

    def weapon_rank(self, name: str) -> int:
        """The place of a type of weapons in the game's order; unknown ones come last."""
        return next((n for n, kind in enumerate(self.weapons) if kind.has_name(name)), len(self.weapons))

    def weapon_column(self, name: str) -> Column | None:
        """The column of weapons of that name, as datasheets or community data write it."""
        return next((column for kind in self.weapons for column in kind.columns if column.has_name(name)), None)

    def weapon_column_rank(self, kind: str, name: str) -> int | None:
        """The place of a column among those of its type of weapons (of all, when the game has no such type); None for others."""
        known = self.weapon_type(kind)
        columns = [column for one in ([known] if known else self.weapons) for column in one.columns]
        return next((n for n, column in enumerate(columns) if column.has_name(name)), None)

    def weapon_heading(self, name: str) -> str:
        """The game's heading for a type or column of weapons, empty when it is known by another name or not at all."""
        known = self.weapon_type(name)
        if known:
            return known.heading
        column = self.weapon_column(name)
        same = column is not None and name.casefold() in {column.key.casefold(), column.label.casefold()}
        return column.heading if column and same else ""

    def weapon_meaning(self, kind: str, meaning: str) -> Column | None:
        """The column of a type of weapons (of any, when the game has no such type) with that meaning."""
        known = self.weapon_type(kind)
        columns = (column for one in ([known] if known else self.weapons) for column in one.columns)
        return next((column for column in columns if column.meaning == meaning), None)

    # --- roles --------------------------------------------------------------------------------------------------------

    def role(self, name: str) -> Role | None:
        """The role of that id or name."""
        return next((role for role in self.roles if role.has_name(name)), None)

    def role_name(self, name: str) -> str:
        """The heading of a role in the language in use, empty when the game names no such role."""
        known = self.role(name)
        return in_language(known.name) if known else ""

    def role_of_one(self, name: str) -> str:
        """What a single unit of a role is in the language in use, empty when the game names no such role."""
        known = self.role(name)
        return in_language(known.one or known.name) if known else ""

    def role_rank(self, name: str) -> int:
        """The place of a role in the game's order; unknown ones come last."""
        known = self.role(name)
        return self.roles.index(known) if known else len(self.roles)

    # --- states -------------------------------------------------------------------------------------------------------

    def state(self, state_id: str) -> State | None:
        """The state of that id."""
        return next((state for state in self.states if state.id == state_id), None)

    def state_title(self, state_id: str) -> str:
        """The state's name as a heading, its id when the game does not know it."""
        known = self.state(state_id)
        return known.title if known else state_id

    @property
    def reserves(self) -> tuple[str, ...]:
        """Ids of the kinds of reserves, without strategic reserves."""
        return tuple(state.id for state in self.states if state.reserves and state.id != STRATEGIC)

    def declares(self, what: str) -> bool:
        """Whether the game has that declaration."""
        return what in self.declarations

    def declaration(self, what: str) -> str:
        """The name of a declaration in the language in use, empty when the game has none such."""
        return in_language(self.declarations.get(what, {}))


NEUTRAL = Vocabulary()


def _typed(name: str) -> str:
    """A name as one compares it: in any case, with any apostrophe."""
    return name.strip().casefold().replace("\u2019", "'")


def _folded(name: str) -> str:
    return name.casefold().replace("-", " ")
