"""The documentation names every command and option, and the command line explains every rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from listbuilder.cli.main import cli

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
    import re

    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
