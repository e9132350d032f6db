"""Figures that are rolled or depend on the bearer."""

from fractions import Fraction

import pytest

from listbuilder.catalogue.amounts import amount, depends, resolved


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        ("4", 4),
        ("0", 0),
        ("D6", Fraction(7, 2)),
        ("D6+3", Fraction(13, 2)),
        ("2D3+6", 10),
        ("d3", 2),
        ("-2", -2),
        ("−2", -2),
        ("-D3", -2),
        ("8+", 8),
        ("4*", 4),
        ("User", 3),
        ("As user", 3),
        ("S", 3),
        ("S+2", 5),
        ("S+D3", 5),
        ("+2", 5),
        ("'+2", 5),
        ("x2", 6),
        ("×3", 9),
    ],
)
def test_average(text, mean):
    assert amount(text).mean(Fraction(3)) == mean


@pytest.mark.parametrize(
    "text", ["", "-", "–", "*", "N/A", "See it", "+2 on the charge", "4/-1 per rank", "2 3", "D", "9" * 99]
)
def test_what_is_no_figure_is_none(text):
    assert amount(text) is None


def test_a_figure_may_have_24_signs():
    assert amount("1" + "+1" * 11 + " ") is not None
    assert amount("10" + "+1" * 11).plus == 21
    assert amount("100" + "+1" * 11) is None


def test_what_depends_on_the_bearer_has_no_average_without_it():
    assert amount("User").mean() is None
    assert depends("x2")
    assert not depends("D6+2")


@pytest.mark.parametrize(("text", "second"), [("3/4", 4), ("2 (6)", 6), ("3(9)", 9)])
def test_two_figures(text, second):
    assert amount(text).second.mean() == second


@pytest.mark.parametrize(
    ("text", "shown"),
    [("User", "4"), ("+2", "6"), ("x2", "8"), ("S+D3", "D3+4"), ("+1*", "5*"), ("7", "7"), ("*", "*")],
)
def test_the_figure_of_a_bearer(text, shown):
    assert resolved(text, Fraction(4)) == shown


def test_without_the_bearers_figure_it_is_as_written():
    assert resolved("+2", None) == "+2"
