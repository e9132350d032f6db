"""Makes a faction of a catalogue: its datasheets, the detachments of its parent units, and its own items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from listbuilder.catalogue.library import Option
from listbuilder.sources.store.dataset import FileSet
from tools.native_data.army_book.entries import Book, bound, changed, is_group, plain, slug
from tools.native_data.army_book.sheet import TYPES, UPGRADE, Facts, SheetMaker
from tools.native_data.overlay import merged
from tools.native_data.yaml import document

PARENT = "Detachments"  # group of a parent unit
DETACHMENT = "Detachment"
SMALLEST, NO_COMMAND = "detachment-min-size", "detachment-no-command"  # rules on the models of a detachment
SHARED = "BRB - "  # the rule book's items, which every book has
ROLES = ("Lords", "Heroes", "Core", "Special", "Rare")


class BookMaker:
    """See the module. ``common``: what holds for all factions (``system``: id of the game system in the data; ``characters``: its
    roles of characters); ``given``: the faction's overlay."""

    def __init__(self, data: FileSet, common: Facts, given: Facts, date: str) -> None:
        self.common, self.given, self.date = common, given, date
        self.id = str(given["id"])
        loaded = data.load(str(common["system"]), str(given["catalogue"]))
        self.revision = loaded.faction.revision
        self.book = Book(loaded.library)
        self.roots = [one for one in loaded.library.root_options(loaded.faction.id) if self._role(one)]
        self.notes: list[str] = []
        self._of_units: dict[str, Facts] = {}
        self._made: dict[str, Facts] = {}

    def _role(self, option: Option) -> str:
        """The role of a unit; empty for what is none."""
        categories = self.book.library.categories
        primary = (categories[one.target_id].name for one in option.merged.category_links if one.primary)
        return next((name for name in primary if name in ROLES), "")

    # --- datasheets -------------------------------------------------------------------------------------------------------

    def sheets(self) -> Iterator[Facts]:
        for root in self.roots:
            made = self._sheet(root, self._role(root))
            if made is not None:
                self._made[str(made["id"])] = made
                yield made
        yield from self._detachments()

    def _sheet(self, root: Option, role: str, suffix: str = "", more: Facts | None = None) -> Facts | None:
        maker = SheetMaker(self.book, root, tuple(self.given.get("preferred") or ()))
        made = maker.make()
        self.notes += maker.notes
        for item, record in maker.items.items():
            if record["type"] == UPGRADE:
                self._of_units[item] = record
            elif record["type"]:  # of a type that others have as well: for this unit alone
                bearers = self._of_units.get(item, {}).get("requires", [])
                self._of_units[item] = {**record, "requires": [*bearers, [made["name"]]]}
        return self._put_over(slug(root.name) + suffix, role, root, {**made, **(more or {})})

    def _put_over(self, sheet_id: str, role: str, root: Option, made: Facts) -> Facts | None:
        keywords = [*made["keywords"], *self._keywords(root, role, made)]
        facts = {
            "id": sheet_id,
            "name": made["name"],
            "role": role.casefold(),
            "faction_keywords": [self.given["keyword"]],
            **made,
            "keywords": keywords,
        }
        over = (self.given.get("datasheets") or {}).get(sheet_id, {})
        if isinstance(over, str):
            self.notes.append(f"{sheet_id}: left out: {over}")
            return None
        found: Facts = merged(facts, over)
        return found

    def _keywords(self, root: Option, role: str, made: Facts) -> Iterator[str]:
        character = role.casefold() in self.common["characters"]
        limited = bound(root, "max", "roster") == 1 and not any(changed(root))
        if character:
            yield "Character"
        if bound(root, "max", "roster") == 1:
            yield "Named Character" if character else "Limited"
        elif limited or bound(root, "max", "roster") == 0:
            yield "Limited"
        items = [*(made.get("gear") or ()), *(made.get("weapons") or ())]
        if any(item.startswith("wizard-level") for item in items):
            yield "Wizard"
        rules = (made["abilities"] or {}).get("unit") or ()
        yield from (word for word in self.common.get("rules_as_keywords") or () if word in rules)

    # --- detachments ------------------------------------------------------------------------------------------------------

    @cached_property
    def _parents(self) -> dict[str, list[Option]]:
        """Parent units by id, with the detachments that they may have."""
        groups = (
            (root, group) for root in self.roots for group in root.options if group.name == PARENT and is_group(group)
        )
        return {slug(root.name): list(group.options) for root, group in groups}

    def _detachments(self) -> Iterator[Facts]:
        first: dict[str, Option] = {}
        for options in self._parents.values():
            for option in options:
                first.setdefault(slug(option.name), option)
        for name, option in first.items():
            parents = [
                parent for parent, options in self._parents.items() if any(slug(one.name) == name for one in options)
            ]
            regular = next((root for root in self.roots if slug(root.name) == name), None)
            role = self._role(regular) if regular is not None else ROLES[2]
            made = self._sheet(option, role, "-detachment", {"joins": {"units": parents, "must": True}})
            if made is not None:
                next(iter(made["models"].values()))["rule"] = SMALLEST
                self._without_command(made, name)
                titles = self.given.get("detachment_name") or {"en": "{name} (detachment)"}
                made["name"] = {code: text.replace("{name}", made["name"]) for code, text in titles.items()}
                made["keywords"] = [*made["keywords"], DETACHMENT]
                yield made

    def _without_command(self, made: Facts, regular: str) -> None:
        """The command group of the regular unit, of which a detachment has none: a list that names one is told so."""
        other = self._made.get(regular)
        if other is None or "size" not in other:
            return
        _, *command = other["models"].items()
        for name, model in command:
            made["models"][name] = {**model, "count": 0, "rule": NO_COMMAND}
        if len(other["profiles"]) > 1:
            made["profiles"] = other["profiles"]
            first = next(iter(made["models"].values()))
            first["profile"] = other["profiles"][0]["name"]
        for option in made.get("options", ()):
            option.setdefault("model", next(iter(made["models"])))

    # --- items ------------------------------------------------------------------------------------------------------------

    def items(self, *, shared: bool) -> dict[str, Facts]:
        """The items of the groups of the book: its own, or those that every book has."""
        found: dict[str, Facts] = {}
        groups = [one for file in self.book.library.files for one in file.shared_groups]
        for group in groups:
            kind = next((TYPES[name] for name in TYPES if group.name.startswith(name)), "")
            for entry in group.entries if kind else ():
                if entry.name.startswith(SHARED) == shared:
                    price = sum((cost.value for cost in entry.costs if cost.type_id == self.book.points), 0)
                    record = {"name": plain(entry.name), "type": kind, "points": price}
                    page = self.book.page(entry)
                    found.setdefault(slug(entry.name), {**record, **({"page": page} if page else {})})
        return found

    def _own_of_units(self) -> dict[str, Facts]:
        """Items that stand in a group of a unit only."""
        known = self.items(shared=True)
        return {item: record for item, record in self._of_units.items() if item not in known}

    # --- files ------------------------------------------------------------------------------------------------------------

    def faction(self) -> Facts:
        made = {
            "id": self.id,
            "name": self.given["name"],
            "system": self.common["id"],
            "keyword": self.given["keyword"],
            "points_date": self.date,
            "source": {"set": self.common["set"], "file": self.given["file"], "revision": self.revision},
            "items": {**self._own_of_units(), **self.items(shared=False)},
        }
        found: Facts = merged(made, self.given.get("faction") or {})
        return found

    def write(self, folder: Path) -> None:
        """Writes the faction anew."""
        folder.mkdir(parents=True, exist_ok=True)
        for path in folder.glob("*.yaml"):
            path.unlink()
        sheets = list(self.sheets())
        (folder / "faction.yaml").write_text(document(self.faction(), "faction"), "utf-8")
        for sheet in sheets:
            (folder / f"{sheet['id']}.yaml").write_text(document(sheet, "datasheet"), "utf-8")


def shared_items(makers: Iterable[BookMaker]) -> dict[str, Any]:
    """The items that every book has; where the books state different prices, the one that most of them state."""
    stated: dict[str, list[Facts]] = {}
    for maker in makers:
        for item, record in maker.items(shared=True).items():
            stated.setdefault(item, []).append(record)
    return {item: max(records, key=records.count) for item, records in stated.items()}
