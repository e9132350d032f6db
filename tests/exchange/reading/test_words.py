"""Words of players and of the languages of the game: marks of the Warlord, enhancements, the header of a tournament's form."""

from __future__ import annotations

import pytest

from listbuilder.exchange.reading.gw_app import read
from listbuilder.exchange.reading.record import UnitRecord
from listbuilder.validation import validate_bytes

HEAD = "Necrons\nAwakened Dynasty\nIncursion (1000 points)\n\nCHARACTERS\n\n"


def unit(title: str, *lines: str) -> UnitRecord:
    (found,) = read(HEAD + "\n".join((title, *(f"  • {line}" for line in lines)))).units
    return found


@pytest.mark.parametrize(
    "title",
    [
        "Overlord [Warlord] (85 points)", "Overlord (Warlord) (85 points)", "Overlord - Warlord (85 points)", "Overlord (85 points) Warlord",
        "Overlord (85 points) (W)", "Overlord [WL] (85 points)", "1x Overlord – Kriegsherr (85 points)", "Overlord(w) (85 points)",
    ],
)  # fmt: skip
def test_the_warlord_is_marked_beside_the_name(title: str) -> None:
    found = unit(title, "1x Voidscythe")
    assert (found.name, found.warlord) == ("Overlord", True)


@pytest.mark.parametrize(
    "title", ["Overlord - Warlike (85 points)", "Overlord [Legends] (85 points)", "Lord - w (85 points)"]
)
def test_other_words_beside_the_name_belong_to_it(title: str) -> None:
    found = unit(title, "1x Voidscythe")
    assert (found.name, found.warlord) == (title.removesuffix(" (85 points)"), False)


@pytest.mark.parametrize(
    "word",
    [
        "Warlord",
        "Seigneur de Guerre",
        "Kriegsherr",
        "Señor de la Guerra",
        "Signore della Guerra",
        "Полководец",
        "主将",
        "WL!",
    ],
)
def test_the_warlord_in_other_languages(word: str) -> None:
    found = unit("Overlord (85 points)", word, "1x Voidscythe")
    assert (found.warlord, [part.name for part in found.parts]) == (True, ["Voidscythe"])


@pytest.mark.parametrize(
    "label",
    [
        "Enhancement:",
        "Enhancements :",
        "E:",
        "Enhancement -",
        "Verbesserung:",
        "Mejora:",
        "Miglioria:",
        "Улучшение:",
        "强化：",
    ],
)
def test_enhancements_in_other_languages(label: str) -> None:
    found = unit("Overlord (105 points)", f"{label} Veil of Darkness", "1x Voidscythe")
    assert [word.text for word in found.enhancements] == ["Veil of Darkness"]


@pytest.mark.parametrize("line", ["E - 5 Voidscythes", "Relic - blade"])
def test_a_dash_behind_another_word_is_no_label(line: str) -> None:
    assert not unit("Overlord (105 points)", line).enhancements


FORM = """\
Player: Somebody
Event: Winter, Round 1
Army Faction: Necrons
Detachment used: Awakened Dynasty
Army Size: Incursion 1000
Total points: 155

CHARACTERS

Overlord [Warlord] (85 points)
  • 1x Tachyon arrow
  • 1x Overlord's blade

BATTLELINE

Immortals (70 points)
  • 5x Immortal
    • 5x Close combat weapon
      5x Gauss blaster
"""


def test_the_form_of_a_tournament() -> None:
    record = read(FORM)
    assert (record.total, record.limit) == (155, 1000)
    assert "Necrons" in [word.text for word in record.header]
    assert [word.text for word in record.detachments] == ["Awakened Dynasty"]
    assert record.size is not None
    assert record.size.text == "Incursion"
    found = validate_bytes(FORM.encode())
    assert (found.verdict, found.army.points, found.army.limit) == ("legal", 155, 1000)


@pytest.mark.parametrize(
    ("headings", "size"),
    [
        (("ПЕРСОНАЖИ", "Линейные"), "Ударная группа (2000 очков)"),
        (("角色", "战线"), "打击部队（2000分）"),
        (("PERSONAJES", "LÍNEA DE BATALLA"), "Fuerza de choque (2000 puntos)"),
        (("CHARAKTERMODELLE", "BATTLELINE"), "Stoßtrupp (2.000 Punkte)"),
        (("PERSONAGGI", "LINEA"), "Forza d'assalto (2000 punti)"),
    ],
)
def test_the_size_of_a_game_has_a_name_in_each_language(headings: tuple[str, str], size: str) -> None:
    text = f"Mine (245 points)\n\nOrks\nWar Horde\n{size}\n\n{headings[0]}\n\nWarboss (75 points)\n\n{headings[1]}\n\nBoyz (170 points)\n"
    record = read(text)
    assert (record.total, record.limit, record.name) == (245, 2000, "Mine")
    assert [unit.section for unit in record.units] == ["character", "battleline"]
    assert record.unread == []


def test_a_second_total_that_is_no_size_counts() -> None:
    record = read("Mine (2000 points)\nreally (1995 points)\n\nOrks\nWar Horde\n\nCHARACTERS\n\nWarboss (75 points)\n")
    assert (record.total, record.limit) == (1995, None)


def test_the_footer_of_the_app_in_another_language_tells_the_edition() -> None:
    text = "Mine (75 points)\n\nOrks\nWar Horde\n\nCHARACTERS\n\nWarboss (75 points)\n\n"
    for line in (
        "Exportiert mit App-Version: v2.0.5 (122), Datenversion: v875",
        "Exportado con la versión v2.0.5 (1), v875",
    ):
        record = read(text + line)
        assert (record.systems, record.unread) == (("wh40k-11e",), [])
