"""Small random data sets for the tests of the engine, with what the data format offers, and random rosters over them.

No condition asks for what a modifier changes: modifiers give the categories ``x0`` and ``x1`` and change points, conditions ask
for other categories and for the cost ``power``. So the roster has one state, whatever the order of evaluation.
"""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import (
    Association,
    Catalogue,
    CatalogueLink,
    CategoryEntry,
    CategoryLink,
    Condition,
    ConditionGroup,
    Constraint,
    Cost,
    CostType,
    Entry,
    EntryGroup,
    EntryLink,
    ForceEntry,
    LocalConditionGroup,
    Modifier,
    ModifierGroup,
    Repeat,
)
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.edits import Insert, Move, Remove, SetAmount, SetCostLimit, SetDeclarations
from listbuilder.roster.tree import Force, Roster, Selection

CATEGORIES = ("c0", "c1", "c2")
GIVEN = ("x0", "x1")  # by modifiers
ENTRIES = ("ua", "ub", "su", "sys", "lu", "m1", "w1", "e1", "e2", "e3", "e4", "e5", "sa", "sb", "sb1", "sc")
GROUPS = ("ga", "gb", "sg", "sbg")
LINKS = ("root-link", "link-a", "link-b", "link-g", "link-a2", "link-c", "link-l")
FORCES = ("army", "det")
TYPES = ("unit", "model", "upgrade")
COUNTED = (*ENTRIES, *GROUPS, *LINKS, *CATEGORIES, *TYPES, "any", "", "nobody")
SCOPES = (
    "self",
    "parent",
    "force",
    "roster",
    "root-entry",
    "primary-catalogue",
    *TYPES,
    "ua",
    "m1",
    "ga",
    "sb",
    "c0",
    "army",
)
ARITHMETIC = ("add", "subtract", "multiply", "divide", "modulo", "power", "min", "max")
ORDERS = ("greater", "greaterOrEqual", "less", "lessOrEqual", "equal", "notEqual")
COMPARISONS = ("atLeast", "atMost", "greaterThan", "lessThan", "equalTo", "notEqualTo")


class RandomData:
    """Makes the records of one data set."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.number = 0
        self.bounds: list[str] = []  # ids of constraints

    def next_id(self, kind: str) -> str:
        self.number += 1
        return f"{kind}{self.number}"

    def maybe(self, chance: float) -> bool:
        return self.rng.random() < chance

    # --- queries and gates ------------------------------------------------------------------------------------------------

    def query(self) -> dict[str, Any]:
        pick = self.rng.choice
        field = pick(
            ("selections",) * 12 + ("power", "power", "forces", "forces", "associations", "limit::pts", "nothing")
        )
        return {
            "field": field,
            "scope": pick(SCOPES),
            "child_id": pick((*FORCES, "any", "cat")) if field == "forces" else pick(COUNTED),
            "shared": self.maybe(0.8),
            "percent": self.maybe(0.15) and field != "forces",
            "include_child_selections": self.maybe(0.6),
            "include_child_forces": self.maybe(0.4),
        }

    def condition(self) -> Condition:
        query = self.query()
        if self.maybe(0.3):
            query |= {"scope": self.rng.choice((*SCOPES, "ancestor")), "percent": False}
            query["child_id"] = self.rng.choice((*COUNTED, *FORCES, "cat"))
            if query["child_id"] in (*FORCES, "cat") and query["scope"] == "parent":
                query["scope"] = "force"  # the parent of anything in a force counts as every force around it
            return Condition(type=self.rng.choice(("instanceOf", "notInstanceOf")), **query)
        if self.maybe(0.15):
            query["scope"] = "ancestor"
        if self.maybe(0.04):
            return Condition(type=self.rng.choice(("always", "never")), **query)
        value = self.rng.choice((0, 25, 50, 100)) if query["percent"] else self.rng.randrange(4)
        return Condition(type=self.rng.choice(COMPARISONS), value=value, **query)

    def group(self, depth: int = 0) -> ConditionGroup:
        inner = tuple(self.group(depth + 1) for _ in range(self.rng.randrange(2))) if depth < 2 else ()
        conditions = tuple(self.condition() for _ in range(self.rng.randrange(3)))
        kind = self.rng.choice(("and", "and", "or", "or", "not", "count", "number"))
        local = (self.local(depth + 1),) if depth < 2 and self.maybe(0.1) else ()
        if kind == "number":
            return self._calculated(conditions, inner, local)
        value = self.rng.choice((None, 0, 1, 2)) if kind == "count" else None
        return ConditionGroup(type=kind, value=value, conditions=conditions, groups=inner, local_groups=local)

    def _calculated(self, conditions: Any, groups: Any, local: Any) -> ConditionGroup:
        """A group that is a number, or compares numbers. What a percentage or an ancestor would count there, nothing says."""
        counted = tuple(
            replace(one, percent=False, scope="force" if one.scope == "ancestor" else one.scope) for one in conditions
        )
        return ConditionGroup(
            type=self.rng.choice((*ARITHMETIC, *ORDERS)),
            value=self.rng.choice((None, 0, 1, 2)),
            conditions=counted,
            groups=groups,
            local_groups=local,
            repeats=(self.repeat(),) if self.maybe(0.3) else (),
        )

    def local(self, depth: int = 1) -> LocalConditionGroup:
        """Counts what meets conditions in a scope."""
        query = self.query() | {"field": "selections", "percent": False}
        conditions = tuple(self.condition() for _ in range(self.rng.randrange(3)))
        if self.maybe(0.3):
            conditions += (Condition(type="before"),)
        kind = self.rng.choice((*COMPARISONS, "always"))
        return LocalConditionGroup(
            type=kind,
            value=self.rng.randrange(3),
            repeats=self.rng.choice((0, 0, 1, 2)),
            conditions=conditions,
            groups=(self.group(depth + 1),) if depth < 2 and self.maybe(0.2) else (),
            local_groups=(self.local(depth + 1),) if depth < 2 and self.maybe(0.15) else (),
            **query,
        )

    def gate(self) -> dict[str, Any]:
        found: dict[str, Any] = {"conditions": tuple(self.condition() for _ in range(self.rng.choice((0, 0, 1, 1, 2))))}
        if self.maybe(0.3):
            found["condition_groups"] = (self.group(),)
        if self.maybe(0.15):
            found["local_condition_groups"] = (self.local(),)
        if self.maybe(0.3):
            found["repeats"] = tuple(self.repeat() for _ in range(self.rng.choice((1, 1, 2))))
        return found

    def repeat(self) -> Repeat:
        query = self.query()
        value = self.rng.choice((20, 30)) if query["percent"] else self.rng.choice((0, 1, 1, 2, 3))
        return Repeat(value=value, repeats=self.rng.choice((1, 1, 2)), round_up=self.maybe(0.5), **query)

    # --- what records carry -----------------------------------------------------------------------------------------------

    def constraint(self, *, of_force: bool = False) -> Constraint:
        query = self.query() | {"child_id": ""}
        if query["field"] == "selections":
            query["field"] = self.rng.choice(("selections", "selections", "selections", "pts", "power"))
        value = self.rng.choice((-1, 0, 1, 1, 2, 3, 5, 20))
        if query["percent"]:
            value = self.rng.choice((0, 25, 50, 100))
        if of_force:
            query["scope"] = self.rng.choice(("self", "parent", "force", "roster"))
        kind = self.rng.choice(("min", "max", "max", "exactly")) if value >= 0 else "max"
        found = Constraint(id=self.next_id("k"), type=kind, value=value, **query)
        self.bounds += [found.id] if value or kind != "min" else []
        return found

    def modifier(self, constraints: tuple[Constraint, ...], *, plain: bool = False) -> Modifier:
        kind = self.rng.randrange(10 if not plain else 6)
        gate, pick = self.gate(), self.rng.choice
        if kind == 0 and constraints:
            type_ = pick(("set", "increment", "decrement", "multiply"))
            return Modifier(type=type_, field=pick(constraints).id, value=pick(("0", "1", "2")), **gate)
        if kind <= 2:
            gate.pop("repeats", None)
            return Modifier(**self._worded(), **gate)
        if kind <= 4:
            return Modifier(**self._priced(), **gate)
        if kind == 5:
            return Modifier(type="set", field="hidden", value=pick(("true", "true", "false")), **gate)
        if kind == 6:
            return Modifier(**self._roled(), **gate)
        path = pick(
            (
                "self.entries",
                "self.entries.recursive",
                "entries",
                "self.entries.forces.recursive",
                "self.entries.recursive." + pick(ENTRIES + GROUPS),
            )
        )
        scope = pick(("parent", "force", "roster", "root-entry", "self", "unit"))
        change = pick((self._priced, self._priced, self._worded, self._roled, self._bounded, self._shown))()
        return Modifier(scope=scope, affects=path, **change, **gate)

    def _worded(self) -> dict[str, Any]:
        pick, field = self.rng.choice, self.rng.choice(("name", "name", "name", "annotation", "error", "info"))
        if field in ("error", "info"):
            return {"type": "add", "field": field, "value": pick(("one", "two"))}
        join = pick((None, None, "-", ""))
        found = {"type": pick(("set", "append", "prepend", "replace")), "field": field, "value": self.next_id("N")}
        return found | ({"arg": pick(("A", "N1", "S"))} if found["type"] == "replace" else {"join": join})

    def _priced(self) -> dict[str, Any]:
        pick = self.rng.choice
        kind = pick(("set", "increment", "increment", "decrement", "multiply", "divide", "modulo", "ceil", "floor"))
        value = pick(("2", "4")) if kind in ("divide", "modulo") else pick(("1", "2", "0.5", "-3"))
        return {"type": kind, "field": "pts", "value": value}

    def _roled(self) -> dict[str, Any]:
        kind = self.rng.choice(("add", "remove", "set-primary", "unset-primary"))
        return {
            "type": kind,
            "field": "category",
            "value": self.rng.choice(CATEGORIES + GIVEN if "un" in kind else GIVEN),
        }

    def _bounded(self) -> dict[str, Any]:
        """Of another record's constraint. A minimum of 0 is not looked at where nothing is chosen, and no data raise one from
        outside."""
        pick = self.rng.choice
        return {"type": pick(("set", "increment")), "field": pick(self.bounds or [""]), "value": pick(("0", "1", "2"))}

    def _shown(self) -> dict[str, Any]:
        """Nothing shows an entry in a group that other modifiers hide: which of them holds, nothing says."""
        return {"type": "set", "field": "hidden", "value": "true"}

    def carried(self, *, costs: bool = True, categories: bool = True, plain: bool = False) -> dict[str, Any]:
        """Constraints, modifiers, costs and categories of a record."""
        constraints = tuple(self.constraint() for _ in range(self.rng.choice((0, 0, 1, 1, 2))))
        found: dict[str, Any] = {"constraints": constraints}
        found["modifiers"] = tuple(
            self.modifier(constraints, plain=plain) for _ in range(self.rng.choice((0, 0, 0, 1, 2)))
        )
        if self.maybe(0.2):
            inner = ModifierGroup(modifiers=(self.modifier(constraints, plain=plain),), **self.gate())
            found["modifier_groups"] = (
                ModifierGroup(modifiers=(self.modifier(constraints, plain=plain),), groups=(inner,), **self.gate()),
            )
        if costs:
            kinds = [one for one in ("pts", "power") if self.maybe(0.5)]
            found["costs"] = tuple(Cost(type_id=one, value=self.rng.choice((0, 1, 5, 10))) for one in kinds)
        if categories:
            given = [one for one in CATEGORIES if self.maybe(0.3)]
            first = self.rng.choice((*given, ""))
            found["category_links"] = tuple(
                CategoryLink(id=self.next_id("cl"), target_id=one, primary=one == first) for one in given
            )
        if self.maybe(0.07):
            found["hidden"] = True
        if costs and self.maybe(0.15):
            found["associations"] = (self._association(),)
        return found

    def _association(self) -> Association:
        return Association(
            id=self.next_id("r"),
            min=self.rng.randrange(3),
            max=self.rng.choice((-1, 0, 1)),
            scope=self.rng.choice(SCOPES),
            child_id=self.rng.choice((*ENTRIES, *CATEGORIES, *TYPES, "any")),
            include_child_selections=self.maybe(0.5),
        )

    def _cost_type(self) -> CostType:
        """Modifiers of a cost type ask for no limit: it would be their own."""
        pick, found = self.rng.choice, []
        for _ in range(self.rng.choice((0, 0, 1, 2))):
            kind, value = pick((("set", "30"), ("set", "-1"), ("increment", "20"), ("multiply", "2")))
            gate = {"conditions": tuple(one for one in (self.condition(),) if one.field != "limit::pts")}
            scope = pick(("", "roster"))
            found.append(Modifier(type=kind, field="defaultCostLimit", value=value, scope=scope, **gate))
        if self.maybe(0.2) and (gate := self.condition()).field != "limit::pts":
            found.append(Modifier(type="append", field="name", value="left", conditions=(gate,)))
        limit = pick((None, 0, 50))
        return CostType(id="pts", name="pts", default_limit=limit, modifiers=tuple(found))

    # --- records ----------------------------------------------------------------------------------------------------------

    def entry(self, id_: str, type_: str = "upgrade", **below: Any) -> Entry:
        return Entry(id=id_, name=id_.upper(), type=type_, **self.carried(), **below)

    def holder(self, id_: str, *entries: Entry, **below: Any) -> EntryGroup:
        return EntryGroup(id=id_, name=id_.upper(), entries=entries, **self.carried(costs=False), **below)

    def link(self, id_: str, target: str, *, to_group: bool = False) -> EntryLink:
        kind = "selectionEntryGroup" if to_group else "selectionEntry"
        return EntryLink(id=id_, type=kind, target_id=target, **self.carried(costs=not to_group))

    def library(self) -> Library:
        system = Catalogue(
            id="system",
            is_game_system=True,
            cost_types=(
                self._cost_type(),
                CostType(id="power"),
            ),
            category_entries=tuple(
                CategoryEntry(id=one, name=one, constraints=self._of_category()) for one in (*CATEGORIES, *GIVEN)
            ),
            force_entries=(self.force("army", self.force("det")),),
            entries=(self.entry("sys"),),
        )
        catalogue = Catalogue(
            id="cat",
            entries=(self.entry("ua", "unit", entries=(self._model(),), groups=(self._group(),)), self._second()),
            links=(self.link("root-link", "su"), self.link("link-l", "ls")),
            shared_entries=(
                self.entry("su", "unit", entries=(self.entry("e5"),), links=(self.link("link-c", "sc"),)),
                self.entry("sa"),
                self.entry("sb", "model", entries=(self.entry("sb1"),), groups=(self.holder("sbg", self.entry("e6")),)),
                self.entry("sc", "model"),
            ),
            shared_groups=(self.holder("sg", self.entry("e4"), links=(self.link("link-a2", "sa"),)),),
            catalogue_links=(CatalogueLink(id="import", target_id="lib", import_root_entries=True),),
        )
        library = Catalogue(
            id="lib",
            library=True,
            entries=(self.entry("lu", "unit"), Entry(id="lh", name="LH", type="unit", exported=False)),
            shared_entries=(self.entry("ls", "unit"),),
        )
        return Library(system, [catalogue, library])

    def _of_category(self) -> tuple[Constraint, ...]:
        return (self.constraint(of_force=True),) if self.maybe(0.4) else ()

    def force(self, id_: str, *below: ForceEntry) -> ForceEntry:
        constraints = tuple(self.constraint(of_force=True) for _ in range(self.rng.randrange(2)))
        return ForceEntry(
            id=id_,
            name=id_.upper(),
            force_entries=below,
            constraints=constraints,
            costs=(Cost(type_id="pts", value=self.rng.choice((0, 3))),),
            modifiers=tuple(self.modifier(constraints, plain=True) for _ in range(self.rng.randrange(2))),
            category_links=tuple(
                CategoryLink(id=f"{id_}-{one}", target_id=one, constraints=self._of_category()) for one in CATEGORIES
            ),
        )

    def _model(self) -> Entry:
        return self.entry("m1", "model", entries=(self.entry("w1"),), links=(self.link("link-a", "sa"),))

    def _group(self) -> EntryGroup:
        nested = self.holder("gb", self.entry("e3"))
        return self.holder(
            "ga", self.entry("e1"), self.entry("e2", "model"), groups=(nested,), links=(self.link("link-b", "sb"),)
        )

    def _second(self) -> Entry:
        return self.entry("ub", "unit", links=(self.link("link-g", "sg", to_group=True),))


class RandomRoster:
    """Edits a roster over a data set."""

    def __init__(self, rng: random.Random, library: Library) -> None:
        self.rng = rng
        self.roster = Roster(library)
        self._number = 0

    def _id(self) -> str:
        self._number += 1
        return f"n{self.rng.randrange(1000):03d}-{self._number}"

    def edit(self) -> None:
        rng, roster = self.rng, self.roster
        forces, nodes = list(roster.walk_forces()), list(roster.walk())
        kind = rng.randrange(20)
        if not forces or (kind == 0 and len(forces) < 4):
            parent = rng.choice((roster, *forces))
            known = roster.library.forces
            offered = known.at_root("cat") if parent is roster else known.below(parent.entry)
            if offered:
                Insert(Force(rng.choice(offered), "cat", self._id()), parent).apply(roster)
            return
        if kind == 1 and nodes:
            Remove(rng.choice(nodes)).apply(roster)
        elif kind == 2 and nodes:
            SetAmount(rng.choice(nodes), rng.randrange(1, 4)).apply(roster)
        elif kind == 3 and nodes:
            node = rng.choice(nodes)
            Move(node, rng.randrange(len(node.parent.selections))).apply(roster)  # type: ignore[union-attr]
        elif kind == 4 and len(nodes) > 1:
            pairs = dict(rng.sample(nodes, 2) for _ in range(rng.randrange(3)))
            attach = {one.id: other.id for one, other in pairs.items()}
            SetDeclarations(Declarations(attach=attach)).apply(roster)
        elif kind == 5:
            SetCostLimit("pts", rng.choice((None, 0, 40))).apply(roster)
        else:
            holder: Any = rng.choice((*forces, *nodes, *nodes))
            force = isinstance(holder, Force)
            options = roster.library.root_options("cat") if force else holder.option.entries
            if options:
                node = Selection(rng.choice(options), rng.choice((1, 1, 2, 3)), self._id())
                Insert(node, holder).apply(roster)
