"""A data set loads lazily, reports what is missing or broken once, and trusts no cache that it should not."""

from __future__ import annotations

import gc
import json
import os
import shutil
import weakref
import zipfile
from pathlib import Path

import pytest

from listbuilder.catalogue.system import System
from listbuilder.i18n import Text
from listbuilder.sources import SourceError, compilers
from listbuilder.sources.bsdata import header_reader, reader
from listbuilder.sources.bsdata.reader import read_bytes
from listbuilder.sources.cache import Cache, Loads
from listbuilder.sources.rings import find_cycles
from listbuilder.sources.store import FileSet, archive, dataset, files, listing, recent
from listbuilder.sources.store.audit import audit, endless, unknown

SHARED = Path(os.environ.get("LISTBUILDER_SHARED") or Path(__file__).parents[2].parent / "shared")
SYSTEM = '<gameSystem id="sys" name="Fables" revision="7"><costTypes><costType id="pts" name="pts"/></costTypes></gameSystem>'


def catalogue(id: str, *links: str, body: str = "", system: str = "sys", attributes: str = "") -> str:
    linked = "".join(f'<catalogueLink id="l-{link}" name="{link.title()}" targetId="{link}"/>' for link in links)
    head = f'<catalogue id="{id}" name="{id.title()}" revision="1" gameSystemId="{system}" {attributes}>'
    return f"{head}<catalogueLinks>{linked}</catalogueLinks>{body}</catalogue>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "fables"
    folder.mkdir()
    (folder / "Fables.gst").write_text(SYSTEM)
    (folder / "mice.cat").write_text(catalogue("mice", "barn", "cats"))
    (folder / "barn.cat").write_text(catalogue("barn", "field", attributes='library="true"'))
    (folder / "field.cat").write_text(catalogue("field", "mice"))
    (folder / "owls.cat").write_text(catalogue("owls"))
    (folder / "settings.json").write_text('{"editor": true}')
    (folder / "notes.txt").write_text("not data")
    for path in folder.iterdir():
        os.utime(path, (1_700_000_000, 1_700_000_000))
    return folder


@pytest.fixture
def cache(cache_folder: Path) -> Cache:
    return Cache(cache_folder)


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of files that were parsed into records."""
    done: list[str] = []

    def record(data: bytes, path: str = ""):
        done.append(Path(path).name)
        return read_bytes(data, path)

    monkeypatch.setattr(reader, "read_bytes", record)
    return done


def test_catalogues_are_listed_without_the_game_system(folder: Path, cache: Cache) -> None:
    data = FileSet(folder, cache=cache)
    assert [(info.id, info.library) for info in data.game().catalogues()] == [
        ("barn", True),
        ("field", False),
        ("mice", False),
        ("owls", False),
    ]
    assert (data.name, data.revision, data.date) == ("fables", "7", "2023-11-14")
    assert data.game().game_system().name == "Fables"


def test_an_army_loads_only_what_it_links_to(folder: Path, cache: Cache, reads: list[str]) -> None:
    loaded = FileSet(folder, cache=cache).game().with_links("mice")
    assert [catalogue.id for catalogue in loaded] == ["sys", "mice", "barn", "field"]
    assert reads == ["Fables.gst", "mice.cat", "barn.cat", "field.cat"]


def test_lists_of_one_faction_share_its_library(folder: Path, cache: Cache) -> None:
    data = FileSet(folder, cache=cache)
    first = data.load("fables", "mice")

    assert data.load("Fables", "MICE").library is first.library
    assert data.load("fables", "owls").library is not first.library


def test_a_library_with_the_catalogue_of_one_list_is_not_shared(folder: Path, cache: Cache) -> None:
    data = FileSet(folder, cache=cache)
    first = data.load("fables", "mice").library
    first.include("nobody")
    assert data.load("fables", "mice").library is first
    first.include("owls")

    second = data.load("fables", "mice").library
    assert second is not first
    assert "owls" not in second.catalogues
    assert data.load("fables", "mice").library is second


def test_a_library_is_not_shared_under_other_rules(folder: Path, cache: Cache) -> None:
    rules = System(id="fables", name={"en": "Fables"})
    data = FileSet(folder, cache=cache, rules=lambda _id: rules)
    first = data.load("fables", "mice")
    rules = System(id="fables", name={"en": "Fables"}, glossary={"de": {"Mouse": "Maus"}})
    second = data.load("fables", "mice")

    assert (first.library.glossary, second.library.glossary) == ({}, rules.glossary)


def test_the_libraries_used_last_are_kept(folder: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent, "MOST", 2)
    monkeypatch.setattr(dataset, "RECENT", recent.Recent())
    data = FileSet(folder, cache=cache)
    mice, owls = (data.load("fables", name).library for name in ("mice", "owls"))
    assert data.load("fables", "mice").library is mice
    data.load("fables", "field")

    assert data.load("fables", "mice").library is mice
    assert data.load("fables", "owls").library is not owls


def test_sets_share_how_many_libraries_are_kept(folder: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dropped one is freed with the files that no other one needs."""
    monkeypatch.setattr(recent, "MOST", 1)
    monkeypatch.setattr(dataset, "RECENT", recent.Recent())
    first, second = FileSet(folder, cache=cache), FileSet(folder, cache=cache)
    library = weakref.ref(first.load("fables", "mice").library)
    dropped = Loads.dropped
    second.load("fables", "owls")
    gc.collect()

    assert library() is None
    assert Loads.dropped == dropped + 1
    assert all(file.is_game_system for file in first._opened.values())


def test_units_are_known_by_the_factions_that_may_have_them(folder: Path, cache: Cache, reads: list[str]) -> None:
    """Those of a library are known by the armies that link to it; what is no unit, and what nothing has at its root, is not."""
    shared = (
        '<selectionEntry id="cheese" name="Cheese" type="unit"/><selectionEntry id="bell" name="Bell" type="upgrade"/>'
    )
    own = '<selectionEntries><selectionEntry id="rat" name="Rat Scouts" type="model"/></selectionEntries>'
    link = '<entryLinks><entryLink id="k" name="Big Cheese" targetId="cheese" type="selectionEntry"/></entryLinks>'
    (folder / "barn.cat").write_text(
        catalogue(
            "barn", body=f"{own}<sharedSelectionEntries>{shared}</sharedSelectionEntries>", attributes='library="true"'
        )
    )
    (folder / "owls.cat").write_text(catalogue("owls", "barn", body=link))
    expected = {"Rat Scouts": ("field", "mice", "owls"), "Big Cheese": ("owls",)}
    assert FileSet(folder, cache=cache).units("fables") == expected
    reads.clear()
    assert FileSet(folder, cache=cache).units("fables") == expected
    assert reads == []


def test_missing_catalogue_is_reported_once(folder: Path, cache: Cache) -> None:
    (folder / "owls.cat").write_text(catalogue("owls", "cats"))
    data = FileSet(folder, cache=cache)
    data.game().with_links("mice")
    data.game().with_links("owls")
    assert [(problem.rule, problem.message.params["count"]) for problem in data.problems] == [("missing-catalogue", 2)]
    assert "catalogue Cats (cats) is missing" in str(data.problems[0])


def test_broken_catalogue_is_reported_once_and_the_rest_works(folder: Path, cache: Cache) -> None:
    (folder / "barn.cat").write_text("<catalogue id='barn'><rules></catalogue>")
    data = FileSet(folder, cache=cache)
    assert [catalogue.id for catalogue in data.game().with_links("mice")] == ["sys", "mice"]
    assert [problem.rule for problem in data.problems] == ["broken-file", "missing-catalogue", "missing-catalogue"]
    assert data.problems[0].line == 1


def test_catalogue_whose_records_cannot_be_built_is_reported_once(folder: Path, cache: Cache) -> None:
    (folder / "barn.cat").write_text(catalogue("barn", body='<rules><rule id="r" hidden="maybe"/></rules>'))
    data = FileSet(folder, cache=cache)
    for _ in range(2):
        assert "barn" not in [catalogue.id for catalogue in data.game().with_links("mice")]
        with pytest.raises(SourceError, match="rule: hidden cannot be maybe"):
            data.game().catalogue("barn")
    assert [problem.rule for problem in data.problems] == ["missing-catalogue", "broken-file"]


def test_set_without_game_system(folder: Path, cache: Cache) -> None:
    (folder / "Fables.gst").unlink()
    data = FileSet(folder, cache=cache)
    assert "missing-game-system" in [problem.rule for problem in data.problems]
    with pytest.raises(SourceError, match="no game system"):
        data.game().game_system()


def test_files_with_one_id_and_files_of_another_system(folder: Path, cache: Cache) -> None:
    (folder / "zz.cat").write_text(catalogue("mice"))
    (folder / "alien.cat").write_text(catalogue("alien", system="other"))
    data = FileSet(folder, cache=cache)
    assert {problem.rule for problem in data.problems} == {"missing-catalogue", "repeated-id", "other-system"}
    assert data.game().catalogue("mice").catalogue_links
    with pytest.raises(SourceError, match="there is no catalogue alien"):
        data.game().catalogue("alien")


def test_zip_of_files_is_the_same_set(folder: Path, cache: Cache, tmp_path: Path) -> None:
    packed = tmp_path / "fables.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for path in folder.iterdir():
            archive.write(path, f"fables-main/{path.name}")
    data, plain = FileSet(packed, cache=cache), FileSet(folder, cache=cache)
    assert data.sha256 == plain.sha256
    assert data.game().catalogue("mice") == plain.game().catalogue("mice")


def test_hash_follows_the_content(folder: Path, cache: Cache) -> None:
    before = FileSet(folder, cache=cache).sha256
    (folder / "owls.cat").write_text(catalogue("owls", "mice"))
    assert FileSet(folder, cache=cache).sha256 != before


# --- the cache ---------------------------------------------------------------------------------------------------------


def test_second_time_nothing_is_parsed_or_indexed(
    folder: Path, cache: Cache, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = FileSet(folder, cache=cache).game().with_links("mice")
    reads.clear()
    monkeypatch.setattr(header_reader, "read_header", lambda *_: pytest.fail("indexed again"))
    assert FileSet(folder, cache=cache).game().with_links("mice") == first
    assert reads == []


def test_changed_file_is_read_again(folder: Path, cache: Cache, reads: list[str]) -> None:
    FileSet(folder, cache=cache).game().with_links("owls")
    reads.clear()
    (folder / "owls.cat").write_text(catalogue("owls", body="<readme>New.</readme>"))
    assert FileSet(folder, cache=cache).game().catalogue("owls").readme == "New."
    assert reads == ["owls.cat"]


def test_file_changed_within_the_resolution_of_its_time_stamp_is_read_again(folder: Path, cache: Cache) -> None:
    path = folder / "owls.cat"
    path.write_text(catalogue("owls", body="<readme>a</readme>"))
    assert FileSet(folder, cache=cache).game().catalogue("owls").readme == "a"
    status = path.stat()
    path.write_text(catalogue("owls", body="<readme>b</readme>"))
    os.utime(path, ns=(status.st_mtime_ns, status.st_mtime_ns))
    assert FileSet(folder, cache=cache).game().catalogue("owls").readme == "b"


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _flip(data: bytes) -> bytes:
    return data[:-3] + bytes([data[-3] ^ 1]) + data[-2:]


@pytest.mark.parametrize(
    "damage", [_cut, _flip, lambda _: b"", lambda _: b"\x80\x04K\x01.", lambda data: b"L" + data[1:]]
)
def test_damaged_cache_is_rebuilt(folder: Path, cache: Cache, reads: list[str], damage) -> None:
    expected = FileSet(folder, cache=cache).game().with_links("mice")
    reads.clear()
    compiled = [path for path in cache.folder.rglob("*") if path.is_file()]
    assert len(compiled) == 6  # the files, the index, the modules of the compiler
    for path in compiled:
        path.write_bytes(damage(path.read_bytes()))
    assert FileSet(folder, cache=cache).game().with_links("mice") == expected
    assert len(reads) == 4


def test_foreign_cache_file_is_not_taken(folder: Path, cache: Cache) -> None:
    data = FileSet(folder, cache=cache)
    mice, owls = data.game().catalogue("mice"), data.game().catalogue("owls")
    hashes = {item.header.id: item.sha256 for item in data.indexed if item.header}
    shutil.copy(cache.folder / "catalogue" / hashes["owls"], cache.folder / "catalogue" / hashes["mice"])
    fresh = FileSet(folder, cache=cache)
    assert (fresh.game().catalogue("mice"), fresh.game().catalogue("owls")) == (mice, owls)


def test_records_of_another_compiler_are_not_taken(
    folder: Path, cache: Cache, reads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for version, number in (("1", 1), ("1", 1), ("2", 2), ("2", 2)):
        monkeypatch.setattr(compilers, "version_of", lambda _compiler, _cache, version=version: version)
        FileSet(folder, cache=cache).game().catalogue("mice")
        assert reads.count("mice.cat") == number


def test_unwritable_cache_costs_only_time(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    data = FileSet(folder, cache=Cache(tmp_path / "cache"))
    assert data.game().catalogue("mice").name == "Mice"


# --- limits ------------------------------------------------------------------------------------------------------------


def test_links_and_hidden_folders_are_left_alone(folder: Path, cache: Cache, tmp_path: Path) -> None:
    secret = tmp_path / "secret.cat"
    secret.write_text(catalogue("secret"))
    (folder / "link.cat").symlink_to(secret)
    (folder / "more").symlink_to(tmp_path)
    (folder / ".git").mkdir()
    (folder / ".git" / "x.cat").write_text(catalogue("hidden"))
    assert {info.id for info in FileSet(folder, cache=cache).game().catalogues()} == {"barn", "field", "mice", "owls"}


def test_too_many_files(folder: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MAX_FILES", 3)
    with pytest.raises(SourceError, match="more than 3 data files"):
        FileSet(folder, cache=cache).game().catalogues()


def test_a_zip_of_many_other_files(tmp_path: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("system.gst", SYSTEM)
        for number in range(3):
            packed.writestr(f"{number}.txt", "")
    monkeypatch.setattr(archive, "MAX_MEMBERS", 4)
    assert len(FileSet(path, cache=cache).indexed) == 1
    monkeypatch.setattr(archive, "MAX_MEMBERS", 3)
    with pytest.raises(SourceError, match="more than 3 files in the zip"):
        FileSet(path, cache=cache).game().catalogues()


@pytest.mark.parametrize("name", ["../evil.cat", "/etc/evil.cat", "a/../../evil.cat", "..\\evil.cat", "C:evil.cat"])
def test_zip_that_leads_out_of_itself(tmp_path: Path, cache: Cache, name: str) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr(name, SYSTEM)
    with pytest.raises(SourceError, match="leads out"):
        FileSet(tmp_path / "x.zip", cache=cache).game().catalogues()


def test_what_is_no_data_set(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="does not exist"):
        FileSet(tmp_path / "nowhere")
    (tmp_path / "x.zip").write_text("no zip")
    with pytest.raises(SourceError, match=r"neither a folder nor a \.zip"):
        FileSet(tmp_path / "x.zip")


def test_too_many_bytes(folder: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    total = sum(path.stat().st_size for path in folder.iterdir() if path.suffix != ".txt")
    monkeypatch.setattr(listing, "MAX_TOTAL", total)
    assert len(FileSet(folder, cache=cache).indexed) == 6
    monkeypatch.setattr(listing, "MAX_TOTAL", total - 1)
    with pytest.raises(SourceError, match="more than 5000 data files or 0 MB"):
        FileSet(folder, cache=cache).game().catalogues()


def test_folders_are_read_to_a_certain_depth(folder: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_LEVELS", 2)
    for depth in ("a", "a/b", "a/b/c"):
        (folder / depth).mkdir()
        (folder / depth / "x.cat").write_text(catalogue(f"in-{depth[-1]}"))
    assert {info.id for info in FileSet(folder, cache=cache).game().catalogues()} >= {"in-a", "in-b"}
    assert "in-c" not in {info.id for info in FileSet(folder, cache=cache).game().catalogues()}


def test_file_that_cannot_be_read_has_no_line(folder: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: files.Folder, name: str) -> bytes:
        raise PermissionError

    data = FileSet(folder, cache=cache)
    monkeypatch.setattr(files.Folder, "read", fail)
    assert {str(item.error) for item in data.indexed} == {"cannot be read"}
    problem = data.problems[0]
    assert (problem.rule, problem.line, problem.column) == ("broken-file", 0, 0)
    assert problem.file == str(folder / "Fables.gst")


def test_folder_that_cannot_be_read(folder: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "closed").mkdir()
    scandir = os.scandir

    def fail(path: Path) -> object:
        if Path(path).name == "closed":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(files.os, "scandir", fail)
    with pytest.raises(SourceError, match=r"closed.*cannot be read: [Pp]ermission denied"):
        FileSet(folder, cache=cache).game()


def test_file_that_goes_after_it_was_indexed(folder: Path, cache: Cache) -> None:
    data = FileSet(folder, cache=cache)
    assert data.game().catalogues()
    (folder / "owls.cat").unlink()
    with pytest.raises(SourceError, match=r"owls\.cat: cannot be read"):
        data.game().catalogue("owls")


def test_files_of_another_kind(folder: Path, cache: Cache) -> None:
    (folder / "zoo.cat").write_text("<zoo/>")
    (folder / "cut.json").write_text('{"editor": tr')
    problems = [problem for problem in FileSet(folder, cache=cache).problems if problem.rule == "broken-file"]
    assert [(Path(problem.file).name, str(problem.message)) for problem in problems] == [
        ("cut.json", "broken JSON: Input data was truncated"),
        ("zoo.cat", "not a game system or catalogue: the root element is zoo"),
    ]
    assert (problems[1].line, problems[1].column) == (1, 1)


def test_problems_of_a_cached_index_are_in_the_language_in_use(folder: Path, cache: Cache) -> None:
    (folder / "zoo.cat").write_text("<zoo/>")
    for _ in range(2):
        problem = FileSet(folder, cache=cache).problems[0]
        assert isinstance(problem.message, Text)
        assert problem.message.params == {"name": "zoo"}


# --- looking closely -----------------------------------------------------------------------------------------------------


def _entry(id: str, inside: str = "") -> str:
    return f'<selectionEntry id="{id}" name="{id}">{inside}</selectionEntry>'


def _link(id: str, target: str) -> str:
    return f'<entryLinks><entryLink id="{id}" name="{id}" targetId="{target}" type="selectionEntry"/></entryLinks>'


def test_repeated_ids_and_links_to_nowhere() -> None:
    body = "<selectionEntries>" + _entry("a", _link("x", "gone")) + _entry("a") + _entry("b") + "</selectionEntries>"
    body += '<sharedRules><rule id="r" glow="1"/></sharedRules>'
    found = read_bytes(catalogue("c", body=body).encode())
    assert [(problem.rule, problem.file, str(problem.message)) for problem in audit([found])] == [
        ("repeated-id", "C", "1 ids are used more than once: a"),
        ("dangling-link", "C", "1 links refer to entries that do not exist: x"),
    ]
    assert unknown([found, found]) == {"rule@glow": 2}


@pytest.mark.parametrize(("number", "shown"), [(5, "a, b, c, d, e"), (6, "a, b, c, d, e, …")])
def test_the_first_five_are_named(number: int, shown: str) -> None:
    body = "".join(_entry(key) * 2 for key in "abcdef"[:number])
    found = read_bytes(catalogue("c", body=f"<selectionEntries>{body}</selectionEntries>").encode())
    assert [str(problem.message) for problem in audit([found])] == [f"{number} ids are used more than once: {shown}"]


def _limited(tag: str, id: str, field: str, more: str = "", constraint: str = "") -> str:
    """An element with a constraint of its own, named ``most-ID`` where none is given, and a modifier of a field."""
    bound = f'<constraints><constraint type="max" value="1" id="{constraint or f"most-{id}"}"/></constraints>'
    change = f'<modifiers><modifier type="set" value="2" field="{field}"{more}/></modifiers>'
    return f'<{tag} id="{id}" name="{id}" targetId="shared" type="{{type}}">{bound}{change}</{tag}>'


def test_modifiers_of_constraints_that_their_owner_does_not_have_are_named() -> None:
    entries = "".join(
        _limited("selectionEntry", key, field, more).format(type="unit").replace(' targetId="shared"', "")
        for key, field, more in [
            ("own", "most-own", ""),
            ("other", "most-own", ""),
            ("wider", "most-own", ' scope="force" affects="self.entries.recursive"'),
            ("priced", "hidden", ""),
        ]
    )
    links = "".join(
        _limited("entryLink", key, field).format(type="selectionEntry")
        for key, field in [("down", "most-shared"), ("beside", "most-down")]
    )
    shared = _limited("selectionEntry", "shared", "most-down").format(type="unit").replace(' targetId="shared"', "")
    body = f"<selectionEntries>{entries}</selectionEntries><entryLinks>{links}</entryLinks>"
    body += f"<sharedSelectionEntries>{shared}</sharedSelectionEntries>"
    found = read_bytes(catalogue("c", body=body).encode())
    (problem,) = audit([found])
    assert (problem.rule, problem.file) == ("misdirected-modifier", "C")
    assert problem.message.params == {"count": 2, "names": "other, beside"}


def test_link_circle_is_found_and_named() -> None:
    shared = _entry("a", _link("x", "b")) + _entry("b", _link("y", "a")) + _entry("c", _link("z", "c"))
    found = read_bytes(catalogue("c", body=f"<sharedSelectionEntries>{shared}</sharedSelectionEntries>").encode())
    messages = [str(problem.message) for problem in audit([found]) if problem.rule == "link-cycle"]
    assert sorted(messages) == ["link cycle: a → x → b → y → a", "link cycle: c → z → c"]


def test_circles_of_a_long_chain_need_no_recursion() -> None:
    chain = {str(number): [str(number + 1)] for number in range(100_000)}
    assert find_cycles(chain) == []
    chain["99999"] = ["99998"]
    assert find_cycles(chain) == [["99998", "99999"]]


def test_a_knot_of_many_rings_is_named_by_its_shortest() -> None:
    """Each back link of a chain closes a ring of its own: of 5,000 of them, 2 GB were needed."""
    chain = {f"{number:04}": [f"{number + 1:04}", "0000"] for number in range(2000)}
    chain["0000"] = ["0001"]
    assert find_cycles(chain | {"own": ["own", "0000"]}) == [["0000", "0001"], ["own"]]


# --- real data -----------------------------------------------------------------------------------------------------------


@pytest.mark.sweep
def test_eleventh_edition_with_four_catalogues_missing(cache: Cache) -> None:
    folder = SHARED / "bsdata" / "wh40k-11e"
    if not folder.is_dir():
        pytest.skip(f"{folder} is not here")
    data = FileSet(folder, cache=cache)
    assert [problem.rule for problem in data.problems] == ["missing-catalogue"] * 4
    angels = next(info for info in data.game().catalogues() if info.name.endswith("Blood Angels"))
    assert len(data.game().with_links(angels.id)) > 2
    assert json.loads(json.dumps([str(problem) for problem in data.problems]))


def test_names_of_the_data_are_translated_by_the_rules_for_them(folder: Path, cache: Cache) -> None:
    """Community data are in one language only; the rules of their game translate common words."""
    rules = System(id="fables", name={"en": "Fables"}, glossary={"zh": {"Claws": "爪"}})
    known = FileSet(folder, cache=cache, rules={"sys": rules}.get).load("", "Mice").library
    unknown_game = FileSet(folder, cache=cache).load("", "Mice").library
    assert (known.localise("Claws", "zh"), known.localise("Claws", "ru")) == ("爪", "Claws")
    assert unknown_game.localise("Claws", "zh") == "Claws"


def test_a_catalogue_that_is_called_after_another_is_a_part_of_it(folder: Path) -> None:
    named = {"court": "Owls - Night Court", "bats": "Owlsworn - Bats"}
    for key, name in named.items():
        (folder / f"{key}.cat").write_text(catalogue(key).replace(f'name="{key.title()}"', f'name="{name}"'))
    found = FileSet(folder)
    assert {key: found.load("", key).library.part_of for key in ("owls", *named)} == {
        "owls": "",
        "court": "Owls",
        "bats": "",
    }


def test_who_offers_a_unit_is_worked_out_once_for_all_checks(
    folder: Path, cache: Cache, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes opening every catalogue."""
    unit = '<selectionEntries><selectionEntry id="hoot" type="unit" name="Hooter"/></selectionEntries>'
    (folder / "owls.cat").write_text(catalogue("owls", body=unit))

    def offering(unit: str) -> tuple[str, ...]:
        library = FileSet(folder, cache=cache).load("", "field").library
        assert library.offering is not None
        return library.offering(unit)

    assert (offering("hooter"), offering("hoot"), offering("x")) == (("Owls",), ("Owls",), ())
    monkeypatch.setattr(dataset.GameFiles, "offers", lambda self: pytest.fail("worked out again"))
    assert offering("Hooter") == ("Owls",)
    (folder / "owls.cat").write_text(catalogue("owls", body=unit.replace("Hooter", "Screech Owl")))
    with pytest.raises(pytest.fail.Exception):
        offering("Hooter")


def test_catalogues_that_link_in_a_circle_are_named(folder: Path, cache: Cache) -> None:
    data = FileSet(folder, cache=cache)
    assert [str(problem) for problem in endless(data.game().all())] == ["Barn: link cycle: Barn → Field → Mice → Barn"]
    assert [found.id for found in data.game().with_links("mice")] == ["sys", "mice", "barn", "field"]


@pytest.mark.parametrize("links", [1, 2])
def test_a_catalogue_that_links_to_hundreds_is_named_and_not_read(folder: Path, cache: Cache, links: int) -> None:
    """In a chain, in which each may link to the next one twice."""
    number = 600
    for one in range(number):
        (folder / f"c{one}.cat").write_text(catalogue(f"c{one}", *[f"c{one + 1}"] * links))
    game = FileSet(folder, cache=cache).game()
    named = [str(problem.message) for problem in game.overlinked()]
    assert "C0 links to more than 400 catalogues" in named
    assert len(named) == number - 399
    with pytest.raises(SourceError, match="C0 links to more than 400 catalogues"):
        game.with_links("c0")
    assert len(game.with_links(f"c{number - 300}")) == 301
