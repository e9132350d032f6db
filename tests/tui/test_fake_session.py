"""The session of the widgets' tests behaves as the real one: the same methods, and the same scenario run against both."""

from __future__ import annotations

import hashlib
import inspect
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fake_session import FakeSession

from listbuilder.errors import ChangedOnDisk
from listbuilder.session import Session


@dataclass(frozen=True)
class World:
    """A kind of session, with names of its data."""

    kind: Any
    system: str
    faction: str
    sizes: tuple[str, str]  # the default, another
    detachments: tuple[str, str]
    leader: str
    squad: str
    vehicle: str
    enhancement: str


FAKE = World(
    FakeSession, "old-walls", "north", ("small", "large"), ("wall", "storm"), "warden", "guard", "wagon", "charm"
)
REAL = World(
    Session,
    "wh40k-10e",
    "space-marines",
    ("strike-force", "incursion"),
    ("gladius-task-force", "ironstorm-spearhead"),
    "captain",
    "intercessor-squad",
    "impulsor",
    "gladius-task-force/artificer-armour",
)


@pytest.fixture(params=[FAKE, REAL], ids=["fake", "real"])
def world(request: pytest.FixtureRequest) -> World:
    return request.param


@pytest.fixture
def session(world: World) -> Any:
    return world.kind.new(world.system, world.faction, detachment=world.detachments[0], name="Test host")


def methods(kind: type) -> dict[str, Any]:
    names = [name for name in dir(kind) if not name.startswith("_")]
    return {name: getattr(kind, name) for name in names if callable(getattr(kind, name))}


OWN = {"build", "sheet"}  # what only the fake has


@pytest.mark.parametrize("name", sorted(set(methods(FakeSession)) - OWN))
def test_every_method_of_the_fake_is_one_of_the_session(name: str):
    real = inspect.signature(getattr(Session, name)).parameters
    fake = inspect.signature(getattr(FakeSession, name)).parameters

    shared = [(one.name, one.kind, one.default) for one in real.values() if one.name in fake]
    assert shared == [(one.name, one.kind, one.default) for one in fake.values()]
    assert all(one.default is not one.empty for one in real.values() if one.name not in fake)


def test_properties_of_the_fake_are_properties_of_the_session():
    found = {name for name, value in inspect.getmembers(FakeSession) if isinstance(value, property)}

    assert found
    assert all(isinstance(getattr(Session, name), property) for name in found)


def test_systems_and_factions_are_offered_by_id(world: World):
    assert world.system in {system.id for system in world.kind.systems()}
    assert world.faction in {faction.id for faction in world.kind.factions(world.system)}


def test_a_new_list_is_empty_and_saved_nowhere(world: World, session: Any):
    assert session.name == session.army.name == "Test host"
    assert session.path is None
    assert (session.army.units, session.points) == ((), 0)
    assert session.army.battle_size.id == world.sizes[0]
    assert session.limit == session.army.limit
    assert [one.id for one in session.army.detachments] == [world.detachments[0]]
    assert {world.sizes[0], world.sizes[1]} <= {size.id for size in session.battle_sizes()}
    assert set(world.detachments) <= {one.id for one in session.detachments()}
    assert session.undo() is None
    assert session.redo() is None


def test_every_edit_is_one_step_that_listeners_hear_of(world: World, session: Any):
    heard: list[Any] = []
    session.listeners.append(heard.append)
    before = session.revision

    unit = session.add_unit(world.squad)

    assert heard == [session]
    assert session.revision > before
    assert session.dirty
    assert [one.id for one in session.army.units] == [unit]
    assert session.unit(unit) == session.army.units[0]
    assert session.points == session.army.units[0].points > 0

    assert isinstance(session.undo(), str)
    assert session.army.units == ()
    assert isinstance(session.redo(), str)
    assert len(session.army.units) == 1
    assert heard == [session] * 3
    assert session.redo() is None


def test_a_new_edit_forgets_what_was_undone(world: World, session: Any):
    session.add_unit(world.squad)
    session.undo()
    session.add_unit(world.leader)

    assert session.redo() is None


def test_units_are_duplicated_moved_renamed_and_removed(world: World, session: Any):
    first, last = session.add_unit(world.squad), session.add_unit(world.squad)
    copy = session.duplicate_unit(first)
    assert [unit.id for unit in session.army.units] == [first, copy, last]

    session.move_unit(first, 1)
    assert [unit.id for unit in session.army.units] == [copy, first, last]
    session.move_unit(last, -2)
    assert [unit.id for unit in session.army.units] == [last, copy, first]

    session.rename_unit(copy, "Old guard")
    assert session.unit(copy).name == "Old guard"
    session.rename_unit(copy, "")
    assert session.unit(copy).name == session.unit(copy).datasheet

    session.remove_unit(copy)
    assert session.unit(copy) is None
    for change in (session.remove_unit, session.rows, session.duplicate_unit):
        with pytest.raises(LookupError):
            change(copy)


def test_the_list_has_a_name_a_size_and_a_detachment(world: World, session: Any):
    session.rename("Spring muster")
    session.set_battle_size(world.sizes[1])
    session.set_detachment(world.detachments[1])

    assert session.name == "Spring muster"
    assert session.army.battle_size.id == world.sizes[1]
    assert [one.id for one in session.army.detachments] == [world.detachments[1]]


def test_warlord_and_enhancement_are_taken_and_taken_back(world: World, session: Any):
    leader, other = session.add_unit(world.leader), session.add_unit(world.leader)
    session.set_warlord(leader)
    session.set_warlord(other)
    assert [unit.warlord for unit in session.army.units] == [False, True]
    session.set_warlord(other, False)
    assert not any(unit.warlord for unit in session.army.units)

    assert world.enhancement in {target.id for target in session.enhancements(leader)}
    before = session.points
    session.set_enhancement(leader, world.enhancement)
    assert [taken.id for taken in session.unit(leader).enhancements] == [world.enhancement]
    assert session.points > before
    session.set_enhancement(leader, "")
    assert session.unit(leader).enhancements == ()


def test_declarations_are_made_and_taken_back(world: World, session: Any):
    leader, squad, vehicle = (session.add_unit(name) for name in (world.leader, world.squad, world.vehicle))

    assert [target.id for target in session.leader_targets(leader)] == [squad]
    session.attach(leader, squad)
    assert session.army.declarations.attach == {leader: squad}
    session.attach(leader, "")
    assert session.army.declarations.attach == {}

    assert [target.id for target in session.transport_targets(leader)] == [vehicle]
    session.embark(leader, vehicle)
    assert session.army.declarations.embark == {leader: vehicle}
    session.embark(leader, "")
    assert session.army.declarations.embark == {}

    session.set_reserves(leader, "other")
    assert session.army.declarations.reserves == {leader: "other"}
    session.set_reserves(leader, "")
    assert session.army.declarations.reserves == {}


def test_rows_count_pick_and_stay_within_their_bounds(world: World, session: Any):
    unit = session.add_unit(world.squad)
    count = next(row for row in session.rows(unit) if row.kind == "count" and row.maximum != row.minimum)

    session.set_count(unit, count.key, count.count + 1)
    assert next(row for row in session.rows(unit) if row.key == count.key).count == count.count + 1

    choice = next(row for row in session.rows(unit) if row.kind == "pick" and not row.count)
    session.pick(unit, choice.key)
    rows = [row for row in session.rows(unit) if row.label == choice.label and row.group]
    assert choice.group
    assert any(row.count for row in rows)  # its key may be another one now
    assert any(row.kind == "heading" for row in session.rows(unit))


def test_datasheets_tell_how_many_are_taken_and_preview_adds_nothing(world: World, session: Any):
    session.add_unit(world.squad)
    session.add_unit(world.squad)
    taken = {choice.id: choice.taken for choice in session.datasheets()}
    assert (taken[world.squad], taken[world.leader]) == (2, 0)

    revision = session.revision
    assert session.preview(world.leader).datasheet_id == world.leader
    assert session.revision == revision
    assert len(session.army.units) == 2


def test_findings_say_what_is_wrong_and_their_fixes_help(world: World, session: Any):
    leader = session.add_unit(world.leader)
    finding = next(one for one in session.findings if one.rule == "warlord")
    assert session.verdict == "illegal"

    session.apply_fix(session.fixes(finding)[0])

    assert session.unit(leader).warlord
    assert "warlord" not in {one.rule for one in session.findings}


def test_saving_knows_its_file(world: World, session: Any, tmp_path: Path):
    session.add_unit(world.squad)
    path = session.save(tmp_path / "list.yaml")

    assert path == session.path == tmp_path / "list.yaml"
    assert not session.dirty
    assert session.digest == hashlib.sha256(path.read_bytes()).hexdigest()
    assert path.read_text("utf-8") == session.text()

    session.rename("Theirs and ours")
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(ChangedOnDisk):
        session.save()
    assert session.dirty
    session.save(force=True)
    assert world.kind.open(path).name == "Theirs and ours"


def test_a_snapshot_keeps_the_state_of_its_moment(world: World, session: Any):
    session.add_unit(world.squad)
    snapshot, text = session.snapshot(), session.text()
    session.add_unit(world.squad)

    assert snapshot.name == "Test host"
    assert snapshot.text() == text != session.text()


def test_recovered_work_is_unsaved_and_bound_to_its_file(world: World, session: Any, tmp_path: Path):
    session.add_unit(world.squad)
    recovered = world.kind.recover(session.text().encode(), tmp_path / "list.yaml", "0" * 64)

    assert recovered.dirty
    assert (recovered.path, recovered.digest) == (tmp_path / "list.yaml", "0" * 64)
    assert len(recovered.army.units) == 1
