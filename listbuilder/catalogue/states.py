"""Where units are at the start of a battle: the states that the program itself knows, and those that a game states."""

from listbuilder.catalogue.base import Names, Record
from listbuilder.i18n import Localised, in_language

# ids of the states that the program itself knows; the reserves of a game are further states of its vocabulary
DEPLOYED = "deployed"
EMBARKED = "embarked"
ATTACHED = "attached"
STRATEGIC = "strategic-reserves"
UNDECLARED = "undeclared"
RESERVES = "reserves"  # what a stratagem calls any of them
STATES = (DEPLOYED, EMBARKED, ATTACHED, STRATEGIC)


class State(Record, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """Where a unit is at the start of a battle. ``name``: as a heading; ``phrase``: after "starts the battle …".
    ``reserves``: off the table by a rule; ``ability`` and ``keyword``: which units it is offered to, all when empty."""

    id: str
    name: Names
    phrase: Names = {}
    reserves: bool = False
    ability: str = ""
    keyword: str = ""

    @property
    def title(self) -> str:
        """The name in the language in use."""
        return in_language(self.name)

    @property
    def where(self) -> Localised:
        """The words that follow "starts the battle", for a message."""
        return Localised(self.phrase or self.name)


USUAL = (  # of a game that states none
    State(
        id=DEPLOYED,
        name={"en": "On the table", "zh": "战场上", "ru": "На столе"},
        phrase={"en": "on the table", "zh": "战场上", "ru": "на столе"},
    ),
    State(
        id=EMBARKED,
        name={"en": "Embarked", "zh": "乘坐中", "ru": "В транспорте"},
        phrase={"en": "in a transport", "zh": "运输工具中", "ru": "в транспорте"},
    ),
    State(id=ATTACHED, name={"en": "Attached", "zh": "已加入", "ru": "Присоединён"}),
    State(
        id="other",
        name={"en": "Off the table", "zh": "战场外", "ru": "Вне стола"},
        phrase={"en": "off the table", "zh": "战场外", "ru": "вне стола"},
        reserves=True,
    ),
)
