"""Compares contingents, such as Regiments of Renown, in armies of regiments: judged by the native and by the community data.

    python -m tools.native_data.compare_contingents aos-4e ../shared/bsdata/age-of-sigmar-4th skaven

Each contingent of the system, those that the faction may not have among them, joins a small legal army: as it is, twice, beside
another one, beside as many regiments as an army may have, without one of its units, with one of them twice. Both must allow a
step at the same price, or both must refuse it.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from listbuilder.army import roles
from listbuilder.catalogue.system import ForceKind
from listbuilder.engine import Engine, actions
from listbuilder.engine.force_choices import offered_force
from listbuilder.replacing import replace
from listbuilder.roster.edits import Remove
from listbuilder.roster.history import History
from listbuilder.roster.tree import Force
from listbuilder.session.editor import UnitEditor
from listbuilder.sources.store.dataset import FileSet
from tools.native_data import overlay
from tools.native_data.armies import CommunitySide, NativeSide, NotOffered, Plan
from tools.native_data.compare_regiments import REGIMENT, RegimentComparer
from tools.native_data.composition import slug
from tools.native_data.faction import ROOT
from tools.native_data.grown import NO_LIMIT
from tools.native_data.outcome import Outcome, main

MOST_REGIMENTS = 5
Held = dict[
    int, Counter[str]
]  # place of a force in the plan -> names of the datasheets that it has, where it is a contingent


class _Native(NativeSide):
    held: Held

    def facts(self, plan: Plan) -> dict[str, Any]:
        found = super().facts(plan)
        for place, units in self.held.items():
            found["forces"][place]["units"] = [{"datasheet": slug(name)} for name in units.elements()]
        return found


class _Community(CommunitySide):
    held: Held

    def judge(self, plan: Plan) -> Any:
        self._waiting = list(self.held.values())
        return super().judge(plan)

    def _force(self, kind: str, army: Force) -> Force:
        """A contingent with the units that it is to have, as the data propose them. Raises `NotOffered`."""
        known = self.data.system.force_kind(kind)
        if known is None or known.contingent is None:
            return super()._force(kind, army)
        roster = self._roster(army)
        engine = Engine.of(roster)
        entry = next(one for one in self.library.forces.below(army.entry) if known.has_name(one.name))
        choice = offered_force(engine, army, entry, army.catalogue_id)
        if choice.hidden:
            raise NotOffered(kind)
        self.library.include(choice.catalogue_id)
        edit, force = actions.add_force(engine, entry, choice.catalogue_id, army)
        edit.apply(roster)
        self._adjust(engine, force, self._waiting.pop(0))
        editor = UnitEditor(engine, History(roster), self.points_type)
        for unit in force.selections:
            editor.complete(unit)
        return force

    @staticmethod
    def _adjust(engine: Engine, force: Force, wanted: Counter[str]) -> None:
        """Removes and adds units until the force has those that are wanted."""
        has = Counter(roles.plain_name(unit.option.name) for unit in force.selections)
        for unit in list(force.selections):
            name = roles.plain_name(unit.option.name)
            if has[name] > wanted[name]:
                Remove(unit).apply(engine.roster)
                has[name] -= 1
        options = {unit.option for unit in force.selections}
        for option in options:
            for _ in range((wanted - has)[roles.plain_name(option.name)]):
                edit, _selection = actions.select(engine, force, option)
                edit.apply(engine.roster)


class ContingentComparer(RegimentComparer):
    """Compares the contingents in armies of one faction."""

    def __init__(self, data: FileSet, given: dict[str, Any], folder: Path, seed: int) -> None:
        super().__init__(data, given, folder, seed)
        self.native = _Native(self.comparer)
        self.community = _Community(self.comparer, self.formations, self.items)
        kinds = self.comparer.native.system.forces
        self.kinds = [kind for kind in kinds if kind.contingent is not None]

    def army(self) -> None:
        """Tries each contingent beside one regiment."""
        heroes = [name for name in self._having("Hero") if "Unique" not in self.sheets[name].facts["keywords"]]
        general = self._member(self.random.choice(heroes), 0, warlord=True)
        formation = self.random.choice(sorted(self.formations))
        plan = Plan("matched-2000", (formation,), (general,), limit=NO_LIMIT, forces=(REGIMENT,))
        if not self._judged("general", plan, general.sheet.id):
            return
        others = [self._member(name, place + 1) for place, name in enumerate(self.random.choices(heroes, k=4))]
        many = replace(plan, units=(*plan.units, *others), forces=(REGIMENT,) * MOST_REGIMENTS)
        for kind in self.kinds:
            assert kind.contingent is not None
            units = Counter(kind.contingent.units)
            if not self._judged("contingent", plan, kind.id, (kind, units)):
                continue
            one = self.random.choice(sorted(units))
            other = self.random.choice(self.kinds)
            self._judged("without a unit", plan, f"{kind.id}: {one}", (kind, units - Counter([one])))
            self._judged("a unit twice", plan, f"{kind.id}: {one}", (kind, units + Counter([one])))
            self._judged("twice", plan, kind.id, (kind, units), (kind, units))
            assert other.contingent is not None
            self._judged("two", plan, f"{kind.id}, {other.id}", (kind, units), (other, Counter(other.contingent.units)))
            self._judged("beside five regiments", many, kind.id, (kind, units))
            four = replace(many, units=many.units[:-1], forces=many.forces[:-1])
            self._judged("beside four regiments", four, kind.id, (kind, units))

    def _judged(self, step: str, plan: Plan, detail: str, *lent: tuple[ForceKind, Counter[str]]) -> bool:
        """Whether both allow a plan with these contingents, which have these units."""
        start = len(plan.forces)
        held = {start + place: units for place, (_, units) in enumerate(lent)}
        self.native.held = self.community.held = held  # type: ignore[attr-defined]
        return self.tried(step, replace(plan, forces=(*plan.forces, *(kind.id for kind, _ in lent))), detail)

    def is_same(self, native: Any, community: Any) -> bool:
        return bool(native.points == community.points)


def compared(data: FileSet, system: str, faction: str, armies: int, seed: int) -> Outcome:
    """All contingents in so many armies of one faction; nothing where it has no armies."""
    given = overlay.load(system, faction)
    if "contingents" in given:
        return Outcome(overlay.differences(system, faction))
    comparer = ContingentComparer(data, given, ROOT / "factions" / system / faction, seed)
    for _ in range(armies):
        comparer.army()
    return comparer.outcome


if __name__ == "__main__":
    main(compared, __doc__ or "", "compare_contingents", number=1)
