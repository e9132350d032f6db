"""Units that are stated in words that were bound before: a list gets what it would get if it were the first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from listbuilder import budget
from listbuilder.army import Army
from listbuilder.budget import DEFAULT, TooLarge
from listbuilder.listfile import bound, document
from listbuilder.listfile.repeated import Repeated, _Copied
from listbuilder.roster.edits import SetAmount, SetText
from listbuilder.roster.tree import Roster
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.sources import registry
from listbuilder.validation import Validated, extent, validate, validate_bytes

HEAD = "system: wh40k-10e\nfaction: space-marines\n"
UNIT = "{id: a, datasheet: intercessor-squad, models: {intercessor: 9}, wargear: {intercessor: {count: 2, add: astartes-grenade-launcher}}}"
WORDINGS = {
    "as it is": f"units: [{UNIT}]",
    "elsewhere in the file": f"name: N\nunits:\n  - {{datasheet: captain}}\n  - {UNIT}",
    "laid out otherwise": (
        "units:\n  - id: a\n    datasheet: intercessor-squad\n    models:\n      intercessor: 9\n    wargear:\n"
        "      intercessor:\n        count: 2\n        add: astartes-grenade-launcher\n"
    ),
    "another id": f"units: [{UNIT.replace('id: a', 'id: b')}]",
    "two of them": f"units: [{UNIT}, {UNIT.replace('id: a', 'id: b')}]",
    "a name": f"units: [{UNIT.replace('id: a', 'id: a, name: Own')}]",
    "notes": f"units: [{UNIT.replace('id: a', 'id: a, notes: Remember')}]",
    "other models": f"units: [{UNIT.replace('9', '7')}]",
    "other wargear": f"units: [{UNIT.replace('count: 2', 'count: 1')}]",
    "the name of a loadout": f"units: [{UNIT.replace('count: 2', 'count: 2, name: Gunners')}]",
    "notes on a loadout": f"units: [{UNIT.replace('count: 2', 'count: 2, notes: Gunners')}]",
    "a list of one loadout": f"units: [{UNIT.replace('{count: 2, add: astartes-grenade-launcher}', '[{count: 2, add: astartes-grenade-launcher}]')}]",
    "another datasheet": f"units: [{UNIT.replace('intercessor-squad', 'heavy-intercessor-squad')}]",
    "an unknown item": f"units: [{UNIT.replace('grenade', 'granade')}]",
    "an unknown key": f"units: [{UNIT.replace('id: a', 'id: a, modles: {}')}]",
    "an enhancement": "detachment: gladius-task-force\nunits: [{id: a, datasheet: captain, enhancement: artificer-armour}]",
    "the Warlord": f"units: [{UNIT.replace('id: a', 'id: a, warlord: true')}]",
    "not the Warlord": f"units: [{UNIT.replace('id: a', 'id: a, warlord: false')}]",
}


def forget() -> None:
    """What was bound; the entries of the faction stay read."""
    registry.load("wh40k-10e", "space-marines").library._kept.clear()


@pytest.fixture
def anew() -> Iterator[None]:
    """Nothing was bound before, nor is afterwards."""
    forget()
    yield
    forget()


def judged(text: str) -> Validated:
    return validate(bound.bind(document.load((HEAD + text).encode())))


def facts(of: Validated) -> tuple[Any, ...]:
    """Everything about a list that anybody is told."""
    roster = of.bound.roster
    nodes = [
        (one.id, one.option.id, one.amount, one.place, one.custom_name, one.custom_notes, one.parent and one.parent.id)
        for one in roster.walk()
    ]
    return nodes, sorted(roster.nodes), of.bound.problems, of.bound.places, told(of.army), list(map(shown, of.findings))


def shown(one: Diagnostic) -> tuple[Any, ...]:
    return one.rule, str(one.message), one.severity, one.unit, one.place, one.found, one.bound


def told(army: Army) -> tuple[Any, ...]:
    return army.units, army.points, army.battle_size, army.forces


@pytest.mark.usefixtures("anew")
@pytest.mark.parametrize("then", WORDINGS)
def test_a_list_gets_what_it_gets_as_the_first(then: str) -> None:
    alone = facts(judged(WORDINGS[then]))
    for text in (WORDINGS["as it is"], WORDINGS["an enhancement"]):
        for _ in range(3):
            judged(text)
    assert [facts(judged(WORDINGS[then])) for _ in range(4)] == [alone] * 4


@pytest.mark.usefixtures("anew")
def test_what_came_twice_is_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    copied: list[str] = []
    make = _Copied.bound

    def noted(self: _Copied, context: Any, entry: Any, unit_id: str) -> Any:
        copied.append(unit_id)
        return make(self, context, entry, unit_id)

    monkeypatch.setattr(_Copied, "bound", noted)
    for _ in range(4):
        judged(WORDINGS["as it is"])
    judged(WORDINGS["other models"])
    assert copied == ["a", "a"]


@pytest.mark.usefixtures("anew")
def test_an_enhancement_is_that_of_the_detachment_of_the_list() -> None:
    sheets = registry.load("wh40k-10e", "space-marines").library
    known: dict[str, set[str]] = {}
    captain = next(one for one in sheets.root_options(sheets.files[1].id) if one.local_id == "captain")
    from listbuilder.listfile.sheet import sheet_of

    for one in sheet_of(sheets, captain).enhancements:
        assert one.facts is not None
        known.setdefault(one.local_id, set()).add(one.facts.detachment)
    name, detachments = next((name, sorted(both)) for name, both in known.items() if len(both) > 1)
    found = []
    for detachment in (*detachments * 3,):
        of = judged(f"detachment: {detachment}\nunits: [{{id: a, datasheet: captain, enhancement: {name}}}]")
        found.append(of.army.units[0].enhancements[0].detachment)
    assert found == [*detachments * 3]


@pytest.mark.usefixtures("anew")
def test_a_smaller_budget_holds_for_what_was_bound_under_a_larger_one() -> None:
    for _ in range(3):
        read = judged(WORDINGS["as it is"]).bound
    budget.use(DEFAULT._replace(unit_models=9))
    try:
        with pytest.raises(TooLarge):
            bound.bind(document.load((HEAD + WORDINGS["as it is"]).encode()))
        with pytest.raises(TooLarge):
            extent.allow(read)
    finally:
        budget.use(DEFAULT)
    assert judged(WORDINGS["as it is"]).army.units[0].model_count == 10


@pytest.mark.usefixtures("anew")
def test_copying_costs_the_steps_of_binding() -> None:
    def steps() -> int:
        with budget.metered() as meter:
            bound.bind(document.load((HEAD + WORDINGS["as it is"]).encode()))
            return meter.steps

    steps()  # and those of reading the entries of the unit, once
    forget()
    assert len({steps() for _ in range(4)}) == 1


@pytest.mark.usefixtures("anew")
def test_a_long_name_is_refused_for_a_copy() -> None:
    for _ in range(3):
        judged(WORDINGS["a name"])
    with pytest.raises(TooLarge):
        judged(WORDINGS["a name"].replace("Own", "O" * (DEFAULT.name + 1)))


@pytest.mark.usefixtures("anew")
@pytest.mark.parametrize("change", ["amount", "name"])
def test_an_edited_copy_is_one_of_a_kind(change: str) -> None:
    for _ in range(2):
        judged(WORDINGS["as it is"])
    before, of = judged(WORDINGS["as it is"]), judged(WORDINGS["as it is"])
    roster: Roster = of.bound.roster
    assert roster.moulds
    model = roster.nodes["a/intercessor/1"]
    (SetAmount(model, 1) if change == "amount" else SetText(model, "custom_name", "Own")).apply(roster)  # type: ignore[arg-type]
    assert not roster.moulds
    after = of.again().army.units[0]
    lines = {line.id: (line.count, line.name) for line in after.models}
    assert lines["a/intercessor/1"] == ((1, "Intercessor") if change == "amount" else (2, "Own"))
    assert facts(judged(WORDINGS["as it is"])) == facts(before)


@pytest.mark.usefixtures("anew")
def test_what_is_wrong_is_told_every_time_where_it_stands() -> None:
    texts = [f"{'#' * number}\nunits: [{UNIT.replace('grenade', 'granade')}]" for number in range(4)]
    texts = ["\n" * number + text for number, text in enumerate(texts)]
    found = [validate_bytes((HEAD + text).encode()).bound.problems for text in texts]
    assert [[(one.rule, one.line) for one in some] for some in found] == [
        [("unknown-name", 4 + number)] for number in range(4)
    ]


@pytest.mark.usefixtures("anew")
def test_wordings_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("listbuilder.listfile.repeated.MOST", 3)
    for number in range(1, 9):
        judged(WORDINGS["as it is"].replace("9", str(number)))
    known = registry.load("wh40k-10e", "space-marines").library.kept(Repeated)._known
    assert 0 < len(known) <= 3
