"""Names that strangers give to lists, units, players and files, so that they are taken for something else than a name. Every
output is tested with all of them."""

from __future__ import annotations

MARKUP = (
    "[/b]",
    "[bold red]",
    "[link=https://x.invalid]x[/link]",
    "[@click=app.quit]x[/]",
    "\\[b]",
    "<b>bold</b>",
    "<script>alert(1)</script>",
    "</td><img src=x onerror=alert(1)>",
    "a & b &lt; c",
    "<para>",
    "]]>",
)
COMMANDS = (
    "::error::pwned",
    "  ::error::pwned",
    "x\n::error file=a::pwned",
    "x\r\n::warning::pwned",
    "##[error]pwned",
    "x ##vso[task.complete result=Succeeded;]done",
    "##teamcity[testFinished name='x']",
    "%0A::error::pwned",
    "a\u2028::error::pwned",
    "a\x85::error::pwned",
    "a\x0b::error::pwned",
    "a\x0c::error::pwned",
    "a\x1c::error::pwned",
    "a\u2029::error::pwned",
    "\u200b::error::pwned",
    "\ufeff::error::pwned",
    "\u200f::error::pwned",
    "\u3164::error::pwned",
)
FORGED = (
    "x\nb.yaml: B, 2000/2000 points: legal",
    "x\n\n9 lists: 9 legal",
)
CONTROLS = (
    "\x1b[31mred\x1b[0m",
    "\x1b]8;;https://x.invalid\x07link",
    "\x9b31m",
    "bell\x07",
    "back\x08\x08",
    "over\rwritten",
    "right\u202eto left",
    "\u2066isolated\u2069",
    "mark\u061c",
    "\u202dforced\u202c",
    "\u2067embedded\u2068",
    "\ud800",
    "\uffff",
    "\ufffe",
)
FORMULAS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1+1", "=cmd|' /C calc'!A0", "\uff1d1")
PATHS = ("../../etc/passwd", "C:\\x", "{name}", "{0.__class__}", "%s%n", "$(x)", "`x`", "'; --")
NASTY = (*MARKUP, *COMMANDS, *FORGED, *CONTROLS, *FORMULAS, *PATHS)
IN_YAML = tuple(
    name for name in NASTY if not set(name) & {"\ud800", "\uffff", "\ufffe"}
)  # which YAML can state, escaped
BREAKING = frozenset(
    "\x1b\x9b\x07\x08\x0b\x0c\x1c\r\x85\u2028\u2029\u200f\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u061c\ud800"
)  # never in what a person reads


def forges(text: str) -> list[str]:
    """Lines that a CI service would obey, or that look like a verdict of this program which it did not give."""
    lines = text.splitlines()
    return [
        one
        for one in lines
        if one.lstrip().startswith("::")
        or any(start in one for start in ("##[", "##vso[", "##teamcity["))
        or one.startswith(("b.yaml:", "9 lists:"))
    ]
