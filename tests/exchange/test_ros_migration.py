"""Rosters of every format hold the same list once they are read."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue
from listbuilder.errors import InputError
from listbuilder.exchange.ros_read import RosReader, _choices_below
from listbuilder.exchange.ros_xml import NAMESPACE, parse_roster
from listbuilder.roster.tree import Roster, Selection
from listbuilder.sources.bsdata.reader import read_file
from tests.conftest import ROOT

HEAD = f'<roster id="r" name="List" battleScribeVersion="{{}}" gameSystemId="ev" xmlns="{NAMESPACE}"'
SWORD = '<selections><selection id="b" entryId="ak-to-sword::ak-sword" name="Sword" number="1" type="upgrade"/></selections>'
CHIEF = f'<selections><selection id="a" entryId="ak-chief" name="Chief" number="1" type="model">{SWORD}</selection></selections>'
OLD_FORCE = 'id="f" catalogueId="ak" catalogueName="Ash Kin" forceTypeId="ev-host" forceTypeName="Host"'
NEW_FORCE = 'id="f" catalogueId="ak" catalogueName="Ash Kin" entryId="ev-host" name="Host"'
POINTS = 'points="110.0" pointsLimit="500.0"'

ROSTERS = {
    "1.14b": f"""{HEAD.format("1.14b")} {POINTS}>
        <catalogueLinks>
          <catalogueLink {OLD_FORCE}>
            <categories><category id="k" categoryId="ev-lords" name="Lords"/></categories>
            <catalogueLinks/>
          </catalogueLink>
        </catalogueLinks>
        {CHIEF.replace(' entryId="ak-chief"', ' catalogueLinkId="f" categoryId="ev-lords" entryId="ak-chief"')}
      </roster>""",
    "1.15": f"""{HEAD.format("1.15")} {POINTS}>
        <forces>
          <force {OLD_FORCE}>
            <categories><category id="k" categoryId="ev-lords" name="Lords">{CHIEF}</category></categories>
          </force>
        </forces>
      </roster>""",
    "2.00": f"""{HEAD.format("2.00")}>
        <costLimits><costLimit name="pts" costTypeId="points" value="500.0"/></costLimits>
        <forces>
          <force {NEW_FORCE}>
            <categories>
              <category id="c" entryId="ev-core" name="Core"><selections/></category>
              <category id="k" entryId="ev-lords" name="Lords">{CHIEF}</category>
            </categories>
            <forces/>
          </force>
        </forces>
      </roster>""",
    "2.01": f"""{HEAD.format("2.01")}>
        <costLimits><costLimit name="pts" costTypeId="points" value="500.0"/></costLimits>
        <forces><force {NEW_FORCE}>{CHIEF}</force></forces>
      </roster>""",
    "2.03": f"""{HEAD.format("2.03")}>
        <costLimits><costLimit name="pts" typeId="points" value="500.0"/></costLimits>
        <forces><force {NEW_FORCE}>{CHIEF}</force></forces>
      </roster>""",
}


@pytest.fixture(scope="module")
def library() -> Library:
    folder = ROOT / "tests" / "data" / "old_formats" / "1.15"
    found: list[Catalogue] = [read_file(folder / name) for name in ("Ember Vale.gst", "Ash Kin.cat")]
    return Library(found[0], found[1:])


def read(text: str, library: Library) -> tuple[Roster, list[str]]:
    reader = RosReader(library)
    return reader.roster(parse_roster(text.encode())), [str(problem.message) for problem in reader.problems]


@pytest.mark.parametrize("version", ROSTERS)
def test_every_format_holds_the_same_list(version: str, library: Library) -> None:
    roster, problems = read(ROSTERS[version], library)
    assert problems == []
    assert (roster.name, roster.cost_limits) == ("List", {"points": 500})
    assert [(force.entry.id, force.catalogue_id) for force in roster.forces] == [("ev-host", "ak")]
    chosen = [(node.option.name, node.amount) for node in roster.walk() if isinstance(node, Selection)]
    assert chosen == [("Chief", 1), ("Sword", 1)]


@pytest.mark.parametrize("version", ["1.13", "2.04", "3", "new"])
def test_a_format_that_is_not_known_is_refused_by_name(version: str) -> None:
    with pytest.raises(InputError, match=f"roster format {version} is not known; 1.14 to 2.03 can be read"):
        parse_roster(f"{HEAD.format(version)}/>".encode())


def test_a_selection_of_no_force_is_not_lost(library: Library) -> None:
    with pytest.raises(InputError, match="Chief: in no force of the list"):
        read(ROSTERS["1.14b"].replace('catalogueLinkId="f"', 'catalogueLinkId="g"'), library)


def test_ids_that_only_files_have_are_not_kept_with_the_data(library: Library) -> None:
    known, roster = "ak-to-sword::ak-sword", ROSTERS["2.03"]
    for entry_id in (known, "gone", "made::up::ak-sword", *(f"other-{number}" for number in range(5))):
        chief = next(read(roster.replace(known, entry_id), library)[0].walk())
        assert [node.option.id for node in chief.selections] == [known], "found by its name at least"
    assert set(library.kept_of(_choices_below, chief.option)._found) == {known}
