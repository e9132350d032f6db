"""Hints where a unit lacks its datasheet, or its models or wargear have the wrong shape: they use the names of the data."""

from __future__ import annotations

import pytest

from listbuilder.errors import InputError
from listbuilder.exchange.formats import read_bytes

HEAD = "system: wh40k-10e\nfaction: {faction}\nunits:\n  - {{datasheet: {datasheet}, {stated}}}\n"


def hints(datasheet: str, stated: str, faction: str = "orks") -> list[str]:
    content = HEAD.format(faction=faction, datasheet=datasheet, stated=stated).encode()
    with pytest.raises(InputError) as caught:
        read_bytes(content, "list.yaml")
    return [str(one.hint) for one in caught.value.problems]


@pytest.mark.parametrize(
    ("datasheet", "stated", "hint"),
    [
        ("boyz", "models: 10", "{boss-nob: 1, boy: 9}"),
        ("boyz", "models: 20", "{boss-nob: 1, boy: 19}"),
        ("boyz", "models: [boy]", "{boss-nob: 1, boy: 9}"),
        ("warboss", "models: 1", "{warboss: 1}"),
        ("boyz", "wargear: [slugga]", "boss-nob, boy"),
    ],
)
def test_the_datasheet_says_how_it_is_stated(datasheet: str, stated: str, hint: str) -> None:
    (found,) = hints(datasheet, stated)
    assert hint in found


@pytest.mark.parametrize(
    ("unit", "hint"),
    [
        ("boyz", "did you mean datasheet: boyz?"),
        ("{name: Boyz, notes: a mob}", "did you mean datasheet: Boyz?"),
        ("{id: mob, name: Boyz, models: {boy: 9}}", "did you mean datasheet: Boyz?"),
        ("{name: Grubnik}", ""),
        ("{unit: boyz}", "did you mean datasheet instead of unit?"),
        ("{datashet: boyz}", "did you mean datasheet instead of datashet?"),
        ("{datashet: boyz, colour: green}", "did you mean datasheet instead of datashet?"),
        ("{unit: boyz, colour: green}", "did you mean datasheet: boyz?"),
        ("{unit: Grubnik, colour: green}", ""),
        ("{amount: 3}", ""),
        ("7", ""),
    ],
)
def test_a_unit_without_a_datasheet_is_told_what_may_be_meant(unit: str, hint: str) -> None:
    content = f"system: wh40k-10e\nfaction: orks\nunits:\n  - {{datasheet: warboss}}\n  - {unit}\n".encode()
    with pytest.raises(InputError) as caught:
        read_bytes(content, "list.yaml")
    assert [(str(one.hint), one.line) for one in caught.value.problems] == [(hint, 5)]


def test_other_keys_that_are_missing_have_such_a_hint() -> None:
    content = b"system: wh40k-9e\nfaction: orks\nforces: [{detachment: battalion}]\n"
    with pytest.raises(InputError) as caught:
        read_bytes(content, "list.yaml")
    assert [str(one.hint) for one in caught.value.problems] == ["did you mean force instead of detachment?"]


@pytest.mark.parametrize(
    ("datasheet", "faction"), [("no-such-unit", "orks"), ("boyz", "no-such-faction"), ("boyz", "7")]
)
def test_what_the_data_do_not_know_has_no_hint(datasheet: str, faction: str) -> None:
    assert hints(datasheet, "models: 10", faction) == [""]


@pytest.mark.parametrize(
    "rest", ["units: 5", "units: [3, {datasheet: boyz, models: 10}]\nforces: 7", "units: [{models: 4}]"]
)
def test_a_file_without_any_shape_is_refused_as_before(rest: str) -> None:
    with pytest.raises(InputError) as caught:
        read_bytes(f"system: wh40k-10e\nfaction: orks\n{rest}\n".encode(), "list.yaml")
    assert {one.rule for one in caught.value.problems} == {"schema"}


def test_a_file_that_names_no_system_is_refused_as_before() -> None:
    with pytest.raises(InputError) as caught:
        read_bytes(b"name: x\nunits: [{datasheet: boyz, models: 10}]\n", "list.yaml", ".yaml")
    assert {one.rule for one in caught.value.problems} == {"schema"}
