"""What is declared of units whose halves have names of their own."""

from __future__ import annotations

import time

from listbuilder.roster.declarations import Declarations


def test_the_unit_of_a_half() -> None:
    declared = Declarations(split={"squad": ("alpha", "beta"), "other": ("alpha", "gamma")})
    found = [declared.whole(name) for name in ("alpha", "beta", "gamma", "squad", "nobody")]
    assert found == ["squad", "squad", "other", "squad", "nobody"]  # of halves with one name the first unit counts


def test_it_is_looked_up_and_not_searched_for() -> None:
    declared = Declarations(split={f"squad-{number}": (f"a{number}", f"b{number}") for number in range(4000)})
    begun = time.process_time()
    assert all(declared.whole(f"b{number}") == f"squad-{number}" for number in range(4000))
    assert time.process_time() - begun < 0.5  # a search of all of them took two seconds


def test_what_was_looked_up_is_no_part_of_the_record() -> None:
    first, second = (Declarations(split={"squad": ("alpha", "beta")}) for _ in range(2))
    first.whole("alpha")
    assert first == second
    assert repr(first) == repr(second)
