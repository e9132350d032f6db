"""Forces: what they cost themselves, in which order they are listed, and forces of other catalogues."""

from __future__ import annotations

from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue, CategoryEntry, Cost, EntryLink, ForceEntry, Modifier
from listbuilder.engine.actions import add_force
from listbuilder.roster.edits import Remove
from listbuilder.roster.tree import in_order
from tests.engine import factory as f
from tests.engine.random_edits import differences


def hired(points: int, **fields: object) -> ForceEntry:
    costs = (Cost(type_id="pts", value=points),) if points else ()
    return ForceEntry(id="hired", name="Hired", costs=costs, **fields)  # type: ignore[arg-type]


def army_with(*below: ForceEntry, **fields: object) -> ForceEntry:
    return ForceEntry(id="army", name="Army", force_entries=below, **fields)  # type: ignore[arg-type]


def test_the_costs_of_a_force_count_where_it_stands() -> None:
    limit = f.most(100, id="spent", field="pts", scope="force")
    army = army_with(hired(450), constraints=(limit,))
    table = f.table(f.unit("squad", costs=f.costing(20)), of_system={"force_entries": (army,)})
    inner = table.add_force("hired", table.force)
    table.take("squad", inner)
    assert table.engine.state(inner).costs == {"pts": 450}
    assert table.engine.state(inner).total_costs == {"pts": 470}
    assert table.engine.state(table.force).total_costs == {"pts": 470}
    assert table.engine.totals() == {"pts": 470}
    assert table.wrong == []  # the army's own bound does not include the forces below it
    assert differences(table.engine) == {}
    Remove(inner).apply(table.roster)
    assert table.engine.totals() == {}
    assert differences(table.engine) == {}


def test_a_force_counts_its_own_costs() -> None:
    limit = f.most(460, id="spent", field="pts", scope="self", include_child_selections=True)
    table = f.table(
        f.unit("squad", costs=f.costing(20)),
        of_system={"force_entries": (army_with(hired(450, constraints=(limit,))),)},
    )
    inner = table.add_force("hired", table.force)
    assert table.wrong == []
    table.take("squad", inner)
    assert [(item.constraint_id, item.found) for item in table.engine.violations()] == [("spent", 470)]


def test_modifiers_change_what_a_force_costs() -> None:
    cheaper = Modifier(
        type="decrement", field="pts", value="50", conditions=(f.when("atLeast", 1, "squad", scope="self"),)
    )
    army = army_with(hired(450, modifiers=(cheaper,)))
    table = f.table(f.unit("squad"), of_system={"force_entries": (army,)})
    inner = table.add_force("hired", table.force)
    assert table.engine.totals() == {"pts": 450}
    squad = table.take("squad", inner)
    assert table.engine.totals() == {"pts": 400}
    assert differences(table.engine) == {}
    Remove(squad).apply(table.roster)
    assert table.engine.totals() == {"pts": 450}


def test_forces_are_listed_as_the_data_offer_them() -> None:
    below = (ForceEntry(id="wing", name="Wing"), ForceEntry(id="aid", name="Aid"))
    shared = ForceEntry(id="guest", name="A guest")
    links = (EntryLink(id="to-guest", type="forceEntry", target_id="guest"),)
    first = ForceEntry(id="first", name="Zulu", sort_index=1)
    roots = (army_with(*below, force_links=links), ForceEntry(id="second", name="Second"), first)
    table = f.table(of_system={"force_entries": roots, "shared_force_entries": (shared,)})
    for entry in ("guest", "aid", "wing", "aid"):
        table.add_force(entry, table.force)
    for entry in ("second", "first"):
        table.add_force(entry)
    aids = [force for force in table.force.forces if force.entry.id == "aid"]

    assert [force.entry.id for force in in_order(table.roster)] == ["first", "army", "second"]
    assert [force.entry.id for force in in_order(table.force)] == ["wing", "aid", "aid", "guest"]
    assert in_order(table.force)[1:3] == aids
    listed = [force.entry.id for force in table.roster.forces_in_order()]
    assert listed == ["first", "army", "wing", "aid", "aid", "guest", "second"]


def test_a_library_reads_other_catalogues_when_a_list_needs_them() -> None:
    asked = []

    def foreign(word: str) -> list[Catalogue]:
        asked.append(word)
        shared = Catalogue(id="lib", name="Library", shared_entries=(f.unit("giant"),))
        links = (EntryLink(id="to-giant", target_id="giant"),)
        return (
            [Catalogue(id="hirelings", name="Hirelings", links=links), shared]
            if word in ("hirelings", "Hirelings")
            else []
        )

    library = Library(f.system(), [Catalogue(id="cat", name="Cat")], foreign=foreign)
    assert library.include("cat") is library.catalogues["cat"]
    assert asked == []
    assert library.include("nobody") is None
    found = library.include("Hirelings")
    assert found is not None
    assert found.id == "hirelings"
    assert [option.target.id for option in library.root_options("hirelings")] == ["giant"]
    assert library.include("hirelings") is found
    assert asked == ["nobody", "Hirelings"]


def test_categories_of_another_catalogue_bind_the_forces_that_are_there() -> None:
    def foreign(word: str) -> list[Catalogue]:
        few = CategoryEntry(id="giants", name="Giants", constraints=(f.most(0, id="no-giants", scope="roster"),))
        giant = f.unit("giant", category_links=f.role("giants"))
        return [Catalogue(id="hirelings", name="Hirelings", entries=(giant,), category_entries=(few,))]

    library = Library(f.system(), [Catalogue(id="cat", name="Cat")], foreign=foreign)
    table = f.Table(library)
    assert table.wrong == []
    library.include("hirelings")
    entry = library.forces.entry("detachment")
    assert entry is not None
    edit, force = add_force(table.engine, entry, "hirelings", table.force)
    edit.apply(table.roster)
    giant = library.root_options("hirelings")[0]
    f.select(table.engine, force, giant)[0].apply(table.roster)
    assert ("max", "no-giants") in table.wrong
    assert differences(table.engine) == {}
