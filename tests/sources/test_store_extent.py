"""Entries of data that would make units of absurd size are named; circles and what is usual are not."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from listbuilder import budget
from listbuilder.budget import TooLarge
from listbuilder.catalogue.library import Library
from listbuilder.engine import Engine, infos
from listbuilder.engine.actions import add_force, select
from listbuilder.roster.tree import Roster
from listbuilder.sources import SourceError
from listbuilder.sources.bsdata.reader import read_bytes
from listbuilder.sources.store import audit
from listbuilder.sources.store.archive import Archive

GAME = b"""<gameSystem id="gs" name="Evil" revision="1" battleScribeVersion="2.03"
 xmlns="http://www.battlescribe.net/schema/gameSystemSchema"><forceEntries><forceEntry id="fe" name="Army"/></forceEntries></gameSystem>"""


def minimum(number: int, scope: str = "parent") -> str:
    return f'<constraints><constraint id="m{number}" type="min" value="{number}" field="selections" scope="{scope}"/></constraints>'


def link(target: str, kind: str = "selectionEntry", inner: str = "") -> str:
    return f'<entryLink id="to-{target}-{len(inner)}" name="" targetId="{target}" type="{kind}">{inner}</entryLink>'


def library(unit: str, shared: str = "", groups: str = "") -> Library:
    catalogue = f"""<catalogue id="c" name="Army" revision="1" battleScribeVersion="2.03" gameSystemId="gs" gameSystemRevision="1"
 xmlns="http://www.battlescribe.net/schema/catalogueSchema"><selectionEntries><selectionEntry id="u" name="Unit" type="unit">{unit}
 </selectionEntry></selectionEntries><sharedSelectionEntries>{shared}</sharedSelectionEntries>
 <sharedSelectionEntryGroups>{groups}</sharedSelectionEntryGroups></catalogue>"""
    return Library(read_bytes(GAME, "e.gst"), [read_bytes(catalogue.encode(), "e.cat")])


def doubling_groups(levels: int) -> Library:
    def group(number: int) -> str:
        twice = f"<entryLinks>{link(f'g{number + 1}', 'selectionEntryGroup')}{link(f'g{number + 1}', 'selectionEntryGroup', '<!-- -->')}</entryLinks>"
        return f'<selectionEntryGroup id="g{number}" name="G{number}">{twice if number < levels else ""}</selectionEntryGroup>'

    return library(
        f"<entryLinks>{link('g0', 'selectionEntryGroup')}</entryLinks>", "", "".join(map(group, range(levels + 1)))
    )


def doubling_minima(levels: int) -> Library:
    def entry(number: int) -> str:
        inner = minimum(2)
        below = f"<entryLinks>{link(f'd{number + 1}', inner=inner)}</entryLinks>" if number < levels else ""
        return f'<selectionEntry id="d{number}" name="D{number}" type="upgrade">{below}</selectionEntry>'

    return library(f"<entryLinks>{link('d0', inner=minimum(1))}</entryLinks>", "".join(map(entry, range(levels + 1))))


def named(found: Library) -> list[str]:
    return [str(problem) for problem in audit.endless(found.files) if problem.rule == "too-large"]


@pytest.mark.parametrize("levels", [14, 40])
def test_groups_that_double_at_each_level(levels: int) -> None:
    found = doubling_groups(levels)
    (problem,) = named(found)
    assert problem.startswith("Army: ")
    assert "more than 20000 choices below them: " in problem
    unit = found.root_options("c")[0]
    with pytest.raises(TooLarge, match=r"200\d\d choices below one entry of the data, at most 20000"):
        _ = unit.entries


@pytest.mark.parametrize(("levels", "is_named"), [(18, False), (19, True), (30, True)])
def test_links_to_entries_that_double_at_each_level(levels: int, is_named: bool) -> None:
    """Two links to the next entry in each: 2, 6, 14 … choices below."""

    def entry(number: int) -> str:
        twice = f"<entryLinks>{link(f'd{number + 1}')}{link(f'd{number + 1}', inner='<!-- -->')}</entryLinks>"
        below = twice if number < levels else ""
        return f'<selectionEntry id="d{number}" name="D{number}" type="upgrade">{below}</selectionEntry>'

    found = named(library(f"<entryLinks>{link('d0')}</entryLinks>", "".join(map(entry, range(levels + 1)))))
    assert [one.partition(": ")[2].partition(":")[0] for one in found] == (
        [f"{levels - 17} entries have choices in one another that unfold to more than 1000000"] if is_named else []
    )


def test_groups_that_stand_in_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """The id of a group holds those of the groups around it: a chain of many is as large as its square."""
    for name in ("DEFAULT", "_in_force"):
        monkeypatch.setattr(budget, name, budget.Budget(levels=5000))

    def chain(levels: int) -> Library:
        below = (f"<entryLinks>{link(f'g{n + 1}', 'selectionEntryGroup')}</entryLinks>" for n in range(levels))
        groups = (
            f'<selectionEntryGroup id="g{n}" name="G{n}">{one}</selectionEntryGroup>'
            for n, one in enumerate((*below, ""))
        )
        return library(f"<entryLinks>{link('g0', 'selectionEntryGroup')}</entryLinks>", "", "".join(groups))

    assert named(chain(150)) == []
    assert len(chain(150).root_options("c")[0].groups) == 151
    for levels in (220, 3000):
        found = chain(levels)
        (problem,) = named(found)
        assert "more than 20000 choices below them: " in problem
        with pytest.raises(TooLarge, match="20100 choices"):
            _ = found.root_options("c")[0].groups


def leading_on(kind: str, levels: int) -> Library:
    """A unit with so many entries or groups, each in the one before."""
    tag = {"selectionEntry": ' type="upgrade"', "selectionEntryGroup": ""}[kind]

    def record(number: int) -> str:
        below = f"<entryLinks>{link(f'g{number + 1}', kind)}</entryLinks>" if number < levels else ""
        return f'<{kind} id="g{number}" name="G{number}"{tag}>{below}</{kind}>'

    records = "".join(map(record, range(1, levels + 1)))
    inside = {"selectionEntry": (records, ""), "selectionEntryGroup": ("", records)}[kind]
    return library(f"<entryLinks>{link('g1', kind)}</entryLinks>", *inside)


@pytest.mark.parametrize("kind", ["selectionEntry", "selectionEntryGroup"])
def test_levels_of_choices_are_bounded(kind: str) -> None:
    def deepest(found: Library) -> int:
        option, number = found.root_options("c")[0], 0
        while option.options:
            (option,), number = option.options, number + 1
        return number

    usual, deep = leading_on(kind, 100), leading_on(kind, 101)
    assert not [one for one in named(usual) if "levels" in one]
    assert deepest(usual) == 100
    assert "Army: 1 entries have more than 100 levels of choices below them: Unit" in named(deep)
    with pytest.raises(TooLarge, match="101 levels of choices in one another in the data, at most 100"):
        deepest(deep)


def test_minima_that_double_at_each_level() -> None:
    assert named(doubling_minima(9)) == []
    (problem,) = named(doubling_minima(40))
    assert "ask for more than 4000 selections" in problem


@pytest.mark.parametrize("scope", ["parent", "force", "roster"])
def test_a_minimum_of_a_million(scope: str) -> None:
    (problem,) = named(library(minimum(1_000_000, scope)))
    assert problem == "Army: 1 entries ask for more than 4000 selections: Unit"


def test_circles_end_and_are_named_as_such() -> None:
    found = library(f"<entryLinks>{link('u', inner=minimum(1))}</entryLinks>")
    assert named(found) == []
    assert [problem.rule for problem in audit.endless(found.files)] == ["link-cycle"]
    info = '<infoLink id="l-{0}" name="l" targetId="{0}" type="infoGroup"/>'
    group = '<infoGroups><infoGroup id="{0}" name="{0}"><infoLinks>{1}</infoLinks></infoGroup></infoGroups>'
    found = library(group.format("x", info.format("y")) + group.format("y", info.format("x")))
    assert [str(problem.message) for problem in audit.endless(found.files)] == ["link cycle: l → x → l → y → l"]


def fan(levels: int, width: int) -> Library:
    """Groups of rules that link to the next one many times."""

    def group(number: int) -> str:
        links = "".join(
            f'<infoLink id="l{number}-{n}" name="l" targetId="i{number + 1}" type="infoGroup"/>' for n in range(width)
        )
        return f'<infoGroup id="i{number}" name="I{number}"><infoLinks>{links if number < levels else ""}</infoLinks></infoGroup>'

    inner = "".join(map(group, range(levels + 1)))
    return library(
        f'<infoGroups>{inner}</infoGroups><infoLinks><infoLink id="l" name="l" targetId="i0" type="infoGroup"/></infoLinks>'
    )


def infos_of_unit(found: Library) -> list[str]:
    """The names of what is printed of the unit."""
    return [one.info.name for one in infos._infos_of_option(found, found.root_options("c")[0])]


def test_links_to_rules_that_multiply_at_each_level() -> None:
    assert named(fan(2, 30)) == []
    assert infos_of_unit(fan(2, 30)) == []
    for levels, width in ((3, 300), (12, 2), (40, 2)):
        found = fan(levels, width)
        (problem,) = named(found)
        assert "more than 5000 profiles and rules, with links to them: " in problem
    with pytest.raises(TooLarge, match="5001 profiles and rules of one entry"):
        infos_of_unit(fan(3, 300))


def described(rule: str, name: str = "Rule") -> Library:
    return library(f'<rules><rule id="r" name="{name}"><description>{rule}</description></rule></rules>')


def test_texts_and_names_that_no_data_need() -> None:
    assert named(described("x" * 20_000, "n" * 500)) == []
    assert named(described("x" * 20_001)) == [
        "Army: 1 profiles and rules have texts of more than 20000 characters: Rule"
    ]
    assert named(described("x", "n" * 501)) == [f"Army: 1 names have more than 500 characters: {'n' * 60}…"]
    with pytest.raises(TooLarge, match="20001 characters in one text of the data, at most 20000"):
        infos_of_unit(described("x" * 20_001))
    with pytest.raises(TooLarge, match="501 characters in one name, at most 500"):
        infos_of_unit(described("x", "n" * 501))
    for length, message in (
        (100_001, "a text has more than 100000 characters"),
        (40_000_000, "an element of more than"),
    ):
        with pytest.raises(SourceError, match=message) as told:
            described("x" * length)
        assert told.value.line == 2


def test_what_data_ask_for_is_built_up_to_the_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    found = library(minimum(1_000_000, "force"))
    engine = Engine.of(Roster(found))
    monkeypatch.setattr(budget, "_in_force", budget.Budget(unit_selections=50))
    with pytest.raises(TooLarge, match="51 selections in one unit, at most 50"):
        add_force(engine, found.game_system.force_entries[0], "c")


@pytest.mark.parametrize(("number", "shown"), [(5, "A, B, C, D, E"), (6, "A, B, C, D, E, …")])
def test_the_first_five_are_named(number: int, shown: str) -> None:
    rules = "".join(
        f'<rule id="{name}" name="{name}"><description>{"x" * 20_001}</description></rule>'
        for name in "ABCDEF"[:number]
    )
    assert named(library(f"<rules>{rules}</rules>")) == [
        f"Army: {number} profiles and rules have texts of more than 20000 characters: {shown}"
    ]


def test_usual_data_have_none() -> None:
    below = "".join(
        f'<selectionEntry id="w{n}" name="W{n}" type="model">{minimum(20)}</selectionEntry>' for n in range(30)
    )
    assert named(library(f"<selectionEntries>{below}</selectionEntries>")) == []


def test_an_entry_whose_name_is_too_long_is_refused_where_it_is_taken() -> None:
    long = f'<selectionEntries><selectionEntry id="w" name="{"n" * 501}" type="upgrade"/></selectionEntries>'
    engine = Engine.of(Roster(library(long)))
    edit, force = add_force(engine, engine.roster.library.game_system.force_entries[0], "c")
    edit.apply(engine.roster)
    (option,) = engine.roster.library.root_options("c")
    edit, unit = select(engine, force, option)
    edit.apply(engine.roster)
    with pytest.raises(TooLarge, match="501 characters in one name"):
        engine.choice(unit, option.entries[0])


def test_a_member_that_unpacks_to_far_more_than_it_takes_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "set.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("a.cat", " " * (2 << 20))
    with pytest.raises(SourceError, match="unpacked it is more than 200 times its size"):
        Archive(path).list()
