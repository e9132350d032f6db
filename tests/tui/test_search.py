"""Search as you type: what starts with it, what holds it, what looks like it."""

from __future__ import annotations

from listbuilder.tui.search import Item, SearchIndex

NAMES = [
    "Assault Intercessors",
    "Intercessor Squad",
    "Heavy Intercessor Squad",
    "Terminator Squad",
    "Captain",
    "Vanguard Veterans",
]
INDEX = SearchIndex(
    [Item(name.casefold(), name, more="Terminator" if name == "Captain" else "Infantry") for name in NAMES]
)


def found(query: str) -> list[str]:
    return [item.name for item in INDEX.find(query)]


def test_an_empty_query_finds_all_in_their_order():
    assert found("  ") == NAMES


def test_what_starts_with_it_comes_first():
    assert found("inter") == ["Intercessor Squad", "Assault Intercessors", "Heavy Intercessor Squad"]


def test_what_is_as_good_stays_in_its_order():
    index = SearchIndex(
        [Item(name, name) for name in ("Heavy Intercessor Squad", "Stormhawk Interceptor", "Intercessor")]
    )
    assert [item.name for item in index.find("interc")] == [
        "Intercessor",
        "Heavy Intercessor Squad",
        "Stormhawk Interceptor",
    ]


def test_allies_come_after_what_is_as_good():
    index = SearchIndex([Item("a", "Cerastus Lancer", later=True), Item("b", "Gladiator Lancer")])
    assert [item.id for item in index.find("lancer")] == ["b", "a"]


def test_all_words_count_in_any_order():
    assert found("squad term") == ["Terminator Squad"]


def test_keywords_are_searched_behind_names():
    assert found("terminator") == ["Terminator Squad", "Captain"]


def test_a_slip_of_the_finger_is_forgiven():
    assert "Intercessor Squad" in found("intercesor")
    assert found("vangard vetran") == ["Vanguard Veterans"]


def test_nonsense_finds_nothing():
    assert found("zzzzzz") == []


def test_updated_items_keep_their_place():
    index = SearchIndex([Item("a", "Anvil"), Item("b", "Bell")])

    index.update([Item("a", "Anvil", "×1")])

    assert [item.note for item in index.find("")] == ["×1", ""]


def test_the_last_part_of_a_name_is_a_beginning_too():
    names = ["Chaos - Chaos Space Marines", "Imperium - Adeptus Astartes - Space Marines"]
    index = SearchIndex([Item(name, name) for name in names])

    assert [item.name for item in index.find("space mar")] == names[::-1]


def test_a_name_that_is_shown_in_another_language_is_found_by_both_alike():
    index = SearchIndex([Item("jet", "Stormhawk Interceptor"), Item("squad", "仲裁者小队", also="Intercessor Squad")])
    assert [item.id for item in index.find("interc")] == ["squad", "jet"]
    assert [item.id for item in index.find("仲裁")] == ["squad"]
    assert index.find("intercesor")[0].id == "squad"


def test_names_are_found_without_their_blanks():
    index = SearchIndex([Item("tyrant", "Hive Tyrant"), Item("guard", "Hive Guard")])
    assert index.find("hiveg")[0].id == "guard"
