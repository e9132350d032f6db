"""Commands speak the words of the game: a made-up one shows its own, and none of Warhammer 40,000."""

from __future__ import annotations

import io
import re

import pypdf
import pytest

from tests.other_game import LEGAL, SYSTEMS, WRONG, foreign_words

pytestmark = pytest.mark.covered

COMMANDS = {
    "check": ("check", LEGAL, WRONG),
    "json": ("check", "--format", "json", LEGAL, WRONG),
    "show": ("show", LEGAL),
    "show-wrong": ("show", WRONG),
    "system": ("data", "show", "hedge-war"),
    "faction": ("data", "show", "mossgarden", "--system", "hedge-war"),
    "leader": ("data", "show", "grandpa", "--system", "hedge-war"),
    "transport": ("data", "show", "barrow", "--system", "hedge-war"),
    "rules": ("explain", "--system", "hedge-war"),
    "pages": ("print", LEGAL, "-o", "-"),
    "two-pages": ("print", "--compact", LEGAL, "-o", "-"),
    "wrong-pages": ("print", WRONG, "-o", "-"),
}
OWN = {
    "check": {
        "en": (
            "make Grandpa the beardmaster",
            "0 flowerbeds chosen",
            "same seed packet",
            "unknown seed packet: nobody",
        ),
        "zh": ("胡子长老", "花坛", "种子袋"),
    },
    "show": {
        "en": ("Beardmaster", "ELDERS", "Balloon", "Underground", "acorns", "shade", "Full bloom", "huddle"),
        "zh": ("胡子长老", "长者", "地下"),
    },
    "system": {"en": ("Plots", "Lawn"), "zh": ("地块", "草坪")},
    "faction": {"en": ("Flowerbeds", "Elders", "Diggers", "Compost"), "zh": ("花坛", "长者", "堆肥")},
    "leader": {"en": ("Elders", "Hop", "Pluck", "PEBBLE", "acorns"), "zh": ("跳跃", "胆量", "橡果")},
    "pages": {
        "en": (
            "Beardmaster",
            "Pranks",
            "DEW",
            "Our morning",
            "sowing time",
            "wilting at",
            "TRINKET",
            "SHADE",
            "HOP",
        ),
        "zh": ("恶作剧", "露水", "播种时", "枯萎", "小玩意", "跳跃"),
    },
    "two-pages": {"en": ("Pranks", "PLUCK"), "zh": ("恶作剧",)},
}


@pytest.fixture(autouse=True)
def _with_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_FACTIONS", str(SYSTEMS))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_uses_the_words_of_the_game(call, command, language):
    result = call("--lang", language, *COMMANDS[command])
    text = result.out
    if result.out_bytes.startswith(b"%PDF"):
        text = "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(result.out_bytes)).pages)

    assert result.status in (0, 1), result.err
    shown = re.sub(r"(?m)^ *\d+ \|.*$", "", text)  # without lines of the list, whose keys are the same for all games
    assert foreign_words(shown + result.err, language) == [], shown
    assert [word for word in OWN.get(command, {}).get(language, ()) if word not in text] == [], text
