"""The pack of what is asked for without an event's pack: of these terms alone, so that they go before what the lists say, as an
event's do."""

from __future__ import annotations

from functools import lru_cache

from listbuilder.catalogue.system import BattleSize, System
from listbuilder.errors import InputError
from listbuilder.i18n import N_, Text, in_every_language
from listbuilder.naming import fold, suggestion
from listbuilder.sources import registry
from listbuilder.sources.registry import Sets
from listbuilder.strictyaml import Source
from listbuilder.validation.pack.asked import Asked
from listbuilder.validation.pack.layer import Layer, layered
from listbuilder.validation.pack.names import KnownNames
from listbuilder.validation.pack.notes import OF_KEYS, Notes
from listbuilder.validation.pack.permits import ALLOW, permits
from listbuilder.validation.pack.record import Pack

NAME = N_("this check")


def check_names(asked: Asked, among: Sets = ()) -> None:
    """Raises `InputError` for names that no list could have: those of the system, else a size of any."""
    if asked.system:
        pack_of(asked, registry.system_of(asked.system)[0], among)
        return
    if not asked.size:
        return
    known = [size for system in registry.native().all_systems() for size in system.battle_sizes]
    if not any(fold(asked.size) in _spellings(size) for size in known):
        raise _unknown_size(asked.size, known)


def pack_of(asked: Asked, system: System, among: Sets = ()) -> Pack:
    """The pack that says this of a system. ``among``: the data that lists are judged by. Raises `InputError` for names that the
    system does not have."""
    return _pack_of(asked, _Known(system), among)


class _Known:
    """A system as the key of a cache: systems are large, and the same one is the same object."""

    def __init__(self, system: System) -> None:
        self.system = system

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Known) and self.system is other.system

    def __hash__(self) -> int:
        return id(self.system)


@lru_cache(maxsize=32)
def _pack_of(asked: Asked, of: _Known, among: Sets) -> Pack:
    system, size = of.system, None
    if asked.size:
        size = next((one for one in system.battle_sizes if fold(asked.size) in _spellings(one)), None)
        if size is None:
            raise _unknown_size(asked.size, list(system.battle_sizes))
    elif asked.limit is not None:
        size = system.size_for(asked.limit)
    names = in_every_language(NAME)
    facts = {
        "name": names,
        "system": system.id,
        **({ALLOW: {"factions": list(asked.factions)}} if asked.factions else {}),
    }
    notes = Notes(Source(facts, ""))
    rules = tuple(permits(notes, KnownNames(system, among or _sets_of(system)))) if asked.factions else ()
    if notes.problems:
        raise InputError(problems=notes.problems)
    return Pack(
        names=names,
        file="",
        sha256="",
        system=layered(system, Layer(added=rules)),
        size=size,
        points=asked.limit,
        sized=bool(asked.size),
        sources=dict.fromkeys(OF_KEYS, names),
    )


def _sets_of(system: System) -> Sets:
    return tuple(registry.system_of(system.id)[1])


def _spellings(size: BattleSize) -> set[str]:
    return {fold(name) for name in (size.id, *size.name.values())}


def _unknown_size(word: str, known: list[BattleSize]) -> InputError:
    names = list(dict.fromkeys(name for size in known for name in (size.id, size.name["en"])))
    hint = suggestion(word, names) or Text("known: {names}", {"names": tuple(dict.fromkeys(size.id for size in known))})
    return InputError(Text("there is no size of game called {name}", {"name": word}), hint=hint)
