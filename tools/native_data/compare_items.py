"""Compares which units of an army of detachments may bear which items, native relics and Warlord traits among them.

    python -m tools.native_data.compare_items wh40k-9e ../shared/bsdata/wh40k-9e necrons orks --armies 20 --seed 1

Random armies of a few characters get items one after the other, most of them wrong for their bearer. Both descriptions must
allow a step at the same price, or both refuse it; what both allow is kept. What the native data count as paid the community data
have as a Stratagem of the bearer: the overlay of the faction names it under `paid`, by type of items.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from listbuilder.catalogue.library import Option
from listbuilder.exchange.binding.names import stem
from listbuilder.replacing import replace
from listbuilder.sources.store.dataset import FileSet
from tools.native_data import overlay
from tools.native_data.armies import Judged, Plan
from tools.native_data.compare import Comparer
from tools.native_data.compare_detachments import DetachmentComparer, DetachmentSide
from tools.native_data.faction import ROOT
from tools.native_data.grown import NO_LIMIT
from tools.native_data.outcome import Outcome, main
from tools.native_data.shipped import faction_facts

PAID = "paid/"  # before the type of an item that its bearer pays for
BEFORE = re.compile(r"^(?:\d+\. |(?:Relic|Warlord Trait)(?: \([^)]*\))?: )")  # a number, or the sort of item
BEHIND = re.compile(r"(?: \([^)]*\))+$")  # the clan, or that it is an aura
CHARACTERS = 3  # besides those that the detachment needs
ITEMS = 12  # that each army is offered
SIZES = ("combat-patrol", "incursion", "strike-force", "onslaught")


def bare(name: str) -> str:
    """The name of an item without what the data write around it."""
    return stem(BEHIND.sub("", BEFORE.sub("", name)))


class ItemSide(DetachmentSide):
    """Judges plans with items. ``items``: name and type of each by native id; ``paid``: type -> the name of a Stratagem."""

    def __init__(
        self,
        comparer: Comparer,
        subfactions: Mapping[str, str],
        items: Mapping[str, dict[str, Any]],
        paid: Mapping[str, str],
    ) -> None:
        super().__init__(comparer, subfactions)
        self.items = items
        self.gifts = {
            **{name: str(one["name"]) for name, one in items.items()},
            **{f"{PAID}{kind}": name for kind, name in paid.items()},
        }

    def judge(self, plan: Plan) -> Judged:
        return super().judge(self._with_stratagems(plan))

    def _with_stratagems(self, plan: Plan) -> Plan:
        """The plan with a Stratagem for each item that is not free."""
        types = {one.id: one for one in self.comparer.native.system.vocabulary.item_types}
        free = {name: kind.free for name, kind in types.items()}
        changed = []
        for unit in sorted(plan.units, key=lambda one: one.force):
            more = []
            for gift in unit.gifts:
                kind = types[self.items[gift]["type"]]
                if kind.free_with_warlord and unit.warlord:
                    continue
                if free[kind.id]:
                    free[kind.id] -= 1
                else:
                    more.append(PAID + kind.id)
            changed.append(replace(unit, gifts=(*unit.gifts, *more)))
        return plan.having(*changed)

    def _gifts(self, unit: Option, name: str, gift: str) -> Iterator[Option]:
        """The items of that name, nearest first; a Stratagem may be linked by a shorter name."""
        waiting, seen = list(unit.entries), set[str]()
        while waiting:
            one = waiting.pop(0)
            if one.id in seen:
                continue
            seen.add(one.id)
            waiting.extend(one.entries)
            if one.target.name == name if gift.startswith(PAID) else bare(one.name) == stem(name):
                yield one


class ItemComparer(DetachmentComparer):
    """Compares armies of one faction."""

    def __init__(self, data: FileSet, given: dict[str, Any], folder: Path, seed: int) -> None:
        super().__init__(data, given, folder, seed)
        self.stated: dict[str, dict[str, Any]] = faction_facts(folder).get("items") or {}
        self.community = ItemSide(self.comparer, self.subfactions, self.stated, given.get("paid") or {})

    def army(self) -> None:
        plan = Plan(self.random.choice(SIZES), (), limit=NO_LIMIT)
        plan = self._detachment(plan, "patrol", warlord=True)
        if not plan.units:
            return
        heroes = sorted(name for name, sheet in self.sheets.items() if "Character" in sheet.facts["keywords"])
        for _ in range(CHARACTERS):
            plan = (
                self._detachment(plan, "auxiliary-support", warlord=False) if not heroes else self._hero(plan, heroes)
            )
        for gift in self.random.choices(sorted(self.stated), k=ITEMS):
            plan = self._given(plan, gift)

    def _hero(self, plan: Plan, heroes: list[str]) -> Plan:
        """The plan with a character in a detachment of its own."""
        member = self._member(self.random.choice(heroes), len(plan.forces))
        more = replace(
            plan,
            forces=(*plan.forces, "auxiliary-support"),
            subfactions=(*plan.subfactions, self.random.choice(plan.subfactions)),
            units=(*plan.units, member),
        )
        return more if self.tried("character", more, member.sheet.id) else plan

    def _given(self, plan: Plan, gift: str) -> Plan:
        """The plan with an item for a unit; one that fits is preferred, so that not all steps are refused."""
        bearers = [unit for unit in plan.units if "Character" in unit.sheet.facts["keywords"]] or list(plan.units)
        for unit in self.random.sample(bearers, len(bearers)):
            more = plan.having(replace(unit, gifts=(*unit.gifts, gift)))
            where = ", ".join(plan.subfactions)
            role = "Warlord " if unit.warlord else ""
            if self.tried(self.stated[gift]["type"], more, f"{gift} on {role}{unit.sheet.id} ({where}), {plan.size}"):
                return more
        return plan


def compared(data: FileSet, system: str, faction: str, armies: int, seed: int) -> Outcome:
    """So many random armies of one faction."""
    given = overlay.load(system, faction)
    comparer = ItemComparer(data, given, ROOT / "factions" / system / faction, seed)
    for _ in range(armies):
        comparer.army()
    return comparer.outcome


if __name__ == "__main__":
    main(compared, __doc__ or "", "compare_items")
