"""Findings after an edit: the same as from scratch, and only what read something that changed is judged again."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from listbuilder.army import Army, Detachment, Unit
from listbuilder.army.effects import declaring
from listbuilder.catalogue.facts import Match
from listbuilder.i18n import Text
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations, half_names
from listbuilder.rules import kinds
from listbuilder.rules.checker import Checked, check
from listbuilder.rules.diagnostic import Diagnostic, Fix, Proposals, RemoveUnit
from listbuilder.rules.judgement import Judgement
from listbuilder.rules.kind import BoundRule, Findings, Kind, Parameters
from listbuilder.rules.muster import Muster
from listbuilder.rules.quotas import Quota, Uncounted
from listbuilder.rules.where import ANY, Where
from tests.rules import factory as f

UNITS = (
    f.captain(),
    f.lieutenant(),
    f.intercessors(models=10),
    f.intercessors(id="others", models=5),
    f.impulsor(),
    f.impulsor(id="impulsor-2"),
    f.stormraven(),
    f.terminators(),
    f.redemptor(),
    f.calgar(),
    f.unit("Ork Boyz", faction=("Orks",)),
)
IDS = [unit.id for unit in UNITS]
RULES = f.ruleset(*(spec.id for spec in f.system().rules if not spec.enabled))


def random_declarations(rng: random.Random) -> Declarations:
    """Some declarations of each sort."""

    def some() -> list[str]:
        return rng.sample(IDS, rng.randint(0, 3)) if rng.random() < 0.6 else []

    return Declarations(
        hover=tuple(some()) if rng.random() < 0.2 else (),
        attach={one: rng.choice(IDS) for one in some()},
        embark={one: rng.choice(IDS) for one in some()},
        reserves={one: rng.choice(("deep-strike", "aircraft", "nowhere")) for one in some()},
        strategic_reserves=tuple(some()),
        split={one: half_names(one) for one in some()} if rng.random() < 0.2 else {},
        deployed=tuple(some()) if rng.random() < 0.3 else (),
        marks={rng.choice(("target", "mark")): tuple(some())},
    )


def random_edit(army: Army, rng: random.Random) -> Army:
    """The army with other units, another order of them, or other declarations."""
    units = list(army.units)
    match rng.randrange(6):
        case 0:
            missing = [unit for unit in UNITS if unit.id not in army.positions]
            place = rng.randint(0, len(units))
            units[place:place] = rng.sample(missing, min(1, len(missing)))
        case 1:
            units = rng.sample(units, max(len(units) - 1, 0))
        case 2 if units:
            place = rng.randrange(len(units))
            other: dict[str, Any] = {"points": rng.randint(1, 900), "warlord": rng.random() < 0.5}
            units[place] = replace(units[place], enhancements=(f.enhancement(),) * rng.randint(0, 2), **other)
        case 3 if units:
            del units[rng.randrange(len(units))]
        case _:
            return declaring(army, random_declarations(rng))
    return replace(army, units=tuple(units), points=sum(unit.points for unit in units))


@pytest.mark.parametrize("seed", range(16))
def test_findings_after_edits_are_those_from_scratch(seed: int) -> None:
    rng = random.Random(seed)
    army = f.army(*rng.sample(UNITS, rng.randint(2, len(UNITS))))
    now = Checked(army, RULES)
    for _ in range(12):
        army = random_edit(army, rng)
        now = Checked(army, RULES, now)
        assert now.findings == check(army, RULES)
        assert now.formation == RULES.formation(army)
        trial = random_edit(army, rng)
        assert Checked(trial, RULES, now).findings == check(trial, RULES)  # and does not change what is known


# --- what is judged again --------------------------------------------------------------------------------------------------


class Params(Parameters, frozen=True):
    where: Where = Where()


class Watched:
    """A rule that notes what it was asked to judge."""

    def __init__(self, judged: Where = ANY, **functions: Callable[..., Any]) -> None:
        self.asked: list[str] = []
        whole = functions.pop("check", None)
        spec = f.system().rules[0]
        apart = tuple((name.removeprefix("check_"), self._noting(check)) for name, check in functions.items())
        kind = Kind("watched", Params, "", self._noting(whole) if whole else None, apart)
        self.rule: BoundRule[Any] = BoundRule(spec, kind, Params(), judged=judged)

    def _noting(self, check: Callable[..., Any]) -> Callable[..., Findings]:
        def noting(rule: BoundRule[Any], muster: Muster, *part: Any) -> Findings:
            self.asked.append(getattr(part[0], "id", "part") if part else "army")
            for unit in check(muster, *part):
                yield rule.finding(Text("{unit}"), unit)

        return noting

    def after(self, *armies: Army) -> list[list[str]]:
        """What was asked for each of the armies, each after the one before; and that the findings are those from scratch."""
        judgement: Judgement | None = None
        every = []
        for army in armies:
            muster = Muster(army, f.system(), RULES.options, RULES.allies, judgement.muster if judgement else None)
            self.asked.clear()
            judgement = Judgement(muster, (self.rule,), judgement)
            every.append(list(self.asked))
            scratch = Judgement(Muster(army, f.system(), RULES.options, RULES.allies), (self.rule,))
            assert judgement.found == scratch.found
        return every


def with_unit(army: Army, place: int, **facts: Any) -> Army:
    units = list(army.units)
    units[place] = replace(units[place], **facts)
    return replace(army, units=tuple(units))


def test_a_unit_is_judged_again_when_it_changed() -> None:
    watched = Watched(check_unit=lambda _muster, unit: [unit] if unit.warlord else [])
    army = f.army(f.captain(), f.lieutenant(), f.redemptor())
    first, none, one = watched.after(army, replace(army, name="Other"), with_unit(army, 1, warlord=True))
    assert (first, none, one) == (["captain", "lieutenant", "redemptor"], [], ["lieutenant"])


def test_only_units_that_match_the_filter_of_their_kind_are_judged() -> None:
    marked = Watched(Where(warlord=True), check_unit=lambda _muster, unit: [unit])
    army = f.army(f.captain(warlord=True), f.lieutenant(), f.redemptor())
    other = with_unit(with_unit(army, 0, warlord=False), 2, warlord=True)
    asked = marked.after(army, with_unit(army, 1, points=5), other, f.army(f.lieutenant()))
    assert asked == [["captain"], [], ["redemptor"], []]
    flyer = f.unit("Stormraven", keywords=("Vehicle", "Aircraft"), id="flyer", hover=True)
    flown = f.army(f.captain(), flyer)
    aircraft = Watched(Where(keywords=("aircraft",)), check_unit=lambda _muster, unit: [unit])
    assert aircraft.after(flown, declared(flown, hover=("flyer",)), flown) == [["flyer"], [], ["flyer"]]


def test_all_units_are_judged_again_when_something_else_changed_that_one_of_them_asked_for() -> None:
    asking = Watched(check_unit=lambda muster, unit: [unit] if unit.warlord and muster.army.points else [])
    army = f.army(f.captain(warlord=True), f.redemptor())
    assert asking.after(army, replace(army, points=army.points + 1))[1] == ["captain", "redemptor"]
    assert asking.after(army, replace(army, name="Other"))[1] == []


def test_what_a_unit_without_findings_asked_for_first_after_an_edit_is_remembered() -> None:
    asking = Watched(check_unit=lambda muster, unit: [unit] if unit.warlord and muster.army.points > 1000 else [])
    army = replace(f.army(f.captain(warlord=False), f.redemptor()), points=1000)
    asks = with_unit(army, 0, warlord=True)  # which finds nothing, because of the points
    judged = asking.after(army, asks, replace(asks, points=1001))
    assert [sorted(some) for some in judged] == [["captain", "redemptor"], ["captain"], ["captain", "redemptor"]]


@pytest.mark.parametrize(
    "ask",
    [
        lambda muster: muster.matching(Where(keywords=("Vehicle",))),
        lambda muster: muster.bearers("Vehicle"),
        lambda muster: muster.meeting(Match(keywords=("Vehicle",))),
        lambda muster: muster.those(is_vehicle),
        lambda muster: filter(None, [muster.army.unit("redemptor")]),
    ],
)
def test_the_army_is_judged_again_when_units_changed_that_were_asked_for(ask: Callable[[Muster], Any]) -> None:
    army = f.army(f.captain(), f.redemptor())
    vehicle, other = with_unit(army, 1, points=1), with_unit(army, 0, points=1)
    assert Watched(check=ask).after(army, other) == [["army"], []]
    assert Watched(check=ask).after(army, vehicle) == [["army"], ["army"]]
    assert Watched(check=ask).after(army, f.army(army.units[0])) == [["army"], ["army"]]


def is_vehicle(unit: Unit) -> bool:
    return unit.has("Vehicle")


def test_groups_loads_and_datasheets_are_judged_again_when_they_changed() -> None:
    army = declaring(f.army(*UNITS), Declarations(embark={"others": "impulsor"}))
    attached = declaring(army, Declarations(embark={"others": "impulsor"}, attach={"captain": "intercessors"}))
    fuller = declaring(army, Declarations(embark={"others": "impulsor", "captain": "impulsor"}))

    def group(_muster: Muster, group: Any) -> tuple[Unit, ...]:
        return tuple(group.units[1:])

    assert Watched(check_group=group).after(army, attached)[1] == ["intercessors"]
    loads = Watched(check_load=lambda _muster, load: [load.carrier])
    assert [len(asked) for asked in loads.after(army, attached, fuller)] == [3, 0, 1]
    alike = Watched(check_datasheet=lambda _muster, units: units[1:])
    cheaper = with_unit(army, IDS.index("others"), points=1)
    assert [len(asked) for asked in alike.after(army, attached, cheaper)] == [9, 0, 1]


# --- nothing is read past the record ---------------------------------------------------------------------------------------

UNRECORDED = {  # do not change while a list is edited, or look at a unit alone, or are of those who judge
    *("system", "vocabulary", "options", "words", "has", "fits", "of_faction", "is_allied", "place", "by_size"),
    *("kind_of", "is_of", "word", "stands_in"),
    *("whole", "keys", "read", "value", "answers", "holds", "follows", "parts", "army"),
}
CALLS: dict[str, tuple[Any, ...]] = {
    "bearers": ("Vehicle",),
    "those": (is_vehicle,),
    "meeting": (Match(keywords=("Vehicle",)),),
    "matching": (Where(),),
    "ally_rule": (UNITS[0],),
    "forces": ("army",),
    "force_of": (UNITS[0],),
    "called": (UNITS[0],),
    "name": ("captain",),
    "saving": (UNITS[0],),
}


@pytest.mark.parametrize("name", sorted(name for name in dir(Muster) if name[0] != "_" and name not in UNRECORDED))
def test_what_rules_ask_is_recorded(name: str) -> None:
    muster = Muster(f.army(*UNITS), f.system(), RULES.options, RULES.allies)
    match name:
        case "within":
            muster.within(Quota(at_most=1, uncounted=(Uncounted(units=Where(), per=Where(warlord=True)),)), UNITS)
        case "unknown_reserves":
            list(muster.unknown_reserves())
        case _:
            asked = getattr(muster, name)
            _ = asked(*CALLS[name]) if name in CALLS else asked
    assert muster.keys


@pytest.mark.parametrize("name", ["points", "units", "declarations", "detachments", "fielded"])
def test_what_rules_ask_of_the_army_is_recorded(name: str) -> None:
    muster = Muster(f.army(*UNITS), f.system(), RULES.options)
    assert getattr(muster.army, name) == getattr(muster.whole, name)
    assert muster.keys == {("army", name)}


def test_no_kind_reads_past_the_record() -> None:
    files = [file for path in kinds.__path__ for file in Path(path).glob("*.py")]
    assert files
    past = ("muster.whole", "muster.value", "muster.parts", "muster._", "army.declarations", "global ")
    assert not [(file.name, word) for file in files for word in past if word in file.read_text("utf-8")]


def test_another_faction_is_judged_from_scratch() -> None:
    army = f.army(*UNITS)
    other = replace(army, faction_keyword="Orks", detachments=(Detachment("war-horde", "War Horde"),))
    assert Checked(other, RULES, Checked(army, RULES)).findings == check(other, RULES) != check(army, RULES)


# --- fixes that are found later ------------------------------------------------------------------------------------------------


def test_fixes_are_found_when_they_are_asked_for() -> None:
    asked = []
    fix = Fix(RemoveUnit("others"))
    muster = Muster(f.army(*UNITS), f.system(), RULES.options)

    def found(of: Muster) -> list[Fix]:
        asked.append(of)
        return [fix, fix]

    proposals = Proposals(found).under(muster)
    finding = Diagnostic("some", Text("text"), fixes=proposals)
    assert not asked
    assert (len(proposals), proposals[0], proposals[1:]) == (2, fix, (fix,))
    assert finding == replace(finding, fixes=(fix, fix)) != replace(finding, fixes=(fix,))
    assert hash(proposals) == hash((fix, fix))
    assert asked == [muster]


def test_fixes_of_a_finding_that_stays_look_at_the_army_as_it_is() -> None:
    declared = Declarations(strategic_reserves=("captain",))
    army = declaring(f.army(f.captain(), f.impulsor()), declared)
    before = Checked(army, RULES)
    more = replace(army, units=(*army.units, f.intercessors()))
    after = Checked(more, RULES, before)
    (one,) = [found for found in before.findings if found.rule == "dedicated-transport-occupied"]
    (other,) = [found for found in after.findings if found.rule == "dedicated-transport-occupied"]
    assert one.message == other.message
    assert len(other.fixes) > len(one.fixes)


def declared(army: Army, **facts: Any) -> Army:
    return replace(army, declarations=Declarations(**facts))


def test_what_moved_is_judged_again_only_where_the_order_is_asked_for() -> None:
    army = f.army(f.captain(), f.redemptor(), f.lieutenant())
    turned = replace(army, units=army.units[::-1])
    assert Watched(check_unit=lambda _muster, unit: [unit] if is_vehicle(unit) else []).after(army, turned)[1] == []
    assert Watched(check_group=lambda _muster, group: filter(is_vehicle, group.units)).after(army, turned)[1] == []
    assert Watched(check=lambda muster: muster.units).after(army, turned)[1] == ["army"]
    assert Watched(check=lambda muster: muster.bearers("Vehicle")).after(army, turned)[1] == []


def test_only_what_hovers_or_is_split_is_judged_again_when_that_is_declared() -> None:
    flyer = f.unit("Stormraven", keywords=("Vehicle", "Aircraft"), id="flyer", hover=True)
    army = f.army(f.captain(), flyer, f.lieutenant())
    units = Watched(check_unit=lambda muster, unit: [unit] if muster.has(unit, "Aircraft") else [])
    assert units.after(army, declared(army, hover=("flyer",)), army)[1:] == [["flyer"], ["flyer"]]
    groups = Watched(check_group=lambda _muster, group: group.units if group.has("Aircraft") else ())
    assert groups.after(army, declared(army, hover=("flyer",)), army)[1:] == [["flyer"], ["flyer"]]
    split = declared(army, split={"captain": ("captain/1", "captain/2")})
    asked = groups.after(army, split, split, army)[1:]
    assert [sorted(some) for some in asked] == [["captain/1", "captain/2"], [], ["captain"]]
