"""Hints where models or wargear of a unit have the wrong shape: they use the names of its datasheet."""

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
