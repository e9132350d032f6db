"""A player's own words for abilities: where they are found, what a file may say, how it is changed."""

from __future__ import annotations

import json

import jsonschema
import pytest

from listbuilder.errors import InputError
from listbuilder.listfile import reminders
from listbuilder.resources import shipped


@pytest.fixture(autouse=True)
def settings(tmp_path, monkeypatch):
    folder = tmp_path / "settings"
    monkeypatch.setenv("LISTBUILDER_CONFIG_DIR", str(folder))
    return folder


def write(folder, text):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / reminders.FILE).write_text(text, encoding="utf-8")


def test_the_nearest_goes_before_the_users(tmp_path, settings):
    write(settings, "reminders: {Grit: user, Dig: user}")
    write(tmp_path / "lists", "reminders:\n  Grit: near\n")
    deep = tmp_path / "lists" / "a" / "b"
    deep.mkdir(parents=True)
    found = reminders.near(deep)
    assert (found.of("grit"), found.of("Dig"), found.of("Hide")) == ("near", "user", "")
    write(tmp_path / "lists" / "a", "reminders: {Hide: nearer}")
    assert [reminders.near(deep).of(name) for name in ("Grit", "Dig", "Hide")] == ["user", "user", "nearer"]


def test_a_file_that_this_process_may_not_read_hides_no_other(tmp_path, settings, monkeypatch):
    write(settings, "reminders: {Grit: user}")
    write(tmp_path, "reminders: {Grit: near}")
    load = reminders.load

    def refusing(path):
        if path.parent == tmp_path:
            raise PermissionError(path)
        return load(path)

    monkeypatch.setattr(reminders, "load", refusing)
    assert reminders.near(tmp_path).of("Grit") == "user"


def test_without_files_there_are_none(tmp_path):
    assert reminders.near(tmp_path) == reminders.NONE
    assert reminders.near(tmp_path / "lists.zip" / "inside") == reminders.NONE


def test_spelling_and_numbers_do_not_matter(tmp_path):
    write(tmp_path, 'reminders:\n  Deep-Dive: wet\n  Jump 6": far\n')
    found = reminders.near(tmp_path)
    assert [found.of(name) for name in ("deep dive", "Deep Dive 3", "Deep Dive Fast", 'Jump 6"', "Jump")] == [
        "wet", "wet", "", "far", "",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "messages"),
    [
        ("", ["the file is empty"]),
        ("- a", ["this is no file of reminders"]),
        ("reminders: [a]", ["this is no file of reminders"]),
        ("reminders: {}\nmore: 1", ["unknown key: more"]),
        ("reminders: {A: , B: {x: y}, C: true, D: ' '}", ["these are no words"] * 4),
        ("reminders: {Dig in: a, dig-in: b}", ["dig-in is there twice"]),
        ("reminders: {A: a, A: b}", ["A"]),
        ("reminders: {A: &x a, B: *x}", [""]),
        ("reminders: {A: " + "x" * 4001 + "}", ["too long: 4001 characters, at most 4000"]),
        ("reminders: {" + "x" * 201 + ": a}", ["a name has 1 to 200 characters"]),
        ("reminders: {a: [", [""]),
        ("reminders: " + "{a: " * 99 + "}" * 99, [""]),
    ],
)
def test_mistakes_are_told_with_their_place(tmp_path, text, messages):
    write(tmp_path, text)
    with pytest.raises(InputError) as caught:
        reminders.near(tmp_path)
    found = caught.value.problems
    assert len(found) >= len(messages)
    for problem, message in zip(found, messages, strict=False):
        assert message in str(problem)
        assert reminders.FILE in str(problem)


def test_the_longest_words_and_the_longest_name_are_kept(tmp_path):
    write(tmp_path, "reminders: {" + "x" * 200 + ": " + "y" * 4000 + "}")
    assert reminders.near(tmp_path).of("x" * 200) == "y" * 4000


def test_binary_files_are_refused(tmp_path):
    (tmp_path / reminders.FILE).write_bytes(b"\x00\xff" * 9)
    with pytest.raises(InputError):
        reminders.near(tmp_path)


def test_changes_keep_comments_and_order(tmp_path):
    path = tmp_path / reminders.FILE
    assert reminders.change(path, "Grit", "Holds: on # always\n- twice")
    assert reminders.change(path, "Dig", "yes")
    path.write_text("# mine\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert reminders.change(path, "grit", "No.")
    assert not reminders.change(path, "GRIT", " No. ")
    assert reminders.load(path) == {"Grit": "No.", "Dig": "yes"}
    assert path.read_text(encoding="utf-8").startswith("# mine\n# yaml-language-server")
    assert reminders.change(path, "Grit", "")
    assert reminders.load(path) == {"Dig": "yes"}
    assert reminders.change(path, "dig", "")
    assert reminders.load(path) == {}


def test_what_is_refused_is_not_written(tmp_path):
    path = tmp_path / reminders.FILE
    with pytest.raises(InputError):
        reminders.change(path, "Grit", "x" * 5000)
    assert not path.exists()


def test_the_schema_agrees(tmp_path):
    schema = json.loads((shipped("schemas") / "reminders.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate({"reminders": {"Grit": "Holds on."}}, schema)
    for wrong in ({}, {"reminders": {"Grit": []}}, {"reminders": {"Grit": "x" * 4001}}, {"reminders": {}, "more": 1}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)


@pytest.mark.parametrize("text", ["# mine\nreminders: {Grit: x,\tDig: y}\n", "reminders:\n  Dig \tn: y # mine\n"])
def test_a_tab_that_yaml_allows_is_no_hindrance(tmp_path, text):
    write(tmp_path, text)
    file = tmp_path / reminders.FILE
    known = reminders.load(file)
    assert reminders.change(file, "Grit", "new words")
    found = {" ".join(key.split()): words for key, words in reminders.load(file).items()}
    assert found == {" ".join(key.split()): words for key, words in known.items()} | {"Grit": "new words"}
    assert "# mine" in file.read_text("utf-8")


def test_a_file_that_ruamel_does_not_read_is_left_as_it_is(tmp_path, monkeypatch):
    write(tmp_path, "reminders: {Grit: x}\n")

    def refuse(_self, _stream):
        raise ValueError("not mine")

    monkeypatch.setattr("ruamel.yaml.YAML.load", refuse)
    with pytest.raises(InputError, match="change it in an editor"):
        reminders.change(tmp_path / reminders.FILE, "Grit", "new words")
    assert (tmp_path / reminders.FILE).read_text("utf-8") == "reminders: {Grit: x}\n"
