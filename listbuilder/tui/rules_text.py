"""Texts of rules as the data write them: in paragraphs, with what begins a list before each part of it."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from listbuilder.catalogue.marked import Paragraph, paragraphs
from listbuilder.i18n import _
from listbuilder.terminal import clean, wrap

HEAD, DIM = "bold $head", "$dim"
INDENT = "  "  # of what goes on below a name


def explained(name: str, text: str, width: int) -> Content:
    """A rule behind its name, wrapped: all but the first line stand further in, so that the next name is found at a glance."""
    first, *others = paragraphs(text) or (None,)
    if first is None:
        return Content("\n".join(wrap(name, width, "", INDENT)))
    if first.bullet:
        return Content("\n").join([Content(name), *(_wrapped(one, width) for one in (first, *others))])
    start = f"{name}  "
    told = Content("\n".join(wrap(first.text, width, start, INDENT))).stylize(DIM, len(name))
    return Content("\n").join([_labelled(told, len(start), first), *(_wrapped(one, width) for one in others)])


def flowing(text: str) -> Content:
    """A text for what wraps its lines itself."""
    return Content("\n").join(_labelled(Content(said), len(start), one) for start, said, one in _begun(text))


def _begun(text: str) -> Iterator[tuple[str, str, Paragraph]]:
    for one in paragraphs(text):
        start = _start(one)
        yield start, start + clean(one.text), one


def _wrapped(one: Paragraph, width: int) -> Content:
    start = INDENT + _start(one)
    lines = wrap(one.text, width, start, " " * len(start))
    return _labelled(Content("\n".join(lines)).stylize(DIM), len(start), one)


def _start(one: Paragraph) -> str:
    return INDENT * (one.level - 1) + f"{one.bullet} " if one.bullet else ""


def _labelled(text: Content, start: int, one: Paragraph) -> Content:
    """With the label that the paragraph begins with set off: Effect: …"""
    label = one.runs[0].text.rstrip()
    if (
        len(one.runs) < 2
        or not one.runs[0].strong
        or not label.endswith(":")
        or "\n" in text.plain[: start + len(label)]
    ):
        return text
    return text.stylize(HEAD, start, start + len(label))


def told(name: str, text: str) -> Content:
    """A rule below its name, for what wraps its lines itself."""
    return Content("\n").join(filter(None, (Content.styled(name, HEAD), flowing(text))))


def nothing_told() -> Content:
    """Where the data have no text."""
    return Content.styled(_("The data say nothing more of it."), DIM)
