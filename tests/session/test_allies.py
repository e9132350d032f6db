"""Allies of other native factions: what the builder offers, and which folders are read for it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from listbuilder.army.faction import Identity
from listbuilder.catalogue.facts import Facts
from listbuilder.catalogue.library import Library
from listbuilder.catalogue.model import Catalogue, CategoryLink, Entry
from listbuilder.rules.quotas import AllyRule
from listbuilder.rules.where import Where
from listbuilder.session import DatasheetChoice, Session
from listbuilder.session.allies import Allies, written_traits
from listbuilder.sources.native import NativeSet
from tests.engine import factory as f

SYSTEM = "wh40k-10e"


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    """A native set of which no other test has read a faction."""
    from listbuilder.sources import registry

    data = NativeSet()
    monkeypatch.setattr(registry, "native", lambda: data)


def new(faction: str, detachment: str) -> Session:
    return Session.new(SYSTEM, faction, battle_size="strike-force", detachment=detachment)


def folders(session: Session) -> list[str]:
    """The factions that were read, besides the army's own."""
    return sorted(set(session.roster.library.catalogues) - {session.army.faction})


def allies(session: Session) -> dict[str, DatasheetChoice]:
    return {one.name: one for one in session.datasheets() if one.faction}


def test_allies_are_offered_added_judged_and_read_again(tmp_path: Path) -> None:
    session = new("space-marines", "gladius-task-force")
    captain = session.add_unit("captain")
    session.set_warlord(captain)
    assert not folders(session)  # own units need no other folder
    offered = allies(session)
    assert folders(session) == ["adeptus-titanicus", "agents-of-the-imperium", "imperial-knights"]
    assert {one.faction for one in offered.values()} == {
        "Adeptus Titanicus",
        "Agents of the Imperium",
        "Imperial Knights",
    }
    assert offered["Callidus Assassin"].points > 0

    for name in ("Callidus Assassin", "Vindicare Assassin"):
        assert session.preview(offered[name].id).datasheet == name
        session.add_unit(offered[name].id)
    assert session.verdict == "legal"
    assert {one.name: one.taken for one in session.datasheets()}["Callidus Assassin"] == 1
    session.save(tmp_path / "list.yaml")
    again = Session.open(tmp_path / "list.yaml")
    assert (again.verdict, again.points) == ("legal", session.points)
    assert [unit.datasheet for unit in again.army.units] == [unit.datasheet for unit in session.army.units]

    session.add_unit(offered["Eversor Assassin"].id)
    assert [finding.rule for finding in session.findings] == ["ally-cap"]
    assert session.verdict == "illegal"
    session.undo()
    session.add_unit(offered["Warhound Titan"].id)
    session.set_battle_size("onslaught")
    assert session.verdict == "legal"


def test_a_list_file_opens_only_the_folder_of_the_ally_that_it_names(tmp_path: Path) -> None:
    lines = [
        "system: wh40k-10e",
        "faction: space-marines",
        "detachment: gladius-task-force",
        "battle_size: strike-force",
    ]
    path = tmp_path / "list.yaml"
    units = "[{datasheet: captain, warlord: true}, {datasheet: callidus-assassin}, {datasheet: Inquisitor Draxus}]"
    path.write_text("\n".join([*lines, f"units: {units}"]), "utf-8")

    session = Session.open(path)

    assert (session.verdict, folders(session)) == ("legal", ["agents-of-the-imperium"])


def test_a_name_that_several_factions_have_means_the_ally(tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    head = "system: wh40k-10e\nfaction: world-eaters\nbattle_size: strike-force\n"
    path.write_text(f"{head}units: [{{datasheet: warhound-titan}}]\n", "utf-8")

    titan = Session.open(path).army.units[0]

    assert titan.faction_keywords == ("Titanicus Traitoris",)


@pytest.mark.parametrize("first", [0, 1])
def test_an_ally_whose_name_the_army_has_too_is_offered_beside_it(first: int, tmp_path: Path) -> None:
    session = new("space-marines", "gladius-task-force")
    session.set_warlord(session.add_unit("captain"))
    both = [one for one in session.datasheets() if one.name == "Watch Master"]
    assert [one.faction for one in both] == ["", "Agents of the Imperium"]
    assert both[0].points < both[1].points

    for one in (both[first], both[1 - first]):
        assert [size.points for size in session.quote(one.id).sizes] == [one.points]
        assert session.preview(one.id).points == one.points
        before = session.points
        session.add_unit(one.id)
        assert session.points == before + one.points

    assert session.verdict == "legal"
    session.save(tmp_path / "list.yaml")
    again = Session.open(tmp_path / "list.yaml")
    assert (again.verdict, again.points) == ("legal", session.points)
    assert [unit.faction_keywords for unit in again.army.units] == [
        unit.faction_keywords for unit in session.army.units
    ]


def test_what_is_offered_depends_on_the_detachment() -> None:
    session = new("genestealer-cults", "host-of-ascension")
    assert not allies(session)
    assert not folders(session)

    session.set_detachment("brood-brother-auxilia")
    brothers = allies(session)
    assert {"Cadian Shock Troops", "Leman Russ Commander"} <= brothers.keys()
    assert not brothers.keys() & {"Commissar", "Ratlings", "Lord Solar Leontus", "Valkyrie", "Tech-Priest Enginseer"}
    assert folders(session) == ["astra-militarum"]
    session.add_unit("cadian-shock-troops")
    assert "army-faction" not in {finding.rule for finding in session.findings}
    session.set_detachment("host-of-ascension")
    assert "army-faction" in {finding.rule for finding in session.findings}
    with pytest.raises(LookupError):
        session.add_unit("cadian-shock-troops")


@pytest.mark.parametrize(
    ("faction", "detachment", "ally", "legal"),
    [
        ("chaos-daemons", "shadow-legion", "legionaries", True),
        ("chaos-daemons", "daemonic-incursion", "legionaries", False),
        ("chaos-daemons", "shadow-legion", "abaddon-the-despoiler", False),
        ("chaos-knights", "iconoclast-fiefdom", "cultist-mob", True),
        ("chaos-knights", "traitoris-lance", "cultist-mob", False),
        ("chaos-knights", "iconoclast-fiefdom", "legionaries", False),
        ("imperial-knights", "questor-forgepact", "skitarii-rangers", True),
        ("imperial-knights", "questor-forgepact", "kataphron-breachers", False),
        ("genestealer-cults", "final-day", "lictor", True),
        ("genestealer-cults", "final-day", "genestealers", False),
        ("genestealer-cults", "brood-brother-auxilia", "commissar", False),
        ("orks", "war-horde", "callidus-assassin", False),
    ],
)
def test_what_is_not_offered_is_no_ally_by_name_either(
    faction: str, detachment: str, ally: str, legal: bool, tmp_path: Path
) -> None:
    session = new(faction, detachment)
    own = next(one for one in session.datasheets() if not one.faction)
    session.add_unit(own.id)
    offered = {
        option.local_id
        for option in session.browser.allies.options(session.forces.get(""), session.choices.detachment_names())
    }
    assert (ally in offered) is legal

    path = session.save(tmp_path / "list.yaml")
    path.write_text(path.read_text("utf-8") + f"  - {{id: other, datasheet: {ally}}}\n", "utf-8")
    found = {finding.rule for finding in Session.open(path).findings if finding.unit == "other"}
    assert ("army-faction" not in found) is legal


def test_an_ally_that_cannot_be_the_warlord() -> None:
    session = new("genestealer-cults", "brood-brother-auxilia")
    primus, castellan = session.add_unit("primus"), session.add_unit("cadian-castellan")
    session.set_warlord(primus)
    assert session.verdict == "legal"
    session.set_warlord(castellan)
    (found,) = session.findings
    assert (found.rule, found.unit) == ("ally-cap", castellan)
    session.apply_fix(next(fix for fix in session.fixes(found)))
    assert "ally-cap" not in {finding.rule for finding in session.findings}


def test_agents_that_do_not_count() -> None:
    session = new("space-marines", "gladius-task-force")
    session.set_warlord(session.add_unit("captain"))
    for _ in range(3):
        session.add_unit("voidsmen-at-arms")
    assert [finding.rule for finding in session.findings] == ["ally-cap"]
    session.add_unit("navigator")
    assert session.verdict == "legal"


def test_daemons_of_a_gods_own_legion(tmp_path: Path) -> None:
    session = new("death-guard", "tallyband-summoners")
    session.set_warlord(session.add_unit("typhus"))
    session.add_unit("plaguebearers")
    assert session.verdict == "legal"
    session.set_detachment("virulent-vectorium")
    assert [finding.rule for finding in session.findings] == ["army-faction"]


# --- data that are made up ----------------------------------------------------------------------------------------------------


def sheet(id: str, *keywords: str, name: str = "", role: str = "", faction: str = "") -> Entry:
    """A datasheet with a role by its first keyword, or one that its facts state."""
    links = tuple(CategoryLink(id=f"{id}-{word}", target_id=word, primary=n == 0) for n, word in enumerate(keywords))
    facts = Facts(role=role, faction_keywords=(faction,) if faction else ()) if role or faction else None
    return f.unit(id, name=name or id.title(), category_links=links, facts=facts)


def offered(
    *rules: AllyRule, own: tuple[Entry, ...] = (), keyword: str = "Ducks", **others: tuple[Entry, ...]
) -> list[str]:
    """The datasheets that an army of the pond is offered from other catalogues."""
    army = Catalogue(id="pond", name="Pond", names={"en": "The Pond"}, entries=own)
    bound = Library(f.system(), [army, *(Catalogue(id=name, name=name, entries=some) for name, some in others.items())])
    library = SimpleNamespace(
        root_options=bound.root_options, factions=lambda names: [bound.catalogues[name] for name in names]
    )
    allies = Allies(cast(Any, library), army, cast(Identity, SimpleNamespace(keywords=(keyword,))), rules)
    force = cast(Any, SimpleNamespace(catalogue_id="pond"))
    return [option.local_id for option in allies.options(force, ())]


def rule(id: str, *factions: str, **more: Any) -> AllyRule:
    return AllyRule(id=id, name=id, factions=factions, group=Where(), **more)


def test_what_several_rules_allow_is_offered_once() -> None:
    found = offered(
        rule("one", "lake"),
        rule("two", "lake", "river"),
        lake=(sheet("pike", "hq"),),
        river=(sheet("pike"), sheet("eel")),
    )
    assert found == ["pike", "eel"]


def test_what_is_of_the_armys_keyword_is_no_ally_and_what_is_called_like_its_own_is() -> None:
    lake = (sheet("pike"), sheet("swan", faction="Ducks"), sheet("crab", faction="Crabs"))
    assert offered(rule("one", "lake"), own=(sheet("pike"),), lake=lake) == ["pike", "crab"]


@pytest.mark.parametrize("host", ["ducks", "pond", "the pond", "hq", "heron"])
def test_armies_are_hosts_by_their_names_and_by_what_their_units_are(host: str) -> None:
    lake = (sheet("pike"),)
    assert offered(rule("one", "lake", hosts=(host,)), own=(sheet("heron", "hq"),), lake=lake) == ["pike"]
    assert offered(rule("one", "lake", hosts=("frogs",)), own=(sheet("heron", "hq"),), lake=lake) == []


def test_the_role_is_what_facts_state_else_the_first_category() -> None:
    table = f.table(
        sheet("pike", "troops", "elite"), sheet("eel", "troops", role="Lurker", faction="Eels"), sheet("snail")
    )
    found = {name: written_traits(table.option(name)) for name in ("pike", "eel", "snail")}
    assert found == {
        "pike": ("TROOPS", ("TROOPS", "ELITE")),
        "eel": ("Lurker", ("TROOPS", "Eels")),
        "snail": ("", ()),
    }
