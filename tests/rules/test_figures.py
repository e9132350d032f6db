"""Numbers that a game counts in a list without limiting them."""

from __future__ import annotations

from msgspec.structs import replace

from listbuilder.army import Army, ForceView
from listbuilder.catalogue.system import Figure, ForceKind, System
from listbuilder.rules.figures import figures
from tests.rules import factory as f

KINDS = tuple(
    ForceKind(id=one, name={"en": one.title()}, aliases=(f"{one} of old",)) for one in ("band", "loose", "scenery")
)
FIGURE = Figure(
    id="drops", name={"en": "drops", "zh": "次数"}, forces=("band",), units_of=("loose",), source={"en": "-"}
)
SYSTEM = System(id="game", name={"en": "Game"}, forces=KINDS, figures=(FIGURE,))
FORCES = (
    ForceView("army", "Army", "Army"),
    ForceView("one", "Band 1", "Band", parent="army"),
    ForceView("two", "Second", "BAND OF OLD", parent="army"),
    ForceView("empty", "Band 3", "Band", parent="army"),
    ForceView("free", "Loose", "Loose", parent="army"),
    ForceView("trees", "Scenery", "Scenery", parent="army"),
    ForceView("hired", "The Famous Five", "The Famous Five", parent="army"),
)


def army(*forces: str) -> Army:
    return f.army(*(f.unit(f"Unit {n}", id=str(n), force=force) for n, force in enumerate(forces)), forces=FORCES)


def counted(figure: Figure, *forces: str) -> list[str]:
    return list(map(str, figures(army(*forces), replace(SYSTEM, figures=(figure,)))))


def test_forces_and_single_units_count_once_each() -> None:
    assert counted(FIGURE, "one", "one", "two", "free", "free", "free", "trees") == ["drops 5"]


def test_forces_of_no_kind_count_only_where_the_system_says_so() -> None:
    assert counted(FIGURE, "one", "hired", "hired") == ["drops 1"]
    assert counted(replace(FIGURE, other_forces=True), "one", "hired", "hired") == ["drops 2"]


def test_the_army_itself_is_none_of_its_forces() -> None:
    assert counted(replace(FIGURE, other_forces=True), "one", "army", "trees") == ["drops 1"]


def test_nothing_is_said_of_a_list_without_such_forces() -> None:
    assert counted(FIGURE, "army", "trees") == []


def test_a_game_without_figures_counts_nothing() -> None:
    assert not list(figures(army("one"), replace(SYSTEM, figures=())))
