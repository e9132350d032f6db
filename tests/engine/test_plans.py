"""What is always evaluated below an option, without binding what never is."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.library import Option
from listbuilder.catalogue.model import Constraint, EntryLink, Modifier
from listbuilder.engine.plans import Plans
from listbuilder.roster.edits import Remove, SetAmount
from tests.engine import factory as f


def below(library: f.Library, entry: str) -> tuple[list[str], Option]:
    """The names of what is always evaluated below a root entry, and its option."""
    option = next(one for one in library.root_options("cat") if one.id == entry)
    return [one.name for one in Plans(library).always_below(option).always], option


def test_entries_come_before_groups_and_only_what_may_be_lacking() -> None:
    demanded = f.unit("sword", constraints=(f.least(1),))
    allowed = f.unit("axe", constraints=(f.most(1),))
    inner = f.group("inner", demanded, allowed, constraints=(f.least(1),))
    few = f.group("few", f.unit("bow"), constraints=(f.most(2),))
    assert below(f.library(f.unit("squad", groups=(f.group("outer", groups=(inner, few)),))), "squad")[0] == [
        "Sword",
        "Inner",
    ]


@pytest.mark.parametrize(
    "bound",
    [
        f.most(2, scope="force"),
        f.most(2, scope="roster"),
        f.most(2, include_child_selections=True),
        f.most(2, child_id="axe"),
        f.most(-1, negative=True),
        f.most(2, field="pts"),
        f.least(1),
        Constraint(id="exact", type="exactly", value=0),
    ],
)
def test_a_group_that_may_be_broken_while_nothing_in_it_is_chosen(bound: Constraint) -> None:
    squad = f.unit("squad", groups=(f.group("arms", f.unit("bow"), constraints=(f.most(2), bound)),))
    assert below(f.library(squad), "squad")[0] == ["Arms"]


def test_the_maximum_of_a_group_holds_as_long_as_something_in_it_is_chosen() -> None:
    few = f.group("few", f.unit("bow"), f.unit("axe"), constraints=(f.most(1),))
    table = f.table(f.unit("squad", groups=(f.group("outer", groups=(few,)),)))
    squad = table.take("squad")
    (group,) = (one for one in squad.option.groups if one.name == "Few")
    assert table.engine.choice(squad, group).maximum == 1, "it is evaluated where it is asked for"
    bow = table.take("bow", squad)
    assert table.wrong == []
    axe = table.take("axe", squad, 2)
    assert table.wrong == [("max", "most")]
    assert table.violation().found == 3
    Remove(axe).apply(table.roster)
    assert table.wrong == []
    SetAmount(bow, 2).apply(table.roster)
    assert table.wrong == [("max", "most")]
    Remove(bow).apply(table.roster)
    assert table.wrong == []
    assert group not in table.engine.store.slots[squad], "nothing is evaluated for it any more"
    table.take("bow", squad, 2)
    assert table.wrong == [("max", "most")]


def test_groups_without_any_are_not_bound() -> None:
    idle = f.group("idle", *(f.unit(f"choice-{number}") for number in range(3)), groups=(f.group("within"),))
    found, squad = below(f.library(f.unit("squad", groups=(idle,))), "squad")
    (group,) = squad.options
    assert found == []
    assert "options" not in group.__dict__  # nothing asked for them


def test_a_link_may_demand_what_its_target_does_not() -> None:
    link = EntryLink(id="link", name="", target_id="sword", constraints=(f.least(1),))
    squad = f.unit("squad", groups=(f.group("arms", links=(link,)),))
    assert below(f.library(squad, shared_entries=(f.unit("sword"),)), "squad")[0] == ["Sword"]


def test_a_group_that_modifiers_let_report_is_found() -> None:
    saying = Modifier(type="set", field="error", value="Not so")
    outer = f.group("outer", groups=(f.group("inner", modifiers=(saying,)),))
    assert below(f.library(f.unit("squad", groups=(outer,))), "squad")[0] == ["Inner"]


def test_groups_in_a_circle_are_looked_through_from_wherever_they_are_entered() -> None:
    one = f.group("one", f.unit("sword", constraints=(f.least(1),)), links=(EntryLink(id="to-two", target_id="two"),))
    two = f.group("two", links=(EntryLink(id="to-one", target_id="one"),))
    roots = (f.unit(name, links=(EntryLink(id=f"{name}-link", target_id=name),)) for name in ("one", "two"))
    units = [f.unit(f"unit-{root.id}", links=root.links) for root in roots]
    library = f.library(*units, shared_groups=(one, two))
    plans = Plans(library)
    for root in library.root_options("cat"):
        assert [option.name for option in plans.always_below(root).always] == ["Sword"]


def test_what_is_in_a_group_that_may_be_hidden_waits_behind_it() -> None:
    hide = Modifier(type="set", field="hidden", value="true")
    inner = f.group("inner", f.unit("axe", constraints=(f.least(1),)), modifiers=(hide,))
    outer = f.group(
        "outer", f.unit("bow", constraints=(f.least(1),)), groups=(inner,), constraints=(f.least(2),), modifiers=(hide,)
    )
    nothing = f.group("nothing", f.unit("hat"), modifiers=(hide,))
    library = f.library(f.unit("squad", groups=(outer, nothing)))
    plans, (squad,) = Plans(library), library.root_options("cat")

    def named(option: Option) -> tuple[list[str], list[str]]:
        found = plans.always_below(option)
        return [one.name for one in found.always], [one.name for one in found.gates]

    assert named(squad) == (["Outer"], ["Outer"])
    assert named(plans.always_below(squad).gates[0]) == (["Bow"], ["Inner"])
