"""What units that stand in no force are said to lack."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from listbuilder.i18n import Localised
from listbuilder.rules.kinds import placed
from listbuilder.rules.muster import Muster

RAFT = {"en": "raft", "zh": "木筏"}


@pytest.mark.parametrize(("of", "wanted"), [(("Raft",), RAFT), (("Boat",), None), (("Raft", "Boat"), None), ((), None)])
def test_the_one_kind_that_is_allowed_is_named(of: tuple[str, ...], wanted: dict[str, str] | None) -> None:
    force = object()
    system = SimpleNamespace(force_kind={"Raft": SimpleNamespace(name=RAFT)}.get)
    vocabulary = SimpleNamespace(terms=SimpleNamespace(force=force))
    muster = cast(Muster, SimpleNamespace(system=system, vocabulary=vocabulary))
    said: Any = placed._wanted(placed.Params(of=of), muster)
    assert said == (Localised(wanted) if wanted else force)
