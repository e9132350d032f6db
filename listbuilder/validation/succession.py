"""Game data that take the place of others: those that a list was made with, and those that it can be judged by as well."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct
from msgspec.structs import replace

from listbuilder.army import Army
from listbuilder.army.difference import UnitChange, repriced
from listbuilder.errors import UNJUDGED, InputError
from listbuilder.listfile.bound import BoundList, bind_to
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.sources import registry
from listbuilder.sources.dataset import DataSet

SEVERE = frozenset(("error", UNJUDGED))


class Judged(Protocol):
    """A list as it was judged by one data set."""

    @property
    def army(self) -> Army: ...

    @property
    def findings(self) -> tuple[Diagnostic, ...]: ...

    @property
    def verdict(self) -> str: ...


class Succession(Struct, frozen=True):
    """What judging a list by other data changes. ``prices``: units that cost something else or that only one of the data sets
    has; ``news``: errors, and what cannot be judged, that the first data did not give."""

    before: Judged
    after: Judged
    prices: tuple[UnitChange, ...]
    news: tuple[Diagnostic, ...]

    @property
    def breaks(self) -> bool:
        """Whether the list was legal and is not any more."""
        return self.before.verdict == "legal" != self.after.verdict


def compare(before: Judged, after: Judged) -> Succession:
    """One list as judged by two data sets."""
    known = {_identity(one, before.army) for one in before.findings}
    news = (one for one in after.findings if one.severity in SEVERE and _identity(one, after.army) not in known)
    return Succession(before, after, tuple(repriced(before.army, after.army)), tuple(news))


def _identity(finding: Diagnostic, army: Army) -> tuple[str, str, str]:
    unit = army.unit(finding.unit)
    return finding.rule, unit.name if unit is not None else "", str(finding.message)


def older(bound: BoundList) -> DataSet | None:
    """The data that the list was made with; None where it is judged by them, or where they are gone."""
    stated, now = bound.document.data_pin, bound.data.pin
    sha256, document = stated.get("sha256", ""), stated.get("points", "")
    is_same = sha256 == now.sha256 and document in {"", now.document}
    return registry.of_sha256(sha256, document) if sha256 and not is_same else None


def over_older(bound: BoundList) -> BoundList | None:
    """The list as its file has it over the data that it was made with; None where these are gone."""
    data, read = older(bound), bound.document
    if data is None:
        return None
    try:
        faction = data.narrowed(read.system, read.faction, read.held)
        return bind_to(replace(read), data.load(read.system, faction))
    except InputError:
        return None


def choices(bound: BoundList) -> list[DataSet]:
    """The installed data sets that have the list's game in entries of the same ids, the newest first: its own among them. None
    over native data."""
    return registry.of_game_system(bound.roster.library.game_system.id)


def stated_by(data: DataSet, bound: BoundList) -> dict[str, str]:
    """What the list's file says of its data where it is judged by that set. Raises `InputError` when it lacks the list's
    faction."""
    read = bound.document
    return data.load(read.system, data.narrowed(read.system, read.faction, read.held)).stated
