"""Whole sessions over installed community data as a player has them who knows the keys: from nothing to a legal, saved, printed army of
2,000 points, and how many keys that takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.i18n import set_language
from listbuilder.session import Session
from listbuilder.tui.browsing.empty import Nothing
from tests.tui.test_community_session import told

pytestmark = pytest.mark.unmeasured
MOST_KEYS = 90


@pytest.fixture
def counted(monkeypatch):
    """Counts what a driver presses."""

    def count(driver):
        pressed, press = [], driver.pilot.press

        async def counting(*keys):
            pressed.extend(keys)
            await press(*keys)

        monkeypatch.setattr(driver.pilot, "press", counting)
        return pressed

    return count


async def through_the_wizard(driver, *steps):
    """``steps``: what is seen of a step, and the keys that answer it."""
    await driver.press("n")
    await driver.until("System ━")
    for seen, keys in steps:
        await driver.until(seen)
        await driver.press(*keys)
    await driver.until(" Army ━")


@pytest.mark.parametrize(("language", "size"), [("en", "Strike Force"), ("zh", "打击部队"), ("ru", "Ударная группа")])
async def test_the_usual_size_is_pointed_at_in_every_language(real, start, language, size):
    real("wh40k-11e", "wh40k-11e")
    async with start(size=(120, 40), backend=Session) as driver:
        set_language(language)
        await driver.press("n")
        for seen, keys in (("40,000 11th", "11th"), ("Orks", "ork")):
            await driver.until(seen)
            await driver.press(*keys, "enter")
        for back in (True, False):  # from the detachments, of which there may be several
            await driver.until(f"╭─ {size} ─")  # what the one under the cursor allows
            await driver.press("enter")
            await driver.until("War Horde")
            if back:
                await driver.press("backspace")
        for seen, keys in (("War Horde", (*"war h", "enter")), ("✓ War Horde", ("enter",)), ("≡ ", ("B", "enter"))):
            await driver.until(seen)
            await driver.press(*keys)
        assert driver.session.limit == 2000  # the cursor of the dialog was on the size in force
        assert driver.session.steps == 0


async def save_and_print(driver):
    await driver.press("s", "enter")
    await told(driver, "Saved to")
    await driver.press("p", "enter", "enter")
    await told(driver, "Printed to")


ORKS = (  # what is typed in the browser, and the keys after it
    ("warb", "ew"),  # the first enhancement offered, and the Warlord
    ("truk", ""),
    ("boyz", "lm"),  # led by the Warboss, riding in the Trukk
    ("storm", "v"),  # in reserves, by Deep Strike
    ("gork", "cc"),
    ("mork", "c"),
    ("batt", "c"),
)


async def test_an_army_of_the_11th_edition(real, start, counted):
    real("wh40k-11e", "wh40k-11e")
    async with start(size=(120, 40), backend=Session) as driver:
        pressed = counted(driver)
        await through_the_wizard(
            driver,
            ("System ━", (*"11th", "enter")),
            ("Faction ━", (*"ork", "enter")),
            ("Strike Force", ("enter",)),
            ("Detachment Points 0 / 3", (*"big", "enter")),
            ("Detachment Points 2 / 3", (*"dak", "enter")),
            (" Name ━", ("enter",)),
        )
        for typed, after in ORKS:
            await driver.press("a", *typed, "enter")
            for key in after:
                await driver.press(*([key, "enter"] if key in "elmv" else [key]))
        session, army = driver.session, driver.session.army
        assert [str(one.message) for one in session.findings if one.severity == "error"] == []
        assert "✓ legal" in driver.text()
        await save_and_print(driver)

        assert len(pressed) <= MOST_KEYS
        assert 1900 <= session.points <= 2000
        for language, word in (
            ("ru", ""),
            ("zh", "近战"),
            ("en", "melee"),
        ):  # data write "Melee" in the place of a range
            set_language(language)
            driver.app.main.refresh_texts()
            await driver.settle()
            choppa = next(line for line in driver.text().splitlines() if "Wreckin' ball" in line)
            assert "Melee" not in choppa
            assert word in choppa
        warboss, trukk, boyz, stormboyz = army.units[:4]
        assert warboss.warlord
        assert warboss.enhancements
        assert dict(army.declarations.attach) == {warboss.id: boyz.id}
        assert dict(army.declarations.embark) == {boyz.id: trukk.id}
        assert dict(army.declarations.reserves) == {stormboyz.id: "deep-strike"}
        assert [one.name for one in army.detachments] == ["Da Big Hunt", "More Dakka!"]

    saved = Session.open(next(Path().glob("*.yaml")))
    assert (saved.verdict, saved.points) == ("legal", session.points)
    assert next(Path("exports").iterdir()).read_bytes().startswith(b"%PDF")


SKAVEN = (  # of each regiment: the keys before the browser, then what is typed, and how many are added
    (("a", "enter"), (("thanq", 1), ("stormf", 2))),
    (("A", "enter"), (("deceiv", 1), ("clanr", 3))),
    (("A", "enter"), (("furnace", 1),)),
)


async def test_an_army_of_age_of_sigmar(real, start, counted):
    real("age-of-sigmar-4th", "age-of-sigmar-4th")
    async with start(size=(120, 40), backend=Session) as driver:
        pressed = counted(driver)
        await through_the_wizard(
            driver,
            ("System ━", (*"4.0", "enter")),
            ("Faction ━", (*"skav", "enter")),
            ("2000 points", ("enter",)),
            ("Warpcog Convocation", ("enter",)),
            (" Name ━", ("enter",)),
        )
        for place, shopping in SKAVEN:
            await driver.press(*place)
            for typed, number in shopping:
                await driver.press(*typed, *["plus"] * number, "escape")
            await driver.press("escape")
        await driver.press("e")
        for heading in ("Heroic Traits · Devious Machinations", "Artefacts of Power · Relics of Ruin"):
            assert driver.text().count(heading) == 1
        await driver.press("enter")  # the first that is offered to the priest
        while driver.session.findings:
            await driver.press("f")
        session, army = driver.session, driver.session.army
        assert "✓ legal" in driver.text()
        await save_and_print(driver)

        assert len(pressed) <= MOST_KEYS
        assert 1900 <= session.points <= 2000
        assert len({unit.force for unit in army.units if unit.has("Hero")}) == 3
        assert [unit.datasheet for unit in army.units if unit.warlord] == ["Thanquol on Boneripper"]
        assert [unit.datasheet for unit in army.units if unit.enhancements] == ["Plague Priest on Plague Furnace"]

    saved = Session.open(next(Path().glob("*.yaml")))
    assert (saved.verdict, saved.points) == ("legal", session.points)
    assert next(Path("exports").iterdir()).read_bytes().startswith(b"%PDF")


async def explained(driver):
    """What the browser says where it finds nothing."""
    said = ""
    for _ in range(40):
        said = str(driver.main.query_one(Nothing).render())
        if ": " in said.splitlines()[-1].removeprefix("H with what is not offered now: "):
            break
        await driver.pilot.pause(0.1)
    return said


async def test_regiments_say_what_they_take(real, start):
    """What a regiment does not offer now has its place beside a leader or in another regiment; a copy of a leader opens one."""
    real("age-of-sigmar-4th", "age-of-sigmar-4th")
    async with start(size=(120, 40), backend=Session) as driver:
        await through_the_wizard(
            driver,
            ("System ━", (*"4.0", "enter")),
            ("Faction ━", (*"skav", "enter")),
            ("2000 points", ("enter",)),
            ("Warpcog Convocation", ("enter",)),
            (" Name ━", ("enter",)),
        )
        await driver.press("a", "enter", *"clanr")
        said = await explained(driver)
        assert "H with what is not offered now: 1" in said
        assert "Clanrats: first add one of Arch-Warlock, Clawlord" in said

        await driver.press("ctrl+u", *"clawl", "enter", "a", *"grey s")
        said = await explained(driver)
        assert "Grey Seer: add another regiment for it: esc, A" in said

        await driver.press("escape", "escape", "c")  # of the leader
        leaders = [unit for unit in driver.session.army.units if unit.datasheet == "Clawlord"]
        assert len({unit.force for unit in leaders}) == 2
        assert driver.main.unit_id == leaders[1].id
        await driver.press("a", *"clanr", "enter", "c")  # of a unit, which stays where it is
        clanrats = [unit for unit in driver.session.army.units if unit.datasheet == "Clanrats"]
        assert [unit.force for unit in clanrats] == [leaders[1].force] * 2
        await driver.press("u", "u", "u")
        assert [unit.datasheet for unit in driver.session.army.units if unit.has("Hero")] == ["Clawlord"]


async def test_a_hero_has_its_trait_and_artefact_in_one_line(real, start):
    """They are chosen in a dialog that says what they do, and taken back there one by one; the sheet has no rows for them besides."""
    real("age-of-sigmar-4th", "age-of-sigmar-4th")
    session = Session.new("age-of-sigmar-4th", "Skaven", name="rats")
    regiment = session.add_force_of("regiment")
    seer = session.add_unit(next(one.id for one in session.datasheets(regiment) if one.name == "Grey Seer"), regiment)
    async with start(size=(120, 40), backend=Session) as driver:
        await driver.app.show_list(session)
        await driver.settle()
        driver.main.select_unit(seer)
        await driver.settle()
        line = lambda: next(one for one in driver.text().splitlines() if "Heroic trait or artefact" in one)  # noqa: E731
        held = lambda: {one.name for one in session.unit(seer).enhancements}  # noqa: E731
        assert "Heroic Traits" not in driver.text()
        assert "Artefacts of Power" not in driver.text()
        await driver.press("e", *"tempered", "enter", "e", *"charm", "enter")
        assert held() == {"Short-tempered", "Warpstone Charm"}
        assert "Short-tempered, Warpstone Charm" in line()
        await driver.press("e", *"tempered", "enter")
        assert held() == {"Warpstone Charm"}
        await driver.press("e", *"charm", "enter")
        assert held() == set()
        assert "—" in line()
        await driver.press("u")
        assert held() == {"Warpstone Charm"}
