"""Units of one name have letters."""

from listbuilder.army.alike import lettered, letters


def test_letters():
    assert [letters(index) for index in (1, 26, 27, 52, 53)] == ["A", "Z", "AA", "AZ", "BA"]


def test_only_names_that_several_have_get_letters():
    assert lettered([("1", "Squad"), ("2", "Captain"), ("3", "Squad")]) == {"1": "A", "3": "B"}
