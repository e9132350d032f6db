"""The documentation names every command and option, and the command line explains every rule."""

from __future__ import annotations

import json
import re
import shutil
import typing
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from listbuilder.cli.main import cli
from listbuilder.engine.state import ViolationKind
from listbuilder.i18n import LANGUAGES
from listbuilder.report.codes import OWN
from listbuilder.sources.native import NativeSet

ROOT = Path(__file__).parent.parent


def commands(command: click.Command, path: str = "listbuilder") -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from commands(inner, f"{path} {name}")


@pytest.fixture(scope="module")
def manual() -> str:
    return (ROOT / "docs" / "cli.md").read_text("utf-8")


@pytest.mark.parametrize(("path", "command"), commands(cli), ids=lambda value: value if isinstance(value, str) else "")
def test_manual_names_every_command_and_option(manual: str, path: str, command: click.Command):
    assert path in manual
    section = manual.split(f"## `{path}", 1)[-1].split("\n## ", 1)[0]
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert f"`{max(parameter.opts, key=len)}" in section, f"{path}: {parameter.opts}"


def test_every_command_has_help_of_its_own():
    for path, command in commands(cli):
        assert command.help, path
        assert all(parameter.help for parameter in command.params if isinstance(parameter, click.Option)), path


def test_links_in_the_documentation_lead_somewhere():
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_first_page_shows_what_a_check_says_today(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shutil.copy(ROOT / "factions/wh40k-10e/examples/illegal.yaml", tmp_path)
    monkeypatch.chdir(tmp_path)
    said = CliRunner().invoke(cli, ["check", "illegal.yaml"]).output.split("\n\n")
    shown = (
        (ROOT / "README.md").read_text("utf-8").split("$ listbuilder check illegal.yaml\n", 1)[1].split("\n```", 1)[0]
    )
    assert [part for part in shown.split("\n\n") if part not in [text.strip("\n") for text in said]] == []


def test_every_rule_explains_itself_in_every_language():
    data = NativeSet()
    for system in data.all_systems():
        for rule in system.rules:
            assert set(LANGUAGES) <= set(rule.name), rule.id
            assert set(LANGUAGES) <= set(rule.help), rule.id
            assert set(LANGUAGES) <= set(rule.source) or rule.source["en"].startswith("BSData "), rule.id
            wanted = ("legal",) if rule.kind in {"definition", "coherency"} else ("legal", "illegal")
            assert all(set(LANGUAGES) <= set(rule.examples.get(kind, {})) for kind in wanted), rule.id


def test_findings_that_no_rule_makes_are_explained_too():
    assert {f"data-{kind}" for kind in typing.get_args(ViolationKind)} <= set(OWN)


def test_the_page_of_points_documents_names_every_key():
    page = (ROOT / "docs" / "points-documents.md").read_text("utf-8")
    schema = json.loads((ROOT / "schemas" / "points.schema.json").read_text("utf-8"))
    records = [schema, *(one for one in schema["$defs"].values() if "properties" in one)]
    keys = {key for one in records for key in one["properties"]}
    assert len(keys) > 15
    assert {key for key in keys if not re.search(rf"^\| `{key}` \||`{key}[`:]", page, re.MULTILINE)} == set()
