"""Ids of compiled native data are opaque: with all of them exchanged, lists are bound, judged and saved as before."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import pytest

from listbuilder.catalogue.loadout import ItemChoice
from listbuilder.catalogue.model import Catalogue, Characteristic, Modifier, ProfileType, Query
from listbuilder.listfile import bound, document, saving
from listbuilder.listfile.document import Document
from listbuilder.session import Session
from listbuilder.sources import registry
from listbuilder.sources.folded import Inside
from listbuilder.sources.native import NativeSet
from listbuilder.sources.native.dataset import SystemRecord
from listbuilder.validation import validate

ROOT = Path(__file__).resolve().parents[3]
INVENTED = ROOT / "tests" / "data" / "forces"  # a game of its own, with a list
FILES = chain((ROOT / "tests" / "data").rglob("*.yaml"), ROOT.glob("factions/*/examples/*.yaml"))
LISTS = sorted(path for path in FILES if INVENTED not in path.parents)
REFERENCES = frozenset({"id", "target_id", "type_id", "default_id", "publication_id", "game_system_id"})
OF_QUERIES = frozenset({"field", "scope", "child_id"})
PAIRS = frozenset({"characteristics", "attributes"})  # of a profile type: (id, name)
GLADIUS = {"Adept of the Codex", "Artificer Armour", "The Honour Vehement", "Fire Discipline"}
SYSTEMS = {
    "wh40k-10e": ("space-marines", "orks"),
    "wh40k-6e": ("brass-regiment", "marsh-folk", "hollow-swarm"),
    "aos-4e": ("stormcast-eternals",),
    "whfb-8e": ("empire", "vampire-counts"),
}

Renaming = Callable[[str], str]


def encoded(record: msgspec.Struct) -> bytes:
    """The record as text, what is inside of others included."""
    return msgspec.json.encode(record, enc_hook=tuple)


def renamed(value: Any, new: Renaming) -> Any:
    """A record, or a collection of records, with new ids and references."""
    if isinstance(value, tuple | Inside):
        return tuple(renamed(item, new) for item in value)
    if not isinstance(value, msgspec.Struct):
        return value
    changed = {name: getattr(value, name) for name in value.__struct_fields__}
    for name, item in changed.items():
        if name in REFERENCES or (name in OF_QUERIES and isinstance(value, Query)):
            changed[name] = new(item)
        elif isinstance(value, ProfileType) and name in PAIRS:
            changed[name] = tuple((new(column), label) for column, label in item)
        elif isinstance(value, ItemChoice) and name == "alternatives":
            changed[name] = tuple(map(new, item))
        else:
            changed[name] = renamed(item, new)
    if isinstance(value, Modifier):
        changed["field"] = new(value.field)
        if value.field == "category":
            changed["value"] = new(value.value)
    return type(value)(**changed)


def ids_of(value: Any) -> Iterator[str]:
    """The ids that records define."""
    if isinstance(value, tuple | Inside):
        for item in value:
            yield from ids_of(item)
    elif isinstance(value, msgspec.Struct):
        if isinstance(value, ProfileType):
            yield from (column for column, _ in value.characteristics)
        for name in value.__struct_fields__:
            if name == "id" or (name == "type_id" and isinstance(value, Characteristic)):
                yield getattr(value, name)
            else:
                yield from ids_of(getattr(value, name))


class ScrambledSet(NativeSet):
    """The shipped data under other ids."""

    def __init__(self, mapping: Callable[[list[str]], dict[str, str]]) -> None:
        super().__init__()
        data = NativeSet()
        compiled = [data.record(system).catalogue for system in SYSTEMS]
        compiled += [data.catalogue(system, name) for system, names in SYSTEMS.items() for name in names]
        self.mapping = mapping(sorted(set(ids_of(tuple(compiled)))))
        self.made: dict[tuple[str, ...], Any] = {}

    def new(self, word: str) -> str:
        return self.mapping.get(word, word)

    def record(self, system_id: str) -> SystemRecord:
        found = super().record(system_id)
        if system_id not in SYSTEMS:
            return found
        if (system_id,) not in self.made:
            catalogue = renamed(found.catalogue, self.new)
            self.made[system_id,] = SystemRecord(found.system, catalogue, found.factions)
        return self.made[system_id,]

    def catalogue(self, system_id: str, faction_id: str) -> Catalogue:
        found = super().catalogue(system_id, faction_id)
        if system_id not in SYSTEMS:
            return found
        if (system_id, faction_id) not in self.made:
            self.made[system_id, faction_id] = renamed(found, self.new)
        return self.made[system_id, faction_id]


def mixed(ids: list[str]) -> dict[str, str]:
    """Half of the ids belong to other records: whatever reads a meaning out of them reads a wrong one. The others have none."""
    chance = random.Random(40)
    found = list(ids)
    chance.shuffle(found)
    without, exchanged = found[::2], found[1::2]
    new = {name: f"{number:x}-{chance.getrandbits(32):08x}" for number, name in enumerate(without)}
    return new | dict(zip(exchanged, exchanged[1:] + exchanged[:1], strict=True))


@pytest.fixture(scope="module")
def scrambled() -> ScrambledSet:
    return ScrambledSet(mixed)


@pytest.fixture(scope="module")
def plain() -> NativeSet:
    return NativeSet()


def judged(path: Path, data: NativeSet, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What a list comes to over a data set."""
    monkeypatch.setattr(registry, "native", lambda: data)
    text = path.read_text("utf-8")
    list_ = bound.bind(document.load(text.encode("utf-8"), path.name))
    validated = validate(list_)
    read, roster, army = list_.document, list_.roster, validated.army
    session = Session(validated)
    found: dict[str, Any] = {
        "findings": [
            (
                one.rule,
                str(one.message),
                one.severity,
                one.unit,
                one.place,
                [str(fix.title) for fix in session.fixes(one)],
            )
            for one in validated.findings
        ],
        "nodes": [(node.id, node.option.name, node.amount) for node in roster.walk()],
        "army": (army.points, army.faction, [one.id for one in army.detachments]),
        "unchanged": saving.save(read, roster) == text,
    }
    kept = {key: value for key, value in read.facts.items() if key in saving.FIXED}
    found["new"] = saving.save(Document(type(read.source)(kept, "")), roster)
    roster.forces[0].selections[-1].custom_name = "The last"
    found["edited"] = saving.save(read, roster)
    return found


@pytest.mark.unmeasured
def test_every_id_is_scrambled(scrambled: ScrambledSet, plain: NativeSet) -> None:
    for name in SYSTEMS["wh40k-10e"]:
        before, after = plain.catalogue("wh40k-10e", name), scrambled.catalogue("wh40k-10e", name)
        assert encoded(renamed(before, scrambled.new)) == encoded(after)
        pairs = list(zip(ids_of(before), ids_of(after), strict=True))
        assert sum(old == new for old, new in pairs) < len(pairs) / 100
        assert (before.local_id, before.name) == (after.local_id, after.name)


@pytest.mark.sweep
@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_a_list_is_bound_judged_and_saved_as_before(
    path: Path,
    scrambled: ScrambledSet,
    plain: NativeSet,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = judged(path, plain, monkeypatch)

    assert expected["unchanged"]
    assert judged(path, scrambled, monkeypatch) == expected


def test_a_new_list_is_built_by_the_names_that_files_use(
    scrambled: ScrambledSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "native", lambda: scrambled)
    session = Session.new(
        "wh40k-10e", "space-marines", battle_size="incursion", detachment="gladius-task-force", name="New"
    )
    unit = session.add_unit("captain")
    session.set_warlord(unit)
    offered = session.enhancements(unit)
    session.set_enhancement(unit, offered[0].id)
    session.set_battle_size("onslaught")

    lines = [line for line in session.text().splitlines() if not line.startswith(("data", "# "))]
    assert lines == [
        "name: New",
        "system: wh40k-10e",
        "faction: space-marines",
        "detachment: gladius-task-force",
        "battle_size: onslaught",
        "units:",
        "  - {datasheet: captain, warlord: true, enhancement: artificer-armour}",
    ]
    assert {target.name.partition(" (")[0] for target in offered} == GLADIUS
