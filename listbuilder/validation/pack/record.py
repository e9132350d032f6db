"""An event pack as it was read: names resolved, and the system as the event plays it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct, field

from listbuilder.catalogue.base import Names, Number
from listbuilder.catalogue.system import BattleSize, System
from listbuilder.i18n import Localised


class DataTerms(Struct, frozen=True):
    """The data that lists must be judged by; empty parts say nothing. Dates are ISO 8601: ``date`` the one that its points
    have, ``cutoff`` the last that they may have. ``points``: the version of the points document."""

    set: str = ""
    date: str = ""
    cutoff: str = ""
    points: str = ""
    sha256: str = ""


class TeamTerms(Struct, frozen=True):
    """Rules for the lists of one team. ``players``: 0 for any number; ``own_factions``: keywords whose armies are factions of
    their own, though they share one with others; ``parts``: whether armies of a part of a faction are of that (``same``) or of a
    faction of their own (``own``), empty where the pack does not say; ``datasheets``: keyword, role, datasheet or ``default`` ->
    most units of one datasheet."""

    players: int = 0
    factions_once: bool = False
    own_factions: tuple[str, ...] = ()
    parts: str = ""
    datasheets: Mapping[str, int] = field(default_factory=dict)


class Pack(Struct, frozen=True, eq=False, dict=True):
    """See the module. ``sha256``: of its file. ``system``: the game as the event plays it; ``readings``: of its rules, as
    `rule=reading`. ``size`` and ``points`` are None where the lists' own hold; ``sized``: the size is
    stated, else it is the one that fits the points. ``sources``: id of a rule -> what to cite.
    ``in_place_of``: the name of a shipped pack that this one, of the user's own, is taken for."""

    names: Names
    file: str
    sha256: str
    system: System
    readings: tuple[str, ...] = ()
    size: BattleSize | None = None
    points: Number | None = None
    sized: bool = True
    data: DataTerms = DataTerms()
    formats: tuple[str, ...] = ()
    deadline: datetime | None = None
    team: TeamTerms = TeamTerms()
    sources: Mapping[str, Names] = field(default_factory=dict)
    in_place_of: str = ""

    @property
    def name(self) -> Localised:
        return Localised(self.names)

    @property
    def identity(self) -> tuple[str, str]:
        """What a seal says of it: its English name and its hash."""
        return self.names.get("en", ""), self.sha256

    @property
    def limit(self) -> Number | None:
        """The points limit of every list; None where the lists' own holds."""
        return self.points if self.points is not None else self.size.points if self.size is not None else None

    def source(self, rule: str) -> Localised:
        """What a finding of one of its own rules cites."""
        return Localised(self.sources.get(rule) or self.names)
