"""A native system as it is kept once its files are compiled."""

from msgspec import Struct

from listbuilder.catalogue.base import Names
from listbuilder.catalogue.model import Catalogue
from listbuilder.catalogue.system import System
from listbuilder.sources.dataset import Offer


class SystemRecord(Struct, frozen=True):
    """A compiled system: its facts, its records, and its factions."""

    system: System
    catalogue: Catalogue
    factions: tuple[Offer, ...]


class SystemHead(Struct, frozen=True):
    """What a system is called and which community data sets are of it: of a compiled system, what tells which one is meant."""

    id: str
    name: Names
    game_system_ids: tuple[str, ...] = ()


class RecordHead(Struct, frozen=True):
    """A `SystemRecord` of which nothing else is read."""

    system: SystemHead
