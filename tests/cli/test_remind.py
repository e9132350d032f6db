"""`listbuilder remind` writes, shows and lists a player's own words; sheets print them."""

from __future__ import annotations

import pytest


@pytest.fixture
def remind(call, lists, monkeypatch):
    monkeypatch.setenv("LISTBUILDER_CONFIG_DIR", str(lists / "settings"))
    return lambda *words: call("remind", *words)


def test_words_are_written_shown_listed_and_removed(remind, lists):
    written = remind("Oath of Moment", "Pick **one** enemy.")
    assert (written.status, written.err.startswith("written to ")) == (0, True)
    assert remind("oath-of-moment").out == "Pick **one** enemy.\n"
    assert remind("--user", "Bolter", "Bang.").status == 0
    listed = remind("--list").out
    assert "Oath of Moment  Pick **one** enemy." in listed
    assert str(lists / "settings" / "reminders.yaml") in listed
    removed = remind("--remove", "Oath of Moment")
    assert (removed.status, removed.err.startswith("removed from ")) == (0, True)
    assert remind("Oath of Moment").status == 2
    assert "Oath" not in (lists / "reminders.yaml").read_text(encoding="utf-8")


def test_a_folder_of_lists_may_be_named(remind, lists):
    deep = lists / "a" / "b"
    deep.mkdir(parents=True)
    assert remind("Grit", "Mine.", "--folder", deep).status == 0
    assert (deep / "reminders.yaml").is_file()
    assert remind("Grit").status == 2
    assert remind("Grit", "--folder", deep).out == "Mine.\n"


def test_the_editor(remind, monkeypatch):
    monkeypatch.setattr("click.edit", lambda text, **_: text.strip() + " More.\n")
    assert remind("Grit", "--edit").status == 0
    assert remind("Grit", "--edit").status == 0
    assert remind("Grit").out == "More. More.\n"
    monkeypatch.setattr("click.edit", lambda text, **_: None)
    assert remind("Grit", "--edit").status == 0
    assert remind("Grit").out == "More. More.\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "name an ability"),
        (("Grit", "x", "--edit"), "one of them"),
        (("Grit", "--list"), "stands alone"),
        (("Grit",), "there are no words for Grit"),
        (("--remove", "Grit"), "there are no words for Grit"),
        (("Grit", " "), "these are no words"),
        (("Grit", "x" * 5000), "too long"),
        (("x" * 300, "y"), "a name has 1 to 200 characters"),
        (("Grit", "y", "--folder", "nowhere"), "there is no such folder"),
    ],
)
def test_mistakes(remind, lists, words, message):
    found = remind(*words)
    assert (found.status, found.out) == (2, "")
    assert message in found.err
    assert not (lists / "reminders.yaml").exists()


def test_a_bad_file_is_told_by_line_and_stops_nothing_else(remind, call, lists):
    (lists / "reminders.yaml").write_text("reminders:\n  Grit: [1]\n", encoding="utf-8")
    for words in (("--list",), ("Grit",), ("Grit", "x")):
        found = remind(*words)
        assert found.status == 2
        assert "reminders.yaml:2:" in found.err
    printed = call("print", "legal.yaml", "-o", "a.pdf")
    assert printed.status == 2
    assert "reminders.yaml:2:" in printed.err
    assert call("check", "legal.yaml").status == 0
    assert call("check", ".").out.count("reminders.yaml") == 0
