"""Data sets are installed from folders, zips and repositories, updated and removed; a set is whole or not there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from listbuilder.sources import SourceError
from listbuilder.sources.bsdata import loading
from listbuilder.sources.cache import Cache
from listbuilder.sources.places import cache_dir, data_dir
from listbuilder.sources.store import Store, git, installed
from listbuilder.sources.store.listing import DataFile, modified

pytestmark = pytest.mark.usefixtures("cache_folder")  # tmp_path / "cache"
SYSTEM = '<gameSystem id="sys" name="Fables" revision="7"/>'
MICE = '<catalogue id="mice" name="Mice" revision="1" gameSystemId="sys"/>'


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "data", Cache(tmp_path / "cache"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "fables"
    (folder / "sub").mkdir(parents=True)
    (folder / "Fables.gst").write_text(SYSTEM)
    (folder / "sub" / "mice.cat").write_text(MICE)
    (folder / "run.sh").write_text("echo no data")
    return folder


def make_repository(folder: Path) -> str:
    hooks = folder / ".git" / "hooks"
    run(folder, "init", "-q", "-b", "main")
    hooks.mkdir(exist_ok=True)
    return commit(folder)


def commit(folder: Path) -> str:
    run(folder, "add", ".")
    run(folder, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "x", "--date=2026-01-02T03:04:05Z")
    return run(folder, "rev-parse", "HEAD").strip()


def run(folder: Path, *arguments: str) -> str:
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    environment = os.environ | {"GIT_COMMITTER_DATE": "2026-01-02T03:04:05Z"}
    return subprocess.run(
        ["git", "-C", str(folder), *arguments], check=True, capture_output=True, text=True, env=environment
    ).stdout


def files_of(store: Store, name: str) -> list[str]:
    path = store.open(name).path
    return sorted(str(file.relative_to(path)) for file in path.rglob("*") if file.is_file())


def test_folder_is_copied(store: Store, folder: Path) -> None:
    item = store.add(folder)
    assert (item.name, item.kind, item.revision, item.systems) == ("fables", "folder", "7", (("fables", "Fables"),))
    assert files_of(store, "fables") == ["Fables.gst", "sub/mice.cat"]
    shutil.rmtree(folder)
    assert [catalogue.id for catalogue in store.open("Fables").game().with_links("mice")] == ["sys", "mice"]
    assert store.list() == [item]
    assert store.open("fables").sha256 == item.sha256


def test_zip_is_unpacked(store: Store, folder: Path, tmp_path: Path) -> None:
    packed = tmp_path / "fables.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(folder / "Fables.gst", "fables-main/Fables.gst")
        archive.writestr("fables-main/run.sh", "echo no data")
    item = store.add(packed, "Old Fables".replace(" ", "-"))
    assert (item.name, item.kind) == ("Old-Fables", "zip")
    assert files_of(store, "old-fables") == ["fables-main/Fables.gst"]


@pytest.mark.skipif(os.name == "nt" or sys.platform == "darwin", reason="names there are always text")
def test_names_that_are_no_text_are_those_of_files_like_others(store: Store, folder: Path, tmp_path: Path) -> None:
    """Linux takes any bytes for a name; they ended the installation, and then each check, with a traceback."""
    odd = tmp_path / os.fsdecode(b"odd\xff")
    folder.rename(odd)
    (odd / os.fsdecode(b"\xfe.cat")).write_text(MICE.replace("mice", "moles"))
    item = store.add(odd, "odd")
    assert (item.origin, store.list()) == (f"{tmp_path}/odd\\xff", [item])
    assert [one.id for one in store.open("odd").game().with_links("moles")] == ["sys", "moles"]
    inside = Store(tmp_path / os.fsdecode(b"data\xff"), Cache(tmp_path / os.fsdecode(b"cache\xff")))
    assert inside.add(odd, "odd").sha256 == inside.open("odd").sha256 == item.sha256
    with pytest.raises(SourceError, match="does not exist"):
        store.update("odd")


@pytest.mark.parametrize("bare", [False, True])
def test_repository_is_cloned_without_hooks(store: Store, folder: Path, tmp_path: Path, bare: bool) -> None:
    head = make_repository(folder)
    (folder / "uncommitted.cat").write_text(MICE.replace("mice", "moles"))
    source = folder
    if bare:
        source = tmp_path / "fables.git"
        subprocess.run(["git", "clone", "-q", "--bare", str(folder), str(source)], check=True, capture_output=True)
    item = store.add(str(source))
    assert (item.name, item.kind, item.revision, item.date) == ("fables", "git", head, "2026-01-02")
    assert files_of(store, "fables") == ["Fables.gst", "sub/mice.cat"]


@pytest.mark.parametrize("moment", ["99999999999999999999", "253402300800", "-5", "soon"])
def test_commits_of_a_time_that_no_calendar_has_have_no_date(folder: Path, tmp_path: Path, moment: str) -> None:
    """Days are compared as texts: the year 10,000 would lie before every cutoff."""
    head = make_repository(folder)
    stated = re.sub(r"(committer .*>) .*", rf"\1 {moment} +0000", run(folder, "cat-file", "commit", head))
    (tmp_path / "commit").write_text(stated)
    named = ["hash-object", "-t", "commit", "-w", "--literally", str(tmp_path / "commit")]
    run(folder, "update-ref", "HEAD", new := run(folder, *named).strip())
    assert git.clone(str(folder), tmp_path / "clone") == (new, "", 0)


def test_files_of_a_time_that_no_calendar_has_have_no_date() -> None:
    seconds = (0, 253_402_300_799, 253_402_300_800, -1, 1 << 62)
    days = [modified(DataFile("x.cat", 1, one * 10**9)) for one in seconds]
    assert days == ["1970-01-01", "9999-12-31", "", "", ""]


def test_hooks_of_the_user_are_not_run(store: Store, folder: Path, tmp_path: Path, monkeypatch) -> None:
    make_repository(folder)
    hooks = tmp_path / "template" / "hooks"
    hooks.mkdir(parents=True)
    (hooks / "post-checkout").write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    (hooks / "post-checkout").chmod(0o755)
    (tmp_path / "config").write_text(f"[init]\n templateDir = {tmp_path}/template\n[core]\n hooksPath = {hooks}\n")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))
    store.add(folder)
    assert not (tmp_path / "ran").exists()


def test_update_brings_what_is_new(store: Store, folder: Path) -> None:
    make_repository(folder)
    store.add(folder)
    (folder / "Fables.gst").write_text(SYSTEM.replace("7", "8"))
    head = commit(folder)
    before, after = store.update("fables")
    assert before.sha256 != after.sha256
    assert after.revision == head
    assert store.open("fables").game().game_system().revision == 8
    assert store.get("fables") == after
    home = store.folder / "fables"
    assert sorted(path.name for path in home.iterdir()) == sorted([after.folder, "set.json"])


def test_the_old_data_can_be_kept(store: Store, folder: Path) -> None:
    item = store.add(folder)
    (folder / "Fables.gst").write_text(SYSTEM.replace("7", "8"))
    kept, after = store.update("fables", keep=True)
    assert (kept.name, kept.sha256, after.name) == (f"fables-{item.date}", item.sha256, "fables")
    assert [store.open(name).game().game_system().revision for name in (kept.name, "fables")] == [7, 8]
    assert store.get(kept.name).systems == ((kept.name, "Fables"),)
    with pytest.raises(SourceError, match="there is a data set"):
        store.update("fables", keep=True)
    assert store.update(kept.name) == (kept, kept)


def test_nothing_is_kept_where_nothing_changed(store: Store, folder: Path) -> None:
    item = store.add(folder)
    assert store.update("fables", keep=True)[0] == item
    (folder / "Fables.gst").write_text("<gameSystem")
    with pytest.raises(SourceError, match="no game system"):
        store.update("fables", keep=True)
    assert [one.name for one in store.list()] == ["fables"]


def test_failed_update_leaves_the_set_as_it_was(store: Store, folder: Path) -> None:
    item = store.add(folder)
    (folder / "Fables.gst").write_text("<gameSystem")
    with pytest.raises(SourceError, match="no game system"):
        store.update("fables")
    shutil.rmtree(folder)
    with pytest.raises(SourceError, match="does not exist"):
        store.update("fables")
    assert store.list() == [item]
    assert store.open("fables").game().game_system().name == "Fables"
    assert not list(store.folder.glob(".new-*"))


def test_remove(store: Store, folder: Path) -> None:
    store.add(folder)
    store.remove("FABLES")
    assert store.list() == []
    assert folder.is_dir()
    with pytest.raises(SourceError, match="no data set fables"):
        store.open("fables")


def test_while_another_program_changes_the_sets_nothing_is_done(store: Store, folder: Path, monkeypatch) -> None:
    from filelock import FileLock

    monkeypatch.setattr(installed, "LOCK_SECONDS", 0.05)
    store.folder.mkdir(parents=True)
    with FileLock(store.folder / ".lock"), pytest.raises(SourceError, match="another program is changing"):
        store.add(folder)
    assert not (store.folder / "fables").exists()
    store.add(folder)
    assert (store.folder / "fables").exists()


def test_what_an_interrupted_run_left_is_cleared(store: Store, folder: Path) -> None:
    left = store.folder / ".new-left"
    left.mkdir(parents=True)
    store.add(folder)
    assert not left.exists()


def test_show_tells_everything(store: Store, folder: Path) -> None:
    (folder / "cats.cat").write_text(
        '<catalogue id="cats" name="Cats" gameSystemId="sys" glow="1"><catalogueLinks><catalogueLink id="l" name="Dogs"'
        ' targetId="dogs"/></catalogueLinks><categoryEntries><categoryEntry id="k"/><categoryEntry id="k"/>'
        "</categoryEntries></catalogue>"
    )
    (folder / "broken.cat").write_text("<catalogue")
    store.add(folder)
    shown = store.show("fables")
    assert [info.name for info in shown.games[0].catalogues] == ["Cats", "Mice"]
    assert [str(problem.message) for problem in shown.missing] == [
        "catalogue Dogs (dogs) is missing; 1 others link to it"
    ]
    assert [problem.rule for problem in shown.problems] == ["broken-file", "repeated-id"]
    assert shown.unknown == {"catalogue@glow": 1}


def test_name_is_taken_once(store: Store, folder: Path) -> None:
    store.add(folder)
    with pytest.raises(SourceError, match="there is a data set Fables already"):
        store.add(folder, "Fables")


@pytest.mark.parametrize("name", ["", "..", ".hidden", "a/b", "a\\b", "-x", "x" * 65, "a.", "a b", "c:d"])
def test_names_that_lead_elsewhere_are_refused(store: Store, folder: Path, name: str) -> None:
    with pytest.raises(SourceError, match="cannot be the name"):
        store.add(folder, name)


def test_set_file_that_names_another_folder_is_not_believed(store: Store, folder: Path) -> None:
    item = store.add(folder)
    path = store.folder / "fables" / "set.json"
    path.write_text(path.read_text().replace(item.folder, "../../../etc"))
    assert store.list() == []


@pytest.mark.parametrize(
    ("source", "message"),
    [("nowhere", "does not exist"), ("", "no data files"), ("empty", "no data files"), ("nosystem", "no game system")],
)
def test_what_cannot_be_installed(store: Store, tmp_path: Path, monkeypatch, source: str, message: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "nosystem").mkdir()
    (tmp_path / "nosystem" / "mice.cat").write_text(MICE)
    if not source:
        monkeypatch.chdir(tmp_path / "empty")
    with pytest.raises(SourceError, match=message):
        store.add(source or ".")
    assert store.list() == []


def test_git_that_fails_says_why(store: Store, folder: Path, tmp_path: Path) -> None:
    make_repository(folder)
    with pytest.raises(SourceError, match=r"git failed: fatal: .*nowhere"):
        store.add((tmp_path / "nowhere.git").as_uri())
    with pytest.raises(SourceError, match="git failed"):
        store.add("ext::sh -c 'touch /tmp/ran'.git")


def test_a_file_that_is_too_large_is_named_by_its_place_in_the_repository(
    store: Store, folder: Path, monkeypatch
) -> None:
    make_repository(folder)
    monkeypatch.setattr(loading, "MAX_BYTES", 10)
    with pytest.raises(SourceError, match="larger than") as raised:
        store.add(folder.as_uri())
    assert raised.value.path == f"{folder.as_uri()}/Fables.gst"


def test_git_runs_no_commands_that_a_source_names(store: Store, folder: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("GIT_ALLOW_PROTOCOL", "ext")  # the user's own setting
    with pytest.raises(SourceError, match="git failed"):
        store.add(f"ext::touch {tmp_path}/ran.git")
    assert not (tmp_path / "ran.git").exists()


def test_git_that_is_not_there(store: Store, folder: Path, monkeypatch) -> None:
    make_repository(folder)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SourceError, match="git is not installed"):
        store.add(folder)


def test_git_that_does_not_start(store: Store, folder: Path, tmp_path: Path, monkeypatch) -> None:
    make_repository(folder)
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "git").touch(mode=0o755)  # neither a program nor a script
    monkeypatch.setenv("PATH", str(programs))
    with pytest.raises(SourceError, match="git cannot be started: "):
        store.add(folder)


def test_a_set_without_a_readable_game_system_is_not_installed(store: Store, folder: Path) -> None:
    broken = '<gameSystem id="sys" name="Fables"><costTypes><costType/></costTypes></gameSystem>'
    (folder / "Fables.gst").write_text(broken)
    with pytest.raises(SourceError, match=r"Fables\.gst.*costType without"):
        store.add(folder)
    assert store.list() == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("https://example.org/BSData/x.git", True),
        ("https://example.org/BSData/x", True),
        ("git@example.org:BSData/x.git", True),
        ("x.git", True),
        ("--upload-pack=x.git", True),
        ("some/folder", False),
        ("data.zip", False),
    ],
)
def test_what_is_taken_for_a_repository(source: str, expected: bool) -> None:
    assert git.is_repository(source) == expected


def test_option_in_disguise_stays_a_url(store: Store) -> None:
    with pytest.raises(SourceError, match="git"):
        store.add("--upload-pack=touch.git")


def test_places_follow_the_environment(monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LISTBUILDER_DATA_DIR", str(tmp_path / "d"))
    monkeypatch.setenv("LISTBUILDER_CACHE_DIR", str(tmp_path / "c"))
    assert (data_dir(), cache_dir()) == (tmp_path / "d", tmp_path / "c")
    assert Store().folder == tmp_path / "d" / "sets"
    monkeypatch.delenv("LISTBUILDER_DATA_DIR")
    assert data_dir().name == "listbuilder"


def test_a_set_that_an_older_version_installed_gets_its_game_systems(store: Store, folder: Path) -> None:
    store.add(folder)
    path = store.folder / "fables" / "set.json"
    written = json.loads(path.read_text())
    del written["systems"]
    path.write_text(json.dumps(written | {"game_system": "Fables"}))
    assert store.get("fables").systems == (("fables", "Fables"),)


def test_a_broken_game_system_does_not_stop_the_others(store: Store, folder: Path) -> None:
    (folder / "Myths.gst").write_text(
        '<gameSystem id="myths" name="Myths"><costTypes><costType/></costTypes></gameSystem>'
    )
    (folder / "snakes.cat").write_text(MICE.replace("mice", "snakes").replace("sys", "myths"))
    (folder / "lost.cat").write_text(MICE.replace("mice", "lost").replace("sys", "gone"))
    item = store.add(folder)
    loaded, problems = store.opened("fables")
    assert item.systems == (("Fables", "Fables"), ("Myths", "Myths"))
    assert sorted(one.id for one in loaded) == ["mice", "snakes", "sys"]
    assert [(problem.rule, Path(problem.file).name) for problem in problems] == [
        ("other-system", "lost.cat"),
        ("broken-file", "Myths.gst"),
    ]


def test_two_files_of_one_game_system(store: Store, folder: Path) -> None:
    (folder / "copy of Fables.gst").write_text(SYSTEM)
    store.add(folder)
    _loaded, problems = store.opened("fables")
    assert [(problem.rule, Path(problem.file).name) for problem in problems] == [("repeated-id", "copy of Fables.gst")]


def test_a_catalogue_in_a_broken_zip_is_told_and_the_others_open(store: Store, folder: Path) -> None:
    (folder / "Broken.catz").write_bytes(b"PK\x03\x04 and nothing more")
    store.add(folder)
    for _again in range(2):
        loaded, problems = store.opened("fables")
        assert sorted(one.id for one in loaded) == ["mice", "sys"]
        assert [str(one.message) for one in problems] == ["broken zip file: File is not a zip file"]


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("name", ["a/mice.cat", "a/./mice.cat", "a//mice.cat"])
def test_a_zip_with_two_files_of_one_path_is_refused(store: Store, tmp_path: Path, name: str) -> None:
    """Each program that unpacks it would have other prices."""
    packed = tmp_path / "twice.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        for path, text in (("a/Fables.gst", SYSTEM), ("a/mice.cat", MICE), (name, MICE.replace("Mice", "Moles"))):
            archive.writestr(path, text)
    with pytest.raises(SourceError, match=r"twice\.zip: a/mice\.cat is there twice"):
        store.add(packed, "twice")
    assert store.list() == []


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(("one", "other"), [("mice.cat", "Mice.cat"), ("caf\u00e9.cat", "cafe\u0301.cat")])
def test_two_paths_that_some_systems_take_for_one_are_refused(
    store: Store, tmp_path: Path, one: str, other: str, *, packed: bool
) -> None:
    """The set would be another one on each of them, whether it came in a zip or as a folder."""
    source = tmp_path / ("twice.zip" if packed else "twice")
    files = (("Fables.gst", SYSTEM), (f"a/{one}", MICE), (f"a/{other}", MICE.replace("Mice", "Moles")))
    if packed:
        with zipfile.ZipFile(source, "w") as archive:
            for path, text in files:
                archive.writestr(path, text)
    else:
        (source / "a").mkdir(parents=True)
        for path, text in files:
            (source / path).write_text(text)
        if len(list((source / "a").iterdir())) == 1:
            pytest.skip("this system takes them for one")
    with pytest.raises(SourceError, match=r"twice.*: a/.*\.cat and a/.*\.cat are one file on some systems"):
        store.add(source, "twice")
    assert store.list() == []


@pytest.mark.parametrize("inner", ["x.cat", "x.catz"])
def test_a_zip_that_holds_much_of_nothing_is_refused_before_it_is_unpacked(
    store: Store, tmp_path: Path, inner: str
) -> None:
    packed = tmp_path / "bomb.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(inner, b'<catalogue id="x" name="x">' + b" " * (3 << 20))
    with pytest.raises(SourceError, match="bomb.zip/x.*more than 200 times its size"):
        store.add(packed, "bomb")
    assert not store.list()
