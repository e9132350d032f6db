"""Compares whole armies: random ones grow step by step, and every step is judged by the native and by the community data.

    python -m tools.native_data.compare_armies wh40k-10e ../shared/bsdata/wh40k-10e necrons orks --armies 20

Both must allow a step, at the same price, or both must refuse it; a step that both allow is kept, so that legal armies grow, and
each refused one is a single illegal step from a legal army. Of the finished army some more illegal steps are tried, one of each
kind. The seed is printed; the same seed makes the same armies.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from listbuilder import strictyaml
from listbuilder.army import roles
from listbuilder.catalogue.library import Option
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations
from listbuilder.sources.native.locate import FACTION_FILE
from listbuilder.sources.store.dataset import FileSet
from tools.native_data.armies import Member, Plan
from tools.native_data.bench import open_set
from tools.native_data.compare import Comparer, given_for
from tools.native_data.composition import slug
from tools.native_data.faction import ROOT, FactionMaker
from tools.native_data.grown import NO_LIMIT, Grower
from tools.native_data.outcome import LEGAL, Outcome
from tools.native_data.shipped import faction_facts

ALLIES = 7  # units of one kind that an army is offered


class ArmyComparer(Grower):
    """Compares armies of one faction over one catalogue."""

    def army(self) -> None:
        """Grows one army, and tries illegal steps from it."""
        plan = self.grow()
        if plan is not None:
            self._illegal(plan)

    def _illegal(self, plan: Plan) -> None:
        """One step of each kind from a legal army."""
        points = self.native.judge(plan).points
        self.tried("limit of its points", replace(plan, limit=points), "")
        self.tried("one point over", replace(plan, limit=points - 1), "")
        bare = plan.having(*(replace(unit, warlord=False) for unit in plan.units))
        self.tried("no warlord", bare, "")
        second = self.random.choice(plan.units)
        self.tried("warlord", bare.having(replace(second, warlord=True)), second.sheet.id)
        if not second.warlord:
            self.tried("two warlords", plan.having(replace(second, warlord=True)), second.sheet.id)
        self.tried("no detachment", replace(plan, detachments=()), "")
        others = [name for name in self.detachments if name not in plan.detachments]
        if others:
            other = self.random.choice(others)
            self.tried("two detachments", replace(plan, detachments=(*plan.detachments, other)), other)
            self.tried("another detachment", replace(plan, detachments=(other,)), f"{other} for {plan.setting}")
        self._gifts_too_many(plan)
        self._copies(plan)
        self._all_in_reserves(plan)
        self._strangers(plan)

    def _gifts_too_many(self, plan: Plan) -> None:
        gifts = sorted(self.gifts)
        mine = [gift for gift in gifts if gift.startswith(f"{plan.setting}/")]
        bearer = next((unit for unit in plan.units if unit.gifts), None)
        if bearer is not None:
            again = self.random.choice(mine)
            self.tried("second enhancement", plan.having(replace(bearer, gifts=(*bearer.gifts, again))), again)
            twin = replace(bearer, id="twin", warlord=False)
            self.tried("enhancement twice", _raised(plan, twin), f"{bearer.gifts[0]} on {bearer.sheet.id}")
        for unit in self.random.sample(plan.units, min(3, len(plan.units))):
            gift = self.random.choice(mine or gifts)
            if not unit.gifts:
                step = f"{gift} on {unit.sheet.id}"
                self.tried("enhancement", replace(plan, limit=NO_LIMIT).having(replace(unit, gifts=(gift,))), step)
        strange = self.random.choice([gift for gift in gifts if gift not in mine] or gifts)
        hero = self._weighted(plan)
        if strange not in mine and not hero.gifts:
            self.tried("enhancement of another detachment", plan.having(replace(hero, gifts=(strange,))), strange)

    def _copies(self, plan: Plan) -> None:
        unit = self.random.choice(plan.units)
        twin = replace(unit, warlord=False, gifts=())
        for number in (2, 3, 4, 6, 7):
            have = sum(one.sheet.id == unit.sheet.id for one in plan.units)
            more = [replace(twin, id=f"copy{place}") for place in range(number - have)]
            if more:
                self.tried("copies", _raised(plan, *more), f"{number} of {unit.sheet.id} in {plan.setting}")

    def _all_in_reserves(self, plan: Plan) -> None:
        free = [one.id for one in plan.units if one.id not in {*plan.declared.embark, *plan.declared.attach}]
        changed = plan.declaring(reserves={}, strategic_reserves=tuple(free))
        self.tried("all in strategic reserves", changed, "")

    def _strangers(self, plan: Plan) -> None:
        """Allies, one after another, until they are too many; and a unit that only other factions have."""
        offered = {slug(roles.plain_name(one.name)): one for one in self.comparer.maker.bench.units()}
        allies = sorted(name for name in self.others & set(offered) if self._same(name, offered[name]))
        for place, kind in enumerate((allies, sorted(self.others - set(offered)))):
            if not kind:
                continue
            ally = self.random.choice(kind)
            for number in range(1, 2 if place else ALLIES + 1):
                changed = replace(_raised(plan), foreign=(ally,) * number)
                step = f"{number} x {ally} in {plan.setting} ({plan.size})"
                found = self.tried("stranger" if place else "ally", changed, step)
                if found is None or found.verdict != LEGAL:
                    break

    def _same(self, name: str, option: Option) -> bool:
        """Whether a datasheet of another faction and an entry of the data are of one faction; several have some names."""
        categories = self.comparer.maker.bench.library.categories
        links = (categories.get(link.target_id) for link in option.merged.category_links)
        words = {roles.faction_of(one.name) for one in links if one is not None}
        files = self.comparer.folder.parent.glob(f"*/{name}.yaml")
        return all(words & set(strictyaml.load(path.read_bytes(), name).value["faction_keywords"]) for path in files)


def _raised(plan: Plan, *members: Member) -> Plan:
    """The plan with more units, however much they cost; without declarations, since these would need some of the new units."""
    return replace(plan, units=(*plan.units, *members), limit=NO_LIMIT, declared=Declarations())


def comparers(data: FileSet, system: str, faction: str, seed: int, folder: Path) -> Iterator[tuple[str, ArmyComparer]]:
    """For each catalogue of a native faction what compares its armies."""
    facts = faction_facts(folder / faction)
    for given in given_for(data, system, facts):
        maker = FactionMaker(data, given, facts["points_date"], "")
        yield given["catalogue"], ArmyComparer(Comparer(maker, folder / faction, seed), facts, seed)


def _print(name: str, outcome: Outcome) -> None:
    legal = sum(number for (_, verdict), number in outcome.steps.items() if verdict == LEGAL)
    print(
        f"{name}: {legal} legal steps, {outcome.steps.total() - legal} refused, {len(outcome.differences)} differences"
    )
    for difference in dict.fromkeys(map(str, outcome.differences)):
        print(f"  {difference}")
    for why, number in sorted(outcome.known.items()):
        print(f"  known ({number}): {why}")
    for what, number in sorted(outcome.skipped.items()):
        print(f"  not translated ({number}): {what}")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.native_data.compare_armies")
    parser.add_argument("system")
    parser.add_argument("data", type=Path)
    parser.add_argument("factions", nargs="*", help="ids; all that are shipped when left out")
    parser.add_argument("--armies", type=int, default=10, help="armies of each catalogue")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--catalogue", default="", help="only the catalogues with this in their name")
    arguments = parser.parse_intermixed_args()
    data, bad = open_set(arguments.data), 0
    folder = ROOT / "factions" / arguments.system
    print(f"seed {arguments.seed}")
    shipped = sorted(path.parent.name for path in folder.glob(f"*/{FACTION_FILE}"))
    for faction in arguments.factions or shipped:
        for name, comparer in comparers(data, arguments.system, faction, arguments.seed, folder):
            if arguments.catalogue in name:
                for _ in range(arguments.armies):
                    comparer.army()
                _print(f"{faction} ({name})", comparer.outcome)
                bad += len(comparer.outcome.differences)
    return bool(bad)


if __name__ == "__main__":
    raise SystemExit(main())
