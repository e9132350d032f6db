"""Compares armies that consist of detachments with slots: random ones grow step by step, judged by the native and by the
community data.

    python -m tools.native_data.compare_detachments wh40k-9e ../shared/bsdata/wh40k-9e necrons orks --armies 20 --seed 1

Both must allow a step, at the same price, or both must refuse it. A detachment is filled until its least numbers are met, as
one step; then single units are added, moved, taken away and copied, and other Warlords tried. What both allow is kept, so each
refused step is a single illegal step from a legal army.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.engine import Engine, actions
from listbuilder.listfile import bound
from listbuilder.replacing import replace
from listbuilder.roster.edits import Insert, Remove, SetCostLimit
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force, Roster, Selection
from listbuilder.session.editor import UnitEditor
from listbuilder.sources.store.dataset import FileSet
from listbuilder.validation import validate
from tools.native_data import overlay
from tools.native_data.armies import CommunitySide, Judged, Member, NotOffered, Plan, judged
from tools.native_data.compare import Comparer
from tools.native_data.compare_regiments import RegimentComparer
from tools.native_data.composition import slug
from tools.native_data.faction import ROOT
from tools.native_data.grown import NO_LIMIT
from tools.native_data.outcome import LEGAL, Outcome, main
from tools.native_data.samples import english
from tools.native_data.shipped import faction_facts

FREE = 6  # single units that each army is offered
SIZE = "onslaught"
OWN = frozenset(("custom",))  # subfactions of one's own, which the data ask to be made up of traits


class DetachmentSide(CommunitySide):
    """Judges plans whose forces stand side by side in the army. ``subfactions``: names by native id."""

    def __init__(self, comparer: Comparer, subfactions: Mapping[str, str]) -> None:
        super().__init__(comparer, {}, {})
        self.subfactions = subfactions

    def judge(self, plan: Plan) -> Judged:
        """As the units stand in slots, else with those that need none without one."""
        found = self._judged(plan, {})
        if found.verdict == LEGAL:
            return found
        free = [member for member in plan.units if member.sheet.id in self._without_slot]
        for number in range(1, len(free) + 1):
            again = self._judged(plan, {one.id: self._without_slot[one.sheet.id] for one in free[-number:]})
            if again.verdict == LEGAL and again.points == found.points:
                return again
        return found

    @cached_property
    def _without_slot(self) -> dict[str, Option]:
        """The entries of datasheets that take no slot, by native id."""
        bench = self.comparer.maker.bench
        known = self.library.categories
        return {
            slug(roles.plain_name(option.name)): option
            for option in bench.units()
            for link in option.merged.category_links
            if link.primary and known[link.target_id].name in bench.seconds
        }

    def _judged(self, plan: Plan, without_slot: Mapping[str, Option]) -> Judged:
        made = bound.empty(self.data, "army")
        roster = made.roster
        places = [actions.copied(self._plain(kind)) for kind in plan.forces]
        for force in places:
            Insert(force, roster).apply(roster)
        for force, subfaction in zip(places, plan.subfactions, strict=False):
            self._call(force, subfaction)
        size = next(one for one in self.data.system.battle_sizes if one.id == plan.size)
        for force in places[1:]:  # what an army has once stands in the first one
            for setting in list(force.selections):
                if self._is_of_army(setting.option):
                    Remove(setting).apply(roster)
        self._clear(places[0], roles.is_battle_size)
        self._choose(places[0], roles.is_battle_size, lambda option: size.name["en"] in option.name)
        warlords = {member.id for member in plan.units if member.warlord}
        for member in plan.units:
            unit, force = self._unit(member), places[member.force]
            if member.id in without_slot:
                unit = actions.copied(self.comparer.maker.bench.default(without_slot[member.id]))
                unit.id = member.id
            slots = {link.target_id for link in force.entry.category_links}
            if not any(link.primary and link.target_id in slots for link in unit.option.merged.category_links):
                raise NotOffered(f"{member.sheet.id} in {force.entry.name}")
            Insert(unit, force).apply(roster)
        self._complete([node for force in places for node in force.selections if node.id in warlords], roster)
        if plan.limit is not None:
            SetCostLimit(self.points_type, plan.limit).apply(roster)
        return judged(validate(made))

    def _call(self, force: Force, subfaction: str) -> None:
        """Chooses the subfaction in place of what the data propose; they may write more before its name."""
        names = tuple(self.subfactions.values())
        for holder in [node for setting in force.selections for node in setting.walk()]:
            for group in holder.option.groups:
                known = {name: one for one in group.entries for name in names if one.name.endswith(name)}
                if self.subfactions[subfaction] not in known:
                    continue
                for node in [node for node in holder.selections if node.option in group.entries]:
                    Remove(node).apply(self._roster(force))
                Insert(Selection(known[self.subfactions[subfaction]]), holder).apply(self._roster(force))
                return
        raise NotOffered(subfaction)

    def _complete(self, units: list[Selection], roster: Roster) -> None:
        """Gives units what the data ask for besides: the trait of a named Warlord, which no list states."""
        engine = Engine(roster)
        editor = UnitEditor(engine, History(roster), self.points_type)
        for unit in units:
            editor.complete(unit)
        engine.close()

    @staticmethod
    def _is_of_army(option: Option) -> bool:
        """Whether an army has a setting once."""
        return any(one.scope == "roster" and one.type == "max" for part in option.parts for one in part.constraints)

    def _plain(self, kind: str) -> Force:
        """A detachment of a native kind with the settings that the data require."""
        known = self.data.system.force_kind(kind)
        assert known is not None
        entries = self.library.forces.at_root(self.data.faction.id)
        entry = next(one for one in entries if one.name.startswith(known.name["en"]))
        engine = Engine(bound.empty(self.data, "army").roster)
        edit, force = actions.add_force(engine, entry, self.data.faction.id)
        edit.apply(engine.roster)
        editor = UnitEditor(engine, History(engine.roster), self.points_type)
        for setting in list(force.selections):
            if roles.is_unit(setting.option):
                Remove(setting).apply(engine.roster)
            else:
                editor.complete(setting)
        copy = actions.copied(force)
        engine.close()
        return copy


class DetachmentComparer(RegimentComparer):
    """Compares armies of one faction."""

    def __init__(self, data: FileSet, given: dict[str, Any], folder: Path, seed: int) -> None:
        super().__init__(data, given, folder, seed)
        known = faction_facts(folder).get("subfactions") or {}
        self.subfactions = {name: english(one["name"]) for name, one in known.items() if name not in OWN}
        self.community = DetachmentSide(self.comparer, self.subfactions)
        self.kinds = {kind.id: kind for kind in self.comparer.native.system.forces if kind.slots}

    def _of_role(self, role: str) -> list[str]:
        """Ids of the datasheets of a role, or of those that rules call so."""
        return [
            name
            for name, sheet in self.sheets.items()
            if sheet.facts["role"] == role or role in sheet.facts.get("known_as", ())
        ]

    def army(self) -> None:
        kinds = [name for name, kind in self.kinds.items() if all(map(self._of_role, self._needed(name)))]
        plan = Plan(SIZE, (), limit=NO_LIMIT)
        for number in range(2):
            plan = self._detachment(plan, "patrol" if not number else self.random.choice(kinds), warlord=not number)
        for _ in range(FREE):
            name = self.random.choice(sorted(self.sheets))
            plan = self._with(plan, "unit", name, self.random.randrange(len(plan.forces)))
        self._steps(plan)

    def _needed(self, kind: str) -> Iterator[str]:
        """The roles of the units that a detachment has to have."""
        for role, (least, _) in self.kinds[kind].slots.items():
            yield from [role] * least

    def _detachment(self, plan: Plan, kind: str, *, warlord: bool) -> Plan:
        before, place = plan, len(plan.forces)
        taken = {unit.sheet.id for unit in plan.units}
        units: list[Member] = []
        for role in self._needed(kind):
            some = self._of_role(role) if role != "*" else sorted(self.sheets)
            free = [
                one for one in some if one not in taken or "Unique" not in self.sheets[one].facts.get("known_as", ())
            ]
            name = self.random.choice(free or some)
            taken.add(name)
            units.append(self._member(name, place))
        if warlord and units:
            units[0] = replace(units[0], warlord=True)
        called = (self.random.choice(sorted(self.subfactions)),) if self.subfactions else ()
        plan = replace(plan, subfactions=(*plan.subfactions, *called))
        more = replace(plan, forces=(*plan.forces, kind), units=(*plan.units, *units))
        ids = ", ".join(unit.sheet.id for unit in units)
        return more if self.tried("detachment", more, f"{kind}, {called}: {ids}") or warlord else before

    def _steps(self, plan: Plan) -> None:
        """Single steps from a legal army, most of them illegal."""
        self.tried("no Warlord", plan.having(*(replace(unit, warlord=False) for unit in plan.units)), "")
        for unit in self.random.sample(plan.units, min(4, len(plan.units))):
            rest = replace(plan, units=tuple(one for one in plan.units if one is not unit))
            self.tried("taken away", rest, unit.sheet.id)
            twin = replace(unit, id=f"{unit.id}-twin", warlord=False)
            self.tried(
                "twin", replace(plan, units=(*plan.units, twin)), f"{unit.sheet.id} in {plan.forces[unit.force]}"
            )
            if not unit.warlord:
                self.tried("two Warlords", plan.having(replace(unit, warlord=True)), unit.sheet.id)
            if self.subfactions:
                other = self.random.choice(sorted(self.subfactions))
                called = (*plan.subfactions[: unit.force], other, *plan.subfactions[unit.force + 1 :])
                self.tried("subfaction", replace(plan, subfactions=called), f"{other} for {unit.sheet.id}")
            place = self.random.randrange(len(plan.forces))
            self.tried("moved", plan.having(replace(unit, force=place)), f"{unit.sheet.id} to {plan.forces[place]}")


def compared(data: FileSet, system: str, faction: str, armies: int, seed: int) -> Outcome:
    """So many random armies of one faction."""
    given = overlay.load(system, faction)
    comparer = DetachmentComparer(data, given, ROOT / "factions" / system / faction, seed)
    for _ in range(armies):
        comparer.army()
    return comparer.outcome


if __name__ == "__main__":
    main(compared, __doc__ or "", "compare_detachments")
