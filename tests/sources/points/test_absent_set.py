"""List files of 40k 11th edition whose community set is not installed: the shipped points document judges what it decides."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from listbuilder.errors import InputError
from listbuilder.exchange import formats
from listbuilder.session import Session
from listbuilder.validation import Validated, validate_bytes, validate_file

HEAD = "name: Waaagh\nsystem: wh40k-11e\ndata: {set: wh40k-11e, points: '1.1'}\nfaction: Orks\n"
FORCE = "forces:\n  - force: Army Roster\n    catalogue: Orks\n    selections:\n"
SETTINGS = """\
      - {entry: Detachment, selections: [War Horde]}
      - {entry: Show/Hide Options, selections: [Show Legends]}
      - {entry: Battle Size, selections: [2. Strike Force (2000 Point limit)]}
      - {entry: Force Disposition, selections: [Take and Hold]}
"""
WARBOSS = "      - {id: boss, entry: Warboss, name: Da Boss, selections: [Warlord, Attack squig, Follow Me Ladz]}\n"
BOYZ = """\
      - id: mob
        entry: Boyz
        selections:
          - {entry: Boss Nob, selections: [Big choppa, Slugga]}
          - {entry: Boy, amount: 9, selections: [Choppa, Slugga]}
"""
COMPOSED = """\
      - entry: Boyz
        selections:
          - {entry: Boss Nob, selections: [Slugga]}
          - entry: 2 big shootas
            selections:
              - {entry: Boy w/ big shoota, amount: 2, selections: [Big shoota]}
              - {entry: Boy, amount: 17, selections: [Slugga]}
"""
DREAD = "      - {id: dread, entry: Deff Dread, selections: [{entry: Dread klaw, amount: 2}]}\n"
ATTACHED = "declarations:\n  attach: {boss: mob}\n"


@pytest.fixture(autouse=True)
def nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    yield


def judged(*units: str, head: str = HEAD, settings: str = SETTINGS, after: str = "", **options: object) -> Validated:
    return validate_bytes((head + FORCE + settings + "".join(units) + after).encode(), "orks.yaml", **options)  # type: ignore[arg-type]


def found(validated: Validated) -> set[tuple[str, str]]:
    return {(one.rule, one.severity) for one in validated.findings if one.severity in {"error", "unjudged"}}


ALONE = ("missing-catalogue", "unjudged")


def test_the_list_is_judged_by_the_document_and_says_so_once_at_its_data() -> None:
    validated = judged(WARBOSS, BOYZ, after=ATTACHED)
    assert found(validated) == {ALONE}
    assert [(unit.name, unit.model_count, unit.points) for unit in validated.army.units] == [
        ("Da Boss", 1, 110),
        ("Boyz", 10, 75),
    ]
    assert validated.army.declarations.attach == {"boss": "mob"}
    (said,) = [one for one in validated.findings if one.rule == "missing-catalogue"]
    assert "the data set wh40k-11e is not installed" in str(said.message)
    assert said.place is not None
    assert (said.place.file, said.place.line) == ("orks.yaml", 3)


@pytest.mark.parametrize(
    ("units", "settings", "after", "wanted"),
    [
        ((WARBOSS, BOYZ, DREAD), SETTINGS, "declarations:\n  attach: {boss: dread}\n", "leader-target"),
        ((WARBOSS, BOYZ.replace("amount: 9", "amount: 8")), SETTINGS, "", "unit-composition"),
        ((WARBOSS,), SETTINGS.replace("War Horde", "War Horde, Green Tide"), "", "detachment-points"),
        ((WARBOSS,), SETTINGS.replace("Take and Hold", "Disruption"), "", "data-hidden"),
        ((WARBOSS, *[DREAD] * 19), SETTINGS, "", "points-limit"),
        ((WARBOSS.replace("Follow Me Ladz", "{entry: Follow Me Ladz, amount: 2}"),), SETTINGS, "", "enh-unique"),
        ((WARBOSS, WARBOSS.replace("id: boss", "id: other")), SETTINGS, "", "enh-unique"),
    ],
)
def test_what_the_document_decides_is_an_error(units: tuple[str, ...], settings: str, after: str, wanted: str) -> None:
    assert (wanted, "error") in found(judged(*units, settings=settings, after=after))


@pytest.mark.parametrize(
    ("unit", "models", "points"),
    [
        # models without anything below them, beside one that has something
        (
            "      - {entry: Boyz, selections: [{entry: Boss Nob, selections: [Slugga]}, {entry: Boy, amount: 19}]}\n",
            20,
            160,
        ),
        # a composition between the unit and its models
        (
            COMPOSED,
            20,
            160,
        ),
        # kinds of models decide
        (
            "      - {entry: Gretchin, selections: [{entry: Runtherd, amount: 2}, {entry: Gretchin, amount: 20}]}\n",
            22,
            90,
        ),
        # what costs something, wherever it is and whatever it is called
        ("      - {entry: Battlewagon, selections: [{entry: Wargear / 'Ard Case}, Lobba]}\n", 1, 160),
    ],
)
def test_models_and_items_that_cost_something_are_counted(unit: str, models: int, points: int) -> None:
    validated = judged(unit)
    assert found(validated) == {ALONE}
    assert [(one.model_count, one.points) for one in validated.army.units] == [(models, points)]


def test_a_number_of_models_that_the_list_does_not_tell_is_left_open() -> None:
    either = "      - {entry: Boyz, selections: [{entry: Boy, amount: 10, selections: [Slugga]}, Boss Nob]}\n"
    assert ("incomplete", "unjudged") in found(judged(either))
    assert ("incomplete", "unjudged") in found(judged("      - Boyz\n"))


@pytest.mark.parametrize(
    "unit",
    [
        "      - 8a1b-22c3-4d5e-6f70::1a2b-3c4d-5e6f-7a8b\n",
        "      - {id: boss, entry: Warboss, selections: [8a1b-22c3-4d5e-6f70::1a2b-3c4d-5e6f-7a8b]}\n",
    ],
)
def test_what_is_named_by_an_id_is_named_as_unknown(unit: str) -> None:
    validated = judged(unit)
    assert found(validated) == {ALONE, ("unknown-name", "unjudged")}
    (problem,) = [one for one in validated.findings if one.rule == "unknown-name"]
    assert problem.place is not None
    assert problem.place.line == 13


def test_unknown_units_and_their_declarations_are_named_once() -> None:
    validated = judged(WARBOSS.replace("Warboss", "Squiggly Cannon"), BOYZ, after=ATTACHED)
    assert [str(one.message) for one in validated.findings if one.rule == "unknown-name"] == [
        "unknown datasheet: Squiggly Cannon"
    ]
    assert validated.verdict == "unjudged"


def test_limits_rules_and_notes_of_the_file_count() -> None:
    more = "limits: {pts: 150}\nrules: [no-such-rule]\nnotes: Mine.\n"
    validated = judged(WARBOSS, BOYZ, after=more)
    rules = {one.rule: one for one in validated.findings}
    assert {"points-limit", "own-limit", "unknown-rule"} <= set(rules)
    assert rules["unknown-rule"].place is not None
    assert rules["unknown-rule"].place.line == 20
    assert validated.bound.roster.notes == "Mine."


def test_another_version_is_named_and_may_be_asked_for() -> None:
    from listbuilder.sources import registry

    head = HEAD.replace("'1.1'", "'1.0'")
    notes = [str(one.message) for one in judged(BOYZ, head=head).findings if one.rule == "data-changed"]
    assert len(notes) == 1
    assert "points of 1.0" in notes[0]
    assert "points of 1.1" in notes[0]
    of_old = judged(BOYZ.replace("amount: 9", "amount: 19"), head=head, among=registry.given(["1.0"]))
    assert [unit.points for unit in of_old.army.units] == [150]
    assert of_old.army.data.document == "1.0"


@pytest.mark.parametrize(
    "head",
    [
        "system: wh40k-11e\n",
        "system: Warhammer 40,000 11th edition\nfaction: Orks\n",
        "system: wh40k-11e\ndata: {set: someone-elses}\nfaction: Xenos - Orks\n",
    ],
)
def test_however_the_list_names_its_data(head: str) -> None:
    assert found(judged(WARBOSS, BOYZ, head=head)) == {ALONE}


@pytest.mark.parametrize(
    ("head", "force"),
    [
        (HEAD.replace("faction: Orks", "faction: Squats"), FORCE.replace("catalogue: Orks", "catalogue: Squats")),
        (HEAD.replace("wh40k-11e", "horus-heresy"), FORCE),
    ],
)
def test_what_no_document_has_is_refused_at_its_place(head: str, force: str) -> None:
    with pytest.raises(InputError) as caught:
        validate_bytes((head + force + WARBOSS).encode(), "x.yaml")
    assert caught.value.problems[0].file == "x.yaml"
    assert caught.value.problems[0].line > 1


def test_it_is_saved_as_a_new_list_and_its_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "orks.yaml"
    text = HEAD + FORCE + SETTINGS + WARBOSS + BOYZ + ATTACHED + "rules: []\n"
    path.write_text(text, "utf-8")
    session = Session.open(path)
    assert session.path is None
    saved = session.save(tmp_path / "new.yaml")
    assert path.read_text("utf-8") == text
    again = validate_file(saved)
    assert again.bound.document.data_pin["set"] == "wh40k-11e-points"
    assert again.army.points == session.army.points == 185
    assert again.army.declarations.attach == {"boss": "mob"}
    assert [unit.name for unit in again.army.units] == ["Da Boss", "Boyz"]
    assert "the data set" not in next(str(one.message) for one in again.findings if one.rule == "missing-catalogue")


def test_formats_that_name_entries_of_the_set_are_refused() -> None:
    bound = judged(WARBOSS).bound
    for name in ("ros", "rosz", "json"):
        with pytest.raises(InputError):
            formats.written(bound, name)
    assert b"Warboss" in formats.written(bound, "gw-app")


GAME = {"gameSystemId": "sys-352e-adc2-7639-d610", "gameSystemName": "Warhammer 40,000 11th Edition"}


def node(name: str, kind: str, *below: dict[str, object], number: int = 1) -> dict[str, object]:
    return {"entryId": "a::b", "name": name, "type": kind, "number": number, "selections": list(below)}


def test_saved_rosters_with_ids_are_read_by_their_names() -> None:
    slugga, several = (
        node("Slugga", "upgrade"),
        node("Some boy", "model", node("Choppa", "upgrade", number=10), number=10),
    )
    boyz = node("Boyz", "unit", several, node("Nob", "model"), node("Banner", "upgrade", slugga))
    force = {
        "entryId": "bb9d",
        "catalogueId": "no-such",
        "catalogueName": "Orks",
        "name": "Army Roster",
        "selections": [
            node("Detachment", "upgrade", node("War Horde", "upgrade")),
            node("Force Disposition", "upgrade", node("Take and Hold", "upgrade")),
            node("Show/Hide Options", "upgrade", node("Show Legends", "upgrade")),
            node("Battle Size", "upgrade", node("2. Strike Force (2000 Point limit)", "upgrade")),
            boyz,
        ],
    }
    content = json.dumps({"roster": {"name": "x", **GAME, "forces": [force]}}).encode()
    validated = validate_bytes(content, "x.json")
    assert found(validated) == {ALONE}
    assert [(unit.model_count, unit.points) for unit in validated.army.units] == [(11, 160)]


def test_a_chapter_has_its_own_page_and_what_is_no_longer_supported() -> None:
    head = "system: wh40k-11e\nfaction: Black Templars\n"
    units = (
        "      - Marshal\n      - Librarian\n      - Chaplain On Bike\n      - Marneus Calgar In Armour Of Antilochus\n"
    )
    text = head + FORCE.replace("Orks", "Black Templars") + units
    refused = {one.unit for one in validate_bytes(text.encode(), "x.yaml").findings if one.severity == "error"}
    assert refused == {"librarian", "marneus-calgar-in-armour-of-antilochus"}


@pytest.mark.parametrize(("detachment", "refused"), [("Gladius Task Force", False), ("Blade Of Ultramar", True)])
def test_a_chapter_has_the_detachments_of_its_page(detachment: str, refused: bool) -> None:
    head = "system: wh40k-11e\nfaction: Black Templars\n"
    force = FORCE.replace("Orks", "Black Templars") + SETTINGS.replace("War Horde", detachment)
    text = head + force + "      - Marshal\n"
    errors = {str(one.message) for one in validate_bytes(text.encode(), "x.yaml").findings if one.severity == "error"}
    assert any(detachment in one for one in errors) is refused


@pytest.mark.parametrize(("detachment", "points"), [("Armoured Infantry", 25), ("Combined Arms", 15)])
def test_an_enhancement_that_two_detachments_have_is_that_of_the_one_chosen(detachment: str, points: int) -> None:
    head = "system: wh40k-11e\nfaction: Astra Militarum\n"
    settings = f"      - {{entry: Detachment, selections: [{detachment}]}}\n"
    unit = "      - {entry: Cadian Castellan, selections: [%s]}\n"
    force = FORCE.replace("Orks", "Astra Militarum") + settings
    bare, given = (
        validate_bytes((head + force + unit % gift).encode(), "x.yaml").army.units[0].points
        for gift in ("Power sword", "Grand Strategist")
    )
    assert given - bare == points


@pytest.mark.parametrize(
    ("gifts", "count", "allowed"),
    [
        (("Boarding Ramps", "Boarding Ramps", "Boarding Ramps"), 1, True),
        (("Boarding Ramps", "Targetin’ Gizmos", "Boarding Ramps"), 2, True),
        (("Boarding Ramps", "Targetin’ Gizmos", "Dead Shiny Shootas"), 3, False),
    ],
)
def test_all_copies_of_an_upgrade_count_as_one_enhancement(gifts: tuple[str, ...], count: int, allowed: bool) -> None:
    settings = SETTINGS.replace("War Horde", "More Dakka!, Rollin' Deff").replace("Take and Hold", "Disruption")
    settings = settings.replace("2. Strike Force (2000", "1. Incursion (1000")
    units = (f"      - {{entry: Battlewagon, selections: [{gift}]}}\n" for gift in gifts)
    validated = judged(*units, settings=settings)
    assert dict(validated.army.spent)["enhancements"] == count
    assert (("enh-max", "error") not in found(validated)) is allowed
