"""Profiles and rules: found through groups and links, cited, hidden and modified."""

from __future__ import annotations

from listbuilder.catalogue.model import (
    Characteristic,
    InfoGroup,
    InfoLink,
    Modifier,
    ModifierGroup,
    Profile,
    Rule,
)
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
