"""Leader and transport texts are read exactly or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.catalogue.facts import Leader, TransportBay
from listbuilder.catalogue.model import Catalogue, Profile
from listbuilder.sources.bsdata import read_file
from listbuilder.sources.bsdata.texts.leader import parse_leader
from listbuilder.sources.bsdata.texts.name_matching import NameMatcher, match_bays, match_leader
from listbuilder.sources.bsdata.texts.transport import parse_transport
from listbuilder.sources.store.audit import walk

SHARED = Path(os.environ.get("LISTBUILDER_SHARED") or Path(__file__).parents[3].parent / "shared")
LATER = (
    " If you do, and that Bodyguard unit is destroyed, the Leader units attached to it become separate units, with their"
    " original Starting Strengths."
)


def led(*names: str, **more) -> Leader:
    return Leader(leads=names, **more)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("This model can be attached to the following unit:\n■ Mice", led("Mice")),
        (
            "This unit can be attached to the following units:\xa0\n■ MICE\n\n■ Field\xa0Mice\n",
            led("MICE", "Field Mice"),
        ),
        ("This model can be attached to the following units:\n- **^^Mice^^**\n- ^^**Rats**^^", led("Mice", "Rats")),
        (
            "This model can be attached to the following units: Mice, Rats; Field Mice.",
            led("Mice", "Rats", "Field Mice"),
        ),
        (
            "This model can be attached to the following units: ^^**Mice, Rats^^** and **Voles**",
            led("Mice", "Rats", "Voles"),
        ),
        ("This model can lead the following unit: Mice", led("Mice")),
        ("This model can be attached to the following units:\n\n\nFIELD MICE", led("FIELD MICE")),
        (
            "This model can be attached to the following units: Mice, IMPERIUM BATTLELINE INFANTRY, Barn Battleline, Infantry Squad",
            led(
                "Mice",
                "Infantry Squad",
                leads_keywords=(("IMPERIUM", "BATTLELINE", "INFANTRY"), ("Barn", "Battleline")),
            ),
        ),
        (
            "This model can be attached to the following units:\n■ KILL TEAM (including MICE, RATS and VOLES)\n■ Owls",
            led("KILL TEAM", "MICE", "RATS", "VOLES", "Owls"),
        ),
    ],
)
def test_whom_a_leader_may_join(text: str, expected: Leader) -> None:
    assert parse_leader(text) == expected


BULLETS = "This model can be attached to the following units:\n■ Mice\n■ Rats\n\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "You can attach this model to one of the above units even if\xa0one Captain, Chapter Master or Lieutenant model has"
            " already been attached to it." + LATER,
            {"beside": ("Captain", "Chapter Master", "Lieutenant")},
        ),
        (
            "You can attach this model a unit it can lead even if one Captain model has already been attached to it.",
            {"beside": ("Captain",)},
        ),
        (
            "*You can attach this model to a MICE or FIELD RAT unit, even if a PRIMUS, MAGUS, or ICONWARD model has already been"
            " attached to it.*" + LATER,
            {"beside": ("PRIMUS", "MAGUS", "ICONWARD"), "beside_at": ("MICE", "FIELD RAT")},
        ),
        (
            "This model can be attached to a Mouse Squad, even if one Canoness or Junith Eruita unit has already been attached to"
            " it." + LATER,
            {"beside": ("Canoness", "Junith Eruita"), "beside_at": ("Mouse Squad",)},
        ),
        (
            "You can attach this model to one of the above units even if one other CHARACTER model has already been attached to"
            " it (a unit cannot have two MICE KINGS attached to it)." + LATER,
            {"beside": ("CHARACTER",), "unique": True},
        ),
        (
            "You can attach this model to a Mice unit, even if one other Leader unit has already been attached to it (you cannot"
            " attach more than one of the same Leader to the same unit)." + LATER,
            {"beside": ("any",), "beside_at": ("Mice",), "unique": True},
        ),
        (
            "You must attach this model to one of the above units, and can do so even if one or more Character units have already"
            " been attached to that unit, but a unit can never include more than one Pack Leader model."
            + LATER
            + " If it is not possible to attach this model to a unit, it does not take part in the battle and counts as having"
            " been destroyed.",
            {"beside": ("Character",), "beside_many": True, "not_beside": ("Pack Leader",), "must": True},
        ),
        (
            "You can attach this model to the above unit even if YVRAINE has already been attached to it.",
            {"beside": ("YVRAINE",)},
        ),
    ],
)
def test_beside_whom_a_leader_may_join(text: str, expected: dict) -> None:
    assert parse_leader(BULLETS + text) == led("Mice", "Rats", **expected)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "This unit can join one Mice unit.",
        "This model can be attached to the following units:",
        "This model can be attached to the following unit: Daemon units which share a keyword with this model",
        "This model can be attached to the following units: Kill Team (excluding Fly)",
        "This model can be attached to the following units: BATTLELIINE IMPERIUM INFANTRY, MICE",
        BULLETS + "This model cannot be attached to Mice unless it is equipped with a shield.",
        BULLETS + "You can attach this model to one of the above units on Sundays.",
        BULLETS
        + "You can attach this model to one of the above units even if one Cat has already been attached to it (or two).",
        "This model can be attached to the following units: " + "Mice" * 30,
    ],
)
def test_what_is_not_understood_is_not_guessed(text: str) -> None:
    assert parse_leader(text) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("6 Harlequins\xa0Infantry models.", TransportBay(capacity=6, allow=(("Harlequins", "Infantry"),))),
        ("1\xa0Dreadnought model.", TransportBay(capacity=1, allow=(("Dreadnought",),))),
        ("1 NECRONS INFANTRY\xa0unit.", TransportBay(capacity=1, allow=(("NECRONS", "INFANTRY"),), per_unit=True)),
        (
            (
                "11 ^^**Skitarii Infantry**^^ or **^^Tech-priest Infantry**^^ models. It cannot transport ^^**Jump Pack, Kataphron**^^"
                " or ^^**Sydonian Skatros**^^ models."
            ),
            TransportBay(
                capacity=11,
                allow=(("Skitarii", "Infantry"), ("Tech-priest", "Infantry")),
                deny=("Jump Pack", "Kataphron", "Sydonian Skatros"),
            ),
        ),
        (
            "12 **^^Emperor's Children Infantry^^**models (excluding ^^**Terminator**^^ and ^^**Flawless Blade**^^ models).",
            TransportBay(
                capacity=12, allow=(("Emperor's Children", "Infantry"),), deny=("Terminator", "Flawless Blade")
            ),
        ),
        (
            (
                "16 ADEPTUS ASTARTES INFANTRY\xa0models. Each JUMP PACK or\xa0TERMINATOR model takes up the space of 2 models and each"
                " CENTURION model takes up the space of 3 models."
            ),
            TransportBay(
                capacity=16,
                allow=(("ADEPTUS ASTARTES", "INFANTRY"),),
                weights={"JUMP PACK": 2, "TERMINATOR": 2, "CENTURION": 3},
            ),
        ),
        (
            (
                "22 **^^Orks Infantry^^** models. If this model is equipped with a killkannon, it has a transport capacity of 12"
                " **^^Orks Infantry^^** models. The **^^Ghazghkull Thraka^^** model takes up the space of 4 models."
            ),
            TransportBay(
                capacity=22,
                allow=(("Orks", "Infantry"),),
                weights={"Ghazghkull Thraka": 4},
                capacity_with={"killkannon": 12},
            ),
        ),
        (
            "12 HERETIC ASTARTES INFANTRY\xa0models. This model can instead transport 1 HELBRUTE or\xa0DREADNOUGHT model.",
            TransportBay(
                capacity=12,
                allow=(("HERETIC ASTARTES", "INFANTRY"), ("HELBRUTE",), ("DREADNOUGHT",)),
                weights={"HELBRUTE": 12, "DREADNOUGHT": 12},
            ),
        ),
        (
            "1 TAUROS model or 2\xa0ASTRA MILITARUM WALKER models.",
            TransportBay(capacity=2, allow=(("TAUROS",), ("ASTRA MILITARUM", "WALKER")), weights={"TAUROS": 2}),
        ),
        (
            "11 models from the following units: The Visarch, Ynnari Archon, Yvraine.",
            TransportBay(capacity=11, allow=(("The Visarch",), ("Ynnari Archon",), ("Yvraine",))),
        ),
        (
            (
                "15 INFANTRY models. Each model with a Wounds characteristic of 3 or more takes up the space of 2 models. It cannot"
                " transport non-CHARACTER models with a Wounds characteristic of 4 or more"
            ),
            TransportBay(capacity=15, allow=(("INFANTRY",),), weights_by_wounds={3: 2}, deny_wounds=4),
        ),
        (
            (
                "20 TYRANIDS INFANTRY models. Each model with a Wounds characteristic of more\xa0than 1 takes up the space of 3 models."
                " This model cannot\xa0transport models that can FLY."
            ),
            TransportBay(capacity=20, allow=(("TYRANIDS", "INFANTRY"),), weights_by_wounds={2: 3}, deny=("FLY",)),
        ),
        (
            (
                "12 Aeldari Infantry models. It cannot transport ^^Jump Pack^^ models or ^^Ynnari^^ models (excluding ^^Asuryani^^,"
                " ^^Yvraine^^ and ^^The Visarch^^ models)."
            ),
            TransportBay(
                capacity=12,
                allow=(("Aeldari", "Infantry"),),
                deny=("Jump Pack",),
                deny_unless={"Ynnari": ("Asuryani", "Yvraine", "The Visarch")},
            ),
        ),
        (
            (
                "6 Mice models.\n\nAt the start of the Declare Battle Formations step, you can select one Mice or Field Rats unit from"
                " your army that has not been split. If you do, that unit is split into two units, each containing as equal a number"
                " of models as possible (when splitting a unit in this way, make a note). One of these units must start the battle"
                " embarked within this Transport; the other can start the battle embarked within another Transport, or it can be"
                " deployed as a separate unit."
            ),
            TransportBay(capacity=6, allow=(("Mice",),), splits=("Mice", "Field Rats")),
        ),
    ],
)
def test_what_a_transport_carries(text: str, expected: TransportBay) -> None:
    assert parse_transport("This model has a transport capacity of " + text) == (expected,)


def test_transport_with_two_bays() -> None:
    text = (
        "This model has a transport capacity of 12 ^^**Grey Knights\xa0Infantry^^** models and 1 ^^**Venerable Dreadnought^^**"
        " model. Each ^^**Terminator^^** model takes up the\xa0space of 2 models."
    )
    assert parse_transport(text) == (
        TransportBay(capacity=12, allow=(("Grey Knights", "Infantry"),), weights={"Terminator": 2}),
        TransportBay(capacity=1, allow=(("Venerable Dreadnought",),), weights={"Terminator": 2}),
    )


def test_text_that_leaves_the_faction_open() -> None:
    text = "This model has a transport capacity of 6 <FACTION> INFANTRY\xa0models."
    assert parse_transport(text) is None
    assert parse_transport(text, "Orks") == (TransportBay(capacity=6, allow=(("Orks", "INFANTRY"),)),)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "For the purposes of embarking, each Ogryn model counts as two models.",
        "This model has a transport capacity of Mice.",
        "This model has a transport capacity of 5 Mice models. It may fly to the moon.",
        "This model has a transport capacity of 20 Mice models, or 1 Cat model with a Wounds characteristic of 12 or less.",
        (
            "This model has a transport capacity of 11 Mice models. If this model is equipped with a sail, it has a transport"
            " capacity of 22 Rats models instead."
        ),
        "This model has a transport capacity of all of the following:\n- 200 Mice models\n- 4 Cat models",
        (
            "This model has a transport capacity of 12 Mice models. This model can also transport 1 Cat; while doing so, its"
            " transport capacity is reduced to 6 Mice models."
        ),
    ],
)
def test_transport_text_that_is_not_understood_is_not_guessed(text: str) -> None:
    assert parse_transport(text) is None


@given(st.text(alphabet=" \n.,()■*^<>:andorTMice12"))
def test_no_text_breaks_the_parsers(text: str) -> None:
    for head in ("", "This model can be attached to the following units: ", "This model has a transport capacity of "):
        parse_leader(head + text)
        parse_transport(head + text)


# --- the data set's own spelling -----------------------------------------------------------------------------------------


NAMES = NameMatcher(
    ["Necron Warriors", "Faction: Grey Knights", "Venerable Dreadnought", "Sword Brethren Squad", "T'au Empire", "Fly"]
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("NECRON WARRIOR", "Necron Warriors"),
        ("necron warriors", "Necron Warriors"),
        ("GREY KNIGHTS", "Grey Knights"),
        ("Sword Brethren", "Sword Brethren Squad"),
        ("T’AU EMPIRE", "T'au Empire"),
        ("Warriors", None),
        ("", None),
    ],
)
def test_names_are_found_in_any_form(name: str, expected: str | None) -> None:
    assert NAMES.find(name) == expected


def test_form_that_fits_two_names_is_not_chosen() -> None:
    assert NameMatcher(["Mouse Squad", "Mouses"]).find("Mouse") is None


def test_leader_in_the_data_sets_spelling() -> None:
    leader, lost = match_leader(led("SWORD BRETHREN", "Legionaires", beside=("any", "fly")), NAMES)
    assert leader == led("Sword Brethren Squad", "Legionaires", beside=("any", "Fly"))
    assert lost == ("Legionaires",)


def test_bays_in_the_data_sets_spelling() -> None:
    bay = TransportBay(
        capacity=1, allow=(("Grey Knights Venerable Dreadnought",), ("Mice", "FLY")), weights={"NECRON WARRIOR": 2}
    )
    (settled,), lost = match_bays((bay,), NAMES)
    assert settled.allow == (("Grey Knights", "Venerable Dreadnought"), ("Mice", "Fly"))
    assert settled.weights == {"Necron Warriors": 2}
    assert lost == ("Mice",)


# --- real data -----------------------------------------------------------------------------------------------------------


def texts(catalogues: list[Catalogue], names: set[str], type_name: str) -> list[str]:
    return [
        value.value
        for catalogue in catalogues
        for profile in walk(catalogue)
        if isinstance(profile, Profile)
        and profile.type_name == type_name
        and (not names or profile.name.strip() in names)
        for value in profile.characteristics
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "leaders", "transports"), [("wh40k-10e", (470, 462), (109, 92)), ("wh40k-11e", (332, 328), (80, 66))]
)
def test_how_many_real_texts_are_read(name: str, leaders: tuple[int, int], transports: tuple[int, int]) -> None:
    folder = SHARED / "bsdata" / name
    if not folder.is_dir():
        pytest.skip(f"{folder} is not here")
    catalogues = [read_file(path) for path in folder.iterdir()]
    found = texts(catalogues, {"Leader", "Support"}, "Abilities")
    assert (len(found), sum(parse_leader(text) is not None for text in found)) == leaders
    found = texts(catalogues, set(), "Transport")
    assert (len(found), sum(parse_transport(text) is not None for text in found)) == transports
