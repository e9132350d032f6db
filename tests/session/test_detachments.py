"""Detachments as a choice: one where one is allowed, several where several are; what each costs and gives."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from listbuilder.army import roles
from listbuilder.rules.diagnostic import GiveUpDetachment, Settle, decision
from listbuilder.session import Session
from listbuilder.session.detachments import DetachmentChoice, DetachmentOffer
from listbuilder.sources.store.installed import Store

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def marines():
    return Session.new("wh40k-10e", "space-marines")


def taken(session):
    return [one.name for one in session.army.detachments]


def test_one_where_one_is_allowed(marines):
    offer = marines.detachment_offer()
    assert not offer.several
    assert not offer.currency

    marines.toggle_detachment("gladius-task-force")
    marines.toggle_detachment("anvil-siege-force")
    assert taken(marines) == ["Anvil Siege Force"]
    assert [one.name for one in marines.detachment_offer().choices if one.chosen] == ["Anvil Siege Force"]

    marines.toggle_detachment("anvil-siege-force")
    assert taken(marines) == []
    marines.undo()
    assert taken(marines) == ["Anvil Siege Force"]


def test_a_game_whose_rule_about_their_number_only_warns():
    assert not Session.new("aos-4e", "skaven").detachment_offer().several


def test_a_game_without_detachments():
    assert Session.new("wh40k-9e", "necrons").detachment_offer().choices == ()


def test_what_one_gives(marines):
    marines.set_detachment("gladius-task-force")
    first = marines.add_unit("captain")
    page = marines.detachment_page("gladius-task-force")

    assert dict(page.rules) == {"Combat Doctrines": ""}
    assert dict(page.enhancements)["Artificer Armour"] == 10
    assert [name for name, _points in page.enhancements] == [one.name for one in marines.enhancements(first)]
    assert "Armour of Contempt" in [one.name for one in page.stratagems]


# --- what depends on them ------------------------------------------------------------------------------------------------


@pytest.fixture
def clan(tmp_path, monkeypatch):
    Store(tmp_path).add(ROOT / "tests" / "data" / "bsdata" / "ash-plain", "ash-plain")
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path))
    return Session.new("ash-plain", "Cinder Clan")


def plans(session):
    return [
        node.option.name
        for root in session.roster.forces[0].selections
        for node in root.selections
        if root.option.name == "Plan"
    ]


def test_a_setting_goes_with_the_detachment_that_offered_it(clan):
    assert plans(clan) == []
    for name, plan in (("spear", ["Strike"]), ("spear", []), ("shield", ["Hold"])):
        clan.toggle_detachment(name)
        assert plans(clan) == plan

    clan.set_detachment("spear")
    assert plans(clan) == ["Strike"]
    clan.undo()
    assert (plans(clan), taken(clan)) == (["Hold"], ["Shield"])


ENHANCED = """
    {chief}
  </selectionEntries>
</catalogue>
"""
GIFTS = """
      <selectionEntryGroups>
        <selectionEntryGroup id="gifts" name="Enhancements">
          <selectionEntries>
            {gifts}
            <selectionEntry id="ember" name="Ember" type="upgrade"><costs><cost typeId="pts" name="pts" value="3"/></costs></selectionEntry>
          </selectionEntries>
        </selectionEntryGroup>
      </selectionEntryGroups>"""
ENTRY = '<selectionEntry id="{}" name="{}" type="{}">{}</selectionEntry>'
ONE = '<constraints><constraint id="one" type="min" value="1" field="selections" scope="parent"/></constraints>'
GIFT = """
            <selectionEntry id="{id}" name="{name}" type="upgrade">
              <costs><cost typeId="pts" name="pts" value="{cost}"/></costs>
              <modifiers>
                <modifier type="set" field="hidden" value="true">
                  <conditions><condition type="lessThan" value="1" field="selections" scope="roster" childId="{of}" includeChildSelections="true"/></conditions>
                </modifier>
                <modifier type="set" field="hidden" value="true">
                  <conditionGroups><conditionGroup type="and"><conditions>
                    <condition type="atLeast" value="1" field="selections" scope="roster" childId="{id}" includeChildSelections="true"/>
                    <condition type="lessThan" value="1" field="selections" scope="parent" childId="{id}"/>
                  </conditions></conditionGroup></conditionGroups>
                </modifier>
              </modifiers>
            </selectionEntry>"""


@pytest.mark.parametrize("bearer", ["a model", "a unit", "a model of a unit"])
def test_enhancements_that_data_offer_with_one_detachment_alone(tmp_path, monkeypatch, bearer):
    """Also those that a unit has already, and not those that need no detachment."""
    source = shutil.copytree(ROOT / "tests" / "data" / "bsdata" / "ash-plain", tmp_path / "source")
    gifts = (("tip", "Sharp Tip", 15, "spear"), ("boss", "Iron Boss", 20, "shield"), ("rim", "Keen Rim", 5, "shield"))
    text = GIFTS.format(
        gifts="".join(GIFT.format(id=key, name=name, cost=cost, of=of) for key, name, cost, of in gifts)
    )
    if bearer == "a model of a unit":
        chief = ENTRY.format("captain", "Captain", "model", ONE + text)
        chief = ENTRY.format("chief", "Chief", "unit", f"<selectionEntries>{chief}</selectionEntries>")
    else:
        chief = ENTRY.format("chief", "Chief", bearer.split()[-1], text)
    file = source / "Cinder Clan.cat"
    file.write_text(re.sub(r"  </selectionEntries>\s*</catalogue>\s*$", ENHANCED.format(chief=chief), file.read_text()))
    Store(tmp_path / "sets").add(source, "ash-plain")
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "sets"))
    session = Session.new("ash-plain", "Cinder Clan")

    def given():
        return {one: session.detachment_page(one).enhancements for one in ("spear", "shield")}

    stated = {"spear": (("Sharp Tip", 15),), "shield": (("Iron Boss", 20), ("Keen Rim", 5))}
    assert given() == stated
    session.toggle_detachment("shield")
    session.set_enhancement(session.add_unit("chief"), "rim")
    steps = session.steps
    assert given() == stated
    assert session.steps == steps
    assert [one.name for unit in session.army.units for one in unit.enhancements] == ["Keen Rim"]


def test_a_setting_that_was_not_offered_before_stays_the_players(clan):
    root = next(one for one in clan.roster.forces[0].selections if one.option.name == "Plan")
    wait = next(one for one in root.option.groups[0].entries if one.name == "Wait")
    clan.choices.choose(root, wait)
    clan.toggle_detachment("spear")
    assert plans(clan) == ["Wait"]


def test_a_tag_that_one_detachment_may_have(tmp_path, monkeypatch):
    Store(tmp_path).add(ROOT / "tests" / "data" / "bsdata" / "ash-plain", "ash-plain")
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path))
    session = Session.new("ash-plain", "Smoke Clan")

    def clashes():
        return [str(one.message) for one in session.findings if one.severity == "error"]

    for name in ("wolves", "walkers"):
        session.toggle_detachment(name)
    assert clashes() == []
    session.toggle_detachment("boars")
    assert clashes() == ["2 formations with the tag Riders (Wolves, Boars), at most 1"]
    session.toggle_detachment("wolves")
    session.toggle_detachment("foxes")
    assert clashes() == ["2 formations with the tag Riders (Boars, Foxes), at most 1"]


def test_looking_changes_nothing(marines):
    revision, steps = marines.revision, marines.steps
    marines.detachment_offer()
    marines.detachment_page("gladius-task-force")
    assert (marines.revision, marines.steps, taken(marines)) == (revision, steps, [])


def test_an_unknown_one(marines):
    with pytest.raises(LookupError):
        marines.toggle_detachment("no-such")
    with pytest.raises(LookupError):
        marines.act(GiveUpDetachment("no-such"))


# --- what is lacking -------------------------------------------------------------------------------------------------------


def wrong(session):
    return [one for one in session.findings if one.severity == "error"]


def without(session, *names):
    """Takes these settings out of the list, as a file may lack them."""
    force = session.roster.forces[0]
    for root in [one for one in force.selections if one.option.name in names]:
        session.choices.drop(root)
    session.rename("anew")  # a step, after which the army is judged again


@pytest.fixture
def led(tmp_path, monkeypatch):
    """The Cinder Clan with a unit: an army without any is not judged."""
    source = shutil.copytree(ROOT / "tests" / "data" / "bsdata" / "ash-plain", tmp_path / "source")
    file, chief = source / "Cinder Clan.cat", ENTRY.format("chief", "Chief", "unit", "")
    file.write_text(re.sub(r"  </selectionEntries>\s*</catalogue>\s*$", ENHANCED.format(chief=chief), file.read_text()))
    Store(tmp_path / "sets").add(source, "ash-plain")
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "sets"))
    session = Session.new("ash-plain", "Cinder Clan")
    session.add_unit("chief")
    return session


def test_a_setting_that_is_lacking_is_what_the_data_offer(led):
    clan = led
    clan.toggle_detachment("spear")
    without(clan, "Plan")
    (finding,) = wrong(clan)
    assert decision(finding) == ""
    assert [str(one.title) for one in clan.fixes(finding)] == ["Plan: choose Strike"]

    clan.apply_fix(clan.fixes(finding)[0])
    assert (plans(clan), wrong(clan)) == (["Strike"], [])
    clan.undo()
    assert plans(clan) == []


DEEDS = [f"Oath: choose {one}" for one in ("A Deed, A Virtue", "B Deed, A Virtue")]


BOTH = [*DEEDS, "Oath: choose A Deed, B Virtue"]
GROUPS = [({}, ["add Oath"]), ({"Deed": "AB", "Virtue": "A"}, DEEDS), ({"Deed": "AB", "Virtue": "AB"}, BOTH)]


def sworn(tmp_path, monkeypatch, oath):
    """A list of a set that asks for an oath as well, with its chief."""
    source = shutil.copytree(ROOT / "tests" / "data" / "bsdata" / "ash-plain", tmp_path / "source")
    file, chief = source / "Cinder Clan.cat", ENTRY.format("chief", "Chief", "unit", "")
    more = ENHANCED.format(chief=chief + ENTRY.format("oath", "Oath", "upgrade", ONE + oath))
    file.write_text(re.sub(r"  </selectionEntries>\s*</catalogue>\s*$", more, file.read_text()))
    Store(tmp_path / "sets").add(source, "ash-plain")
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "sets"))
    session = Session.new("ash-plain", "Cinder Clan")
    session.add_unit("chief")
    return session


@pytest.mark.parametrize(("groups", "expected"), GROUPS)
def test_such_a_setting_has_all_that_it_needs(tmp_path, monkeypatch, groups, expected):
    choices = {
        one: "".join(ENTRY.format(f"{n}-{one}", f"{n} {one}", "upgrade", "") for n in names)
        for one, names in groups.items()
    }
    held = "".join(
        f'<selectionEntryGroup id="{one}" name="{one}">{ONE}<selectionEntries>{choices[one]}</selectionEntries></selectionEntryGroup>'
        for one in groups
    )
    session = sworn(tmp_path, monkeypatch, f"<selectionEntryGroups>{held}</selectionEntryGroups>")
    without(session, "Oath")
    finding = next(one for one in wrong(session) if "Oath" in str(one.message))
    assert [str(one.title) for one in session.fixes(finding)] == expected


def test_what_is_chosen_in_a_setting_has_what_it_needs(tmp_path, monkeypatch):
    """The free one where the data ask for a choice below it, and the fix names it; not the verses, of which each has all."""
    costs = '<costs><cost name="pts" typeId="pts" value="5"/></costs>'

    def group(name, held):
        entries = f"{ONE}<selectionEntries>{held}</selectionEntries>"
        return f'<selectionEntryGroups><selectionEntryGroup id="{name}" name="{name}">{entries}</selectionEntryGroup></selectionEntryGroups>'

    def deed(name):
        held = ENTRY.format(f"dear-{name}", f"Dear {name}", "upgrade", costs)
        held += "".join(ENTRY.format(f"{n}-{name}", f"{n} {name}", "upgrade", "") for n in ("Free", "Late"))
        verses = "".join(ENTRY.format(f"{n}-{name}-verse", f"{n} Verse", "upgrade", ONE) for n in ("First", "Last"))
        verses = group(f"verses-{name}", verses).replace(ONE, "", 1)
        return ENTRY.format(name, name, "upgrade", group(f"way-{name}", held) + verses)

    session = sworn(tmp_path, monkeypatch, group("Deed", deed("Raid") + deed("Siege")))
    titles = ["Oath: choose Raid, Free Raid", "Oath: choose Siege, Free Siege"]
    for empty in (False, True):  # it is there and holds nothing, or is not there
        if empty:
            without(session, "Oath")
        finding = next(one for one in wrong(session) if "Oath" in str(one.message))
        assert [str(one.title) for one in session.fixes(finding)] == titles


def test_a_detachment_that_is_lacking_is_the_players_to_choose(led):
    without(led, "Detachment", "Plan")
    chosen = {str(one.message): (decision(one), led.fixes(one)) for one in wrong(led)}
    assert chosen["Detachment: 0 taken, at least 1"] == ("detachment", ())


def test_so_is_one_where_only_what_holds_them_is_there(tmp_path, monkeypatch):
    source = shutil.copytree(ROOT / "tests" / "data" / "bsdata" / "ash-plain", tmp_path / "source")
    file, group = source / "Cinder Clan.cat", '<selectionEntryGroup id="which" name="Which">'
    text, number = re.subn(
        r'<selectionEntries>(\s*<selectionEntry id="spear".*?)</selectionEntries>',
        rf"<selectionEntryGroups>{group}{ONE}<selectionEntries>\1</selectionEntries></selectionEntryGroup></selectionEntryGroups>",
        file.read_text(),
        flags=re.DOTALL,
    )
    assert number == 1
    file.write_text(text)
    Store(tmp_path / "sets").add(source, "ash-plain")
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "sets"))
    session = Session.new("ash-plain", "Cinder Clan")
    for one in list(session.choices.holder(roles.is_detachment).selections):
        session.choices.drop(one)
    session.rename("anew")
    chosen = {str(one.message): (decision(one), session.fixes(one)) for one in wrong(session)}
    assert chosen["Detachment: Which: 0 taken, at least 1"] == ("detachment", ())


@pytest.mark.parametrize(("force", "setting", "choice"), [("none", "", ""), ("", "none", ""), ("", "", "none")])
def test_a_setting_that_is_not_offered(clan, force, setting, choice):
    army = clan.roster.forces[0]
    plan = next(one.option.id for one in army.selections if one.option.name == "Plan")
    with pytest.raises(LookupError):
        clan.act(Settle(force or army.id, setting or plan, choice))


def test_one_of_several_is_given_up_with_what_it_offered(tmp_path, monkeypatch):
    Store(tmp_path).add(ROOT / "tests" / "data" / "bsdata" / "ash-plain", "ash-plain")
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path))
    session = Session.new("ash-plain", "Smoke Clan")
    for name in ("wolves", "walkers"):
        session.toggle_detachment(name)
    session.act(GiveUpDetachment("wolves"))
    assert taken(session) == ["Walkers"]


def named(*choices: DetachmentChoice) -> list[str]:
    return list(map(str, DetachmentOffer(choices).named()))


def test_what_there_is_to_choose_is_named() -> None:
    """Without what is chosen and what costs too much; of many the first ones."""
    free = [DetachmentChoice(f"d{number}", f"Host {number}") for number in range(1, 11)]
    taken, dear = DetachmentChoice("t", "Taken", chosen=True), DetachmentChoice("c", "Dear", cost=3, over=1)
    assert named() == named(taken, dear) == []
    assert named(taken, *free[:2], dear) == ["choose one of Host 1, Host 2"]
    nine = ", ".join(f"Host {number}" for number in range(1, 10))
    assert named(*free[:9]) == [f"choose one of {nine}"]  # one more takes no more room than its number
    assert named(*free) == [f"choose one of {nine.removesuffix(', Host 9')} and 2 others"]
