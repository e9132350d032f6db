"""Lists in archives: read in memory, within a budget, and never written anywhere."""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib
from pathlib import Path

import pytest

from listbuilder.events import archive
from listbuilder.events.gathered import Gathered, Reason
from listbuilder.events.gathering import gather
from listbuilder.report.entry import STDIN

ROSTER = b"name: x\nsystem: wh40k-10e\nfaction: orks\nunits: []\n"


def packed(*members: tuple[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in members:
            zipped.writestr(name, content)
    return stream.getvalue()


def of(content: bytes) -> Gathered:
    return gather([STDIN], stdin=content)


def problem_of(content: bytes) -> str:
    (entry,) = of(content).entries
    assert entry.problem is not None, entry.name
    return f"{entry.name}: {entry.problem.message}"


def test_members_are_lists_sorted_by_path():
    found = of(packed(("b.txt", b"x"), ("a/c.yaml", ROSTER), ("a/", b"")))

    assert [(one.name, one.content, one.suffix, one.path) for one in found.entries] == [
        ("-/a/c.yaml", ROSTER, ".yaml", None),
        ("-/b.txt", b"x", ".txt", None),
    ]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_members_of_one_path_have_names_of_their_own():
    """Reports could not tell which of two lists was the illegal one."""
    twice = ("a.yaml", "./a.yaml", "a.yaml (2)", "a.yaml", "x//b.yaml", "x/b.yaml", "c\x07.yaml", "c\x08.yaml")
    found = of(packed(*((name, ROSTER) for name in twice)))

    names = [one.name for one in found.entries]
    assert names[:4] == ["-/a.yaml", "-/a.yaml (2)", "-/a.yaml (3)", "-/a.yaml (2) (2)"]
    assert len({str(Path(name)) for name in names}) == len(twice)
    assert {one.suffix for one in found.entries} == {".yaml", ".yaml (2)"}


def test_a_folder_that_is_the_one_it_is_in_is_not_hidden():
    found = of(packed(("./a.yaml", ROSTER), ("b/./c.yaml", ROSTER), (".\\d.yaml", ROSTER), ("./.e.yaml", ROSTER)))

    assert [one.name for one in found.entries] == ["-/a.yaml", "-/b/c.yaml", "-/d.yaml"]
    assert [one.name for one in found.left_out] == ["-/.e.yaml"]


def test_a_file_is_read_like_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    content = packed(("a.yaml", ROSTER), ("event.csv", b"name;list\nIvan;Boyz\n"))
    Path("event.zip").write_bytes(content)

    for names in (["event.zip"], ["."]):
        assert [one.name for one in gather(names).entries] == ["event.zip/a.yaml", "event.zip/event.csv:2 (Ivan)"]
    assert [path.name for path in tmp_path.iterdir()] == ["event.zip"]


def test_what_is_no_list_is_counted():
    found = of(
        packed(
            ("README.md", b"hello"),
            ("__MACOSX/._a.yaml", b"x"),
            (".git/x", b"x"),
            ("x.cat", b"<catalogue/>"),
            ("old/a", b"x"),
        )
    )
    assert {one.reason for one in found.left_out} == {Reason.PROJECT, Reason.HIDDEN, Reason.OTHER}

    found = gather([STDIN], stdin=packed(("old/a", b"x"), ("b", b"x")), exclude=["old/"])
    assert [one.name for one in found.entries] == ["-/b"]
    assert [(one.name, one.reason) for one in found.left_out] == [("-/old/a", Reason.EXCLUDED)]


@pytest.mark.parametrize("name", ["../a.yaml", "x/../../a.yaml", "/etc/a.yaml", "C:/a.yaml", "..\\a.yaml"])
def test_paths_that_lead_outside_are_refused(name: str):
    assert "leads out of the archive" in problem_of(packed((name, ROSTER)))


def test_bombs_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(archive, "FREE", 1000)
    assert "far more than a list" in problem_of(packed(("a.txt", b"\0" * 5_000_000)))

    monkeypatch.setattr(archive, "LARGEST", 10_000)
    assert "unpacks to more than 10000 bytes" in problem_of(packed(("a.txt", b"x" * 6000), ("b.txt", b"y" * 6000)))

    monkeypatch.setattr(archive, "MOST_MEMBERS", 3)
    assert "more than 3 files" in problem_of(packed(*((f"{n}.txt", b"x") for n in range(4))))


def test_what_an_archive_says_of_its_size_is_not_trusted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(archive, "FREE", 1000)
    content = bytearray(packed(("a.txt", b"\0" * 5_000_000)))
    size = (5_000_000).to_bytes(4, "little")
    assert content.count(size) == 2
    lying = bytes(content).replace(size, (10).to_bytes(4, "little"))

    (entry,) = of(lying).entries

    assert entry.problem is not None or len(entry.content) <= 10


@pytest.mark.parametrize("way", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("name", ["a.yaml", "a.cat"])
def test_what_python_would_unpack_at_once_is_not_unpacked(way: int, name: str):
    """A few hundred bytes could fill gigabytes, however little of them is asked for."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", way) as zipped:
        zipped.writestr(name, ROSTER)
    assert "compressed in another way than deflate" in problem_of(stream.getvalue())


def test_of_too_many_members_none_is_looked_at(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(archive, "MOST_MEMBERS", 2)
    content = packed(*((f"{number}.cat", b"<catalogue/>") for number in range(3)))
    assert "more than 2 files in one archive" in problem_of(content)


def test_a_link_in_an_archive_is_no_list():
    """What it holds is the name of a file of whoever packed it."""
    link = zipfile.ZipInfo("list.yaml")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as zipped:
        zipped.writestr(link, ROSTER)
    assert problem_of(stream.getvalue()).endswith("list.yaml: this is no regular file")


def test_archives_in_archives_encrypted_and_damaged_ones_are_refused():
    inner = packed(("a.yaml", ROSTER), ("b.yaml", ROSTER))
    assert "archive in an archive" in problem_of(packed(("in.zip", inner)))
    assert (
        "not a readable ZIP" in problem_of(b"PK\x03\x04" + b"\0" * 100)
        if archive.is_archive(b"PK\x03\x04" + b"\0" * 100)
        else True
    )
    assert "nothing in this archive" in problem_of(packed())
    assert "office document" in problem_of(packed(("[Content_Types].xml", b"<x/>"), ("word/document.xml", b"<x/>")))

    locked = bytearray(packed(("a.yaml", ROSTER)))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        locked[locked.index(mark) + place] |= 1
    assert "encrypted" in problem_of(bytes(locked))

    broken = bytearray(packed(("a.yaml", ROSTER * 50)))
    broken[45] ^= 0xFF
    assert "cannot be unpacked" in problem_of(bytes(broken))


def test_a_saved_roster_is_one_list(tmp_path: Path):
    content = packed(("list.ros", b"<roster/>"))
    (entry,) = of(content).entries
    assert (entry.name, entry.content) == (STDIN, content)

    path = tmp_path / "list.zip"
    path.write_bytes(content)
    (entry,) = gather([str(path)]).entries
    assert entry.path == path

    (entry,) = of(packed(("one.rosz", content), ("README.md", b""))).entries
    assert (entry.name, entry.content) == ("-/one.rosz", content)


def test_control_characters_in_names_are_gone():
    (entry,) = of(packed(("a\x1b[2J\nb.yaml", ROSTER), ("README.md", b""))).entries

    assert entry.name.isprintable()


def named(name: bytes) -> bytes:
    """An archive whose only member has this name, of which it does not say that it is UTF-8."""
    return packed(("x" * len(name), ROSTER)).replace(b"x" * len(name), name)


@pytest.mark.parametrize(
    ("name", "codec"),
    [
        ("Jörg/Müller.yaml", "cp437"),
        ("Jörg/Müller.yaml", "utf-8"),
        ("André Ö/Łęk.yaml", "utf-8"),
        ("Ростеры/Пётр Иванов.yaml", "cp866"),
        ("Team A/Аня Ёлкина 2.yaml", "cp866"),
        ("ростеры/андрей.yaml", "cp866"),
        ("ростеры/андрей.yaml", "cp1251"),
        ("Иванов Иван.yaml", "cp1251"),
        ("军表/王小明.yaml", "gbk"),
        ("李明 2000 points.yaml", "gbk"),
        ("红队/Müller.yaml", "utf-8"),
    ],
)
def test_names_as_older_programs_and_those_of_other_systems_write_them(name: str, codec: str):
    (one,) = of(named(name.encode(codec))).entries
    assert one.name == f"-/{name}"


@pytest.mark.parametrize(
    ("names", "codec"),
    [
        (("Йо.yaml", "Мария Петрова.yaml", "Zed.yaml"), "cp866"),
        (("王.yaml", "张伟.yaml", "Zed.yaml"), "gbk"),
        (("é.yaml", "José Nuñez.yaml", "Zed.yaml"), "cp437"),
    ],
)
def test_all_names_together_tell_the_encoding(names: tuple[str, ...], codec: str):
    """One alone may be too short."""
    content = packed(*((f"{number}" * len(name.encode(codec)), ROSTER) for number, name in enumerate(names)))
    for number, name in enumerate(names):
        raw = name.encode(codec)
        content = content.replace(str(number).encode() * len(raw), raw)
    assert [one.name for one in of(content).entries] == sorted(f"-/{name}" for name in names)


@pytest.mark.parametrize(("told", "expected"), [(b"?.yaml", "-/Åsa.yaml"), (b"other", "-/?.yaml")])
def test_a_name_that_an_extra_field_states(told: bytes, expected: str):
    """Archivers write a question mark where their encoding lacks a letter; a field of another name is out of date."""
    field = struct.pack("<BI", 1, zlib.crc32(told)) + "Åsa.yaml".encode()
    member = zipfile.ZipInfo("?.yaml")
    member.extra = struct.pack("<HHH", 1, 2, 0) + struct.pack("<HH", 0x7075, len(field)) + field
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(member, ROSTER)
    assert [one.name for one in of(stream.getvalue()).entries] == [expected]


def test_a_name_that_says_it_is_utf_8_is_taken_as_it_is():
    (one,) = of(packed(("Боря/├.yaml", ROSTER))).entries
    assert one.name == "-/Боря/├.yaml"
