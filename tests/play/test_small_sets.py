"""The small community sets under `tests/data/bsdata`: a list from nothing, bounds, texts, files, without any other material."""

from __future__ import annotations

import random
from decimal import Decimal
from pathlib import Path

import pytest

from listbuilder.cli.main import run
from listbuilder.engine import Engine
from listbuilder.exchange.ros import write
from listbuilder.exchange.ros_read import RosReader
from listbuilder.exchange.ros_xml import parse_roster
from listbuilder.roster.tree import Roster
from listbuilder.session import Session
from tests.engine.random_edits import Player, differences

DATA = Path(__file__).resolve().parents[1] / "data" / "bsdata"


@pytest.fixture(autouse=True)
def _installed(small_sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))


@pytest.fixture
def session() -> Session:
    """A captain, a patrol and a ferry."""
    session = Session.new("lantern-coast", "Harbour Watch")
    for name in ("Watch Captain", "Watch Patrol", "Ferry Crab"):
        take(session, name)
    return session


def take(session: Session, name: str) -> str:
    return session.add_unit(next(line.id for line in session.datasheets() if line.name == name))


def key(session: Session, unit: str, label: str) -> str:
    return next(row.key for row in session.rows(unit) if row.label == label)


def findings(session: Session) -> list[tuple[str, str, object, object]]:
    """What breaks which bound: the data's rule, the unit, how many there are and how many there may be."""
    return [(finding.rule, finding.unit, finding.found, finding.bound) for finding in session.findings]


def test_an_empty_list_lacks_what_the_force_demands() -> None:
    session = Session.new("lantern-coast", "Harbour Watch")
    assert findings(session) == [("data-min", "", 0, 1), ("data-min", "", 0, 1)]
    assert session.verdict == "illegal"


def test_a_list_from_nothing_survives_its_file(session: Session, tmp_path: Path) -> None:
    assert (session.verdict, session.points) == ("legal", 210)
    models = {unit.name: [(line.name, line.count) for line in unit.models] for unit in session.army.units}
    assert models["Watch Patrol"] == [("Serjeant", 1), ("Watchman", 4)]
    session.attach("watch-captain", "watch-patrol")
    session.embark("watch-patrol", "ferry-crab")
    path = tmp_path / "list.yaml"
    session.save(path)
    again = Session.open(path)
    assert (again.verdict, again.points, again.text()) == ("legal", 210, session.text())
    assert "attach: {watch-captain: watch-patrol}" in again.text()


def test_size_changes_the_price_and_what_may_be_taken(session: Session) -> None:
    unit = "watch-patrol"
    session.set_count(unit, key(session, unit, "Harpooner"), 2)
    assert findings(session) == [("data-max", "watch-patrol", 2, 1)]
    session.set_count(unit, key(session, unit, "Watchman"), 5)
    assert findings(session) == []
    assert session.points == 60 + 70 + 60 + 2 * Decimal("7.5") + 80
    session.set_count(unit, key(session, unit, "Watchman"), 8)
    assert findings(session) == [("data-max", "watch-patrol", 10, 9)]


def test_a_condition_on_the_army_raises_a_bound(session: Session) -> None:
    take(session, "Ferry Crab")
    assert findings(session) == [("data-max", "", 2, 1)]
    force = session.roster.forces[0].id
    session.pick(force, key(session, force, "Full Moon"))
    assert findings(session) == []


def test_a_charm_is_unique_in_the_army(session: Session) -> None:
    second = take(session, "Watch Captain")
    for unit in ("watch-captain", second):
        session.pick(unit, key(session, unit, "Singing Shell"))
    assert findings(session) == [("data-max", "watch-captain", 2, 1)]
    session.pick(second, key(session, second, "Black Pearl"))
    assert findings(session) == []
    assert session.points == 210 + 15 + 60 + 10


def test_a_modifier_hides_an_entry_until_its_leader_is_there() -> None:
    session = Session.new("lantern-coast", "Harbour Watch")
    golem = {line.name: line.hidden for line in session.datasheets()}["Dock Golem"]
    take(session, "Watch Captain")
    assert (golem, {line.name: line.hidden for line in session.datasheets()}["Dock Golem"]) == (True, False)


def test_printed_texts_say_whom_a_leader_joins_and_who_rides(session: Session) -> None:
    take(session, "Dock Golem")
    leaders = {target.name: not target.reason for target in session.leader_targets("watch-captain")}
    assert leaders.get("Watch Patrol")
    assert not leaders.get("Dock Golem")
    assert [target.name for target in session.transport_targets("watch-patrol") if not target.reason] == ["Ferry Crab"]
    ferry = session.unit("ferry-crab")
    assert ferry is not None
    assert [(bay.capacity, bay.allow, bay.deny) for bay in ferry.transport] == [(12, (("Infantry",),), ("Golem",))]


def test_the_browser_names_roles_keywords_and_points() -> None:
    session = Session.new("lantern-coast", "Harbour Watch")
    lines = {line.name: line for line in session.datasheets()}
    captain = lines["Watch Captain"]
    assert (captain.role, captain.points, captain.taken, captain.faction) == ("Character", 60, 0, "")
    assert captain.keywords == ("Character", "Infantry", "Harbour Watch")
    take(session, "Watch Captain")
    assert {line.name: line.taken for line in session.datasheets()}["Watch Captain"] == 1


def test_json_set() -> None:
    session = Session.new("kite-hill", "Paper Fleet")
    assert findings(session) == [("data-min", "", 0, 1)]
    take(session, "Kite Keeper")
    kites = [take(session, "Box Kite") for _ in range(2)]
    assert (session.verdict, session.points) == ("unjudged", 20 + 20 + 30 - 5)
    assert findings(session) == [("no-limit", "", None, None)]
    session.set_limit(64)
    assert findings(session) == [("data-cost-limit", "", 65, 64)]
    session.set_limit(120)
    assert session.verdict == "legal"
    session.set_count(kites[0], key(session, kites[0], "Long Tail"), 1)
    assert session.points == Decimal("67.5")
    for _ in range(2):
        take(session, "Box Kite")
    assert findings(session) == [("data-max", "", 4, 3)]


@pytest.mark.parametrize(
    ("name", "points", "violations"),
    [
        ("legal", Decimal("292.5"), []),
        ("illegal", 380, ["lc-shell-max", "lc-vehicle-max"]),
    ],
)
def test_roster_files(session: Session, name: str, points: object, violations: list[str]) -> None:
    text = (DATA / f"{name}.ros").read_text("utf-8")
    reader = RosReader(session.roster.library, keep_ids=True)
    engine = Engine(reader.roster(parse_roster(text.encode())))
    assert reader.problems == []
    assert engine.totals()["lc-pts"] == points
    assert sorted(violation.constraint_id for violation in engine.violations()) == violations
    assert write(engine) == text


@pytest.mark.parametrize("seed", range(4))
def test_random_edits_agree_with_a_fresh_look(session: Session, seed: int) -> None:
    chance = random.Random(seed)
    library = session.roster.library
    player = Player(Roster(library), library.forces.at_root("lc-watch-cat"), "lc-watch-cat")
    for number in range(40):
        player.play((chance.randrange(20), chance.randrange(10**6), chance.randrange(10**6)))
        if number % 3 == 0:
            player.engine.violations()
    assert differences(player.engine) == {}, player.log


def test_check_and_print(session: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "list.yaml"
    session.save(path)
    assert run(["--lang", "en", "check", str(path)]) == 0
    assert run(["--lang", "en", "show", str(path)]) == 0
    assert "Watch Patrol" in capsys.readouterr().out
    take(session, "Ferry Crab")
    session.save(path)
    assert run(["--lang", "en", "check", str(path)]) == 1
    assert "Vehicle" in capsys.readouterr().out
    assert run(["--lang", "en", "print", str(path), "-o", str(tmp_path / "army.pdf")]) == 0
    assert (tmp_path / "army.pdf").read_bytes().startswith(b"%PDF")
