"""The engine says of random data and rosters what a plain reading of the format says."""

from __future__ import annotations

import random
from decimal import Decimal
from typing import Any

import pytest

from listbuilder.engine import Engine
from tests.engine.plain_reading import PlainReading
from tests.engine.random_data import RandomData, RandomRoster


def of_engine(engine: Engine) -> dict[str, Any]:
    roster, found = engine.roster, {}
    for node in roster.walk():
        state = engine.state(node)
        cost = {key: round(value / Decimal(node.number), 9) for key, value in state.costs.items() if value}
        roles = {one.id: one.primary for one in state.categories}
        said = [(one.severity, one.text) for one in state.messages]
        found[node.id] = (state.name, state.hidden, cost, roles, said, state.annotation)
    for force in roster.walk_forces():
        state = engine.state(force)
        costs = {key: value for key, value in state.costs.items() if value}
        said = [(one.severity, one.text) for one in state.messages]
        found[force.id] = (state.name, state.hidden, costs, said, state.annotation)
    for holder in (*roster.walk_forces(), *roster.walk()):
        for option in PlainReading.choices(holder):
            choice = engine.choice(holder, option)
            costs = {key: Decimal(value) for key, value in choice.own_cost.items() if value}
            found[f"{holder.id} {option.id}"] = ("hidden",) if choice.hidden else (choice.name, costs)
    found["totals"] = engine.totals()
    for type_id in roster.library.cost_types:
        currency = engine.cost_type(type_id)
        found[type_id] = (currency.name, currency.hidden, currency.default_limit)
    found["broken"] = {
        ("hidden", one.node.id)
        if one.kind == "hidden" and one.node is not None
        else (one.kind, one.constraint_id, Decimal(one.found or 0), Decimal(one.bound or 0))
        for one in engine.violations()
        if one.constraint_id not in ("error", "info")  # messages are compared where they are
    }
    return found


def plainly(engine: Engine) -> dict[str, Any]:
    reading, found = PlainReading(engine.roster), dict[str, Any]()
    for node in reading.nodes:
        values = reading.first[node]
        cost = {key: round(Decimal(value), 9) for key, value in values["costs"].items() if value}
        said = (values["messages"], values["annotation"])
        found[node.id] = (values["name"], values["hidden"], cost, values["categories"], *said)
    for force in reading.forces:
        values = reading.of_force[force]
        costs = {key: value for key, value in values["costs"].items() if value}
        found[force.id] = (values["name"], values["hidden"], costs, values["messages"], values["annotation"])
    for holder in (*reading.forces, *reading.nodes):
        for option in reading.choices(holder):
            values = reading.of_choice(holder, option)
            costs = {key: Decimal(value) for key, value in values["costs"].items() if value}
            found[f"{holder.id} {option.id}"] = ("hidden",) if values["hidden"] else (values["name"], costs)
    found |= reading.currencies
    totals = {key: reading.total(engine.roster, key, "any", deep=True, forces=True) for key in reading.types}
    found["totals"] = {key: round(Decimal(value), 9) for key, value in totals.items() if value}
    found["broken"] = {
        tuple(round(one, 9) if isinstance(one, Decimal) else one for one in broken) for broken in reading.broken()
    }
    return found


def compare(seed: int, edits: int = 12) -> dict[str, tuple[Any, Any]]:
    rng = random.Random(seed)
    playing = RandomRoster(rng, RandomData(rng).library())
    engine = Engine(playing.roster)
    for _ in range(edits):
        playing.edit()
    now, plain = of_engine(engine), plainly(engine)
    # Of several choices that break a constraint by the same number in the same scope, one is reported.
    reported = {one[:3] for one in now["broken"]}
    alike = {one for one in plain["broken"] - now["broken"] if one[:3] in reported}
    plain["broken"] -= {one for one in alike if sum(other[:3] == one[:3] for other in plain["broken"]) > 1}
    return {key: (now.get(key), plain.get(key)) for key in {**now, **plain} if now.get(key) != plain.get(key)}


@pytest.mark.parametrize("seed", range(60))
def test_random_data(seed: int) -> None:
    assert compare(seed) == {}
