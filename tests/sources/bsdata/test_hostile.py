"""Hostile and broken files end in one clear message, soon and in bounded memory."""

from __future__ import annotations

import contextlib
import io
import json
import struct
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from listbuilder.sources import SourceError
from listbuilder.sources.bsdata import loading, reader
from listbuilder.sources.bsdata.header_reader import read_header
from listbuilder.sources.bsdata.reader import read_bytes
from listbuilder.sources.errors import NotDataError

DATA = Path(__file__).parent / "data"
SMALL = [(DATA / "small.cat").read_bytes(), (DATA / "small.json").read_bytes()]
HEAD = '<catalogue id="c" name="C">'


def fails(data: bytes | str, path: str = "x.cat") -> SourceError:
    with pytest.raises(SourceError) as caught:
        read_bytes(data.encode() if isinstance(data, str) else data, path)
    assert caught.value.path == path
    return caught.value


def nested(levels: int) -> str:
    opening = "<selectionEntryGroups><selectionEntryGroup id='g'>"
    return HEAD + opening * levels + "</selectionEntryGroup></selectionEntryGroups>" * levels + "</catalogue>"


@pytest.mark.parametrize(
    "prolog",
    [
        '<!DOCTYPE catalogue SYSTEM "file:///etc/passwd">',
        '<!DOCTYPE catalogue [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE catalogue [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>',
    ],
)
def test_document_type_is_refused(prolog: str) -> None:
    error = fails(f"<?xml version='1.0'?>\n{prolog}\n<catalogue id='&x;'/>")
    assert "document type declaration" in error.message
    assert error.line == 2


def test_undefined_entity_is_an_error() -> None:
    assert "undefined entity" in fails(HEAD + "\n<readme>&secret;</readme></catalogue>").message


def test_ten_thousand_nested_groups() -> None:
    error = fails(nested(10_000))
    assert "levels" in error.message
    assert error.line == 1
    assert error.column > 1000


def test_nesting_within_the_limit_is_read() -> None:
    group = read_bytes(nested(90).encode()).groups[0]
    depth = 1
    while group.groups:
        (group,) = group.groups
        depth += 1
    assert depth == 90


@pytest.mark.parametrize("levels", [120, 10_000, 200_000])
def test_nested_json(levels: int) -> None:
    text = '{"catalogue": {"id": "c"' + ', "selectionEntryGroups": [{"id": "g"' * levels + "}]" * levels + "}}"
    assert "levels" in fails(text).message


@pytest.mark.parametrize("encode", [lambda text: text, lambda text: text.replace("<", "\n<")])
def test_broken_xml_names_line_and_column(encode) -> None:
    error = fails(encode("<catalogue id='c'><rules></catalogue>"))
    assert "mismatched tag" in error.message
    assert error.line
    assert error.column


@pytest.mark.parametrize("encoding", ["true", "utf-99", "utf-7", "euc-jp"])
def test_encodings_that_are_not_read(encoding: str) -> None:
    with pytest.raises(SourceError, match="broken XML"):
        read_bytes(f'<?xml version="1.0" encoding="{encoding}"?><catalogue id="c" name="C"/>'.encode(), "x.cat")


def test_nesting_in_an_old_format() -> None:
    text = '{"id": "e", "entries": [{"entry": ['
    data = (
        '{"catalogue": {"id": "c", "name": "C", "battleScribeVersion": "1.15", "entries": [{"entry": ['
        + text * 400
        + '{"id": "x"}'
    )
    data += "]}]}" * 400 + "]}]}}"
    with pytest.raises(SourceError, match=r"too many levels|levels of nested"):
        read_bytes(data.encode(), "x.json")


@pytest.mark.parametrize("second", ["name", "\\u006eame"])
def test_a_key_that_json_states_twice_is_named(second: str) -> None:
    """Programs differ in which of its values they take; YAML and rosters are refused for it, too."""
    error = fails(
        f'{{"catalogue": {{"id": "c", "name": "a: \\"name\\", [",\n "type": {{"name": ""}}, "{second}": "B"}}}}'
    )
    assert error.message == "duplicate key name"
    assert (error.line, error.column) == (2, 24)


@pytest.mark.parametrize("value", ["null", "{}", "[]"])
def test_what_is_no_number_in_json_is_named(value: str) -> None:
    """As a number, none was taken for 0: "at most 0" of what the data bound by something else."""
    costs = f'"costTypes": [{{"id": "pts", "name": "pts", "defaultCostLimit": {value}}}]'
    assert "defaultCostLimit cannot be" in fails(f'{{"catalogue": {{"id": "c", "name": "C", {costs}}}}}').message


def test_invalid_utf8() -> None:
    error = fails(b"<catalogue id='c' name='\xff\xfe'/>")
    assert "not UTF-8" in error.message
    assert error.line == 1
    assert "UTF-8" in fails(b'{"catalogue": {"id": "\xff"}}').message


def test_broken_json_names_line_and_column() -> None:
    error = fails('{"catalogue": {\n "id": }}')
    assert (error.line, error.column) == (2, 8)
    assert str(error).startswith("x.cat:2:8: broken JSON")


@pytest.mark.parametrize("data", [b"", b"   ", b"\x00" * 100, b"hello", b"<html/>", b"{}", b"[]", b'{"catalogue": 3}'])
def test_not_a_data_file(data: bytes) -> None:
    assert fails(data).message


def test_wrong_type_is_told_with_the_line_of_its_element() -> None:
    body = '<costTypes>\n<costType id="pts" defaultCostLimit="dear"/></costTypes></catalogue>'
    error = fails(HEAD + body)
    assert error.message == "costType: defaultCostLimit cannot be dear"
    assert (error.line, error.column) == (2, 14)


def test_mistakes_in_json_have_their_place_where_it_is_known() -> None:
    broken = b'{"catalogue":\n {"id": "c",}}'
    with pytest.raises(SourceError) as caught:
        read_header(broken, "x.cat")
    assert (caught.value.line, caught.value.column) == (2, 13)
    with pytest.raises(SourceError, match="Expected `str`, got `int`") as caught:
        read_header(b'{"catalogue": {"id": 5}}', "x.cat")
    assert (caught.value.line, caught.value.column) == (0, 0)


@pytest.mark.parametrize("text", ["{}", '{"roster": {}}', "<roster/>", '{"catalogue": null}'])
def test_files_that_are_no_data(text: str) -> None:
    for read in (read_header, read_bytes):
        with pytest.raises(NotDataError, match="not a game system or catalogue") as caught:
            read(text.encode(), "x.cat")
        assert caught.value.line == 1


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"rules": {"id": "r"}}, "catalogue: rules cannot be an object"),
        ({"rules": [3]}, "expected rule, found 3"),
        ({"rules": [{"id": "r", "name": ["x"]}]}, "rule: name cannot be a list"),
        ({"rules": [{"id": "r", "hidden": "maybe"}]}, "rule: hidden cannot be maybe"),
        ({"rules": [{"name": "r"}]}, "rule without 'id'"),
        ({"revision": 1.5}, "catalogue: revision cannot be 1.5"),
        ({"revision": 10**16}, "catalogue: revision cannot be 10000000000000000"),
        ({"sharedProfiles": [{"id": "p", "name": -(10**4000)}]}, "profile: name cannot be -1000"),
        ({"revision": "9" * 400}, "catalogue: revision cannot be 9999"),
        ({"costTypes": [{"id": "c", "defaultCostLimit": True}]}, "costType: defaultCostLimit cannot be True"),
        ({"profileTypes": [{"id": "p", "characteristicTypes": [{"name": "M"}]}]}, "characteristicType without 'id'"),
    ],
)
def test_wrong_types_in_json(part: dict, message: str) -> None:
    assert fails(json.dumps({"catalogue": {"id": "c", **part}})).message.startswith(message)


def test_absent_values_of_json_are_defaults() -> None:
    catalogue = read_bytes(b'{"catalogue": {"id": "c", "name": null, "rules": null, "revision": ""}}')
    assert (catalogue.name, catalogue.rules, catalogue.revision) == (
        "c",
        (),
        0,
    )  # without a name it is called by its id


def _zeros(size: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("x.cat", "w") as file:
        for _ in range(size >> 20):
            file.write(bytes(1 << 20))
    return out.getvalue()


def test_zip_bomb() -> None:
    assert "larger than" in fails(_zeros(128 << 20), "x.catz").message


def test_zip_that_lies_about_its_size() -> None:
    data = bytearray(_zeros(64 << 20))
    entry = data.rindex(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = struct.pack("<L", 10)
    assert fails(bytes(data), "x.catz").message


def test_zip_that_python_would_unpack_at_once() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("x.cat", "<catalogue/>")
    assert "compressed in another way than deflate" in str(fails(out.getvalue(), "x.catz"))


def test_broken_zip() -> None:
    assert "broken zip" in fails(b"PK\x03\x04 and nothing more", "x.catz").message


@pytest.mark.parametrize("length", [3 << 20, 20 << 20])
def test_a_tag_of_many_megabytes_is_refused_before_it_is_read(length: int) -> None:
    """Expat took ten times as many bytes of memory for it."""
    assert "an element of more than 1024 kB" in fails(HEAD + f"<a b='{'x' * length}'/></catalogue>").message


def test_too_many_elements_are_refused_before_they_are_built() -> None:
    assert "more than" in fails(HEAD + "<a/>" * 1_100_000 + "</catalogue>").message
    assert "more than" in fails('{"catalogue": [' + "[]," * 800_000 + "[]]}").message
    assert (
        "an element of more than" in fails(HEAD + "<a " + " ".join(f"a{n}='x'" for n in range(100_000)) + "/>").message
    )


def test_large_file_is_refused(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "MAX_BYTES", 1 << 20)
    path = tmp_path / "x.cat"
    path.write_bytes(bytes((1 << 20) + 1))
    with pytest.raises(SourceError, match="larger than 1 MB"):
        reader.read_file(path)


def test_missing_file(tmp_path) -> None:
    with pytest.raises(SourceError, match="cannot be read"):
        reader.read_file(tmp_path / "x.cat")


def test_text_in_many_pieces_is_joined_once() -> None:
    text = "<sharedRules><rule id='r'><description>" + "x<!---->" * 90_000 + "</description></rule></sharedRules>"
    (rule,) = read_bytes((HEAD + text + "</catalogue>").encode()).shared_rules
    assert len(rule.description) == 90_000


@settings(max_examples=300, deadline=None)
@given(
    data=st.sampled_from(SMALL),
    at=st.integers(0, 6000),
    length=st.integers(0, 40),
    put=st.binary(max_size=6)
    | st.sampled_from([b"<", b'"', b"{", b"null", b"[]", b"-1", b"<!DOCTYPE x>", b"&x;", b"true"]),
)
def test_damaged_file_is_read_or_refused_but_never_crashes(data: bytes, at: int, length: int, put: bytes) -> None:
    damaged = data[:at] + put + data[at + length :]
    for read in (read_bytes, read_header):
        with contextlib.suppress(SourceError):
            read(damaged, "x.cat")


def test_a_hundred_levels_of_lists_and_no_more() -> None:
    def nested(levels: int) -> bytes:
        opened = ', "selectionEntryGroups": [{"id": "g"' * levels
        return ('{"catalogue": {"id": "c"' + opened + "}]" * levels + "}}").encode()

    assert read_bytes(nested(100)).groups
    with pytest.raises(SourceError, match="more than 100 levels of nested lists"):
        read_bytes(nested(101))


@pytest.mark.parametrize(
    ("inside", "most"),
    [
        ('"selectionEntries": [%s]', 5_000),
        ('"selectionEntries": [{"id": "e", "name": "E", "selectionEntries": [%s]}]', 1_000),
        ('"costTypes": [%s]', 200),
    ],
    ids=["at the top", "inside an entry", "cost types"],
)
def test_a_list_has_so_many_elements_and_no_more(inside: str, most: int) -> None:
    def holding(count: int) -> bytes:
        elements = ", ".join(f'{{"id": "x{number}", "name": "X"}}' for number in range(count))
        return ('{"gameSystem": {"id": "g", "name": "G", ' + inside % elements + "}}").encode()

    assert read_bytes(holding(most)).id == "g"
    with pytest.raises(SourceError, match=f"more than {most} elements in one list"):
        read_bytes(holding(most + 1))
