"""What the shelf says of a list, and that it never quotes a file that it cannot read."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from listbuilder.army.model import ForceView
from listbuilder.report.entry import Entry
from listbuilder.shelf import summing
from listbuilder.shelf.kept import HELD, STRIKES, TRANSPORT, WARLORD, Kept, exact
from listbuilder.shelf.summing import Question, summed
from tests import nasty, newer_data
from tests.conftest import ROOT


def of(path: Path) -> Kept:
    return summed(Entry.of_file(str(path)), Question())


def test_a_legal_list(lists: Path) -> None:
    kept = of(lists / "legal.yaml")
    assert (kept.state, kept.verdict, kept.form, kept.system) == ("judged", "legal", "yaml", "wh40k-10e")
    assert kept.system_name == "Warhammer 40,000 10th edition"
    assert exact(kept.points) == sum(exact(line.points) or 0 for line in kept.tree)
    assert [line.sign for line in kept.tree].count(WARLORD) == 1
    assert kept.newer is None
    gauges = {one.name: one for one in kept.gauges}
    assert gauges["Warlord"].mark
    assert (gauges["Reserves"].found, gauges["Reserves"].most) == ("70", "497")  # a quarter of 1,990, in whole points


def test_what_a_list_lacks_or_has_too_much_of_is_marked(lists: Path, tmp_path: Path) -> None:
    text = (lists / "legal.yaml").read_text("utf-8")
    assert not any(one.is_off for one in of(lists / "legal.yaml").gauges)
    path = tmp_path / "changed.yaml"
    path.write_text(text.replace("[scouts]", "[scouts, redemptor, ballistus, lancer]"), "utf-8")
    assert {one.name for one in of(path).gauges if one.is_off} == {"Reserves"}
    path.write_text(text.replace("warlord: true", "warlord: false"), "utf-8")
    assert {one.name for one in of(path).gauges if one.is_off} == {"Warlord"}


def test_games_are_named_briefly_where_they_say_how(lists: Path, tmp_path: Path) -> None:
    assert of(lists / "legal.yaml").system_short == "40k 10e"


def test_the_warlord_and_who_is_with_it_stand_first_with_the_signs_of_what_units_do(tmp_path: Path) -> None:
    text = (ROOT / "exports" / "samples" / "space-marines-gladius.yaml").read_text("utf-8")
    path = tmp_path / "army.yaml"
    path.write_text(text.replace("units:\n", "units:\n  - {datasheet: invader-atv}\n", 1), "utf-8")
    kept = of(path)
    signs = {line.name: line.sign for line in kept.tree}
    assert signs["Captain"] == WARLORD
    assert {name for name, sign in signs.items() if sign == STRIKES} == {"Terminator Squad", "Inceptor Squad"}
    assert (signs["Scout Squad"], signs["Impulsor"], signs["Hellblaster Squad"]) == (HELD, TRANSPORT, "")
    assert {line.name for line in kept.tree[:2]} == {"Captain", "First Squad"}
    assert [(line.name, line.places) for line in kept.tree if line.places is not None] == [("Impulsor", (6, 7))]


def test_a_force_costs_what_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A regiment stands in the army's own force, which has a piece of terrain besides."""
    forces = (ForceView("host", "Host", "host"), ForceView("first", "First", "regiment", "host", points=10))
    units = [SimpleNamespace(force=force, points=points) for force, points in (("host", 20), ("first", 300))]
    monkeypatch.setattr(summing, "price_of", lambda _army, unit: unit.points)
    monkeypatch.setattr(summing, "_price", lambda _army, points: str(points))
    monkeypatch.setattr(summing, "_local", lambda _army, name: name)
    monkeypatch.setattr(summing, "_formations", lambda *_any: ())
    validated = SimpleNamespace(army=SimpleNamespace(units=units, forces=forces))
    assert [(line.name, line.points) for line in summing._tree(validated, {})] == [("Host", "330"), ("First", "310")]


def test_led_units_stand_below_their_leaders() -> None:
    kept = of(ROOT / "exports" / "samples" / "orks-war-horde.yaml")
    by_name = {line.name: line.path for line in kept.tree}
    assert by_name["Painboy"]
    assert not by_name["Battlewagon"]


@pytest.mark.parametrize("content", ["secret: [password", "\x00\x01 secret", "<secret>", "hello, secret stranger", ""])
def test_what_cannot_be_read_is_never_quoted(tmp_path: Path, content: str) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text(content, "utf-8")
    kept = of(path)
    assert not kept.was_read
    assert kept.message
    assert "secret" not in kept.message
    assert "stranger" not in kept.message


@pytest.mark.parametrize("name", nasty.MARKUP[:4] + nasty.COMMANDS[:3])
def test_nasty_names_stay_on_one_line(tmp_path: Path, lists: Path, name: str) -> None:
    import json

    text = (lists / "legal.yaml").read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("name:")]
    path = tmp_path / "nasty.yaml"
    path.write_text("\n".join([f"name: {json.dumps(name)}", *lines]), "utf-8")
    kept = of(path)
    assert kept.was_read
    assert all("\n" not in line.name for line in kept.tree)


def test_notes_are_told(tmp_path: Path, lists: Path) -> None:
    text = (lists / "legal.yaml").read_text("utf-8")
    path = tmp_path / "noted.yaml"
    path.write_text(text + "notes: Portal on the left\n", "utf-8")
    assert of(path).notes == "Portal on the left"


@pytest.fixture
def coast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list that was saved before its data changed."""
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    newer_data.install(tmp_path / "files")
    path = tmp_path / "coast.yaml"
    path.write_bytes(newer_data.saved_list())
    return path


def test_newer_data_are_told_with_what_they_change(coast: Path, tmp_path: Path) -> None:
    assert of(coast).newer is None
    newer_data.update(tmp_path / "files", keep=True)
    kept = of(coast)
    assert kept.newer is not None
    assert (kept.newer.prices, kept.newer.was, kept.points, kept.newer.verdict) == (1, "292.5", "307.5", "legal")
    assert [(line.name, line.more) for line in kept.tree if line.more] == [("Ferry Crab", "15")]


def test_older_data_that_are_gone_are_told(coast: Path, tmp_path: Path) -> None:
    newer_data.update(tmp_path / "files", keep=False)
    kept = of(coast)
    assert kept.newer is not None
    assert kept.newer.prices is None


def test_a_bug_in_one_list_takes_no_other_with_it(lists: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr("listbuilder.shelf.summing.open_list", broken)
    kept = of(lists / "legal.yaml")
    assert (kept.was_read, "ZeroDivisionError" in kept.message, "secret" in kept.message) == (False, True, False)
