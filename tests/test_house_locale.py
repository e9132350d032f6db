"""Every text of the program is translated into every language, with the same placeholders, and compiled."""

from __future__ import annotations

import ast
import gettext
import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import BinaryIO

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from listbuilder.i18n import LANGUAGES, Text, from_environment, set_language

pytestmark = pytest.mark.covered

LOCALE = Path(__file__).parent.parent / "listbuilder" / "locale"
PACKAGE = LOCALE.parent
OTHERS = [code for code in LANGUAGES if code != "en"]
PLACEHOLDER = re.compile(r"\{[^{}]*\}")
MARKERS = {"_", "N_", "Text", "ngettext"}


def catalogue(code: str) -> Catalog:
    with (LOCALE / code / "LC_MESSAGES" / "listbuilder.po").open("rb") as stream:
        return read_po(stream, locale=code)


def messages(code: str) -> Iterator[Message]:
    return (message for message in catalogue(code) if message.id)


@cache
def texts_in_code() -> set[str]:
    """Every literal that the code gives to one of the markers."""
    found: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
            if name in MARKERS and node.args:
                found |= strings(node.args[0])
    return found - {""}


def strings(node: ast.expr) -> set[str]:
    """The texts that an expression may be."""
    if isinstance(node, ast.IfExp):
        return strings(node.body) | strings(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_collected(code: str):
    known = {message.id[0] if isinstance(message.id, tuple) else message.id for message in messages(code)}

    assert sorted(texts_in_code() - known) == [], "run `make locale` and translate"


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_translated(code: str):
    missing = [
        message.id
        for message in messages(code)
        if message.fuzzy or not all(message.string if isinstance(message.string, tuple) else [message.string])
    ]

    assert missing == []


@pytest.mark.parametrize("code", OTHERS)
def test_placeholders_are_kept(code: str):
    wrong = []
    for message in messages(code):
        sources = message.id if isinstance(message.id, tuple) else (message.id,)
        wanted = set(PLACEHOLDER.findall(sources[-1]))
        targets = message.string if isinstance(message.string, tuple) else (message.string,)
        wrong += [text for text in targets if set(PLACEHOLDER.findall(text)) != wanted]

    assert wrong == []


@pytest.mark.parametrize("code", OTHERS)
def test_compiled_catalogue_is_the_current_one(code: str):
    compiled = io.BytesIO()
    write_mo(compiled, catalogue(code))
    path = LOCALE / code / "LC_MESSAGES" / "listbuilder.mo"

    with path.open("rb") as stream:
        assert texts_of(stream) == texts_of(io.BytesIO(compiled.getvalue()))


def texts_of(stream: BinaryIO) -> dict[object, str]:
    """The translations in a compiled catalogue, without its header, which names the compiler's version."""
    texts = dict(gettext.GNUTranslations(stream)._catalog)
    texts.pop("")
    return texts


def test_texts_are_looked_up_late():
    text = Text("{number} legal", {"number": 3})
    english = str(text)
    set_language("zh")

    assert english == "3 legal"
    assert str(text) != english


def test_names_among_the_parameters_are_translated_too():
    text = Text("{unit}: {names}", {"unit": "Captain", "names": ("Captain", "Rhino"), "n": 1})

    assert text.render(str.upper) == "CAPTAIN: CAPTAIN, RHINO"


def test_unknown_languages_are_english(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert from_environment() == "zh"

    set_language("xx")
    assert str(Text("legal")) == "legal"
