"""One own unit is legal, one ally is an ally, one unit of others is refused: an invented set, and every catalogue of the real."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.rules.muster import Muster
from listbuilder.sources import registry
from listbuilder.sources.store.installed import Store
from listbuilder.validation import Validated, validate_bytes
from tests.conftest import ROOT
from tests.play.trial import FACTION, Trial

# --- an invented set, with the rules of the game whose id it has --------------------------------------------------------------


@pytest.fixture
def marsh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(tmp_path).add(ROOT / "tests" / "data" / "bsdata" / "reed-marsh", "reed-marsh")
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path))


def reeds(*units: str) -> Validated:
    entries = "".join(f"      - entry: {unit}\n" for unit in units)
    text = f"system: reed-marsh\nfaction: Water - Reeds\nforces:\n  - force: Army\n    selections:\n{entries}"
    return validate_bytes(text.encode(), "list.yaml")


def about_faction(of: Validated) -> list[tuple[str, str, str]]:
    rules = (FACTION, "not-offered", "unknown-name")
    return [(one.rule, one.severity, one.unit) for one in of.findings if one.rule in rules]


@pytest.mark.usefixtures("marsh")
class TestInventedSet:
    def test_the_keyword_is_the_factions_not_that_of_most_units_offered(self) -> None:
        assert (reeds("Reed Pike").army.faction_keyword, reeds("Reed Pike").army.limit) == ("Reeds", 1000)

    def test_own_units_are_legal(self) -> None:
        assert about_faction(reeds("Reed Pike", "Reed Drum")) == []

    def test_an_ally_is_an_ally(self) -> None:
        allied = reeds("Reed Pike", "Marsh Ox")
        ruleset = allied.ruleset
        muster = Muster(allied.army, allied.system, ruleset.options, ruleset.allies)
        assert about_faction(allied) == []
        assert [muster.is_allied(unit) for unit in allied.army.units] == [False, True]

    def test_a_cap_of_allies_is_enforced(self) -> None:
        beasts = reeds("Reed Pike", *["Marsh Ox"] * 5)
        assert [one.bound for one in beasts.findings if one.rule == "ally-cap"] == []
        beasts = reeds("Reed Pike", *["Marsh Ox"] * 6)
        assert [one.bound for one in beasts.findings if one.rule == "ally-cap"] == [250]

    def test_a_unit_of_others_is_refused(self) -> None:
        assert about_faction(reeds("Reed Pike", "Stork Lancer")) == [(FACTION, "error", "stork-lancer")]

    def test_a_unit_of_others_without_a_keyword_is_not_judged(self) -> None:
        assert about_faction(reeds("Reed Pike", "Stork Nest")) == [(FACTION, "unjudged", "stork-nest")]

    def test_a_unit_that_only_another_catalogue_offers_is_refused_at_its_place(self) -> None:
        refused = reeds("Reed Pike", "Frog Rider")
        (finding,) = (one for one in refused.findings if one.rule == "not-offered")
        assert about_faction(refused) == [("not-offered", "error", "")]
        assert str(finding.message) == "Frog Rider is not offered to Water - Reeds; it is a unit of Water - Frogs"
        assert finding.place is not None
        assert (finding.place.line, finding.place.column) == (7, 16)
        assert refused.verdict == "illegal"

    def test_what_no_catalogue_knows_is_unknown(self) -> None:
        assert about_faction(reeds("Reed Pike", "Nobody")) == [("unknown-name", "unjudged", "")]


# --- every catalogue of the real sets -----------------------------------------------------------------------------------------


@pytest.mark.sweep
@pytest.mark.usefixtures("community")
@pytest.mark.parametrize("name", ["ten", "eleven"])
def test_every_catalogue_tells_own_units_from_allies(name: str) -> None:
    data = registry.named(name)
    for offer in data.factions(name):
        trial = Trial(data.load(name, offer.id))
        assert trial.keywords, offer
        found = trial.first(trial.own)
        if found is None:
            assert trial.data.library.missing_links(), f"{offer}: offers no unit of {trial.keywords}"
            continue
        first, army = found
        muster = trial.muster(army)
        assert not trial.about_faction(army), offer
        assert not any(muster.is_allied(unit) for unit in army.units), offer
        for words, options in trial.others.items():
            pair = trial.first(options, first)
            if pair is None:
                continue
            _, army = pair
            muster = trial.muster(army)
            assert [muster.is_allied(unit) for unit in army.units] == [False, True], (offer, words)
            allowed = muster.ally_rule(army.units[1]) is not None
            refused = name == "ten" and not allowed
            assert [one.severity for one in trial.about_faction(army)] == (["error"] if refused else []), (offer, words)


@pytest.mark.usefixtures("community")
@pytest.mark.parametrize(("faction", "unit"), [("Xenos - Orks", "Necron Warriors"), ("Xenos - Necrons", "Boyz")])
def test_a_unit_of_another_faction_of_a_real_set_is_refused(faction: str, unit: str) -> None:
    text = f"system: ten\nfaction: {faction}\nlimits: {{pts: 2000}}\nforces:\n- force: Army Roster\n  selections: [{unit}]\n"
    found = validate_bytes(text.encode(), "list.yaml")
    assert ("not-offered", "error") in {(one.rule, one.severity) for one in found.findings}
