"""Every broken constraint of a datasheet has a fix that leaves the unit in the list; what it does to whom."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.catalogue.purpose import ConstraintPurpose
from listbuilder.listfile import bound, document
from listbuilder.rules.diagnostic import RemoveUnit
from listbuilder.session import Session
from listbuilder.sources.native import NativeSet
from listbuilder.validation import validate
from tests.army.test_native_wording import alley
from tests.session.test_lacking_units import begin

P = ConstraintPurpose
CHAINS = "{count: 2, replace: {club: chain}}"
BROKEN: dict[str, tuple[ConstraintPurpose, list[str]]] = {
    "models: {thug: 1}": (P.UNIT_SIZE, ["add 2 × Thug to Thugs", "add 2 × Dog to Thugs"]),
    "models: {thug: 6}": (P.UNIT_SIZE, ["remove Thug from Thugs"]),
    "models: {dog: 3, thug: 1}": (P.MODEL_COUNT, ["remove Dog from Thugs", "replace Dog by Thug in Thugs"]),
    "models: {thug: 3, boss: 2}": (
        P.MODEL_COUNT,
        ["remove Boss from Thugs", "replace Boss by Thug in Thugs", "replace Boss by Dog in Thugs"],
    ),
    f"wargear: {{thug: [{CHAINS}]}}": (P.UNIT_LIMIT, ["give Thug of Thugs Club instead of Chain"]),
    "wargear: {boss: {replace: [{club: chain}, {club: chain}]}}": (
        P.TIMES,
        ["give Boss of Thugs Club instead of Chain"],
    ),
    "wargear: {boss: {add: [bottle, bottle]}}": (P.ADDITIONS, ["remove Bottle from Boss of Thugs"]),
    "wargear: {thug: [{count: 1, add: bottle}]}": (P.DEMAND, ["remove Bottle from Thug of Thugs"]),
    "wargear: {boss: {add: whistle}}": (P.DEMAND, ["remove Whistle from Boss of Thugs"]),
    "wargear: {boss: {add: horn}}": (P.DEMAND, ["remove Horn from Boss of Thugs"]),
    "wargear: {thug: [{count: 2, add: boots}]}": (
        P.ALL_OR_NONE,
        ["remove Boots from 2 × Thug of Thugs", "give Thug of Thugs Boots"],
    ),
    "wargear: {boss: {add: drum}}": (P.OPEN_SIZES, ["remove Drum from Boss of Thugs"]),
    "models: {thug: 4}, wargear: {boss: {add: lute}}": (P.OPEN_SIZES, ["remove Lute from Boss of Thugs"]),
    "wargear: {thug: [{count: 2, add: mask}]}": (P.PER_ALTERNATIVE, ["remove Mask from Thug of Thugs"]),
    "wargear: {thug: [{count: 1, add: knife}]}": (P.UNLISTED, ["remove Knife from Thug of Thugs"]),
    "wargear: {thug: [{count: 1, replace: {club: knife}}]}": (P.UNLISTED, ["give Thug of Thugs Club instead of Knife"]),
    "wargear: {thug: [{count: 1, replace: {club: []}}]}": (
        P.SLOT,
        ["give Thug of Thugs Club", "give Thug of Thugs Chain"],
    ),
    "wargear: {boss: {replace: {sling: []}}}": (P.FIXED_ITEM, ["give Boss of Thugs Sling"]),
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> NativeSet:
    return alley(tmp_path_factory.mktemp("factions"))


def opened(data: NativeSet, unit: str) -> Session:
    text = f"system: alley\nfaction: gang\nbattle_size: brawl\nunits: [{{id: thugs, datasheet: thugs, {unit}}}]\n"
    return Session(validate(bound.bind_to(document.load(text.encode()), data.load("alley", "gang"))))


@pytest.mark.parametrize("unit", BROKEN)
def test_what_is_offered(data: NativeSet, unit: str) -> None:
    purpose, titles = BROKEN[unit]
    session = opened(data, unit)
    (finding,) = (one for one in session.findings if one.severity == "error")
    assert finding.cause is not None
    violation = session._offers.repairs._violation(finding.cause)
    assert violation is not None
    assert violation.constraint is not None
    assert violation.constraint.purpose is purpose

    offers = session.fixes(finding)

    assert [str(offer.title) for offer in offers] == titles
    assert [offer.safe for offer in offers] == [purpose in (P.SLOT, P.FIXED_ITEM), *[False] * (len(offers) - 1)]
    for offer in offers:
        assert not isinstance(offer.action, RemoveUnit)
        session.apply_fix(offer)
        assert not [one for one in session.findings if one.severity == "error"]
        session.undo()


def test_every_purpose_is_here_that_a_list_can_break_alone() -> None:
    elsewhere = {
        P.PER_ARMY,  # counts models of several units: tests/data/illegal/unit-composition/two-ancients-victrix.yaml
        P.ITEM_PER_ARMY,  # counts items of several units: tests/sources/native/test_per_army.py
        P.WARLORD_ONCE,  # a list file cannot state two marks on one unit
    }
    assert {purpose for purpose, _ in BROKEN.values()} == set(ConstraintPurpose) - elsewhere


TACTICS = """<catalogue xmlns="http://www.battlescribe.net/schema/catalogueSchema" id="newts" name="Newts" revision="1"
  gameSystemId="moats" battleScribeVersion="2.03">
 <selectionEntries>
  <selectionEntry id="tactics" name="Pond Tactics" type="upgrade">
   <constraints><constraint id="one" type="min" value="1" field="selections" scope="force"/></constraints>
   <categoryLinks><categoryLink id="l3" targetId="config" primary="true"/></categoryLinks>
   <selectionEntryGroups><selectionEntryGroup id="kinds" name="Pond Tactics">
    <constraints><constraint id="two" type="min" value="2" field="selections" scope="parent"/></constraints>
    <selectionEntries>
     <selectionEntry id="dive" name="Dive" type="upgrade"><constraints>
      <constraint id="d" type="max" value="1" field="selections" scope="parent"/></constraints></selectionEntry>
     <selectionEntry id="wade" name="Wade" type="upgrade"><constraints>
      <constraint id="w" type="max" value="1" field="selections" scope="parent"/></constraints></selectionEntry>
    </selectionEntries></selectionEntryGroup></selectionEntryGroups>
  </selectionEntry>
 </selectionEntries>
</catalogue>"""


def test_a_choice_of_the_army_is_chosen_not_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = begin(tmp_path, monkeypatch, TACTICS)
    [finding] = [one for one in session.findings if "Tactics" in str(one.message)]
    assert [str(offer.title) for offer in session.fixes(finding)] == ["Pond Tactics: choose Dive, Wade"]
