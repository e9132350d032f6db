"""BattleScribe's roster file: what is written can be read again, and bad files are refused."""

from __future__ import annotations

from decimal import Decimal

import msgspec
import pytest

from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import (
    CategoryLink,
    Characteristic,
    Constraint,
    Cost,
    EntryLink,
    ForceEntry,
    Profile,
    Rule,
)
from listbuilder.engine import Engine
from listbuilder.errors import InputError
from listbuilder.exchange import ros_read
from listbuilder.exchange.order import in_order
from listbuilder.exchange.ros import write
from listbuilder.exchange.ros_read import RosReader
from listbuilder.exchange.ros_xml import NAMESPACE, parse_roster
from listbuilder.roster.edits import SetCostLimit, SetText
from listbuilder.roster.tree import Roster, Selection
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


WRITTEN = """\
<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<roster id="ID1-roster" name="test" battleScribeVersion="2.03" generatedBy="listbuilder" gameSystemId="system" \
gameSystemName="System" gameSystemRevision="7" xmlns="http://www.battlescribe.net/schema/rosterSchema">
  <costs>
    <cost name="pts" typeId="pts" value="10" />
  </costs>
  <forces>
    <force id="ID1" name="Army" entryId="army" catalogueId="cat" catalogueRevision="4" catalogueName="Cat">
      <selections>
        <selection id="ID4" name="Loner" entryId="loner" number="1" type="unit" from="entry">
          <categories>
            <category id="ID4-(No Category)" entryId="(No Category)" name="Uncategorized" primary="true" />
          </categories>
        </selection>
        <selection id="ID2" name="Squad" entryId="squad" number="1" type="unit" from="entry" customName="Ours">
          <customNotes>n</customNotes>
          <rules>
            <rule id="r" name="R" hidden="false">
              <description>Holds.</description>
            </rule>
          </rules>
          <profiles>
            <profile id="p" name="Squad" hidden="false" typeId="u" typeName="Unit" from="entry">
              <characteristics>
                <characteristic name="M" typeId="m">6"</characteristic>
              </characteristics>
            </profile>
          </profiles>
          <selections>
            <selection id="ID3" name="Gun" entryId="gun" entryGroupId="arms" number="1" type="upgrade" from="group" \
group="Arms"></selection>
          </selections>
          <costs>
            <cost name="pts" typeId="pts" value="10" />
          </costs>
          <categories>
            <category id="ID2-troops" entryId="troops" name="TROOPS" primary="true" />
            <category id="ID2-elite" entryId="elite" name="ELITE" primary="false" />
          </categories>
        </selection>
      </selections>
      <categories>
        <category name="Uncategorized" id="ID1-(No Category)" primary="false" entryId="(No Category)" />
        <category name="HQ" id="ID1-hq" primary="false" entryId="hq" />
        <category name="TROOPS" id="ID1-troops" primary="false" entryId="troops" />
        <category name="ELITE" id="ID1-elite" primary="false" entryId="elite" />
      </categories>
      <forces>
        <force id="ID5" name="Inner" entryId="inner" catalogueId="cat" catalogueRevision="4" catalogueName="Cat" \
customName="Second">
          <categories>
            <category name="Uncategorized" id="ID5-(No Category)" primary="false" entryId="(No Category)" />
          </categories>
        </force>
      </forces>
    </force>
  </forces>
</roster>
"""


def test_every_part_of_a_written_file() -> None:
    values = (Characteristic(type_id="m", name="M", value='6"'),)
    squad = f.unit(
        "squad",
        groups=(f.group("arms", f.unit("gun", type="upgrade")),),
        category_links=(*f.role("troops"), CategoryLink(id="also", target_id="elite")),
        costs=f.costing(10),
        rules=(Rule(id="r", name="R", description="Holds."),),
        profiles=(Profile(id="p", name="Squad", type_id="u", type_name="Unit", characteristics=values),),
    )
    entry = msgspec.structs.replace(f.FORCE, force_entries=(ForceEntry(id="inner", name="Inner"),))
    table = f.table(squad, f.unit("loner"), of_system={"force_entries": (entry,), "revision": 7}, revision=4)
    unit = table.take("squad")
    nodes = [table.force, unit, table.take("gun", unit), table.take("loner"), table.add_force("inner", table.force)]
    SetText(unit, "custom_name", "Ours").apply(table.roster)
    SetText(unit, "custom_notes", "n").apply(table.roster)
    SetText(nodes[-1], "custom_name", "Second").apply(table.roster)

    text = write(table.engine)

    for number, node in enumerate(nodes, 1):
        text = text.replace(node.id, f"ID{number}")
    assert text == WRITTEN


def test_data_without_a_revision_are_of_the_first() -> None:
    table = f.table(f.unit("squad"), of_system={"revision": 0}, revision=0)
    SetCostLimit("gone", 5).apply(table.roster)  # of data that had such costs
    text = write(table.engine)
    for part in (
        'gameSystemRevision="1"',
        'catalogueRevision="1"',
        '<costLimit name="gone" typeId="gone" value="5" />',
    ):
        assert part in text


def test_a_force_has_its_own_costs_where_new_recruit_writes_them() -> None:
    inner = ForceEntry(id="inner", name="Inner")
    entry = msgspec.structs.replace(
        f.FORCE, costs=(Cost(type_id="pts", value=3), Cost(type_id="slots", value=0)), force_entries=(inner,)
    )
    table = f.table(f.unit("squad", costs=f.costing(10)), of_system={"force_entries": (entry,)})
    table.take("squad")
    table.add_force("inner", table.force)
    outer = parse_roster(write(table.engine).encode()).find("forces/force")
    assert outer is not None
    assert [part.tag for part in outer] == ["selections", "costs", "categories", "forces"]
    assert [(cost.get("typeId"), cost.get("value")) for cost in outer.findall("costs/cost")] == [("pts", "3")]
    assert outer.find("forces/force/costs") is None
    roster, _ = read(write(table.engine), table.library)
    assert Engine(roster).totals() == {"pts": 13}


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


def link(id: str, target: str) -> EntryLink:
    return EntryLink(id=id, target_id=target)


def regiments() -> f.Table:
    """An army whose force links to a force that other forces may link to, too."""
    none = Constraint(id="none", type="max", value=0, scope="self", child_id="any")
    links = (
        EntryLink(id="barred", target_id="regiment", constraints=(none,)),
        EntryLink(id="free", target_id="regiment"),
    )
    regiment = ForceEntry(id="regiment", name="Regiment")
    army = msgspec.structs.replace(f.FORCE, force_links=links)
    return f.table(f.unit("squad"), of_system={"force_entries": (army,), "shared_force_entries": (regiment,)})


@pytest.mark.parametrize(("entry_id", "bounds"), [("barred::regiment", 1), ("free::regiment", 0), ("regiment", 1)])
def test_a_force_behind_a_link_is_named_by_both(entry_id: str, bounds: int) -> None:
    table = regiments()
    text = ros(
        '<force id="1" entryId="army" catalogueId="cat"><forces>'
        f'<force id="2" entryId="{entry_id}" catalogueId="cat"><selections><selection entryId="squad"/></selections>'
        "</force></forces></force>"
    )
    roster, problems = read(text, table.library)
    assert problems == []
    inner = roster.forces[0].forces[0]
    assert [node.option.id for node in inner.walk() if isinstance(node, Selection)] == ["squad"]
    assert len(inner.entry.constraints) == bounds
    link = entry_id if "::" in entry_id else "barred::regiment"
    assert f'entryId="{link}"' in write(Engine(roster))


@pytest.mark.parametrize(
    ("entry_id", "found"),
    [("gone::gun", "to-gun::gun"), ("to-gun::gone", "to-gun::gun"), ("gone::knife", ""), ("to-squad::gone", "")],
)
def test_a_composite_id_that_the_data_no_longer_have_is_found_by_its_records(entry_id: str, found: str) -> None:
    arms = (link("to-gun", "gun"), link("left", "knife"), link("right", "knife"))
    squad = f.unit("squad", links=arms)
    shared = (f.unit("gun", type="upgrade"), f.unit("knife", type="upgrade"), squad)
    table = f.table(links=(link("to-squad", "squad"),), shared_entries=shared)
    text = ros(
        '<force id="1" entryId="army" catalogueId="cat"><selections><selection entryId="to-squad::squad"><selections>'
        f'<selection name="Arms" entryId="{entry_id}"/></selections></selection></selections></force>'
    )
    roster, problems = read(text, table.library)
    chosen = [node.option for node in roster.walk() if isinstance(node, Selection)][1:]
    assert [option.id.removeprefix("to-squad::") for option in chosen] == ([found] if found else [])
    assert problems == ([] if found else ["unknown entry: Arms"])


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


FORCE = '<force id="1" entryId="army" catalogueId="cat">{}</force>'
UNIT = '<selection entryId="squad" name="Squad"/>'


@pytest.mark.parametrize(
    "text",
    [
        FORCE.format(f"<rules>{UNIT}</rules>"),
        FORCE.format(f"<categories><category><x><selections>{UNIT}</selections></x></category></categories>"),
        FORCE.format(f'<selections xmlns:x="urn:x">{UNIT.replace("selection", "x:selection", 1)}</selections>'),
        FORCE.format(f"<selections>{UNIT.replace('selection', 'Selection', 1)}</selections>"),
        FORCE.format("") + f"<selections>{UNIT}</selections>",
        FORCE.format(
            f"<selections><selection entryId='squad'><forces>{FORCE.format('')}</forces></selection></selections>"
        ),
    ],
)
def test_what_stands_where_nobody_looks_is_not_passed_over(text: str) -> None:
    """Another program may show it; who leaves it out would call the rest legal."""
    with pytest.raises(InputError, match="stand where rosters have none: 1"):
        read(ros(text), army().library)


def test_selections_stand_in_the_order_of_their_names() -> None:
    names = ["m²", "m 10", "m 9", "m " + "8" * 400, "m 007"]
    table = f.table(f.unit("squad", entries=tuple(f.unit(name, type="upgrade") for name in names)))
    squad = table.take("squad")
    for name in names:
        table.take(name, squad)
    found = [node.option.name.casefold() for node in in_order(table.engine, squad)]
    assert found == ["m 007", "m 9", "m 10", "m " + "8" * 400, "m²"]


@pytest.mark.parametrize(
    ("name", "kind", "found"),
    [
        ("Marksman", "model", "marksman"),
        ("marksmen's", "model", ""),
        ("Marksmans", "model", "marksman"),
        ("Marksman", "upgrade", ""),
        ("Twin", "model", ""),
    ],
)
def test_what_holds_something_is_found_by_its_name_and_kind(name: str, kind: str, found: str) -> None:
    """Authors give models new ids; of two of one name nothing tells which is meant."""
    twins = (f.unit("one", name="Twin", type="model"), f.unit("two", name="Twin", type="model"))
    gun = f.unit("gun", type="upgrade")
    squad = f.unit("squad", entries=(f.unit("marksman", type="model", entries=(gun,)), *twins))
    text = ros(
        '<force id="1" entryId="army" catalogueId="cat"><selections><selection entryId="squad"><selections>'
        f'<selection name="{name}" type="{kind}" entryId="gone"><selections><selection name="Gun" entryId="gun"/></selections>'
        "</selection></selections></selection></selections></force>"
    )
    reader = RosReader(f.library(squad))
    roster = reader.roster(parse_roster(text.encode()))
    chosen = [node.option.id for node in roster.walk() if isinstance(node, Selection)][1:]
    assert chosen == ([found, "gun"] if found else [])
    assert [str(one.message) for one in reader.problems] == ([] if found else [f"unknown entry: {name}"])


@pytest.mark.parametrize(
    ("stated", "open_questions"), [(("Gun", "Belt"), []), (("Gun",), ["Marksman"]), (("Belt",), ["Marksman"])]
)
def test_what_the_data_require_below_a_new_id_keeps_it_open(stated: tuple[str, ...], open_questions: list[str]) -> None:
    """A save from before the data changed cannot lack what they require since."""
    entries = (f.unit("gun", type="upgrade", constraints=(f.least(1),)),)
    belts = f.group("belts", f.unit("belt", type="upgrade"), constraints=(f.least(1),))
    squad = f.unit("squad", entries=(f.unit("marksman", type="model", entries=entries, groups=(belts,)),))
    items = "".join(f'<selection name="{name}" type="upgrade" entryId="{name.lower()}"/>' for name in stated)
    text = ros(
        '<force id="1" entryId="army" catalogueId="cat"><selections><selection entryId="squad"><selections>'
        f'<selection name="Marksman" type="model" entryId="{{}}"><selections>{items}</selections></selection>'
        "</selections></selection></selections></force>"
    )
    for entry_id, expected in (("gone", open_questions), ("marksman", [])):
        reader = RosReader(f.library(squad))
        roster = reader.roster(parse_roster(text.format(entry_id).encode()))
        names = [node.option.id for node in roster.walk() if isinstance(node, Selection)]
        assert names == ["squad", "marksman", *map(str.lower, stated)]
        assert [str(one.message) for one in reader.problems] == [f"unknown entry: {name}" for name in expected]


@pytest.mark.parametrize(
    ("kind", "free", "chosen", "open_questions"),
    [
        ("upgrade", False, ["twin-launcher", "launcher", "shell"], []),
        ("upgrade", True, ["twin-launcher", "launcher", "shell"], ["Twin launcher"]),
        ("model", False, [], ["Twin launcher"]),
    ],
)
def test_what_once_held_nothing_gets_what_leaves_no_choice(
    kind: str, free: bool, chosen: list[str], open_questions: list[str]
) -> None:
    shell = f.unit("shell", type="upgrade", constraints=(f.least(1),))
    mods = f.unit("mod", type="upgrade")
    launcher = f.unit("launcher", type="upgrade", entries=(shell, mods), constraints=(f.least(2),))
    sights = f.group("sights", f.unit("near", type="upgrade"), constraints=(f.least(1),))
    twin = f.unit("twin-launcher", type="upgrade", entries=(launcher,), groups=(sights,) if free else ())
    text = ros(
        '<force id="1" entryId="army" catalogueId="cat"><selections><selection entryId="tank"><selections>'
        f'<selection name="Twin launcher" type="{kind}" entryId="gone"/>'
        "</selections></selection></selections></force>"
    )
    reader = RosReader(f.library(f.unit("tank", entries=(twin,))))
    roster = reader.roster(parse_roster(text.encode()))
    nodes = [node for node in roster.walk() if isinstance(node, Selection)][1:]
    assert [node.option.id for node in nodes] == chosen
    assert [node.amount for node in nodes] == [1, 2, 1][: len(chosen)]
    assert [str(one.message) for one in reader.problems] == [f"unknown entry: {name}" for name in open_questions]


@pytest.mark.parametrize(
    ("deepest", "lost"),
    [(2, []), (1, ["unknown entry: Gun"]), (0, ["unknown entry: Trooper", "unknown force: Detachment"])],
)
def test_what_stands_too_deep_is_named(deepest: int, lost: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A gun stands two selections below the force, a detachment one force below the army."""
    table = army()
    written = write(table.engine)
    monkeypatch.setattr(ros_read, "MAX_DEPTH", deepest)
    again, problems = read(written, table.library)
    assert problems == lost
    assert len(list(again.walk_forces())) == (2 if deepest else 1)
