"""What the rules of older editions ask of detachments, beyond one example for each rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.exchange import formats
from listbuilder.print.briefing import Briefing
from listbuilder.print.headings import roles
from listbuilder.resources import shipped
from listbuilder.rules.formation import Formation
from listbuilder.session import Session

NECRONS = "system: wh40k-9e\nfaction: necrons\nbattle_size: {size}\nforces:\n"
PATROL = "  - force: patrol\n    subfaction: sautekh\n    units:\n{warlord}      - {{datasheet: necron-warriors}}\n"
ARK = "      - {datasheet: ghost-ark}\n"


def example(name: str, *rules: str) -> Session:
    path = Path(str(shipped("factions") / name))
    return Session.from_text(path.read_bytes(), path.name, rules=rules)


def patrols(*arks: int) -> Session:
    """Patrols of two Infantry units each, with so many transports."""
    text = NECRONS.format(size="strike-force")
    for number, count in enumerate(arks):
        hq = f"      - {{datasheet: plasmancer{', warlord: true' if not number else ''}}}\n"
        text += PATROL.format(warlord=hq) + ARK * count
    return Session.from_text(text.encode())


def found(session: Session) -> list[tuple[str, object, object]]:
    return [(one.rule, one.found, one.bound) for one in session.findings]


def test_transports_are_counted_in_each_detachment() -> None:
    assert found(patrols(2, 2)) == []
    assert found(patrols(1, 3)) == [("dedicated-transport-9e", 3, 2)]


@pytest.mark.parametrize(
    ("size", "left"), [("combat-patrol", 3), ("incursion", 6), ("strike-force", 12), ("onslaught", 18)]
)
def test_command_points_of_the_size_pay_for_detachments(size: str, left: int) -> None:
    text = NECRONS.format(size=size) + PATROL.format(warlord="      - {datasheet: plasmancer, warlord: true}\n")
    session = Session.from_text(text.encode())
    assert session.army.spent == (("cp", left),)
    session.add_force_of("outrider")
    assert session.army.spent == ((("cp", left - 3),) if left > 3 else ())


def test_the_warlord_moves_to_where_a_detachment_is_free() -> None:
    session = example("wh40k-9e/examples/illegal-cp-non-negative.yaml")
    [finding] = session.findings
    assert (finding.found, finding.bound) == (-3, 0)
    offers = list(session.fixes(finding))
    assert [str(offer.title) for offer in offers][:1] == ["make Psychomancer A the Warlord"]
    session.apply_fix(offers[0])
    assert session.army.spent == ()
    assert session.verdict == "legal"


def test_to_the_last_is_proposed_and_printed() -> None:
    session = example("wh40k-9e/examples/illegal-to-the-last-chosen.yaml", "to-the-last-chosen")
    [finding] = session.findings
    session.apply_fix(next(iter(session.fixes(finding))))
    marked = session.roster.declarations.marks["To the Last"]
    assert sorted(unit.points for unit in session.army.units if unit.id in marked) == [130, 130, 220]
    assert session.findings == ()
    briefing = Briefing(session.army, (), Formation(()))
    assert {unit.id for unit in session.army.units if "To the Last" in briefing.marks(unit)} == set(marked)


def test_what_is_marked_must_be_able_to_be() -> None:
    text = example("wh40k-9e/examples/legal.yaml").text()
    with_fort = text.replace(
        "forces:\n",
        "forces:\n  - {force: fortification-network, subfaction: sautekh, units: [{id: f, datasheet: convergence-of-dominion}]}\n",
    )
    session = Session.from_text(with_fort.replace("[second-phalanx, ", "[f, ").encode())
    assert [one.rule for one in session.findings] == ["to-the-last-three"]


def test_texts_name_the_detachments() -> None:
    session = example("wh40k-6e/examples/legal.yaml")
    text = formats.written(session.now.bound, "text").decode()
    forces = ["Primary Detachment", "Allied Detachment (Marsh Folk (example))", "Fortification"]
    assert [line for line in text.splitlines() if line in forces] == forces


@pytest.mark.parametrize(("reading", "legal"), [("", False), ("fortification=one-each-chart", True)])
def test_readings_of_the_second_fortification(reading: str, legal: bool) -> None:
    text = example("wh40k-6e/examples/legal-two-charts.yaml").text()
    text += "  - {force: fortification, units: [{datasheet: bunker}]}\n"
    session = Session.from_text(text.encode(), rules=[reading] if reading else [])
    assert (session.verdict == "legal") is legal


def imotekh(subfaction: str) -> Session:
    text = NECRONS.format(size="strike-force") + PATROL.replace("sautekh", subfaction).format(
        warlord="      - {datasheet: imotekh-the-stormlord, warlord: true}\n"
    )
    return Session.from_text(text.encode())


def test_a_named_character_stands_in_a_detachment_of_its_subfaction() -> None:
    assert found(imotekh("Sautekh")) == []
    session = imotekh("novokh")
    [finding] = session.findings
    assert (finding.rule, finding.unit) == ("subfaction", "imotekh-the-stormlord")
    offers = list(session.fixes(finding))
    assert [str(offer.title) for offer in offers] == ["choose Sautekh for Patrol Detachment"]
    session.apply_fix(offers[0])
    assert found(session) == []
    assert "subfaction: sautekh" in session.text()


def test_a_detachment_names_its_subfaction_unless_one_is_usual() -> None:
    session = Session.new("wh40k-9e", "necrons")
    forces = [force for force in session.army.forces if force.inside]
    assert [force.subfaction for force in forces] == [None]
    assert [str(one.message) for one in session.findings if one.rule == "subfaction"] == [
        "Battalion Detachment: no subfaction is chosen"
    ]
    rows = {row.label: row for row in session.rows(forces[0].id)}
    session.pick(forces[0].id, rows["Mephrit"].key)
    assert [row.label for row in session.rows(forces[0].id) if row.count and row.kind == "pick"] == ["Mephrit"]
    assert not [one for one in session.findings if one.rule == "subfaction"]

    clan = Session.new("wh40k-9e", "orks").army.forces[1].subfaction
    assert clan is not None
    assert clan.id == "no-clan"


def test_a_force_has_one_subfaction_and_keeps_it() -> None:
    session = Session.new("wh40k-9e", "orks")
    force = session.army.forces[1].id
    for name in ("goffs", "bad-moons"):
        session.set_subfaction(force, name)
    assert [row.label for row in session.rows(force) if row.count and row.kind == "pick"] == ["Bad Moons"]
    assert session.text().count("subfaction: bad-moons") == 1
    chosen = next(row for row in session.rows(force) if row.label == "Bad Moons")
    session.pick(force, chosen.key)  # Orks have a usual one: one is always chosen
    assert session.army.forces[1].subfaction is not None
    with pytest.raises(LookupError):
        session.set_subfaction(force, "sautekh")


def test_pages_and_texts_name_the_subfaction() -> None:
    session = imotekh("sautekh")
    briefing = Briefing(session.army, (), Formation(()))
    assert [heading for heading, _ in roles(briefing)] == ["Patrol Detachment · Sautekh"]
    text = formats.written(session.now.bound, "text")
    assert b"\nPatrol Detachment [Sautekh]\n" in text
    again = Session.from_text(text)
    assert [force.subfaction.id for force in again.army.forces if force.subfaction] == ["sautekh"]


def test_an_unknown_subfaction_is_named() -> None:
    session = imotekh("sautek")
    assert [str(one.message) for one in session.findings if one.rule == "unknown-name"] == [
        "unknown subfaction: sautek (did you mean sautekh?)"
    ]


def test_a_warlord_of_lower_rank_than_imotekh_is_one_finding() -> None:
    session = imotekh("sautekh")
    session.set_warlord(session.add_unit("plasmancer", session.army.forces[1].id), True)
    assert [(one.rule, one.unit) for one in session.findings] == [("imotekh-warlord", "imotekh-the-stormlord")]


ARKS = "  - force: arks-of-omen\n    subfaction: sautekh\n    units:\n      - {datasheet: plasmancer, warlord: true}\n"


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        ({"necron-warriors": 3}, []),
        ({"necron-warriors": 2, "deathmarks": 2}, [("detachment-slots", 2, 3)]),
        ({"deathmarks": 6, "necron-warriors": 1}, []),
        ({"deathmarks": 7}, [("detachment-slots", 7, 6)]),
        ({"deathmarks": 4, "canoptek-doomstalker": 4}, [("detachment-slots", 4, 3)]),
        ({"necron-warriors": 12}, []),
    ],
    ids=str,
)
def test_one_role_of_an_ark_of_omen_is_compulsory_and_has_more_slots(
    units: dict[str, int], expected: list[tuple[str, object, object]]
) -> None:
    text = NECRONS.format(size="onslaught") + ARKS
    text += "".join(f"      - {{datasheet: {name}}}\n" * number for name, number in units.items())
    assert found(Session.from_text(text.encode())) == expected


def test_units_of_the_nearest_role_are_proposed_where_none_is_chosen() -> None:
    text = NECRONS.format(size="onslaught") + ARKS + "      - {datasheet: deathmarks}\n" * 2
    session = Session.from_text(text.encode())
    [finding] = session.findings
    assert "of one of these" in str(finding.message)
    offers = list(session.fixes(finding))
    session.apply_fix(offers[0])
    assert [unit.role for unit in session.army.units][1:] == ["elites"] * 3
    assert not session.findings


def test_units_of_its_own_faction_are_proposed_to_an_allied_detachment() -> None:
    session = Session.new("wh40k-6e", "brass-regiment")
    army = session.army.forces[0].id
    marsh = next(one for one in session.forces.choices(army) if "Marsh" in one.name)
    allied = session.add_force(marsh.id, army)
    for finding in [one for one in session.findings if one.rule == "allied-detachment"]:
        session.apply_fix(next(iter(session.fixes(finding))))
    assert [unit.datasheet for unit in session.army.units if unit.force == allied] == ["Reed Elder", "Marsh Hunters"]
    assert not [one for one in session.findings if one.rule == "allied-detachment"]
