"""Judging a list: a pure function of the list, its data and the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.army import Army
from listbuilder.catalogue.system import RuleSpec, System
from listbuilder.errors import InputError, Place, Problem
from listbuilder.i18n import Text
from listbuilder.naming import nearest
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations
from listbuilder.rules.checker import Ruleset, verdict
from listbuilder.rules.diagnostic import Diagnostic, Fix, RemoveUnit, decision
from listbuilder.validation import validate_bytes, validate_file
from listbuilder.validation.grounds import lacking
from listbuilder.validation.problems import lacks_units, problems_of, soften
from tests.conftest import ROOT
from tests.rules import factory as f

EXAMPLES = ROOT / "factions" / "wh40k-10e" / "examples"
LEGAL = EXAMPLES / "legal.yaml"
ILLEGAL = EXAMPLES / "illegal.yaml"


def rules(findings: tuple[Diagnostic, ...]) -> list[str]:
    return [finding.rule for finding in findings]


class TestValidate:
    def test_a_list_has_an_army_findings_and_a_verdict(self) -> None:
        legal, illegal = validate_file(LEGAL), validate_file(ILLEGAL)

        assert (legal.verdict, legal.findings) == ("legal", ())
        assert illegal.verdict == "illegal"
        assert {"points-limit", "datasheet-cap", "transport-capacity"} <= set(rules(illegal.findings))
        assert (legal.system.id, illegal.army.points) == ("wh40k-10e", 2065)

    def test_the_same_bytes_give_the_same_findings(self) -> None:
        content = ILLEGAL.read_bytes()
        first, second = validate_bytes(content, "list.yaml"), validate_bytes(content, "list.yaml")

        assert first.findings == second.findings
        assert next(finding.place.file for finding in first.findings if finding.place) == "list.yaml"

    def test_judging_changes_nothing(self) -> None:
        validated = validate_file(ILLEGAL)
        nodes = [(node.id, node.amount) for node in validated.bound.roster.walk()]
        again = validated.again()

        assert again.findings == validated.findings
        assert [(node.id, node.amount) for node in validated.bound.roster.walk()] == nodes

    def test_again_sees_the_roster_as_it_is(self) -> None:
        validated = validate_file(LEGAL)
        validated.bound.roster.declarations = Declarations(attach={"nobody": "captain"})

        assert validated.findings == ()
        assert "declarations" in str(validated.again().findings[0].message)

    def test_another_army_is_judged_by_the_same_rules(self) -> None:
        validated = validate_file(LEGAL)
        twice = replace(validated.army, units=validated.army.units + validated.army.units[:1])

        assert rules(validated.judge(twice)) == ["enh-max-3", "warlord"]
        assert validated.findings == ()

    def test_optional_rules_apply_when_asked_for(self) -> None:
        optional = next(spec.id for spec in validate_file(LEGAL).system.rules if not spec.enabled)

        assert optional in {rule.id for rule in validate_file(LEGAL, (optional,)).ruleset.rules}
        assert optional not in {rule.id for rule in validate_file(LEGAL).ruleset.rules}
        with pytest.raises(InputError):
            validate_file(LEGAL, ("no-such-rule",))

    def test_declarations_of_another_file_replace_those_of_the_list(self, tmp_path: Path) -> None:
        declared = tmp_path / "round.yaml"
        declared.write_text("strategic_reserves: [nobody]\n", "utf-8")
        own, other = validate_file(LEGAL), validate_file(LEGAL, declaration=declared)

        assert own.army.declarations.attach
        assert not other.army.declarations.attach
        assert other.bound.set_aside == own.army.declarations
        assert [(one.rule, str(one.message), one.place) for one in other.findings] == [
            ("unknown-name", "unknown unit: nobody", Place(str(declared), 1, 22))
        ]

    @pytest.mark.parametrize(
        ("roster", "wrong"),
        [("list.yaml", False), ("./list.yaml", False), ("other.yaml", True), ("sub/list.yaml", True)],
    )
    def test_declarations_that_are_for_another_list_are_a_warning(
        self, tmp_path: Path, roster: str, wrong: bool
    ) -> None:
        (tmp_path / "list.yaml").write_bytes(LEGAL.read_bytes())
        (tmp_path / "round.yaml").write_text(f"roster: {roster}\n", "utf-8")
        found = validate_file(tmp_path / "list.yaml", declaration=tmp_path / "round.yaml")

        assert [(one.severity, str(one.message), one.place) for one in found.findings] == (
            [
                (
                    "warning",
                    f"this declaration is for {roster} (name list.yaml in it, or leave that out)",
                    Place(str(tmp_path / "round.yaml"), 1, 9),
                )
            ]
            if wrong
            else []
        )

    def test_formation(self) -> None:
        validated = validate_file(LEGAL)
        leader, body = next(iter(validated.army.declarations.attach.items()))

        assert any({leader, body} <= {unit.id for unit in group.units} for group in validated.formation.groups)


class TestProblems:
    def test_unknown_names_are_findings_before_all_others(self) -> None:
        content = LEGAL.read_text("utf-8").replace("datasheet: captain", "datasheet: captn", 1).encode()
        found = validate_bytes(content, "list.yaml").findings

        assert found[0].rule == "unknown-name"
        assert found[0].severity == "unjudged"
        assert "(did you mean" in str(found[0].message)
        assert found[0].place is not None
        assert content.decode().splitlines()[found[0].place.line - 1].count("captn") == 1

    @pytest.mark.parametrize(
        ("problem", "message", "place"),
        [
            (Problem("plain"), "plain", None),
            (Problem(Text("a {b}", {"b": 1}), "f", 3, 4), "a 1", Place("f", 3, 4)),
            (Problem("plain", hint="try this"), "plain (try this)", None),
        ],
    )
    def test_a_problem_becomes_a_finding(self, problem: Problem, message: str, place: Place | None) -> None:
        bound = validate_file(LEGAL).bound
        bound.problems = [problem]
        found = next(problems_of(bound))

        assert (str(found.message), found.place, found.rule, found.severity) == (
            message,
            place,
            problem.rule,
            problem.severity,
        )

    def test_a_message_keeps_its_template(self) -> None:
        bound = validate_file(LEGAL).bound
        text = Text("a {b}", {"b": 1})
        bound.problems = [Problem(text), Problem("plain")]
        first, second = problems_of(bound)

        assert first.message is text
        assert second.message.render(str) == "plain"

    @pytest.mark.parametrize(
        ("stated", "then"),
        [
            ("{set: native, date: '2020-02-02'}", "2020-02-02"),
            ("{set: native, sha256: '00'}", None),
            ("{set: native, revision: old}", "old"),
        ],
    )
    def test_other_data_than_the_list_states(self, stated: str, then: str | None) -> None:
        lines = [line for line in LEGAL.read_text("utf-8").splitlines() if not line.startswith("data:")]
        content = "\n".join([*lines, f"data: {stated}", ""]).encode()
        found = validate_bytes(content).findings

        assert [(one.rule, one.severity) for one in found] == [("data-changed", "info")]
        assert found[0].place is not None
        assert found[0].place.line == len(lines) + 1
        if then:
            assert f"made with the data of {then}, checked with those of 20" in str(found[0].message)

    def test_the_stated_data_are_no_finding(self) -> None:
        validated = validate_file(LEGAL)
        pin = validated.bound.data.pin
        lines = [line for line in LEGAL.read_text("utf-8").splitlines() if not line.startswith("data:")]
        content = "\n".join([*lines, f"data: {{set: native, date: '{pin.date}', sha256: '{pin.sha256}'}}", ""]).encode()

        assert validate_bytes(content).findings == ()


def finding(found: int | None, bound: int | None, unit: str = "", severity: str = "error") -> Diagnostic:
    fix = Fix(RemoveUnit("u"))
    return Diagnostic("rule", Text("text"), severity, unit, found=found, bound=bound, fixes=(fix,))


UNKNOWN_IN_U = Diagnostic("unknown-name", Text("?"), "unjudged", "u")
WARNING_IN_U = Diagnostic("notice", Text("?"), "warning", "u")


class TestSoften:
    @pytest.mark.parametrize(
        ("one", "problems", "doubtful"),
        [
            (finding(1, 2, "u"), [UNKNOWN_IN_U], True),
            (finding(1, 2), [UNKNOWN_IN_U], True),
            (finding(1, 2, "v"), [UNKNOWN_IN_U], False),
            (finding(2, 2, "u"), [UNKNOWN_IN_U], False),
            (finding(3, 2, "u"), [UNKNOWN_IN_U], False),
            (finding(None, 2, "u"), [UNKNOWN_IN_U], False),
            (finding(1, None, "u"), [UNKNOWN_IN_U], False),
            (finding(1, 2, "u"), [WARNING_IN_U], False),
            (finding(1, 2), [], False),
            (finding(1, 2, "u", "warning"), [UNKNOWN_IN_U], False),
        ],
    )
    def test_too_few_is_doubtful_where_something_is_unknown(
        self, one: Diagnostic, problems: list[Diagnostic], doubtful: bool
    ) -> None:
        found = list(soften([one], problems))

        assert found == [replace(one, severity="unjudged", fixes=()) if doubtful else one]

    @pytest.mark.parametrize(("rule", "said"), [("unknown-name", False), ("missing-catalogue", True)])
    def test_what_is_lacking_is_left_out_at_the_place_of_the_name_that_would_state_it(
        self, rule: str, said: bool
    ) -> None:
        """A list without a file has one place for all that is found."""
        here = Place("", 1, 1)
        problem = Diagnostic(rule, Text("?"), "unjudged", place=here)
        found = list(soften([replace(finding(0, 1), place=here)], [problem]))
        assert [one.severity for one in found] == ["unjudged"] * said

    @pytest.mark.parametrize(("firm", "doubtful"), [(None, False), ((), True), (("rule",), False)])
    def test_where_the_detachment_is_unknown_only_rules_judge_that_it_cannot_change(
        self, firm: tuple[str, ...] | None, doubtful: bool
    ) -> None:
        one = finding(3, 2, "u")
        assert list(soften([one], [], firm)) == [replace(one, severity="unjudged", fixes=()) if doubtful else one]


FOUR = """\
system: wh40k-10e
faction: orks
detachment: {detachment}
battle_size: incursion
units:
  - {{id: boss, datasheet: warboss, warlord: true}}
  - {{id: mad, datasheet: mad-dok-grotsnik}}
  - {{id: mad-2, datasheet: mad-dok-grotsnik}}
  - {{id: pain-1, datasheet: painboy}}
  - {{id: pain-2, datasheet: painboy}}
  - {{id: pain-3, datasheet: painboy}}
  - {{id: pain-4, datasheet: painboy}}
"""


class TestUnknownDetachment:
    """A detachment may let an army have what it could not have otherwise: where it is unknown, such errors are open."""

    @staticmethod
    def severities(detachment: str) -> dict[str, str]:
        found = validate_bytes(FOUR.format(detachment=detachment).encode()).findings
        return {one.rule: one.severity for one in found if one.rule in {"datasheet-cap", "epic-hero-unique"}}

    def test_what_it_may_change_is_open(self) -> None:
        assert self.severities("war-horde") == {"datasheet-cap": "error", "epic-hero-unique": "error"}
        assert self.severities("Yet Unheard Of") == {"datasheet-cap": "unjudged", "epic-hero-unique": "error"}


class TestAbsentUnits:
    """A unit that could not be bound may be the one that shows another, which the data hide without it."""

    LIST = """name: Harbour
system: lantern-coast
faction: Harbour Watch
limits: {{pts: 500}}
forces:
- force: Patrol
  selections:
{units}"""

    @pytest.fixture(autouse=True)
    def _installed(self, small_sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))

    def hidden(self, *units: str) -> list[str]:
        text = self.LIST.format(units="".join(f"  - {{entry: {unit}}}\n" for unit in units))
        return [one.severity for one in validate_bytes(text.encode()).findings if one.rule == "data-hidden"]

    def test_what_is_hidden_is_an_error(self) -> None:
        assert self.hidden("Dock Golem") == ["error"]
        assert self.hidden("Dock Golem", "Watch Captain") == []

    def test_what_an_unknown_unit_may_show_is_open(self) -> None:
        assert self.hidden("Dock Golem", "Harbour Master") == ["unjudged"]

    @pytest.mark.parametrize(
        ("problem", "lacks"),
        [
            (Diagnostic("unknown-name", Text("?"), "unjudged", "absent"), True),
            (Diagnostic("not-offered", Text("?"), "error", "absent"), True),
            (Diagnostic("unread-line", Text("?"), "unjudged"), True),
            (Diagnostic("unread-line", Text("?"), "warning"), False),
            (Diagnostic("incomplete", Text("?"), "unjudged"), False),
            (UNKNOWN_IN_U, False),
        ],
    )
    def test_what_may_be_a_unit_that_is_not_in_the_army(self, problem: Diagnostic, lacks: bool) -> None:
        assert lacks_units([problem], f.army(f.captain(id="u"))) is lacks


class TestGrounds:
    """A list that nothing limits, or that nothing was checked of, is not legal but unjudged."""

    RULES = Ruleset.from_system(System(id="bare", name={"en": "Bare"}))

    def reasons(
        self, army: Army, ruleset: Ruleset = RULES, found: tuple[Diagnostic, ...] = ()
    ) -> list[tuple[str, str]]:
        return [(one.rule, one.severity) for one in lacking(army, ruleset, found)]

    def test_nothing_limits_the_points(self) -> None:
        army = f.army(f.captain())
        free = replace(army, limit=None)
        assert self.reasons(army) == []
        assert self.reasons(free) == [("no-limit", "unjudged")]
        assert [decision(one) for one in lacking(free, self.RULES, ())] == ["limit"]
        assert self.reasons(free, found=(Diagnostic("other", Text("wrong")),)) == [("no-limit", "unjudged")]

    def test_a_rule_of_the_game_says_it_in_its_own_words(self) -> None:
        sizes = System(id="sized", name={"en": "Sized"}, rules=(RuleSpec(id="size", kind="battle-size"),))
        assert self.reasons(replace(f.army(f.captain()), limit=None), Ruleset.from_system(sizes)) == []

    def test_an_empty_list_is_not_legal(self) -> None:
        empty = f.army()
        assert self.reasons(empty) == [("nothing-judged", "unjudged")]
        assert self.reasons(empty, found=(Diagnostic("min-character", Text("none")),)) == []

    def test_without_points_some_constraint_or_rule_must_have_judged(self) -> None:
        free = replace(f.army(f.captain()), limit=None, has_points=False)
        assert self.reasons(free) == []
        assert self.reasons(replace(free, bounded=False)) == [("nothing-judged", "unjudged")]
        ruled = System(id="ruled", name={"en": "Ruled"}, rules=(RuleSpec(id="faction", kind="faction"),))
        assert self.reasons(replace(free, bounded=False), Ruleset.from_system(ruled)) == []

    def test_the_reason_is_a_finding_of_the_list(self) -> None:
        validated = validate_file(LEGAL)
        nothing = validated.judge(replace(validated.army, units=(), tree_findings=(), limit=None))
        assert verdict(nothing) != "legal"


class TestOneCause:
    """What is lacking because the name that would state it is unknown is not a finding of its own."""

    LIST = "system: wh40k-10e\nfaction: space-marines\ndetachment: {detachment}\nbattle_size: {size}\nunits:\n- {{datasheet: captain, warlord: true}}\n"

    def rules(self, detachment: str, size: str) -> list[tuple[str, str]]:
        text = self.LIST.format(detachment=detachment, size=size)
        found = validate_bytes(text.encode(), "list.yaml").findings
        return [(one.rule, one.severity) for one in found]

    def test_an_unknown_detachment(self) -> None:
        assert self.rules("nobody-knows-it", "incursion") == [("unknown-name", "unjudged")]

    def test_several_detachments_of_which_none_is_known(self) -> None:
        assert self.rules("[nobody-knows-it, nor-this]", "incursion") == [("unknown-name", "unjudged")] * 2

    def test_an_unknown_detachment_beside_a_known_one(self) -> None:
        assert self.rules("[gladius-task-force, nor-this]", "incursion") == [("unknown-name", "unjudged")]

    def test_an_unknown_size(self) -> None:
        assert self.rules("gladius-task-force", "gigantic") == [("unknown-name", "unjudged")]

    def test_an_unknown_kind_of_cost_does_not_hide_that_the_army_is_too_large(self) -> None:
        tanks = "- {datasheet: redemptor-dreadnought}\n" * 5
        text = self.LIST.format(detachment="gladius-task-force", size="incursion") + tanks + "limits:\n  ptz: 2000\n"
        found = {(one.rule, one.severity) for one in validate_bytes(text.encode(), "list.yaml").findings}
        assert found >= {("unknown-name", "unjudged"), ("points-limit", "error")}

    def test_what_is_really_lacking_is_reported(self) -> None:
        assert ("army-detachment", "error") in self.rules("[]", "incursion")


@pytest.mark.parametrize(
    ("missing", "rule", "place"),
    [
        ("warlord: true", "warlord", (5, 1)),  # where the units are stated
        ("detachment: gladius-task-force", "army-detachment", (2, 10)),  # the faction, whose detachment is missing
    ],
)
def test_a_finding_about_the_army_has_a_place(missing: str, rule: str, place: tuple[int, int]) -> None:
    text = TestOneCause.LIST.format(detachment="gladius-task-force", size="incursion").replace(missing, "name: Nothing")
    found = {one.rule: one.place for one in validate_bytes(text.encode(), "list.yaml").findings}
    assert found[rule] == ("list.yaml", *place)


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("Headhunters Task Force", ""),
        ("gladius task forse", "Gladius Task Force"),
        ("Firestorm Assault", "Firestorm Assault Force"),
        ("2000", ""),
        ("3000 分", "2000 分"),
    ],
)
def test_a_name_is_proposed_only_when_it_is_near(word: str, found: str) -> None:
    assert nearest(word, ["Gladius Task Force", "Firestorm Assault Force", "Anvil Siege Force", "2000 分"]) == found


@pytest.mark.parametrize(
    ("word", "known", "found"),
    [
        ("Battlesuit support system", ["Battlesuit fists"], ""),
        ("Assault cannon battery", ["Assault cannon rig", "Assault cannon"], "Assault cannon"),
        ("Oathband", ["Needgard Oathband"], "Needgard Oathband"),
        ("Fusion Blades upgradeFusion blaster", ["Fusion blaster"], "Fusion blaster"),
    ],
)
def test_a_beginning_in_common_makes_no_name_near(word: str, known: list[str], found: str) -> None:
    assert nearest(word, known, 80) == found


@pytest.mark.parametrize(("operatives", "verdict"), [(5, "unjudged"), (6, "illegal")])
def test_a_size_in_a_game_without_sizes_is_named_and_hides_nothing(operatives: int, verdict: str) -> None:
    text = "system: kill-team-2024\nfaction: angels-of-death\nbattle_size: large\nunits: [{datasheet: space-marine-captain}"
    found = validate_bytes((text + ", {datasheet: intercessor-warrior}" * operatives + "]\n").encode(), "list.yaml")
    assert ("unknown-name", 3) in [(one.rule, one.place.line) for one in found.findings if one.place is not None]
    assert found.verdict == verdict
