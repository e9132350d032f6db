"""The strict YAML reader: 1.2 scalars, places, limits, and a clear message for everything it refuses."""

from __future__ import annotations

import contextlib
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder import strictyaml
from listbuilder.errors import InputError
from listbuilder.strictyaml import Limits, load


def problem(data: bytes | str, **limits: int) -> str:
    with pytest.raises(InputError) as caught:
        load(data, "army.yaml", Limits(**limits) if limits else strictyaml.DEFAULT_LIMITS)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"), ("on", "on"), ("12:30", "12:30"), ("010", "010"), ("1e3", "1e3"), ("2026-06-14", "2026-06-14"),
        ("0x1f", "0x1f"), ("0o7", "0o7"), (".inf", ".inf"), ("+3", "+3"), ("1_000", "1_000"), ("3+", "3+"),
        ("-0", "-0"), ("1.", "1."), (".5", ".5"), ("= ", "="), ("y", "y"),
        ("0", 0), ("7", 7), ("-12", -12), ("1.50", Decimal("1.50")), ("-0.5", Decimal("-0.5")),
        ("true", True), ("False", False), ("null", None), ("~", None), ("'7'", "7"), ('"true"', "true"),
        ("9" * 40, "9" * 40),
    ],
)  # fmt: skip
def test_scalars_are_those_of_yaml_1_2(text: str, value: object) -> None:
    found = load(f"a: {text}\n").value["a"]

    assert found == value
    assert type(found) is type(value)


def test_decimals_keep_their_digits() -> None:
    assert str(load("a: 1.50").value["a"]) == "1.50"


def test_keys_are_always_text() -> None:
    assert load("{5: 80, 6-10: 160, true: 1, ~: 2}").value == {"5": 80, "6-10": 160, "true": 1, "~": 2}


def test_every_value_has_its_place() -> None:
    source = load("a: 1\nb:\n  - x\n  - {c: 2, dd: [3]}\n", "f.yaml")

    assert source.place(source.value, "a") == ("f.yaml", 1, 4)
    assert source.key_place(source.value, "b") == ("f.yaml", 2, 1)
    assert source.locate(["b", 1, "dd", 0]) == ("f.yaml", 4, 17)
    assert source.locate(["b", 1, "dd"], key=True) == ("f.yaml", 4, 12)
    assert source.locate(["b", 7, "nothing"]) == ("f.yaml", 3, 3)


def test_duplicate_keys_are_found_at_any_depth() -> None:
    text = problem("a: 1\nb: {c: 1, c: 2}\na: 2\n")

    assert "army.yaml:2:11: duplicate key c, first in line 2" in text
    assert "army.yaml:3:1: duplicate key a, first in line 1" in text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: &x 1", "anchors (&x) are not supported"),
        ("a: &x 1\nb: *x", "army.yaml:2:4: aliases (*x) are not supported"),
        ("*x : 1", "aliases (*x) are not supported"),
        ("<<: {a: 1}", "merge keys (<<) are not supported"),
        ("a: !!str 1", "tags (tag:yaml.org,2002:str) are not supported"),
        ("a: !!python/object/apply:os.system [ls]", "tags"),
        ("a: !mine {}", "tags (!mine) are not supported"),
        ("a: 1\n---\nb: 2\n", "army.yaml:2:1: the file holds more than one document"),
        ("[1]: 2", "a key must be plain text"),
        ("a: 1\n\tb: 2", "indent with spaces, not tabs"),
        ("a: [1, 2", "not readable as YAML"),
        ("a: 'x", "not readable as YAML"),
        ("a: \x07", "army.yaml:1:4: the character U+0007 is not allowed in YAML"),
        ("", "the file is empty"),
        ("# only a comment\n", "the file is empty"),
    ],
)
def test_refusals_say_what_and_where(text: str, message: str) -> None:
    assert message in problem(text)


@pytest.mark.parametrize("text", ["[" * 200_000, "- " * 200_000, "{a: " * 100_000, "? " * 100_000, "[" * 60 + "]" * 60])
def test_deep_nesting_is_refused_without_a_crash(text: str) -> None:
    assert "army.yaml:1:" in problem(text)


def test_alias_bombs_are_refused_unexpanded() -> None:
    lines = ["a0: &a0 [lol, lol]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]" for n in range(1, 60)]

    assert "aliases" in problem("\n".join(lines))


def test_a_file_of_nothing_but_problems_stops_early() -> None:
    with pytest.raises(InputError) as caught:
        load("\n".join(f"a{n}: &x 1" for n in range(1000)))

    assert len(caught.value.problems) == strictyaml.MAX_PROBLEMS


def test_limits() -> None:
    assert "too large: 20 bytes, at most 10" in problem("a: " + "x" * 17, size=10)
    assert "too many values, at most 5" in problem("[1, 2, 3, 4, 5, 6]", nodes=5)
    assert "nested too deeply, at most 2 levels" in problem("[[[1]]]", depth=2)


def test_encodings() -> None:
    assert load("\ufeffa: 1").value == {"a": 1}
    assert load(b"\xef\xbb\xbfa: 1").value == {"a": 1}
    assert "UTF-16" in problem("a: 1".encode("utf-16"))
    assert "binary file" in problem(b"PK\x03\x04\x00\x00")
    assert "army.yaml:2:4: the text is not valid UTF-8 (byte 0xff)" in problem(b"a: 1\nb: \xff")


def test_windows_lines_and_document_starts_are_fine() -> None:
    assert load("--- # mine\r\na: 1\r\nb:\r\n- x\r\n...\r\n").value == {"a": 1, "b": ["x"]}


def test_the_pure_parser_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    import yaml

    text = "a: no\nb: [1, 1.5, 'x', {c: ~}]\n"
    fast = load(text).value
    monkeypatch.setattr(strictyaml, "Loader", yaml.SafeLoader)

    assert load(text).value == fast
    assert "aliases" in problem("a: &x 1\nb: *x")
    assert "nested too deeply" in problem("[" * 5000)


@given(st.text(max_size=200))
def test_any_text_gives_a_value_or_an_input_error(text: str) -> None:
    with contextlib.suppress(InputError):
        load(text, "f.yaml")


@given(st.binary(max_size=100))
def test_any_bytes_give_a_value_or_an_input_error(data: bytes) -> None:
    with contextlib.suppress(InputError):
        load(data, "f.yaml")
