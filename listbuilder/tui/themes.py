"""The two themes of our own: one accent, one danger, one good, and greys; and what other themes have in their place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from textual.theme import Theme


class Palette(NamedTuple):
    """The colours of a theme by what they are for."""

    background: str
    raised: str  # header and key bar
    line: str  # frames at rest, the empty part of a bar
    text: str
    strong: str  # what is selected, values, the name of the list
    head: str  # headings
    dim: str  # labels, counts
    faint: str  # what is impossible now
    accent: str  # keys, the Warlord, warnings, steppers
    focus: str  # the frame of the pane with the focus
    danger: str
    good: str
    sel: str  # the row under the cursor of the pane with the focus
    selu: str  # the same of another pane
    mark: str  # the row at fault
    chip: str  # a filter


NIGHT = Palette(
    background="#14171c",
    raised="#1c2027",
    line="#444d5a",
    text="#d5dae1",
    strong="#f2f4f7",
    head="#aab4c0",
    dim="#929ca9",
    faint="#7b8593",
    accent="#e3b457",
    focus="#b28f4f",
    danger="#f47f79",
    good="#83c092",
    sel="#3a3222",
    selu="#232830",
    mark="#43272a",
    chip="#2b313b",
)

DAY = Palette(
    background="#fbfaf7",
    raised="#eeebe4",
    line="#c6c1b6",
    text="#2c3138",
    strong="#0f1318",
    head="#454c56",
    dim="#5d6570",
    faint="#686e77",
    accent="#8a5a00",
    focus="#b08226",
    danger="#b3261e",
    good="#2c6e3f",
    sel="#f3e2b6",
    selu="#e9e6de",
    mark="#f8dcd8",
    chip="#e2ddd1",
)


def _theme(name: str, of: Palette, *, dark: bool) -> Theme:
    return Theme(
        name=name,
        primary=of.accent,
        secondary=of.head,
        accent=of.accent,
        foreground=of.text,
        background=of.background,
        surface=of.raised,
        panel=of.raised,
        success=of.good,
        warning=of.accent,
        error=of.danger,
        dark=dark,
        variables={
            "text-muted": of.dim,
            "text-disabled": of.faint,
            "text-error": of.danger,
            "text-success": of.good,
            "text-warning": of.accent,
            "text-accent": of.dim,
            "border": of.focus,
            "border-blurred": of.line,
            "scrollbar": of.line,
            "scrollbar-hover": of.faint,
            "scrollbar-active": of.focus,
            "scrollbar-background": of.background,
            "scrollbar-background-hover": of.background,
            "scrollbar-background-active": of.background,
            "scrollbar-corner-color": of.background,
            "block-cursor-background": of.sel,
            "block-cursor-foreground": of.strong,
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-background": of.selu,
            "block-cursor-blurred-foreground": of.strong,
            "block-cursor-blurred-text-style": "none",
            "input-cursor-background": of.accent,
            "input-cursor-foreground": of.background,
            "input-selection-background": f"{of.focus} 35%",
            "footer-key-foreground": of.accent,
            **{name: str(getattr(of, name)) for name in OWN},
        },
    )


OWN = ("line", "strong", "head", "dim", "faint", "focus", "danger", "good", "sel", "selu", "mark", "chip", "raised")

DARK = _theme("listbuilder-dark", NIGHT, dark=True)
LIGHT = _theme("listbuilder-light", DAY, dark=False)
THEMES = (DARK, LIGHT)

INSTEAD = {
    "line": "panel-lighten-1",
    "strong": "foreground",
    "head": "foreground",
    "dim": "text-muted",
    "faint": "text-disabled",
    "focus": "primary",
    "danger": "text-error",
    "good": "text-success",
    "sel": "primary-muted",
    "selu": "panel",
    "mark": "error-muted",
    "chip": "panel",
    "raised": "panel",
}  # what a theme of others has in the place of our own names


def own_variables(generated: Mapping[str, str]) -> dict[str, str]:
    """Our names of colours in a theme of others, of which these variables were generated."""
    return {name: generated[instead] for name, instead in INSTEAD.items()}
