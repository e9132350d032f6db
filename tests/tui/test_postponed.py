"""What several steps ask for is done once, after the last of them."""

import pytest

from listbuilder.tui.postponed import Postponed


def test_it_is_done_at_once_or_once_at_the_end():
    done = []
    one = Postponed(lambda: done.append(len(done)))
    one.ask()
    assert done == [0]
    with one.held():
        with one.held():
            one.ask()
            one.ask()
        assert done == [0]
    assert done == [0, 1]
    with one.held():
        pass
    assert done == [0, 1]


def test_it_is_done_after_a_step_that_fails():
    done = []
    one = Postponed(lambda: done.append(1))
    with pytest.raises(LookupError), one.held():
        one.ask()
        raise LookupError
    assert done == [1]
