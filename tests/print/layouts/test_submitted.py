"""The text of a list as it is handed in."""

from __future__ import annotations

import pytest

from listbuilder.print.kit.blocks import Gap, Stack
from listbuilder.print.layouts.submitted import Density, filled, set_text

DENSITY = Density(1, 9.0, 3.0)


def lines(block):
    """The words of a line or of several that stay together, with what is strong of each, and how far they are indented."""
    blocks = block.blocks if isinstance(block, Stack) else [block]
    return [
        (
            "".join(span.text for span in one.block.spans),
            [span.text for span in one.block.spans if span.style.strong],
            one.left,
        )
        for one in blocks
    ]


def test_the_first_two_lines_of_a_paragraph_stay_together():
    found = set_text("CHARACTERS\nCaptain (100)\n  Sword\n\nAlone\n", DENSITY)
    assert [len(lines(one)) if not isinstance(one, Gap) else 0 for one in found] == [2, 1, 0, 1]
    assert isinstance(found[0], Stack)
    assert not isinstance(found[-1], Stack)
    assert found[2].points == 3.0


def test_what_stands_at_the_margin_in_capitals_or_with_points_is_strong():
    (head, priced), (inner,) = map(lines, set_text("CHARACTERS\nCaptain (100 points)\n    Sword and SHIELD", DENSITY))
    assert head[1] == ["CHARACTERS"]
    assert priced[1][0].startswith("Captain")
    assert inner[0] == "Sword and SHIELD"
    assert inner[1] == []
    assert (head[2], priced[2]) == (0, 0)
    assert inner[2] == pytest.approx(4 * 9 * 0.28)


def test_lines_are_not_indented_without_end():
    (deep,) = lines(set_text(" " * 60 + "deep", DENSITY)[0])
    assert deep[2] == pytest.approx(12 * 9 * 0.28)


def test_blocks_that_fit_exactly_are_kept_and_the_rest_goes_on():
    blocks = [Gap(10), Gap(10), Gap(10)]
    assert [len(part) for part in filled(blocks, 100, 20)] == [2, 1]
    assert [len(part) for part in filled(blocks, 100, 30)] == [3, 0]
    assert [len(part) for part in filled(blocks, 100, 9)] == [0, 3]
