"""The distribution of counted wargear: exact where it can be, and what is left over where it cannot."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.exchange.binding.cover import Cover, Loadout
from listbuilder.exchange.binding.names import Names, base, counted, split_names, stem


def loadout(*items: str, most: int = 1_000, lacking: int = 0) -> Loadout[str]:
    return Loadout("+".join(items), Counter(items), lacking, most)


def solved(loadouts: list[Loadout[str]], models: int, wanted: dict[str, int]) -> tuple[dict[str, int], dict[str, int]]:
    found = Cover(loadouts, models, Counter(wanted)).solve()
    return {one.owner: number for one, number in found.chosen}, dict(+found.left)


RIFLE, GUN, BLADE = loadout("pistol", "rifle"), loadout("pistol", "plasma gun", most=1), loadout("blade", "rifle")


class TestCover:
    def test_exact(self) -> None:
        chosen, left = solved([RIFLE, GUN, BLADE], 5, {"pistol": 4, "rifle": 4, "plasma gun": 1, "blade": 1})
        assert (chosen, left) == ({"pistol+rifle": 3, "pistol+plasma gun": 1, "blade+rifle": 1}, {})

    def test_a_limit_holds(self) -> None:
        chosen, left = solved([RIFLE, GUN], 3, {"pistol": 3, "plasma gun": 2, "rifle": 1})
        assert chosen["pistol+plasma gun"] == 1
        assert left["plasma gun"] == 1

    def test_models_alike_are_preferred(self) -> None:
        options = [loadout("a", "b"), loadout("a", "a"), loadout("b", "b")]
        for order in (options, options[::-1]):
            assert solved(order, 2, {"a": 2, "b": 2})[0] == {"a+b": 2}

    def test_what_needs_least_is_preferred(self) -> None:
        options = [loadout("a", lacking=3), Loadout("other", Counter(("a",)), 1)]
        assert solved(options, 1, {"a": 1})[0] == {"other": 1}

    @settings(max_examples=60, deadline=None)
    @given(
        st.lists(
            st.sampled_from([RIFLE, GUN, BLADE, loadout("blade", "shield"), loadout("rifle", "rifle")]), max_size=8
        )
    )
    def test_whatever_models_carry_is_found_again(self, models: list[Loadout[str]]) -> None:
        models = [one for place, one in enumerate(models) if one is not GUN or GUN not in models[:place]]
        wanted = sum((one.used for one in models), Counter[str]())
        options = [RIFLE, GUN, BLADE, loadout("blade", "shield"), loadout("rifle", "rifle")]
        found = Cover(options, len(models), wanted).solve()
        assert not +found.left
        assert sum(number for _, number in found.chosen) == len(models)


class TestNames:
    def test_levels(self) -> None:
        names = Names(
            [("T’au Empire", 1), ("Boyz", 2), ("Haloscreed Battleclade", 3), ("Fanatics (Scourge of Ghyran)", 4)]
        )
        words = ("t'au empire", "Boy", "Haloscreed Battle Clade", "Scourge of Ghyran Fanatics", "Girl")
        assert [names.find(word)[:1] for word in words] == [[1], [2], [3], [4], []]

    def test_stems(self) -> None:
        assert stem("The Knives of the Wolves") == stem("knife of the wolf") or stem("Wolves") == "wolf"
        assert stem("Cross") == "cross"
        assert base("Boy w/ big shoota") == base("Boy (Shoota)") == base("Boyz with slugga") == "boy"
        assert counted("2 Storm Bolters") == ("storm bolter", 2)

    def test_the_longest_name_wins(self) -> None:
        known = Names((name, name) for name in ("Saga and Song", "Saga", "Song", "A, B"))
        assert split_names("Saga and Song and Saga", known) == (["Saga and Song", "Saga"], [])
        assert split_names("A, B, Song and Dance", known) == (["A, B", "Song"], ["Dance"])
