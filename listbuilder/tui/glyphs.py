"""Signs that carry meaning without colour, with plain ASCII ones for terminals that draw no others."""

from __future__ import annotations

import os
import sys

from msgspec import Struct


class Glyphs(Struct, frozen=True):
    """One set of signs, each one cell wide; the defaults are for terminals that draw Unicode."""

    warlord: str = "★"
    enhancement: str = "◆"
    attached: str = "→"
    led: str = "←"
    embarked: str = "▣"
    reserves: str = "◷"
    deep_strike: str = "↯"
    hover: str = "≈"
    legends: str = "†"
    error: str = "✗"
    warning: str = "▲"
    info: str = "·"
    unjudged: str = "?"
    legal: str = "✓"
    modified: str = "*"
    counted: str = "●"
    picked: str = "●"
    times: str = "×"
    dash: str = "—"
    to: str = "–"
    rule: str = "─"
    heavy_rule: str = "━"
    less: str = "‹"
    more: str = "›"
    follow: str = "›"
    becomes: str = "→"
    settings: str = "≡"
    at_least: str = "≥"
    at_most: str = "≤"
    branch: str = "├"
    last_branch: str = "└"
    trunk: str = "│"
    sum: str = "Σ"
    bar: str = "━"
    bar_focused: str = "▌"
    bar_resting: str = "▏"
    below: str = "↓"
    no_change: str = "±0"
    choice: str = "▾"
    enter: str = "↵"
    tab: str = "⇥"
    noted: str = "✎"
    favourite: str = "*"
    prompt: str = "›"

    def severity(self, severity: str) -> str:
        signs = {"error": self.error, "warning": self.warning, "info": self.info, "unjudged": self.unjudged}
        return signs.get(severity, self.error)


UNICODE = Glyphs()

ASCII = Glyphs(
    warlord="W",
    enhancement="+",
    attached=">",
    led="<",
    embarked="T",
    reserves="R",
    deep_strike="R",
    hover="~",
    legends="L",
    error="x",
    warning="!",
    info=".",
    legal="ok",
    counted="#",
    picked="o",
    times="x",
    dash="-",
    to="-",
    rule="-",
    heavy_rule="=",
    less="<",
    more=">",
    follow=">",
    becomes=">",
    settings="=",
    at_least=">=",
    at_most="<=",
    branch="|",
    last_branch="`",
    trunk="|",
    sum="=",
    bar="=",
    bar_focused=">",
    bar_resting=":",
    below="v",
    no_change="0",
    choice="v",
    enter="enter",
    tab="tab",
    noted='"',
    prompt=">",
)


def plain_terminal() -> bool:
    """Whether only ASCII can be shown: asked for by LISTBUILDER_ASCII, or the encoding of the output has no more."""
    asked = os.environ.get("LISTBUILDER_ASCII")
    if asked is not None:
        return asked not in {"", "0"}
    encoding = (getattr(sys.__stdout__, "encoding", None) or "utf-8").lower().replace("-", "")
    return "utf" not in encoding and "gb" not in encoding


def glyphs() -> Glyphs:
    """The signs that this terminal can show."""
    return ASCII if plain_terminal() else UNICODE
