"""Whether the files of a game mean only what the game has: units, factions, sizes, forces, states and rules by their names.

Compiling finds what is wrong with one file. A keyword in a rule, a slot or a transport is right when any file of the game gives
it to a unit, so that only all of them together can tell. What is not found among them may be a name that only community data of
the game have; it is looked up in the sets that are installed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from listbuilder import files, strictyaml
from listbuilder.army.abilities import unnumbered
from listbuilder.catalogue.system import ENGINE, System
from listbuilder.errors import InputError, Problem
from listbuilder.expressions import expression
from listbuilder.i18n import Text
from listbuilder.naming import fold, listing, nearest
from listbuilder.resources import shipped
from listbuilder.rules.checker import Ruleset
from listbuilder.rules.quotas import AllyRule
from listbuilder.sources import registry
from listbuilder.sources.native import NativeSet, locate, written
from listbuilder.sources.points.documents import misnamed
from listbuilder.strictyaml import Source
from listbuilder.validation.pack.names import KnownNames
from listbuilder.validation.pack.notes import Notes
from listbuilder.validation.pack.words import Words

RULE = "data"  # of the problems
NUMBER = expression(r" \(\d+\)$")  # behind a keyword: Wizard (2)
FOR_DATA = ("army-choices", "unit-composition", "wargear-options")  # ids that findings of native data carry


class Checked(NamedTuple):
    """What was found in the files of a game. ``looked_up``: whether all names could be: those that only community data may have
    need such a set."""

    name: str
    factions: int
    datasheets: int
    problems: tuple[Problem, ...]
    looked_up: bool = True


def check(native: NativeSet, systems: Iterable[str] = ()) -> Iterator[Checked]:
    """Every game of a native set, or those of these ids. What the files of one mean is looked up when all of them compile."""
    for name in systems or native.files:
        found = native.files[name]
        problems = (*_uncompiled(native, name), *_in_points(native, name))
        if problems:
            sheets = sum(len(faction.datasheets) for faction in found.factions.values())
            yield Checked(name, len(found.factions), sheets, problems)
        else:
            yield _Game(native.system(name), found).checked()


def in_folder(folder: Path) -> tuple[NativeSet, list[str]]:
    """The native data with those of a folder, and the games in it: the folder is laid out as ``factions/``, or is that of one
    game. Raises `InputError` when there is no game in it."""
    above = folder.parent if (folder / locate.SYSTEM_FILE).is_file() else folder
    native = NativeSet([shipped("factions"), above])
    inside = {one.name for one in above.iterdir()} if above.is_dir() else set()
    names = [folder.name] if above != folder else [name for name in native.files if name in inside]
    if not names:
        raise InputError(Text("no native data in the folder: it has no game system with a system.yaml"), str(folder))
    return native, names


def _uncompiled(native: NativeSet, name: str) -> Iterator[Problem]:
    """The mistakes in the files of a game by themselves."""
    try:
        factions = native.files[name].factions
        Ruleset.from_system(native.system(name))
    except InputError as error:
        yield from error.problems
        return
    for faction in factions:
        try:
            native.catalogue(name, faction)
        except InputError as error:
            yield from error.problems


def _in_points(native: NativeSet, name: str) -> Iterator[Problem]:
    """The mistakes in the points documents of a game."""
    yield from misnamed(native.files[name].folders)
    for one in native.documents(name):
        yield from one.problems


class WrittenNames:
    """The names that the files of a game state, and those of installed community data of the same game."""

    has_data = True

    def __init__(self, system: System, sources: Sequence[tuple[str, Source]]) -> None:
        self.system = system
        self._sources = sources
        self._sets = [data for game in system.game_system_ids for data in registry.of_game_system(game)]

    @property
    def looks_up_all(self) -> bool:
        """Whether there is nothing else that may have a name."""
        return bool(self._sets) or not self.system.game_system_ids

    @cached_property
    def _others(self) -> KnownNames:
        return KnownNames(self.system, self._sets)

    @cached_property
    def _known(self) -> dict[str, dict[str, str]]:
        """Sort of name -> folded name -> name."""
        words = (word for kind, source in self._sources for word in written.given(kind, source))
        sheets = [source.value for kind, source in self._sources if kind == "datasheet"]
        abilities = (w for kind, source in self._sources for w in written.given(kind, source, written.ABILITY))
        kinds = self.system.forces
        factions = [source.value for kind, source in self._sources if kind == "faction"]
        return {
            "keywords": _spelt((*words, *(sheet["id"] for sheet in sheets))),
            "abilities": _spelt(name for one in abilities for name in (one, unnumbered(one))),
            "forces": _spelt(word for kind in kinds for word in (kind.id, *kind.name.values(), *kind.aliases)),
            "factions": _spelt(
                word for one in factions for word in _texts((one["id"], one["name"], one.get("keyword")))
            ),
            "detachments": _spelt(
                word
                for one in factions
                for name, record in (one.get("detachments") or {}).items()
                for word in _texts((name, record["name"]))
            ),
        }

    def no_data(self, word: str) -> Text:
        return self._others.no_data(word)

    def factions(self, word: str) -> tuple[str, ...]:
        return self.find("factions", word) or (self._others.factions(word) if self._sets else ())

    def faction_names(self) -> list[str]:
        return self.names("factions")

    def word(self, word: str) -> str:
        """The keyword, name or role of a unit."""
        found = self.find("keywords", word)
        return found[0] if found else self._others.word(word) if self._sets else ""

    def numbered(self, word: str) -> bool:
        """Whether units have the keyword, with or without a number in brackets."""
        wanted = fold(word)
        return bool(self.word(word)) or any(fold(NUMBER.sub("", one)) == wanted for one in self.names("keywords"))

    def find(self, what: str, *words: str) -> tuple[str, ...]:
        known = self._known.get(what, {})
        found = tuple(known[fold(word)] for word in words if fold(word) in known)
        return found or (self._others.find(what, *words) if self._sets else ())

    def names(self, *whats: str) -> list[str]:
        found = (name for what in whats for name in self._known.get(what, {}).values())
        return sorted(found, key=lambda name: not name.isascii())  # the first of them are shown


class _Game:
    """One game, whose files are read anew for the places of what they mean."""

    def __init__(self, system: System, found: locate.SystemFiles) -> None:
        assert found.system is not None
        self.system = system
        self.own = Notes(_read(found.system), rule=RULE)
        factions = found.factions.values()
        self.others = [
            *(("faction", Notes(_read(one.faction), rule=RULE)) for one in factions if one.faction is not None),
            *(("datasheet", Notes(_read(path), rule=RULE)) for one in factions for path in one.datasheets.values()),
        ]
        self.known = WrittenNames(system, [("system", self.own.source), *((kind, n.source) for kind, n in self.others)])

    def checked(self) -> Checked:
        kinds = [kind for kind, _ in self.others]
        if "datasheet" in kinds:
            self._rules()
            for kind, notes in (("system", self.own), *self.others):
                self._words(kind, notes)
            self._factions()
        self._engine_rules()
        problems = [problem for notes in (self.own, *(notes for _, notes in self.others)) for problem in notes.problems]
        looked_up = self.known.looks_up_all
        if not looked_up:
            problems = [one for one in problems if one.file != self.own.source.file]
        return Checked(self.system.id, kinds.count("faction"), kinds.count("datasheet"), tuple(problems), looked_up)

    def _rules(self) -> None:
        """What the parameters of rules mean."""
        words = Words(self.own, self.system, self.known)
        ids = [spec.id for spec in self.system.rules]
        sizes = [size.id for size in self.system.battle_sizes]
        for record in self.own.facts.get("rules") or ():
            params = record.get("params") or {}
            for one in (params, *(record.get("readings") or {}).values()):
                words.resolved(record["kind"], one)
            self._each(params.get("enforced_by"), "rule", ids)
            self._each(record.get("replaces"), "rule", ids)
            self._each(record.get("sizes"), "battle size", sizes)
        for record in self.own.facts.get("ally_rules") or ():
            words.placed(record, AllyRule)
            for key in ("hosts", "not_hosts"):
                for place, word in enumerate(record.get(key) or ()):
                    words.word(record[key], place, word)
            for place, word in enumerate(record.get("factions") or ()):
                words.faction(record["factions"], place, word)
            for key in ("detachments", "without_detachments"):
                for place, word in enumerate(record.get(key) or ()):
                    words.detachment(record[key], place, word)

    def _each(self, container: Any, what: str, known: Sequence[str]) -> None:
        """Notes the items of a list that are none of the known names."""
        for place, word in enumerate(container or ()):
            if word not in known:
                text = Text("unknown {what}: {name}", {"what": Text(what), "name": word})
                self.own.unknown(container, place, text, str(word), known)

    def _words(self, kind: str, notes: Notes) -> None:
        """The units and abilities that a file means."""
        unknown = [
            one for one in written.meant(kind, notes.source) if one.text != "*" and not self.known.word(one.text)
        ]
        unknown += [
            one for one in written.meant(kind, notes.source, written.NUMBERED) if not self.known.numbered(one.text)
        ]
        for one in unknown:
            term = self.system.vocabulary.terms.datasheet
            text = Text("unknown keyword, {datasheet} or role: {name}", {"name": one.text, "datasheet": term})
            notes.unknown(one.container, one.key, text, one.text, self.known.names("keywords"), at_key=one.at_key)
        for one in written.meant(kind, notes.source, written.ABILITY):
            if not self.known.find("abilities", one.text):
                text = Text("unknown ability: {name}", {"name": one.text})
                notes.unknown(one.container, one.key, text, one.text, self.known.names("abilities"), at_key=one.at_key)

    def _factions(self) -> None:
        """Datasheets whose faction keywords neither a faction of the game has nor its allies; none of a faction that only
        lends its units."""
        facts = [notes.facts for kind, notes in self.others if kind == "faction"]
        named = [(one, name) for one in facts for name in ("keyword", "exclusive_keywords", "subfaction")]
        named += [(one, "keywords") for one in self.own.facts.get("faction_keywords") or ()]
        groups = [one["group"] for one in self.own.facts.get("ally_rules") or ()]
        named += [(one, name) for one in groups for name in ("keywords", "any_keywords")]
        known = _spelt(word for one, name in named for word in _texts((one.get(name),)))
        faction_files = [notes for kind, notes in self.others if kind == "faction"]
        lending = {Path(one.source.file).parent for one in faction_files if not one.facts.get("armies", True)}
        for kind, notes in self.others:
            asked = kind == "datasheet" and Path(notes.source.file).parent not in lending
            words = notes.facts["faction_keywords"] if asked else ()
            if words and not any(fold(str(word)) in known for word in words):
                text = Text("no faction has any of these keywords: {names}", {"names": listing(map(str, words))})
                notes.unknown(notes.facts, "faction_keywords", text, str(words[0]), known.values())

    def _engine_rules(self) -> None:
        """Rules that name findings of the data, with an id that is nearly one of those."""
        for record in self.own.facts.get("rules") or ():
            name = str(record["id"])
            if record["kind"] == ENGINE and name not in FOR_DATA and nearest(name, FOR_DATA):
                text = Text("unknown {what}: {name}", {"what": Text("rule"), "name": name})
                self.own.unknown(record, "id", text, name, FOR_DATA)


def _read(path: Path) -> Source:
    return strictyaml.load(files.read(path, named=False), str(path))


def _spelt(words: Iterable[Any]) -> dict[str, str]:
    return {fold(str(word)): str(word) for word in words}


def _texts(values: Iterable[Any]) -> Iterator[str]:
    """The texts among values, those of names in several languages and of lists among them."""
    for value in values:
        if isinstance(value, dict):
            yield from map(str, value.values())
        elif isinstance(value, list | tuple):
            yield from map(str, value)
        elif value is not None:
            yield str(value)
