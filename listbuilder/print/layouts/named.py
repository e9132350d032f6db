"""Names that begin a text."""

from __future__ import annotations

from listbuilder.print.kit.typefaces import is_han


def marked_name(name: str) -> str:
    """A name that begins a text; in scripts whose small type has no bold it stands in brackets."""
    return f"【{name}】" if any(map(is_han, name)) else name
