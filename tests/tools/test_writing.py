"""Native files as they are written: every value is read back as it was, and short maps stand on one line."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from listbuilder import strictyaml
from tools.native_data import yaml
from tools.native_data.composition import Composition, Kind, Variant, slug
from tools.native_data.loadouts import Alternative, Inexpressible
from tools.native_data.overlay import merged
from tools.native_data.profiles import keyword, weapon
from tools.native_data.sheet import for_every, numbers_of, rows_of, stated_wargear
from tools.native_data.texts import BUILDING, stated

WORDS = some.text(alphabet="abzABZ019 '\"#:,[]{}&*!|>%@`-+.?~é战", min_size=1, max_size=12)
VALUES = some.one_of(WORDS, some.integers(0, 9999), some.booleans())
MAPS = some.dictionaries(
    some.from_regex(r"[a-z][a-z0-9]{0,6}", fullmatch=True),
    some.one_of(VALUES, some.lists(VALUES, max_size=4)),
    min_size=1,
)


def read(text: str) -> object:
    return strictyaml.load(text.encode(), "x").value


@example({"a": {"a": "0:?"}})
@given(
    some.dictionaries(
        some.from_regex(r"[a-z][a-z0-9]{0,6}", fullmatch=True),
        some.one_of(VALUES, MAPS, some.lists(MAPS, min_size=1, max_size=3)),
        min_size=1,
    )
)
def test_what_is_written_is_read_back(value: dict[str, object]) -> None:
    assert read(yaml.document(value, "datasheet")) == value


def test_short_maps_stand_on_one_line() -> None:
    text = yaml.document(
        {"id": "x", "weapons": {"gun": {"name": "Gun", "range": '24"', "BS": "3+", "AP": -1}}}, "datasheet"
    )
    assert '  gun: {name: Gun, range: 24", BS: 3+, AP: -1}\n' in text


def test_long_lists_are_wrapped() -> None:
    text = yaml.document({"leader": {"leads": [f"datasheet-number-{n}" for n in range(12)]}}, "datasheet")
    assert max(map(len, text.splitlines())) <= yaml.WIDTH


def test_overlays_are_put_over_what_was_made() -> None:
    made = {"points": {"1": 80}, "leader": {"leads": ["a"]}, "hover": True}
    assert merged(made, {"leader": {"must": True}, "hover": None}) == {
        "points": {"1": 80},
        "leader": {"leads": ["a"], "must": True},
    }


def test_ids_are_plain() -> None:
    assert slug("Brôkhyr’s Ka'tah [Legends]") == "brokhyrs-katah-legends"


def test_weapon_keywords_have_one_spelling() -> None:
    assert [keyword(word) for word in ("anti-infantry 4+", "TWIN-LINKED", "rapid fire 2")] == [
        "Anti-Infantry 4+",
        "Twin-linked",
        "Rapid Fire 2",
    ]


def composition(prices: dict[tuple[int, int], int]) -> Composition:
    kinds = [Kind("Headtaker", []), Kind("Wolf", [])]
    return Composition(None, kinds, [], (), (), frozenset(), dict(prices))  # type: ignore[arg-type]


def test_prices_by_two_kinds_of_models() -> None:
    prices = {(3, 0): 85, (3, 1): 110, (3, 2): 110, (4, 0): 95, (4, 1): 120, (4, 2): 125}
    assert list(rows_of(composition(prices))) == [
        {"models": {"headtaker": 3, "wolf": 0}, "price": 85},
        {"models": {"headtaker": 3, "wolf": "1-2"}, "price": 110},
        {"models": {"headtaker": 4, "wolf": 0}, "price": 95},
        {"models": {"headtaker": 4, "wolf": 1}, "price": 120},
        {"models": {"headtaker": 4, "wolf": 2}, "price": 125},
    ]
    with pytest.raises(Inexpressible, match="depend on one another"):
        list(rows_of(composition({key: price for key, price in prices.items() if key != (4, 2)})))
    with pytest.raises(Inexpressible, match="gaps"):
        list(rows_of(composition({key: price for key, price in prices.items() if key[1] != 1})))


def test_items_without_weapon_profiles_are_gear() -> None:
    assert weapon("Shield", [], []) is None


def test_whole_texts_that_are_a_field() -> None:
    assert stated("This model cannot be your ^^**Warlord^^**.") == {"never_warlord": True}
    both = {"never_warlord": True, "never_enhanced": True}
    assert stated("This model cannot be your Warlord and cannot be given Enhancements.") == both
    assert stated("This model cannot be your Warlord. It has a hat.") == {}
    assert BUILDING.search("This model cannot be your Warlord. It has a hat.")
    assert not BUILDING.search("Each time this model fights, add 1 to its Attacks.")


def test_one_model_for_every_so_many_of_another() -> None:
    allowed = {(heads, wolves) for heads in range(5, 11) for wolves in (1, 2)}
    legal = {(heads, wolves): 50 for heads, wolves in allowed if wolves <= heads // 5}
    assert for_every(composition(legal), allowed) == (1, 0, 5)
    assert for_every(composition(dict.fromkeys(allowed, 50)), allowed) is None
    assert for_every(composition({counts: 50 for counts in legal if counts != (7, 1)}), allowed) is None


def test_options_that_an_overlay_states_are_not_looked_for() -> None:
    options = [{"replace": "gun", "with": ["lance", ["fist", "flamer"]]}, {"add": ["launcher"]}]
    gun = Alternative(("Gun",), ())
    kind = Kind("Walker", [Variant(None, [(gun,)], (gun,))])  # type: ignore[arg-type]
    found = stated_wargear(Composition(None, [kind], [], (), (), frozenset()), options)  # type: ignore[arg-type]
    assert (found.defaults, found.options) == ([("Gun",)], [])
    assert found.items == {"lance", "fist", "flamer", "launcher"}


def test_numbers_with_gaps_are_listed() -> None:
    assert [numbers_of([7, 9]), numbers_of([4, 5, 6]), numbers_of([3])] == [[7, 9], "4-6", 3]
    apart = {(7, 1): 110, (9, 0): 110}
    assert for_every(composition(apart), {(7, 1), (9, 0)}) is None
