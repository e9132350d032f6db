"""Uses of wargear are shared among options that offer the same, whatever their order in the list."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from listbuilder.catalogue.loadout import ItemChoice
from listbuilder.catalogue.purpose import ConstraintPurpose
from listbuilder.engine import Engine
from listbuilder.listfile.overlapping import share
from listbuilder.listfile.sheet import equal_choices, sheet_of
from listbuilder.roster.tree import Roster
from listbuilder.sources.native import NativeSet

HEAD = "system: wh40k-10e\nfaction: space-marines\nunits:\n  - id: squad\n    datasheet: tactical-squad\n"
SHIPPED = ["space-marines", "orks"]
OVERLAPPING = {"space-marines": 4, "orks": 0}  # exchanges at least


def squad(*loadouts: str) -> str:
    lines = "".join(f"        - {loadout}\n" for loadout in loadouts)
    return f"{HEAD}    wargear:\n      tactical-marine:\n{lines}"


def carrying(item: str, count: int = 1) -> str:
    return f"{{count: {count}, replace: {{boltgun: {item}}}}}"


def excess(roster: Roster) -> list[tuple[object, object]]:
    """What the engine finds of options used too often: found and allowed."""
    with_limit = (ConstraintPurpose.UNIT_LIMIT, ConstraintPurpose.PER_ALTERNATIVE, ConstraintPurpose.SLOT)
    found = (one for one in Engine(roster).violations() if one.constraint and one.constraint.purpose in with_limit)
    return [(one.found, one.bound) for one in found]


@pytest.mark.parametrize(
    "items", [*permutations(["flamer", "lascannon"]), ("flamer", "flamer"), ("meltagun", "plasma-gun")]
)
def test_two_specials_use_both_options(bind, items: tuple[str, ...]) -> None:
    roster, problems = bind(squad(*map(carrying, items)))
    assert (problems, excess(roster)) == ([], [])
    chosen = [node for node in roster.walk() if isinstance(node.option.loadout, ItemChoice)]
    assert len(chosen) > 1
    assert all(
        node.id == f"{node.parent.id}/{node.option.parts[0].local_id}" for node in chosen
    )  # of the option it has now


def test_models_of_one_line_may_use_different_options(bind) -> None:
    roster, _ = bind(squad(carrying("flamer", 2)))
    (unit,) = (root for root in roster.forces[0].selections if root.id == "squad")
    assert excess(roster) == []
    assert Counter(model.amount for model in unit.selections if "flamer" in str([n.id for n in model.walk()])) == {1: 2}
    assert sorted(model.amount for model in unit.selections) == [1, 1, 1, 7]  # those that are alike are one again


def test_one_more_than_both_options_allow_is_found(bind) -> None:
    roster, _ = bind(squad(carrying("flamer", 3)))
    assert excess(roster) == [(2, 1)]
    roster, _ = bind(squad(carrying("lascannon"), carrying("missile-launcher")))
    assert excess(roster) == [(2, 1)]


def test_what_is_within_its_limits_stays_as_it_is(native: NativeSet, bind) -> None:
    """Also where other options would do: one flamer is of the second option that offers it, as an editor may have chosen."""
    roster, _ = bind(squad(carrying("flamer")))
    unit = next(root for root in roster.forces[0].selections if root.id == "squad")
    sheet = sheet_of(roster.library, unit.option)
    (node,) = (node for node in unit.walk() if len(equal_choices(node, sheet)) > 1)
    node.option = equal_choices(node, sheet)[-1]
    before = [(one, one.id, one.option.id, one.amount) for one in unit.walk()]

    share(unit, sheet)

    assert [(one, one.id, one.option.id, one.amount) for one in unit.walk()] == before


YAEGIRS = """\
system: wh40k-10e
faction: leagues-of-votann
units:
  - datasheet: hernkyn-yaegirs
    wargear:
"""
REVOLVERS = "{bolt-shotgun: [bolt-revolver, plasma-knife]}"


@pytest.mark.parametrize("revolvers", [True, False])
@pytest.mark.parametrize(("launchers", "found"), [(1, []), (2, [(2, 1)])])
def test_options_for_all_models_or_none_are_not_used_for_some(
    native: NativeSet, bind, revolvers: bool, launchers: int, found: list[tuple[int, int]]
) -> None:
    """Either all carry revolvers or none does; for each of the two one option gives a launcher, and they do not add up."""
    rows = [f"{{count: {launchers}, replace: {{bolt-shotgun: apm-launcher}}}}"]
    text = YAEGIRS
    if revolvers:
        rows.append(f"{{count: {9 - launchers}, replace: {REVOLVERS}}}")
        text += f"      yaegir-theyn: {{replace: {REVOLVERS}}}\n"
    text += f"      hernkyn-yaegir: [{', '.join(rows)}]\n"
    roster, problems = bind(text, native.load("wh40k-10e", "leagues-of-votann").library)
    assert (problems, excess(roster)) == ([], found)


@pytest.mark.parametrize("faction", SHIPPED)
def test_every_datasheet_with_overlapping_options_lets_all_of_them_be_used(
    native: NativeSet, bind, faction: str
) -> None:
    """As many models as the options together allow carry an item that two of them offer."""
    library = native.load("wh40k-10e", faction).library
    tried = 0
    for option in library.root_options(faction):
        sheet = sheet_of(library, option) if option.type == "unit" else None
        for model in sheet.models.values() if sheet else ():
            for item, slots in model.slots.items():
                offers = Counter((one.given_up, one.taken) for one in slots[0].choices)
                for (given, taken), number in offers.items():
                    if number < 2 or given != (item,) or len(taken) != 1 or model.most < number:
                        continue
                    count = "" if model.most == 1 else f"count: {number}, "
                    text = (
                        f"system: wh40k-10e\nfaction: {faction}\nunits:\n  - id: squad\n    datasheet: {option.local_id}\n"
                        f"    models: {{{model.id}: {model.most}}}\n"
                        f"    wargear:\n      {model.id}:\n        - {{{count}replace: {{{item}: {taken[0]}}}}}\n"
                    )
                    roster, problems = bind(text, library)
                    assert not problems, text
                    assert excess(roster) == [], (option.local_id, given, taken)
                    tried += 1
    assert tried >= OVERLAPPING[faction]
