"""The registry of formats: which reader a file gets, and what saved rosters of other programs become."""

from __future__ import annotations

import io
import json
import re
import shutil
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder import budget, strictyaml
from listbuilder.budget import Budget
from listbuilder.errors import InputError, Problem
from listbuilder.exchange import formats, ros_xml
from listbuilder.exchange.formats import texts
from listbuilder.exchange.ros import XmlElement
from listbuilder.exchange.ros_xml import NAMESPACE
from listbuilder.listfile.bound import BoundList
from listbuilder.roster.tree import Selection
from listbuilder.sources import registry
from listbuilder.sources.store.installed import Store
from listbuilder.validation import validate, validate_bytes, validate_file
from tests.conftest import ROOT
from tests.nasty import BREAKING, COMMANDS, IN_YAML, NASTY, forges

BSDATA = ROOT / "tests" / "data" / "bsdata"
YAML = ROOT / "factions" / "wh40k-10e" / "examples" / "legal.yaml"


@pytest.fixture
def community(small_sets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(small_sets))


def zipped(*members: tuple[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return stream.getvalue()


def saved(name: str = "legal") -> bytes:
    return (BSDATA / f"{name}.ros").read_bytes()


def messages(bound: BoundList) -> list[tuple[str, str, str, str]]:
    return [(one.rule, one.severity, one.unit, str(one.message)) for one in bound.problems]


class TestRegistry:
    def test_formats_are_found_by_their_modules(self) -> None:
        known = {name: one.suffixes for name, one in formats.formats().items()}
        assert known.items() >= {"yaml": (".yaml", ".yml"), "ros": (".ros", ".rosz")}.items()
        assert formats.suffixes() == {suffix for found in known.values() for suffix in found}

    @pytest.mark.parametrize(
        ("head", "suffix", "name"),
        [
            (b"name: x\n", ".yaml", "yaml"),
            (b"name: x\n", "", "yaml"),
            (b"name: x\n", ".ROS", "ros"),  # a broken roster is reported as one
            (b'<?xml version="1.0"?>', ".txt", "ros"),
            (b"\xef\xbb\xbf \n<roster", "", "ros"),
            (b"\xff\xfe<\0r\0", "", "ros"),
            (b'<roster name = "x">', ".txt", "ros"),
            (b"<roster/>", ".txt", "ros"),
            (b"<@12345> my list\nSpace Marines\n", ".txt", "text"),
            (b"<The Last Wall>\nSpace Marines\n", ".txt", "text"),
            (b"<3 Orks\n", "", "text"),
            (b"PK\x03\x04", ".yaml", "ros"),
            (b"PK: 3\n", ".yaml", "yaml"),
            (b"", "", "yaml"),
            (b'{"system": "x", "name": "y"}', "", "yaml"),  # JSON is YAML
            (b'{"faction": "x", "forces": [], "system": "y"}', "", "yaml"),
            (b'{"faction": "x", "forces": [], "system": "y"}', ".yaml", "yaml"),
            (b'{"name": "x", "forces": []}', "", "roster-json"),
            (b'{"name": "y", "armyComposition": "z", "core": []}', "", "text"),  # of another program, which is named
            (b'{"name": "y", "armyComposition": "z", "core": []}', ".yaml", "yaml"),
            (b"# mine\n{'system': x}", "", "yaml"),
            (b"Dear all,\n\nsee you on Sunday.\n", "", "text"),  # nobody means it as YAML
            (b"| Unit | Points |\n| --- | --- |\n", "", "text"),
            (b"Dear all,\n", ".yml", "yaml"),
        ],
    )
    def test_content_goes_before_the_suffix(self, head: bytes, suffix: str, name: str) -> None:
        assert formats.recognise(head, suffix).name == name

    def test_only_other_formats_are_foreign(self) -> None:
        names = ("a.yaml", "a.yml", "a.txt", "a", "a.ros", "a.ROSZ")
        assert [formats.is_foreign(Path(name)) for name in names] == [False, False, False, False, True, True]

    def test_our_own_file_knows_where_it_came_from(self) -> None:
        assert formats.read_file(YAML).document.path == YAML
        assert formats.read_bytes(YAML.read_bytes()).document.path is None

    @pytest.mark.parametrize("suffix", [".json", ".txt", ".md"])
    @pytest.mark.parametrize("indent", [None, 1])
    def test_our_own_list_as_json_is_read_from_any_text(self, tmp_path: Path, suffix: str, indent: int | None) -> None:
        path = tmp_path / f"list{suffix}"
        path.write_text(json.dumps(strictyaml.load(YAML.read_bytes()).value, indent=indent), "utf-8")

        assert validate_file(path).verdict == "legal"
        assert formats.called(path.read_bytes(), suffix) == ("yaml",)

    def test_broken_json_of_ours_is_read_to_the_place_where_it_breaks(self, tmp_path: Path) -> None:
        path = tmp_path / "list.json"
        path.write_text('{\n "name": "x",\n "system": "wh40k-10e",\n "units": [}\n', "utf-8")
        with pytest.raises(InputError) as raised:
            formats.read_file(path)
        assert (raised.value.problems[0].rule, raised.value.problems[0].line) == ("unreadable", 4)

    @pytest.mark.parametrize(
        "text", ['{"list": {"system": "wh40k-10e"}}', '{"system": 3}', '["system"]', '[{"system": "x"}]']
    )
    def test_other_json_is_no_list_of_ours(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "list.json"
        path.write_text(text, "utf-8")
        with pytest.raises(InputError) as raised:
            formats.read_file(path)
        assert raised.value.problems[0].rule == "unknown-format"

    def test_our_own_file_is_written_as_it_was_read(self) -> None:
        assert formats.written(formats.read_file(YAML), "yaml").decode() == YAML.read_text("utf-8")


@pytest.mark.usefixtures("community")
class TestSavedRosters:
    @pytest.mark.parametrize(("name", "verdict"), [("legal", "legal"), ("illegal", "illegal")])
    def test_the_set_of_the_game_system_judges(self, name: str, verdict: str) -> None:
        found = validate_file(BSDATA / f"{name}.ros")

        assert (found.verdict, found.bound.data.pin.set, found.army.faction_name) == (
            verdict,
            "lantern-coast",
            "Harbour Watch",
        )
        assert found.bound.document.path is None
        assert found.bound.problems == []

    def test_an_archive_holds_the_same_list(self, tmp_path: Path) -> None:
        path = tmp_path / "list.rosz"
        path.write_bytes(zipped(("list.ros", saved())))

        packed, plain = validate_file(path).army, validate_bytes(saved()).army
        assert [(unit.id, unit.points) for unit in packed.units] == [(unit.id, unit.points) for unit in plain.units]

    def test_units_get_readable_ids_that_do_not_change(self) -> None:
        ids = [unit.id for unit in validate_bytes(saved("illegal")).army.units]

        assert ids == ["watch-captain", "watch-captain-2", "watch-patrol", "ferry-crab", "ferry-crab-2"]

    def test_it_can_be_written_as_our_own_file_and_back(self) -> None:
        bound = formats.read_bytes(saved())
        text = formats.written(bound, "yaml").decode()
        again = formats.read_bytes(text.encode())

        assert "system: " in text
        assert validate(again).army.points == validate(bound).army.points == validate_bytes(saved()).army.points
        assert formats.written(again, "yaml").decode() == text

    def test_it_is_written_as_a_roster(self) -> None:
        content = formats.written(formats.read_bytes(saved()), "ros")

        assert validate_bytes(content).army.points == validate_bytes(saved()).army.points

    def test_what_the_data_do_not_have_is_named_with_its_unit(self) -> None:
        content = (
            saved("illegal")
            .replace(b"lc-watchman-musket::lc-musket", b"gone")
            .replace(b'name="Tide Musket" entryId="gone"', b'name="Old Gun" entryId="gone"')
        )
        found = validate_bytes(content)

        assert messages(found.bound) == [("unknown-name", "unjudged", "watch-patrol", "unknown entry: Old Gun")]
        assert ("unknown-name", "watch-patrol") in [(one.rule, one.unit) for one in found.findings]

    def test_an_entry_with_a_new_id_is_found_by_its_name(self) -> None:
        bound = formats.read_bytes(saved().replace(b'entryId="lc-low-tide"', b'entryId="old"'))

        assert messages(bound) == []
        assert any(node.option.id == "lc-low-tide" for node in bound.roster.walk())

    @pytest.mark.parametrize(
        ("name", "message"),
        [(b"Watch Captain", []), (b"Watcher", [("unknown-name", "unjudged", "", "unknown entry: Watcher")])],
    )
    def test_an_entry_that_holds_others_is_found_by_its_name(self, name: bytes, message: list[tuple[str, ...]]) -> None:
        text = saved().replace(b'entryId="lc-captain"', b'entryId="old"').replace(b'"Watch Captain"', b'"%s"' % name)
        assert messages(formats.read_bytes(text)) == message

    def test_a_roster_of_another_edition_of_the_game_is_not_judged(self) -> None:
        illegal = saved("illegal")
        text = illegal.replace(b'gameSystemName="Lantern Coast"', b'gameSystemName="Lantern Coast 1"')
        bound = formats.read_bytes(text)

        message = "made for Lantern Coast 1; the installed data are those of Lantern Coast"
        assert messages(bound)[0] == ("data-changed", "unjudged", "", message)
        assert validate(bound).verdict == "unjudged"
        assert validate(formats.read_bytes(illegal)).verdict == "illegal"

    def test_a_roster_of_another_edition_is_judged_by_the_data_that_the_user_asks_for(self) -> None:
        illegal = saved("illegal")
        text = illegal.replace(b'gameSystemName="Lantern Coast"', b'gameSystemName="Lantern Coast 1"')
        bound = formats.read_bytes(text, among=registry.given(["lantern-coast"]))

        message = "made for Lantern Coast 1; judged by the data of Lantern Coast"
        assert messages(bound)[0] == ("data-changed", "warning", "", message)
        assert validate(bound).verdict == "illegal"

    @pytest.mark.parametrize(
        ("then", "told"),
        [(b"", False), (b"0", False), (b"3", False), (b"9" * 5000, False), (b"2", True), (b"9999", True)],
    )
    def test_another_revision_of_the_data_is_told_and_changes_nothing(self, then: bytes, told: bool) -> None:
        text = saved("illegal").replace(b'gameSystemRevision="3"', b'gameSystemRevision="%s"' % then)
        bound = formats.read_bytes(text)

        message = f"made with the data of Lantern Coast ({then.decode()}), checked with those of Lantern Coast (3)"
        assert messages(bound) == ([("data-changed", "info", "", message)] if told else [])
        assert validate(bound).verdict == "illegal"

    def test_a_choice_that_today_s_data_demand_is_lacking_in_a_list_of_an_older_version_too(self) -> None:
        ET.register_namespace("", NAMESPACE)
        root = ET.fromstring(saved().replace(b'gameSystemRevision="3"', b'gameSystemRevision="2"'))
        holder = next(one for one in root.iter() if any(child.get("entryId") == "lc-tide" for child in one))
        holder.remove(next(child for child in holder if child.get("entryId") == "lc-tide"))
        found = validate(formats.read_bytes(ET.tostring(root)))
        assert {(one.rule, one.severity) for one in found.findings} >= {("data-min", "error"), ("data-changed", "info")}
        assert found.verdict == "illegal"

    def test_what_another_edition_does_not_offer_is_no_error(self) -> None:
        bound = formats.read_bytes(
            saved().replace(b'gameSystemName="Lantern Coast"', b'gameSystemName="Lantern Coast 1"')
        )
        bound.problems.append(Problem("not offered", rule="not-offered", severity="error"))
        assert validate(bound).verdict == "unjudged"
        bound.problems.pop(0)
        assert validate(bound).verdict == "illegal"

    def test_an_unknown_force_is_named(self) -> None:
        bound = formats.read_bytes(saved().replace(b'entryId="lc-patrol"', b'entryId="old"'))

        assert messages(bound) == [("unknown-name", "unjudged", "", "unknown force: Patrol")]
        assert validate(bound).verdict in {"unjudged", "illegal"}

    @pytest.mark.parametrize(
        ("number", "amount", "message"),
        [
            ("8", 2, None),
            ("4", 1, None),
            ("7", 1, "Tide Musket: 7 cannot be divided evenly among 4"),
            ("2", 1, "Tide Musket: 2 cannot be divided evenly among 4"),
            ("0", 1, "Tide Musket: not a number of selections"),
            ("-4", 1, "Tide Musket: not a number of selections"),
            ("many", 1, "Tide Musket: not a number of selections"),
            ("1" + "0" * 30, 1, "Tide Musket: not a number of selections"),
        ],
    )
    def test_numbers_are_divided_among_the_parents(self, number: str, amount: int, message: str | None) -> None:
        old = b'entryId="lc-watchman-musket::lc-musket" number="4"'
        content = saved("illegal").replace(old, old.replace(b'"4"', f'"{number}"'.encode()))
        bound = formats.read_bytes(content)
        muskets = [
            node
            for node in bound.roster.walk()
            if isinstance(node.parent, Selection) and node.parent.option.id == "lc-watchman"
        ]

        assert [node.amount for node in muskets] == [amount]
        assert messages(bound) == ([("schema", "unjudged", "watch-patrol", message)] if message else [])


ORKS = f"""<roster xmlns="{NAMESPACE}" name="Green Afternoon" battleScribeVersion="2.03" gameSystemId="sys-352e-adc2-7639-d6a9"
  gameSystemName="Warhammer 40,000 10th Edition"><costLimits><costLimit name="pts" typeId="x" value="9000"/></costLimits>
  <forces><force name="Army Roster" catalogueId="unknown" catalogueName="Xenos - Orks" entryId="unknown"><selections>
    <selection name="Detachment Choice" number="1"><selections><selection name="War Horde" number="1"/></selections></selection>
    <selection name="Battle Size" number="1"><selections><selection name="1. Incursion (1000 Point limit)"/></selections></selection>
    <selection name="Boyz" number="1" type="unit"><costs><cost name="pts" typeId="x" value="80.0"/></costs><selections>
      <selection name="Boy" number="9" type="model"><selections><selection name="Choppa" number="9"/></selections></selection>
      <selection name="Boss Nob" number="1" type="model"><selections><selection name="Big choppa"/></selections></selection>
    </selections></selection></selections></force></forces></roster>"""


class TestByNamesAlone:
    """Rosters of a game whose entries no installed set has, but whose rules and datasheets the native data have."""

    @pytest.fixture(autouse=True)
    def nothing_installed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))

    def test_the_native_data_judge_what_the_names_say(self) -> None:
        found = validate_bytes(ORKS.encode())

        assert (found.army.faction_name, found.army.detachments[0].name) == ("Orks", "War Horde")
        assert [(unit.name, unit.model_count, unit.points) for unit in found.army.units] == [("Boyz", 10, 80)]
        assert (found.army.limit, messages(found.bound)) == (1000, [])
        items = {item.name for line in found.army.units[0].models for item in line.wargear}
        assert items >= {"Big choppa", "Choppa"}

    def test_what_the_data_do_not_know_is_named(self) -> None:
        bound = formats.read_bytes(ORKS.replace("Big choppa", "Long spoon").encode())
        assert [(rule, text) for rule, _, _, text in messages(bound)] == [("unknown-name", "unknown item: Long spoon")]

    def test_a_faction_may_be_called_by_a_keyword_of_its_units(self) -> None:
        of_a_chapter = ORKS.replace("Xenos - Orks", "Imperium - Adeptus Astartes - Raven Guard")
        assert formats.read_bytes(of_a_chapter.encode()).data.faction.name == "Space Marines"

    def test_other_games_need_their_data(self) -> None:
        with pytest.raises(InputError, match="no installed data set is for the game system"):
            formats.read_bytes(ORKS.replace("sys-352e-adc2-7639-d6a9", "sys-of-no-game").encode())

    def test_a_points_document_judges_the_lists_of_its_game(self) -> None:
        bound = formats.read_bytes(ORKS.replace("sys-352e-adc2-7639-d6a9", "sys-352e-adc2-7639-d610").encode())
        assert (bound.data.pin.set, bound.data.alone) == ("wh40k-11e-points", True)


def reason(content: bytes, name: str = "list.ros") -> str:
    with pytest.raises(InputError) as caught:
        formats.recognise(content, ".ros").read(content, name, ())
    return str(caught.value)


ROSTER = f'<roster name="x" gameSystemId="{{}}" gameSystemName="Lantern Coast" xmlns="{NAMESPACE}">{{}}</roster>'


@pytest.mark.usefixtures("community")
class TestRefused:
    def test_no_set_of_the_game_system(self) -> None:
        text = reason(ROSTER.format("nobody", "").replace("Lantern Coast", "Other Game").encode())

        assert text.startswith("list.ros: no installed data set is for the game system Other Game")
        assert "listbuilder data add" in text

    def test_no_such_catalogue(self) -> None:
        force = '<forces><force entryId="lc-patrol" catalogueId="none" catalogueName="Sea Folk"/></forces>'

        assert reason(ROSTER.format("lc-system", force).encode()) == (
            "list.ros: the data set lantern-coast has no catalogue Sea Folk"
        )

    def test_no_force(self) -> None:
        assert reason(ROSTER.format("lc-system", "").encode()) == "list.ros: the list has no force"

    @pytest.mark.parametrize(
        ("content", "message"),
        [
            (b"", "no element found"),
            (b"name: a list of ours", "syntax error"),
            (b"<roster", "unclosed token"),
            (b'<?xml version="1.0" encoding="no-such"?><roster/>', "not XML: "),
            (b"<roster/>", "this XML is not a BattleScribe roster"),
            (f'<catalogue xmlns="{NAMESPACE}"/>'.encode(), "this XML is not a BattleScribe roster"),
            (b'<!DOCTYPE r [<!ENTITY a "b">]><roster/>', "document types are not allowed"),
            ('<!DOCTYPE r SYSTEM "/etc/passwd"><roster/>'.encode("utf-16"), "document types are not allowed"),
            (b"<a>" * 300 + b"</a>" * 300, "more elements than a roster can have"),
        ],
    )
    def test_no_roster(self, content: bytes, message: str) -> None:
        assert message in reason(content)

    def test_the_place_of_a_mistake_is_named(self) -> None:
        assert reason(b"<roster>\n  <a></b>\n</roster>").startswith("list.ros:2:")

    def test_too_many_elements(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(ros_xml, "MAX_ELEMENTS", 3)
        ros_xml.parse_roster(f'<roster xmlns="{NAMESPACE}"><a/><a/></roster>'.encode())
        with pytest.raises(InputError):
            ros_xml.parse_roster(f'<roster xmlns="{NAMESPACE}"><a/><a/><a/></roster>'.encode())

    def test_too_many_selections(self, monkeypatch: pytest.MonkeyPatch) -> None:
        count = saved().count(b"<selection ")
        monkeypatch.setattr(budget, "_in_force", Budget(selections=count))
        assert formats.read_bytes(saved()).problems == []
        monkeypatch.setattr(budget, "_in_force", Budget(selections=count - 1))
        what = "selections (units, models, wargear and settings)"
        assert reason(saved()).startswith(f"too large: {count} {what}, at most {count - 1}")

    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (zipped, "the archive does not hold exactly one .ros file"),
            (lambda: zipped(("a.ros", b"x"), ("b.ros", b"y")), "the archive does not hold exactly one .ros file"),
            (lambda: zipped(("a.txt", b"x")), "the archive does not hold exactly one .ros file"),
            (lambda: b"PK\x03\x04 and no archive", "not a readable ZIP archive"),
            (lambda: zipped(("a.ros", saved()))[:-30], "not a readable ZIP archive"),
        ],
    )
    def test_no_archive(self, make: Callable[[], bytes], message: str) -> None:
        assert message in reason(make())

    def test_a_bomb_is_unpacked_to_the_limit_only(self) -> None:
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_BZIP2) as archive:
            archive.writestr("a.ros", saved())
        with pytest.raises(InputError, match="compressed in another way than deflate"):
            formats.read_bytes(stream.getvalue(), "a.rosz")
        bomb = zipped(("a.ros", b" " * (formats.LIMIT + 1)))

        assert len(bomb) < 100_000
        assert reason(bomb) == f"list.ros: the file is larger than {formats.LIMIT} bytes"

    def test_what_fits_the_limit_is_unpacked(self) -> None:
        assert ros_xml.unpacked(zipped(("a.ros", b"12345")), "", 5) == b"12345"
        with pytest.raises(InputError):
            ros_xml.unpacked(zipped(("a.ros", b"123456")), "", 5)

    def test_a_large_file_is_not_read(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(formats, "LIMIT", 10)
        (tmp_path / "list.ros").write_bytes(b"<roster>   ")
        with pytest.raises(InputError, match="larger than 10 bytes"):
            formats.read_file(tmp_path / "list.ros")


def test_a_roster_finds_its_game_among_several_in_one_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "games"
    for source in (BSDATA / "lantern-coast", ROOT / "tests" / "data" / "old_formats" / "1.15"):
        shutil.copytree(source, folder, dirs_exist_ok=True)
    Store(tmp_path / "data").add(folder)
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "data"))
    bound = formats.read_bytes(saved())

    assert (bound.data.library.game_system.name, bound.data.pin.set) == ("Lantern Coast", "games")
    assert bound.document.system == "Lantern Coast"
    again = formats.read_bytes(formats.written(bound, "yaml"), "again.yaml")
    assert validate(again).army.points == validate(bound).army.points


@pytest.mark.parametrize("form", ["text", "gw-app", "wtc-compact", "wtc-full", "markdown"])
@pytest.mark.parametrize("name", [one for one in IN_YAML if BREAKING & set(one) or one in COMMANDS])
def test_texts_that_are_written_neither_control_a_terminal_nor_break_a_line_nor_give_commands(
    form: str, name: str
) -> None:
    stated = json.dumps(name)
    text = f"name: {stated}\nsystem: wh40k-10e\nfaction: orks\nunits:\n  - {{datasheet: warboss, name: {stated}}}\n"
    written = formats.written(formats.read_bytes(text.encode(), "list.yaml"), form).decode()
    assert not BREAKING & set(written)
    assert forges(written) == []


@pytest.mark.parametrize("content", [b"PK\x03\x04::error::", b"\xff::error::", b"name: Orks\nunits: []\n"])
def test_what_is_no_text_or_gives_no_commands_is_shown_as_it_is(content: bytes) -> None:
    assert formats.harmless(content) == content


@pytest.mark.parametrize(
    "content", [b"[system: x]\n::error::pwned\n", b"- system: x\n- a\n::error::\n", b"a\x1b[2J ##vso[x]"]
)
def test_what_is_no_list_of_ours_is_shown_without_commands(content: bytes) -> None:
    shown = formats.harmless(content).decode()
    assert (forges(shown), BREAKING & set(shown)) == ([], set())


@pytest.mark.parametrize("name", NASTY)
def test_what_stands_in_a_roster_of_another_program_controls_no_terminal(name: str) -> None:
    """It is what it was, but for characters that XML cannot hold."""
    written = "".join(XmlElement("a", text=name, name=name).lines())
    found = ET.fromstring(written)
    held = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]", "\N{REPLACEMENT CHARACTER}", name)
    assert not BREAKING & set(written)
    assert (found.text, found.get("name")) == (held, held)


def test_what_a_text_is_is_found_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check of a folder asks when it gathers the files, and again when it reads them, after all others."""
    looked: list[bytes] = []
    recognise = texts._recognise
    monkeypatch.setattr(texts, "_recognise", lambda head: looked.append(head) or recognise(head))
    heads = [b"Some text %d of no list\n" % number for number in range(10)]
    for _again in range(2):
        assert [texts.recognised(head) for head in heads] == [""] * 10
    assert looked == heads
