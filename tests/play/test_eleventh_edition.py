"""Each rule of 40k 11th edition over the community set: a list that is legal, and one that breaks this rule and no other.

Two rules cannot be broken alone with Orks: a Force Disposition comes with a detachment, and no unit that is led is a Leader.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder.engine import actions
from listbuilder.listfile import bound
from listbuilder.session import Session
from listbuilder.sources import registry
from listbuilder.sources.points.army import plain
from listbuilder.sources.store import FileSet
from listbuilder.validation import validate

SHARED = Path(os.environ.get("LISTBUILDER_SHARED") or Path(__file__).parents[2].parent / "shared")
SET = SHARED / "bsdata" / "wh40k-11e"

pytestmark = pytest.mark.skipif(not SET.is_dir(), reason="the community set is not beside the project")


@pytest.fixture(scope="module")
def data() -> FileSet:
    native = registry.native()
    return FileSet(SET, "wh40k-11e", rules=native.rules_for, documents=native.documents)


class Orks:
    """A list of Orks in Strike Force: a Warboss, who is the Warlord, and Boyz, in the War Horde."""

    def __init__(self, data: FileSet) -> None:
        self.session = Session(validate(bound.empty(data.load("", "Xenos - Orks"), "Orks")))
        if not self.session.roster.forces:
            self.session.forces.begin()
        self.session.forces.start()
        self.session.set_battle_size("strike-force")
        self.detachment("War Horde")
        self.warboss = self.add("Warboss")
        self.boyz = self.add("Boyz")
        self.session.set_warlord(self.warboss)

    def detachment(self, *names: str) -> None:
        """Chooses these detachments and no other."""
        for one in self.session.detachment_offer().choices:
            if one.chosen != (one.name in names):
                self.session.toggle_detachment(one.id)

    def add(self, name: str, number: int = 1) -> str:
        """Adds units; returns the last one's id."""
        known = next(one.id for one in self.session.datasheets() if one.name == name)
        return [self.session.add_unit(known) for _ in range(number)][-1]

    def enhance(self, unit: str, name: str) -> None:
        found = next(one for one in self.session.enhancements(unit) if plain(one.name).startswith(plain(name)))
        self.session.set_enhancement(unit, found.id)

    def forgo(self, name: str) -> None:
        """Takes a setting of the army back."""
        force = self.session.roster.forces[0]
        node = next(one for one in force.selections if one.option.name == name)
        for inside in list(node.selections):
            self.session.choices.drop(inside)


Change = Callable[[Orks], object]


def big(orks: Orks) -> None:
    """1990 points."""
    for name in ("Gorkanaut", "Battlewagon", "Deff Dread"):
        orks.add(name, 3)
    orks.add("Kill Rig")
    orks.add("Hunta Rig")


def too_big(orks: Orks) -> None:
    big(orks)
    orks.add("Gretchin")


def enhanced(number: int) -> Change:
    """Enhancements of two detachments, on bearers of their own."""

    def change(orks: Orks) -> None:
        orks.detachment("Blitz Brigade", "More Dakka!")
        names = ["Blitzkaptin", "Runnin’ Boots", "Supercharged Squig Oil", "Tuff Git", "Da Gobshot Thunderbuss"]
        for name, bearer in zip(names[:number], [orks.warboss, *(orks.add("Big Mek") for _ in range(3))], strict=False):
            orks.enhance(bearer, name)
        if number > 4:
            orks.enhance(orks.add("Painboy"), names[4])

    return change


def same(first: str, second: str) -> Change:
    """The second one also where the session would not offer it."""

    def change(orks: Orks) -> None:
        orks.enhance(orks.warboss, first)
        bearer = orks.session.root(orks.add("Big Mek"))
        option = next(one for one in bearer.option.entries if plain(one.name) == plain(second))
        edit, _ = actions.select(orks.session.engine, bearer, option)
        orks.session.history.do(edit)

    return change


def attached(*pairs: tuple[str, str]) -> Change:
    def change(orks: Orks) -> None:
        units = {"Warboss": orks.warboss, "Boyz": orks.boyz}
        for name in dict.fromkeys(name for pair in pairs for name in pair if name not in units):
            units[name] = orks.add(name)
        for leader, target in pairs:
            orks.session.attach(units[leader], units[target])

    return change


def models(number: int) -> Change:
    return lambda orks: orks.session.set_size(orks.add("Deffkoptas"), number)


def aboard(name: str, number: int) -> Change:
    """A unit of so many models in a Trukk, which has room for twelve Infantry."""

    def change(orks: Orks) -> None:
        unit, trukk = orks.add(name), orks.add("Trukk")
        orks.session.set_size(unit, number)
        orks.session.embark(unit, trukk)

    return change


def without_character(orks: Orks) -> None:
    orks.session.remove_unit(orks.warboss)


def unarmed(orks: Orks) -> None:
    root = orks.session.root(orks.warboss)
    orks.session.choices.drop(next(one for one in root.selections if one.option.name != "Warlord"))


ALSO = {"army-detachment": {"force-disposition"}, "leader-once": {"leader-target"}}
CASES: list[tuple[str, Change, Change]] = [
    ("points-limit", big, too_big),
    ("army-detachment", lambda orks: orks.detachment("Green Tide"), lambda orks: orks.detachment()),
    (
        "detachment-points",
        lambda orks: orks.detachment("Blitz Brigade", "More Dakka!"),
        lambda orks: orks.detachment("War Horde", "More Dakka!"),
    ),
    (
        "detachment-tags",
        lambda orks: orks.detachment("Kult of Speed", "Rollin' Deff"),
        lambda orks: orks.detachment("Blitz Brigade", "Rollin' Deff"),
    ),
    (
        "force-disposition",
        lambda orks: orks.detachment("Kult of Speed"),
        lambda orks: orks.forgo("Force Disposition"),
    ),
    ("datasheet-cap", lambda orks: orks.add("Deff Dread", 3), lambda orks: orks.add("Deff Dread", 4)),
    ("min-character", lambda orks: orks.add("Gretchin"), without_character),
    (
        "warlord",
        lambda orks: orks.session.set_warlord(orks.add("Big Mek")),
        lambda orks: orks.session.clear_warlord(orks.warboss),
    ),
    ("enh-max", enhanced(4), enhanced(5)),
    ("enh-unique", same("Headwoppa’s Killchoppa", "Kunnin’ But Brutal"), same("Follow Me Ladz", "Follow Me Ladz")),
    ("unit-composition", models(6), models(7)),
    ("wargear-options", lambda orks: orks.add("Warboss"), unarmed),
    ("legends-notice", lambda orks: orks.add("Big Mek"), lambda orks: orks.add("Grot Tanks")),
    ("leader-target", attached(("Warboss", "Boyz")), attached(("Warboss", "Deff Dread"))),
    (
        "leader-one-per-bodyguard",
        attached(("Warboss", "Boyz"), ("Painboy", "Boyz")),
        attached(("Warboss", "Boyz"), ("Big Mek", "Boyz")),
    ),
    ("transport-capacity", aboard("Boyz", 10), aboard("Boyz", 20)),
    ("transport-capacity", aboard("Gretchin", 11), aboard("Deff Dread", 1)),
    ("leader-once", attached(("Big Mek", "Boyz")), attached(("Big Mek", "Boyz"), ("Boyz", "Breaka Boyz"))),
]


@pytest.mark.parametrize(
    ("rule", "legal", "illegal"), CASES, ids=[f"{case[0]}-{place}" for place, case in enumerate(CASES)]
)
def test_a_rule_is_kept_and_broken_alone(data: FileSet, rule: str, legal: Change, illegal: Change) -> None:
    kept, broken = Orks(data), Orks(data)
    legal(kept)
    illegal(broken)
    assert [str(one.message) for one in kept.session.findings] == []
    assert kept.session.verdict == "legal"
    assert {one.rule for one in broken.session.findings} == {rule} | ALSO.get(rule, set()), [
        str(one.message) for one in broken.session.findings
    ]


def test_every_rule_that_a_list_can_break_has_a_case(data: FileSet) -> None:
    ids = {one.id for one in data.system("").rules if one.enabled}
    assert ids - {rule for rule, _, _ in CASES} == {"battle-size"}  # one that is left out is the default
