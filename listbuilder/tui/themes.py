"""The two themes of our own: ink on parchment, and the same at night."""

from __future__ import annotations

from textual.theme import Theme

DARK = Theme(
    name="listbuilder-dark",
    primary="#d9a441",
    secondary="#7fa3c7",
    accent="#7cc4a4",
    foreground="#e4e0d8",
    background="#14161a",
    surface="#1a1d22",
    panel="#262a31",
    success="#7cbf7c",
    warning="#e0b050",
    error="#ef6f6c",
    dark=True,
    variables={
        "text-muted": "#9c978c",
        "text-disabled": "#5d6169",
        "border": "#d9a441",
        "border-blurred": "#3d434d",
        "scrollbar": "#4a515c",
        "scrollbar-hover": "#6a7280",
        "scrollbar-active": "#d9a441",
        "scrollbar-background": "#1a1d22",
        "scrollbar-background-hover": "#1a1d22",
        "scrollbar-background-active": "#1a1d22",
        "scrollbar-corner-color": "#1a1d22",
        "block-cursor-background": "#d9a441",
        "block-cursor-foreground": "#14161a",
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-background": "#2d323a",
        "block-cursor-blurred-foreground": "#e4e0d8",
        "block-cursor-blurred-text-style": "none",
        "input-selection-background": "#d9a441 35%",
        "footer-key-foreground": "#d9a441",
    },
)

LIGHT = Theme(
    name="listbuilder-light",
    primary="#8a5a00",
    secondary="#2f5d8a",
    accent="#1f6f54",
    foreground="#23211d",
    background="#f6f2e9",
    surface="#fbf8f1",
    panel="#e9e2d3",
    success="#2c6e2c",
    warning="#8a5a00",
    error="#b3261e",
    dark=False,
    variables={
        "text-muted": "#6b665b",
        "text-disabled": "#b5ad9c",
        "border": "#8a5a00",
        "border-blurred": "#cbc1ac",
        "scrollbar": "#c4b99f",
        "scrollbar-hover": "#a3977a",
        "scrollbar-active": "#8a5a00",
        "scrollbar-background": "#efe9dc",
        "scrollbar-background-hover": "#efe9dc",
        "scrollbar-background-active": "#efe9dc",
        "scrollbar-corner-color": "#efe9dc",
        "block-cursor-background": "#8a5a00",
        "block-cursor-foreground": "#fffdf7",
        "block-cursor-text-style": "bold",
        "block-cursor-blurred-background": "#e6dcc6",
        "block-cursor-blurred-foreground": "#23211d",
        "block-cursor-blurred-text-style": "none",
        "input-selection-background": "#8a5a00 25%",
        "footer-key-foreground": "#8a5a00",
    },
)

THEMES = (DARK, LIGHT)
