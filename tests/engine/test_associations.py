"""Associations: what must be there to be associated with, and how many declared ones there may be."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.model import Association, CategoryLink, EntryLink
from listbuilder.roster.declarations import Declarations
from listbuilder.roster.edits import Remove, SetDeclarations
from tests.engine import factory as f
from tests.engine.random_edits import differences


def relation(child_id: str, **fields: object) -> tuple[Association, ...]:
    return (Association(id="bearer", name="Bearer", min=1, max=1, child_id=child_id, **fields),)  # type: ignore[arg-type]


def test_a_banner_needs_a_model_that_may_bear_it() -> None:
    banner = f.unit("banner", type="upgrade", associations=relation("soldier", scope="parent"))
    soldier = f.unit("soldier", type="model")
    table = f.table(f.unit("squad", entries=(banner, soldier, f.unit("recruit", type="model"))))
    squad = table.take("squad")
    table.take("banner", squad)
    table.take("recruit", squad)
    assert table.wrong == [("min", "bearer")]
    found = table.violation()
    assert (found.found, found.bound, found.node) == (0, 1, squad.selections[0])
    assert found.message == "Banner: at least 1 associated (Bearer), found 0"
    bearer = table.take("soldier", squad)
    assert table.wrong == []
    assert differences(table.engine) == {}
    Remove(bearer).apply(table.roster)
    assert table.wrong == [("min", "bearer")]


@pytest.mark.parametrize(("deep", "wrong"), [(True, []), (False, [("min", "bearer")])])
def test_whether_bearers_below_others_count(deep: bool, wrong: object) -> None:
    banner = f.unit(
        "banner", type="upgrade", associations=relation("model", scope="squad", include_child_selections=deep)
    )
    group = f.unit("team", type="upgrade", entries=(f.unit("soldier", type="model"),))
    table = f.table(f.unit("squad", entries=(banner, group)))
    squad = table.take("squad")
    table.take("banner", squad)
    table.take("soldier", table.take("team", squad))
    assert table.wrong == wrong


def test_a_scope_that_does_not_exist_asks_for_nothing() -> None:
    table = f.table(f.unit("squad", associations=relation("soldier", scope="nowhere")))
    table.take("squad")
    assert table.wrong == []


def test_declared_associations_are_bounded() -> None:
    link = (CategoryLink(id="role", target_id="troops"),)
    guard = f.unit("guard", associations=relation("troops", scope="force"))
    table = f.table(guard, f.unit("squad", category_links=link), f.unit("tank"))
    first, second = (table.take("squad") for _ in range(2))
    own, tank = table.take("guard"), table.take("tank")
    attach = {first.id: own.id, tank.id: own.id}
    SetDeclarations(Declarations(attach=attach)).apply(table.roster)
    assert table.wrong == []  # the tank is no such unit
    SetDeclarations(Declarations(attach={**attach, second.id: own.id})).apply(table.roster)
    assert table.wrong == [("max", "bearer")]
    assert table.violation().found == 2
    assert differences(table.engine) == {}


def test_declared_associations_come_and_go_with_their_units() -> None:
    link = (CategoryLink(id="role", target_id="troops"),)
    guard = f.unit("guard", associations=relation("troops", scope="force"))
    table = f.table(guard, f.unit("squad", category_links=link))
    first, second = (table.take("squad") for _ in range(2))
    own = table.take("guard")
    SetDeclarations(Declarations(attach={first.id: own.id, second.id: own.id})).apply(table.roster)
    assert table.wrong == [("max", "bearer")]
    for gone, left in ((second, []), (own, [])):
        back = Remove(gone).apply(table.roster)
        assert table.wrong == left
        assert differences(table.engine) == {}
        back.apply(table.roster)
        assert table.wrong == [("max", "bearer")], "it is attached again"
        assert differences(table.engine) == {}


def test_a_unit_is_one_associate_though_both_its_link_and_its_entry_give_the_category() -> None:
    role = (CategoryLink(id="role", target_id="troops"),)
    own = (CategoryLink(id="own", target_id="troops"),)
    link = EntryLink(id="linked", target_id="squad", category_links=role)
    guard = f.unit("guard", associations=relation("troops", scope="force"))
    table = f.table(guard, links=(link,), shared_entries=(f.unit("squad", category_links=own),))
    squad, attached = table.take("linked"), table.take("guard")
    SetDeclarations(Declarations(attach={squad.id: attached.id})).apply(table.roster)
    assert table.wrong == []
