"""A bench for one catalogue of community data: units are put into an empty army, evaluated, and taken away again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from pathlib import Path
from typing import Any

from listbuilder.army import Unit, roles
from listbuilder.catalogue.base import Number
from listbuilder.catalogue.library import Option
from listbuilder.catalogue.model import ConditionGroup, Gate, Profile
from listbuilder.engine import Violation, actions
from listbuilder.engine.state import ProfileState
from listbuilder.listfile import bound
from listbuilder.replacing import replace
from listbuilder.roster.edits import Insert, Remove
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force, Selection
from listbuilder.session.editor import UnitEditor
from listbuilder.sources.registry import native
from listbuilder.sources.store.dataset import FileSet
from listbuilder.validation import validate
from tools.native_data import overlay
from tools.native_data.reach import modifiers_of
from tools.native_data.spelling import title

HOLDERS = ("entries", "groups", "links", "shared_entries", "shared_groups", "info_groups", "shared_info_groups")
WORDS = re.compile(r'<characteristic name="Keywords"[^>]*>([^<]*)')
CATEGORY = re.compile(r'<categoryEntry [^>]*?name="([^"]+)"')
WIDER = frozenset({"force", "roster", "primary-catalogue"})  # scopes of bounds that are not the unit's own


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice to be selected: an entry, how many of it each one of its parent has, and what is chosen below it."""

    option: Option
    amount: int = 1
    below: tuple[Pick, ...] = ()

    def build(self) -> Selection:
        """A new selection, with everything below it."""
        selection = Selection(self.option, self.amount)
        for pick in self.below:
            child = pick.build()
            child.parent = selection
            selection.selections.append(child)
        return selection


class Bench:
    """See the module. ``faction``: name or id of a catalogue of the set."""

    def __init__(self, data: FileSet, faction: str) -> None:
        self.data = data
        self.loaded = data.load("", faction)
        common = overlay.common(self.loaded.system.id)
        self.helpers = frozenset(common.get("helpers") or ())
        self.allegiances = frozenset(common.get("allegiances") or ())
        self.growth = frozenset(common.get("growth") or ())
        self.extras = frozenset(common.get("extras") or ())
        self.tables: dict[str, str] = dict(common.get("tables") or {})
        self.seconds = frozenset(common.get("seconds") or ())
        self.unique = str(common.get("unique") or "")
        self.legends = str(common.get("legends") or "")
        self.in_capitals = bool(common.get("keywords_in_capitals"))
        self.aside = re.compile("|".join(common.get("leave_aside") or ["(?!)"]))
        self.library = self.loaded.library
        validated = validate(bound.empty(self.loaded, "Bench"))
        self.engine = validated.engine
        self.builder = validated.builder
        self.roster = validated.bound.roster
        self.points_type = self.builder.points_type
        self.editor = UnitEditor(self.engine, History(self.roster), self.points_type)
        catalogue_id = self.loaded.faction.id
        forces = [item for item in self.library.forces.at_root(catalogue_id) if not item.hidden]
        entry = next((item for item in forces if item.name == common.get("force")), forces[0])
        edit, self.force = actions.add_force(self.engine, entry, catalogue_id)
        edit.apply(self.roster)
        self.inside: frozenset[str] = (
            frozenset()
        )  # ids of the forces that units stand in, where not all do in the army itself
        self._defaults: dict[str, Selection] = {}

    @cached_property
    def left_aside(self) -> frozenset[str]:
        """Ids of the entries and groups that the overlay of the system leaves aside, by their names."""
        found: set[str] = set()
        for file in self.library.files:
            waiting = [*file.entries, *file.groups, *file.links, *file.shared_entries, *file.shared_groups]
            while waiting:
                holder = waiting.pop()
                if self.aside.fullmatch(holder.name):
                    found.add(holder.id)
                waiting.extend((*holder.entries, *holder.groups, *holder.links))
        return frozenset(found)

    def units(self) -> list[Option]:
        """The datasheets that the catalogue offers, visible or not."""
        return [option for option in self.library.root_options(self.force.catalogue_id) if roles.is_unit(option)]

    def detachments(self) -> list[Option]:
        """The detachments of the catalogue, visible or not."""
        roots = self.library.root_options(self.force.catalogue_id)
        return [option for root in roots if roles.is_detachment(root) for option in root.entries]

    def is_legends(self, option: Option) -> bool:
        """Whether a datasheet is one of Legends: by its name, or hidden without the setting that shows them."""
        if roles.is_legends(option):
            return True
        settings = {
            one.id
            for file in self.library.files
            for one in (*file.entries, *file.shared_entries)
            if one.name == self.legends
        }
        hiding = (gates for modifier, gates in modifiers_of(option) if modifier.field == "hidden" and self.legends)
        return any(one.child_id in settings for gates in hiding for gate in gates for one in gate.conditions)

    def is_unique(self, option: Option) -> bool:
        """Whether the data let an army have a datasheet once only."""
        bounds = (one for part in option.parts for one in part.constraints if one.field == "selections")
        return any(
            one.type == "max" and one.scope == "roster" and one.value == 1 and not one.child_id for one in bounds
        )

    def is_hidden(self, option: Option) -> bool:
        """Whether the data hide it from the army as it stands."""
        return self.engine.choice(self.force_for(option), option).hidden

    def force_for(self, option: Option) -> Force:
        """Where a unit is put: the army itself."""
        return self.force

    def default(self, option: Option) -> Selection:
        """A new unit as the data propose it."""
        if option.id not in self._defaults:
            edit, selection = actions.select(self.engine, self.force_for(option), option)
            edit.apply(self.roster)
            self.editor.complete(selection)
            Remove(selection).apply(self.roster)
            self._defaults[option.id] = selection
        return actions.copied(self._defaults[option.id])

    @contextmanager
    def placed(self, selection: Selection) -> Iterator[Selection]:
        """The unit in the army."""
        Insert(selection, self.force_for(selection.option)).apply(self.roster)
        try:
            yield selection
        finally:
            Remove(selection).apply(self.roster)

    def violations(self, root: Selection) -> list[Violation]:
        """What is wrong inside a unit of the army by itself."""
        return [
            item
            for item in self.engine.violations()
            if isinstance(item.node, Selection)
            and item.node.root is root
            and item.kind not in {"warning", "info"}
            and not (item.constraint is not None and item.constraint.scope in WIDER)
            and not (item.kind == "hidden" and item.node is root)
            and not (item.kind == "error" and item.node is root and item.message in self._of_army(root.option))
        ]

    @staticmethod
    def _of_army(option: Option) -> frozenset[str]:
        """Messages that the data give about the army around a unit."""
        found = set()
        for modifier, gates in modifiers_of(option):
            scopes = {scope for gate in gates for scope in _scopes(gate)}
            if modifier.field == "error" and scopes and scopes <= WIDER:
                found.add(modifier.value)
        return frozenset(found)

    def is_legal(self, selection: Selection) -> bool:
        """Whether nothing is wrong inside a unit that is not in the army yet."""
        with self.placed(selection) as root:
            return not self.violations(root)

    def cost(self, root: Selection) -> Number:
        """The points of a unit of the army, with everything in it."""
        return self.engine.state(root).total_costs.get(self.points_type, 0)

    def is_unchanged(self, profile: ProfileState) -> bool:
        """Whether a profile has the values that its record in the data states."""
        stated = self._stated.get(profile.owner)
        if stated is None:
            return False
        values = {item.name: item.value for item in (*stated.characteristics, *stated.attributes)}
        return values == {item.name: item.value for item in profile.characteristics}

    @cached_property
    def _stated(self) -> dict[str, Profile]:
        """Every profile of the data by its id."""
        found: dict[str, Profile] = {}
        waiting: list[Any] = [*self.library.files]
        while waiting:
            holder = waiting.pop()
            for key in ("profiles", "shared_profiles"):
                found.update((profile.id, profile) for profile in getattr(holder, key, ()))
            for key in HOLDERS:
                waiting.extend(getattr(holder, key, ()))
        return found

    def is_weapon_rule(self, name: str) -> bool:
        """Whether a rule is one that weapons have: their keywords begin with its name."""
        return any(word.startswith(name.casefold()) for word in self._weapon_words)

    @cached_property
    def _weapon_words(self) -> frozenset[str]:
        """The keywords of all weapons of the set, case-folded."""
        return frozenset(word.strip(" []").casefold() for value in self._everywhere(WORDS) for word in value.split(","))

    @cached_property
    def keywords(self) -> dict[str, str]:
        """The keywords of all catalogues of the set by their case-folded names."""
        found = {category.name for category in self.library.categories.values()}
        found.update(self._everywhere(CATEGORY))
        return {word.casefold(): word for word in (roles.faction_of(one) or one for one in found)}

    def _everywhere(self, pattern: re.Pattern[str]) -> Iterator[str]:
        """What a pattern finds in the catalogues of the set."""
        for item in self.data.indexed:
            if item.header is not None:
                text = self.data.files.read(item.file.name).decode("utf-8", "replace")
                yield from (unescape(match[1]) for match in pattern.finditer(text))

    def read(self, root: Selection) -> Unit:
        """The record of a unit of the army, without the categories that are no keywords."""
        unit = self.builder.reader(root).read()
        return replace(unit, keywords=tuple(map(self.printed, filter(self.is_keyword, unit.keywords))))

    def is_keyword(self, category: str) -> bool:
        """Whether a category is a keyword that datasheets print."""
        return category not in self.helpers and (not self.in_capitals or category == category.upper())

    def printed(self, keyword: str) -> str:
        """A keyword in the spelling of the shipped data."""
        return title(keyword) if self.in_capitals else keyword

    def read_chosen(self, root: Selection) -> Unit:
        """As `read`, with the keywords of the allegiance that is chosen."""
        unit = self.read(root)
        chosen = (node.option.name for node in root.walk() if node.option.name in self.allegiances)
        return replace(unit, keywords=tuple(dict.fromkeys((*unit.keywords, *chosen))))


def _scopes(group: Gate | ConditionGroup) -> Iterator[str]:
    """Where the conditions of a gate look."""
    for condition in group.conditions:
        yield condition.scope
    for inner in group.condition_groups if isinstance(group, Gate) else group.groups:
        yield from _scopes(inner)


def open_set(path: Path) -> FileSet:
    """A community data set of a game whose rules are shipped."""
    return FileSet(path, rules=native().rules_for)
