"""What records hold, found without binding a choice for each place."""

from __future__ import annotations

from listbuilder import budget
from listbuilder.catalogue.held import held, reaches, type_of
from listbuilder.catalogue.library import Library, Option
from listbuilder.catalogue.model import Catalogue, Entry, EntryGroup, EntryLink, ForceEntry

SYSTEM = Catalogue(id="gs", is_game_system=True, force_entries=(ForceEntry(id="army"),))
MODELS = frozenset(("model",))


def link(target: str, **fields: object) -> EntryLink:
    return EntryLink(id=f"to-{target}", target_id=target, **fields)  # type: ignore[arg-type]


def root_of(*entries: Entry, groups: tuple[EntryGroup, ...] = ()) -> Option:
    """The first of these entries as a root choice; links may lead to all of them and to the groups."""
    library = Library(SYSTEM, [Catalogue(id="cat", entries=entries, shared_groups=groups)])
    return library.root_options("cat")[0]


def test_a_record_holds_what_its_options_are_in_their_order() -> None:
    arms = EntryGroup(id="arms", entries=(Entry(id="sword"),))
    squad = Entry(
        id="squad",
        entries=(Entry(id="boss", type="model"),),
        links=(link("arms", entries=(Entry(id="axe"),)), link("nowhere")),
    )
    root = root_of(squad, groups=(arms,))
    found = held(root.library, root.merged)
    assert [one.parts for one in found] == [option.parts for option in root.options]
    assert [type_of(one) for one in found] == ["model", "group"]
    assert [one.parts[-1].id for one in held(root.library, found[1])] == ["sword", "axe"]


def test_an_entry_of_a_type_is_found_at_any_depth_and_nowhere_else() -> None:
    deep = EntryGroup(id="deep", entries=(Entry(id="box", entries=(Entry(id="rider", type="model"),)),))
    flat = EntryGroup(id="flat", entries=(Entry(id="sword"),))
    squad = Entry(id="squad", links=(link("flat"), link("deep")))
    root = root_of(squad, groups=(deep, flat))
    group, other = root.options
    assert [reaches(root.library, one.merged, MODELS) for one in (root, group, other)] == [True, False, True]
    assert reaches(root.library, other.entries[0].entries[0].merged, MODELS)
    assert not any(reaches(root.library, one.merged, MODELS) for one in (group, *group.options))  # kept now
    assert not reaches(root.library, root.merged, frozenset(("mount",)))


def test_groups_in_a_circle_end_the_search() -> None:
    first = EntryGroup(id="first", links=(link("second"),), entries=(Entry(id="sword"),))
    second = EntryGroup(id="second", links=(link("first"),))
    root = root_of(Entry(id="squad", links=(link("first"),)), groups=(first, second))
    assert not reaches(root.library, root.merged, MODELS)


def test_each_record_is_a_step_of_the_budget() -> None:
    root = root_of(Entry(id="squad", entries=tuple(Entry(id=f"item-{number}") for number in range(50))))
    with budget.metered() as meter:
        before = meter.steps
        held(root.library, root.merged)
        assert meter.steps - before == 50
        held(root.library, root.merged)  # kept
        assert meter.steps - before == 50
