"""BattleScribe's roster file: what is written can be read again, and bad files are refused."""

from __future__ import annotations

from decimal import Decimal

import pytest

from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Characteristic, Cost, Profile, Rule
from listbuilder.engine import Engine
from listbuilder.errors import InputError
from listbuilder.exchange.ros import NAMESPACE, write
from listbuilder.exchange.ros_read import RosReader, parse_roster
from listbuilder.roster.edits import SetCostLimit, SetText
from listbuilder.roster.tree import Roster
from tests.engine import factory as f


def read(text: str, library: Library) -> tuple[Roster, list[str]]:
    """The roster of a text with the ids of the file, and the messages of its problems."""
    reader = RosReader(library, keep_ids=True)
    return reader.roster(parse_roster(text.encode())), [str(problem.message) for problem in reader.problems]


def army() -> f.Table:
    gun = f.unit("gun", type="upgrade", costs=(Cost(type_id="pts", value=Decimal("0.5")),))
    values = (Characteristic(type_id="m", name="M", value='6" & more'),)
    profile = Profile(id="p", name="Trooper", type_id="u", type_name="Unit", characteristics=values)
    trooper = f.unit("trooper", type="model", groups=(f.group("arms", gun),), profiles=(profile,))
    squad = f.unit(
        "squad",
        entries=(trooper,),
        category_links=f.role("troops"),
        costs=f.costing(10),
        rules=(Rule(id="r", name="R", page="3"),),
    )
    table = f.table(squad, f.unit("loner"))
    unit = table.take("squad")
    table.take("gun", table.take("trooper", unit, 5), 2)
    table.take("loner")
    inner = table.add_force("detachment", table.force)
    table.take("squad", inner)
    SetText(unit, "custom_name", 'The "Best"').apply(table.roster)
    SetText(unit, "custom_notes", "a < b").apply(table.roster)
    SetCostLimit("pts", 500).apply(table.roster)
    return table


def shape(roster: Roster) -> list[object]:
    return [
        (
            force.id,
            force.entry.id,
            sorted(
                (node.id, node.option.id, node.amount, node.custom_name, node.custom_notes) for node in force.walk()
            ),
        )
        for force in roster.walk_forces()
    ]


def test_what_is_written_is_read_again() -> None:
    table = army()
    roster, problems = read(write(table.engine), table.library)
    assert problems == []
    assert shape(roster) == shape(table.roster)
    assert (roster.name, roster.cost_limits) == ("test", {"pts": 500})
    assert Engine(roster).totals() == table.engine.totals() == {"pts": 25}


def test_the_written_form() -> None:
    text = write(army().engine, generator="me")
    assert text.startswith('<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<roster id="')
    for part in (
        'generatedBy="me" gameSystemId="system"',
        '<cost name="pts" typeId="pts" value="25" />',
        '<costLimit name="pts" typeId="pts" value="500" />',
        "customName='The \"Best\"'",
        "<customNotes>a &lt; b</customNotes>",
        'entryId="gun" entryGroupId="arms" number="10" type="upgrade" from="group" group="Arms"',
        '<cost name="pts" typeId="pts" value="5" />',
        '<characteristic name="M" typeId="m">6" &amp; more</characteristic>',
        '<rule id="r" name="R" hidden="false" page="3">',
        'entryId="(No Category)" name="Uncategorized" primary="true"',
        'entryId="troops" name="TROOPS" primary="true"',
    ):
        assert part in text, part
    assert "customNotes" not in write(army().engine, notes=False)


def ros(body: str) -> str:
    return f'<roster name="x" xmlns="{NAMESPACE}"><forces>{body}</forces></roster>'


def test_what_is_not_in_the_data_is_left_out_and_named() -> None:
    table = army()
    force = '<force id="1" name="A" entryId="army" catalogueId="cat"><selections>{}</selections></force>'
    text = ros(
        force.format(
            '<selection name="Gone" entryId="gone" number="1"/><selection name="L" entryId="loner" number="2"/>'
        )
        + '<force name="Lost" entryId="x" catalogueId="cat"/>'
    )
    roster, problems = read(text, table.library)
    assert [node.option.id for node in roster.walk()] == ["loner"]
    assert problems == ["unknown entry: Gone", "unknown force: Lost"]


def test_numbers_are_shared_out_among_the_parent_s() -> None:
    table = army()
    gun = '<selection name="Gun" entryId="gun" number="{}"/>'
    text = '<force id="1" entryId="army" catalogueId="cat"><selections><selection entryId="squad"><selections><selection entryId="trooper" number="5"><selections>{}</selections></selection></selections></selection></selections></force>'
    roster, problems = read(ros(text.format(gun.format(10))), table.library)
    assert [node.amount for node in roster.walk()] == [1, 5, 2]
    roster, problems = read(ros(text.format(gun.format(7))), table.library)
    assert problems == ["Gun: 7 cannot be divided evenly among 5"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no xml",
        "<roster/>",
        f'<!DOCTYPE x [<!ENTITY a "b">]><roster xmlns="{NAMESPACE}"/>',
        f'<catalogue xmlns="{NAMESPACE}"/>',
    ],
)
def test_bad_files_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        read(text, army().library)
