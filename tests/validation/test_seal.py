"""Seals: what a verdict is bound to, read from a text, and compared."""

from __future__ import annotations

import pytest

from listbuilder.army import Army, ForceView
from listbuilder.army.model import Chosen
from listbuilder.catalogue.pin import DataPin
from listbuilder.i18n import Text
from listbuilder.replacing import replace
from listbuilder.roster.declarations import Declarations
from listbuilder.rules.diagnostic import Diagnostic
from listbuilder.validation import validate_bytes, validate_file
from listbuilder.validation.seal import Part, Seal, differing, read, seal
from tests.conftest import ROOT

LIST = ROOT / "factions" / "wh40k-10e" / "examples" / "legal.yaml"
TOO_MUCH = Diagnostic("points-limit", Text("too much"))


@pytest.fixture(scope="module")
def army() -> Army:
    return validate_file(LIST).army


def changed(before: Seal, after: Seal) -> list[str]:
    return [part.what for part in differing(before, after)]


def test_the_same_list_has_the_same_seal(army: Army) -> None:
    first, second = seal(army, (), file=b"x"), seal(validate_file(LIST).army, (), file=b"x")
    assert first == second
    assert (first.verdict, first.points, first.data[:18]) == ("legal", "1990/2000", "native@2026-06-14@")


def test_every_part_that_differs_is_named(army: Army) -> None:
    plain = seal(army, (), ["a"], file=b"x", pack=("Open 2000", "0" * 64))
    pin = DataPin("native", "2026-07-01", sha256="1" * 64)
    boss, *others = army.units
    assert changed(
        plain, seal(replace(army, units=tuple(others)), (), ["a"], file=b"x", pack=("Open 2000", "0" * 64))
    ) == ["army"]
    assert changed(plain, seal(replace(army, units=(replace(boss, warlord=False), *others)), (), ["a"])) == [
        "army",
        "pack",
    ]
    assert changed(plain, seal(replace(army, data=pin), (), ["a"], file=b"y", pack=("Open 2000", "0" * 64))) == [
        "file",
        "data",
    ]
    assert changed(plain, seal(army, (TOO_MUCH,), ["a"], pack=("Open 2000", "0" * 64))) == ["verdict", "findings"]
    assert changed(plain, seal(army, (), ["b"], pack=("Open 2000", "2" * 64))) == ["rules", "pack"]
    assert changed(plain, seal(replace(army, points=1989), (), ["a"], pack=("Open 2000", "0" * 64))) == ["points"]


def test_what_the_army_has_chosen_is_part_of_the_list(army: Army) -> None:
    seals = [
        seal(replace(army, choices=chosen), ())
        for chosen in (
            (),
            *((Chosen(kind, "Song", "march", name),) for kind in ("song", "hymn") for name in ("A", "B")),
        )
    ]
    assert len({one.code for one in seals}) == len(seals)
    assert changed(*seals[1:3]) == ["army"]


def test_which_force_holds_another_is_part_of_the_list(army: Army) -> None:
    forces = [
        ForceView(key, key.title(), key.title(), kind_id=key, inside=True) for key in ("first", "second", "third")
    ]
    nested = [
        seal(replace(army, forces=(*forces[:2], replace(forces[2], parent=parent))), ())
        for parent in ("first", "second")
    ]
    assert changed(*nested) == ["army"]


@pytest.mark.parametrize(
    "declared",
    [
        Declarations(),
        Declarations(attach={"captain": "second-squad"}),
        Declarations(strategic_reserves=("scouts",)),
        Declarations(reserves={"scouts": "deep-strike"}),
        Declarations(hover=("lancer",)),
        Declarations(split={"first-squad": ("a", "b")}),
        Declarations(marks={"note": ("captain",)}),
    ],
)
def test_declarations_are_part_of_the_list(army: Army, declared: Declarations) -> None:
    assert changed(seal(army, ()), seal(replace(army, declarations=declared), ())) == ["army"]


def test_ids_of_units_are_not(army: Army) -> None:
    def renamed(declared: dict[str, str]) -> dict[str, str]:
        return {f"x-{one}": f"x-{other}" for one, other in declared.items()}

    old = replace(army, declarations=Declarations(attach={"captain": "first-squad"}))
    new = replace(
        army,
        units=tuple(replace(unit, id=f"x-{unit.id}") for unit in army.units),
        declarations=Declarations(attach=renamed({"captain": "first-squad"})),
    )
    finding = replace(TOO_MUCH, unit="captain")
    assert seal(old, (finding,)) == seal(new, (replace(finding, unit="x-captain"),))


def test_it_is_read_from_any_text(army: Army) -> None:
    known = seal(army, (TOO_MUCH,), ["sr-quarter=half", "ünknown; rule"], file=b"x", pack=("Open; = @", "3" * 64))
    assert read(f"Dear judge,\n> {known} <\nBye") == known
    assert read("\n".join(known.lines())) == known
    wrapped = str(known)
    assert read("  \n".join(wrapped[start : start + 31] for start in range(0, len(wrapped), 31))) == known
    assert known.named_rules == ("sr-quarter=half", "ünknown; rule")


def test_one_that_was_changed_is_none(army: Army) -> None:
    text = str(seal(army, (TOO_MUCH,)))
    assert read(text.replace("verdict=illegal", "verdict=legal")) is None
    assert read(text.replace("points=1990", "points=1980")) is None
    assert read(text[:-1]) is None
    assert read("") is None


def test_the_file_is_compared_where_both_know_it(army: Army) -> None:
    assert changed(seal(army, (), file=b"x"), seal(army, ())) == []
    old, new = seal(army, (), file=b"x"), seal(army, (), file=b"y")
    assert list(differing(old, new)) == [Part("file", old.file, new.file)]
    assert old.code == new.code


@pytest.mark.parametrize(
    "edit",
    [
        ("force: vanguard", "force: outrider"),
        ("subfaction: sautekh", "subfaction: novokh"),
        ("  - force: vanguard\n    subfaction: sautekh\n    units:\n      - {datasheet: skorpekh-lord}\n",
         "      - {datasheet: skorpekh-lord}\n  - force: vanguard\n    subfaction: sautekh\n    units:\n"),
    ],
    ids=["kind", "subfaction", "moved"],
)  # fmt: skip
def test_forces_and_where_units_stand_are_part_of_the_list(edit: tuple[str, str]) -> None:
    text = (ROOT / "factions" / "wh40k-9e" / "examples" / "legal.yaml").read_text("utf-8")
    assert edit[0] in text
    before, after = (seal(validate_bytes(one.encode(), "a").army, ()) for one in (text, text.replace(*edit, 1)))
    assert changed(before, after) == ["army"]
