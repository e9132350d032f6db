"""What datasheets give figures for: the columns of the statline, the tables of weapons and their columns.

A game's ``system.yaml`` states them; those here are for data without one.
"""

from functools import cached_property

from listbuilder.catalogue.base import Names, Record
from listbuilder.i18n import in_language

MEANINGS = ("wounds", "control", "save", "invulnerable", "toughness", "armour", "strength")  # of the statline
WEAPON_MEANINGS = ("strength", "penetration", "damage")
REACHES = ("ranged", "melee")  # of a type of weapons


class Column(Record, frozen=True, kw_only=True, gc=True, omit_defaults=True, dict=True):
    """A column of the statline or of a table of weapons. ``key``: as datasheets write it; ``name``: its heading, the key when
    empty; ``aliases``: what community data call it; ``words``: holds a list of words, not a figure; ``prose``: holds a
    text, which stands behind the figures; ``low``: of two figures the lower one is the better; ``pattern``: what a value looks
    like, with an ``example``."""

    key: str
    name: Names = {}
    meaning: str = ""  # one of MEANINGS or WEAPON_MEANINGS, or nothing that the program acts on
    aliases: tuple[str, ...] = ()
    words: bool = False
    prose: bool = False
    low: bool = False
    required: bool = True
    pattern: str = ""
    example: str = ""

    @property
    def heading(self) -> str:
        """The heading in the language in use."""
        return in_language(self.name) or self.key

    @property
    def label(self) -> str:
        """What the catalogue calls it: the English name."""
        return self.name.get("en") or self.key

    def has_name(self, name: str) -> bool:
        """Whether data mean this column by that name."""
        return name.casefold() in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(known.casefold() for known in (self.key, *self.aliases, *self.name.values()))


class BareWeapon(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What a model without a weapon of some type uses instead; ``values``: column -> what stands there."""

    name: Names
    values: dict[str, str] = {}


class WeaponType(Record, frozen=True, kw_only=True, gc=True, omit_defaults=True, dict=True):
    """A table of weapons, with its heading and columns. ``id``: as datasheets write it; community data write its name.
    ``reach``: one of `REACHES`, nothing where the table has both. ``aliases``: what community data call it besides. ``bare``:
    what models without such a weapon use, where the game says so."""

    id: str
    name: Names
    columns: tuple[Column, ...] = ()
    aliases: tuple[str, ...] = ()
    reach: str = ""
    bare: BareWeapon | None = None

    @property
    def label(self) -> str:
        """What the catalogue calls it: the English name."""
        return self.name.get("en") or self.id

    @property
    def heading(self) -> str:
        """The heading in the language in use."""
        return in_language(self.name) or self.id

    def has_name(self, name: str) -> bool:
        """Whether data mean this type by that name."""
        return name.casefold() in self._names

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(known.casefold() for known in (self.id, self.label, *self.aliases))


# community data name these columns in many ways; the names are read, never shown in place of the data's own
STATLINE = (
    Column(key="S", meaning="strength", aliases=("Strength",)),
    Column(key="T", meaning="toughness", aliases=("Toughness",)),
    Column(key="Sv", meaning="save", aliases=("Save",)),
    Column(key="W", meaning="wounds", aliases=("Health", "Wounds", "HP")),
    Column(key="OC", meaning="control", aliases=("Control",)),
    Column(
        key="INV",
        name={"en": "inv", "zh": "特保", "ru": "инв"},
        meaning="invulnerable",
        aliases=("Inv", "InSv", "InvSv", "INSV", "Invulnerable Save", "Invuln", "ISV"),
    ),
)


_WEAPON_COLUMNS = (
    Column(key="range", name={"en": "Range", "zh": "射程", "ru": "Дальность"}),
    Column(key="S", meaning="strength", aliases=("Strength",)),
    Column(key="AP", meaning="penetration", low=True),
    Column(key="D", meaning="damage", aliases=("Damage",)),
    Column(
        key="keywords",
        name={"en": "Keywords", "zh": "关键词", "ru": "Ключевые слова"},
        words=True,
        aliases=("Ability", "Abilities", "Special Rules"),
    ),
)
WEAPONS = (
    WeaponType(
        id="ranged",
        name={"en": "Ranged Weapons", "zh": "射击武器", "ru": "Стрелковое оружие"},
        reach="ranged",
        columns=_WEAPON_COLUMNS,
    ),
    WeaponType(
        id="melee",
        name={"en": "Melee Weapons", "zh": "近战武器", "ru": "Оружие ближнего боя"},
        reach="melee",
        columns=_WEAPON_COLUMNS,
    ),
)
