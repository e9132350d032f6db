"""One faction: its datasheets and its file, made of a catalogue and an overlay."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from listbuilder import strictyaml
from listbuilder.army import Unit, roles
from listbuilder.catalogue.library import Option
from listbuilder.errors import InputError
from listbuilder.sources.native.dataset import NativeSet
from listbuilder.sources.native.locate import FACTION_FILE, folders
from listbuilder.sources.store.dataset import FileSet
from tools.native_data import overlay, yaml
from tools.native_data.bench import Bench
from tools.native_data.choices import read_choices
from tools.native_data.composition import slug
from tools.native_data.detachments import DetachmentReader
from tools.native_data.loadouts import Inexpressible
from tools.native_data.overlay import merged
from tools.native_data.sheet import SheetWriter
from tools.native_data.tables import TableReader
from tools.native_data.texts import Reading, stated, unread
from tools.native_data.units import UnitReader

REFERENCES = {  # keys of lists that name units
    *("leads", "beside", "beside_at", "not_beside", "units", "leading", "led_by", "only_with", "instead_of", "splits"),
    *("never_with", "forbids", "present"),
}
ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Faction:
    """What was made: the faction's file, the datasheets by id, and what is left out, with the reason."""

    facts: dict[str, Any]
    sheets: dict[str, dict[str, Any]]
    left_out: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)  # id -> name of every datasheet, those left out too
    there: frozenset[str] = frozenset()  # ids of the datasheets that the folder has besides

    def settle(self) -> None:
        """Makes ids of datasheets that are left out plain names, wherever other files refer to them; leaves contingents out that
        have such."""
        known = {sheet["name"] for sheet in self.sheets.values()}
        contingents = self.facts.get("contingents") or {}
        for name, lacking in [(name, one["units"].keys() - known) for name, one in contingents.items()]:
            if lacking:
                self.left_out[contingents.pop(name)["name"]] = f"without datasheets: {', '.join(sorted(lacking))}"
        for sheet in self.sheets.values():
            self._settle(sheet)
        for detachment in (self.facts.get("detachments") or {}).values():
            effects = detachment.get("effects") or []
            for effect in effects:
                if isinstance(effect.get("units"), list):
                    effect["units"] = [word for word in effect["units"] if self._known(word) == word]
            kept = [effect for effect in effects if effect.get("units", True)]
            if effects and kept:
                detachment["effects"] = kept
            elif effects:
                del detachment["effects"]
            self._settle(detachment)

    def leave_out(self, reasons: Mapping[str, str]) -> None:
        """Leaves out the datasheets of these names."""
        for sheet_id, sheet in list(self.sheets.items()):
            if sheet["name"] in reasons:
                del self.sheets[sheet_id]
                self.left_out[sheet["name"]] = reasons[sheet["name"]]
        self.settle()

    def _settle(self, record: Any, refers: bool = False) -> None:
        """Replaces ids in a record. ``refers``: its strings are references themselves."""
        for key, value in list(record.items() if isinstance(record, dict) else enumerate(record)):
            named = key in REFERENCES if isinstance(record, dict) and not refers else refers
            if isinstance(value, dict | list):
                self._settle(value, named)
            elif named:
                record[key] = self._known(value)
        if isinstance(record, dict) and isinstance(record.get("requires"), dict):
            record["requires"] = {self._known(word): item for word, item in record["requires"].items()}

    def _known(self, word: Any) -> Any:
        known = not isinstance(word, str) or word in self.sheets or word in self.there
        return word if known else self.names.get(word, word)

    def texts(self) -> Iterator[tuple[str, str]]:
        """File names and contents."""
        if self.facts:
            yield FACTION_FILE, yaml.document(self.facts, "faction")
        for name, sheet in sorted(self.sheets.items()):
            yield f"{name}.yaml", yaml.document(sheet, "datasheet")


class FactionMaker:
    """``given``: the overlay; ``date``: that of the points."""

    def __init__(self, data: FileSet, given: dict[str, Any], date: str, set_name: str) -> None:
        self.bench = self._bench(data, given)
        self.given = given
        self.date = date
        self.set_name = set_name
        self.files = {item.header.id: item.file.name for item in data.indexed if item.header}
        self.units = UnitReader(self.bench, self._left_aside())
        self.bench.helpers |= frozenset(given.get("helpers") or ())
        found = [option for option in self.bench.units() if self._is_own(option)]
        ordered = sorted(found, key=self._is_second, reverse=True)
        by_name = {slug(roles.plain_name(one.name)): one for one in ordered}
        self.offered = [option for option in found if option in by_name.values()]
        self.own = [option for option in self.offered if self._is_made(option)]
        again = [option for option in found if option not in self.offered]  # a list could not tell them apart
        self.tables = TableReader(self.bench, self.own)
        self.twins = [one for one in again if self._is_made(one) and not self._is_second(one)[1]]
        self.again = [option.name for option in again if self._is_made(option)]
        self.names = {
            roles.plain_name(option.name).casefold(): slug(roles.plain_name(option.name)) for option in self.offered
        }

    def _bench(self, data: FileSet, given: dict[str, Any]) -> Bench:
        """Where the units are tried."""
        return Bench(data, given["catalogue"])

    @property
    def folder(self) -> str:
        """The id of the faction that the datasheets belong to."""
        return str(self.given.get("into") or self.given["id"])

    @property
    def extends(self) -> bool:
        """Whether the faction has the datasheets of another one, too."""
        return "extends" in self.given

    @property
    def host(self) -> str:
        """The id of the faction that the datasheets are added to, or that this one extends; empty where there is none."""
        return str(self.given.get("into") or self.given.get("extends") or "")

    def _is_made(self, option: Option) -> bool:
        """Whether a datasheet is made of this catalogue: of one that adds to another faction, or extends it, only those that it
        holds itself."""
        file = self._file(option) if self.host else None
        return not self.host or (file is not None and file.id == self.bench.loaded.faction.id)

    def _left_aside(self) -> Iterator[str]:
        """Ids of the detachments that the overlay takes away: what only they show is in no army."""
        detachments = (self.given.get("faction") or {}).get("detachments") or {}
        for option in self.bench.detachments():
            if detachments.get(slug(roles.plain_title(option.name)), ()) is None:
                yield option.target.id

    def _is_second(self, option: Option) -> tuple[bool, bool]:
        """Which of two datasheets of one name is left out: that of Legends, or one that no list begins with."""
        names = {self.bench.library.categories[link.target_id].name for link in option.merged.category_links}
        return roles.is_legends(option), not names.isdisjoint(self.bench.seconds)

    def _is_own(self, option: Option) -> bool:
        """Whether a datasheet belongs to the faction: it has its keyword, or none where the overlay names it, and the data offer
        it to the army."""
        categories = self.bench.library.categories
        words = {
            categories[link.target_id].name for link in option.merged.category_links if link.target_id in categories
        }
        mine = {*(self.given.get("keywords") or [self.given["keyword"]]), *(self.given.get("allies") or ())}
        others = set(self.given.get("not_keywords") or ())
        factions = {roles.faction_of(word) for word in words} - {""}
        factions |= {word for word in map(self.bench.printed, words) if self.bench.in_capitals and word in mine}
        named = not factions and roles.plain_name(option.name) in self.given.get("also", ())
        return (named or bool(factions & mine)) and not factions & others and not self.units.reach.is_dead(option)

    def make(self, there: frozenset[str] = frozenset()) -> Faction:
        """``there``: ids of the datasheets and detachments that the faction has besides."""
        self.names |= {sheet.replace("-", " "): sheet for sheet in there} | self.names
        writer = SheetWriter(self.units, self.bench.loaded.system.vocabulary.core_abilities, self.names)
        shared = overlay.common(self.bench.loaded.system.id).get("datasheets") or {}
        overlays: dict[str, Any] = shared | (self.given.get("datasheets") or {})
        names = [roles.plain_name(option.name) for option in self.offered]
        left_out = dict.fromkeys(self.again, "another datasheet has its name")
        result = Faction({}, {}, left_out, {slug(name): name for name in names}, there)
        shipped: list[tuple[Option, Unit]] = []
        for option in self.own:
            name = roles.plain_name(option.name)
            sheet_id = slug(name)
            if sheet_id in there and "into" in self.given:
                continue  # the catalogue's own copy of what the other faction has
            over = overlays.get(sheet_id, {})
            try:
                sheet, unit = self._sheet(writer, option, over)
            except Inexpressible as reason:
                result.left_out[name] = str(reason)
                continue
            result.sheets[sheet_id] = self._sourced(sheet, option)
            shipped.append((option, unit))
        whole = self.given.get("whole") or {}
        result.sheets |= whole
        result.left_out = {name: why for name, why in result.left_out.items() if slug(name) not in whole}
        self._variants(result.sheets)
        if "into" not in self.given:  # else the other faction's file is kept by hand
            detachments = {name: record for name, record in self.detachments().items() if name not in there}
            result.facts = self._facts(detachments, shipped)
        result.settle()
        return result

    def _variants(self, sheets: dict[str, dict[str, Any]]) -> None:
        """Versions of one datasheet, which an army does not have beside each other."""
        pattern = str(overlay.common(self.bench.loaded.system.id).get("variant") or "$")
        by_name: dict[str, list[str]] = {}
        for sheet_id, sheet in sheets.items():
            by_name.setdefault(re.sub(pattern, "", sheet["name"]), []).append(sheet_id)
        for alike in (one for one in by_name.values() if len(one) > 1):
            for sheet_id in alike:
                sheets[sheet_id]["never_with"] = [other for other in alike if other != sheet_id]

    def detachments(self) -> dict[str, Any]:
        """`detachments` of the faction's file."""
        return DetachmentReader(self.bench, self.units.reach, self.all(), self.given.get("allies") or ()).read()

    def besides(self, folder: Path) -> frozenset[str]:
        """Ids of the datasheets in a folder that are not made of this catalogue; none where it makes all of them. Of a faction
        that extends another one, those of the other one's datasheets and detachments."""
        if self.extends:
            host = folder.parent / self.host
            facts = strictyaml.load((host / FACTION_FILE).read_bytes(), self.host).value
            return frozenset((*(path.stem for path in host.glob("*.yaml")), *(facts.get("detachments") or ())))
        if "into" not in self.given:
            return frozenset()
        mine = {"set": self.set_name, "file": self.files[self.bench.loaded.faction.id]}
        files = {path.stem: path.read_bytes() for path in folder.glob("*.yaml") if path.name != FACTION_FILE}
        sources = {name: strictyaml.load(text, name).value.get("source") or {} for name, text in files.items()}
        return frozenset(name for name, source in sources.items() if not source.items() >= mine.items())

    def _sheet(self, writer: SheetWriter, option: Option, over: Any) -> tuple[dict[str, Any], Unit]:
        """A datasheet with its overlay. Raises `Inexpressible`."""
        common = overlay.common(self.bench.loaded.system.id).get("leave_out") or {}
        reasons = [over] if isinstance(over, str) else [why for part, why in common.items() if part in option.name]
        if reasons:
            raise Inexpressible(reasons[0])
        with self.bench.placed(self.bench.default(option)) as root:
            unit = self.bench.read(root)
        by_keyword = overlay.common(self.bench.loaded.system.id).get("leave_out_keywords") or {}
        for reason in (why for word, why in by_keyword.items() if word in unit.keywords):
            raise Inexpressible(reason)
        sheet = writer.write(option, over.get("options", ()))
        if "faction_keywords" not in sheet:
            first: dict[str, Any] = {key: sheet[key] for key in ("id", "name", "status", "role") if key in sheet}
            sheet = self._with_faction({**first, "faction_keywords": [], **sheet})
        if self.host:  # some datasheets of the data name the other way round
            sheet["faction_keywords"].sort(key=lambda word: word != self.given["keyword"])
        for ability in unit.abilities:
            sheet |= stated(ability.text)
        read = [effect for effect in sheet.get("effects", ()) if effect["ability"] not in _abilities(over)]
        allowances = self.tables.allowances(option)
        if allowances:
            sheet["allowances"] = allowances
        sheet = merged(sheet, {key: value for key, value in over.items() if key != "read"})
        if "allowances" in sheet:
            sheet.pop("never_enhanced", None)
        if over.get("effects"):
            sheet["effects"] = [*read, *over["effects"]]
        self._check_read(unit, sheet, over)
        return sheet, unit

    def _with_faction(self, sheet: dict[str, Any]) -> dict[str, Any]:
        """With the faction's keyword apart from the others, which the data do not tell."""
        sheet["keywords"] = [word for word in sheet["keywords"] if word != self.given["keyword"]]
        sheet["faction_keywords"] = [self.given["keyword"]]
        return sheet

    def all(self) -> Iterator[tuple[Option, Unit]]:
        """Every datasheet of the faction, those left out as well: they count when the bearers of enhancements are found."""
        for option in self.offered:
            with self.bench.placed(self.bench.default(option)) as root:
                yield option, self.bench.read_chosen(root)

    def _check_read(self, unit: Unit, sheet: dict[str, Any], over: dict[str, Any]) -> None:
        """What the printed texts say of building must be encoded; where it is not, the datasheet is left out."""
        if "unread" in sheet:
            what = ", ".join(sheet.pop("unread"))
            if not any(key in over for key in ("leader", "transport", "joins")):
                raise Inexpressible(f"a printed text that is not read: {what}")
        missing = unread(unit, Reading(sheet, frozenset(over.get("read") or ()) | _abilities(over), self.names))
        if missing:
            raise Inexpressible(f"abilities that are not encoded: {', '.join(missing)}")

    def _sourced(self, sheet: dict[str, Any], option: Option) -> dict[str, Any]:
        """With its source, where that is another file than the faction's."""
        file = self._file(option)
        if file is not None and ("into" in self.given or file.id != self.bench.loaded.faction.id):
            sheet["source"] = {"set": self.set_name, "file": self.files[file.id], "revision": file.revision}
        return sheet

    def _file(self, option: Option) -> Any:
        for file in self.bench.library.files:
            if any(record.id == option.target.id for record in (*file.entries, *file.shared_entries)):
                return file
        return None

    def _facts(self, detachments: dict[str, Any], shipped: list[tuple[Option, Unit]]) -> dict[str, Any]:
        given, catalogue = self.given, self.bench.loaded.faction
        rules = Counter(a.name for _, unit in shipped for a in unit.abilities if a.kind == "faction")
        army = [name for name, count in rules.most_common() if count * 2 > len(shipped)]
        made: dict[str, Any] = {
            "id": given["id"],
            "name": given["name"],
            "system": self.bench.loaded.system.id,
            **({"extends": given["extends"]} if "extends" in given else {}),
            "keyword": given["keyword"],
            "points_date": self.date,
            "source": {
                "set": self.set_name,
                "file": self.files[catalogue.id],
                "revision": catalogue.revision,
                "date": self.date,
            },
        }
        if army:
            made["army_rules"] = army
        items = self.tables.items()
        if items:
            made["items"] = items
        choices = read_choices(self.bench)
        if choices:
            made["choices"] = choices
        if detachments:
            made["detachments"] = detachments
        made = merged(made, given.get("faction") or {})
        if given.get("terms"):
            made["terms"] = given["terms"]
        return made


def _abilities(over: dict[str, Any]) -> frozenset[str]:
    """The abilities whose effects an overlay states."""
    return frozenset(effect.get("ability", "") for effect in over.get("effects") or ())


def write(made: Faction, folder: Path) -> None:
    """Writes the files of a faction. Datasheets that the program does not take are left out, with the reason; the first
    mistake in the faction's own file raises `errors.InputError`."""
    while True:
        _write(made, folder)
        try:
            NativeSet([*folders(), folder.parent.parent]).catalogue(folder.parent.name, folder.name)
        except InputError as error:
            bad = {Path(problem.file).stem: str(problem.message) for problem in error.problems}
            if not bad.keys() & made.sheets.keys():
                raise
            made.leave_out({made.sheets[name]["name"]: why for name, why in bad.items() if name in made.sheets})
        else:
            return


def _write(made: Faction, folder: Path) -> None:
    """Writes the files; those of datasheets that are no longer there go."""
    folder.mkdir(parents=True, exist_ok=True)
    texts = dict(made.texts())
    kept = {*texts, *(f"{name}.yaml" for name in made.there), *([] if made.facts else [FACTION_FILE])}
    for path in folder.glob("*.yaml"):
        if path.name not in kept:
            path.unlink()
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
