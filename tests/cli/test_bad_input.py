"""Whatever is given to it: a clear message, status 2, never a traceback."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.covered

HEAD = b"name: x\nsystem: wh40k-10e\nfaction: space-marines\nbattle_size: strike-force\n"
BAD = {
    "empty": (b"", "empty"),
    "only a comment": (b"# nothing\n", "empty"),
    "binary": (bytes(range(256)) * 8, ""),
    "zip": (b"PK\x03\x04" + b"\0" * 100, "not a readable ZIP archive"),
    "utf-16": ("name: x\n".encode("utf-16"), "UTF-16"),
    "latin-1": ("name: Überfall\n".encode("latin-1"), "UTF-8"),
    "truncated": (HEAD + b"units:\n  - {id: captain, datasheet: cap", ""),
    "truncated character": (HEAD + "name2: 仲".encode()[:-1], "UTF-8"),
    "huge": (b"name: " + b"x" * 20_000_000, "large"),
    "many values": (b"units: [" + b"1," * 900_000 + b"1]", ""),
    "deep nesting": (b"[" * 100_000, ""),
    "deep mapping": (b"\n".join(b" " * n + b"a:" for n in range(400)), ""),
    "alias bomb": (b"a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nunits: [*c, *c]\n", "not supported"),
    "tag": (HEAD + b"units: !!python/object/apply:os.system [ls]\n", "not supported"),
    "duplicate key": (HEAD + b"name: y\n", "duplicate key name"),
    "two documents": (HEAD + b"---\n" + HEAD, "more than one document"),
    "a list": (b"- a\n- b\n", ""),
    "a scalar": (b"hello", ""),
    "wrong type of units": (HEAD + b"units: 12\n", "units"),
    "wrong type of a unit": (HEAD + b"units: [[]]\n", ""),
    "wrong type of models": (HEAD + b"units: [{datasheet: captain, models: lots}]\n", "models"),
    "wrong type of declarations": (HEAD + b"units: []\ndeclarations: [a]\n", "declarations"),
    "unknown key": (HEAD + b"unitz: []\nunits: []\n", "units"),
    "unknown system": (b"name: x\nsystem: wh40k-100e\nfaction: orks\nunits: []\n", "wh40k-10e"),
    "unknown faction": (HEAD.replace(b"space-marines", b"space-marine") + b"units: []\n", "space-marines"),
    "unknown datasheet": (b"system: kill-team-2018\nfaction: dust-wardens\nunits: [{datasheet: wardem}]\n", "warden"),
    "unknown model": (HEAD + b"units: [{datasheet: captain, models: {captian: 1}}]\n", "captain"),
    "unknown unit declared": (HEAD + b"units: [{datasheet: captain}]\ndeclarations: {attach: {captain: nobody}}\n", "nobody"),
    "negative models": (HEAD + b"units: [{datasheet: intercessor-squad, models: {intercessor: -3}}]\n", ""),
    "very many models": (HEAD + b"units: [{datasheet: intercessor-squad, models: {intercessor: 99999999999999}}]\n", ""),
    "tab": (b"name: x\n\tunits: []\n", ""),
    "control characters": (b"name: \x1b[2J\n", ""),
    "nul": (b"name: \0\n", "binary"),
}  # fmt: skip


@pytest.mark.parametrize("command", ["check", "show", "print"])
@pytest.mark.parametrize("name", BAD)
def test_bad_list(call, tmp_path, monkeypatch, command: str, name: str):
    monkeypatch.chdir(tmp_path)
    content, message = BAD[name]
    Path("list.yaml").write_bytes(content)

    result = call(command, "list.yaml")

    text = result.out + result.err
    assert "Traceback" not in text
    assert "bug in listbuilder" not in text, text
    assert "\x1b" not in text
    if command == "check":
        assert result.status in {1, 2}, text
        assert message.casefold() in text.casefold(), text
    else:
        assert result.status in {0, 2}, text


@pytest.mark.parametrize("name", ["empty", "binary", "truncated", "huge", "deep nesting", "alias bomb", "a list"])
def test_bad_standard_input(call, name: str):
    assert call("check", "-", stdin=BAD[name][0]).status == 2


@pytest.mark.parametrize("command", ["check", "show", "print"])
def test_missing_file(call, tmp_path, command: str):
    result = call(command, tmp_path / "no" / "list.yaml")

    assert result.status == 2
    assert "list.yaml" in result.out + result.err


@pytest.mark.parametrize("command", ["show", "print"])
def test_folder_where_a_file_belongs(call, tmp_path, command: str):
    assert call(command, tmp_path).status == 2


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything may be read by this user")
def test_unreadable_file(call, lists):
    (lists / "legal.yaml").chmod(0)

    assert call("check", "legal.yaml").status == 2


def test_unwritable_output(call, lists):
    result = call("print", "legal.yaml", "-o", "missing/folder/army.pdf")

    assert result.status == 2
    assert "army.pdf" in result.err


def test_output_in_the_place_of_a_folder(call, lists):
    (lists / "army.pdf").mkdir()

    assert call("print", "legal.yaml", "-o", "army.pdf").status == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk here")
class TestFullDisk:
    def test_printing_to_it(self, call, lists):
        result = call("print", "legal.yaml", "-o", "/dev/full")

        assert result.status == 2
        assert "space" in result.err

    @pytest.mark.parametrize(
        "arguments", [("check", "legal.yaml"), ("check", "--format", "json", "legal.yaml"), ("--help",)]
    )
    def test_standard_output_on_it(self, lists, arguments):
        import subprocess

        with Path("/dev/full").open("wb") as full:
            done = subprocess.run(
                [sys.executable, "-m", "listbuilder", *arguments],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )

        assert done.returncode == 2
        assert "could not be written" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_name_forges_no_line_of_the_report(call, lists):
    text = (lists / "illegal.yaml").read_text("utf-8")
    name = '"Four\\nlegal.yaml: Gladius, 1990/2000 points: legal"'
    (lists / "illegal.yaml").write_text(re.sub(r"(?m)^name: .*$", lambda _: f"name: {name}", text), "utf-8")
    for form in ("text", "line", "table"):
        result = call("check", "illegal.yaml", "--format", form)
        assert "Gladius" in result.out
        assert not [line for line in result.out.splitlines() if line.startswith("legal.yaml")]


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", ""],
        ["check", "list.yaml", "", "list.yaml"],
        ["check", "list.yaml", "--pack", ""],
        ["check", "list.yaml", "--pack="],
        ["check", "list.yaml", "--rules", "aircraft-counted", "--rules", ""],
        ["print", "list.yaml", "-o", ""],
        ["data", "check", ""],
        ["new", "--faction", ""],
    ],
)
def test_nothing_is_taken_for_a_value_that_is_empty(call, tmp_path, monkeypatch, arguments: list[str]):
    monkeypatch.chdir(tmp_path)
    Path("list.yaml").write_bytes(HEAD + b"units: []\n")

    result = call(*arguments)

    assert (result.status, result.out) == (2, "")
    assert "it is empty" in result.err
    assert [one.name for one in Path().iterdir()] == ["list.yaml"]
