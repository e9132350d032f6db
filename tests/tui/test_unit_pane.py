"""The unit editor: counting, typing numbers, toggling, picking, splitting."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from listbuilder.army import Profile, TreeFinding
from listbuilder.catalogue.facts import Allowance
from listbuilder.catalogue.vocabulary import Vocabulary
from listbuilder.i18n import Text, set_language
from listbuilder.replacing import replace
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.session import Row, Session
from listbuilder.session.wargear import Bearers, Carried
from listbuilder.terminal import columns
from listbuilder.tui.sheet import keyword_lines, stat_lines
from listbuilder.tui.typed_number import TypedNumber
from listbuilder.tui.unit_marks import ENHANCE, Mark, mark_lines, may_bear, reasons_against
from listbuilder.tui.unit_rows import SheetLine, SheetRows, size_line
from listbuilder.tui.wargear_lines import Fault, WargearDrawing, _in_long_blocks, bounds, fault_of
from listbuilder.tui.weapon_columns import tables_of, weapon_columns
from listbuilder.tui.widgets.unit_pane import UnitPane
from tests.rules import factory


@pytest.fixture
def squad(begun):
    def begin(**options):
        return begun(("archers",), **options)

    return begin


async def to(driver, key):
    """Puts the cursor of the editor on the row."""
    await driver.press("2")
    driver.main.query_one(UnitPane).point_at(key)
    await driver.settle()
    assert driver.main.query_one(UnitPane).pointed == key


def models(driver):
    return driver.session.state.units[0].models


async def test_more_and_less_stop_at_the_bounds(squad):
    async with squad() as driver:
        await to(driver, "models")
        await driver.press("plus", "right", "equals_sign")
        assert models(driver) == 8

        await driver.press("minus", "left", "minus", "minus", "minus")
        assert models(driver) == 5


async def test_two_digits_are_one_step(squad):
    async with squad() as driver:
        await to(driver, "models")
        await driver.press("1")
        assert models(driver) == 5
        assert "1_" in driver.text()

        await driver.press("2")
        assert models(driver) == 12
        assert len(driver.session.past) == 1


async def test_one_digit_counts_on_enter_and_on_leaving(squad):
    async with squad() as driver:
        await to(driver, "models")
        await driver.press("6")
        assert models(driver) == 6

        await driver.press("2", "enter")
        assert models(driver) == 5  # two are too few: as near as the data allow

        await driver.press("1", "down")
        assert driver.main.query_one(UnitPane).pointed != "models"
        assert models(driver) == 5


async def test_no_digit_follows_a_zero(squad):
    async with squad() as driver:
        await to(driver, "models")
        await driver.press("plus", "plus", "plus", "0")
        assert models(driver) == 5
        assert "0_" not in driver.text()


async def test_a_typed_number_is_set_before_what_the_next_key_does(squad):
    async with squad() as driver:
        await to(driver, "models")
        await driver.press("plus", "plus", "plus", "1", "plus")
        assert models(driver) == 6  # the least, and one more
        assert "1_" not in driver.text()
        await driver.press("plus", "plus", "1", "u")
        assert models(driver) == 8
        await driver.press("1", "s")
        assert models(driver) == 5


async def test_a_typed_number_can_be_given_up(squad):
    async with squad() as driver:
        await to(driver, "models")
        await driver.press("1", "escape")
        assert driver.focused_id == "unit"

        await driver.press("1", "backspace", "enter")

        assert models(driver) == 6  # enter on the row without a number: one more


async def test_digits_count_on_lines_with_a_count_only(squad):
    async with squad() as driver:
        await to(driver, "banner")
        await driver.press("4")
        assert driver.focused_id == "findings"
        assert not driver.session.state.units[0].banner

        await driver.press("escape")
        await to(driver, "models")
        await driver.press("7", "1", "escape")
        assert driver.focused_id == "unit"
        assert models(driver) == 7


async def test_what_is_cleared_is_the_line(squad):
    async with squad() as driver:
        await to(driver, "banner")
        await driver.press("space", "d")
        assert not driver.session.state.units[0].banner
        await to(driver, "models")
        await driver.press("plus", "delete")
        assert models(driver) == 5
        assert len(driver.session.state.units) == 1


async def test_a_mark_is_cleared(begun):
    async with begun() as driver:
        await driver.press("enter", "space")
        assert driver.main.unit.warlord
        await driver.press("d")
        assert not driver.main.unit.warlord
        assert len(driver.session.state.units) == 5


async def test_clicks_on_the_signs_around_a_count(squad):
    async with squad() as driver:
        await to(driver, "models")
        for sign, expected in (("›", 6), ("›", 7), ("‹", 6)):
            lines = driver.text().splitlines()
            row = next(place for place, line in enumerate(lines) if "‹" in line or "›" in line)
            await driver.pilot.click(offset=(lines[row].index(sign), row))
            await driver.settle()
            assert models(driver) == expected
        await driver.pilot.click(offset=(lines[row].index("Archers", 36), row))
        await driver.settle()
        assert models(driver) == 6


async def open_guns(driver):
    await to(driver, "?guns")
    await driver.press("enter")


async def test_a_choice_opens_below_its_line(squad):
    async with squad() as driver:
        assert "Crossbow ▾" in driver.text()
        assert "Thrower" not in driver.text()
        await open_guns(driver)
        assert "● Crossbow" in driver.text()
        assert driver.main.query_one(UnitPane).pointed == "gun-crossbow"

        await driver.press("down", "enter")
        assert driver.session.state.units[0].gun == "thrower"
        assert "Thrower ▾" in driver.text()
        assert "Crossbow" not in driver.text()
        assert driver.main.query_one(UnitPane).pointed == "?guns"


async def test_a_choice_that_has_to_be_made_is_not_cleared(start, tmp_path):
    path = tmp_path / "list.yaml"
    path.write_text("{system: wh40k-10e, faction: space-marines, units: [{id: squad, datasheet: intercessor-squad}]}")
    async with start(path, backend=Session, size=(120, 40)) as driver:
        pane = driver.main.query_one(UnitPane)
        await driver.press("2")
        pane.point_at(next(line.id for line in pane._wargear_lines.values() if line.kind == "choice"))
        await driver.press("d")
        assert not driver.session.steps
        assert driver.notes[-1] == "One of these has to be chosen."


async def test_a_choice_that_is_left_stays_as_it_is(squad):
    async with squad() as driver:
        await open_guns(driver)
        await driver.press("enter")
        assert driver.session.state.units[0].gun == "crossbow"
        await driver.press("enter", "down", "escape")
        assert driver.focused_id == "unit"
        assert "Thrower" not in driver.text()
        assert not driver.session.past


async def test_a_choice_by_the_mouse(squad):
    async with squad() as driver:
        for text in ("Crossbow ▾", "Thrower"):
            lines = driver.text().splitlines()
            row = next(place for place, line in enumerate(lines) if text in line)
            await driver.pilot.click(offset=(lines[row].index(text) + 2, row))
            await driver.settle()
        assert driver.session.state.units[0].gun == "thrower"
        assert "Thrower ▾" in driver.text()


async def test_toggle(squad):
    async with squad() as driver:
        await to(driver, "banner")
        await driver.press("enter")
        assert driver.session.state.units[0].banner
        assert "[x]" in driver.text()
        await driver.press("minus")
        assert not driver.session.state.units[0].banner


async def test_more_than_the_bound_is_told(squad):
    async with squad() as driver:
        await to(driver, "models")
        await driver.press("minus")
        assert driver.notes[-1] == "Tower Archers: at least 5 here"
        await driver.press("2", "0", "plus")
        assert models(driver) == 20
        assert driver.notes[-1] == "Tower Archers: at most 20 here"


async def test_split(squad):
    async with squad() as driver:
        await to(driver, "models")
        await driver.press("plus", "x")
        assert models(driver) == 5

        await to(driver, "banner")
        await driver.press("x")
        assert driver.notes[-1] == "There are no models to split off here."


async def test_one_of_a_squad_is_armed(start, tmp_path):
    new, path = Session.new("wh40k-10e", "space-marines", name="One in five"), tmp_path / "list.yaml"
    squad = new.add_unit("intercessor-squad")
    new.save(path)
    async with start(path, backend=Session) as driver:
        session, pane = driver.session, driver.main.query_one(UnitPane)
        launcher = [row.key for row in session.rows(squad) if row.label == "Astartes grenade launcher"][-1]
        await to(driver, launcher)
        assert "1 per 5 models" in driver.text()
        await driver.press("plus", "plus")  # the second is one more than five models may have
        assert driver.notes[-1] == "Astartes grenade launcher: at most 1 here · 1 per 5 models"
        assert [(model.count, len(model.wargear)) for model in session.unit(squad).models] == [(1, 3), (3, 3), (1, 4)]

        await driver.press("x")
        assert [row.count for row in session.rows(squad, apart=True) if row.label == "Intercessor"] == [3, 1]
        assert pane.row_of(launcher) is None
        await driver.press("x")
        assert pane.row_of(launcher).count == 1


async def test_a_loadout_goes_below_the_least_of_its_squad(start, tmp_path):
    new, path = Session.new("wh40k-10e", "space-marines", name="Split"), tmp_path / "list.yaml"
    squad = new.add_unit("intercessor-squad")
    new.set_size(squad, 10)
    launcher = [row.key for row in new.rows(squad) if row.label == "Astartes grenade launcher"][-1]
    new.set_count(squad, launcher, 2)
    new.save(path)
    async with start(path, backend=Session) as driver:
        session, pane = driver.session, driver.main.query_one(UnitPane)

        def loadouts():
            return [row for row in session.rows(squad, apart=True) if row.label == "Intercessor"]

        await to(driver, launcher)
        await driver.press("x")
        small = min(loadouts(), key=lambda row: row.count)
        pane.point_at(small.key)
        await driver.press("plus")
        assert driver.notes[-1] == "Intercessor: at most 2 here"
        await driver.press("minus")
        assert sorted(row.count for row in loadouts()) == [1, 7]
        await driver.press("minus")
        assert [row.count for row in loadouts()] == [7]


async def test_one_fewer_of_too_few_adds_none(start, tmp_path):
    path = tmp_path / "list.yaml"
    path.write_text(
        "{name: A, system: wh40k-10e, faction: space-marines, units: [{id: squad, datasheet: intercessor-squad,"
        " models: {intercessor: 2}}, {id: large, datasheet: intercessor-squad, models: {intercessor: 12}}]}"
    )
    async with start(path, backend=Session) as driver:
        for unit, count, keys, said in (
            ("squad", 3, ("minus", "0"), "Unit size: at least 5 here"),
            ("large", 13, ("plus",), "Unit size: at most 10 here"),
        ):
            driver.main.army_pane.point_at(unit)
            await driver.press("2")
            driver.main.unit_pane.point_at(driver.main.unit_pane.size_line.id)
            for key in keys:
                await driver.press(key)
                assert (driver.session.unit(unit).model_count, driver.notes[-1]) == (count, said)
            await driver.press("1")


async def test_the_row_at_fault_is_marked_and_found(start, tmp_path):
    path = tmp_path / "list.yaml"
    path.write_text(
        "{name: A, system: wh40k-10e, faction: space-marines, units: [{id: squad, datasheet: intercessor-squad,"
        " models: {intercessor: 4}, wargear: {intercessor: [{count: 2, add: astartes-grenade-launcher}]}}]}"
    )
    async with start(path, backend=Session, size=(120, 40)) as driver:
        await driver.press("2")
        finding = next(one for one in driver.session.findings if one.rule == "wargear-options")
        assert "2   ✗ max 1 → 1" in driver.text()
        pane = driver.main.unit_pane
        pane.point_at(pane.line_at_fault(finding))
        await driver.press("minus")
        assert "✗ max" not in driver.text()
        assert not [one for one in driver.session.findings if one.rule == "wargear-options"]


async def test_figures_below_the_line_where_there_is_no_room_for_columns(start, tmp_path):
    new, path = Session.new("wh40k-10e", "space-marines", name="Small"), tmp_path / "list.yaml"
    new.add_unit("hellblaster-squad")
    new.save(path)
    async with start(path, backend=Session, size=(40, 12)) as driver:
        await driver.press("enter")
        lines = driver.main.unit_pane._wargear_lines.values()
        driver.main.unit_pane.point_at(next(line.id for line in lines if line.label == "Plasma incinerator"))
        await driver.settle()
        assert 'standard 24" A2 BS3+ S7 AP-2 D1 →' in driver.text()
        await driver.press("right")
        assert 'superchar… 24" A2 BS3+ S8 AP-3 D2 →' in driver.text()


@pytest.mark.parametrize("size", [(40, 12), (72, 24), (80, 24), (120, 40), (200, 60)], ids=str)
@pytest.mark.parametrize("sample", ["space-marines-zh", "orks-war-horde"])
async def test_no_line_is_wider_than_the_pane(start, size, sample, request):
    request.addfinalizer(lambda: set_language("en"))
    path = Path(__file__).parents[2] / "exports" / "samples" / f"{sample}.yaml"
    async with start(path, backend=Session, size=size) as driver:
        set_language("zh")
        await driver.press("2")
        pane = driver.main.unit_pane
        for unit in driver.session.army.units:
            driver.main.select_unit(unit.id)
            shown = [text for line in pane.lines() for text in line.text.split()]
            assert not [text.plain for text in shown if text.cell_length > pane.line_width], unit.name


async def test_lines_for_pickers_open_them(begun):
    async with begun() as driver:
        await driver.press("enter")
        assert driver.focused_id == "unit"
        await driver.press("space")
        assert driver.main.unit.warlord

        await driver.press("down", "down", "enter", "enter")
        assert driver.session.army.declarations.attach == {"warden": "guard"}


async def test_the_cursor_stays_while_rows_change(squad):
    async with squad() as driver:
        await open_guns(driver)
        await driver.press("down", "space", "u")

        assert driver.main.query_one(UnitPane).pointed == "?guns"


async def test_another_unit_starts_at_its_top(begun):
    async with begun() as driver:
        await to(driver, "banner")
        await driver.press("escape", "down")

        pane = driver.main.query_one(UnitPane)
        assert pane.highlighted == next(place for place, line in enumerate(pane._shown) if not line.heading)
        assert pane.scroll_offset.y == 0


async def test_a_unit_that_was_added_starts_at_its_top(start, tmp_path):
    """It is first drawn below the browser, where there is no room at all."""
    new, path = Session.new("wh40k-10e", "orks", name="Grots"), tmp_path / "list.yaml"
    new.add_unit("warboss")
    new.save(path)
    async with start(path, size=(120, 40), backend=Session) as driver:
        await driver.press("a", *"kommand", "enter")
        assert driver.main.desk.unit.name == "Kommandos"
        pane = driver.main.query_one(UnitPane)
        assert pane.pointed == next(line.id for line in pane._shown if not line.heading) == "!choose-reserves"


async def test_the_size_of_a_unit_changes_from_the_army_and_stops_with_the_reason(squad):
    async with squad(size=(120, 40)) as driver:
        assert "+ - size" in driver.text().splitlines()[-1]
        before = models(driver)
        await driver.press("plus", "plus")
        assert (models(driver), driver.focused_id) == (before + 2, "army")
        await driver.press(*["minus"] * 20)
        assert models(driver) == 5
        assert "5" in driver.notes[-1]


async def test_what_the_data_say_in_words_against_more_is_told_and_nothing_changes(squad, monkeypatch):
    async with squad() as driver:
        await to(driver, "models")
        before = models(driver)
        said = Text("{unit}: at most one per five", {"unit": driver.main.desk.unit.name})
        monkeypatch.setattr(type(driver.session), "said_against", lambda *_: said)
        await driver.press("plus")
        assert (models(driver), driver.notes[-1]) == (before, "at most one per five")


async def test_a_comma_goes_to_the_settings_of_the_army(begun, start):
    async with begun(("guard",)) as driver:
        await driver.press("comma")
        assert driver.notes[-1] == "The army has no settings."
    async with start(backend=Session) as driver:
        session = Session.new("wh40k-10e", "space-marines")
        session.add_unit("captain")
        await driver.app.show_list(session)
        await driver.settle()
        assert driver.main.unit is not None
        await driver.press("comma")
        assert driver.focused_id == "unit"
        assert "Battle size" in driver.text()


async def test_long_names_are_whole_where_no_figures_are_beside_them(start, tmp_path):
    path = tmp_path / "boyz.yaml"
    path.write_text("system: wh40k-10e\nfaction: orks\nunits: [{id: boyz, datasheet: boyz}]\n", "utf-8")
    async with start(path, backend=Session, size=(120, 40)) as driver:
        driver.main.select_unit("boyz")
        await driver.settle()
        assert re.search(r"Rokkit launcha \+ Close combat weapon +0 ›", driver.text())
        signs = [line.index("0 ›") for line in driver.text().splitlines() if "+ Close combat weapon" in line]
        assert len(signs) == 3
        assert len(set(signs)) == 1


def test_keywords_of_several_words_are_not_broken_between_lines():
    army = factory.army(
        unit := factory.unit("Captain", keywords=("Infantry", "Adeptus Astartes", "Smoke", "Jump Pack"))
    )
    told = {width: [line.plain for line in keyword_lines(army, unit, width)] for width in (44, 28)}
    assert told[44] == ["Infantry · Adeptus Astartes · Smoke", "Jump Pack"]
    assert told[28] == ["Infantry · Adeptus Astartes", "Smoke · Jump Pack"]


def test_a_counted_weapon_has_the_room_that_no_keywords_take():
    figures = (("Range", '12"'), ("A", "D6+1"), ("BS", "N/A"), ("S", "4"), ("AP", "0"), ("D", "1"))

    def drawn(*keywords):
        profile = Profile("Flamestorm gauntlets", "Ranged Weapons", (*figures, ("Keywords", ", ".join(keywords))))
        row = Row("gauntlets", "Flamestorm gauntlets", "count", count=2)
        line = SheetLine("gauntlets", "Flamestorm gauntlets", "count", 1, row, profile=profile)
        army = Session.new("wh40k-10e", "space-marines").army
        return WargearDrawing(army, [line], 68, {}).text(line, TypedNumber()).plain

    many = ("Ignores Cover", "Torrent", "Twin-linked", "Devastating Wounds")
    assert "Flamestorm gauntlets ‹" in drawn(*many)  # they stand below the weapons
    assert "Flamestorm gauntlets ‹  2 › Torrent" in drawn("Torrent")
    assert "Flamestorm        ‹  2 › Devastating" in drawn("Devastating")  # what has had room stays


@pytest.mark.parametrize(
    ("width", "shown"),
    [(80, "More Dakka!   Очки детачментов 3 / 3"), (50, "More Dakka!   3 / 3"), (40, "More Dakka!"), (30, "…")],
)
def test_what_stands_beside_a_value_has_room_or_is_told_in_short(width, shown):
    mark = Mark("choose-detachment", "Детачменты", "War Horde, More Dakka!", beside=("Очки детачментов 3 / 3", "3 / 3"))
    (line,) = mark_lines([mark], {}, width)
    assert re.search(rf"{re.escape(shown)} +D$", line.text.plain)
    assert line.text.cell_length == width


@pytest.mark.parametrize(
    ("kind", "bound", "fault"),
    [
        ("max", 3, Fault("max 3", 3)),
        ("min", 3, Fault("min 3", 3)),
        ("exactly", 3, Fault("exactly 3", 3)),
        ("max", None, Fault("too many guns")),
        ("message", 3, Fault("too many guns")),
        ("", 3, Fault("too many guns")),
    ],
)
def test_what_is_wrong_with_a_line_is_its_bound_or_the_finding(kind, bound, fault):
    text = Text("too many guns")
    cause = TreeFinding("data", text, kind=kind, unit="squad", entry="gun") if kind else None
    line = SheetLine("gun", "Gun", "count", row=Row("gun", "Gun", "count", count=4))
    assert fault_of(Diagnostic("data", text, unit="squad", found=4, bound=bound, cause=cause), line) == fault


@pytest.mark.parametrize(
    ("row", "beyond", "fault"),
    [
        (Row("gun", "Gun", "count", count=4), 0, Fault("max 3", 3)),
        (Row("gun", "Gun", "count", count=4), 1, Fault("max 4", 4)),  # a sergeant is counted on the line
        (Row("gun", "Gun", "count", count=3), 1, Fault("max 3", 3)),  # and by the data
        (Row("gun", "Gun", "count", count=2), 0, Fault("max 3")),  # the rest is carried by others of the squad
        (Row("gun", "Gun", "toggle", count=1), 0, Fault("max 3")),
    ],
)
def test_the_right_number_is_that_of_the_line(row, beyond, fault):
    text = Text("too many guns")
    cause = TreeFinding("data", text, kind="max", unit="squad", entry="gun")
    finding = Diagnostic("data", text, unit="squad", found=4, bound=3, cause=cause)
    assert fault_of(finding, SheetLine("gun", "Gun", row.kind, row=row, beyond=beyond)) == fault


@pytest.mark.parametrize(("inside", "size", "lines"), [(True, 6, 3), (False, 12, 4)])
def test_mounts_are_not_counted_in_the_size_of_a_unit(inside, size, lines):
    row = Row("rider", "Rider", "count", count=6, minimum=3)
    bow = (Carried("Bow", 6),)
    bearers = (Bearers("Rider", 6, bow, "rider"), Bearers("Steed", 6, bow, inside=inside))
    found = [
        one
        for one in SheetRows((row,), bearers, lambda _: (), opened="", shared="Everyone", own="").lines()
        if one.kind in ("models", "heading")
    ]
    counted = size_line(found)
    assert counted.row.count + counted.beyond == size
    assert found[-1].number == size  # of everyone
    assert len(found) == lines


async def test_prices_of_the_sizes_stand_beside_the_number_of_models(start, tmp_path):
    path = tmp_path / "list.yaml"
    path.write_text("{system: wh40k-10e, faction: space-marines, units: [{id: squad, datasheet: intercessor-squad}]}")
    async with start(path, backend=Session, size=(160, 40)) as driver:
        await driver.until("80 at 5, 160 at 6–10")


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (80, ["Grand Old Captain  W 5", "Squire             W 1"]),
        (30, ["Grand Old Captain", "  W 5", "Squire", "  W 1"]),
    ],
)
def test_names_of_statlines_stand_before_or_above_them(width, shown):
    profiles = [
        Profile(name=name, type="Unit", values=(("W", wounds),))
        for name, wounds in (("Grand Old Captain", "5"), ("Squire", "1"))
    ]
    unit = replace(factory.unit("Court"), profiles=tuple(profiles))
    assert [line.plain.rstrip() for line in stat_lines(factory.army(unit), unit, width)] == shown


@pytest.mark.parametrize(("most", "said"), [(15, ""), (4, "max 4"), (3, "max 3")])
def test_a_bound_that_all_boxes_keep_is_not_told(most, said):
    row = Row("equipment", "Equipment", "heading", maximum=most)
    line = SheetLine("#equipment", "Equipment", "heading", 0, row, of=15)
    assert bounds(row, line) == said
    exactly = Row("cards", "Cards", "heading", count=1, minimum=2, maximum=2)
    assert bounds(exactly, SheetLine("#cards", "Cards", "heading", 0, exactly, of=2)) == "1/2"


HERO, GIFT, SOME = ("Character",), (factory.enhancement(),), (Allowance(points=50),)


@pytest.mark.parametrize(
    ("keywords", "facts", "bears"),
    [
        (HERO, {"allowances": None}, True),  # the data bound the enhancements themselves
        (HERO, {"allowances": ()}, False),
        (HERO, {"allowances": (), "enhancements": GIFT}, True),  # which may be taken away
        (HERO, {"allowances": SOME}, True),
        ((), {"allowances": None}, False),
        ((), {"allowances": None, "enhancements": GIFT}, True),
        ((), {"allowances": SOME}, True),
    ],
)
def test_who_may_bear_enhancements_has_a_line_for_them(keywords, facts, bears):
    unit = factory.unit("Court", keywords=keywords, **facts)
    army = replace(factory.army(unit), vocabulary=Vocabulary())
    assert may_bear(army, unit) is bears
    assert not may_bear(replace(army, vocabulary=Vocabulary(marks=("warlord",))), unit)


def test_a_title_without_room_keeps_a_space_before_its_value():
    mark = Mark("choose-enhancement", "Heroic trait or artefact of power")
    (line,) = mark_lines([mark], {}, 38)
    assert line.text.plain.split("…")[1].startswith(" —")
    assert line.text.cell_length <= 38


def test_boxes_stand_in_one_column_beside_a_long_name_that_is_counted():
    """Where a name without figures needs more than its column, those that need no more stay in it."""
    figures = (("Range", '18"'), ("A", "4"), ("BS", "4+"), ("S", "5"), ("AP", "0"), ("D", "1"))
    gun = Profile("Gun Drone", "Ranged Weapons", figures)

    def row(name, kind, profile=None):
        return SheetLine(name, name, kind, 2, Row(name, name, kind, maximum=1), profile=profile)

    shown = [
        row("Gun Drone", "toggle", gun),
        row("Marker Drone", "toggle"),
        row("Stealth Warden with a very long burst cannon of the walls", "count"),
    ]
    army = Session.new("wh40k-10e", "space-marines").army
    drawn = WargearDrawing(army, shown, 90, {})
    texts = [drawn.text(line, TypedNumber()).plain for line in shown]
    assert texts[0].index("[ ]") == texts[1].index("[ ]")
    assert "walls" in texts[2]
    bare = WargearDrawing(army, [shown[0], row("Powers", "heading"), *shown[1:], row("Shield Drone", "toggle")], 90, {})
    texts = [bare.text(line, TypedNumber()).plain for line in (shown[1], row("Shield Drone", "toggle"))]
    assert {text.index("[ ]") > 60 for text in texts} == {True}  # in a block with it and without figures
    assert len({text.index("[ ]") for text in texts}) == 1


async def test_what_others_of_the_squad_have_is_not_toggled_beyond_its_bound(start, tmp_path):
    """`space` on the sergeant's box says why instead of breaking the bound, as `+` does on a count."""
    new, path = Session.new("wh40k-10e", "space-marines", name="Two in ten"), tmp_path / "list.yaml"
    squad = new.add_unit("intercessor-squad", models=10)
    rows = {one.kind: one.key for one in new.rows(squad) if one.label == "Astartes grenade launcher"}
    new.set_count(squad, rows["count"], 2)
    new.save(path)
    async with start(path, size=(120, 40), backend=Session) as driver:
        driver.main.select_unit(squad)
        await driver.press("2")
        pane = driver.main.query_one(UnitPane)
        pane.point_at(next(one.key for one in driver.session.rows(squad) if one.kind == "toggle"))
        for key in ("space", "plus", "enter"):
            await driver.press(key)
            assert driver.notes[-1] == "Astartes grenade launcher: not possible beside what else is chosen"
            assert not driver.session.dirty


async def test_what_a_loadout_of_several_models_cannot_take_is_grey_with_the_reason(start, tmp_path):
    new, path = Session.new("wh40k-10e", "space-marines", name="Apart"), tmp_path / "list.yaml"
    squads = [new.add_unit(one) for one in ("tactical-squad", "intercessor-squad")]
    new.set_size(squads[1], 10)
    new.save(path)
    async with start(path, size=(120, 40), backend=Session) as driver:
        pane = driver.main.query_one(UnitPane)
        for squad, label, room in zip(squads, ("Flamer", "Astartes grenade launcher"), (1, 2), strict=True):
            driver.main.select_unit(squad)
            await driver.press("2")
            pane.point_at(next(one.key for one in driver.session.rows(squad) if one.together))
            await driver.press("x")
            rows = driver.session.rows(squad, apart=True)
            first = next(place for place, one in enumerate(rows) if one.split)
            pane.point_at(next(one.key for one in rows[first:] if one.kind == "pick" or one.label == label))
            if pane.line.kind == "choice":
                await driver.press("enter")
                pane.point_at(next(one.key for one in rows[first:] if one.label == label))
            assert pane.line.faint
            await driver.press("space")
            assert driver.notes[-1] == f"{label}: room for {room} of these models; x on their line splits some off"
            assert not driver.session.dirty


@pytest.mark.parametrize(
    ("names", "found"),
    [
        ((9, 4, 9, 4, 4), []),  # each has a cell left before its number
        ((10, 4, 4, 4, 4), ["a", "b"]),  # with all of its block
        ((4, 4, 10, 4, 4), []),  # what is no count has no number
        ((4, 4, 4, 10, 4), ["d"]),  # a block of another depth, without those around it
        ((4, 4, 4, 4, 10), []),  # figures stand on the line itself
    ],
)
def test_where_one_name_of_a_block_is_long_all_numbers_of_the_block_move(names, found):
    weapon = Profile("Bow", "weapon", (("Range", "24"),))
    lines = [
        SheetLine("a", "a", "count"),
        SheetLine("b", "b", "toggle"),
        SheetLine("c", "c", "heading"),
        SheetLine("d", "d", "count", depth=1),
        SheetLine("e", "e", "count", depth=2, profile=weapon),
    ]
    assert list(_in_long_blocks(lines, names, 10)) == found


async def test_the_key_bar_counts_no_models_of_a_fixed_number_and_clears_none_below_the_least(squad, monkeypatch):
    async with squad() as driver:
        await to(driver, "models")
        assert {"row-more", "row-clear"} & driver.main.unneeded == {"row-clear"}
        await driver.press("plus")
        assert not {"row-more", "row-clear"} & driver.main.unneeded
        row = replace(driver.main.unit_pane.row, minimum=6, maximum=6)
        monkeypatch.setattr(UnitPane, "row", row)
        assert driver.main.unneeded >= {"row-more", "row-clear"}


@pytest.mark.parametrize(
    ("language", "short", "shorter"),
    [("en", "Rng A BS S AP D", "Rng A BS S AP D"), ("ru", "Дал. A BS S AP D", "Д A BS S AP D")],
)
def test_no_heading_of_narrow_columns_ends_in_the_middle_of_a_word(language, short, shorter):
    figures = (("Range", '24"'), ("A", "4"), ("BS", "4+"), ("S", "5"), ("AP", "0"), ("D", "1"))
    gun = Profile("Long Rifle", "Ranged Weapons", figures)
    army = Session.new("wh40k-10e", "space-marines").army
    set_language(language)
    found = [weapon_columns(army, tables_of(army, [gun]), room) for room in (20, 19, 18)]
    assert [one and " ".join(one.heading.split()) for one in found] == [short, shorter, None]


def test_in_one_line_words_and_dice_stand_apart_from_their_headings():
    figures = (("Range", "Combat"), ("A", "D6"), ("WS", "4+"), ("S", "S+1"), ("AP", "-1"), ("D", "D3"))
    axe = Profile("Axe", "Melee Weapons", figures)
    army = Session.new("wh40k-10e", "space-marines").army
    found = weapon_columns(army, tables_of(army, [axe]), 10**6)
    assert found is not None
    assert found.told(axe) == "Combat A D6 WS4+ S S+1 AP-1 D D3"


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", '24" A4 BS4+ S5 AP0 D1'), ("zh", '射24" 攻4 技4+ 力5 破0 伤1'), ("ru", '24" A4 BS4+ S5 AP0 D1')],
)
def test_figures_in_one_line_stand_behind_what_they_are(language, told):
    figures = (("Range", '24"'), ("A", "4"), ("BS", "4+"), ("S", "5"), ("AP", "0"), ("D", "1"))
    gun = Profile("Long Rifle", "Ranged Weapons", figures)
    army = Session.new("wh40k-10e", "space-marines").army
    set_language(language)
    found = weapon_columns(army, tables_of(army, [gun]), 100)
    assert found is not None
    assert found.told(gun) == told


async def test_lines_keep_their_order_while_findings_take_room(squad):
    async with squad(size=(100, 32)) as driver:
        before = [line.id for line in driver.main.unit_pane.lines()]
        driver.main.unit_pane.styles.max_height = 12
        await driver.settle()
        assert driver.main.unit_pane.size.height == 10
        assert [line.id for line in driver.main.unit_pane.lines()] == before


@pytest.mark.parametrize(("width", "heading"), [(70, "BS   S"), (48, "BS  S")])
def test_columns_are_narrow_before_names_are_cut(width, heading):
    figures = (("Range", '24"'), ("A", "4"), ("BS", "4+"), ("S", "5"), ("AP", "0"), ("D", "1"))
    gun = Profile("Twin bolt blaster", "Ranged Weapons", figures)
    line = SheetLine("gun", "Twin bolt blaster", "count", 2, Row("gun", "Twin bolt blaster", "count"), profile=gun)
    drawing = WargearDrawing(Session.new("wh40k-10e", "space-marines").army, [line], width, {})
    assert "Twin bolt blaster" in drawing.text(line, TypedNumber()).plain
    assert heading in drawing.heading("Wargear").plain


def test_a_name_without_room_goes_on_below():
    figures = (("Range", '24"'), ("A", "4"), ("BS", "4+"), ("S", "5"), ("AP", "0"), ("D", "1"))
    name = "Twin heavy auxiliary grenade launcher"
    gun = Profile(name, "Ranged Weapons", figures)
    army = Session.new("wh40k-10e", "space-marines").army
    counted = SheetLine("gun", name, "count", 2, Row("gun", name, "count"), profile=gun)
    fixed = SheetLine("fixed", name, "fixed", 1, profile=gun)
    drawing = WargearDrawing(army, [counted, fixed], 45, {})
    for size in range(10, 20):
        long = SheetLine("choice", f"Twin {'o' * size}", "choice", 1, counted.row, profile=gun)
        assert "o ▾" in drawing.text(long, TypedNumber()).plain  # the sign of a choice is never alone
    for line in (counted, fixed):
        rows = drawing.text(line, TypedNumber()).plain.splitlines()
        assert all(columns(row) <= 45 for row in rows)
        assert '24"' in rows[0]
        said = " ".join(rows).split()
        assert [word for word in name.split() if word in said] == name.split()


def test_a_heading_without_room_leaves_out_the_models():
    figures = (("Range", '24"'), ("A", "4"), ("BS", "4+"), ("S", "5"), ("AP", "0"), ("D", "1"))
    line = SheetLine("gun", "Gun", "fixed", 1, profile=Profile("Gun", "Ranged Weapons", figures))
    army = Session.new("wh40k-10e", "space-marines").army
    long = "Models, mounts and wargear"
    wide, narrow = (WargearDrawing(army, [line], width, {}).heading(long).plain for width in (80, 45))
    assert wide.startswith(f"{long} ")
    assert narrow.startswith("Wargear ")


def test_who_may_bear_no_enhancement_has_the_reason_on_that_line():
    session = Session.new("wh40k-10e", "space-marines", battle_size="strike-force", detachment="gladius-task-force")
    hero, captain, squad = (session.add_unit(one) for one in ("marneus-calgar", "captain", "intercessor-squad"))

    found = {one: reasons_against(session, session.army.unit(one)).get(ENHANCE, "") for one in (hero, captain, squad)}

    assert found[hero].endswith("cannot have enhancements (No enhancements for Epic Heroes)")  # of none in particular
    assert found[captain] == found[squad] == ""
    session.set_limit(session.army.points)
    assert not reasons_against(session, session.army.unit(captain)).get(ENHANCE)  # points can be found
