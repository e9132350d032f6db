"""The caps of 40k 11th edition by size of game, over the community set: a list that is exactly at one, and one that is one over it.

Each is judged as it was built, and read again from the official app's text and from our own list file.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from listbuilder.exchange import formats
from listbuilder.session import Session
from listbuilder.sources import registry
from listbuilder.sources.store import FileSet
from listbuilder.validation import Validated, validate_bytes
from tests.play.test_eleventh_edition import SET, Orks

pytestmark = pytest.mark.skipif(not SET.is_dir(), reason="the community set is not beside the project")

Change = Callable[[Orks], object]


@pytest.fixture(scope="module")
def data() -> FileSet:
    native = registry.native()
    return FileSet(SET, "wh40k-11e", rules=native.rules_for, documents=native.documents)


def many(name: str, number: int) -> Change:
    """So many units of a datasheet; the Boyz of every list count."""
    return lambda orks: orks.add(name, number - (1 if name == "Boyz" else 0))


def detachments(*names: str) -> Change:
    return lambda orks: orks.detachment(*names)


def enhanced(*detachments: str, by: tuple[tuple[str, str], ...]) -> Change:
    def change(orks: Orks) -> None:
        orks.detachment(*detachments)
        for bearer, name in by:
            orks.enhance(orks.warboss if bearer == "Warboss" else orks.add(bearer), name)

    return change


def heroes(*names: str) -> Change:
    def change(orks: Orks) -> None:
        for name in names:
            orks.add(name)

    return change


def aboard(*names: str) -> Change:
    """Units in a Trukk, which has room for twelve."""

    def change(orks: Orks) -> None:
        trukk = orks.add("Trukk")
        for name in names:
            orks.session.embark(orks.boyz if name == "Boyz" else orks.add(name), trukk)

    return change


def warlords(*bearers: str) -> Change:
    def change(orks: Orks) -> None:
        orks.session.clear_warlord(orks.warboss)
        for name in bearers:
            orks.session.set_warlord(orks.warboss if name == "Warboss" else orks.add(name))

    return change


CASES: list[tuple[str, str, Change, Change]] = [
    ("I", "detachment-points", detachments("Dread Mob"), detachments("Green Tide")),
    ("I", "detachment-points", detachments("More Dakka!", "Rollin' Deff"), detachments("Blitz Brigade", "More Dakka!")),
    ("S", "detachment-points", detachments("War Horde"), detachments("Dread Mob", "Bully Boyz")),
    (
        "S",
        "detachment-points",
        detachments("Taktikal Brigade", "More Dakka!", "Rollin' Deff"),
        detachments("Taktikal Brigade", "More Dakka!", "Blitz Brigade"),
    ),
    ("I", "datasheet-cap", many("Kommandos", 2), many("Kommandos", 3)),
    ("S", "datasheet-cap", many("Kommandos", 3), many("Kommandos", 4)),
    ("I", "datasheet-cap", many("Boyz", 4), many("Boyz", 5)),
    ("S", "datasheet-cap", many("Boyz", 6), many("Boyz", 7)),
    ("I", "datasheet-cap", many("Trukk", 4), many("Trukk", 5)),
    ("S", "datasheet-cap", many("Trukk", 6), many("Trukk", 7)),
    ("I", "datasheet-cap", many("Gretchin", 4), many("Gretchin", 5)),  # Battleline in the Dread Mob
    ("S", "datasheet-cap", heroes("Boss Snikrot"), heroes("Boss Snikrot", "Boss Snikrot")),
    (
        "I",
        "enh-max",
        enhanced("Dread Mob", by=(("Big Mek", "Gitfinder Gogglez"), ("Mek", "Press It Fasta!"))),
        enhanced(
            "Dread Mob",
            by=(("Big Mek", "Gitfinder Gogglez"), ("Mek", "Press It Fasta!"), ("Mek", "Smoky Gubbinz")),
        ),
    ),
    (  # all copies of an upgrade are one
        "I",
        "enh-max",
        enhanced(
            "More Dakka!",
            by=(("Warboss", "Da Gobshot Thunderbuss"), ("Meganobz", "Dead Shiny"), ("Meganobz", "Dead Shiny")),
        ),
        enhanced(
            "More Dakka!",
            "Taktikal Brigade",
            by=(("Warboss", "Slippery Git"), ("Painboy", "Da Gobshot Thunderbuss"), ("Meganobz", "Dead Shiny")),
        ),
    ),
    ("S", "warlord", warlords("Big Mek"), warlords()),
    ("S", "transport-capacity", aboard("Boyz", "Painboy", "Mek"), aboard("Boyz", "Painboy", "Mek", "Big Mek")),
    ("S", "transport-capacity", aboard("Boyz"), aboard("Boyz", "Warboss in Mega Armour", "Painboy")),  # counts for two
    ("S", "min-character", heroes("Painboy"), lambda orks: orks.session.remove_unit(orks.warboss)),
]


def judged(session: Session, style: str, data: FileSet) -> Validated:
    text = formats.written(session.now.bound, style)
    return validate_bytes(text, "list.yaml" if style == "yaml" else "list.txt", among=(data,))


@pytest.mark.parametrize(
    ("size", "rule", "at", "over"), CASES, ids=[f"{one[0]}-{one[1]}-{place}" for place, one in enumerate(CASES)]
)
def test_at_a_cap_and_one_over(data: FileSet, size: str, rule: str, at: Change, over: Change) -> None:
    for change, broken in ((at, set()), (over, {rule})):
        orks = Orks(data)
        if size == "I":
            orks.detachment("Dread Mob")
            orks.session.set_battle_size("incursion")
        change(orks)
        session = orks.session
        assert {one.rule for one in session.findings} == broken, [str(one.message) for one in session.findings]
        for style in ("yaml", "gw-app")[: 1 if session.roster.declarations.embark else 2]:
            found = judged(session, style, data)
            assert {one.rule for one in found.findings if one.severity == "error"} == broken, style
            assert found.verdict == session.verdict, [str(one.message) for one in found.findings]


@pytest.mark.parametrize(
    ("chosen", "over"),
    [
        (("War Horde",), {"War Horde": 0, "Green Tide": 3, "Dread Mob": 2, "More Dakka!": 1}),
        (("More Dakka!",), {"More Dakka!": 0, "Green Tide": 1, "Dread Mob": 0, "Taktikal Brigade": 0}),
    ],
)
def test_what_a_detachment_would_cost_too_much_besides_those_chosen(
    data: FileSet, chosen: tuple[str, ...], over: dict[str, int]
) -> None:
    orks = Orks(data)
    orks.detachment(*chosen)
    offered = {one.name: one.over for one in orks.session.detachment_offer().choices}
    assert {name: offered[name] for name in over} == over
