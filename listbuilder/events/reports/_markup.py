"""Text of others inside markup: without control characters, and never taken for markup."""

from __future__ import annotations

import re
from html import escape

from listbuilder.terminal import clean

_NO_XML = re.compile("[\ufffe\uffff]")  # noncharacters, which XML forbids


def xml(text: str) -> str:
    """The text as the content of an element."""
    return escape(_NO_XML.sub("\N{REPLACEMENT CHARACTER}", clean(text)), quote=False)


def attributes(**values: str | int) -> str:
    """Attributes with their values, a space before each."""
    return "".join(f' {name}="{_quoted(str(value))}"' for name, value in values.items())


def _quoted(text: str) -> str:
    return escape(_NO_XML.sub("\N{REPLACEMENT CHARACTER}", clean(text))).replace("\n", "&#10;").replace("\t", "&#9;")
