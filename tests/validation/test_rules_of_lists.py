"""A list names the optional rules and readings that its event plays."""

from __future__ import annotations

from listbuilder.session import Session

LIST = """\
system: wh40k-10e
faction: space-marines
detachment: gladius-task-force
{rules}units:
  - {{id: captain, datasheet: captain, warlord: true}}
  - {{id: intercessors, datasheet: intercessor-squad}}
  - {{id: redemptor, datasheet: redemptor-dreadnought}}
declarations:
  strategic_reserves: [redemptor]
"""


def judged(line: str = "", *more: str) -> list[tuple[str, str]]:
    session = Session.from_text(LIST.format(rules=line).encode(), "army.yaml", rules=more)
    return [(one.rule, one.severity) for one in session.findings]


def test_a_reading_of_the_list_applies() -> None:
    assert judged() == [("sr-quarter", "error")]
    assert judged("rules: [sr-quarter=battle-size-limit]\n") == [("own-rules", "warning")]
    assert judged("rules: [battle-size-limit]\n") == [("own-rules", "warning")]


def test_rules_of_the_list_and_of_the_call_apply_together() -> None:
    assert ("reserves-half", "error") in judged("rules: [battle-size-limit]\n", "reserves-half")
    assert judged("rules: [reserves-half]\n", "battle-size-limit") == judged(
        "rules: [battle-size-limit, reserves-half]\n"
    )


def test_what_is_asked_for_besides_or_applies_anyway_is_not_said_of_the_list() -> None:
    assert judged("rules: [battle-size-limit]\n", "sr-quarter=battle-size-limit") == []
    assert judged("rules: [battle-size-limit]\n", "reserves-half")[0] == ("own-rules", "warning")
    assert judged("rules: [sr-quarter]\n") == [("sr-quarter", "error")]


def test_an_unknown_rule_is_named_at_its_place() -> None:
    session = Session.from_text(LIST.format(rules="rules: [battle-size-limits]\n").encode(), "army.yaml")
    first = session.findings[0]
    assert (first.rule, first.severity) == ("unknown-rule", "unjudged")
    assert "battle-size-limits" in str(first.message)
    assert first.place is not None
    assert (first.place.line, first.place.column) == (4, 9)
    assert [one.rule for one in session.findings[1:]] == ["sr-quarter"]


def test_the_rules_of_a_list_survive_saving() -> None:
    session = Session.from_text(LIST.format(rules="rules: [battle-size-limit]\n").encode(), "army.yaml")
    session.remove_unit("intercessors")
    assert "rules: [battle-size-limit]\n" in session.text()
