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
    # of lists over the community sets of Kill Team only, see tests/tools/test_operatives.py and test_specialists.py
    "chosen": {"no-kill-team"},
    "forces": {"roster-is-no-team", "numbers-not-stated", "one-team"},
    "total": {"archon-numbers-not-stated"},
    "slots": {"clade-leader"},
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


@cache
def opened(example: Example) -> Session:
    return Session.from_text(example.path.read_bytes(), str(example.path), rules=example.rules)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: f"{one.system}/{one.path.stem}")
def test_an_example_breaks_what_it_says_and_nothing_else(example: Example) -> None:
    session = opened(example)
    assert {one.rule for one in session.findings} == example.expects, [str(one.message) for one in session.findings]
    assert all(one.source for one in session.findings)
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
        for offer in session.fixes(finding):
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


# Lists that lack something, or have one too many of what is not a unit.
LACKING = (
    "kill-team-2013/illegal-specialists",
    "kill-team-2018/illegal-size",
    "kill-team-2021/illegal-team",
    "kill-team-2021/illegal-team-few",
    "kill-team-2021/illegal-team-no-leader",
    "kill-team-2024/illegal-has-leader",
    "kill-team-2024/illegal-team",
    "kill-team-2024/illegal-team-many",
    "wh40k-5e/illegal-foc",
    "wh40k-6e/illegal-double-foc",
    "wh40k-6e/illegal-ally-level",
    "wh40k-9e/illegal-detachment-slots",
    "whfb-8e/illegal-bsb",
    "whfb-8e/illegal-bsb-not-general",
    "whfb-8e/illegal-cat-core",
    "whfb-8e/illegal-min-units",
    "whfb-8e/illegal-ok-great-maw",
    "whfb-8e/illegal-vc-general-lore",
    "whfb-8e/illegal-wulfharts-hunters",
)


@pytest.mark.parametrize("name", LACKING)
def test_what_is_lacking_is_offered(name: str) -> None:
    session = opened(next(one for one in EXAMPLES if f"{one.system}/{one.path.stem}" == name))
    assert all(session.fixes(one) for one in session.findings if one.severity == "error")


def test_leaders_and_specialists_stand_under_their_own_heading() -> None:
    example = next(one for one in EXAMPLES if (one.system, one.path.stem) == ("kill-team-2018", "legal-necrons"))
    session = opened(example)
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
