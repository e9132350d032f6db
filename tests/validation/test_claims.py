"""The points that a list of another program states for its units and for the whole army, beside those of the data."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.validation import Validated, validate_bytes
from tests.conftest import ROOT
from tests.exchange import lists

LEGAL = (ROOT / "tests" / "data" / "bsdata" / "legal.ros").read_text("utf-8")


def judged(text: str) -> Validated:
    return validate_bytes(text.encode())


def drifts(found: Validated) -> list[tuple[str, str, str]]:
    return [
        (one.severity, one.unit, str(one.message))
        for one in found.findings
        if one.rule in {"points-drift", "total-drift"}
    ]


def stating(total: int) -> Validated:
    """A list of units for 245 points that states another total."""
    return judged(lists.GW_B.replace("(245 points)", f"({total} points)"))


def test_a_list_that_lacks_a_unit_is_not_judged() -> None:
    found = stating(245 + 75)
    assert drifts(found) == [("unjudged", "", "the list says 320 points in all, its units add up to 245")]
    assert found.verdict == "unjudged"
    assert found.findings[0].place is not None
    assert found.findings[0].place.line == 1


def test_less_than_any_unit_costs_is_the_price_of_settings() -> None:
    found = stating(245 + 74)
    (drift,) = drifts(found)
    assert drift[:2] == ("warning", "")
    assert drift[2].startswith("besides its units, the list says 74 points")
    assert drift[2].endswith(" say 0")
    assert found.verdict == "legal"


def test_a_total_below_that_of_the_units_is_a_warning() -> None:
    found = stating(244)
    assert drifts(found) == [("warning", "", "the list says 244 points in all, its units add up to 245")]
    assert found.verdict == "legal"


SIZE = "Strike Force (2000 points)"


@pytest.mark.parametrize(
    ("text", "stated", "more"),
    [
        (lists.GW_B, SIZE, "Onslaught (3000 points)"),
        (lists.GW_B, SIZE, "Game size: Onslaught (3000 points)"),
        (lists.GW_B, SIZE, "Points limit: 3000"),
        (lists.MARKDOWN, "Battle Size: Strike Force (2000 Point limit)", "Battle Size: Onslaught (3000 Point limit)"),
        (lists.MARKDOWN, "Battle Size: Strike Force (2000 Point limit)", "Battle Size: Onslaught"),
        (lists.COMPACT, "+ POINTS LIMIT: 2000pts", "+ POINTS LIMIT: 3000pts"),
        (lists.COMPACT, "+ FACTION KEYWORD: Xenos - Orks", "+ FACTION KEYWORD: Necrons"),
    ],
    ids=["app", "app, labelled", "app, a limit", "markdown", "markdown, no points", "WTC", "WTC, faction"],
)
def test_a_list_that_says_two_things_is_not_judged_and_the_second_is_named(text: str, stated: str, more: str) -> None:
    """Whatever comes first, what the larger size allows is no error, and nothing is legal."""
    if text is lists.COMPACT and stated not in text:
        text = text.replace("+ TOTAL ARMY", f"{stated}\n+ TOTAL ARMY", 1)
    assert stated in text
    for first, second in ((stated, more), (more, stated)):
        found = judged(text.replace(stated, f"{first}\n{second}", 1))
        named = [str(one.message) for one in found.findings if one.rule == "unread-line"]
        assert found.verdict != "legal"
        assert len(named) == 1
        assert second.partition(": ")[2] in named[0] or second in named[0]
        assert "points-limit" not in {one.rule for one in found.findings}
    assert not [
        one for one in judged(text.replace(stated, f"{stated}\n{stated}")).findings if one.rule == "unread-line"
    ]


@pytest.mark.parametrize(
    "form",
    ["{size}\n{points} points", "{points} points\n{size}", "{size}\nPoints: {points}", "Points: {points}\n{size}"],
)
def test_points_beside_those_of_the_game_are_those_of_the_army(form: str) -> None:
    def of(points: int) -> Validated:
        untitled = lists.GW_B.partition("\n")[2]
        return judged(untitled.replace(SIZE, form.format(size=SIZE, points=points)))

    assert of(245).army.limit == of(320).army.limit == 2000
    assert of(245).verdict == "legal"
    assert of(320).verdict == "unjudged"
    found = judged(lists.GW_B.replace(SIZE, f"{SIZE}\n3000 points"))  # its title says 245
    assert found.army.limit == 2000
    assert found.verdict == "unjudged"


def test_of_a_list_with_unknown_names_only_these_are_named() -> None:
    found = judged(lists.GW_B.replace("(245 points)", "(900 points)").replace("Warboss", "Warbossy"))
    assert drifts(found) == []
    assert found.verdict == "unjudged"


@pytest.mark.parametrize("wrong", [("1x Power klaw", "1x Powder klaw"), ("War Horde", "Wart Horde")])
@pytest.mark.parametrize(("total", "said"), [(320, "unjudged"), (244, "warning"), (319, ""), (245, "")])
def test_what_is_open_in_units_that_are_there_hides_no_missing_one(
    wrong: tuple[str, str], total: int, said: str
) -> None:
    """What settings cost is compared with the data's only where nothing is open."""
    text = lists.GW_B.replace("(245 points)", f"({total} points)")
    assert wrong[0] in text
    found = judged(text.replace(*wrong))
    stated = f"the list says {total} points in all, its units add up to 245"
    assert drifts(found) == ([(said, "", stated)] if said else [])
    assert found.verdict == "unjudged"


def test_a_unit_that_was_not_read_explains_a_total() -> None:
    found = judged(lists.GW_B.replace("(245 points)", "(900 points)") + "\n\n3x Meganobz\n")
    assert [one.rule for one in found.findings if one.severity == "unjudged"] == ["unread-line"]


class TestSavedRosters:
    @pytest.fixture(autouse=True)
    def _data(self, small_sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))

    def test_a_roster_of_these_data_has_no_drift(self) -> None:
        assert drifts(judged(LEGAL)) == []

    def test_a_unit_s_points_are_those_of_all_that_it_holds(self) -> None:
        whole = 'typeId="lc-pts" value="292.5"'
        old = LEGAL.replace('typeId="lc-pts" value="80"', 'typeId="lc-pts" value="70.5"', 1).replace(
            whole, whole.replace("292.5", "283")
        )
        found = judged(old)
        assert [(severity, unit) for severity, unit, _ in drifts(found)] == [("warning", "ferry-crab")]
        assert "70.5 points" in drifts(found)[0][2]
        assert found.verdict == "legal"

    def test_a_unit_that_gives_points_back_is_in_the_total(self) -> None:
        found = judged(
            LEGAL.replace('typeId="lc-pts" value="80"', 'typeId="lc-pts" value="-10"', 1).replace('"292.5"', '"202.5"')
        )
        assert [one[:2] for one in drifts(found)] == [("warning", "ferry-crab")]
        assert found.verdict == "legal"

    @pytest.mark.parametrize("revision", ["3", "2"], ids=["of these data", "of other data"])
    def test_a_roster_that_lacks_a_unit_has_no_lines_to_show(self, revision: str) -> None:
        text = LEGAL.replace('gameSystemRevision="3"', f'gameSystemRevision="{revision}"')
        found = judged(text.replace('value="292.5"', 'value="392.5"'))
        (drift,) = (one for one in found.findings if one.rule == "total-drift")
        assert drift.severity == "unjudged"
        assert drift.place is not None
        assert drift.place.line == 0
