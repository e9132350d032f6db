"""Profiles and rules: found through groups and links, cited, hidden and modified."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from listbuilder import budget
from listbuilder.catalogue.model import (
    Characteristic,
    ForceEntry,
    InfoGroup,
    InfoLink,
    Modifier,
    ModifierGroup,
    Profile,
    ProfileType,
    Rule,
)
from listbuilder.errors import InputError
from tests.engine import factory as f


def profile(id: str, **fields: object) -> Profile:
    values = (Characteristic(type_id="m", name="M", value='6"'),)
    return Profile(id=id, name=id.title(), type_id="unit", type_name="Unit", characteristics=values, **fields)  # type: ignore[arg-type]


def hide(*conditions: object) -> Modifier:
    return Modifier(type="set", field="hidden", value="true", conditions=conditions)  # type: ignore[arg-type]


def test_everything_is_found_and_hidden_things_are_left_out() -> None:
    nested = InfoGroup(id="nested", rules=(Rule(id="deep", name="Deep"),))
    group = InfoGroup(
        id="group",
        profiles=(profile("grouped"),),
        info_groups=(nested,),
        info_links=(InfoLink(id="l", target_id="shared"),),
    )
    unit = f.unit(
        "unit",
        profiles=(profile("own"), profile("secret", hidden=True)),
        info_groups=(group, InfoGroup(id="off", hidden=True, rules=(Rule(id="never", name="Never"),))),
        info_links=(
            InfoLink(id="a", target_id="shared-group", type="infoGroup"),
            InfoLink(id="b", target_id="missing"),
        ),
    )
    table = f.table(
        unit,
        shared_rules=(Rule(id="shared", name="Shared"),),
        shared_info_groups=(InfoGroup(id="shared-group", rules=(Rule(id="r", name="R"),)),),
    )
    state = table.engine.state(table.take("unit"))
    assert [item.name for item in state.profiles] == ["Own", "Grouped"]
    assert [item.name for item in state.rules] == ["Deep", "Shared", "R"]


def test_a_link_cites_its_own_page_and_changes_only_its_copy() -> None:
    link = InfoLink(
        id="a",
        target_id="shared",
        page="99",
        publication_id="faq",
        modifiers=(Modifier(type="append", field="name", value="3"),),
    )
    plain = InfoLink(id="b", target_id="shared")
    table = f.table(
        f.unit("one", info_links=(link,)),
        f.unit("two", info_links=(plain,)),
        shared_rules=(Rule(id="shared", name="Shared", page="10", publication_id="core"),),
    )
    (first,) = table.engine.state(table.take("one")).rules
    (second,) = table.engine.state(table.take("two")).rules
    assert (first.name, first.page, first.publication_id) == ("Shared 3", "99", "faq")
    assert (second.name, second.page, second.publication_id) == ("Shared", "10", "core")


def test_modifiers_of_profiles_groups_and_entries_meet() -> None:
    faster = Modifier(type="increment", field="m", value="2", conditions=(f.when("atLeast", 1, "wings"),))
    grouped = ModifierGroup(modifiers=(Modifier(type="append", field="m", value="*", join=""),))
    unit = f.unit(
        "unit",
        profiles=(profile("own", modifier_groups=(grouped,)),),
        modifiers=(faster,),
        entries=(f.unit("wings", type="upgrade"),),
    )
    table = f.table(unit)
    one = table.take("unit")
    assert table.engine.state(one).profiles[0].characteristics[0].value == '6"*'
    table.take("wings", one)
    assert table.engine.state(one).profiles[0].characteristics[0].value == '8"*'


def test_a_rule_comes_and_goes_with_its_condition() -> None:
    rule = Rule(
        id="r",
        name="R",
        description="old",
        modifiers=(
            hide(f.when("atLeast", 1, "tank", scope="force")),
            Modifier(type="set", field="description", value="new"),
        ),
    )
    table = f.table(f.unit("unit", rules=(rule,)), f.unit("tank"))
    unit = table.take("unit")
    assert [item.description for item in table.engine.state(unit).rules] == ["new"]
    table.take("tank")
    assert table.engine.state(unit).rules == ()


def test_a_force_has_the_rules_of_its_catalogue_and_of_the_game_system() -> None:
    table = f.table(
        rules=(Rule(id="c", name="Of the catalogue"),), of_system={"rules": (Rule(id="s", name="Of the system"),)}
    )
    assert [item.name for item in table.engine.state(table.force).rules] == ["Of the catalogue", "Of the system"]


def test_set_comes_before_other_modifiers_wherever_it_is_written() -> None:
    """The entry adds, a profile sets: as everywhere, the value is set first."""
    own = (Modifier(type="set", field="m", value='10"'),)
    unit = f.unit(
        "unit", profiles=(profile("own", modifiers=own),), modifiers=(Modifier(type="increment", field="m", value="2"),)
    )
    later = f.unit(
        "later", profiles=(profile("p", modifiers=(Modifier(type="increment", field="m", value="2"),)),),
        modifiers=(Modifier(type="set", field="m", value='20"'),),
    )  # fmt: skip
    table = f.table(unit, later)
    values = [table.engine.state(table.take(name)).profiles[0].characteristics[0].value for name in ("unit", "later")]
    assert values == ['12"', '22"']


def test_modifiers_of_others_reach_profiles_by_type_id_and_name_and_rules_by_id() -> None:
    def gift(target: str, field: str, **fields: str) -> Modifier:
        return Modifier(
            type="append",
            field=field,
            value="!",
            scope="force",
            affects=f"self.entries.recursive.{target}",
            join="",
            **fields,
        )

    rules = (Rule(id="r", name="R"), Rule(id="s", name="S"))
    unit = f.unit("target", profiles=(profile("own"), profile("two")), rules=rules)
    gifts = {
        "type": gift("profiles.Unit", "m"),
        "type-id": gift("profiles.unit", "m"),
        "all": gift("profiles", "m"),
        "one": gift("profiles.own", "m"),
        "other": gift("profiles.Weapon", "m"),
        "rule": gift("rules.r", "name"),
    }
    expected = {
        "type": (['6"', '6"'], ["R", "S"]),  # the type is called "unit type" here
        "type-id": (['6"!', '6"!'], ["R", "S"]),
        "all": (['6"!', '6"!'], ["R", "S"]),
        "one": (['6"!', '6"'], ["R", "S"]),
        "other": (['6"', '6"'], ["R", "S"]),
        "rule": (['6"', '6"'], ["R!", "S"]),
    }
    for name, modifier in gifts.items():
        table = f.table(unit, f.unit("giver", modifiers=(modifier,)))
        node = table.take("target")
        table.take("giver")
        state = table.engine.state(node)
        values = [item.characteristics[0].value for item in state.profiles]
        assert (values, [item.name for item in state.rules]) == expected[name] or name == "type", name


def test_the_nearest_link_is_cited_and_groups_are_not() -> None:
    link = InfoLink(id="a", target_id="group", type="infoGroup", page="1", publication_id="x")
    inner = InfoLink(id="b", target_id="rule", page="2")
    group = InfoGroup(
        id="group", rules=(Rule(id="own", name="Own", page="3", publication_id="y"),), info_links=(inner,)
    )
    paged = (Modifier(type="append", field="page", value="f"),)
    table = f.table(
        f.unit("unit", info_links=(link,)),
        shared_info_groups=(group,),
        shared_rules=(Rule(id="rule", name="Rule", page="9", publication_id="z", modifiers=paged),),
    )
    rules = table.engine.state(table.take("unit")).rules
    assert [(item.name, item.page, item.publication_id) for item in rules] == [("Own", "1", "x"), ("Rule", "2 f", "z")]


def test_info_groups_that_contain_themselves_end() -> None:
    group = InfoGroup(
        id="g", rules=(Rule(id="r", name="R"),), info_links=(InfoLink(id="l", target_id="g", type="infoGroup"),)
    )
    table = f.table(f.unit("unit", info_groups=(group,)), shared_info_groups=(group,))
    assert 1 < len(table.engine.state(table.take("unit")).rules) < 20


def test_modifiers_of_links_and_groups_apply_to_what_they_hold() -> None:
    late = Modifier(type="append", field="name", value="late")
    group = InfoGroup(id="g", rules=(Rule(id="r", name="R"),), modifier_groups=(ModifierGroup(modifiers=(late,)),))
    hidden = InfoGroup(
        id="h", rules=(Rule(id="s", name="S"),), modifiers=(hide(f.when("atLeast", 1, "tank", scope="force")),)
    )
    table = f.table(f.unit("unit", info_groups=(group, hidden)), f.unit("tank"))
    unit = table.take("unit")
    assert [item.name for item in table.engine.state(unit).rules] == ["R late", "S"]
    table.take("tank")
    assert [item.name for item in table.engine.state(unit).rules] == ["R late"]


def test_a_profile_may_be_annotated_and_renamed() -> None:
    modifiers = (
        Modifier(type="append", field="annotation", value="new"),
        Modifier(type="append", field="name", value="II"),
    )
    table = f.table(f.unit("unit", profiles=(profile("own", modifiers=modifiers),)))
    (found,) = table.engine.state(table.take("unit")).profiles
    assert (found.name, found.annotation, found.owner, found.type_name) == ("Own II", "new", "own", "Unit")


def test_a_force_s_own_rule_is_listed_once_and_modified() -> None:
    named = (
        Modifier(
            type="append", field="description", value="more", conditions=(f.when("atLeast", 1, "tank", scope="self"),)
        ),
    )
    force = ForceEntry(id="army", name="Army", rules=(Rule(id="f", name="F", description="text", modifiers=named),))
    table = f.table(f.unit("tank"), of_system={"force_entries": (force,)})
    assert [item.description for item in table.engine.state(table.force).rules] == ["text"]
    table.take("tank")
    assert [item.description for item in table.engine.state(table.force).rules] == ["text more"]


def test_a_profile_that_states_only_the_id_of_its_type_gets_the_name() -> None:
    own = Profile(id="p", name="Trooper", type_id="u")
    shared = Profile(id="q", name="Gun", type_id="w")
    link = InfoLink(id="to-q", type="profile", target_id="q")
    table = f.table(
        f.unit("unit", profiles=(own,), info_links=(link,)),
        of_system={"profile_types": (ProfileType(id="u", name="Unit"),), "shared_profiles": (shared,)},
    )
    state = table.engine.state(table.take("unit"))
    assert [(item.name, item.type_name) for item in state.profiles] == [("Trooper", "Unit"), ("Gun", "")]


@pytest.mark.parametrize("kind", ["profiles", "rules", "info_groups", "info_links"])
def test_infos_of_an_entry_have_a_limit(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each profile and rule counts, and each group and link that leads to some."""
    made: dict[str, Callable[[str], object]] = {
        "profiles": profile,
        "rules": lambda name: Rule(id=name, name=name),
        "info_groups": lambda name: InfoGroup(id=name),
        "info_links": lambda name: InfoLink(id=name, target_id="missing"),
    }
    table = f.table(f.unit("unit", **{kind: tuple(made[kind](f"n{number}") for number in range(4))}))
    monkeypatch.setattr(budget, "_in_force", budget.Budget(infos=3))
    with pytest.raises(InputError, match="4"):
        table.engine.state(table.take("unit"))
    monkeypatch.setattr(budget, "_in_force", budget.Budget(infos=4))
    table = f.table(f.unit("unit", **{kind: tuple(made[kind](f"n{number}") for number in range(4))}))
    assert table.engine.state(table.take("unit"))
