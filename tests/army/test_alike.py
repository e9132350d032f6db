"""Units of one name have letters."""

from listbuilder.army.alike import called, lettered, letters, without_letters
from listbuilder.i18n import Text
from tests.rules import factory


def test_letters():
    assert [letters(index) for index in (1, 26, 27, 52, 53)] == ["A", "Z", "AA", "AZ", "BA"]


def test_only_names_that_several_have_get_letters():
    assert lettered([("1", "Squad"), ("2", "Captain"), ("3", "Squad")]) == {"1": "A", "3": "B"}


def test_a_message_without_the_letters_that_shift_with_other_units():
    squad = factory.unit("Squad")
    lettered, plain = ({"units": ["Boss", unit], "unit": unit} for unit in (called(squad, "B"), called(squad, "")))
    assert str(Text("{unit}: {units}", lettered)) == "Squad B: Boss, Squad B"
    assert without_letters(Text("{unit}: {units}", lettered)) == Text("{unit}: {units}", plain)
    nested = Text("{message}", {"message": Text("{unit}: {units}", lettered)})
    assert str(without_letters(nested)) == "Squad: Boss, Squad"
