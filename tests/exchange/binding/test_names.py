"""Names that mean the same: without articles, plurals, spaces and order."""

from __future__ import annotations

import pytest

from listbuilder.exchange.binding.names import Names, plain, shuffled, split_names, squeezed, stem, with_others


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("The Swarm", "swarm"),
        ("The Silent Kings", "silent king"),
        ("The", "the"),
        ("Over the Hills", "over the hill"),
        ("Boyz", "boy"),
        ("Batteries", "battery"),
        ("Wolves", "wolf"),
        ("Axes", "ax"),
        ("Compass", "compass"),
        ("Gas", "gas"),
    ],
)
def test_the_stem_has_neither_article_nor_plural(name: str, expected: str) -> None:
    assert stem(name) == expected


def test_marks_and_punctuation_say_nothing() -> None:
    assert plain("Bolt/Plasma & Melta [Legends]") == plain("bolt plasma and melta")


def test_spaces_and_order() -> None:
    assert squeezed("The Battle Clades") == "battleclade"
    assert shuffled("Fanatics (Scourge of Rust)") == shuffled("Scourge of Rust Fanatics") == "fanatic of rust scourge"
    assert shuffled("Warden of Rust, the (Iron)") == shuffled("The Iron Warden of Rust")


class TestNames:
    KNOWN = Names((name, name) for name in ("Old Pust, the Prince", "Pike Guard", "Guard Pike", "Reed, Fen", "Moor"))

    @pytest.mark.parametrize(
        ("word", "found"),
        [
            ("old pust", ["Old Pust, the Prince"]),
            ("Pust Old", ["Old Pust, the Prince"]),
            ("pike guard", ["Pike Guard"]),
            ("Pike the Guard", []),  # two names have these words
            ("Pust", []),
            ("Moor, the Wide", []),  # what the data do not have is not left out of what a list says
        ],
    )
    def test_a_title_may_be_left_out_and_words_may_be_shuffled(self, word: str, found: list[str]) -> None:
        assert self.KNOWN.find(word) == found

    def test_no_part_of_an_enumeration_is_lost(self) -> None:
        assert split_names("Old Pust, Moor and Heath", self.KNOWN) == (["Old Pust, the Prince", "Moor"], ["Heath"])


def test_accents_and_american_spelling_do_not_count() -> None:
    known = Names(
        (name, name)
        for name in ("Kâhl", "Brôkhyr Thunderkyn", "Captain in Terminator Armour", "Daemon Prince", "Grey Hunters")
    )
    assert known.find("Kahl") == ["Kâhl"]
    assert known.find("BROKHYR THUNDERKYN") == ["Brôkhyr Thunderkyn"]
    assert known.find("Captain in Terminator Armor") == ["Captain in Terminator Armour"]
    assert known.find("demon prince") == ["Daemon Prince"]
    assert known.find("Gray Hunters") == ["Grey Hunters"]
    assert known.find("Kehl") == []


def test_an_accent_tells_names_apart_where_both_are_known() -> None:
    known = Names((name, name) for name in ("Mare", "Maré"))
    assert (known.find("mare"), known.find("MARÉ")) == (["Mare"], ["Maré"])
    assert Names([("Ёж", 1), ("Æther Sœur", 2)]).find("еж") == [1]
    assert Names([("Æther Sœur", 2)]).find("aether soeur") == [2]


def test_things_are_found_by_what_lists_call_them_otherwise() -> None:
    known = Names([("Blood Blessings", 1), ("Rites", 2)])
    others = {"Blood Blesssings": "Blood Blessings", "Rytes": "Rites", "Psalms": "Hymns"}
    assert split_names("Blood Blesssings and Rytes, Rites", with_others(known, others)) == ([1, 2, 2], [])
    assert with_others(known, others).find("Psalms") == []
    assert with_others(known, {"Psalms": "Hymns"}) is known
