"""Compares random native units of army books with the community data they were made from.

    python -m tools.native_data.army_book.compare whfb-8e ../shared/bsdata/whfb [FACTION …] --units 20 --seed 1

Each unit is built in both: models, command group, options and items, each by its name. Both must find the same points, and both
that it is legal or that it is not. Prints every difference that the overlays' `differences.yaml` does not know.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from random import Random

from listbuilder import strictyaml
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine, actions
from listbuilder.listfile import bound
from listbuilder.roster.edits import Insert, Remove
from listbuilder.roster.tree import Selection
from listbuilder.session import Session
from listbuilder.sources.store.dataset import FileSet
from listbuilder.validation import validate
from tools.native_data import overlay
from tools.native_data.army_book.entries import slug
from tools.native_data.army_book.faction import DETACHMENT
from tools.native_data.army_book.sheet import COMMAND, Facts
from tools.native_data.faction import ROOT
from tools.native_data.outcome import ILLEGAL, LEGAL, Outcome, main

DETACHMENTS = "Detachments"  # the group of a unit
ARMY_SIZE = "- Army Size"
OF_UNITS = {
    "unit-composition",
    "command-group",
    "detachment-min-size",
    "detachment-no-command",
    "wargear-options",
    "magic-item-allowance",
    "magic-item-one-per-category",
    "magic-standard",
}


@dataclass(frozen=True)
class Verdict:
    """What one side says of a unit."""

    points: Number
    legal: bool
    why: str = ""


@dataclass
class Trial:
    """A random unit: numbers of models, the items that they all take or that one kind takes, and shared items."""

    sheet: Facts
    counts: dict[str, int]
    taken: dict[str, list[str]]  # kind of model -> items
    items: list[str]

    def __str__(self) -> str:
        taken = sorted({item for items in self.taken.values() for item in items} | set(self.items))
        name = self.sheet["name"]
        called = f"{sum(self.counts.values())} {name if isinstance(name, str) else name['en']}"
        return f"{called} ({' '.join(taken)})" if taken else called

    def roster(self, faction: str) -> bytes:
        sheet = self.sheet
        wargear = {}
        for model, items in self.taken.items():
            default = set(sheet["models"][model]["wargear"])
            changes: Facts = {}
            for option in sheet.get("options", ()):
                for item in items:
                    if item in option.get("with", ()) and option["replace"] in default:
                        changes[option["replace"]] = item
            added = [item for item in items if item not in changes.values()]
            wargear[model] = {**changes, **({"add": [[item] for item in added]} if added else {})}
        unit = {"id": "u", "datasheet": sheet["id"], "models": self.counts}
        unit |= {"wargear": {k: v for k, v in wargear.items() if v}} if any(wargear.values()) else {}
        unit |= {"enhancement": self.items} if self.items else {}
        return json.dumps(
            {"system": "whfb-8e", "faction": faction, "battle_size": "grand-army", "units": [unit]}
        ).encode()


def random_trial(sheet: Facts, items: dict[str, Facts], random: Random) -> Trial:
    """A unit with a random size, command group, options and items."""
    models = list(sheet["models"])
    main, *command = models
    least = str(sheet.get("size") or sheet["models"][main]["count"])
    low = int(least.rstrip("+").split("-")[0])
    high = low + 10 if least.endswith("+") else int(least.rsplit("-", maxsplit=1)[-1])
    total = random.randint(max(1, low - 1), high + (1 if high > 1 else 0)) if high > 1 else 1
    extra = [one for one in command if random.random() < 0.5][: max(0, total - 1)]
    counts = {main: total - len(extra), **dict.fromkeys(extra, 1)}
    taken: dict[str, list[str]] = {model: [] for model in counts}
    for option in sheet.get("options", ()):
        if random.random() < 0.4:
            item = random.choice(option.get("with") or option["add"])
            users = option.get("model") or models
            for model in [users] if isinstance(users, str) else users:
                if model in taken:
                    taken[model].append(item)
    for option in sheet.get("options", ()):  # a choice below another is not there without that one
        needs = option.get("requires", [])
        if not set([needs] if isinstance(needs, str) else needs) <= {item for some in taken.values() for item in some}:
            for some in taken.values():
                some[:] = [item for item in some if item not in option.get("add", ())]
    held = {item for some in taken.values() for item in some}
    items = {item: one for item, one in items.items() if [sheet["name"]] in one.get("requires", [[sheet["name"]]])}
    borne: list[str] = []
    for allowance in sheet.get("allowances", ()):
        if ("gear" in allowance and allowance["gear"] not in held) or allowance.get("model", main) not in counts:
            continue
        fitting = [
            i
            for i, one in items.items()
            if one["type"] in allowance.get("types", ()) or i in allowance.get("items", ())
        ]
        borne += random.sample(fitting, min(len(fitting), random.choice((0, 0, 1, 2))))
    return Trial(sheet, counts, taken, list(dict.fromkeys(borne)))


def of_native(trial: Trial, faction: str) -> Verdict:
    session = Session.from_text(trial.roster(faction), "unit.json")
    found = [one for one in session.findings if one.rule in OF_UNITS or one.severity == "unjudged"]
    return Verdict(session.army.points, not found, "; ".join(str(one.message) for one in found))


class Community:
    """Builds units over the catalogue of a faction."""

    def __init__(self, data: FileSet, system: str, catalogue: str) -> None:
        loaded = data.load(system, catalogue)
        validated = validate(bound.empty(loaded, "Comparison"))
        self.engine: Engine = validated.engine
        self.roster = validated.bound.roster
        entry = next(one for one in loaded.library.forces.at_root(loaded.faction.id) if one.name == "Standard")
        edit, self.force = actions.add_force(self.engine, entry, loaded.faction.id)
        edit.apply(self.roster)
        self.names = {one.id: one.name for one in loaded.library.categories.values()}
        options = loaded.library.root_options(loaded.faction.id)
        self.setting = next(one for one in options if one.name == ARMY_SIZE)
        self.units = {slug(one.name): one for one in options}

    def choose_size(self, *, grand: bool) -> None:
        """Whether the army has less than 3000 points, or more."""
        for node in [one for one in self.force.selections if one.option.name == ARMY_SIZE]:
            Remove(node).apply(self.roster)
        node = Selection(self.setting)
        option = next(one for one in self.setting.entries if one.name.startswith("Grand Army") is grand)
        child = Selection(option)
        child.parent = node
        node.selections.append(child)
        Insert(node, self.force).apply(self.roster)

    def detachment(self, parent: Selection, trial: Trial) -> Selection:
        """A detachment of the unit. Raises LookupError where the data have none of the kind."""
        name = trial.sheet["id"].removesuffix(f"-{DETACHMENT.casefold()}")
        offered = {
            slug(option.name): option
            for option in parent.option.entries
            if any(group.name == DETACHMENTS for group in option.group_chain)
        }
        node = Selection(offered[name])
        node.parent = parent
        models = next(option for option in node.option.entries if slug(option.name) == name)
        child = Selection(models, sum(trial.counts.values()))
        child.parent = node
        node.selections.append(child)
        parent.selections.append(node)
        return node

    def verdict(self, trial: Trial) -> Verdict:
        """What the community data say of the unit, alone in an army."""
        root = self.root(trial)
        Insert(root, self.force).apply(self.roster)
        try:
            points = self.engine.state(root).total_costs.get("points", 0)
            mine = {node.id for node in root.walk()}
            found = [one for one in self.engine.violations() if getattr(one.node, "id", "") in mine]
            return Verdict(points, not found, "; ".join(f"{one.kind} {one.found} of {one.bound}" for one in found[:4]))
        finally:
            Remove(root).apply(self.roster)

    def root(self, trial: Trial) -> Selection:
        """The unit as the community data have it."""
        root = Selection(self.units[trial.sheet["id"]], 1)
        wanted = [item for items in trial.taken.values() for item in items] + trial.items
        self._fill(root, trial, sum(trial.counts.values()), set(wanted))
        return root

    def _fill(self, node: Selection, trial: Trial, total: int, wanted: set[str]) -> None:
        main = next(iter(trial.sheet["models"]))
        for option in node.option.entries:
            name = slug(option.name)
            kind = COMMAND.get(option.name)
            least = _least(option)
            if any(group.name == DETACHMENTS for group in option.group_chain):
                continue
            if kind is not None and any(group.name == "Command" for group in option.group_chain):
                amount = trial.counts.get(kind, 0)
            elif name == main and node.parent is None and least:
                amount = total
            elif name in wanted or self._default(option, trial, wanted):
                amount = self._users(name, trial) if node.parent is None else 1
            elif least:
                amount = least
            else:
                amount = 0
            holds = option.name.startswith("Magic Items") and not amount and bool(trial.items)
            if amount or holds:
                child = Selection(option, amount or 1)
                child.parent = node
                node.selections.append(child)
                self._fill(child, trial, total, wanted)

    @staticmethod
    def _users(item: str, trial: Trial) -> int:
        """How many of it stand below the unit itself: one for each model that takes it, one where all models take it."""
        options = [one for one in trial.sheet.get("options", ()) if item in one.get("add", ()) and not one.get("all")]
        return sum(trial.counts[model] for model, items in trial.taken.items() if item in items) if options else 1

    @staticmethod
    def _default(option: Option, trial: Trial, wanted: set[str]) -> bool:
        """Whether it is what stands in a group of which one must be taken, and nothing else of it is wanted."""
        if option.group is None or not _least(option.group):
            return False
        carried = {item for model in trial.sheet["models"].values() for item in model["wargear"]}
        return slug(option.name) in carried and not any(slug(one.name) in wanted for one in option.group.entries)


def _least(option: Option) -> int:
    found = [int(one.value) for one in option.merged.constraints if one.type == "min" and one.scope == "parent"]
    return max(found, default=0)


def compared(data: FileSet, system: str, faction: str, number: int, seed: int) -> Outcome:
    """So many random units of each entry of one faction."""
    common, given = overlay.common(system), overlay.load(system, faction)
    community = Community(data, common["system"], given["catalogue"])
    outcome = Outcome(overlay.differences(system, faction))
    items = items_of(system, faction)
    for name, sheet in sheets(system, faction).items():
        if DETACHMENT in sheet["keywords"]:
            continue
        random = Random(f"{seed}/{faction}/{name}")
        for _ in range(number):
            trial = random_trial(sheet, items, random)
            ours, theirs = of_native(trial, faction), community.verdict(trial)
            if (ours.points, ours.legal) == (theirs.points, theirs.legal):
                outcome.steps["unit", LEGAL if ours.legal else ILLEGAL] += 1
                continue
            counts = ", ".join(f"{number} {model}" for model, number in trial.counts.items())
            what = sorted({item for some in trial.taken.values() for item in some} | set(trial.items))
            outcome.differ(f"{faction}/{name}: {counts} {what}", ours, theirs)
    return outcome


def sheets(system: str, faction: str) -> dict[str, Facts]:
    """The native entries of a faction, by id."""
    found = map(_facts, sorted((ROOT / "factions" / system / faction).glob("*.yaml")))
    return {sheet["id"]: sheet for sheet in found if "models" in sheet}


def items_of(system: str, faction: str) -> dict[str, Facts]:
    """The items of the game and of the faction, by id."""
    folder = ROOT / "factions" / system
    own = _facts(folder / faction / "faction.yaml").get("items", {})
    return {**_facts(folder / "system.yaml")["items"], **own}


def _facts(path: Path) -> Facts:
    found: Facts = strictyaml.load(path.read_bytes(), str(path)).value
    return found


if __name__ == "__main__":
    main(compared, __doc__ or "", "army_book.compare", "units", 20)
