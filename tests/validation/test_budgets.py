"""Lists that exceed their budget are not judged, whatever format they are in; the finding names budget, value and limit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder import budget
from listbuilder.budget import Budget
from listbuilder.report.checking import Job, check_one
from listbuilder.report.entry import Entry
from listbuilder.report.record import ListReport
from listbuilder.validation import validate_bytes

HEAD = "name: X\nsystem: wh40k-10e\nfaction: orks\ndetachment: war-horde\nbattle_size: incursion\nunits:\n"
BOYZ = "  - {datasheet: boyz}\n"
APP = "X (85 points)\n\nOrks\nWar Horde\nIncursion (1000 points)\n\nBATTLELINE\n\n"
FOOTER = "\nExported with App Version: v1.18.0 (80), Data Version: v541\n"


@pytest.fixture(autouse=True)
def default() -> Iterator[None]:
    yield
    budget.use(budget.DEFAULT)


def refused(content: str, suffix: str = ".yaml") -> tuple[str, str | None, str | None]:
    """The message, the value and the limit of the only finding of a list that is too large."""
    record = check_one(Entry("list" + suffix, content=content.encode(), suffix=suffix), Job())
    assert (record.verdict, record.state) == ("unjudged", "too-large")
    (finding,) = record.findings
    assert (finding.rule, finding.severity) == ("too-large", "unjudged")
    return finding.message, finding.found, finding.bound


@pytest.mark.parametrize(
    ("limits", "content", "what", "found"),
    [
        (Budget(units=2), HEAD + BOYZ * 3, "units", "3"),
        (Budget(), HEAD + "  - {datasheet: boyz, models: {boy: 100000}}\n", "models in one unit", "100001"),
        (Budget(models=25), HEAD + BOYZ * 3, "models", "30"),
        (Budget(selections=20), HEAD + BOYZ * 3, "selections (units, models, wargear and settings)", ""),
        (
            Budget(unit_selections=30),
            HEAD + f"  - {{datasheet: warboss, enhancement: [{', '.join(['follow-me-ladz'] * 40)}]}}\n",
            "selections in one unit",
            "",
        ),
        (Budget(steps=20), HEAD + BOYZ * 3, "steps of evaluation", "21"),
    ],
    ids=["units", "unit_models", "models", "selections", "unit_selections", "steps"],
)
def test_our_own_lists(limits: Budget, content: str, what: str, found: str) -> None:
    budget.use(limits)
    message, value, limit = refused(content)
    assert message == f"too large: {value} {what}, at most {limit}"
    assert found in {"", value}


NOT_UNDERSTOOD = "keys, names and values that are not understood"


@pytest.mark.parametrize(
    "content",
    [
        HEAD + BOYZ + "".join(f"k{number}: 1\n" for number in range(9000)),
        HEAD + f"  - {{datasheet: boyz, {', '.join(f'k{number}: 1' for number in range(9000))}}}\n",
        HEAD + f"  - {{datasheet: boyz, models: {{{', '.join(f'k{number}: 1' for number in range(9000))}}}}}\n",
        HEAD + BOYZ + f"declarations: {{strategic_reserves: [{', '.join(f'k{number}' for number in range(9000))}]}}\n",
        HEAD.replace("units:", f"limits: {{{', '.join(f'k{number}: 1' for number in range(9000))}}}\nunits:") + BOYZ,
        HEAD + "".join(f"  - {{datasheet: k{number}}}\n" for number in range(9000)),
    ],
    ids=["keys", "unit", "models", "declarations", "limits", "units"],
)
def test_what_is_not_understood_does_not_fill_the_report(content: str) -> None:
    assert refused(content) == (f"too large: 5001 {NOT_UNDERSTOOD}, at most 5000", "5001", "5000")


def test_what_is_not_understood_in_lists_of_other_programs() -> None:
    budget.use(Budget(problems=2))
    assert refused(APP + "Sqigs (85 points)\n\nSqogs (85 points)\n\nSqugs (85 points)\n" + FOOTER, ".txt")[2] == "2"


@pytest.mark.parametrize("line", ["999999x Boyz (85 points)", f"{'9' * 1900}x Boyz (85 points)"])
def test_counts_of_texts_are_not_cut_to_what_is_allowed(line: str) -> None:
    message, _found, _limit = refused(f"{APP}{line}\n  • 1x Boss Nob\n{FOOTER}", ".txt")
    assert "models in one unit, at most 2000" in message


def test_texts_with_too_many_units() -> None:
    budget.use(Budget(units=2))
    assert refused(APP + "Boyz (85 points)\n\n" * 3 + FOOTER, ".txt")[1:] == ("3", "2")


@pytest.mark.parametrize("number", [999999, 10**9, 1e300])
def test_counts_in_json(number: float) -> None:
    unit = {
        "name": "Boyz",
        "number": 1,
        "type": "unit",
        "selections": [{"name": "Boy", "number": number, "type": "model"}],
    }
    force = {"name": "Army Roster", "catalogueName": "Xenos - Orks", "selections": [unit]}
    roster = {"name": "x", "gameSystemName": "Warhammer 40,000 10th Edition", "forces": [force]}
    message, found, _limit = refused(json.dumps({"roster": roster}), ".json")
    assert "models in one unit" in message
    assert int(found or 0) >= 999999


def test_what_is_within_its_budget_is_judged() -> None:
    budget.use(Budget(units=3, models=30))
    assert validate_bytes((HEAD + BOYZ * 3).encode()).verdict == "illegal"


LEADERLESS = (HEAD + BOYZ * 9).encode()  # over its points, with too many Boyz and no Warlord


def checked(content: bytes = LEADERLESS, **limits: int) -> ListReport:
    budget.use(Budget(**limits))
    return check_one(Entry("list.yaml", content=content, suffix=".yaml"), Job())


@pytest.mark.parametrize("spent", ["fix_steps", "fix_seconds"])
def test_the_search_for_fixes_ends_without_changing_the_verdict(spent: str) -> None:
    whole = checked()
    cut = checked(**{spent: -1})
    assert cut.verdict == whole.verdict == "illegal"
    assert [(one.rule, one.message) for one in cut.findings] == [(one.rule, one.message) for one in whole.findings]
    assert any(one.fixes for one in whole.findings)
    assert not any(one.unsought for one in whole.findings)
    assert all(one.unsought and not one.fixes for one in cut.findings)


def test_fixes_of_a_list_that_took_long_to_judge_are_not_looked_for() -> None:
    """Each change that is tried takes as much again: a list of 2,000 units spent a second on four of them."""
    whole, cut = checked(), checked(sought_steps=20)
    assert (cut.verdict, len(cut.findings)) == (whole.verdict, len(whole.findings))
    assert all(one.unsought and not one.fixes for one in cut.findings)
    assert any(one.fixes for one in checked(sought_steps=2_000).findings), "what the search takes does not count"


def test_a_search_that_was_begun_is_finished_and_the_next_is_not_begun() -> None:
    named = "".join(f"  - {{datasheet: boyz, name: Mob {number}}}\n" for number in range(9))
    led = (HEAD + "  - {datasheet: warboss, warlord: true}\n" + named).encode()
    whole = {one.rule: one.fixes for one in checked(led).findings}["datasheet-cap"]
    cut = {one.rule: one.fixes for one in checked(led, fix_steps=1).findings}["datasheet-cap"]
    assert len(whole) > 1
    assert cut == whole[:1]


@pytest.mark.parametrize("name", ["text", "json", "github", "junit", "sarif"])
def test_reports_say_that_fixes_were_not_looked_for(name: str) -> None:
    from listbuilder.events.reports import Settings, reports

    report = reports()[name]
    text = "".join(report.render([checked(fix_steps=-1)], Settings()))
    assert "unsought" in text if name == "json" else "not looked for: the budget of the search is spent" in text
    assert "none known" not in text
    assert "not looked for" not in "".join(report.render([checked()], Settings()))


def test_mending_ends_with_its_share_and_says_so() -> None:
    budget.use(Budget(fix_steps=-1))
    record = check_one(Entry("list.yaml", content=LEADERLESS, suffix=".yaml"), Job(fix=True, unsafe=True, diff=True))
    assert (record.verdict, record.fixed, record.diff) == ("illegal", (), "")
    assert {one.left for one in record.findings if one.severity == "error"} == {
        "the budget of the search for fixes is spent"
    }


def test_an_interrupted_evaluation_is_no_result() -> None:
    """The evaluation that the budget ends is done again, not taken as it is."""
    validated = validate_bytes(LEADERLESS)
    findings = validated.findings
    roster = validated.bound.roster
    budget.use(Budget(steps=10))
    from listbuilder.roster.edits import SetAmount

    units = [unit for force in roster.walk_forces() for unit in force.selections]
    model = next(node for unit in units for node in unit.walk() if node.amount > 1)
    before = model.amount
    with pytest.raises(budget.TooLarge):
        SetAmount(model, before + 5).apply(roster)
        validated.again()
    budget.use(budget.DEFAULT)
    SetAmount(model, before).apply(roster)
    assert validated.again().findings == findings


def test_the_limits_hold_in_worker_processes(tmp_path: Path) -> None:
    from listbuilder.report.checking import check_all

    budget.use(Budget(units=2))
    entries = [Entry(f"{number}.yaml", content=(HEAD + BOYZ * 3).encode(), suffix=".yaml") for number in range(4)]
    assert [record.state for record in check_all(entries, Job(), jobs=2)] == ["too-large"] * 4


@pytest.mark.parametrize("number", [1, 2])
def test_names_of_units_are_counted_also_of_copies(number: int) -> None:
    budget.use(Budget(name=10))
    named = "  - {datasheet: boyz, name: A name that is far too long}\n"
    message, found, limit = refused(HEAD + BOYZ * (number - 1) + named)
    assert "at most 10" in message
    assert (found, limit) == ("27", "10")
