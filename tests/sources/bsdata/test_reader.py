"""XML, JSON and protocol messages become the same records; what is unknown is counted."""

from __future__ import annotations

import io
import json
import os
import zipfile
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.catalogue.model import Catalogue, CatalogueLink
from listbuilder.sources import SourceError
from listbuilder.sources.bsdata.builder import exact
from listbuilder.sources.bsdata.reader import from_setup, read_bytes, read_file
from listbuilder.sources.store import audit
from listbuilder.strictjson import position

DATA = Path(__file__).parent / "data"
SHARED = Path(os.environ.get("LISTBUILDER_SHARED") or Path(__file__).parents[3].parent / "shared")


def xml(body: str = "", attributes: str = "") -> bytes:
    return f'<catalogue id="c" name="C" {attributes}>{body}</catalogue>'.encode()


@pytest.fixture(scope="module")
def small() -> Catalogue:
    return read_file(DATA / "small.cat")


def test_xml_and_json_give_equal_records(small: Catalogue) -> None:
    assert read_file(DATA / "small.json") == small
    assert small.unknown == {}


def test_packed_file_is_read_like_the_plain_one(small: Catalogue, tmp_path: Path) -> None:
    packed = tmp_path / "small.catz"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(DATA / "small.cat", "small.cat")
    assert read_file(packed) == small


def test_head_of_a_catalogue(small: Catalogue) -> None:
    assert (small.id, small.name, small.revision, small.library) == ("cat-mice", "Mice", 3, True)
    assert (small.is_game_system, small.game_system_id, small.readme) == (False, "sys-fable", "Small.")
    assert small.catalogue_links == (
        CatalogueLink(id="cl-1", name="Cats", target_id="cat-cats", import_root_entries=True),
    )
    assert [(p.short_name, p.date, p.url) for p in small.publications] == [("BoM", "2026-01-01", "https://example.org")]


def test_numbers_are_exact(small: Catalogue) -> None:
    assert [cost_type.default_limit for cost_type in small.cost_types] == [None, Decimal("12.5")]
    costs = small.shared_entries[0].costs
    assert [(cost.value, type(cost.value)) for cost in costs] == [(Decimal("7.5"), Decimal), (10, int)]


def test_entry_keeps_what_bears_on_legality(small: Catalogue) -> None:
    entry = small.shared_entries[0]
    assert (entry.exported, entry.page, entry.default_amount, entry.step) == (False, "12", "1,2", 2)
    (constraint,) = entry.constraints
    assert (constraint.shared, constraint.percent) == (False, True)
    assert constraint.include_child_forces
    (modifier,) = entry.modifiers
    (group,) = modifier.condition_groups
    assert (group.type, group.value) == ("count", 2)
    assert group.local_groups[0].repeats == -1
    assert group.local_groups[0].conditions[0].type == "before"
    assert (modifier.repeats[0].round_up, modifier.position) == (True, -1)
    assert entry.groups[0].default_id == entry.groups[0].links[0].id


def test_texts_of_profiles(small: Catalogue) -> None:
    (profile,) = small.shared_entries[0].profiles
    assert profile.name == "Mouse & Co"
    assert profile.alias == ("Mousie", "Mus")
    assert [value.value for value in profile.characteristics] == ['6"', ""]
    assert small.shared_entries[0].rules[0].description == "Runs.\nThen hides."


def test_absent_attributes_take_battlescribes_defaults() -> None:
    catalogue = read_bytes(
        xml(
            '<selectionEntries><selectionEntry id="e"><constraints><constraint id="k" type="max"/></constraints><modifiers>'
            '<modifier type="set" field="hidden"><conditions><condition type="atLeast"/></conditions>'
            "<repeats><repeat/></repeats></modifier></modifiers></selectionEntry></selectionEntries>"
        )
    )
    (entry,) = catalogue.entries
    assert (entry.type, entry.exported, entry.constraints[0].shared) == ("upgrade", True, True)
    assert (entry.constraints[0].scope, entry.constraints[0].field) == ("parent", "selections")
    assert entry.modifiers[0].conditions[0].scope == "self"
    assert (entry.modifiers[0].repeats[0].value, entry.modifiers[0].repeats[0].repeats) == (1, 1)


def test_text_beside_elements_is_kept() -> None:
    body = (
        '<sharedProfiles><profile id="p" name="P"><characteristics><characteristic name="Effect" typeId="t">'
        "<conditionGroups><conditionGroup/></conditionGroups>\n  First <!-- note -->and <![CDATA[<last>]]>\n"
        "</characteristic></characteristics></profile></sharedProfiles>"
    )
    catalogue = read_bytes(xml(body))
    assert catalogue.shared_profiles[0].characteristics[0].value == "First and <last>"


@pytest.mark.parametrize(
    ("body", "unknown"),
    [
        ("<rules><rule id='r' name='R' glow='1'/></rules>", "rule@glow"),
        ("<rules><rule id='r'><glow><x/></glow></rule></rules>", "rule/glow"),
        ("<rules><profile id='p'/></rules>", "rules/profile"),
        ("<rules glow='1'/>", "rules@glow"),
        ("<rules>text</rules>", "rules/$text"),
        ("<infoLinks><infoLink id='i' type='song'/></infoLinks>", "infoLink@type=song"),
        ("<publications><publication id='p' hidden='true'/></publications>", "publication@hidden=true"),
        (
            "<forceEntries><forceEntry id='s'><constraints><constraint id='c' type='about' scope='barn'/></constraints></forceEntry></forceEntries>",
            "constraint@scope=barn constraint@type=about",
        ),
        (
            "<rules><rule id='r'><modifiers><modifier type='sing' field='tune' affects='self.cousins'/></modifiers></rule></rules>",
            "modifier@affects=cousins modifier@field=tune modifier@type=sing",
        ),
    ],
)
def test_unknown_vocabulary_is_counted(body: str, unknown: str) -> None:
    assert audit.unknown([read_bytes(xml(body))]) == dict.fromkeys(unknown.split(), 1)


def test_unknown_vocabulary_of_json_is_counted() -> None:
    document = {"catalogue": {"id": "c", "glow": 1, "songs": [{"id": "s"}], "rules": [{"id": "r", "glow": True}]}}
    assert read_bytes(json.dumps(document).encode()).unknown == {
        "catalogue/songs": 1,
        "catalogue@glow": 1,
        "rule@glow": 1,
    }


def test_numbers_and_flags_of_json_are_texts_where_texts_are_meant() -> None:
    entry = {"id": 7, "name": 40000, "type": "unit", "hidden": False, "publicationId": True, "defaultAmount": 2}
    document = {"catalogue": {"id": "c", "name": 1.50, "gameSystemId": "g", "selectionEntries": [entry]}}
    found = read_bytes(json.dumps(document).encode())
    (unit,) = found.entries
    assert (found.name, unit.id, unit.name, unit.default_amount) == ("1.5", "7", "40000", "2")


def test_word_that_is_an_id_in_the_same_file_is_known() -> None:
    catalogue = read_bytes(
        xml(
            "<costTypes><costType id='points'/></costTypes>"
            "<rules><rule id='r'><modifiers><modifier type='set' field='points'/></modifiers></rule></rules>"
        )
    )
    assert catalogue.unknown == {}


def test_setup_of_the_conformance_protocol() -> None:
    system, catalogue = from_setup(
        {
            "type": "setup",
            "gameSystem": {
                "id": "sys",
                "name": "sys",
                "costTypes": [{"id": "pts", "name": "pts", "defaultCostLimit": 0.1, "hidden": False, "limit": False}],
            },
            "catalogues": [
                {
                    "id": "c",
                    "name": "c",
                    "gameSystemId": "sys",
                    "library": False,
                    "sharedProfiles": [
                        {"id": "p", "characteristics": [{"name": "M", "typeId": "m", "value": " 6 "}], "hidden": False}
                    ],
                    "selectionEntries": [
                        {
                            "id": "e",
                            "type": "unit",
                            "constraints": [{"id": "k", "type": "min", "value": 1, "scope": "c", "shared": False}],
                        }
                    ],
                }
            ],
        }
    )
    assert system.is_game_system
    assert system.cost_types[0].default_limit == Decimal("0.1")
    assert catalogue.shared_profiles[0].characteristics[0].value == " 6 "
    assert not catalogue.entries[0].constraints[0].shared
    assert system.unknown == {}


def test_setup_with_a_wrong_type_says_so() -> None:
    with pytest.raises(SourceError, match=r"costType: defaultCostLimit cannot be dear \(id 'pts'\)"):
        from_setup({"gameSystem": {"id": "s", "costTypes": [{"id": "pts", "defaultCostLimit": "dear"}]}})
    with pytest.raises(SourceError, match="expected gameSystem"):
        from_setup({})


@given(st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-(10**12), max_value=10**12))
def test_numbers_survive_as_text_and_typed(number: Decimal) -> None:
    assert exact(str(number)) == exact(number) == number
    assert isinstance(exact(str(number)), int) == (number == number.to_integral_value())


@pytest.mark.parametrize(
    ("data", "offset", "place"),
    [
        (b"{x", 1, (1, 2)),
        (b"\nx", 1, (2, 1)),
        (b"\n{x", 2, (2, 2)),
        (b"a\n\n{x", 4, (3, 2)),
        ("[é".encode(), 3, (1, 3)),
    ],
)
def test_places_in_json_are_lines_and_characters_from_one(data: bytes, offset: int, place: tuple[int, int]) -> None:
    assert position(data, offset) == place


def test_numbers_of_sixteen_digits_are_the_largest() -> None:
    assert exact("1e15") == exact("1000000000000000") == exact("0000000000000001e15") == 10**15
    assert exact("-9999999999999999") == 1 - 10**16
    assert exact("1e-15") == Decimal("0.000000000000001")


@pytest.mark.parametrize(
    "text",
    ["1e16", "10000000000000000", "1e-16", "", "x", "1e400", "NaN", "Infinity", "1_0", "٣", "--1", "1,5", "0x10"],
)
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        exact(text)


def _archive(name: str, content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, content)
    return out.getvalue()


def test_packed_file_must_hold_one_file() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a", "x")
        archive.writestr("b", "x")
    with pytest.raises(SourceError, match="holds one file, this one 2"):
        read_bytes(out.getvalue(), "a.catz")


def test_packed_json_is_read(small: Catalogue) -> None:
    assert read_bytes(_archive("small.json", (DATA / "small.json").read_bytes())) == small


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["wh40k-10e", "wh40k-11e", "age-of-sigmar-4th"])
def test_nothing_in_the_real_sets_is_unknown(name: str) -> None:
    folder = SHARED / "bsdata" / name
    if not folder.is_dir():
        pytest.skip(f"{folder} is not here")
    catalogues = [read_file(path) for path in sorted(folder.iterdir())]
    assert {key: count for catalogue in catalogues for key, count in catalogue.unknown.items()} == {}
    assert sum(catalogue.is_game_system for catalogue in catalogues) == 1
    assert sum(len(c.entries) + len(c.links) + len(c.shared_entries) for c in catalogues) > 2000


def test_a_cost_without_a_number_is_none() -> None:
    entry = (
        '<selectionEntry id="e" name="Frog" type="unit"><costs><cost name="pts" typeId="pts"/></costs></selectionEntry>'
    )
    (found,) = read_bytes(xml(f"<selectionEntries>{entry}</selectionEntries>")).entries
    assert [(cost.type_id, cost.value) for cost in found.costs] == [("pts", 0)]


@pytest.mark.parametrize(("written", "expected"), [("-1", None), ("-0.5", None), ("0", 0), ("1", 1), ("2000", 2000)])
def test_a_limit_of_nothing_is_a_limit_and_a_negative_one_is_none(written: str, expected: int | None) -> None:
    body = f'<costTypes><costType id="pts" name="pts" defaultCostLimit="{written}"/></costTypes>'
    assert read_bytes(xml(body)).cost_types[0].default_limit == expected


@pytest.mark.parametrize(("length", "shown"), [(40, "x" * 40), (41, "x" * 40 + "…")])
def test_long_values_are_cut_in_messages(length: int, shown: str) -> None:
    body = f'<costTypes><costType id="pts" name="pts" defaultCostLimit="{"x" * length}"/></costTypes>'
    with pytest.raises(SourceError) as caught:
        read_bytes(xml(body))
    assert caught.value.message == f"costType: defaultCostLimit cannot be {shown}"
