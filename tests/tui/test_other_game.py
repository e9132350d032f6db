"""The screens of a list of a made-up game show its words, and none of Warhammer 40,000."""

from __future__ import annotations

import shutil

import pytest

from listbuilder.i18n import set_language
from listbuilder.session import Session
from tests.other_game import LEGAL, SYSTEMS, WRONG, foreign_words

pytestmark = pytest.mark.unmeasured

OWN = {
    "en": (
        "acorns",
        "Beardmaster",
        "Trinket",
        "Holds hands with",
        "Seed packet",
        "Elders",
        "Underground",
        "Balloon",
        "Wakes up",
    ),
    "zh": ("橡果", "胡子长老", "小玩意", "牵手", "种子袋", "长者", "地下", "气球", "醒来"),
}


@pytest.fixture(autouse=True)
def _with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(SYSTEMS))


async def screens(driver, path) -> str:
    """Everything that the screens of a list show: each unit, its pickers, the findings, the browser and the help."""
    seen = [driver.text()]
    for unit in driver.session.army.units:
        driver.main.select_unit(unit.id)
        await driver.settle()
        seen.append(driver.text())
        for key in ("e", "l", "m", "v"):
            await driver.press(key)
            seen.append(driver.text())
            if driver.app.screen is not driver.main:
                await driver.press("escape")
    for key in ("D", "B", "a", "question_mark"):
        await driver.press(key)
        seen.append(driver.text())
        await driver.press("escape")
    await driver.press("w", "u", "ctrl+p")
    seen += [driver.text(), *driver.notes]
    return "\n".join(seen)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("path", [LEGAL, WRONG], ids=["legal", "wrong"])
async def test_the_screens_use_the_words_of_the_game(start, tmp_path, path, language):
    shutil.copy(path, tmp_path / "army.yaml")
    set_language(language)

    async with start(tmp_path / "army.yaml", backend=Session, size=(160, 50)) as driver:
        text = await screens(driver, path)

    text = text.replace("e 强化", "e")  # the verb in the key bar: strengthen
    assert foreign_words(text, language) == [], text
    if path is LEGAL:
        assert [word for word in OWN[language] if word not in text] == [], text
