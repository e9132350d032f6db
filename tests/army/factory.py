"""Small armies read from invented catalogues, for the tests of the army."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from listbuilder.army import Army, Unit
from listbuilder.army.build import ArmyBuilder, ArmyContext
from listbuilder.catalogue.facts import Bodyguard, Leader, Passenger, TransportBay
from listbuilder.catalogue.model import (
    Catalogue,
    CategoryEntry,
    CategoryLink,
    Characteristic,
    Entry,
    EntryGroup,
    Profile,
    Rule,
)
from listbuilder.catalogue.printed import Granted, PrintedSave, PrintedSaves, PrintedText
from listbuilder.catalogue.system import BattleSize, System
from listbuilder.engine import Engine
from tests.engine.factory import CATEGORIES, Table, library, unit

SIZES = (
    BattleSize(id="small", name={"en": "Small"}, points=1000),
    BattleSize(id="large", name={"en": "Large"}, points=2000),
)
WORDS = ("Infantry", "Grenades", "Faction: Guard", "Faction: Orks", "Faction: Elves", "Configuration")
SYSTEM = {"category_entries": (*CATEGORIES, *(CategoryEntry(id=word, name=word) for word in WORDS))}


def profile(name: str, type: str, **values: str) -> Profile:
    rows = tuple(Characteristic(type_id=key, name=key.replace("_", " "), value=value) for key, value in values.items())
    return Profile(id=f"{name}-{type}", name=name, type_id=type, type_name=type, characteristics=rows)


def words(*names: str, primary: str = "") -> tuple[CategoryLink, ...]:
    return tuple(CategoryLink(id=f"link-{name}", target_id=name, primary=name == primary) for name in names)


def item(name: str, *profiles: Profile, **fields: Any) -> Entry:
    return Entry(id=name.lower().replace(" ", "-"), name=name, profiles=profiles, **fields)


def model(name: str, *items: Entry, **fields: Any) -> Entry:
    return Entry(id=name.lower().replace(" ", "-"), name=name, type="model", entries=items, **fields)


def group(name: str, *entries: Entry, **fields: Any) -> EntryGroup:
    return EntryGroup(id=f"group-{name}".lower().replace(" ", "-"), name=name, entries=entries, **fields)


def rule(name: str, description: str = "", **fields: Any) -> Rule:
    return Rule(id=f"rule-{name}".lower().replace(" ", "-"), name=name, description=description, **fields)


class Reader:
    """Reads made-up texts: "4+" is a save of all models, "one 4+" of one; "unreadable" is not understood."""

    def leader(self, texts: Sequence[PrintedText]) -> tuple[Leader | None, bool]:
        named = [one.text for one in texts if one.name == "Leader"]
        return (Leader(leads=tuple(named)), False) if named and named != ["unreadable"] else (None, bool(named))

    def bodyguard(self, texts: Sequence[PrintedText]) -> Bodyguard | None:
        named = tuple(one.text for one in texts if one.name == "Bodyguard")
        return Bodyguard(needs=named) if named else None

    def transport(self, texts: Sequence[PrintedText], faction: str) -> tuple[tuple[TransportBay, ...], bool]:
        named = [one.text for one in texts if one.name == "Transport"]
        return tuple(
            TransportBay(capacity=int(one), allow=((faction,),)) for one in named if one.isdigit()
        ), "unreadable" in named

    def passenger(self, texts: Sequence[PrintedText]) -> Passenger | None:
        named = {one.text: 2 for one in texts if one.name == "Passenger"}
        return Passenger(places=named) if named else None

    def reserves(self, texts: Sequence[PrintedText]) -> tuple[bool, bool]:
        named = [one.text for one in texts if one.name == "Reserves"]
        return bool(named), named == ["uncounted"]

    def borne_by_units(self, texts: Sequence[PrintedText]) -> bool:
        return any(text.text == "Units only." for text in texts)

    def granted(self, texts: Sequence[PrintedText]) -> Granted:
        given = frozenset(one.text.casefold() for one in texts if one.name == "Gives")
        return Granted(given, frozenset(one.text.casefold() for one in texts if one.name == "Gives all"))

    def invulnerable_saves(self, ability: PrintedText) -> PrintedSaves | None:
        """``4+``, ``one 4+``, ``Hero 4+`` and ``4+ ranged``."""
        if ability.name != "Invulnerable Save":
            return None
        who, _space, save = ability.text.rpartition(" ") if ability.text.endswith("+") else ("", "", ability.text)
        value, _space, against = save.partition(" ")
        if len(value) != 2 or len(against.split()) > 1:
            return None
        saves = (PrintedSave(value, against),)
        known = {"": "unit", "all": "unit", "one": "model"}
        return PrintedSaves(saves, known.get(who, "named"), () if who in known else (who,))

    def damaged(self, texts: Sequence[PrintedText], wounds: int) -> tuple[int, ...]:
        rows = [int(one.name.removeprefix("Row ")) for one in texts if one.name.startswith("Row ")]
        return (*rows, *(int(one.text) for one in texts if one.name == "Damaged"))


def table(*entries: Entry, of_system: dict[str, Any] | None = None, **fields: Any) -> Table:
    of = library(*entries, of_system={**SYSTEM, **(of_system or {})}, **fields)
    of.text_reader = Reader()
    return Table(of)


def army(of: Table, **fields: Any) -> Army:
    """The army of the table's roster under a made-up system of two sizes; ``fresh``: evaluated anew, as a file just read."""
    engine = Engine(of.roster) if fields.pop("fresh", False) else of.engine
    faction = fields.pop("faction", Catalogue(id="cat", name="Cat"))
    fields.setdefault("battle_sizes", SIZES)
    system = System(id="made-up", name={"en": "Made up"}, **fields)
    return ArmyBuilder(engine, ArmyContext(system, faction)).build()


def only(of: Table) -> Unit:
    """The one unit of the army."""
    (found,) = army(of).units
    return found


__all__ = ["SIZES", "army", "group", "item", "model", "only", "profile", "rule", "table", "unit", "words"]
