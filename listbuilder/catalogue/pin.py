"""Which game data something was made with."""

from __future__ import annotations

from msgspec import Struct

from listbuilder.i18n import Text

DIGITS = 8  # of a hash, where they tell data of one date apart


class DataPin(Struct, frozen=True):
    """A data set at one moment: its name, its date (ISO 8601), its authors' version and the sha256 of its files. ``document``:
    the version of the points document that prices it, and ``as_of`` the day of that; empty where its own prices hold."""

    set: str
    date: str = ""
    revision: str = ""
    sha256: str = ""
    document: str = ""
    as_of: str = ""

    @property
    def prices_of(self) -> str:
        """The day of its prices; empty where it is not known."""
        return self.as_of or self.date

    @property
    def stamp(self) -> str:
        """Its date, or its version, and that of its points, in every language: 2026-07-01+1.1."""
        return "+".join(filter(None, (self.date or self.revision, self.document)))

    @property
    def dated(self) -> Text:
        """The same as players read it."""
        return dated(self.date or self.revision, self.document)

    def dated_beside(self, other: DataPin) -> Text:
        """The same where other data are named beside them: with the beginning of the hash where both have one date."""
        if str(self.dated) != str(other.dated) or self.sha256 == other.sha256:
            return self.dated
        return Text("{date} ({digest})", {"date": self.dated, "digest": self.sha256[:DIGITS]})


def dated(day: object, document: object) -> Text:
    """The day of data and the version of the points document that goes over them; one of them may be empty."""
    if not document:
        return Text("{date}", {"date": day or ""})
    if not day:
        return Text("points of {version}", {"version": document})
    return Text("{date}, points of {version}", {"date": day, "version": document})
