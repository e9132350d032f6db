"""The kind `split`: which units may be split, which must be, and what their halves are."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from listbuilder.army import ModelLine, Unit
from listbuilder.army.halves import half_of, halves
from listbuilder.catalogue.facts import Split, TransportBay
from listbuilder.rules import Diagnostic
from listbuilder.rules.diagnostic import SetSplit
from tests.rules import factory as f
from tests.rules.test_kinds import judge, one

BUS = f.unit("Bus", id="bus", transport=(TransportBay(capacity=6, splits=("Squad",)),))
TWO = {"squad": ("left", "right")}


def squad(models: int = 10, **more: Any) -> Unit:
    return f.unit("Squad", 165, id="squad", models=models, **more)


def mixed(wolves: int) -> Unit:
    lines = (
        ModelLine("x", "Hunter", 3, local_id="hunter", keywords=("Infantry",)),
        ModelLine("y", "Wolf", wolves, local_id="wolf", keywords=("Beast",)),
    )
    split = Split(kinds=(("hunter",), ("wolf",)), must=True)
    return f.with_(squad(split=split, keywords=("Infantry", "Beast")), models=lines[: 1 + bool(wolves)])


def found(*units: Unit, split: dict[str, tuple[str, ...]] | None = None, **declared: Any) -> list[Diagnostic]:
    places = f.placed("declarations.split.squad")
    return judge("split", f.army(*units, declared={"split": split or {}, **declared}, places=places))


def test_only_a_unit_that_may_be_is_split() -> None:
    assert not found(squad(split=Split()), split=TWO)
    assert not found(squad(split=Split()), deployed=("squad",))  # it need not be
    finding = one(found(squad(), split=TWO))
    assert (str(finding.message), finding.unit) == ("Squad: cannot be split in two", "squad")
    assert f.actions(finding) == [SetSplit("squad", on=False)]
    assert finding.place is not None
    assert one(found(f.captain(), squad(), split=TWO)).unit == "squad"


def test_where_the_data_do_not_tell_it_is_not_judged() -> None:
    assert one(found(squad(split_unread=True), split=TWO)).severity == "unjudged"
    unread = f.unit("Bus", transport_unread=True)
    assert one(found(squad(), unread, split=TWO)).severity == "unjudged"


def test_only_at_the_size_that_the_datasheet_names() -> None:
    assert not found(squad(10, split=Split(size=10)), split=TWO)
    finding = one(found(squad(5, split=Split(size=10)), split=TWO))
    assert (finding.found, finding.bound, f.actions(finding)) == (5, 10, [SetSplit("squad", on=False)])


def test_a_unit_that_must_be_split_is() -> None:
    assert one(found(mixed(2), deployed=("squad",))).message.template.startswith("{unit}: must be split in two")
    assert f.actions(one(found(mixed(2), deployed=("squad",)))) == [SetSplit("squad", on=True)]
    assert not found(mixed(2), split=TWO)
    assert not found(mixed(0), deployed=("squad",))
    halved = one(found(mixed(0), split=TWO))
    assert str(halved.message) == "Squad: has no models for one of its halves"
    assert f.actions(halved) == [SetSplit("squad", on=False)]


@pytest.mark.parametrize(("embark", "fine"), [({"left": "bus"}, True), ({"squad": "bus"}, True), ({}, False)])
def test_a_transport_splits_a_unit_of_which_it_carries_one_half(embark: dict[str, str], fine: bool) -> None:
    assert (found(squad(), BUS, split=TWO, embark=embark, deployed=("right",)) == []) is fine
    bays = (TransportBay(capacity=1), TransportBay(capacity=6, splits=("Band", "Squad")))
    large = f.with_(BUS, transport=bays)
    assert (found(squad(), large, split=TWO, embark=embark, deployed=("right",)) == []) is fine


def test_each_transport_splits_one_unit() -> None:
    other = f.with_(squad(), id="other")
    both = {**TWO, "other": ("one", "two")}
    embark = {"left": "bus", "one": "bus"}
    assert len(found(squad(), other, BUS, split=both, embark=embark)) == 1
    second = f.with_(BUS, id="second")
    assert not found(squad(), other, BUS, second, split=both, embark={"left": "bus", "one": "second"})


class TestHalves:
    def test_an_odd_model_belongs_to_the_first_and_points_are_halved_exactly(self) -> None:
        first, second = halves(squad(9), ("alpha", "squad/2"))
        assert (first.id, first.name, first.model_count, first.points) == ("alpha", "Squad (alpha)", 5, Decimal("82.5"))
        assert (second.id, second.name, second.model_count) == ("squad/2", "Squad (2)", 4)
        assert (first.half_of, half_of(10)) == ("squad", 5)

    def test_lines_of_models_are_shared_in_their_order(self) -> None:
        unit = f.with_(squad(), models=(ModelLine("a", "Sergeant", 1), ModelLine("b", "Marine", 9)))
        first, second = halves(unit, ("x", "y"))
        assert [(line.name, line.count) for line in first.models] == [("Sergeant", 1), ("Marine", 4)]
        assert [(line.name, line.count) for line in second.models] == [("Marine", 5)]

    def test_kinds_of_models_go_apart_with_their_keywords(self) -> None:
        first, second = halves(mixed(2), ("x", "y"))
        assert [line.name for line in first.models] == ["Hunter"]
        assert (first.keywords, second.keywords) == (("Infantry",), ("Beast",))

    def test_halves_of_models_without_keywords_of_their_own_have_those_of_the_unit(self) -> None:
        words, costs = ("Infantry", "Hunters"), (("cp", 1), ("ep", 4))
        for half in halves(squad(10, keywords=words, costs=costs), ("x", "y")):
            assert half.keywords == words
            assert half.costs == (("cp", Decimal("0.5")), ("ep", 2))
