"""Reads an event pack: its shape, the names in it, and what contradicts itself."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from listbuilder import schemas, strictyaml
from listbuilder.catalogue.base import Names
from listbuilder.catalogue.system import BattleSize, System
from listbuilder.errors import InputError
from listbuilder.exchange import formats
from listbuilder.files import digest
from listbuilder.i18n import Text
from listbuilder.sources import registry
from listbuilder.sources.dataset import DataSet
from listbuilder.sources.native.parse import names_of
from listbuilder.sources.registry import Sets
from listbuilder.strictyaml import Limits
from listbuilder.validation.pack.changes import Changes
from listbuilder.validation.pack.layer import layered
from listbuilder.validation.pack.names import KnownNames
from listbuilder.validation.pack.notes import OF_KEYS, Notes
from listbuilder.validation.pack.permits import permits
from listbuilder.validation.pack.record import DataTerms, Pack, TeamTerms
from listbuilder.validation.pack.words import ANY_WORD, Words

LIMITS = Limits(size=1 << 20, nodes=20_000, depth=24)


def read(content: bytes, file: str, among: Sets = ()) -> Pack:
    """The pack in the bytes of a file; ``file`` is what messages call it. ``among``: the data sets that its names are looked up
    in, by default all that have its system. Raises `InputError` with everything that is wrong."""
    source = strictyaml.load(content, file, LIMITS)
    problems = schemas.check("event", source)
    if problems:
        raise InputError(problems=problems)
    return _Reader(Notes(source), digest(content), among).pack()


class _Reader:
    """Turns the facts of a file into a pack."""

    def __init__(self, notes: Notes, sha256: str, among: Sets) -> None:
        self.notes = notes
        self.sha256 = sha256
        self.facts: dict[str, Any] = notes.facts
        system, sets = self._system()
        self.system = system
        stated = self._sets(sets)
        self.known = KnownNames(system, among or stated)
        self.words = Words(notes, system, self.known)

    def _system(self) -> tuple[System, list[DataSet]]:
        try:
            return registry.system_of(str(self.facts["system"]))
        except InputError as error:
            self.notes.problem(self.facts, "system", _message(error), error.problems[0].hint)
            raise InputError(problems=self.notes.problems) from error

    def _sets(self, sets: list[DataSet]) -> list[DataSet]:
        """The data that lists may be judged by: the set that the pack names, else all of the system."""
        data = self.notes.part("data")
        if "set" not in data:
            return sets
        word = str(data["set"])
        found = [one for one in sets if one.name == word]
        if not found:
            text = Text("no data set called {name} has {system}", {"name": word, "system": self.system.id})
            self.notes.unknown(data, "set", text, word, [one.name for one in sets])
        return found or sets

    def pack(self) -> Pack:
        """The whole pack. Raises `InputError` with everything that is wrong."""
        facts, notes = self.facts, self.notes
        changes = Changes(notes, self.system, self.words)
        system = layered(self.system, changes.layer(tuple(permits(notes, self.known))))
        found = Pack(
            names=names_of(facts["name"]),
            file=notes.source.file,
            sha256=self.sha256,
            system=system,
            readings=tuple(changes.readings),
            size=self._size(),
            points=facts.get("points"),
            sized="battle_size" in facts,
            data=self._data(),
            formats=tuple(self._formats()),
            deadline=self._deadline(),
            team=self._team(),
            sources=dict(self._sources()),
        )
        if notes.problems:
            raise InputError(problems=sorted(notes.problems, key=lambda one: (one.line, one.column)))
        return found

    def _size(self) -> BattleSize | None:
        """The size that is stated, else the one that fits the points: a list's own would let it choose what its size limits."""
        if "battle_size" in self.facts:
            return self.words.size(self.facts, "battle_size", self.facts["battle_size"])
        return self.system.size_for(self.facts["points"]) if "points" in self.facts else None

    def _data(self) -> DataTerms:
        data = self.notes.part("data")
        for key in ("date", "cutoff"):
            self._check_date(data, key)
        if data.get("date", "") > data.get("cutoff", "9999"):
            text = Text("the data of {date} are later than the cutoff {cutoff}", dict(data))
            self.notes.problem(data, "date", text)
        return DataTerms(**{key: str(value) for key, value in data.items()})

    def _check_date(self, holder: dict[str, Any], key: str) -> None:
        try:
            date.fromisoformat(holder.get(key, "2026-01-01"))
        except ValueError:
            self.notes.problem(holder, key, Text("{value} is not a date", {"value": holder[key]}))

    def _deadline(self) -> datetime | None:
        stated = self.facts.get("deadline")
        if stated is None:
            return None
        day, _, time = stated.replace("T", " ").partition(" ")
        try:
            return datetime.fromisoformat(f"{day}T{time.replace(' ', '')}")
        except ValueError:
            self.notes.problem(self.facts, "deadline", Text("{value} is not a date and time", {"value": stated}))
            return None

    def _formats(self) -> list[str]:
        known, names = formats.required(), self.facts.get("formats") or []
        for number, name in enumerate(names):
            if str(name) not in known:
                self.notes.unknown(names, number, Text("unknown format: {name}", {"name": str(name)}), str(name), known)
        return list(map(str, names))

    def _team(self) -> TeamTerms:
        team = self.notes.part("team")
        sheets = team.get("datasheets") or {}
        limits = {
            word if word in ANY_WORD else self.words.word(sheets, word, word, at_key=True): most
            for word, most in sheets.items()
        }
        apart = team.get("own_factions") or ()
        own = tuple(self.words.word(apart, number, word) for number, word in enumerate(apart))
        once = bool(team.get("factions_once"))
        for key in ("own_factions", "faction_parts") if not once else ():
            if key in team:
                text = Text("{key} says nothing where a faction may occur more than once", {"key": key})
                hint = Text("add {setting}", {"setting": "factions_once: true"})
                self.notes.problem(team, key, text, hint, at_key=True)
        return TeamTerms(team.get("players", 0), once, own, team.get("faction_parts", ""), limits)

    def _sources(self) -> dict[str, Names]:
        """What findings cite that are about the list's file or about several lists."""
        found: dict[str, Names] = {}
        for rule, keys in OF_KEYS.items():
            holder = self.notes.part("team") if "team" in keys else self.facts
            stated = next((key for key in keys if key in holder), "")
            if stated:
                found[rule] = self.notes.cited(rule, holder, stated)
        return found


def _message(error: InputError) -> Text:
    message = error.problems[0].message
    return message if isinstance(message, Text) else Text("{text}", {"text": message})
