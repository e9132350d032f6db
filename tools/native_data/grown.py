"""Grows random armies step by step; every step is judged by the native and by the community data."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from listbuilder.army import roles
from listbuilder.exchange.binding.names import stem
from listbuilder.replacing import replace
from listbuilder.roster.declarations import half_names
from listbuilder.rules.kinds.occupied import fits
from listbuilder.rules.kinds.relation import may_lead
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
from tools.native_data.loadouts import Inexpressible
from tools.native_data.outcome import ILLEGAL, LEGAL, Outcome
from tools.native_data.samples import english
from tools.native_data.shipped import stems_of_others

SAMPLES = 4  # units of each datasheet to choose from
UNITS = 14  # that each army is offered; as many attachments and passengers are tried
NO_LIMIT = 100_000


class Grower:
    """Grows armies of one faction over one catalogue. ``facts``: the native faction's file; ``offered``: how many units
    each army is offered. ``outcome`` says what was tried, and where the two differ."""

    def __init__(self, comparer: Comparer, facts: dict[str, Any], seed: int) -> None:
        self.offered = UNITS
        self.comparer = comparer
        self.facts = facts
        self.random = random.Random(f"{seed} {comparer.maker.given['catalogue']}")
        self.outcome = Outcome(overlay.differences(comparer.system, comparer.folder.name))
        self.native = NativeSide(comparer)
        self.gifts = {
            f"{name}/{gift}": english(one["name"])
            for name, detachment in facts.get("detachments", {}).items()
            for gift, one in (detachment.get("enhancements") or {}).items()
        }
        names = {name: english(one["name"]) for name, one in facts.get("detachments", {}).items()}
        self.community = CommunitySide(comparer, names, self.gifts)
        self.detachments = sorted(name for name in names if self._offers(names[name]))
        self.sheets = sorted(comparer.all_sheets(), key=lambda pair: str(pair[1]["id"]))
        self.others = stems_of_others(comparer.folder)
        self._pools: dict[str, list[Member]] = {}

    def _offers(self, detachment: str) -> bool:
        maker = self.comparer.maker
        roots = maker.bench.library.root_options(maker.bench.force.catalogue_id)
        return any(
            stem(roles.plain_title(option.name)) == stem(detachment)
            for root in roots
            if roles.is_detachment(root)
            for option in root.entries
            if not maker.units.reach.is_dead(option)
        )

    # --- judging ------------------------------------------------------------------------------------------------------------

    def tried(self, kind: str, plan: Plan, step: str) -> Judged | None:
        """What both say of the plan; None where they differ or it cannot be translated."""
        native = self.native.judge(plan)
        try:
            community = self.community.judge(plan)
        except NotOffered as reason:
            community = replace(native, verdict=ILLEGAL, reasons=(str(reason),), rules=frozenset())
        except Untranslatable as reason:
            self.outcome.skipped[f"{kind}: {reason}"] += 1
            return None
        if native.verdict != community.verdict:
            self.outcome.differ(f"{kind}: {step}", native, community)
            return None
        if native.rules and community.rules and native.rules.isdisjoint(community.rules):
            self.outcome.differ(f"{kind}: {step}: by other rules", native, community)
            return None
        bundles = {
            b.target.id for m in plan.units for some in m.sheet.found.bundles.values() for b in some if b is not None
        }
        other = contents(community.army, bundles)
        listed = {name: {item for item, _ in one[2]} for name, one in other.items()}
        mine = contents(
            native.army, unnamed={name: held - listed.get(name, set()) for name, held in community.holders.items()}
        )
        if native.verdict == LEGAL and not plan.foreign and mine != other:
            unlike = next(name for name in {**mine, **other} if mine.get(name) != other.get(name))
            text = f"{kind}: {step}: contents of a unit"
            self.outcome.differ(text, mine.get(unlike), other.get(unlike))
            return None
        self.outcome.steps[kind, native.verdict] += 1
        if native.verdict != LEGAL:
            rules = (
                tuple(dict.fromkeys(reason.split(":", 1)[0] for reason in one.reasons)) for one in (native, community)
            )
            self.outcome.reasons[(kind, *rules)] += 1
        return native

    def grown(self, kind: str, plan: Plan, changed: Plan, step: str) -> Plan:
        """The changed plan where both allow it, else the plan as it was."""
        found = self.tried(kind, changed, step)
        return changed if found is not None and found.verdict == LEGAL else plan

    # --- growing ------------------------------------------------------------------------------------------------------------

    def grow(self) -> Plan | None:
        """A random army that both allow; None where no Warlord was found."""
        plan = self._start()
        if plan is None:
            return None
        kinds: list[Any] = [None, lambda facts: "transport" in facts, None, lambda facts: "leader" in facts]
        for number in range(self.offered):
            plan = self._more(plan, kinds[number % len(kinds)])
        for _ in range(5):
            plan = self._gift(plan)
        plan = self._declared(plan)
        for _ in range(self.offered):
            plan = self._attached(plan)
        for _ in range(self.offered):
            plan = self._embarked(plan)
        for step in (self._hovering, self._halved, self._reserved):
            for _ in range(self.offered // 2):
                plan = step(plan)
        return plan

    def _start(self) -> Plan | None:
        """An army of its Warlord alone."""
        for _ in range(20):
            member = self._member("u0", lambda facts: facts["role"] in {"character", "epic-hero"})
            if member is None:
                continue
            size = self.random.choice(["incursion", "strike-force", "strike-force", "onslaught"])
            chosen = tuple(self.random.sample(self.detachments, min(1, len(self.detachments))))
            plan = Plan(size, chosen, (replace(member, warlord=True),))
            found = self.tried("warlord", plan, f"{member.sheet.id} in {plan.setting}")
            if found is not None and found.verdict == LEGAL:
                return plan
        return None

    def _member(self, unit_id: str, wanted: Any = None) -> Member | None:
        """A random unit of a random datasheet."""
        option, facts = self.random.choice([p for p in self.sheets if wanted is None or wanted(p[1])] or self.sheets)
        if facts["id"] not in self._pools:
            self._pools[facts["id"]] = list(self._units(option, facts))
        pool = self._pools[facts["id"]]
        return replace(self.random.choice(pool), id=unit_id) if pool else None

    def _units(self, option: Any, facts: dict[str, Any]) -> Iterator[Member]:
        """Units of a datasheet that both allow by themselves."""
        try:
            found = aligned(self.comparer.maker.units.read(option), facts)
        except Inexpressible as reason:
            self.outcome.skipped[f"{facts['id']}: {reason}"] += 1
            return
        sheet = Datasheet(option, facts, found)
        for sample in self.comparer.agreed(found, facts, SAMPLES):
            yield Member("", sheet, sample)

    def _more(self, plan: Plan, wanted: Any) -> Plan:
        member = self._member(f"u{len(plan.units)}", wanted)
        if member is None:
            return plan
        changed = replace(plan, units=(*plan.units, member))
        return self.grown("unit", plan, changed, f"{member.sheet.id} in {plan.setting}")

    def _gift(self, plan: Plan) -> Plan:
        gifts = [gift for gift in self.gifts if gift.startswith(f"{plan.setting}/")]
        if not gifts:
            return plan
        gift, member = self.random.choice(gifts), self._weighted(plan)
        changed = plan.having(replace(member, gifts=(*member.gifts, gift)))
        return self.grown("enhancement", plan, changed, f"{gift} on {member.sheet.id}")

    def _weighted(self, plan: Plan) -> Member:
        """A unit, most often a Character."""
        heroes = [one for one in plan.units if "Character" in one.sheet.facts["keywords"]]
        return self.random.choice(heroes if self.random.random() < 0.8 else plan.units)

    def _declared(self, plan: Plan) -> Plan:
        """The army with the declarations without which any other would be illegal: a passenger in each transport that needs one,
        aircraft in reserves. Units for which there is none go."""
        army = self.native.judge(plan).army
        free = [unit for unit in army.units if not unit.transport and not unit.has("Aircraft")]
        self.random.shuffle(free)
        embark: dict[str, str] = {}
        reserves: dict[str, str] = {}
        gone: set[str] = set()
        for unit in army.units:
            if unit.has("Aircraft"):
                reserves[unit.id] = "aircraft"
            elif unit.has("Dedicated Transport"):
                rider = next((one for one in free if one.id not in embark and fits(unit, (one,))), None)
                if rider is None:
                    gone.add(unit.id)
                else:
                    embark[rider.id] = unit.id
        units = tuple(unit for unit in plan.units if unit.id not in gone)
        changed = replace(plan, units=units).declaring(embark=embark, reserves=reserves)
        found = self.tried("formation", changed, ", ".join(unit.sheet.id for unit in units))
        if found is not None and found.verdict == LEGAL:
            return changed
        placed = {*embark.values(), *reserves}
        return replace(plan, units=tuple(unit for unit in units if unit.id not in placed))

    def _attached(self, plan: Plan) -> Plan:
        army = self.native.judge(plan).army
        leaders = [unit for unit in army.units if unit.leader is not None] or list(army.units)
        leader = self.random.choice(leaders)
        others = [unit for unit in army.units if unit.id != leader.id]
        if not others:
            return plan
        fitting = [unit for unit in others if may_lead(leader, unit)]
        target = self.random.choice(fitting if fitting and self.random.random() < 0.7 else others)
        embark = dict(plan.declared.embark)
        if target.id in embark and self.random.random() < 0.8:
            embark[leader.id] = embark[target.id]  # an attached unit embarks as a whole
        changed = plan.declaring(attach={**plan.declared.attach, leader.id: target.id}, embark=embark)
        step = f"{leader.datasheet_id} to {target.datasheet_id}"
        joined = [one for one, unit in plan.declared.attach.items() if unit == target.id and one != leader.id]
        if joined:
            step += " beside " + ", ".join(plan.member(one).sheet.id for one in joined)
        return self.grown("attach", plan, changed, step)

    def _embarked(self, plan: Plan) -> Plan:
        army = self.native.judge(plan).army
        transports = [unit for unit in army.units if unit.transport]
        if not transports:
            return plan
        transport = self.random.choice(transports)
        unit = self.random.choice(army.units)
        whole = {unit.id, *(one for one, target in plan.declared.attach.items() if target == unit.id)}
        whole |= {target for one, target in plan.declared.attach.items() if one == unit.id}
        changed = plan.declaring(embark={**plan.declared.embark, **dict.fromkeys(whole, transport.id)})
        step = " + ".join(sorted(plan.member(one).sheet.id for one in whole))
        step += f" ({sum(one.model_count for one in army.units if one.id in whole)} models) in {transport.datasheet_id}"
        return self.grown("embark", plan, changed, step)

    def _hovering(self, plan: Plan) -> Plan:
        """With a unit that hovers, most often one that may, and that then need not start in reserves."""
        army = self.native.judge(plan).army
        able = [unit for unit in army.units if unit.hover] or list(army.units)
        unit = self.random.choice(able if self.random.random() < 0.8 else army.units)
        reserves = {name: state for name, state in plan.declared.reserves.items() if name != unit.id}
        changed = plan.declaring(hover=(*plan.declared.hover, unit.id), reserves=reserves)
        return self.grown("hover", plan, changed, unit.datasheet_id)

    def _halved(self, plan: Plan) -> Plan:
        """With a unit that is split in two, most often one that may be; both halves are where the unit was."""
        army = self.native.judge(plan).army
        whole = [unit for unit in army.units if unit.id not in plan.declared.split]
        able = [unit for unit in whole if unit.split is not None] or whole
        if not able:
            return plan
        unit = self.random.choice(able if self.random.random() < 0.8 else whole)
        names = half_names(unit.id)
        embark = dict(plan.declared.embark)
        transports = [one.id for one in army.units if one.transport and one.id != unit.id]
        if transports and self.random.random() < 0.5:
            embark[names[0]] = self.random.choice(transports)
        elif unit.id in embark:
            embark |= dict.fromkeys(names, embark.pop(unit.id))
        changed = plan.declaring(split={**plan.declared.split, unit.id: names}, embark=embark)
        inside = f", half in {plan.member(embark[names[0]]).sheet.id}" if names[0] in embark else ""
        return self.grown("split", plan, changed, f"{unit.datasheet_id} ({unit.model_count} models){inside}")

    def _reserved(self, plan: Plan) -> Plan:
        member = self.random.choice(plan.units)
        state = self.random.choice(["deep-strike", "aircraft", "strategic-reserves"])
        if state == "strategic-reserves":
            changed = plan.declaring(strategic_reserves=(*plan.declared.strategic_reserves, member.id))
        else:
            changed = plan.declaring(reserves={**plan.declared.reserves, member.id: state})
        return self.grown("reserves", plan, changed, f"{member.sheet.id}: {state}")
