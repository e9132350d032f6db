"""Which list a process gets next."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from listbuilder.report.dealing import Dealer, legible
from listbuilder.report.entry import Entry

HEADS = ("faction: orks", "Adeptus Custodes (2000)", "FACTION: ORKS", "faction: custodes", "nothing", "faction: orks")


def dealer(heads: Sequence[str] = HEADS) -> Dealer:
    return Dealer(len(heads), heads.__getitem__)


def test_lists_are_dealt_in_their_order_while_nothing_is_known() -> None:
    dealt = dealer()
    assert [dealt.deal(process, 6) for process in "abab"] == [0, 1, 2, 3]


def test_a_process_gets_what_it_has_loaded_and_leaves_the_others_theirs() -> None:
    dealt = dealer()
    assert (dealt.deal("a", 6), dealt.deal("b", 6)) == (0, 1)
    dealt.note("a", ("orks", "Orks"))
    dealt.note("b", ("custodes", "Adeptus Custodes", ""))
    assert [dealt.deal("b", 6), dealt.deal("a", 6), dealt.deal("a", 6)] == [3, 2, 5]
    assert dealt.deal("b", 6) == 4
    assert dealt.deal("b", 6) is None


def test_a_process_with_nothing_of_its_own_takes_what_is_there() -> None:
    dealt = dealer(("faction: orks",) * 3)
    dealt.note("a", ("orks",))
    dealt.note("b", ("custodes",))
    assert dealt.deal("b", 3) == 0
    assert dealer(("faction: orks",)).deal("b", 1) == 0


def test_the_longest_name_counts() -> None:
    dealt = dealer(("faction: chaos-knights", "faction: knights"))
    dealt.note("a", ("knights",))
    dealt.note("b", ("chaos-knights",))
    assert dealt.deal("a", 2) == 1


def test_nothing_is_dealt_that_lies_too_far_ahead() -> None:
    dealt = dealer()
    dealt.deal("a", 6)
    dealt.note("a", ("orks",))
    dealt.note("b", ("custodes",))
    assert dealt.deal("a", 2) == 1
    assert dealt.deal("a", 2) is None
    assert dealt.first() == 2


def test_what_a_dead_process_had_goes_back_in_its_place() -> None:
    dealt = dealer()
    for _ in range(3):
        dealt.deal("a", 6)
    dealt.note("a", ("orks",))
    dealt.forget("a")
    dealt.give_back([1, 2])
    assert list(dealt.waiting) == [1, 2, 3, 4, 5]
    dealt.note("b", ("custodes",))
    assert dealt.deal("c", 6) == 2  # nobody has orks any more


@pytest.mark.parametrize("name", ["missing.yaml", "folder"])
def test_what_cannot_be_read_has_no_head(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    assert Entry(name, tmp_path / name).head(10) == b""


def test_a_head_is_the_beginning(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(b"0123456789")
    assert Entry("list.txt", path).head(4) == Entry("list.txt", content=b"0123456789").head(4) == b"0123"


ROSTER = '<roster name="x"><forces><force catalogueId="1" catalogueName="{}"><selections/></force></forces></roster>'


def test_what_a_list_states_is_known_before_any_list_is_judged() -> None:
    ours, orks, elves = "name: x\nfaction: Orks  # mine\n", ROSTER.format("Orks"), ROSTER.format("Wood Elves")
    dealt = dealer((ours, orks, elves, "a text", elves, ours))
    assert [dealt.deal(process, 6) for process in "abab"] == [0, 2, 1, 4]
    assert [dealt.deal(process, 6) for process in "ba"] == [3, 5]


@pytest.mark.parametrize("method", [zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED])
def test_what_stands_in_an_archive_is_read_as_far_as_its_first_bytes_go(method: int) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        archive.writestr("list.ros", ROSTER.format("T&apos;au &amp; Kroot") + "x" * 100_000)
    content = stream.getvalue()
    assert legible(content[:300]).startswith(ROSTER.format("T'au & Kroot"))
    assert len(legible(content[:300])) <= 300


def test_what_is_no_archive_after_all_says_nothing() -> None:
    assert legible(b"PK\x03\x04" + b"\xff" * 40) == ""
    assert legible(b"PK\x03\x04") == "PK\x03\x04"
    assert legible(b"PK\x03\x04" + b"\0" * 4 + b"\x08" + b"\xff" * 60) == ""
    assert legible("Орки".encode()) == "Орки"
