"""How values are shown in the language in use."""

from __future__ import annotations

from decimal import Decimal

import pytest

from listbuilder.i18n import Text, _, clauses, listed, ngettext, number, set_language


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (80, "80"),
        (Decimal("12.50"), "12.5"),
        (Decimal(100), "100"),
        (Decimal("1E+3"), "1000"),
        (Decimal("-0.5"), "-0.5"),
    ],
)
def test_numbers_have_no_trailing_zeros(value: Decimal, shown: str) -> None:
    assert number(value) == shown


def test_numbers_follow_the_language() -> None:
    assert [number(Decimal("1234.5")), number(Decimal("1234.5"), grouped=True)] == ["1234.5", "1,234.5"]
    set_language("ru")
    assert [number(Decimal("1234.5")), number(1234567, grouped=True)] == ["1234,5", "1\u00a0234\u00a0567"]


def test_numbers_in_messages_follow_the_language() -> None:
    text = Text("at most {bound}", {"bound": Decimal("497.50")})
    assert str(text) == "at most 497.5"
    set_language("ru")
    assert str(text).endswith("497,5")


def test_a_message_shows_the_beginning_of_a_huge_name() -> None:
    text = Text("unknown {what}: {name}", {"what": "unit", "name": "x" * 40_000})
    assert str(text) == f"unknown unit: {'x' * 1000}…"
    assert str(Text("{names}", {"names": ["x" * 1000, "y"]})) == f"{'x' * 1000}, y"


def test_a_text_does_not_begin_with_what_stands_beside_it():
    text = Text(
        "{unit}: {enhancement} is only for units of {faction}", {"unit": "A", "enhancement": "B", "faction": "C"}
    )
    set_language("en")
    assert text.render(beside="A") == "B is only for units of C"
    assert text.render(beside="B") == text.render() == "A: B is only for units of C"
    set_language("zh")
    assert text.render().startswith("A")
    assert text.render(beside="A") in text.render()
    assert not text.render(beside="A").startswith(("A", "："))


@pytest.mark.parametrize(
    ("code", "said"), [("en", "is not available in Line"), ("ru", "недоступно в Line"), ("zh", "不能用于 Line")]
)
def test_nor_does_a_sentence_about_it(code, said):
    text = Text("{what} is not available in {force}", {"what": "Lancer", "force": "Line"})
    set_language(code)
    assert text.render(beside="Lancer") == said
    assert text.render(beside="Line") == text.render()
    assert text.render().startswith("Lancer")
    both = Text("{unit} and {other} cannot be in the same {force}", {"unit": "Lancer", "other": "Ark", "force": "army"})
    assert both.render(beside="Lancer") == both.render()


def test_words_beside_each_other_stand_as_the_language_lists_them() -> None:
    text = Text("unknown names: {names}", {"names": ("Blast", "Heavy")})
    assert (listed(("Blast", "Heavy")), clauses(("a, b", "c"))) == ("Blast, Heavy", "a, b; c")
    assert str(text).endswith("Blast, Heavy")
    set_language("zh")
    assert (listed(("爆炸", "重型")), clauses(("甲、乙", "丙"))) == ("爆炸、重型", "甲、乙；丙")
    assert str(text).endswith("Blast、Heavy")
    set_language("ru")
    assert listed(("Взрыв", "Поток")) == "Взрыв, Поток"


def test_of_very_many_names_the_first_fifty_stand_in_a_message() -> None:
    names = [f"Captain {number}" for number in range(1, 2001)]
    assert str(Text("found ({names})", {"names": names[:50]})).endswith("Captain 49, Captain 50)")
    assert str(Text("found ({names})", {"names": names})).endswith("Captain 49, Captain 50 and 1950 more)")


@pytest.mark.parametrize(
    ("name", "shown"),
    [("Boyz", "移除 Boyz"), ("战线小队", "移除战线小队"), ("3× Boyz", "移除 3× Boyz"), ("(Boyz)", "移除(Boyz)")],
)
def test_chinese_texts_stand_apart_from_latin_names(name: str, shown: str) -> None:
    set_language("zh")
    assert str(Text("remove {unit}", {"unit": name})) == shown
    assert _("remove {unit}").format(unit=name) == shown


def test_chinese_texts_stand_apart_from_what_is_in_their_midst() -> None:
    set_language("zh")
    assert _("{n} per {models} models").format(n=1, models=5) == "每 5 个模型 1 个"
    assert ngettext("{number} list", "{number} lists", 3).format(number=3) == "3 份军表"
    text = Text(
        "{unit}: {enhancement} is only for units of {faction}", {"unit": "A", "enhancement": "B", "faction": "C"}
    )
    assert text.render(beside="A") == "B 仅限 C 的单位"
