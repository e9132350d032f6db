"""What is always evaluated below an option, without binding what never is."""

from __future__ import annotations

from listbuilder.catalogue.library import Option
from listbuilder.catalogue.model import EntryLink, Modifier
from listbuilder.engine.plans import Plans
from tests.engine import factory as f


def below(library: f.Library, entry: str) -> tuple[list[str], Option]:
    """The names of what is always evaluated below a root entry, and its option."""
    option = next(one for one in library.root_options("cat") if one.id == entry)
    return [one.name for one in Plans(library).always_below(option)], option


def test_entries_come_before_groups_and_only_what_may_be_lacking() -> None:
    demanded = f.unit("sword", constraints=(f.least(1),))
    allowed = f.unit("axe", constraints=(f.most(1),))
    inner = f.group("inner", demanded, allowed, constraints=(f.most(2),))
    assert below(f.library(f.unit("squad", groups=(f.group("outer", groups=(inner,)),))), "squad")[0] == [
        "Sword",
        "Inner",
    ]


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
        assert [option.name for option in plans.always_below(root)] == ["Sword"]
