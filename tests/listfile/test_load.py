"""Reading roster files: every mistake is reported with its place, and the quick test of the shape agrees with the schema."""

from __future__ import annotations

import copy
import io
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder import schemas, strictyaml
from listbuilder.errors import InputError
from listbuilder.listfile import bound, document, shape
from listbuilder.strictyaml import Source

EXAMPLES = Path(__file__).resolve().parents[2] / "factions" / "wh40k-10e" / "examples"


def refused(data: bytes | str) -> str:
    with pytest.raises(InputError) as caught:
        document.load(data.encode() if isinstance(data, str) else data, "army.yaml")
    assert all(problem.file == "army.yaml" for problem in caught.value.problems)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "army.yaml:1:1: the file is empty"),
        ("just words", "army.yaml:1:1: expected keys and values, found just words"),
        ("- a\n", "army.yaml:1:1: expected keys and values, found a list"),
        ("name: x\n", "army.yaml:1:1: the key system is missing"),
        ("system: [a]\n", "army.yaml:1:9: system: expected text / a whole number, found a list"),
        ("system: a\nunits: 5\n", "army.yaml:2:8: units: expected a list, found 5"),
        ("system: a\nunits: [{id: x}]\n", "army.yaml:2:9: the key datasheet is missing"),
        (
            "system: a\nunits: [{datasheet: x, warlord: 'yes'}]\n",
            "army.yaml:2:33: warlord: expected true or false, found yes",
        ),
        ("system: a\nunits: [{datasheet: x, models: {m: -1}}]\n", "m: -1 is too small, it must be at least 0"),
        ("system: a\nunits: [{datasheet: x, models: {m: some}}]\n", "m: expected a whole number, found some"),
        ("system: a\nunits: [{datasheet: x, models: {m: '9'}}]\n", 'm: expected a whole number, found "9"'),
        ("system: a\nunits: [{datasheet: x, models: {m: ''}}]\n", 'm: expected a whole number, found ""'),
        (
            "system: a\nunits: [{datasheet: x, wargear: {m: [{count: 0}]}}]\n",
            "count: 0 is too small, it must be at least 1",
        ),
        (
            "system: a\nunits: [{datasheet: x, wargear: {m: [{count: 1, add: {b: c}}]}}]\n",
            "add: expected text / a whole number / a list",
        ),
        (
            "system: a\nunits: [{datasheet: x, wargear: {m: {a: {b: c}}}}]\n",
            "army.yaml:2:41: a: expected text / a whole number / a list",
        ),
        ("system: a\nunits: [{datasheet: x, id: a/b}]\n", "army.yaml:2:28: id: a/b does not look like"),
        ("system: a\ndeclarations: {reserves: {u: Deep Strike}}\n", "u: Deep Strike does not look like deep-strike"),
        ("system: a\nsystem: b\n", "army.yaml:2:1: duplicate key system, first in line 1"),
        ("system: &x a\n", "anchors"),
        (b"\x89PNG\r\n\x1a\n\0\0", "binary file"),
        (b"system: \xff", "not valid UTF-8"),
        ("system: a\nunits:\n  - {datasheet: x", "not readable as YAML"),
        ("[" * 200_000, "nested too deeply"),
        (b"#" * 4_000_001, "too large"),
    ],
)
def test_bad_files_are_reported_with_their_place(text: str | bytes, message: str) -> None:
    assert message in refused(text)


def test_all_mistakes_are_reported_at_once() -> None:
    text = "name: x\nunits:\n  - {datasheet: [1]}\n  - {warlord: 3, datasheet: a}\n"

    assert refused(text).count("\n") == 2


def test_paths_streams_and_bytes(tmp_path: Path) -> None:
    path = tmp_path / "army.yaml"
    path.write_text("system: wh40k-10e\nfaction: orks\nname: Mob\n")

    read = document.load(path)

    assert (read.system, read.faction, read.name, read.path, read.file) == ("wh40k-10e", "orks", "Mob", path, str(path))
    assert document.load(str(path)).sha256 == read.sha256 == document.load(path.read_bytes()).sha256
    assert document.load(io.BytesIO(path.read_bytes()), "-").file == "-"
    assert read.place("faction") == (str(path), 2, 10)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file"):
        document.load(tmp_path / "none.yaml")
    with pytest.raises(InputError):
        document.load(tmp_path)


# --- the quick test of the shape ---------------------------------------------------------------------------------------------

FULL = """\
name: Full
system: wh40k-10e
data: {set: native, date: 2026-06-14, revision: 3, sha256: abc}
faction: space-marines
detachment: [a, b]
battle_size: strike-force
limits: {pts: 2000, gold: 2.5}
notes: some
units:
  - id: a
    datasheet: b
    name: 5
    models: {x: 3, y: 0}
    wargear:
      x: {a: b, "c + d": [e, f]}
      y:
        - {count: 2, add: [a, [b, c]], replace: {d: e}}
        - {replace: [{a: b}, {a: c}], name: n, notes: o}
        - {items: [a, b], g: []}
    enhancement: [e, f]
    warlord: true
    notes: n
    x-own: {any: thing}
forces:
  - force: f
    catalogue: c
    id: i
    name: n
    selections: [a, {entry: b, amount: 3, id: j, selections: [c, {entry: d, name: n, notes: o}]}, 7]
    forces: [{force: g}]
declarations:
  hover: [a]
  attach: {a: b}
  embark: {a: b}
  reserves: {a: deep-strike, b: aircraft, c: other}
  strategic_reserves: [a]
  split: [a]
  deployed: [a]
  marks: {dearest: [a, b]}
"""
VALUES = [
    None,
    True,
    0,
    1,
    -1,
    100_001,
    "",
    "x",
    "a/b",
    " x",
    "a|b",
    "\n",
    [],
    [1],
    [[]],
    {},
    {"a": 1},
    {"entry": "x"},
    {"force": "x"},
]
VALUES += [
    strictyaml.load("a: 1.5").value["a"],
    "deep-strike",
    [{}],
    {"count": 1},
    {"add": []},
    "x" * 101,
    "e\u0301",
    "\u00a0x",
    "a\n",
    "a\u00a0b",
]


def paths(value: object, path: tuple = ()) -> list[tuple]:
    found = [path]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        found += paths(item, (*path, key))
    return found


def put(value: object, path: tuple, new: object) -> object:
    if not path:
        return new
    value = copy.deepcopy(value)
    inner = value
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = new
    return value


def agree(kind: str, fits: shape.Test, value: object) -> None:
    problems = schemas.check(kind, Source(value, ""))

    assert fits(value) == (not problems) == schemas.validator(kind).is_valid(value), (
        value,
        [str(problem) for problem in problems],
    )


@pytest.mark.unmeasured
def test_shape_and_schema_agree_on_every_single_change() -> None:
    full = strictyaml.load(FULL).value
    agree("roster", shape.is_roster, full)
    assert shape.is_roster(full)
    valid = schemas.validator("roster").is_valid
    for path in paths(full):
        for value in VALUES:
            changed = put(full, path, value)
            assert shape.is_roster(changed) == valid(changed), (path, value)


ANY = st.recursive(
    st.sampled_from([value for value in VALUES if not isinstance(value, dict | list)])
    | st.text(max_size=5)
    | st.integers(-5, 5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "id",
                    "datasheet",
                    "entry",
                    "force",
                    "selections",
                    "count",
                    "add",
                    "replace",
                    "items",
                    "name",
                    "models",
                    "x",
                ]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)


@pytest.mark.unmeasured
@settings(deadline=None, max_examples=150)
@given(st.data())
def test_shape_and_schema_agree_on_random_changes(data: st.DataObject) -> None:
    value = strictyaml.load(FULL).value
    for _ in range(data.draw(st.integers(1, 3))):
        value = put(value, data.draw(st.sampled_from(paths(value))), data.draw(ANY))
    agree("roster", shape.is_roster, value)


def test_shape_and_schema_agree_on_declarations() -> None:
    full = {"roster": "a.yaml", **strictyaml.load(FULL).value["declarations"]}
    for path in paths(full):
        for value in VALUES:
            agree("declaration", shape.is_declaration_file, put(full, path, value))


def test_schema_examples_are_valid() -> None:
    for kind in ("roster", "declaration"):
        for example in schemas.read(kind)["examples"]:
            assert schemas.validator(kind).is_valid(example)


@settings(deadline=None, max_examples=150)
@given(data=st.data())
def test_mutated_files_give_an_input_error_or_a_roster(data: st.DataObject, bind) -> None:
    text = data.draw(st.sampled_from([path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.yaml"))]))
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        text = (
            text[:start]
            + data.draw(
                st.text(max_size=4) | st.sampled_from(["{}", "[]", ": ", "\n", "- ", '"', "&a ", "captain", "9"])
            )
            + text[end:]
        )
    try:
        roster, problems = bind(text.encode("utf-8", "replace"))
    except InputError:
        return
    assert all(problem.file == "army.yaml" and problem.line for problem in problems)
    assert len({node.id for node in roster.walk()}) == sum(1 for _ in roster.walk())


def test_our_examples_are_plain_yaml() -> None:
    for path in EXAMPLES.glob("*.yaml"):
        assert yaml.safe_load(path.read_text(encoding="utf-8"))["system"] == document.load(path).system


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("name: L\nsystem: wh40k-10\nfaction: orks\nunits: []\n", "unknown game system: wh40k-10", 2),
        ("name: L\nsystem: wh40k-10e\nfaction: orcz\nunits: []\n", "unknown faction: orcz", 3),
        ("name: L\nsystem: wh40k-10e\nunits: []\n", "no faction is named", 1),
        ("system: wh40k-10e\nfaction: orcz\ndata: {set: ours}\nunits: []\n", "there is no data set ours", 3),
        ("system: wh40k-10e\nfaction: orcz\ndata: {set: native}\nunits: []\n", "unknown faction: orcz", 2),
    ],
)
def test_data_that_are_not_there_are_told_where_the_list_asks_for_them(text: str, message: str, line: int) -> None:
    with pytest.raises(InputError) as caught:
        bound.bind(document.load(text.encode(), "list.yaml"))
    [problem] = caught.value.problems
    assert str(problem.message).startswith(message)
    assert (problem.file, problem.line) == ("list.yaml", line)
