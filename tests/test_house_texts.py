"""No text that a user sees escapes translation: neither in the code nor on the command line."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from listbuilder import i18n
from listbuilder.cli.main import COMMANDS, cli, run

PACKAGE = Path(i18n.__file__).parent
Capture = pytest.CaptureFixture[str]
MARKERS = {"_", "N_", "Text", "ngettext"}
# functions that show a text -> which of their arguments
SHOWN = {
    "Ask": (0, 1), "BadValueError": (0,), "Binding": (2,), "Button": (0,), "InputError": (0,), "Item": (1, 2), "Label": (0,), "NotDataError": (0,),
    "Pick": (0,), "Problem": (0,), "Prompt": (0, 1), "SourceError": (0,), "Static": (0,), "UsageError": (0,), "complain": (0,), "echo": (0,),
    "notify": (0,), "out": (0,), "say": (0,), "secho": (0,), "styled": (0,), "update": (0,), "write": (0,),
}  # fmt: skip
NAMED = {"border_title", "border_subtitle", "description", "help", "hint", "message", "placeholder", "title", "tooltip"}
STYLES = {"bold", "dim", "italic", "not", "on", "reverse", "underline", "dialog", "tall", "box", "paged", "wide"}
PROSE = re.compile(r"[A-Za-z]{2,}[,;:]? [a-z]{2,}")
WORD = re.compile(r"[A-Za-z]{2,}")
PLACE = re.compile(r"(\{[^{}]*\}|%\(\w+\)s)")


def literals(node: ast.AST) -> Iterator[ast.Constant]:
    """The string literals at and below a node: no docstrings, no style sheets, nothing that is marked for translation."""
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MARKERS:
        return
    if isinstance(node, ast.Assign) and any(getattr(target, "id", "").endswith("CSS") for target in node.targets):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)):
            yield from literals(child)


def shown(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions that a node shows to the user."""
    if isinstance(node, ast.Call):
        places = SHOWN.get(getattr(node.func, "id", getattr(node.func, "attr", "")), ())
        yield from (argument for place, argument in enumerate(node.args) if place in places)
        yield from (keyword.value for keyword in node.keywords if keyword.arg in NAMED)
    if isinstance(node, ast.Assign) and any(getattr(target, "attr", "") in NAMED for target in node.targets):
        yield node.value


def is_style(text: str) -> bool:
    """Whether it says how something looks: words for that, and names of colours."""
    return {word for word in text.split() if not word.startswith("$")} <= STYLES


def unmarked(source: str) -> list[str]:
    """Literals that read like a sentence, and literals with a word in them that are shown."""
    tree = ast.parse(source)
    found = [text for text in literals(tree) if PROSE.search(text.value) and not is_style(text.value)]
    return [f"line {text.lineno}: {text.value!r}" for text in found] + unmarked_shown(source)


def unmarked_shown(source: str) -> list[str]:
    """Literals with a word in them that are shown to the user."""
    found = []
    for node in ast.walk(ast.parse(source)):
        for value in shown(node):
            inner = value.values if isinstance(value, ast.JoinedStr) else [value]
            found += [
                one for one in inner if isinstance(one, ast.Constant) and WORD.search(PLACE.sub("", str(one.value)))
            ]
    return [f"line {text.lineno}: {text.value!r}" for text in found]


@pytest.mark.parametrize("room", ["cli", "report", "tui"])
def test_every_text_in_the_code_is_marked_for_translation(room: str):
    found = {path.name: unmarked(path.read_text("utf-8")) for path in (PACKAGE / room).rglob("*.py")}

    assert {name: texts for name, texts in found.items() if texts} == {}


def test_every_error_in_the_package_is_marked_for_translation():
    # The engine's messages are for the conformance protocol; the army words its findings anew.
    paths = [path for path in PACKAGE.rglob("*.py") if path.parent.name != "engine"]
    found = {str(path): unmarked_shown(path.read_text("utf-8")) for path in paths}

    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    "code",
    [
        'raise SourceError("broken", path, 1)',
        'raise SourceError(f"more than {count} files", path)',
        'raise BadValueError(f"{kind} without {key}", name)',
        'problems.append(Problem("left out", place, rule="other"))',
        'raise InputError(hint="try again")',
    ],
)
def test_errors_without_a_mark_are_found(code: str):
    assert unmarked_shown(code)
    assert not unmarked_shown(re.sub(r'f?("[^"]*")', r"Text(\1)", code, count=1))


@pytest.mark.parametrize(
    "code",
    [
        'x = "a sentence without a mark"',
        'self.notify("Saved")',
        'console.out(f"{name}: saved")',
        'Binding("q", "quit", "Quit")',
        'Input(placeholder="Name")',
        'self.border_title = "Findings"',
        'raise InputError("broken")',
    ],
)
def test_texts_without_a_mark_are_found(code: str):
    assert unmarked(code)
    assert not unmarked(re.sub(r'f?("[^"]*")(?=\)?$)', r"_(\1)", code))


class Reversed(gettext.NullTranslations):
    """A language in which every word is spelled in Greek letters, so that English is noticed."""

    greek = str.maketrans(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "αβψδεφγηιξκλμνοπχρστθωςχυζ" + "Ω" * 26
    )

    def gettext(self, message: str) -> str:
        parts = PLACE.split(message)
        return "".join(part if number % 2 else part.translate(self.greek) for number, part in enumerate(parts))

    def ngettext(self, one: str, many: str, n: int) -> str:
        return self.gettext(one if n == 1 else many)


@pytest.fixture
def greek(monkeypatch: pytest.MonkeyPatch) -> None:
    translations = Reversed()
    monkeypatch.setattr(i18n, "_catalogue", lambda _code: translations)


def names(command: click.Command, path: str = "listbuilder") -> Iterator[str]:
    """What is the same in every language: commands, options, their values and placeholders."""
    context = click.Context(command, info_name=path)
    yield from (path, *command.collect_usage_pieces(context))
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        yield from (*(record or ())[:1], str(parameter.default), *getattr(parameter.type, "choices", ()))
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        inner = command.get_command(context, name)
        assert inner is not None
        yield from names(inner, name)


PAGES = [
    [],
    *([name] for name in COMMANDS),
    *(["data", name] for name in ("list", "show", "add", "update", "remove", "points")),
]
MISTAKES = [
    ["check"],
    ["chekc", "x"],
    ["data", "show"],
    ["data", "nothing"],
    ["check", "x", "--fixx"],
    ["check", "x", "--jobs", "many"],
    ["check", "x", "--jobs", "-1"],
    ["check", "x", "--format", "xml"],
    ["check", "x", "--fix=1"],
    ["check", "x", "--format"],
    ["check", "-", "--declaration", "x"],
    ["check", "x", "--unsafe"],
    ["check", "x", "--diff", "--format", "json"],
    ["check", "x", "y", "--declaration", "z"],
    ["show", "x", "y"],
    ["new"],
    ["completion", "tcsh"],
    ["explain", "x"],
    ["build"],
]


@pytest.mark.parametrize("arguments", [*([*page, "--help"] for page in PAGES), *MISTAKES], ids=" ".join)
def test_the_command_line_says_nothing_in_english_only(greek: None, capsys: Capture, arguments: list[str]):
    run(["--lang", "ru", *arguments])

    out, err = capsys.readouterr()
    known = {word for name in (*arguments, *names(cli)) for word in WORD.findall(name)}
    assert out + err
    assert set(WORD.findall(out + err)) - known == set()
