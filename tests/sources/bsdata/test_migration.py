"""One invented game, written in every data format: whatever the format, the same records are read."""

from __future__ import annotations

import pytest

from listbuilder.catalogue.library import Library
from listbuilder.engine import Engine
from listbuilder.engine.actions import add_force, select
from listbuilder.roster.tree import Roster
from listbuilder.sources import SourceError
from listbuilder.sources.bsdata.header_reader import read_header
from listbuilder.sources.bsdata.reader import read_bytes, read_file
from listbuilder.sources.store import audit
from tests.conftest import ROOT

FORMATS = ROOT / "tests" / "data" / "old_formats"
FILES = ("Ember Vale.gst", "Ash Kin.cat")
OLD = ("1.15", "2.00", "2.01")
CATALOGUE = '<catalogue id="c" name="C" gameSystemId="g" battleScribeVersion="{}">{}</catalogue>'
ASKING = """
<entries><entry id="e" name="E" type="upgrade"><modifiers><modifier type="set" field="points" value="1"><conditions>
<condition parentId="roster" childId="e" field="percent" type="nearly" value="1"/>
</conditions></modifier></modifiers></entry></entries>"""


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("version", OLD)
def test_every_format_gives_the_same_records(version: str, name: str) -> None:
    assert read_file(FORMATS / version / name) == read_file(FORMATS / "2.03" / name)


def test_an_old_set_is_played_like_any_other() -> None:
    system, army = (read_file(FORMATS / "1.15" / name) for name in FILES)
    roster = Roster(Library(system, [army]), "x")
    engine = Engine(roster)
    edit, force = add_force(engine, system.force_entries[0], "ak")
    edit.apply(roster)
    assert [one.constraint_id for one in engine.violations()] == ["minSelections"]
    options = {option.name: option for option in roster.library.root_options("ak")}
    edit, _chief = select(engine, force, options["Chief"])
    edit.apply(roster)
    assert engine.totals() == {"points": 110}
    assert {one.constraint_id for one in engine.violations()} == {"maxPercentage", "minPercentage"}


@pytest.mark.parametrize("version", ["1.14b", "1.13", "1.16", "2.04", "3.00", "two"])
def test_a_format_that_is_not_known_is_refused_by_name(version: str) -> None:
    data = CATALOGUE.format(version, "").encode()
    for read in (read_bytes, read_header):
        with pytest.raises(
            SourceError, match=f"data format {version} is not known; 1.15, 2.00, 2.01, 2.02, 2.03 can be read"
        ):
            read(data, "x.cat")


@pytest.mark.parametrize("version", ["1.15", "1.15b", "2.00", "2.02", "2.03", ""])
def test_a_format_that_is_known_is_read(version: str) -> None:
    assert (
        read_bytes(CATALOGUE.format(version, "").encode()).name
        == read_header(CATALOGUE.format(version, "").encode()).name
    )


@pytest.mark.parametrize(
    ("body", "unknown"),
    [
        ('<entries><entry id="e" name="E" type="upgrade" glow="1"/></entries>', {"selectionEntry@glow": 1}),
        ('<entries><zeal id="z"/></entries>', {"catalogue/entries": 1}),
        ("<entries glow='x'/>", {"catalogue/entries": 1}),
        ('<links><link id="l" targetId="x" linkType="song"/></links>', {"infoLink@type=song": 1}),
        (
            ASKING,
            {"condition@field=percent": 1, "condition@type=nearly": 1},
        ),
    ],
)
def test_what_a_step_does_not_know_is_reported(body: str, unknown: dict[str, int]) -> None:
    others = [read_file(FORMATS / "1.15" / name) for name in FILES]
    assert audit.unknown([*others, read_bytes(CATALOGUE.format("1.15", body).encode())]) == unknown
