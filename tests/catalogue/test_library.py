"""Binding: ids become options, links are followed, what cannot be bound is reported."""

from __future__ import annotations

from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import (
    Catalogue,
    CatalogueLink,
    Cost,
    Entry,
    EntryGroup,
    EntryLink,
    ForceEntry,
    Profile,
    Rule,
)
from listbuilder.catalogue.records import Records

SYSTEM = Catalogue(
    id="gs", is_game_system=True, force_entries=(ForceEntry(id="army", force_entries=(ForceEntry(id="inner"),)),)
)


def link(id: str, target: str, **fields: object) -> EntryLink:
    return EntryLink(id=id, target_id=target, **fields)  # type: ignore[arg-type]


def bound(*others: Catalogue, **fields: object) -> Library:
    return Library(SYSTEM, [Catalogue(id="cat", **fields), *others])  # type: ignore[arg-type]


def test_composite_ids_name_every_link_on_the_way() -> None:
    weapon = Entry(id="weapon")
    arms = EntryGroup(id="arms", links=(link("to-weapon", "weapon"),))
    squad = Entry(
        id="squad", groups=(EntryGroup(id="inner", entries=(Entry(id="plain"),)),), links=(link("to-arms", "arms"),)
    )
    library = bound(shared_entries=(squad, weapon), shared_groups=(arms,), links=(link("first", "squad"),))
    (root,) = library.root_options("cat")
    assert root.id == "first::squad"
    assert [option.id for option in root.entries] == ["first::plain", "first::to-arms::to-weapon::weapon"]
    assert [option.id for option in root.groups] == ["first::inner", "first::to-arms::arms"]
    chosen = root.entries[1]
    assert chosen.group is not None
    assert chosen.group.id == "first::to-arms::arms"
    assert chosen.parent is root
    assert {"weapon", "to-weapon", chosen.id} == chosen.ids
    assert {"arms", "to-arms", "any", "upgrade"} < chosen.keys


def test_parts_gather_the_target_s_first() -> None:
    shared = Entry(id="shared", name="Target", costs=(Cost(type_id="pts", value=1),))
    library = bound(
        shared_entries=(shared,),
        links=(
            link("a", "shared", name="Link", costs=(Cost(type_id="pts", value=2),), hidden=True),
            link("b", "shared"),
        ),
    )
    first, second = library.root_options("cat")
    assert [cost.value for cost in first.merged.costs] == [1, 2]
    assert (first.name, first.merged.hidden, second.name, second.merged.hidden) == ("Target", True, "Target", False)
    assert first.merged is not second.merged
    again = bound(
        entries=(Entry(id="x", links=(link("c", "s"),)), Entry(id="y", links=(link("c", "s"),))),
        shared_entries=(Entry(id="s"),),
    )
    assert again.root_options("cat")[0].entries[0].target is again.root_options("cat")[1].entries[0].target


def test_a_link_may_lead_to_something_nested() -> None:
    inside = Entry(id="inside", profiles=(Profile(id="deep"),))
    holder = Entry(id="holder", groups=(EntryGroup(id="g", entries=(inside,)),))
    library = bound(entries=(holder,), links=(link("to-inside", "inside"),))
    assert [option.id for option in library.root_options("cat")] == ["holder", "to-inside::inside"]
    assert library.info("deep") is inside.profiles[0]
    assert library.problems == []


def test_groups_and_missing_targets_offer_nothing_and_circles_end() -> None:
    library = bound(
        shared_groups=(EntryGroup(id="group", entries=(Entry(id="x"),)),),
        links=(link("to-group", "group"), link("nowhere", "gone", name="Lost"), link("round", "round-2")),
    )
    assert library.root_options("cat") == ()
    assert any("'Lost'" in problem and "gone" in problem for problem in library.problems)
    looped = Entry(id="loop", links=(link("again", "loop"),))
    root = bound(shared_entries=(looped,), links=(link("start", "loop"),)).root_options("cat")[0]
    assert root.entries[0].entries[0].id == "start::again::again::loop"
    circle = EntryGroup(
        id="circle", links=(link("c", "circle", type="selectionEntryGroup"),), entries=(Entry(id="in"),)
    )
    holder = bound(shared_groups=(circle,), entries=(Entry(id="h", links=(link("l", "circle"),)),)).root_options("cat")[
        0
    ]
    assert [option.target.id for option in holder.entries] == ["in"]


def test_imports_are_transitive_and_respect_what_is_not_exported() -> None:
    far = Catalogue(id="far", entries=(Entry(id="far-entry"),))
    near = Catalogue(
        id="near",
        entries=(Entry(id="shown"), Entry(id="kept", exported=False)),
        shared_entries=(Entry(id="shared"),),
        catalogue_links=(
            CatalogueLink(id="n", target_id="far", import_root_entries=True),
            CatalogueLink(id="m", target_id="cat", import_root_entries=True),
        ),
    )
    library = bound(
        near,
        far,
        links=(link("l", "shared"),),
        catalogue_links=(
            CatalogueLink(id="c", target_id="near", import_root_entries=True),
            CatalogueLink(id="x", target_id="missing", name="Gone"),
        ),
    )
    assert [option.id for option in library.root_options("cat")] == ["l::shared", "shown", "far-entry"]
    assert [option.id for option in library.root_options("near")][:2] == ["shown", "kept"]
    assert any("missing" in problem for problem in library.problems)
    without = bound(near, far, catalogue_links=(CatalogueLink(id="c", target_id="near"),))
    assert without.root_options("cat") == ()


def test_lookups() -> None:
    library = bound(rules=(Rule(id="r", name="R"),), glossary={"zh": {"Captain": "连长"}})
    assert library.info("r") is not None
    assert library.info("none") is None
    assert library.forces.entry("inner") is not None
    assert [entry.id for entry in library.forces.at_root("cat")] == ["army"]
    assert library.localise("Captain", "zh") == "连长"
    assert library.localise("Captain", "ru") == "Captain"
    assert library.localise("Captain - on foot", "zh") == "连长 - on foot"
    assert library.catalogue("gs") is SYSTEM


def test_a_group_that_a_group_inside_it_links_to_is_left_out() -> None:
    inner = EntryGroup(id="inner", links=(link("back", "outer"), link("to-hat", "hat")))
    outer = EntryGroup(id="outer", groups=(inner,), links=(link("self", "outer"),))
    squad = Entry(id="squad", links=(link("to-outer", "outer"), link("once-more", "outer")))
    library = bound(shared_groups=(outer,), shared_entries=(Entry(id="hat"),), entries=(squad,))
    (root,) = library.root_options("cat")
    assert [option.id for option in root.entries] == ["to-outer::to-hat::hat", "once-more::to-hat::hat"]
    assert [option.target.id for option in root.groups] == ["outer", "inner", "outer", "inner"]
    assert library.problems == [
        "link '' (self) of '' leads to a group that holds it",
        "link '' (back) of '' leads to a group that holds it",
    ]


def test_an_entry_may_hold_a_group_that_holds_it_again() -> None:
    """What one holds is bound when it is asked for."""
    group = EntryGroup(id="group", links=(link("again", "squad"),))
    library = bound(entries=(Entry(id="squad", groups=(group,)),), shared_entries=(Entry(id="squad", groups=(group,)),))
    (root,) = library.root_options("cat")
    (inner,) = root.entries
    assert [option.target.id for option in inner.options] == ["group"]


def test_what_the_game_offers_to_its_own_files_alone_is_offered_to_each() -> None:
    """An entry that is not exported is missing where a catalogue imports it, not where the game itself has it."""
    own = Catalogue(id="gst", name="Game", is_game_system=True, entries=(Entry(id="camp", exported=False),))
    lending = Catalogue(id="lent", name="Lent", entries=(Entry(id="hidden", exported=False), Entry(id="shown")))
    link = CatalogueLink(id="link", target_id="lent", import_root_entries=True)
    army = Catalogue(id="cat", name="Cat", entries=(Entry(id="squad", exported=False),), catalogue_links=(link,))
    offered = {option.id for option in Library(own, [army, lending]).root_options("cat")}
    assert offered == {"camp", "squad", "shown"}


def test_what_stands_inside_records_of_a_later_file_is_found() -> None:
    """A link may lead to an entry in another one."""
    records = Records()
    for name in ("frog", "toad"):
        records.add(Catalogue(id=name, entries=(Entry(id=name, entries=(Entry(id=f"{name}-hat"),)),)))
        assert records.target(f"{name}-hat") is not None
    assert records.target("newt-hat") is None
