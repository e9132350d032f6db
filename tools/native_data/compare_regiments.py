"""Compares armies that consist of regiments: random ones grow step by step, judged by the native and by the community data.

    python -m tools.native_data.compare_regiments aos-4e ../shared/bsdata/age-of-sigmar-4th skaven --armies 20 --seed 1

Both must allow a step, at the same price and with the same contents, or both must refuse it; what both allow is kept, so each
refused step is a single illegal step from a legal army. Regiments, their heroes and units, auxiliary units, faction terrain and
enhancements and lores are added; of the finished army other generals, further regiments, moved units and second copies are tried.
"""

from __future__ import annotations

import random
from functools import cached_property
from pathlib import Path
from typing import Any

from listbuilder.replacing import replace
from listbuilder.sources.store.dataset import FileSet
from tools.native_data import overlay
from tools.native_data.armies import (
    CommunitySide,
    Datasheet,
    Judged,
    Member,
    NativeSide,
    NotOffered,
    Plan,
    Untranslatable,
    contents,
)
from tools.native_data.compare import Comparer, aligned
from tools.native_data.faction import ROOT, FactionMaker
from tools.native_data.grown import NO_LIMIT
from tools.native_data.loadouts import Inexpressible
from tools.native_data.outcome import ILLEGAL, LEGAL, Outcome, main
from tools.native_data.samples import english
from tools.native_data.shipped import faction_facts

REGIMENT, AUXILIARY, TERRAIN = "regiment", "auxiliary", "faction-terrain"
SAMPLES = 3  # units of each datasheet to choose from
TRIES = 5  # units that each regiment is offered
REGIMENTS = 5  # and auxiliary units that the army is


class RegimentComparer:
    """Compares armies of one faction."""

    def __init__(self, data: FileSet, given: dict[str, Any], folder: Path, seed: int) -> None:
        maker = FactionMaker(data, given, "2000-01-01", "")
        self.comparer = Comparer(maker, folder, seed)
        self.random = random.Random(seed)
        facts = faction_facts(folder)
        self.formations = {name: english(one["name"]) for name, one in (facts.get("detachments") or {}).items()}
        self.items = {name: english(one["name"]) for name, one in (facts.get("items") or {}).items()}
        self.choices = {
            kind: [english(one["name"]) for one in entries.values()]
            for kind, entries in (facts.get("choices") or {}).items()
        }
        self.native = NativeSide(self.comparer)
        self.community = CommunitySide(self.comparer, self.formations, self.items)
        self.outcome = Outcome(self.comparer.expected)
        self.number = 0

    @cached_property
    def sheets(self) -> dict[str, Datasheet]:
        """The datasheets that both have, by id."""
        found = {}
        for option, facts in self.comparer.sheets():
            if facts.get("status") == "legends":
                continue  # the data offer them after a setting only
            try:
                composition = aligned(self.comparer.maker.units.read(option), facts)
            except Inexpressible:
                continue
            found[str(facts["id"])] = Datasheet(option, facts, composition)
        return found

    def _having(self, keyword: str) -> list[str]:
        return [name for name, sheet in self.sheets.items() if keyword in sheet.facts["keywords"]]

    def _member(self, name: str, force: int, **more: Any) -> Member:
        sheet = self.sheets[name]
        samples = list(self.comparer.agreed(sheet.found, sheet.facts, SAMPLES))
        self.number += 1
        return Member(f"{name}-{self.number}", sheet, self.random.choice(samples), force=force, **more)

    # --- one army ---------------------------------------------------------------------------------------------------------

    def army(self) -> None:
        """Grows one army, and tries illegal steps from it."""
        heroes, terrain = self._having("Hero"), self._having("Faction Terrain")
        others = [name for name in self.sheets if name not in heroes and name not in terrain]
        formation = self.random.choice(sorted(self.formations))
        general = self._member(self.random.choice(heroes), 0, warlord=True)
        plan = Plan("matched-2000", (formation,), (general,), limit=NO_LIMIT, forces=(REGIMENT, AUXILIARY, TERRAIN))
        if not self.tried("general", plan, general.sheet.id):
            return
        for number in range(REGIMENTS):
            place = len(plan.forces) if number else 0
            if number:
                leader = self._member(self.random.choice(heroes), place)
                more = replace(plan, forces=(*plan.forces, REGIMENT), units=(*plan.units, leader))
                if not self.tried("regiment", more, leader.sheet.id):
                    continue
                plan = more
            for _ in range(TRIES):
                plan = self._with(
                    plan, "unit", self.random.choice(others if self.random.random() < 0.8 else heroes), place
                )
        for _ in range(REGIMENTS):
            plan = self._with(plan, "auxiliary", self.random.choice([*heroes, *others]), 1)
        for name in terrain * 2:
            plan = self._with(plan, "terrain", name, 2)
        plan = self._lores(plan)
        plan = self._gifts(plan)
        self._illegal(plan, heroes)

    def _with(self, plan: Plan, step: str, name: str, place: int) -> Plan:
        member = self._member(name, place)
        more = replace(plan, units=(*plan.units, member))
        leader = next((unit.sheet.id for unit in plan.units if unit.force == place), "none")
        return more if self.tried(step, more, f"{name} in a force of {leader}") else plan

    def _lores(self, plan: Plan) -> Plan:
        """The plan with choices of the kinds that the system states; more of a kind are tried than an army may have."""
        kinds = self.comparer.maker.bench.loaded.system.choices
        for kind in (kind for kind in kinds if not self.community.is_needed(kind)):
            names = [*(one.name["en"] for one in kind.entries), *self.choices.get(kind.id, ())]
            for name in self.random.sample(names, min(kind.at_most + 1, len(names))):
                more = replace(plan, choices=(*plan.choices, (kind.id, name)))
                if self.tried(kind.id, more, name):
                    plan = more
        return plan

    def _gifts(self, plan: Plan) -> Plan:
        for gift in self.random.sample(sorted(self.items), min(6, len(self.items))):
            bearer = self.random.choice(plan.units)
            more = plan.having(replace(bearer, gifts=(*bearer.gifts, gift)))
            if self.tried("enhancement", more, f"{gift} on {bearer.sheet.id}"):
                plan = more
        return plan

    def _illegal(self, plan: Plan, heroes: list[str]) -> None:
        bare = plan.having(*(replace(unit, warlord=False) for unit in plan.units))
        self.tried("no general", bare, "")
        for unit in self.random.sample(plan.units, min(4, len(plan.units))):
            self.tried("another general", bare.having(replace(unit, warlord=True)), f"{unit.sheet.id} in {unit.force}")
            if not unit.warlord:
                self.tried("two generals", plan.having(replace(unit, warlord=True)), unit.sheet.id)
            moved = self.random.randrange(len(plan.forces))
            self.tried("moved", plan.having(replace(unit, force=moved)), f"{unit.sheet.id} to {plan.forces[moved]}")
            twin = replace(unit, id=f"{unit.id}-twin", warlord=False, gifts=(), force=1)
            self.tried("twin", replace(plan, units=(*plan.units, twin)), unit.sheet.id)
        plain = [name for name in heroes if "Unique" not in self.sheets[name].facts["keywords"]]
        for count in (1, 6):
            start = len(plan.forces)
            leaders = tuple(self._member(self.random.choice(plain), start + place) for place in range(count))
            more = replace(plan, forces=(*plan.forces, *([REGIMENT] * count)), units=(*plan.units, *leaders))
            self.tried("more regiments", more, f"{count} more")
        empty = replace(plan, forces=(*plan.forces, REGIMENT))
        self.tried("a regiment without units", empty, "")

    # --- judging ----------------------------------------------------------------------------------------------------------

    def tried(self, step: str, plan: Plan, detail: str) -> bool:
        """Whether both allow a plan; what differs is noted."""
        native = self.native.judge(plan)
        try:
            community: Judged | None = self.community.judge(plan)
        except NotOffered:
            community = None
        except Untranslatable as reason:
            self.outcome.skipped[str(reason)] += 1
            return False
        theirs = community.verdict if community is not None else ILLEGAL
        same = native.verdict == theirs
        if same and theirs == LEGAL and community is not None:
            same = self.is_same(native, community)
        if not same:
            self.outcome.differ(f"{step}: {detail}", native, community or "not offered")
            return False
        self.outcome.steps[step, theirs] += 1
        self.outcome.reasons[step, ", ".join(sorted(native.rules)), ""] += 1
        return theirs == LEGAL

    def is_same(self, native: Judged, community: Judged) -> bool:
        """Whether two legal armies have the same price and contents."""
        mine, other = contents(native.army), contents(community.army, unnamed=community.holders)
        return native.points == community.points and {k: v[:2] for k, v in mine.items()} == {
            k: v[:2] for k, v in other.items()
        }


def compared(data: FileSet, system: str, faction: str, armies: int, seed: int) -> Outcome:
    """So many random armies of one faction; nothing where it has no armies."""
    given = overlay.load(system, faction)
    if "contingents" in given:
        return Outcome(overlay.differences(system, faction))
    comparer = RegimentComparer(data, given, ROOT / "factions" / system / faction, seed)
    for _ in range(armies):
        comparer.army()
    return comparer.outcome


if __name__ == "__main__":
    main(compared, __doc__ or "", "compare_regiments")
