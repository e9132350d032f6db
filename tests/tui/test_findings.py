"""The findings pane: going through, jumping, fixing; and the gauge above."""

from __future__ import annotations

import re

import pytest
from fake_session import FakeSession

from listbuilder.i18n import Text, set_language
from listbuilder.rules.diagnostic import Decide, Diagnostic, Fix, RemoveUnit, SetWarlord
from listbuilder.session import Session
from listbuilder.terminal import columns
from listbuilder.tui.finding_lines import Found, described, in_one_line
from listbuilder.tui.screens.dialogs import Prompt
from listbuilder.tui.widgets import findings_pane
from listbuilder.tui.widgets.findings_pane import FindingsPane, Known

TOO_MANY = b"""\
name: Launchers
system: wh40k-10e
faction: space-marines
units:
  - id: squad
    datasheet: intercessor-squad
    models: {intercessor: 9}
    wargear: {intercessor: [{count: 3, add: astartes-grenade-launcher}]}
"""
SQUADS = ("warden", "guard", "guard", "guard", "guard", "relic")


def rules(driver):
    return [finding.rule for finding in driver.session.findings]


async def test_findings_show_message_rule_source_and_fix(begun):
    async with begun(SQUADS, size=(160, 50)) as driver:
        assert "f Make Warden Captain the warlord" in driver.text()

        await driver.press("4", "down")
        text = driver.text()

        assert "Gate Guard: 4 taken, at most 3" in text
        assert "Muster · datasheet-cap" in text
        assert "f Remove Gate Guard" in text
        assert "✗ 2 errors   ▲ 1 warning   n next" in text


async def test_errors_come_first(begun):
    async with begun(SQUADS) as driver:
        shown = [finding.severity for finding in driver.main.query_one(FindingsPane)._findings]

        assert shown == ["error", "error", "warning"]


async def test_units_show_their_worst_finding(begun):
    async with begun(SQUADS) as driver:
        lines = driver.text().splitlines()

        assert any(re.search(r"Relic Engine †\s+▲\s", line) for line in lines)
        assert sum(bool(re.search(r"Gate Guard \w ×5\s+✗\s", line)) for line in lines) == 1


async def test_enter_jumps_to_the_unit(begun):
    async with begun(SQUADS) as driver:
        await driver.press("4", "down", "enter")

        assert driver.main.unit_id == "guard-4"
        assert driver.focused_id == "unit"


async def test_next_and_previous_go_round(begun):
    async with begun(SQUADS) as driver:
        await driver.press("n")
        assert driver.main.unit_id == "guard-4"
        await driver.press("n")
        assert driver.main.unit_id == "relic"
        await driver.press("N", "N")
        assert driver.main.query_one(FindingsPane).current.rule == "warlord"


async def test_next_leaves_out_none(begun):
    """The first of all, and what takes the place of a finding that was mended, are next where nobody has gone to them."""
    async with begun(SQUADS) as driver:
        await driver.press("n", "f", "n")
        assert driver.main.unit_id == "relic"
    async with begun(SQUADS) as driver:
        driver.main.select_unit("warden")
        await driver.press("w", "n")
        assert rules(driver) == ["datasheet-cap", "legends"]
        assert driver.main.unit_id == "guard-4"


async def test_what_the_player_has_to_state_is_asked_for(begun, monkeypatch):
    lacking = Diagnostic("no-limit", Text("nothing limits the points"), "unjudged", fixes=(Decide("limit"),))
    monkeypatch.setattr(FakeSession, "findings", (lacking,))
    monkeypatch.setattr(FakeSession, "iter_fixes", lambda *_: iter(()))
    async with begun(("warden",)) as driver:
        await driver.click("f Change the points limit", 3)
        assert isinstance(driver.app.screen, Prompt)


async def test_fix_of_the_finding_and_undo(begun):
    async with begun(SQUADS) as driver:
        await driver.press("4", "f")
        assert "warlord" not in rules(driver)
        assert driver.notes == ["Done: Make Warden Captain the warlord"]
        assert "Done: Make Warden Captain the warlord   u undo" in driver.text()

        await driver.press("u")
        assert "warlord" in rules(driver)


async def test_fix_in_the_army_is_the_units_own(begun):
    async with begun(SQUADS) as driver:
        driver.main.select_unit("guard-4")
        await driver.press("f")

        assert "datasheet-cap" not in rules(driver)
        assert "warlord" in rules(driver)


async def test_f_does_what_is_read_at_the_finding_that_was_gone_to(begun, monkeypatch):
    """Not what the unit in view has besides: where the finding is about the army, and where it is the unit's second one."""
    async with begun(SQUADS) as driver:
        await driver.press("n", "N")
        assert driver.main.unit_id == "guard-4"
        await driver.press("f")
        assert rules(driver) == ["datasheet-cap", "legends"]

    def of(rule, action):
        return Diagnostic(rule, Text(rule), unit="guard-4", fixes=(Fix(action),))

    found = of("first", RemoveUnit("guard-4")), of("second", SetWarlord("warden"))
    async with begun(SQUADS) as driver:
        monkeypatch.setattr(FakeSession, "findings", found)
        driver.main.show_all()
        driver.main.select_unit("guard-4")
        driver.main.findings_pane.point_at("1")
        await driver.press("f")
        assert driver.session.army.unit("warden").warlord
        assert driver.session.army.unit("guard-4") is not None


async def test_a_finding_without_a_fix_says_so(begun):
    async with begun(("warden", "relic")) as driver:
        await driver.press("w", "4", "f")

        assert driver.notes[-1] == "No fix is known for this finding."


async def test_no_findings(begun):
    async with begun(("warden",)) as driver:
        await driver.press("w", "n", "f")

        assert "✓ legal" in driver.text()
        assert driver.notes[-2:] == ["There are no findings.", "There are no findings."]


@pytest.mark.parametrize(
    ("units", "expected"),
    [((), "0 / 1,000 pts"), (("relic",) * 5, "0 left"), (("relic",) * 6, "✗ 200 over")],
)
async def test_the_gauge_is_right_and_needs_no_colour(begun, units, expected):
    async with begun(units) as driver:
        assert expected in driver.text()


async def test_the_gauge_follows_undo(begun):
    async with begun(("guard",)) as driver:
        await driver.press("c")
        assert "180 / 1,000" in driver.text()
        await driver.press("u")
        assert "90 / 1,000" in driver.text()


async def test_the_pointed_finding_previews_what_its_fixes_change(begun):
    async with begun(SQUADS, size=(120, 40)) as driver:
        await driver.press("exclamation_mark", "down")
        await driver.until("Fixes")

        line = next(line for line in driver.text().splitlines() if "  f Remove Gate Guard" in line and "→" in line)
        assert re.search(r"-90 +2 → 1", line)
        await driver.press("f")
        assert "datasheet-cap" not in rules(driver)


async def test_a_narrow_preview_says_what_its_numbers_are_before_them(begun):
    """Behind them the word would have to agree with the last."""
    async with begun(SQUADS, size=(40, 20)) as driver:
        await driver.press("exclamation_mark", "down")
        await driver.until("-90  errors 2 → 1")


async def test_no_fix_is_tried_out_while_edits_follow_each_other(begun, monkeypatch):
    async with begun(SQUADS, size=(120, 40)) as driver:
        asked, now = [], [0.0]
        monkeypatch.setattr(findings_pane, "REST", 0.08)
        monkeypatch.setattr(findings_pane, "monotonic", lambda: now[0])
        monkeypatch.setattr(Known, "look", lambda known: asked.append(known) or setattr(known, "done", True))
        driver.session.add_unit("guard")
        await driver.pilot.pause(2 * findings_pane.REST)
        assert not asked  # as if the next edit had come
        now[0] += findings_pane.REST
        await driver.settle()
        assert asked


async def test_a_click_on_a_fix_does_it_and_a_digit_another(begun):
    async with begun(SQUADS, size=(120, 40)) as driver:
        await driver.until("f Make Warden")
        row = next(n for n, line in enumerate(driver.text().splitlines()) if "f Make Warden" in line)
        column = driver.text().splitlines()[row].index("f Make")
        await driver.pilot.click(offset=(column + 3, row))
        await driver.settle()

        assert "warlord" not in rules(driver)
        await driver.press("exclamation_mark", "9")  # there is no ninth one
        assert driver.session.undo() is not None


async def test_a_click_opens_a_finding_and_the_next_one_goes_to_its_unit(begun):
    async with begun(SQUADS, size=(120, 40)) as driver:
        for focused in ("findings", "unit"):
            row = next(n for n, line in enumerate(driver.text().splitlines()) if "4 taken, at most 3" in line)
            await driver.pilot.click(offset=(8, row))
            await driver.settle()
            assert driver.focused_id == focused
        assert driver.main.unit_id == "guard-4"


async def test_the_counts_in_the_header_go_to_the_first_of_them(begun):
    async with begun(SQUADS, size=(120, 40)) as driver:
        column = driver.text().splitlines()[1].index("1 warning")
        await driver.pilot.click(offset=(column, 1))
        await driver.settle()

        assert driver.main.unit_id == "relic"


async def test_what_was_agreed_on_is_not_changed_unseen(start):
    async with start(backend=Session) as driver:
        session = Session.new("wh40k-10e", "space-marines", battle_size="incursion", detachment="gladius-task-force")
        for _ in range(6):
            session.add_unit("redemptor-dreadnought")
        await driver.app.show_list(session)
        await driver.settle()
        pane = driver.main.findings_pane
        place = next(n for n, one in enumerate(pane._findings) if one.rule == "points-limit")
        pane.point_at(str(place))
        offer = pane.fix(place, 0)
        while offer is not None and not offer.agreed:  # all others, so that such a one is the first
            pane._known[place].fixes.pop(0)
            offer = pane.fix(place, 0)
        assert offer is not None
        driver.main.desk.point("")
        await driver.press("f")
        assert driver.focused_id == "findings"
        assert driver.session.limit == 1000
        await driver.press("f")
        assert "points-limit" not in rules(driver)


async def test_n_goes_to_the_row_at_fault(start):
    async with start(backend=Session, size=(120, 40)) as driver:
        session, unit = Session.from_text(TOO_MANY), "squad"
        await driver.app.show_list(session)
        await driver.settle()
        finding = next(one for one in session.findings if one.unit == unit and one.rule == "wargear-options")
        while driver.main.findings_pane.current is not finding:
            await driver.press("n")

        assert driver.focused_id == "army"
        assert driver.main.unit_pane.row.label == "Astartes grenade launcher"


async def test_n_goes_to_what_is_declared_of_the_unit_or_marked_on_it(start, root):
    async with start(root / "factions/wh40k-10e/examples/illegal.yaml", backend=Session, size=(120, 40)) as driver:
        pane = driver.main.unit_pane
        for unit, line, shown in (
            ("captain", "!attach-leader", "✗ Redemptor Dreadnought"),
            ("lieutenant", "!choose-enhancement", "✗ Artificer Armour"),
        ):
            await driver.press("n")
            assert (driver.main.unit_id, pane.pointed) == (unit, line)
            assert shown in driver.text()
        driver.main.army_pane.point_at("redemptor-1")
        driver.main.desk.edit(lambda: driver.session.set_reserves("redemptor-1", "deep-strike"))  # which it cannot
        await driver.settle()
        assert re.search("Starts +✗ Deep Strike", driver.text())


async def test_the_first_fix_is_whole_where_its_message_leaves_room(start, root):
    illegal = root / "factions" / "wh40k-10e" / "examples" / "illegal.yaml"
    async with start(illegal, backend=Session, size=(120, 40)) as driver:
        line = next(line for line in driver.text().splitlines() if "2,065 points, at most" in line)
        assert "f reduce Intercessor Squad to 5 models (80 points less) " in line
        await driver.press("exclamation_mark", "down", "down", "escape")  # its fixes are looked for while it is open
        await driver.until("f remove Artificer")
        line = next(line for line in driver.text().splitlines() if "Artificer Armour: 2 times" in line)
        assert "  Lieutenant  f remove Artificer Armour" in line
        line = next(line for line in driver.text().splitlines() if "Captain: cannot join" in line)
        assert re.search("only .{40,}…  f detach Captain", line)  # cut by the words of a short fix alone


async def test_a_name_is_said_once_and_thousands_are_separated(start, tmp_path):
    path = tmp_path / "list.yaml"
    path.write_text(
        "system: wh40k-10e\nfaction: orks\nbattle_size: incursion\nunits: ["
        "{id: a, datasheet: trukk}, {id: b, datasheet: trukk},"
        "{id: c, datasheet: boyz}, {id: mek, datasheet: mek, warlord: true}, {id: ghaz, datasheet: ghazghkull-thraka},"
        + ", ".join(f"{{id: g{n}, datasheet: gorkanaut}}" for n in range(3))
        + "]\ndeclarations: {attach: {ghaz: c}}\n",
        "utf-8",
    )
    async with start(path, backend=Session, size=(160, 60)) as driver:
        await driver.until("Must be the Warlord")
        lines = driver.text().splitlines()
        (commander,) = [line for line in lines if "Must be the Warlord" in line]
        assert commander.split("  f ")[0].count("Ghazghkull Thraka") == 1
        empty = [line for line in lines if "starts the battle empty" in line]
        assert [re.search(r"in it +(Trukk \w)", line)[1] for line in empty] == ["Trukk A", "Trukk B"]
        assert re.search(r"costs 1,\d{3} points, at most 1,000", driver.text())


async def test_a_high_window_shows_more_findings(begun):
    crowd = ("relic",) * 12
    async with begun(crowd, size=(160, 60)) as driver:
        pane = driver.main.query_one(FindingsPane)
        assert len(driver.session.findings) > 10
        assert pane.size.height == 10
        await driver.resize(160, 45)
        assert pane.size.height == 4


async def test_what_only_the_player_can_choose_is_opened(start):
    """No detachment was chosen: nothing speaks for one of many, so the key of a fix shows them."""
    async with start(backend=Session, size=(160, 50)) as driver:
        await driver.app.show_list(Session.new("wh40k-10e", "space-marines", battle_size="incursion"))
        await driver.settle()
        pane = driver.main.findings_pane
        pane.point_at(str(next(n for n, one in enumerate(pane._findings) if one.rule == "army-detachment")))
        await driver.press("exclamation_mark")
        await driver.until("f Change the detachment")
        await driver.press("f")
        await driver.until("Gladius Task Force")
        await driver.press("enter")

        assert driver.session.army.detachments
        assert "army-detachment" not in rules(driver)


@pytest.mark.parametrize("language", ["en", "zh", "ru"])
def test_a_long_finding_leaves_room_for_what_is_to_be_done(language):
    """Which of three squads a fix deploys stands at its end."""
    session = Session.new("wh40k-10e", "space-marines", battle_size="strike-force", detachment="gladius-task-force")
    session.set_warlord(session.add_unit("captain"))
    for _ in range(3):
        session.add_unit("redemptor-dreadnought")
    for squad in [session.add_unit("intercessor-squad") for _ in range(3)]:
        session.set_reserves(squad, "strategic-reserves")
    finding = next(one for one in session.findings if one.rule == "sr-quarter")
    fixes = list(session.iter_fixes(finding))
    set_language(language)
    for width in range(60, 100):  # below the finding each fix is whole, however its lines are broken
        told = described(session, Found(0, finding, fixes, searching=False), width).plain
        assert "…" not in told
        assert max(map(columns, told.splitlines())) <= width
    line = in_one_line(session, Found(0, finding, fixes, searching=False), 116)

    assert line.cell_length <= 116
    if language != "ru":
        assert line.plain.endswith(str(fixes[0].title.render(session.localise)))
    assert line.plain.rpartition(" f ")[2][:30] in str(fixes[0].title.render(session.localise))


async def test_findings_name_units_in_the_language_of_the_user(start, tmp_path):
    units = (
        "[{id: c, datasheet: captain, warlord: true}, {id: s, datasheet: intercessor-squad, models: {intercessor: 30}}]"
    )
    stated = f"system: wh40k-10e\nfaction: space-marines\ndetachment: gladius-task-force\nunits: {units}\n"
    path = tmp_path / "work" / "list.yaml"
    path.write_text(stated, "utf-8")
    set_language("zh")
    async with start(path, backend=Session, size=(120, 40)) as driver:
        drawer = driver.main.findings_pane
        assert any("仲裁者" in line.text.plain for line in drawer._shown)
        assert not any("Intercessor" in line.text.plain for line in drawer._shown)


async def test_what_a_fix_saves_is_said_once(start, root):
    illegal = root / "factions" / "wh40k-10e" / "examples" / "illegal.yaml"
    async with start(illegal, backend=Session, size=(80, 24)) as driver:
        await driver.press("exclamation_mark")
        await driver.until("2 Reduce Hellblaster")
        line = next(line for line in driver.text().splitlines() if "2 Reduce Hellblaster" in line)
        assert re.search(r"to 5 models +-110 +6 → 5", line)


async def test_what_is_about_no_unit_and_no_setting_is_told(start, tmp_path):
    """Nothing would be seen of the key, where the finding stands in the pane already."""
    new = Session.new("wh40k-10e", "orks", name="Nobody", detachment="war-horde")
    for _ in range(2):
        new.add_unit("warboss")
    new.save(tmp_path / "list.yaml")
    async with start(tmp_path / "list.yaml", size=(120, 40), backend=Session) as driver:
        driver.main.select_unit(new.army.units[1].id)
        await driver.press("n")
        assert driver.main.desk.unit_id == new.army.units[1].id
        assert driver.notes[-1:] == [str(driver.session.findings[0].message)]


async def test_source_and_rule_are_whole_in_a_narrow_window(start, root):
    set_language("zh")
    try:
        illegal = root / "factions" / "wh40k-10e" / "examples" / "illegal.yaml"
        async with start(illegal, backend=Session, size=(40, 12)) as driver:
            await driver.press("4")
            lines = [line.strip(" ▌▅▆▇") for line in driver.text().splitlines()]
            assert {"核心规则：组建军队：选择战斗规模", "points-limit"} <= set(lines)
    finally:
        set_language("en")
