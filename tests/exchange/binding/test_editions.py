"""Which edition a text is of that says nothing of one alone: what its units cost decides, or nothing does, and that is said."""

from __future__ import annotations

import pytest

from listbuilder.exchange.binding.editions import _Fit as Fit

FULL, MOST, SOME, NONE = Fit(8, 8, True, 0), Fit(6, 8, False, 0), Fit(2, 8, False, 0), Fit(0, 8, False, 0)


@pytest.mark.parametrize(
    ("one", "other", "better"),
    [
        (FULL, MOST, True),
        (MOST, SOME, True),
        (MOST, Fit(4, 8, False, 0), False),  # prices of two editions have much in common
        (SOME, NONE, False),
        (MOST, MOST, False),
        (Fit(6, 8, False, 2), SOME, False),  # it lacks what the other one has
        (Fit(0, 0, False, 0), Fit(0, 0, False, 3), False),  # without points
    ],
)
def test_points_speak_for_an_edition_where_most_of_them_do(one: Fit, other: Fit, better: bool) -> None:
    assert one.is_better(other) is better
    assert not (better and other.is_better(one))


@pytest.mark.parametrize(
    ("one", "other", "rivals"),
    [
        (SOME, NONE, True),
        (NONE, NONE, True),
        (NONE, SOME, False),
        (Fit(0, 0, False, 3), Fit(0, 0, False, 0), False),  # names decide
        (Fit(0, 0, True, 0), Fit(0, 0, False, 0), True),
    ],
)
def test_an_edition_that_fits_as_well_may_be_meant(one: Fit, other: Fit, rivals: bool) -> None:
    assert one.rivals(other) is rivals
