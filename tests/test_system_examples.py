"""The example lists of every system: each breaks the rules that it says, and nothing else.

An example says so in a line of its own: ``# expects: <rules, or nothing>``, and may switch optional rules on:
``# expects: <rules>; rules: <rules and readings>``. Lists without such a line are looked at by the tests of their system.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from listbuilder.resources import shipped
from listbuilder.session import Session
from listbuilder.session.offers import improves

EXPECTS = re.compile(r"(?m)^# expects: ([^;\n]+)(?:; rules: (.+))?$")

# Rules that no list can break: the program counts, or they say how others count.
UNBROKEN = {
    "battle-size": {"battle-size"},  # a size that is left out is the default
    "engine": {"unit-points"},
    # of lists over community sets only, see tests/tools/test_operatives.py, test_specialists.py and tests/rules/test_kind_forces.py
    "chosen": {"no-kill-team"},
    "forces": {"roster-is-no-team", "numbers-not-stated", "one-team"},
    "total": {"archon-numbers-not-stated"},
    "slots": {"clade-leader", "auxiliary-one-unit"},
}


# Lists with an error for which no single change is offered, each with the reason.
WITHOUT = {
    "douwang/illegal-limit-agreed": "the game states no sizes: which limit was agreed is the players' business",
    "wh40k-9e/illegal-warlord-nobody": "no Character is there; one to add needs a detachment that takes it, and the mark of the Warlord",
    "whfb-8e/illegal-vc-general-wizard": "the army has no wizard to be General instead; which one to add is more than one change",
}


class Example(NamedTuple):
    path: Path
    expects: frozenset[str]
    rules: tuple[str, ...]

    @property
    def system(self) -> str:
        return self.path.parent.parent.name


def examples() -> list[Example]:
    found = []
    for path in sorted(shipped("factions").glob("*/examples/*.yaml")):
        stated = EXPECTS.search(path.read_text("utf-8"))
        if stated:
            expects = frozenset() if stated[1] == "nothing" else frozenset(stated[1].split())
            found.append(Example(path, expects, tuple((stated[2] or "").split())))
    return found


EXAMPLES = examples()
UNLIMITED = "unlimited"  # said of every command roster, whatever is right or wrong with it


def fresh(example: Example) -> Session:
    return Session.from_text(example.path.read_bytes(), str(example.path), rules=example.rules)


opened = cache(fresh)  # for tests that only look: their order is not settled


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one.system}/{one.path.stem}")
def test_an_example_breaks_what_it_says_and_nothing_else(example: Example) -> None:
    session = opened(example)
    judged = [one for one in session.findings if one.rule != UNLIMITED]
    assert {one.rule for one in judged} == example.expects, [str(one.message) for one in session.findings]
    assert all(one.source for one in judged)
    assert example.path.stem.startswith("legal") == (not example.expects)
    if not example.expects:
        assert session.verdict == "legal"


@pytest.mark.parametrize(
    "example", [one for one in EXAMPLES if one.expects], ids=lambda one: f"{one.system}/{one.path.stem}"
)
def test_each_fix_mends_its_finding(example: Example) -> None:
    session = opened(example)
    text, before = session.text(), session.findings
    for finding in before:
        if finding.rule == UNLIMITED:
            continue
        offers = session.fixes(finding)
        known = f"{example.system}/{example.path.stem}" in WITHOUT
        assert offers or finding.severity == "warning" or known, str(finding.message)
        for offer in offers:
            session.apply_fix(offer)
            assert improves(before, session.findings, finding), offer
            session.undo()
            assert session.text() == text


@pytest.mark.parametrize("system", sorted({one.system for one in EXAMPLES}))
def test_every_rule_is_broken_by_an_example_alone(system: str) -> None:
    mine = [one for one in EXAMPLES if one.system == system]
    specs = opened(mine[0]).system.rules
    alone = {rule for one in mine if len(one.expects) == 1 for rule in one.expects}
    breakable = {one.id for one in specs if one.kind != "definition" and one.id not in UNBROKEN.get(one.kind, ())}
    assert breakable <= alone, f"no list breaks only one of these: {', '.join(sorted(breakable - alone))}"
    assert alone <= {one.id for one in specs}
    assert any(not one.expects for one in mine)


def test_different_units_are_offered_where_none_may_be_taken_often_enough() -> None:
    session = Session.new("kill-team-2024", "plague-marines")
    (finding,) = (one for one in session.findings if one.rule == "team")
    (offer,) = session.fixes(finding)
    session.apply_fix(offer)
    assert len({unit.datasheet_id for unit in session.army.units}) == len(session.army.units) == 5
    assert [one.rule for one in session.findings] == ["has-leader"]
    session.undo()
    assert not session.army.units


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("kill-team-2013/illegal-save", "Diving Suits: Armour save: Sv 2+, at least 3+"),
        ("kill-team-2013/illegal-armour", "Dredger: Armour: Front, Side, Rear 34, at most 33"),
        ("kill-team-2018/illegal-commander-specialism", "Marshal: Commander without a specialism"),
        ("kill-team-2021/illegal-team-agents", "Wyrmblade: Operatives: 14 places taken, at most 13"),
        ("kill-team-2024/illegal-has-leader", "A leader: 0 found, at least 1 needed"),
    ],
)
def test_messages_say_what_the_card_prints(name: str, message: str) -> None:
    session = opened(next(one for one in EXAMPLES if f"{one.system}/{one.path.stem}" == name))
    assert [str(one.message) for one in session.findings] == [message]


def test_leaders_and_specialists_stand_under_their_own_heading() -> None:
    example = next(one for one in EXAMPLES if (one.system, one.path.stem) == ("kill-team-2018", "legal-necrons"))
    session = fresh(example)
    assert [unit.role for unit in session.army.units] == [
        "leader",
        "specialist",
        "specialist",
        "operative",
        "operative",
    ]
    leader = session.army.units[0]
    row = next(row for row in session.rows(leader.id) if row.label == "Leader")
    session.pick(leader.id, row.key)
    assert session.army.units[0].role == "operative"
