"""One text a list, which can be sent to its player."""

from __future__ import annotations

from listbuilder.events.letters import files, letter
from tests.events.factory import ILLEGAL, LEGAL, NASTY, PACKED, record


def test_a_letter_says_what_where_why_and_how():
    assert letter(ILLEGAL).splitlines() == [
        "Gladius, Orks, War Horde, 160/1000 points",
        "Verdict: illegal",
        "Data: native 2026-06-14",
        "",
        "1. error (line 7): too many",
        "   source: Core Rules",
        "   fix: remove Boyz",
        "   fix: remove Nob",
    ]
    assert letter(LEGAL).endswith("\nNothing has to be changed.\n")
    assert letter(PACKED).startswith("Ann: Gladius")


def test_every_list_has_a_file_that_stays_in_its_folder():
    found = dict(
        files([record("../../etc/passwd"), record("a/b.txt"), record("a-b.txt"), record("A/B.txt"), NASTY, record("-")])
    )

    assert len(found) == 6
    assert all("/" not in name and not name.startswith(".") and name.isprintable() for name in found)
    assert {"a-b-txt.txt", "a-b-txt-2.txt", "a-b-txt-3.txt"} <= set(found)
