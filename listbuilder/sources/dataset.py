"""What the rest of the program knows of game data: one interface for native YAML and community files."""

from collections.abc import Iterable, Mapping
from typing import Literal, Protocol

from msgspec import Struct

from listbuilder.catalogue.base import Names
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue
from listbuilder.catalogue.pin import DataPin
from listbuilder.catalogue.system import System
from listbuilder.errors import Problem
from listbuilder.naming import fold

NATIVE = "native"

ListForm = Literal["units", "forces"]


class Offer(Struct, frozen=True):
    """A system or faction that lists can be built for, known without loading it. ``date``: of its data, ISO 8601. ``keywords``:
    of its units, by which other programs may call a faction: its own, and those of which an army has one, such as Chapters.
    ``extends``: the id of the faction of which it has the datasheets, too; ``detachments``: ids of those that it has besides.
    ``has_armies``: whether lists can be of it, else it only lends others its units; ``source``: the name of the data set that
    has it, where those of several stand beside each other."""

    id: str
    names: Names
    date: str = ""
    keywords: tuple[str, ...] = ()
    extends: str = ""
    detachments: tuple[str, ...] = ()
    has_armies: bool = True
    source: str = ""

    def is_called(self, word: str) -> bool:
        """Whether the word is its id, or its name in any language, regardless of case."""
        return fold(word) in map(fold, (self.id, *self.names.values()))


class Loaded(Struct, frozen=True):
    """The data that one list is judged by.

    ``form``: whether list files over these data hold ``units`` (one army of datasheets) or ``forces`` (a tree of entries).
    ``faction_word``: what a new list file writes as its faction. ``stated``: what it writes about its data.
    ``changed_in``: folders of the user's whose files replace those of a shipped system, or add to them. ``alone``: they are a
    points document without a data set, which knows no wargear, keywords and profiles.
    """

    system: System
    faction: Catalogue
    library: Library
    pin: DataPin
    form: ListForm
    faction_word: str
    stated: dict[str, str]
    changed_in: tuple[str, ...] = ()
    alone: bool = False


class DataSet(Protocol):
    """Game data of one origin. Systems and factions are found by id or name, regardless of case."""

    @property
    def name(self) -> str:
        """What list files and the user call it."""

    @property
    def date(self) -> str:
        """The day of its newest data, ISO 8601; empty when there are none."""

    @property
    def revision(self) -> str:
        """Its version as its authors count them; empty where they do not."""

    @property
    def sha256(self) -> str:
        """The hash of all its files, in hexadecimal."""

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the files read so far, each problem once."""

    def systems(self) -> list[Offer]:
        """The game systems that lists can be built for."""

    def has_system(self, word: str) -> bool:
        """Whether lists can be built for the system that is called this."""

    def has_game_system(self, game_system_id: str) -> bool:
        """Whether it holds the catalogues of the community game system of that id."""

    def system(self, word: str) -> System:
        """The facts and rules of one of its systems. Raises `InputError` when there is none of that id or name."""

    def factions(self, system: str) -> list[Offer]:
        """The factions of one of its systems."""

    def lacking(self, system: str, faction: str = "") -> tuple[str, ...]:
        """The names of the catalogues that others of one of its systems link to and that are not there; of those that a faction
        (its id) needs, where one is named."""

    def units(self, system: str) -> Mapping[str, tuple[str, ...]]:
        """The units of one of its systems by the names that its files have -> ids of the factions that may have them; none of
        these is loaded for it."""

    def load(self, system: str, faction: str) -> Loaded:
        """The data for a list of one faction. Raises `InputError`, with the nearest name, when there is no such system or
        faction, or when its files have mistakes."""

    def narrowed(self, system: str, faction: str, names: Iterable[str]) -> str:
        """The faction (id or name) that a list of one is judged by: of those that extend the one named the one which alone has
        one of the datasheets or detachments of these names; where there is none, the faction as it is named."""
