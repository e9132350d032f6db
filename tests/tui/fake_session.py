"""A session in memory with invented data: for tests of widgets, and for how they do with thousands of entries."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from listbuilder.army import Ability, Army, BattleSizeView, Detachment, Enhancement, ModelLine, Profile, Unit
from listbuilder.catalogue.facts import Leader, TransportBay
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.errors import ChangedOnDisk, InputError
from listbuilder.i18n import Text
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations
from listbuilder.rules.diagnostic import Diagnostic, Fix, RemoveUnit, SetWarlord
from listbuilder.rules.figures import Counted
from listbuilder.rules.formation import Formation, FormationOptions, formation
from listbuilder.rules.gauges import Gauge, Used
from listbuilder.rules.kinds.relation import may_lead
from listbuilder.rules.shares import RoleShare
from listbuilder.rules.spending import Spending
from listbuilder.session import DatasheetChoice, Named, Offer, Row, Target
from listbuilder.session.detachments import DetachmentChoice, DetachmentOffer, DetachmentPage
from listbuilder.session.quotes import Quote, Size
from listbuilder.session.surroundings import PossibleLeader, SizePrice
from listbuilder.session.views import Effect
from listbuilder.session.wargear import Bearers, Carried, carried_by
from listbuilder.sources.native.dataset import NativeSet

WORDS = NativeSet([Path(__file__).parents[2] / "factions"]).system("wh40k-10e").vocabulary

SIZES = {"small": ("Skirmish", 500), "large": ("Grand Battle", 1000)}
DETACHMENTS = {"wall": "Shield Wall", "storm": "Storm Host"}
CHARMS = {"charm": ("Lucky Charm", 10), "crown": ("Iron Crown", 25)}
GUNS = {"crossbow": 0, "thrower": 5}


@dataclass(frozen=True)
class Sheet:
    id: str
    name: str
    role: str
    points: int
    keywords: tuple[str, ...] = ()
    models: tuple[int, int] = (1, 1)
    legends: bool = False


SHEETS = (
    Sheet("warden", "Warden Captain", "character", 80, ("Character", "Infantry")),
    Sheet("sage", "Sage of the Long Winter and the Even Longer Name", "character", 65, ("Character", "Psyker")),
    Sheet("guard", "Gate Guard", "battleline", 90, ("Battleline", "Infantry"), (5, 10)),
    Sheet("archers", "Tower Archers", "infantry", 70, ("Infantry",), (5, 20)),
    Sheet("riders", "Ridge Riders", "mounted", 120, ("Mounted",), (3, 6)),
    Sheet("wagon", "War Wagon", "transport", 75, ("Vehicle", "Transport")),
    Sheet("relic", "Relic Engine", "vehicle", 200, ("Vehicle",), legends=True),
)


def many(count: int) -> tuple[Sheet, ...]:
    """So many datasheets more."""
    return tuple(Sheet(f"extra-{n}", f"Company {n:04}", "infantry", 50 + n % 90, ("Infantry",)) for n in range(count))


@dataclass(frozen=True)
class Taken:
    id: str
    sheet: str
    name: str = ""
    models: int = 1
    gun: str = "crossbow"
    banner: bool = False
    warlord: bool = False
    charm: str = ""
    notes: str = ""


@dataclass(frozen=True)
class State:
    name: str = "Test host"
    size: str = "small"
    detachment: str = ""
    units: tuple[Taken, ...] = ()
    declared: Declarations = field(default_factory=Declarations)
    notes: str = ""


class FakeSession:
    """The surface of `listbuilder.session.Session`."""

    sheets: tuple[Sheet, ...] = SHEETS

    def __init__(self, state: State, path: Path | None = None) -> None:
        self.path = path
        self.system: Any = SimpleNamespace(battle_sizes=(), rules=(SimpleNamespace(kind="capacity"),), vocabulary=WORDS)
        self.forces: Any = SimpleNamespace(
            lines=tuple, choices=lambda parent_id="": [], is_frame=lambda force_id: False
        )
        self.listeners: list[Any] = []
        self.state = state
        self.digest = ""
        self.past: list[tuple[str, State]] = []
        self.future: list[tuple[str, State]] = []
        self.revision = 0
        self.saved = 0
        self._built: tuple[State, Army] | None = None

    @classmethod
    def open(cls, path: Path) -> FakeSession:
        try:
            session = cls.from_text(path.read_bytes())
        except OSError as error:
            raise InputError(str(error), str(path)) from error
        session.path, session.digest = path, hashlib.sha256(path.read_bytes()).hexdigest()
        return session

    @classmethod
    def from_text(cls, content: bytes) -> FakeSession:
        try:
            found = json.loads(content)
        except ValueError as error:
            raise InputError("not a list", "fake", 1, 1) from error
        found["units"] = tuple(Taken(**unit) for unit in found["units"])
        found["declared"] = Declarations()
        return cls(State(**found))

    @classmethod
    def recover(cls, content: bytes, path: Path | None, digest: str) -> FakeSession:
        session = cls.from_text(content)
        session.path, session.digest, session.saved = path, digest, -1
        return session

    @classmethod
    def new(
        cls,
        system: str,
        faction: str,
        *,
        battle_size: str = "",
        detachment: str = "",
        name: str = "",
        limit: int | None = None,
        besides: Sequence[str] = (),
    ) -> FakeSession:
        return cls(State(name=name, size=battle_size or "small", detachment=detachment))

    @staticmethod
    def systems() -> list[Named]:
        return [Named("old-walls", "Old Walls"), Named("deep-roads", "Deep Roads")]

    @staticmethod
    def factions(system: str) -> list[Named]:
        return [Named("north", "The North"), Named("south", "The South")]

    @staticmethod
    def vocabulary_of(system: str) -> Vocabulary:
        return WORDS

    def text(self) -> str:
        units = [vars(unit) for unit in self.state.units]
        return json.dumps(
            {"name": self.name, "size": self.state.size, "detachment": self.state.detachment, "units": units}
        )

    left_out = 0

    @property
    def made_with(self) -> str:
        return ""

    def data_choices(self) -> list[Named]:
        return []

    def snapshot(self) -> Any:
        text = self.text()
        return SimpleNamespace(name=self.name, text=lambda: text)

    def save(self, path: Path | None = None, *, force: bool = False) -> Path:
        target = path or self.path
        assert target is not None
        own = target == self.path and not force and target.exists()
        if own and hashlib.sha256(target.read_bytes()).hexdigest() != self.digest:
            raise ChangedOnDisk("changed", str(target))
        try:
            target.write_text(self.text())
        except OSError as error:
            raise InputError(str(error), str(target)) from error
        self.path, self.saved = target, self.revision
        self.digest = hashlib.sha256(target.read_bytes()).hexdigest()
        return target

    @property
    def dirty(self) -> bool:
        return self.revision != self.saved

    # --- slices

    @property
    def formation(self) -> Formation:
        return formation(self.army, FormationOptions())

    @property
    def name(self) -> str:
        return self.state.name

    def localise(self, text: str) -> str:
        return text

    def sheet(self, sheet_id: str) -> Sheet:
        return next(sheet for sheet in self.sheets if sheet.id == sheet_id)

    def build(self, taken: Taken) -> Unit:
        sheet = self.sheet(taken.sheet)
        charm = CHARMS.get(taken.charm)
        extra = (charm[1] if charm else 0) + GUNS[taken.gun]
        per = sheet.points * (2 if taken.models > sheet.models[0] else 1)
        stats = (("M", '6"'), ("T", "4"), ("SV", "3+"), ("W", "2"), ("LD", "6+"), ("OC", "2"))
        gun = (
            ("Range", '24"'),
            ("A", "2"),
            ("BS", "3+"),
            ("S", "4"),
            ("AP", "-1"),
            ("D", "1"),
            ("Keywords", "Rapid Fire 1"),
        )
        return Unit(
            id=taken.id,
            name=taken.name or sheet.name,
            datasheet=sheet.name,
            datasheet_id=sheet.id,
            role=sheet.role,
            keywords=sheet.keywords,
            faction_keywords=("North",),
            models=(ModelLine("m", sheet.name, taken.models),),
            points=per + extra,
            profiles=(Profile(sheet.name, "Unit", stats),),
            weapons=(Profile(taken.gun.title(), "Ranged Weapons", gun, taken.models),),
            abilities=(Ability("Stubborn"), Ability("Deep Strike", "core")) if sheet.role == "infantry" else (),
            enhancements=(Enhancement(taken.charm, charm[0], charm[1]),) if charm else (),
            warlord=taken.warlord,
            leader=Leader(leads=("Gate Guard",)) if sheet.role == "character" else None,
            transport=(TransportBay(capacity=10, allow=(("Infantry",),)),) if sheet.id == "wagon" else (),
            legends=sheet.legends,
        )

    @property
    def army(self) -> Army:
        """Built once a state: screens ask for it at every key."""
        if self._built is None or self._built[0] is not self.state:
            self._built = self.state, self._army()
        return self._built[1]

    def _army(self) -> Army:
        units = tuple(self.build(taken) for taken in self.state.units)
        size, limit = SIZES[self.state.size]
        chosen = self.state.detachment
        return Army(
            name=self.name,
            system="old-walls",
            faction="north",
            faction_keyword="North",
            faction_name="The North",
            units=units,
            points=sum(unit.points for unit in units),
            battle_size=BattleSizeView(self.state.size, size, limit),
            limit=limit,
            detachments=(Detachment(chosen, DETACHMENTS[chosen]),) if chosen else (),
            declarations=self.state.declared,
            vocabulary=WORDS,
        )

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        found = []
        army = self.army
        if army.points > (army.limit or 0):
            text = Text("{found} points, at most {bound}", {"found": army.points, "bound": army.limit})
            found.append(Diagnostic("points-limit", text, source="Core Rules"))
        if army.units and not any(unit.warlord for unit in army.units):
            leaders = [unit for unit in army.units if unit.has("Character")]
            fixes = tuple(Fix(SetWarlord(unit.id), safe=True) for unit in leaders[:1])
            found.append(Diagnostic("warlord", Text("The army has no warlord"), source="Core Rules", fixes=fixes))
        for name in {unit.datasheet for unit in army.units}:
            copies = [unit for unit in army.units if unit.datasheet == name]
            if len(copies) > 3:
                fix = Fix(RemoveUnit(copies[-1].id))
                text = Text("{unit}: {found} taken, at most 3", {"unit": name, "found": len(copies)})
                found.append(Diagnostic("datasheet-cap", text, unit=copies[-1].id, source="Muster", fixes=(fix,)))
        found += [
            Diagnostic("legends", Text("{unit} is a Legends datasheet", {"unit": unit.name}), "warning", unit.id)
            for unit in army.units
            if unit.legends
        ]
        return tuple(found)

    def fixes(self, finding: Diagnostic) -> tuple[Offer, ...]:
        titles = {SetWarlord: "Make {unit} the warlord", RemoveUnit: "Remove {unit}"}
        found = []
        for fix in finding.fixes:
            unit = self.army.unit(fix.action.unit)
            assert unit is not None
            gain = -unit.points if isinstance(fix.action, RemoveUnit) else 0
            errors = sum(one.severity == "error" for one in self.findings) - 1
            title = Text(titles[type(fix.action)], {"unit": unit.name})
            found.append(Offer(title, fix.action, fix.safe, Effect(gain, errors)))
        return tuple(found)

    def iter_fixes(self, finding: Diagnostic) -> Iterator[Offer]:
        return iter(self.fixes(finding))

    def unsought(self, finding: Diagnostic) -> bool:
        return False

    def first_fix(self, finding: Diagnostic) -> Offer | None:
        return next(self.iter_fixes(finding), None)

    @property
    def verdict(self) -> str:
        return "illegal" if any(finding.severity == "error" for finding in self.findings) else "legal"

    @property
    def points(self) -> int:
        return int(self.army.points)

    @property
    def gauges(self) -> tuple[Gauge, ...]:
        marked = sum(unit.warlord for unit in self.army.units)
        borne = sum(len(unit.enhancements) for unit in self.army.units)
        return (
            Gauge("warlord", {"en": "Warlord"}, Used(marked, 1, 1)),
            Gauge("charms", {"en": "Charms"}, Used(borne, 2)),
        )

    @property
    def spending(self) -> tuple[Spending, ...]:
        return ()

    @property
    def shares(self) -> dict[str, RoleShare]:
        return {}

    @property
    def figures(self) -> tuple[Counted, ...]:
        return ()

    @property
    def limit(self) -> int:
        return SIZES[self.state.size][1]

    def offers_enhancements(self, unit_id: str) -> bool:
        return True

    def unit(self, unit_id: str) -> Unit | None:
        return self.army.unit(unit_id)

    def battle_sizes(self) -> list[Named]:
        return [Named(key, name, f"{limit} pts") for key, (name, limit) in SIZES.items()]

    def detachments(self) -> list[Named]:
        return [Named(key, name) for key, name in DETACHMENTS.items()]

    def detachment_offer(self) -> DetachmentOffer:
        chosen = self.state.detachment
        return DetachmentOffer(tuple(DetachmentChoice(key, name, key == chosen) for key, name in DETACHMENTS.items()))

    def detachment_page(self, detachment_id: str) -> DetachmentPage:
        return DetachmentPage((("Hold the line", "Nobody runs."),), (("Lucky Charm", 10),))

    def toggle_detachment(self, detachment_id: str) -> None:
        self.set_detachment("" if detachment_id == self.state.detachment else detachment_id)

    @contextlib.contextmanager
    def trial(self) -> Iterator[None]:
        before = self.state, self.revision, self.listeners, self.past[:]
        self.listeners = []
        yield
        self.state, self.revision, self.listeners, self.past = before

    def datasheets(self, force_id: str = "") -> tuple[DatasheetChoice, ...]:
        taken: dict[str, int] = {}
        for unit in self.state.units:
            taken[unit.sheet] = taken.get(unit.sheet, 0) + 1
        return tuple(
            DatasheetChoice(s.id, s.name, s.role, s.points, s.keywords, taken.get(s.id, 0), s.legends)
            for s in self.sheets
        )

    def quote(self, datasheet_id: str, force_id: str = "") -> Quote:
        sheet = self.sheet(datasheet_id)
        taken = sum(unit.sheet == datasheet_id for unit in self.state.units)
        low, high = sheet.models
        sizes = [Size(models, sheet.points * (2 if models > low else 1)) for models in dict.fromkeys((low, high))]
        text = Text("{unit}: {found} taken, at most 3", {"unit": sheet.name, "found": taken + 1})
        return Quote(tuple(sizes), against=(text,) if taken >= 3 else ())

    def preview(self, datasheet_id: str, force_id: str = "", models: int = 0) -> Unit:
        return self.build(Taken("", datasheet_id, models=models or self.sheet(datasheet_id).models[0]))

    def rows(self, unit_id: str, *, apart: bool = False) -> tuple[Row, ...]:
        taken = self._taken(unit_id)
        sheet = self.sheet(taken.sheet)
        low, high = sheet.models
        rows = [
            Row(
                "models",
                sheet.name,
                "count",
                0,
                taken.models,
                low,
                high,
                sheet.points if high > low else 0,
                split=high > low,
            )
        ]
        rows.append(Row("guns", "Weapon", "heading", minimum=1, maximum=1))
        rows += [
            Row(f"gun-{gun}", gun.title(), "pick", 1, int(gun == taken.gun), points=cost, group="guns")
            for gun, cost in GUNS.items()
        ]
        rows.append(Row("banner", "Banner", "toggle", 0, int(taken.banner)))
        return tuple(rows)

    def bearers(self, unit_id: str, rows: Iterable[Row]) -> tuple[Bearers, ...]:
        """Each gun belongs to its row."""
        (found,) = carried_by(self.build(self._taken(unit_id)))[:1]
        gun = self.build(self._taken(unit_id)).weapons
        carried = (Carried(gun[0].name, found.count, gun, f"gun-{gun[0].name.lower()}"),)
        return (replace(found, row="models", carried=carried),)

    def offered(self, unit_id: str, row: str) -> tuple[Profile, ...]:
        return ()

    def possible_leaders(self, unit_id: str) -> tuple[PossibleLeader, ...]:
        return ()

    def prices_by_size(self, unit_id: str, least: int, most: int) -> tuple[SizePrice, ...]:
        return ()

    def price_of_toggle(self, unit_id: str, row: Row) -> int:
        return 0

    def at_fault(self, finding: Diagnostic, rows: Iterable[Row], force_id: str = "") -> tuple[str, ...]:
        return ()

    def leader_targets(self, unit_id: str) -> list[Target]:
        return [Target(unit.id, unit.name) for unit in self.army.units if unit.datasheet_id == "guard"]

    def could_be_joined(self, unit_id: str, *, parts: bool) -> bool:
        return not parts and bool(self.leaders_for(unit_id))

    def leaders_for(self, unit_id: str) -> list[Target]:
        units = self.army.units
        unit = self.unit(unit_id)
        return [Target(one.id, one.name) for one in units if unit is not None and may_lead(one, unit)]

    def transport_targets(self, unit_id: str) -> list[Target]:
        reason = "" if self.build(self._taken(unit_id)).has("Infantry") else "only Infantry may ride"
        return [Target(unit.id, unit.name, reason) for unit in self.army.units if unit.transport and unit.id != unit_id]

    def enhancements(self, unit_id: str) -> list[Target]:
        told = (("Lucky Charm", "**Effect:** Reroll one die.\n■ In the first round: two."),)
        return [
            Target("charm", "Lucky Charm", price="+10", rules=told),
            Target("crown", "Iron Crown", "only Psykers may bear it", "+25"),
        ]

    def said_against(self, unit_id: str, row: Row, count: int) -> Text | None:
        return None

    def enhancement_targets(self, unit_id: str) -> list[Target]:
        return self.enhancements(unit_id)

    # --- edits

    def _taken(self, unit_id: str) -> Taken:
        taken = next((unit for unit in self.state.units if unit.id == unit_id), None)
        if taken is None:
            raise LookupError(unit_id)
        return taken

    def _do(self, title: str, state: State) -> None:
        if state == self.state:
            return
        self.past.append((title, self.state))
        self.future.clear()
        self._become(state)

    def _become(self, state: State) -> None:
        self.state = state
        self.revision += 1
        for listener in list(self.listeners):
            listener(self)

    def _change(self, title: str, unit_id: str, **values: Any) -> None:
        units = tuple(replace(unit, **values) if unit.id == unit_id else unit for unit in self.state.units)
        self._do(title, replace(self.state, units=units))

    @property
    def steps(self) -> int:
        return len(self.past)

    @property
    def undone(self) -> int:
        return len(self.future)

    def undo(self) -> str | None:
        if not self.past:
            return None
        title, state = self.past.pop()
        self.future.append((title, self.state))
        self._become(state)
        return title

    def redo(self) -> str | None:
        if not self.future:
            return None
        title, state = self.future.pop()
        self.past.append((title, self.state))
        self._become(state)
        return title

    def rename(self, name: str) -> None:
        self._do("Rename list", replace(self.state, name=name))

    def notes(self, holder_id: str = "") -> str:
        return (
            next((unit.notes for unit in self.state.units if unit.id == holder_id), "")
            if holder_id
            else self.state.notes
        )

    def annotate(self, text: str, holder_id: str = "") -> None:
        if holder_id:
            self._change("Note", holder_id, notes=text)
        else:
            self._do("Note", replace(self.state, notes=text))

    def set_battle_size(self, size_id: str) -> None:
        self._do("Battle size", replace(self.state, size=size_id))

    def set_detachment(self, detachment_id: str) -> None:
        self._do("Detachment", replace(self.state, detachment=detachment_id))

    def _free(self, stem: str) -> str:
        ids = {unit.id for unit in self.state.units}
        return next(name for n in range(1, 999) if (name := stem if n == 1 else f"{stem}-{n}") not in ids)

    def add_unit(self, datasheet_id: str, force_id: str = "", models: int = 0) -> str:
        sheet = self.sheet(datasheet_id)
        taken = Taken(self._free(datasheet_id), datasheet_id, models=models or sheet.models[0])
        self._do(f"Add {sheet.name}", replace(self.state, units=(*self.state.units, taken)))
        return taken.id

    def duplicate_unit(self, unit_id: str, *, apart: bool = False) -> str:
        taken = self._taken(unit_id)
        copy = replace(taken, id=self._free(taken.sheet), warlord=False)
        place = self.state.units.index(taken) + 1
        self._do("Duplicate", replace(self.state, units=(*self.state.units[:place], copy, *self.state.units[place:])))
        return copy.id

    def remove_unit(self, unit_id: str) -> None:
        self._taken(unit_id)
        self._do("Remove", replace(self.state, units=tuple(unit for unit in self.state.units if unit.id != unit_id)))

    def move_unit(self, unit_id: str, offset: int) -> None:
        units = list(self.state.units)
        place = units.index(self._taken(unit_id))
        units.insert(place + offset, units.pop(place))
        self._do("Move", replace(self.state, units=tuple(units)))

    def rename_unit(self, unit_id: str, name: str) -> None:
        self._change("Rename unit", unit_id, name=name)

    def set_count(self, unit_id: str, key: str, count: int) -> None:
        if key == "models":
            self._change("Set count", unit_id, models=count)
        elif key == "banner":
            self._change("Set count", unit_id, banner=bool(count))

    def pick(self, unit_id: str, key: str) -> None:
        if key == "banner":
            self._change("Pick", unit_id, banner=not self._taken(unit_id).banner)
        else:
            self._change("Pick", unit_id, gun=key.removeprefix("gun-"))

    def split(self, unit_id: str, key: str, count: int = 1) -> None:
        self._change("Split", unit_id, models=self._taken(unit_id).models - count)

    def set_warlord(self, unit_id: str, on: bool = True) -> None:
        units = tuple(replace(unit, warlord=on and unit.id == unit_id) for unit in self.state.units)
        self._do("Warlord", replace(self.state, units=units))

    def set_enhancement(self, unit_id: str, enhancement_id: str) -> None:
        self._change("Enhancement", unit_id, charm=enhancement_id)

    def _declare(self, title: str, name: str, unit_id: str, value: str) -> None:
        old = getattr(self.state.declared, name)
        new = {**{key: other for key, other in old.items() if key != unit_id}, **({unit_id: value} if value else {})}
        values = {**{f: getattr(self.state.declared, f) for f in self.state.declared.__struct_fields__}, name: new}
        self._do(title, replace(self.state, declared=Declarations(**values)))

    def attach(self, leader_id: str, unit_id: str) -> None:
        self._declare("Attach", "attach", leader_id, unit_id)

    def embark(self, unit_id: str, transport_id: str) -> None:
        self._declare("Embark", "embark", unit_id, transport_id)

    def set_reserves(self, unit_id: str, state: str) -> None:
        self._declare("Reserves", "reserves", unit_id, state)

    def set_hover(self, unit_id: str, on: bool) -> None:
        raise InputError("this unit cannot hover")

    def apply_fix(self, fix: Offer) -> None:
        match fix.action:
            case SetWarlord(unit):
                self.set_warlord(unit)
            case RemoveUnit(unit):
                self.remove_unit(unit)
