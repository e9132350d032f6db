"""Incremental evaluation over any sequence of edits equals evaluation from scratch."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import (
    Catalogue,
    CategoryEntry,
    Characteristic,
    ConditionGroup,
    CostType,
    EntryLink,
    LocalConditionGroup,
    Modifier,
    ModifierGroup,
    Profile,
    Repeat,
)
from listbuilder.roster.edits import Remove
from listbuilder.roster.tree import Roster
from listbuilder.sources.bsdata.loading import SUFFIXES
from listbuilder.sources.bsdata.reader import read_file
from tests.engine import factory as f
from tests.engine.random_edits import Numbers, Player, differences


def change(type: str, field: str, value: str, *conditions: object, **fields: object) -> Modifier:
    return Modifier(type=type, field=field, value=value, conditions=conditions, **fields)  # type: ignore[arg-type]


def busy_library() -> Library:
    """Constraints, modifiers and conditions of many kinds that depend on each other."""
    anywhere = {"scope": "roster", "include_child_selections": True}
    gun = f.unit(
        "gun",
        type="upgrade",
        costs=f.costing(5),
        constraints=(f.most(1), f.most(3, id="all", **anywhere)),
        category_links=f.role("elite"),
    )
    banner = f.unit(
        "banner",
        type="upgrade",
        modifiers=(
            change("add", "category", "elite", scope="parent"),
            change("increment", "s", "1", scope="unit", affects="self.entries.recursive.profiles.Unit"),
            change("increment", "pts", "3", scope="force", affects="self.entries.recursive.elite"),
        ),
    )
    trooper = f.unit(
        "trooper",
        type="model",
        costs=f.costing(10),
        groups=(
            f.group(
                "arms",
                gun,
                f.unit("blade", type="upgrade", collective=True),
                default_id="blade",
                constraints=(f.least(1, id="armed"), f.most(2)),
            ),
        ),
        profiles=(
            Profile(
                id="p",
                name="Trooper",
                type_id="Unit",
                type_name="Unit",
                characteristics=(Characteristic(type_id="s", name="S", value="4+"),),
            ),
        ),
        constraints=(f.least(2), f.most(5)),
        modifiers=(
            change(
                "increment", "most", "2", f.when("atLeast", 1, "banner", scope="unit", include_child_selections=True)
            ),
        ),
    )
    squad = f.unit(
        "squad",
        entries=(trooper, banner),
        links=(EntryLink(id="squad-relic", target_id="relic"),),
        category_links=f.role("troops"),
        costs=f.costing(20),
        constraints=(f.most(2, scope="force"), f.most(60, id="share", scope="force", percent=True)),
        modifiers=(
            change("set", "pts", "50", f.when("atLeast", 4, "trooper")),
            change("append", "name", "(elite)", f.when("instanceOf", 1, "elite")),
            change("set", "hidden", "true", f.when("atLeast", 1, "ban", scope="roster")),
        ),
    )
    crowd = LocalConditionGroup(
        scope="roster",
        include_child_selections=True,
        include_child_forces=True,
        conditions=(f.when("instanceOf", 1, "elite"),),
        value=2,
    )
    hero = f.unit(
        "hero",
        category_links=f.role("hq"),
        costs=f.costing(80),
        constraints=(f.least(1), f.most(1, id="one", scope="roster")),
        modifiers=(
            change("add", "category", "elite", f.when("atLeast", 1, "elite", **anywhere)),
            change("set-primary", "category", "troops", f.when("greaterThan", 1, "hq", scope="force")),
            change("add", "error", "too many elite", local_condition_groups=(crowd,)),
            change("increment", "pts", "1", repeats=(Repeat(child_id="any", scope="roster", field="pts", value=100),)),
        ),
        modifier_groups=(
            ModifierGroup(
                condition_groups=(
                    ConditionGroup(
                        type="or",
                        conditions=(
                            f.when("atLeast", 2, "detachment", field="forces", scope="roster"),
                            f.when("lessThan", 1, "squad", scope="force"),
                        ),
                    ),
                ),
                modifiers=(change("append", "name", "alone"), change("set", "least", "0")),
            ),
        ),
        entries=(f.unit("pet", type="model", constraints=(f.least(1),), default_amount="2"),),
    )
    ban = f.unit(
        "ban",
        type="upgrade",
        modifiers=(change("set", "hidden", "true", scope="force", affects="self.entries.recursive.arms"),),
    )
    relic = f.unit("relic", type="upgrade", costs=f.costing(15), constraints=(f.most(1, id="unique", **anywhere),))
    system = f.system(
        cost_types=(f.PTS, CostType(id="cp", name="cp")),
        category_entries=(
            *f.CATEGORIES,
            CategoryEntry(id="x", name="X", constraints=(f.most(1, id="x-most", scope="force"),)),
        ),
    )
    links = (
        EntryLink(id="hero-again", target_id="hero", category_links=()),
        EntryLink(id="root-relic", target_id="relic"),
    )
    return Library(system, [Catalogue(id="cat", entries=(squad, hero, ban), links=links, shared_entries=(relic,))])


UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)  # the log of a failure is enough
LIBRARY = busy_library()
NUMBERS = st.tuples(st.integers(0, 19), st.integers(0, 30), st.integers(0, 30))


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], phases=UNSHRUNK)
@given(st.lists(NUMBERS, min_size=1, max_size=30), st.integers(1, 5))
@example([(11, 27, 4), (9, 16, 0), (13, 10, 11), (13, 10, 11), (19, 1, 18), (2, 16, 18)], 2)  # a price that is reset
def test_following_edits_equals_evaluation_from_scratch(steps: list[Numbers], every: int) -> None:
    player = Player(Roster(LIBRARY), LIBRARY.game_system.force_entries, "cat")
    for number, numbers in enumerate(steps):
        player.play(numbers)
        if number % every == 0:
            player.engine.violations()
    assert differences(player.engine) == {}, player.log


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], phases=UNSHRUNK)
@given(st.lists(NUMBERS, min_size=1, max_size=20))
def test_undoing_everything_leaves_nothing(steps: list[Numbers]) -> None:
    player = Player(Roster(LIBRARY), LIBRARY.game_system.force_entries, "cat")
    for numbers in steps:
        player.play(numbers)
    while player.history.undo() is not None:
        pass
    assert player.engine.totals() == {}
    assert not player.roster.nodes
    assert not player.engine.violations()
    assert not any(player.engine.store.index.tallies[player.roster].counts[1:])
    store = player.engine.store
    assert not store.scoped_modifiers.by_target
    assert not any(store._slots_by_id.values())
    assert not any(
        (store.selections, store.forces, store.slots, store.revisions, store._infos, store._chosen, store._categories)
    )
    assert set(store.index.tallies) == {player.roster}
    assert not any(store.index._holders.values())


def test_a_modifier_cycle_is_ignored_and_reported_as_long_as_it_exists() -> None:
    def fed_by(other: str) -> tuple[Modifier, ...]:
        return (change("increment", "pts", "1", repeats=(Repeat(child_id=other, scope="force", field="pts"),)),)

    follower = f.unit("follower", costs=f.costing(5), modifiers=fed_by("alpha"))
    table = f.table(
        f.unit("alpha", costs=f.costing(1), modifiers=fed_by("beta")),
        f.unit("beta", costs=f.costing(1), modifiers=fed_by("alpha")),
        follower,
    )
    alpha, driven = table.take("alpha"), table.take("follower")
    assert (table.points(alpha), table.points(driven), table.wrong) == (1, 6, [])
    beta = table.take("beta")
    assert (table.points(alpha), table.points(beta), table.points(driven)) == (1, 1, 6)
    assert table.wrong == [("error", "cycle")]
    assert "Alpha, Beta depend on each other" in table.violation().message
    Remove(beta).apply(table.roster)
    assert (table.points(alpha), table.wrong) == (1, [])


# --- real data -------------------------------------------------------------------------------------------------------------

SETS = ("wh40k-10e", "age-of-sigmar-4th", "wh40k-11e")


@cache
def catalogues_of(folder: Path) -> dict[str, Catalogue]:
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    return {item.id: item for item in map(read_file, paths)}


def with_links(catalogue: Catalogue, known: dict[str, Catalogue]) -> dict[str, Catalogue]:
    found: dict[str, Catalogue] = {}
    waiting = [catalogue]
    while waiting:
        item = waiting.pop()
        if item.id not in found:
            found[item.id] = item
            waiting += [known[link.target_id] for link in item.catalogue_links if link.target_id in known]
    return found


@pytest.mark.sweep
@pytest.mark.shared
@pytest.mark.parametrize("name", SETS)
def test_real_data(shared: Path, name: str) -> None:
    folder = shared / "bsdata" / name
    if not folder.is_dir():
        pytest.skip(f"{name} is not among the reference material")
    known = catalogues_of(folder)
    system = next(item for item in known.values() if item.is_game_system)
    playable = [item for item in known.values() if not item.is_game_system and not item.library]
    chance = random.Random(name)
    for catalogue in chance.sample(playable, 2):
        library = Library(system, with_links(catalogue, known).values())
        entries = [entry for entry in library.forces.at_root(catalogue.id) if not entry.hidden]
        player = Player(Roster(library), entries, catalogue.id)
        for number in range(60):
            player.play((chance.randrange(20), chance.randrange(10**6), chance.randrange(10**6)))
            if number % 3 == 0:
                player.engine.violations()
        assert differences(player.engine) == {}, player.log
