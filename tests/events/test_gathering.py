"""What names mean: every file of a folder is a list, named with what is wrong with it, or counted."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from listbuilder.events import gathering
from listbuilder.events.gathered import Gathered, Reason
from listbuilder.events.gathering import MOST_LEVELS, gather
from listbuilder.events.reports.csv import HEAD
from listbuilder.i18n import Text

ROSTER = "name: x\nsystem: wh40k-10e\nfaction: orks\nunits: []\n"
COMPACT = "+ FACTION KEYWORD: Xenos - Orks\n+ DETACHMENT: War Horde\n\n1x Warboss (80 pts)\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(folder: Path, name: str, content: str | bytes = ROSTER) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def names(found: Gathered) -> list[str]:
    return [entry.name for entry in found.entries]


def reasons(found: Gathered) -> list[tuple[str, Reason]]:
    return [(Path(one.name).as_posix(), one.reason) for one in found.left_out]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.yaml", ROSTER),
        ("typo.yaml", "sistem: wh40k-10e\nunits: []\n"),
        ("start.yml", "name: x\nsystem: wh40k-10e\n"),
        ("broken.yaml", "name: ["),
        ("broken.json", '{"roster": '),
        ("half.json", '{"army": {"name": "x"}}'),
        ("inner.json", '{"data": {"units": []}}'),
        ("twins.json", '{"a": {"system": "wh40k-10e", "units": []}, "a": 1}'),
        ("text.txt", COMPACT),
        ("no-suffix", COMPACT),
        ("odd.list", COMPACT),
        ("pasted.yaml", COMPACT),
        ("scalar.yaml", "my list\nwith lines\n"),
        ("items.yaml", "- 10 Boyz\n- Warboss\n"),
        ("lines.yaml", "Warboss: Kombi-weapon\nBoyz: 10 of them\n"),
        ("rosters.yaml", "- name: x\n  faction: orks\n"),
        ("README.md", COMPACT),
        ("CHANGELOG.md", COMPACT),
        ("CHANGELOG.md", "# My list\n" + COMPACT),
        ("CHANGELOG", "# Changelog\n" + ROSTER),
        ("list.md", "# list\n" + COMPACT),
        ("letter.txt", "Hello, my list comes tomorrow\n"),
        ("empty.txt", ""),
        ("save.ros", '<?xml version="1.0"?><roster xmlns="x"/>'),
        ("other.xml", "<army/>"),
        ("declared.yaml", "# yaml-language-server: $schema=../declaration.schema.json\n" + ROSTER),
        ("event.yaml", "# $schema=x/event.schema.json\n" + ROSTER),
        ("marked.yaml", '# <meta name="generator" content="listbuilder">\n' + ROSTER),
        ("key.yaml", ROSTER + "$schema: x/event.schema.json\n"),
        ("odd-rules.yaml", ROSTER + "rules: {a: b}\n"),
        ("nested.yaml", "army:\n  list:\n" + "".join(f"    {line}\n" for line in ROSTER.splitlines())),
        ("second.yaml", "a: 1\n---\n" + ROSTER),
        ("bom.yaml", "\ufeff" + ROSTER),
        ("UPPER.YAML", ROSTER),
        ("without-suffix", ROSTER),
        ("LICENSE", ROSTER),
        ("list.cfg", ROSTER),
        ("list.cat", ROSTER),
        ("schema.json", '{"$schema": "x", "data": {"army": {"system": "wh40k-10e", "units": []}}}'),
        ("table.txt", "file,player,team,name,\n" + COMPACT),
        ("bytes.dat", bytes(range(256))),
    ],
)
def test_what_may_be_a_list_is_checked(folder: Path, name: str, content: str | bytes):
    put(folder, f"lists/{name}", content)

    found = gather(["lists"])

    assert [Path(one).as_posix() for one in names(found)] == [f"lists/{name}"]
    assert found.left_out == []


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("ci.yml", "name: CI\non: push\njobs: {}\n", Reason.OTHER),
        ("pack.yaml", "name: Cup\nsystem: wh40k-10e\nrules: {off: [warlord]}\n", Reason.OTHER),
        ("pack.yaml", "name: Cup\nsystem: wh40k-10e\nteams: 8\n", Reason.OTHER),
        ("today.yaml", "hover: [a]\n", Reason.OTHER),
        ("hooks.yaml", "- id: a\n  entry: x\n- id: b\n", Reason.OTHER),
        ("numbers.json", "[1, 2]", Reason.OTHER),
        ("package.json", '{"name": "x", "version": "1"}', Reason.OTHER),
        ("data.cat", "<catalogue/>", Reason.OTHER),
        ("data.xml", '<?xml version="1.0"?>\n<!-- x -->\n<gameSystem/>', Reason.OTHER),
        ("results.xml", "<testsuites/>", Reason.OTHER),
        ("report.csv", ",".join(HEAD) + "\n", Reason.OTHER),
        ("README.md", "# Our event\n", Reason.PROJECT),
        ("LICENSE", "MIT", Reason.PROJECT),
        ("CHANGELOG.md", "# Changelog\n\nLists such as these are read:\n\n" + COMPACT, Reason.PROJECT),
        ("tool.py", "print(1)", Reason.PROJECT),
        ("reader.py", COMPACT, Reason.PROJECT),
        ("x.schema.json", '{"$schema": "x", "properties": {"units": {}}}', Reason.OTHER),
        (".hidden.yaml", ROSTER, Reason.HIDDEN),
        ("~$list.docx", "x", Reason.HIDDEN),
    ],
)
def test_what_is_no_list_is_counted(folder: Path, name: str, content: str, reason: Reason):
    put(folder, name, content)
    put(folder, "list.yaml")

    found = gather(["."])

    assert names(found) == ["list.yaml"]
    assert reasons(found) == [(name, reason)]


def test_what_is_named_is_always_checked(folder: Path):
    for name in ("ci.yml", ".hidden.yaml", "tool.py"):
        put(folder, name, "on: push\n")

    assert names(gather(["ci.yml", ".hidden.yaml", "tool.py"])) == ["ci.yml", ".hidden.yaml", "tool.py"]


@pytest.mark.parametrize("name", [".venv", ".git", "node_modules", "__pycache__", "my-env"])
def test_folders_of_tools_are_counted_once(folder: Path, name: str):
    put(folder, f"{name}/a.yaml")
    put(folder, f"{name}/deep/b.yaml")
    if name == "my-env":
        put(folder, f"{name}/pyvenv.cfg", "")
    put(folder, "list.yaml")

    found = gather(["."])

    assert (names(found), reasons(found)) == (["list.yaml"], [(name, Reason.HIDDEN)])


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.pdf", b"%PDF-1.7"),
        ("a.png", b"\x89PNG\r\n\x1a\n"),
        ("a.jpg", b"\xff\xd8\xff\xe0"),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1"),
        ("a.html", b"<!DOCTYPE html>\n<html><body>my list</body></html>"),
    ],
)
def test_what_players_send_instead_of_a_text_is_named_with_the_reason(folder: Path, name: str, content: bytes):
    put(folder, name, content)

    for found in (gather(["."]), gather([name])):
        (entry,) = found.entries
        assert entry.name == name
        assert entry.problem is not None
        assert entry.problem.rule == "unknown-format"
        assert "cannot be read as a list" in str(entry.problem.message)
        assert "ask the player for the text" in str(entry.problem.hint)


def test_one_file_counts_once_by_whatever_path(folder: Path):
    put(folder, "lists/a.yaml")
    (folder / "link.yaml").symlink_to("lists/a.yaml")
    (folder / "same").symlink_to("lists")

    found = gather(
        ["lists/a.yaml", "./lists/../lists/a.yaml", "link.yaml", str(folder / "lists" / "a.yaml"), "lists", "."]
    )

    assert names(found) == ["lists/a.yaml"]
    assert {one.reason for one in found.left_out} == {Reason.TWICE}


def test_two_files_with_the_same_content_are_two_lists(folder: Path):
    put(folder, "a.yaml")
    os.link(folder / "a.yaml", folder / "b.yaml")

    assert names(gather(["."])) == ["a.yaml", "b.yaml"]


def test_links_do_not_lead_out_of_a_folder(folder: Path):
    secret = put(folder, "secret.txt", COMPACT)
    put(folder, "lists/a.yaml")
    (folder / "lists/out.txt").symlink_to(secret)
    (folder / "lists/up").symlink_to(folder)
    (folder / "lists/gone.txt").symlink_to("nowhere")
    (folder / "lists/loop.txt").symlink_to("loop.txt")
    put(folder, "lists/.git/config", "token = 1")
    (folder / "lists/token.txt").symlink_to(".git/config")
    (folder / "lists/hidden").symlink_to(".git")

    found = {entry.name.replace(os.sep, "/"): entry.problem for entry in gather(["lists"]).entries}

    assert found["lists/a.yaml"] is None
    for name in ("out.txt", "up"):
        problem = found[f"lists/{name}"]
        assert problem is not None
        assert problem.message == Text("this is a link that leads out of the folder")
    assert found["lists/gone.txt"] is not None
    assert found["lists/loop.txt"] is not None
    token = found["lists/token.txt"]
    assert token is not None
    assert token.message == Text("this is a link into a hidden folder")
    assert len(found) == 6


def test_links_between_folders_do_not_turn_in_circles(folder: Path):
    put(folder, "lists/a.yaml")
    (folder / "lists/again").symlink_to(".")
    (folder / "lists/x").symlink_to("y")
    (folder / "lists/y").symlink_to("x")

    found = gather(["lists"])

    assert [Path(one).as_posix() for one in names(found)] == ["lists/a.yaml", "lists/x", "lists/y"]
    assert reasons(found) == [("lists/again", Reason.TWICE)]


@pytest.mark.parametrize("name", ["a.yaml", "README", "tool.py", "x.json", "list.txt"])
def test_a_file_that_cannot_be_opened_is_named(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str):
    put(folder, name)
    real = Path.open

    def refusing(path: Path, *arguments: Any, **more: Any) -> Any:
        if path.name == name:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, *arguments, **more)

    monkeypatch.setattr(Path, "open", refusing)

    (entry,) = gather(["."]).entries

    assert entry.name == name
    assert entry.problem is not None
    assert "cannot be read" in str(entry.problem.message)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may enter every folder")
def test_a_folder_that_may_not_be_entered_is_named(folder: Path):
    put(folder, "closed/a.yaml")
    put(folder, "b.yaml")
    (folder / "closed").chmod(0)
    try:
        found = {entry.name: entry.problem for entry in gather(["."]).entries}
    finally:
        (folder / "closed").chmod(0o700)

    assert found["b.yaml"] is None
    assert found["closed"] is not None


@pytest.mark.parametrize(("most", "lists"), [(5, 4), (4, 3), (2, 1)])
def test_a_folder_of_too_many_files_is_judged_in_part_and_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, most: int, lists: int
) -> None:
    """Also where many of them are left out: looking at these takes as long."""
    monkeypatch.setattr(gathering, "MOST_FILES", most)
    for name in ("a/.hidden", "a/1.yaml", "b/2.yaml", "c/3.yaml", "c/4.yaml"):
        put(folder, name)

    *found, last = gather(["."]).entries

    assert len(found) + (most == 5) == lists
    assert (last.name, last.problem and last.problem.rule) == (("c/4.yaml", None) if most == 5 else (".", "too-large"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
@pytest.mark.parametrize("name", [".", "*.txt", "**"])
def test_pipes_in_a_folder_are_never_opened(folder: Path, name: str):
    os.mkfifo(folder / "pipe.txt")

    (entry,) = gather([name]).entries

    assert entry.problem is not None


def test_excluded_files_and_folders_are_counted(folder: Path):
    for name in ("a.yaml", "old/b.yaml", "old/c.yaml", "new/skip-me.yaml"):
        put(folder, name)

    found = gather(["."], exclude=["old/", "skip*"])

    assert names(found) == ["a.yaml"]
    assert reasons(found) == [("old", Reason.EXCLUDED), ("new/skip-me.yaml", Reason.EXCLUDED)]
    assert list(found.parts()) == ["2 excluded (old, new/skip-me.yaml)"]
    assert names(gather(["old/b.yaml", "a.yaml"], exclude=["old/"])) == ["a.yaml"]


def test_exclusion_names_paths_from_the_folder_or_as_the_report_does(folder: Path):
    for name in ("lists/a.yaml", "lists/old/b.yaml", "old/c.yaml"):
        put(folder, name)

    for pattern in ("lists/old/", "/lists/old", "old/b.yaml", "/old/", "lists/old/*.yaml"):
        assert [Path(one).as_posix() for one in names(gather(["lists"], exclude=[pattern]))] == ["lists/a.yaml"], (
            pattern
        )
    assert [Path(one).as_posix() for one in names(gather(["."], exclude=["/old/"]))] == [
        "lists/a.yaml",
        "lists/old/b.yaml",
    ]


def test_patterns_that_the_shell_left(folder: Path):
    for name in ("b.yaml", "a.yaml", "deep/c.yaml", "note.txt", "odd[1].yaml"):
        put(folder, name)

    assert names(gather(["*.yaml"])) == ["a.yaml", "b.yaml", "odd[1].yaml"]
    assert [Path(one).as_posix() for one in names(gather(["**/c.yaml"]))] == ["deep/c.yaml"]
    assert names(gather(["odd[1].yaml"])) == ["odd[1].yaml"]
    assert names(gather(["no*.yaml"])) == ["no*.yaml"]


def test_links_that_a_pattern_meets_do_not_lead_out_of_its_folder(folder: Path):
    secret = put(folder, "secret.txt")
    for name in ("lists/a.txt", "lists/deep/b.txt"):
        put(folder, name)
    (folder / "lists/out.txt").symlink_to(secret)
    (folder / "lists/up").symlink_to(folder)
    (folder / "lists/in.txt").symlink_to("deep/b.txt")

    for pattern in ("lists/*", f"{folder}/lists/*"):
        found = {Path(entry.name).name: entry.problem for entry in gather([pattern]).entries}
        assert sorted(found) == ["a.txt", "b.txt", "out.txt", "up"]
        assert {name for name, problem in found.items() if problem is not None} == {"out.txt", "up"}


@contextlib.contextmanager
def nested(folder: Path, levels: int, name: str = "d") -> Iterator[None]:
    """Folders in one another, and a list in the last one; deeper than a path may be long, or than others can remove them."""
    with contextlib.chdir(folder):
        for _ in range(levels):
            Path(name).mkdir()
            os.chdir(name)
        put(Path(), "deep.yaml")
    yield
    with contextlib.chdir(folder):
        for _ in range(levels):
            os.chdir(name)
        Path("deep.yaml").unlink()
        for _ in range(levels):
            os.chdir("..")
            Path(name).rmdir()


ENDLESS = 1100  # deeper than Python may recurse


def test_folders_in_one_another_without_end(folder: Path):
    put(folder, "a.yaml")
    with nested(folder, MOST_LEVELS):
        assert [Path(one).name for one in names(gather(["."]))] == ["a.yaml", "deep.yaml"]
    with nested(folder, ENDLESS):
        found = gather(["."]).entries
    assert [entry.problem is None for entry in found] == [False, True]
    assert found[0].problem is not None
    assert (len(Path(found[0].name).parts), found[0].problem.rule) == (MOST_LEVELS + 1, "too-large")


def test_a_pattern_meets_links_in_circles_and_folders_without_end(folder: Path):
    put(folder, "lists/a.yaml")
    for name in ("x", "y", "z"):
        (folder / "lists" / name).symlink_to(".")
    long = "d" * 200
    with nested(folder / "lists", 25, long):
        found = gather(["lists/**/*.yaml"]).entries
    assert [Path(entry.name).name for entry in found] == [long, "a.yaml"]
    assert found[0].problem is not None


def test_what_a_pattern_means(folder: Path):
    for name in ("a.yaml", "b/a.yaml", "b/c/a.yaml", ".git/a.yaml", "b/.a.yaml", "b/c/x.txt"):
        put(folder, name)
    (folder / "to").symlink_to("b")

    def found(pattern: str) -> list[str]:
        return [Path(entry.name).as_posix() for entry in gather([pattern]).entries]

    assert found("**/*.yaml") == ["a.yaml", "b/a.yaml", "b/c/a.yaml"]
    assert found("**") == ["a.yaml", "b/a.yaml", "b/c/a.yaml", "b/c/x.txt"]
    assert found("b/**/**/*.yaml") == ["b/a.yaml", "b/c/a.yaml"]
    assert found("**/c/*") == ["b/c/a.yaml", "b/c/x.txt"]
    assert found("*/c/?.[!y]*") == ["b/c/x.txt"]
    assert found("t*/a.yaml") == ["to/a.yaml"]
    assert found("*/.a.yaml") == ["b/.a.yaml"]
    assert found("*/./../a.yaml") == ["b/../a.yaml"]
    assert found(f"{folder}/b/*.yaml") == [f"{folder.as_posix()}/b/a.yaml"]
    assert found("b") == ["b/a.yaml", "b/c/a.yaml", "b/c/x.txt"]
    assert found("b*") == ["b/a.yaml", "b/c/a.yaml", "b/c/x.txt"]


def test_an_empty_folder_is_named(folder: Path):
    (entry,) = gather(["."]).entries

    assert entry.problem is not None
    assert entry.problem.rule == "empty-file"


def test_large_json_is_looked_at_without_harm(folder: Path):
    put(folder, "deep.json", "[" * 100_000)
    put(folder, "wide.json", json.dumps({"a": list(range(100_000))}))

    found = gather(["."])

    assert names(found) == ["deep.json"]
    assert reasons(found) == [("wide.json", Reason.OTHER)]


def test_a_table_without_the_column_that_is_named_is_refused_with_the_reason(folder: Path):
    (folder / "event.csv").write_text("Player,List\nAnn,Boyz\n", "utf-8")

    for names in (["event.csv"], ["."]):
        (one,) = [one for one in gather(names, columns={"list": "Lisst"}).entries if one.name.endswith("event.csv")]
        assert one.problem is not None
        assert "no column Lisst in this table" in str(one.problem.message)
        assert "List" in str(one.problem.hint)


@pytest.mark.parametrize("backwards", [False, True])
def test_what_is_left_out_is_named_in_one_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, backwards: bool):
    """File systems list the names of a folder in any order."""
    for name in ("a/x.yaml", "a/y.yaml", "b/x.yaml", ".c/x.yaml", ".d/x.yaml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("name: x\nsystem: wh40k-10e\nunits: []\n")
    walk = os.walk

    def listed(*arguments, **settings):
        for top, folders, names in walk(*arguments, **settings):
            folders.sort(reverse=backwards)
            yield top, folders, sorted(names, reverse=backwards)

    monkeypatch.setattr(os, "walk", listed)
    found = gather([str(tmp_path)], exclude=["x.yaml", "y.yaml"])
    names = [Path(one.name).relative_to(tmp_path).as_posix() for one in found.left_out]
    assert names == [".c", ".d", "a/x.yaml", "a/y.yaml", "b/x.yaml"]
