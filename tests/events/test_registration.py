"""Tables of a registration form: which columns hold what, and one entry a row."""

from __future__ import annotations

import csv
import io

import pytest

from listbuilder.errors import InputError
from listbuilder.events import registration
from listbuilder.events.gathered import Gathered
from listbuilder.report.entry import Entry

LIST = "+ FACTION KEYWORD: Xenos - Orks\n+ DETACHMENT: War Horde\n\n1x Warboss (80 pts)\n"
OTHER = LIST.replace("Warboss", "Boyz; big, mean")


def table(*rows: tuple[str, ...], separator: str = ",", codec: str = "utf-8") -> bytes:
    stream = io.StringIO(newline="")
    csv.writer(stream, delimiter=separator).writerows(rows)
    return stream.getvalue().encode(codec)


def entries(content: bytes, **columns: str) -> list[Entry]:
    found = Gathered()
    registration.gather(found, "event.csv", content, columns)
    return found.entries


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16"])
def test_separators_and_encodings(separator: str, codec: str):
    found = entries(
        table(
            ("Name", "Team", "Army list"),
            ("Zoë", "Reds", LIST),
            ("Иван", "Blues", OTHER),
            separator=separator,
            codec=codec,
        )
    )

    assert [(one.name, one.player, one.team) for one in found] == [
        ("event.csv:2 (Zoë)", "Zoë", "Reds"),
        ("event.csv:3 (Иван)", "Иван", "Blues"),
    ]
    assert [one.content.decode() for one in found] == [LIST, OTHER]


def test_excel_names_its_separator_first():
    assert [one.player for one in entries(b"sep=;\r\n" + table(("name", "list"), ("Ann", LIST), separator=";"))] == [
        "Ann"
    ]


@pytest.mark.parametrize(
    "header",
    [
        ("Timestamp", "E-mail", "Your full name", "Team name", "Faction", "Paste your army list here"),
        ("Zeit", "Mail", "Player", "Club", "Army", "ROSTER"),
        ("время", "почта", "Имя игрока", "Команда", "Фракция", "Список"),
        ("时间", "邮箱", "姓名", "队伍", "阵营", "军表"),
        ("a", "b", "Player name", "Team", "Faction", "whatever"),
        ("List name", "b", "Player name", "Team", "Faction", "x"),
    ],
)
def test_columns_are_found_by_header_and_content(header: tuple[str, ...]):
    (one,) = entries(table(header, ("10:00", "a@b.c", "Ann", "Reds", "Orks", LIST)))

    shown = one.team if header[3] in {"Team", "Team name", "Club", "Команда", "队伍"} else "Reds"
    assert (shown, one.faction or "Orks", one.content.decode()) == ("Reds", "Orks", LIST)
    assert "a@b.c" not in repr(one)
    assert "Ann" in one.name or header[2] == "姓名" or one.player == "Ann"


def test_the_name_column_is_the_players_own():
    (one,) = entries(table(("Team name", "Army name", "Player name", "List"), ("Reds", "Waaagh", "Ann", LIST)))

    assert (one.player, one.team) == ("Ann", "Reds")


def test_given_columns():
    content = table(("a", "b", "c"), ("1", LIST, "Ann"))

    (one,) = entries(content, list="B", name="3")
    assert (one.player, one.content.decode()) == ("Ann", LIST)
    for wrong in ("d", "0", "4", "-1"):
        with pytest.raises(InputError, match="no column"):
            entries(content, list=wrong)


def test_a_player_without_a_list_is_an_empty_list():
    found = entries(table(("name", "list"), ("Ann", LIST), ("Bob", ""), ("", " ")))

    assert [(one.name, one.content.decode()) for one in found] == [
        ("event.csv:2 (Ann)", LIST),
        ("event.csv:3 (Bob)", ""),
    ]


def test_short_rows_do_no_harm():
    assert [one.content for one in entries(b"name,list\nAnn\n")] == [b""]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"round,table,score\n1,2,3\n", "no column of this table holds lists (round, table, score)"),
        (b"name,list\n", "no rows"),
        (b"", "empty"),
        (b'name,list\n"Ann,' + b"x" * 5_000_000, "not readable as a table"),
    ],
)
def test_tables_without_lists_are_refused(content: bytes, message: str):
    (one,) = entries(content)

    assert one.problem is not None
    assert message in str(one.problem.message)


def test_too_many_rows_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(registration, "MOST_ROWS", 2)
    assert [one.problem for one in entries(table(("name", "list"), *[("Ann", LIST)] * 2))] == [None, None]
    (one,) = entries(table(("name", "list"), *[("Ann", LIST)] * 3))

    assert one.problem is not None
    assert "more than 2 rows" in str(one.problem.message)


def test_names_are_one_line_without_control_characters():
    (one,) = entries(table(("name", "list"), ("A\nn\x1bn\u202e", LIST)))

    assert one.name.isprintable()


@pytest.mark.parametrize(
    ("head", "is_one"),
    [
        (table(("name", "list"), ("Ann", LIST)), True),
        (table(("name", "list"), ("Ann", LIST))[:40], True),
        (table(("name", "score"), ("Ann", "3")), False),
        (LIST.encode(), False),
        (b"My list, by name\n", False),
        (b"", False),
        (b"name,list\n", False),
    ],
)
def test_tables_are_told_by_their_header(head: bytes, is_one: bool):
    assert registration.is_table(head) is is_one


FORMS = {  # header, a row, and what they mean: player, team, when
    "Google Forms": (
        (
            "Timestamp",
            "Email Address",
            "Your full name",
            "Club / Team",
            "Which army are you playing?",
            "Paste your army list here",
            "I agree",
        ),
        ("2026/11/14 6:03:11 PM GMT+1", "a@b.c", "Ann Smith", "Reds", "Orks", LIST, "Yes"),
        ("Ann Smith", "Reds", "2026/11/14 6:03:11 PM GMT+1"),
    ),
    "Best Coast Pairings": (
        ("Place", "First Name", "Last Name", "Team", "Faction", "Detachment", "Army List", "Checked In"),
        ("1", "Ann", "Smith", "Reds", "Orks", "War Horde", LIST, "true"),
        ("Ann Smith", "Reds", ""),
    ),
    "another order": (("List", "E-Mail", "Team", "Player"), (LIST, "a@b", "Reds", "Ann"), ("Ann", "Reds", "")),
    "American": (
        ("Timestamp", "Player", "Army List"),
        ("11/14/2026 18:03", "Ann", LIST),
        ("Ann", "", "2026-11-14 18:03"),
    ),
    "German": (
        ("Zeitstempel", "Vorname", "Nachname", "Verein", "Armeeliste"),
        ("14.11.2026 18:03", "Jörg", "Müller", "Rote", LIST),
        ("Jörg Müller", "Rote", "14.11.2026 18:03"),
    ),
    "French": (
        ("Horodateur", "Nom du joueur", "Équipe", "Liste d'armée"),
        ("14/11/2026 18:03", "Zoé", "Rouges", LIST),
        ("Zoé", "Rouges", "2026-11-14 18:03"),
    ),
    "Spanish": (
        ("Marca temporal", "Nombre y apellidos", "Equipo", "Lista de ejército"),
        ("14/11/2026 18:03", "José Luz", "Rojos", LIST),
        ("José Luz", "Rojos", "2026-11-14 18:03"),
    ),
    "Italian": (
        ("Informazioni cronologiche", "Giocatore", "Squadra", "Lista"),
        ("14/11/2026 18.03.11", "Gio", "Rossi", LIST),
        ("Gio", "Rossi", "2026-11-14 18.03.11"),
    ),
    "Polish": (
        ("Sygnatura czasowa", "Imię i nazwisko", "Drużyna", "Rozpiska"),
        ("14.11.2026 18:03", "Łukasz Nowak", "Czerwoni", LIST),
        ("Łukasz Nowak", "Czerwoni", "14.11.2026 18:03"),
    ),
    "Russian": (
        ("Отметка времени", "Имя", "Фамилия", "Команда", "Ростер"),
        ("14.11.2026 18:03:11", "Аня", "Петрова", "Красные", LIST),
        ("Аня Петрова", "Красные", "14.11.2026 18:03:11"),
    ),
    "Chinese": (
        ("提交时间", "选手姓名", "所在队伍", "您的军表"),
        ("2026/11/14 下午6:03", "王小明", "红", LIST),
        ("王小明", "红", "2026/11/14 下午6:03"),
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_forms_as_organisers_have_them(form: str):
    header, row, wanted = FORMS[form]
    (one,) = entries(table(header, row))

    assert (one.player, one.team, one.submitted) == wanted
    assert one.content.decode() == LIST


@pytest.mark.parametrize(
    ("form", "codec"), [("German", "cp1252"), ("French", "cp1252"), ("Russian", "cp1251"), ("Chinese", "gbk")]
)
def test_tables_in_the_encodings_of_spreadsheet_programs(form: str, codec: str):
    header, row, wanted = FORMS[form]
    (one,) = entries(table(header, row, separator=";", codec=codec))

    assert (one.player, one.team) == wanted[:2]


def test_a_table_without_a_header_loses_no_list():
    found = entries(table(("Ann", LIST), ("Bob", OTHER)))

    assert [(one.name, one.content.decode()) for one in found] == [("event.csv:1", LIST), ("event.csv:2", OTHER)]
    (first, _second) = entries(table(("Ann", LIST), ("Bob", OTHER)), list="2", name="1")
    assert (first.name, first.player) == ("event.csv:1 (Ann)", "Ann")
