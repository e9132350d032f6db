"""Lists that players exported, judged by the shipped data: what is found, and that each finding is true.

The points are those of the data's date, not of the day of the export; names that the data do not have any more are left as
the players wrote them and cannot be judged.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.session import Session

FOLDER = Path(__file__).parent / "data" / "real"


class Expected(NamedTuple):
    """What a list costs, how many of its units the data know, and every finding: rule, unit, part of the message."""

    points: int
    units: int
    findings: list[tuple[str, str, str]]


LISTS = {
    # 160 + 85 + 85 + 180 + 80 + (80 + 15) + (100 + 25) + 160 + 100 + 70 + 3 x 230 + 100; the export had Bjorn at 190, the
    # Lieutenant at 70, the cavalry at 240 and the Vanguard at 110.
    "wolves-stormlance-1985": Expected(
        points=1930,
        units=14,
        findings=[
            # The datasheet of today has one kind of model and a "Wolf Guard weapon" where it had a pack leader and heirloom weapons.
            *(
                finding
                for unit in ("cavalry-a", "cavalry-b", "cavalry-c")
                for finding in (
                    ("unknown-name", unit, "item: Heirloom weapon"),
                    ("unknown-name", unit, "model: Thunderwolf Cavalry Pack Leader"),
                )
            ),
            # Characters on thunderwolves went to Legends when the Chapter got its supplement; so did Logan's chariot.
            ("legends-notice", "harald", "Harald Deathwolf"),
            ("legends-notice", "logan", "Logan Grimnar on Stormrider"),
            ("legends-notice", "battle-leader-a", "Wolf Guard Battle Leader on Thunderwolf"),
            ("legends-notice", "battle-leader-b", "Wolf Guard Battle Leader on Thunderwolf"),
            ("legends-notice", "wolf-lord", "Wolf Lord on Thunderwolf"),
        ],
    ),
    # 85 + 180 + 150 + 2 x 80 + (100 + 25) + 40 + 160 + 120 + 100 + 70 + 3 x 230 + 2 x 85 + 100, the assassin: six
    # wolves on foot more have made it dearer (the cavalry was 180, the Wulfen were 80, Murderfang was 170).
    "wolves-stormlance-1995": Expected(
        points=2150,
        units=17,
        findings=[
            ("points-limit", "", "2150 points, at most 2000 (150 too many)"),
            *(
                finding
                for unit in ("cavalry-a", "cavalry-b", "cavalry-c")
                for finding in (
                    ("unknown-name", unit, "item: Heirloom weapon"),
                    ("unknown-name", unit, "model: Thunderwolf Cavalry Pack Leader"),
                )
            ),
            # Wulfen with shields and hammers are a datasheet of their own now; neither has a pack leader.
            *(
                finding
                for unit in ("wulfen-a", "wulfen-b")
                for finding in (
                    ("unknown-name", unit, "item: Storm shield"),
                    ("unknown-name", unit, "item: Wulfen hammer"),
                    ("unknown-name", unit, "model: Wulfen Pack Leader"),
                )
            ),
            ("legends-notice", "harald", "Harald Deathwolf"),
            ("legends-notice", "logan", "Logan Grimnar on Stormrider"),
            ("legends-notice", "battle-leader-a", "Wolf Guard Battle Leader on Thunderwolf"),
            ("legends-notice", "battle-leader-b", "Wolf Guard Battle Leader on Thunderwolf"),
            ("legends-notice", "wolf-lord", "Wolf Lord on Thunderwolf"),
        ],
    ),
    # (100 + 20) + 75 + 80 + 40 + 100, the assassin; the export had the wolves at 30.
    "wolves-champions-405": Expected(
        points=415,
        units=5,
        findings=[
            ("legends-notice", "wolf-lord", "Wolf Lord on Thunderwolf"),
        ],
    ),
    # 80 + 75 + 75 + 95 + 85 + 55 + 80; three units of 2023 are not in the data: the Captain and the Lieutenant lost "Primaris"
    # and their rifles, the Land Speeder Storm has no price any more.
    "ultramarines-gladius-810": Expected(
        points=545,
        units=7,
        findings=[
            ("unknown-name", "captain", "datasheet: Primaris Captain"),
            ("unknown-name", "lieutenant", "datasheet: Primaris Lieutenant"),
            ("unknown-name", "speeder", "datasheet: Land Speeder Storm"),
            # Nobody in Tacticus or Phobos armour may ride in it, and the army has no other Infantry.
            ("dedicated-transport-occupied", "razorback", "no unit of the army can embark in it"),
        ],
    ),
}

# What follows from a name that the data do not have is not known, so it is no mistake of the player.
CONSEQUENCES = {
    "wolves-stormlance-1995": "unit-composition",  # four Wulfen and a fifth, whom the data do not know, are five
    "ultramarines-gladius-810": "warlord",  # the Captain, whom the data do not know, is the Warlord
}
each_list = pytest.mark.parametrize("name", sorted(LISTS))


def brief(finding: Diagnostic) -> tuple[str, str, str]:
    return finding.rule, finding.unit, str(finding.message)


@pytest.fixture
def session(name: str) -> Session:
    return Session.open(FOLDER / f"{name}.yaml")


def test_every_list_is_judged() -> None:
    assert {path.stem for path in FOLDER.glob("*.yaml")} == set(LISTS)


@each_list
def test_it_costs_what_its_known_units_cost(name: str, session: Session) -> None:
    assert session.points == LISTS[name].points
    assert len(session.army.units) == LISTS[name].units


@each_list
def test_every_finding_is_one_of_these_and_the_other_way_round(name: str, session: Session) -> None:
    found = [brief(finding) for finding in session.findings if finding.rule != CONSEQUENCES.get(name)]
    unmatched = list(found)
    for rule, unit, part in LISTS[name].findings:
        match = next((one for one in unmatched if one[:2] == (rule, unit) and part in one[2]), None)
        assert match, f"{rule} of {unit or 'the army'} with {part!r} is missing among {found}"
        unmatched.remove(match)
    assert not unmatched


@pytest.mark.parametrize("name", sorted(CONSEQUENCES))
def test_an_unknown_name_is_not_held_against_the_army(name: str, session: Session) -> None:
    found = [finding for finding in session.findings if finding.rule == CONSEQUENCES[name]]
    assert found
    assert all(finding.severity == "unjudged" and not finding.fixes for finding in found)


@each_list
def test_findings_say_where(name: str, session: Session) -> None:
    """A finding of a unit stands at a line between this unit and the next."""
    lines = (FOLDER / f"{name}.yaml").read_text("utf-8").splitlines()
    starts = [number for number, line in enumerate(lines, 1) if line.startswith("  - ")]
    for finding in filter(lambda one: one.unit, session.findings):
        assert finding.place is not None
        start = max(number for number in starts if number <= finding.place.line)
        assert f"id: {finding.unit}" in lines[start - 1]


@each_list
def test_it_is_saved_as_it_was_read(name: str, session: Session) -> None:
    again = Session.from_text(session.text().encode("utf-8"), f"{name}.yaml")
    assert again.points == session.points
    assert [brief(one) for one in again.findings] == [brief(one) for one in session.findings]
