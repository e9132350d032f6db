"""Leader and transport texts are read exactly or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.catalogue.facts import Leader, Match, Passenger, PassengerLimit, TransportBay
from listbuilder.catalogue.model import Catalogue, Profile
from listbuilder.sources.bsdata.reader import read_file
from listbuilder.sources.bsdata.texts.corrections import Corrections
from listbuilder.sources.bsdata.texts.joining import parse_bearer, parse_joining, speaks_of_joining
from listbuilder.sources.bsdata.texts.leader import parse_leader
from listbuilder.sources.bsdata.texts.name_matching import NameMatcher, match_bays, match_leader
from listbuilder.sources.bsdata.texts.passenger import parse_passenger
from listbuilder.sources.bsdata.texts.reader import _names_of
from listbuilder.sources.bsdata.texts.stand_in import parse_needs
from listbuilder.sources.bsdata.texts.transport import parse_transport
from listbuilder.sources.native import NativeSet
from listbuilder.sources.store.audit import walk
from tests.engine import factory as f

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
        "This model can be attached to the following units: Kill Team (except Fly)",
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
            TransportBay(
                capacity=15, allow=(("INFANTRY",),), weights_by_wounds={3: 2}, deny_wounds=4, large=("CHARACTER",)
            ),
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "6 Mice models. It cannot transport Wings models or the Grey Queen.",
            TransportBay(capacity=6, allow=(("Mice",),), deny=("Wings", "Grey Queen")),
        ),
        (
            "6 models. It can only transport Mice, Rats and Old Tom models.",
            TransportBay(capacity=6, allow=(("Mice",), ("Rats",), ("Old Tom",))),
        ),
        (
            (
                "12 Mice Infantry models. It cannot transport Wings or Tactical models (excluding Tactical Character models that"
                " began the battle attached to a non-Tactical unit)"
            ),
            TransportBay(
                capacity=12,
                allow=(("Mice", "Infantry"),),
                deny=("Wings", "Tactical"),
                attached=(("Tactical", "Character"),),
            ),
        ),
        (
            (
                "12 Mice models. This model can also transport 1 Cat, 1 Old Dog or 1 Goat; while doing so, its transport capacity is"
                " reduced to 4 Mice models."
            ),
            TransportBay(
                capacity=12,
                allow=(("Mice",), ("Cat",), ("Old Dog",), ("Goat",)),
                weights={"Cat": 8, "Old Dog": 8, "Goat": 8},
                limits=(PassengerLimit(names=("Cat", "Old Dog", "Goat"), models=1),),
            ),
        ),
        (
            (
                "45 Mice models. This model can also transport up to 2 Cat or Dog models (these models take up the space of a"
                " number of models equal to their Wounds characteristic e.g. A Cat with a Wounds characteristic of 8 would take up"
                " the space of 8 models)."
            ),
            TransportBay(
                capacity=45,
                allow=(("Mice",), ("Cat",), ("Dog",)),
                by_wounds=("Cat", "Dog"),
                limits=(PassengerLimit(names=("Cat", "Dog"), models=2),),
            ),
        ),
        (
            (
                "55 Mice models. This model can also transport up to 1 Cart model (this model – and any models embarked within it –"
                " take up the space of 25 models)."
            ),
            TransportBay(
                capacity=55,
                allow=(("Mice",), ("Cart",)),
                weights={"Cart": 25},
                limits=(PassengerLimit(names=("Cart",), models=1),),
            ),
        ),
        (
            "20 Mice models, or 1 Mice Monster model with a Wounds characteristic of 12 or less.",
            TransportBay(
                capacity=20,
                allow=(("Mice",), ("Mice", "Monster")),
                weights={"Monster": 20},
                most_wounds={"Monster": 12},
            ),
        ),
    ],
)
def test_what_a_transport_carries_besides(text: str, expected: TransportBay) -> None:
    assert parse_transport("This model has a transport capacity of " + text) == (expected,)


def test_bays_of_their_own_for_others() -> None:
    head = "This model has a transport capacity of "
    assert parse_transport(
        head
        + "15 Mice models. This model can also transport up to 2 Mice Vehicle models (excluding Wings and Huge models)."
    ) == (
        TransportBay(capacity=15, allow=(("Mice",),)),
        TransportBay(capacity=2, allow=(("Mice", "Vehicle"),), deny=("Wings", "Huge")),
    )
    assert parse_transport(
        head
        + "all of the following:\n- 20 Mice or Rat models\n- 4 Cat models with a Wounds characteristic of 9 or less"
    ) == (
        TransportBay(capacity=20, allow=(("Mice",), ("Rat",)), most_wounds={"Cat": 9}),
        TransportBay(capacity=4, allow=(("Cat",),), most_wounds={"Cat": 9}),
    )


def test_a_split_with_a_note_in_parentheses() -> None:
    text = (
        "This model has a transport capacity of 6 Mice models.\n\nAt the start of the Declare Battle Formations step, you can select"
        " one Grey Mice or Brown Mice from your army. If you do, that unit is split into two units, each containing as equal a number"
        " of models as possible (make a note of which models form each. If it has a flag, only one may use it). One of these units"
        " must start the battle embarked within this Transport; the other can start the battle embarked within another Transport, or"
        " it can be deployed as a separate unit."
    )
    assert parse_transport(text) == (TransportBay(capacity=6, allow=(("Mice",),), splits=("Grey Mice", "Brown Mice")),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "For the purposes of embarking within Transports, each Gun Team model counts as two models.",
            Passenger(places={"Gun Team": 2}),
        ),
        (
            "For the purposes of embarking within Transports, each Ogre model counts as one TERMINATOR model.",
            Passenger(counts_as={"Ogre": "TERMINATOR"}),
        ),
        (
            (
                "This model can embark within a Mice Transport model as if it were an Infantry model. If it does, it takes up the"
                " space of 7 models."
            ),
            Passenger(counts_as={"": "Infantry"}, places={"": 7}),
        ),
        (
            (
                "While embarked within a Transport, each Gunner model takes up the space of 2 models, and each weapon equipped by"
                " these models is considered to be 2 models' weapons for the purposes of the Firing Deck ability."
            ),
            Passenger(places={"Gunner": 2}),
        ),
        (
            (
                "If this unit's Master is ever destroyed, its Imps are, too. While embarking within a Transport and while embarked"
                " within a Transport, each Imp model takes up the space of 0 models."
            ),
            Passenger(places={"Imp": 0}),
        ),
        (
            "While embarked within a Transport, each Imp\u2011Lord model takes up the space of 2 models.",
            Passenger(places={"Imp-Lord": 2}),
        ),
        (
            (
                "While this model is joined to a unit, it can embark within any Transport that unit can embark within, and takes up"
                " the space of 3 models."
            ),
            Passenger(with_unit=True, places={"": 3}),
        ),
        (
            "While this model is leading a unit, it can embark within any Transport that its Bodyguard unit can embark within.",
            Passenger(with_unit=True),
        ),
        (
            (
                "This unit cannot embark within a Boat, but it can embark within other Mice Transports; when doing so, each Ogre"
                " model takes up the space of 3 models."
            ),
            Passenger(never=("Boat",), places={"Ogre": 3}),
        ),
        (
            "This model, and any unit it is joined to, cannot embark within a Transport.",
            Passenger(never=("Transport",)),
        ),
        ("Units can disembark from this Transport after it has Advanced.", None),
    ],
)
def test_how_a_unit_rides(text: str, expected: Passenger | None) -> None:
    assert parse_passenger([text]) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "You must attach one Queen or Old Tom model to this unit. If this is not possible, it counts as having been destroyed.",
            ("Queen", "Old Tom"),
        ),
        ("You must attach this model to a Mice unit.", ()),
    ],
)
def test_leaders_that_a_unit_needs(text: str, expected: tuple[str, ...]) -> None:
    assert parse_needs(text) == expected


PART = (
    " If it does, until the end of the battle, every model in this unit counts as being part of that Bodyguard unit, and that"
    " Bodyguard unit’s Starting Strength is increased accordingly."
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            (
                "At the start of the Declare Battle Formations step, if this unit is not an Attached unit, this unit can join one"
                " Mice or Rats unit from your army (a unit cannot have more than one Court unit joined to it)." + PART
            ),
            Leader(leads=("Mice", "Rats"), retinue=True, unique=True),
        ),
        (
            (
                "At the start of the Declare Battle Formations step, this unit can join one other unit from your army that is being"
                " led by a WIZARD model." + PART
            ),
            Leader(leads_keywords=((),), retinue=True, led_by=(Match(keywords=("WIZARD",)),)),
        ),
        (
            (
                "This unit can be led by a Queen. Alternatively, in the Declare Battle Formations step, this unit can join one Mice"
                " unit from your army that is being led by a Queen. This unit then counts as part of that unit for the rest of the"
                " battle, and that unit's Starting Strength is increased accordingly."
            ),
            Leader(leads=("Mice",), retinue=True, led_by=(Match(keywords=("Queen",)),)),
        ),
        (
            "At the start of the Declare Battle Formations step, this unit can join one Mice unit from your army if it likes."
            + PART,
            None,
        ),
        (
            (
                "At the start of the Declare Battle Formations step, this unit can join one Mice unit from your army."
                + PART
                + " This unit cannot join an Attached unit on Sundays."
            ),
            None,
        ),
        (
            (
                "At the start of the Declare Battle Formations step, this unit can join one of the following units. This unit then"
                " counts as part of that unit for the rest of the battle, and that unit's Starting Strength is increased"
                " accordingly.\n\n■ Mice\n■ Field Rats\n\nThis unit cannot join an Attached unit, and only Old Tom can join a unit"
                " this unit has joined."
            ),
            Leader(leads=("Mice", "Field Rats"), retinue=True, only_with=("Old Tom",)),
        ),
        (
            (
                "At the start of the Declare Battle Formations step, this model can join one Mice unit from your army. This model then"
                " counts as part of that Mice unit for the rest of the battle, and that unit's Starting Strength is increased"
                " accordingly. This model, and any unit it is joined to, cannot embark within a Transport."
            ),
            Leader(leads=("Mice",), retinue=True, rides=False),
        ),
    ],
)
def test_units_that_become_part_of_others(text: str, expected: Leader | None) -> None:
    assert speaks_of_joining(text)
    assert parse_joining(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Mouse model only. During the Declare Battle Formations step, the bearer can be attached to a Rats or Cats unit. It flies.",
            Leader(leads=("Rats", "Cats")),
        ),
        (
            (
                "Queen model only. The bearer gains the Grim keyword and, during the Declare Battle Formations step, can be attached"
                " to a Rats unit."
            ),
            Leader(leads=("Rats",)),
        ),
        (
            "In the Declare Battle Formations step, the bearer can be attached to a Grim unit (excluding Character units).",
            Leader(leads_keywords=(("Grim",),), excludes=("Character",)),
        ),
        ("During the Declare Battle Formations step, the bearer can be attached to a unit that likes it.", None),
    ],
)
def test_whom_a_bearer_may_join(text: str, expected: Leader | None) -> None:
    assert speaks_of_joining(text)
    assert parse_bearer(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Infantry Daemon units (excluding Possessed units) which share one of the following keywords with this model Rot, Lust",
            {"leads_keywords": (("Infantry", "Daemon"),), "excludes": ("Possessed",), "shares": ("Rot", "Lust")},
        ),
        (
            "Kill Team (excluding Fly, Gravis and Terminator)",
            {"leads_keywords": (("Kill Team",),), "excludes": ("Fly", "Gravis", "Terminator")},
        ),
        (
            "\n- Tacticus (Excluding Character and Fly)\n- Tactical Squad",
            {"leads": ("Tactical Squad",), "leads_keywords": (("Tacticus",),), "excludes": ("Character", "Fly")},
        ),
        (
            (
                "\n■ Guards*\n■ Mice\n\n* This model cannot be attached to a Guards unless it is equipped with a relic shield, and"
                " cannot be attached to a Mice unless it is equipped with a pistol."
            ),
            {"leads": ("Guards", "Mice"), "requires": {"Guards": "relic shield", "Mice": "pistol"}},
        ),
    ],
)
def test_conditions_of_whom_a_leader_may_join(text: str, expected: dict) -> None:
    assert parse_leader("This model can be attached to the following units: " + text) == Leader(**expected)


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
        "This model has a transport capacity of 20 Mice models, or 1 Cat model with a Wounds characteristic of 12 or more.",
        (
            "This model has a transport capacity of 11 Mice models. If this model is equipped with a sail, it has a transport"
            " capacity of 22 Rats models instead."
        ),
        "This model has a transport capacity of all of the following:\n- 200 Mice models\n- some Cat models",
        "This model has a transport capacity of 12 Mice models. This model can also transport 1 Cat; it then flies.",
        (
            "This model has a transport capacity of 12 Mice models. It cannot transport Rat models (excluding Cat Character models"
            " that began the battle attached to a non-Cat unit)."
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


def test_models_are_looked_through_only_where_no_other_name_is_meant() -> None:
    models = iter(["Squeaker", "Gnawer"])
    names = NameMatcher(["Mouse Squad"], models)
    assert names.find("MICE SQUAD") is None  # now they are known
    assert list(models) == []
    assert [names.find(name) for name in ("gnawers", "Mouse", "Squeaker", "Rat")] == [
        "Gnawer",
        "Mouse Squad",
        "Squeaker",
        None,
    ]
    untouched = iter(["Squeaker"])
    assert NameMatcher(["Mouse Squad"], untouched).find("mouse squads") == "Mouse Squad"
    assert list(untouched) == ["Squeaker"]


def test_models_are_those_inside_datasheets_at_any_depth() -> None:
    crew = f.unit("crew", name="Deckhand", type="model")
    mount = f.unit("mount", name="Gull", type="model", entries=(crew,))
    kit = f.unit("kit", name="Raft", type="upgrade", groups=(f.group("crews", mount),))
    hidden = f.unit("kits", name="Barge", type="upgrade", entries=(f.unit("ghost", name="Ghost", type="model"),))
    names = _names_of(f.library(f.unit("squad", name="Mouse Squad", entries=(kit,)), hidden))
    found = [names.find(name) for name in ("Gulls", "Deckhands", "Raft", "Ghosts", "Mouse Squads", "Barge")]
    assert found == ["Gull", "Deckhand", None, None, "Mouse Squad", None]


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


def test_corrections_put_right_what_a_text_prints() -> None:
    correct = Corrections({"Mise": "Mice", "Mise Squad": "Mouse Squad"})
    assert correct("■ **^^MISE^^**, Mise Squad and Misery") == "■ Mice, Mouse Squad and Misery"
    assert Corrections({})("** as it is") == "** as it is"


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


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("name", "leaders", "transports"), [("wh40k-10e", (470, 470), (109, 109)), ("wh40k-11e", (332, 332), (80, 80))]
)
def test_how_many_real_texts_are_read(name: str, leaders: tuple[int, int], transports: tuple[int, int]) -> None:
    folder = SHARED / "bsdata" / name
    if not folder.is_dir():
        pytest.skip(f"{folder} is not here")
    catalogues = [read_file(path) for path in folder.iterdir()]
    correct = Corrections(NativeSet().system(name).read_as)
    found = [correct(text) for text in texts(catalogues, {"Leader", "Support"}, "Abilities")]
    assert (len(found), sum(parse_leader(text) is not None for text in found)) == leaders
    found = [correct(text) for text in texts(catalogues, set(), "Transport")]
    read = [parse_transport(text, "Faction") or parse_passenger([text]) for text in found]
    assert (len(found), sum(one is not None for one in read)) == transports


def test_texts_longer_than_any_that_is_printed_are_not_read() -> None:
    text = "This model has a transport capacity of 6 Mice models."
    assert parse_transport(text) is not None
    assert parse_transport(text + " " * 4000) is None


@pytest.mark.parametrize(("words", "found"), [(10, 2), (31, 1)])
def test_a_phrase_of_many_words_is_not_cut_at_each_of_them(words: int, found: int) -> None:
    first, second = "Grey " * (words - 3) + "Mice", "Field Rats"
    assert len(NameMatcher((first, second)).split(f"{first} {second}")) == found
