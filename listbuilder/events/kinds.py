"""What a file in a folder is, by its content: a list, something that holds lists, or something else.

In doubt it is a list: its check then says what is wrong with it. Only what certainly is nothing that a player sent is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from pathlib import PurePath
from typing import Any

from listbuilder import strictyaml
from listbuilder.errors import InputError
from listbuilder.exchange import formats
from listbuilder.exchange.formats.texts import OWN_LIST, OWN_START
from listbuilder.expressions import expression
from listbuilder.i18n import Text
from listbuilder.listfile.records import FORCES, UNITS
from listbuilder.listfile.shape import DECLARATION_FILE
from listbuilder.strictjson import unique

LARGEST = 8 << 20  # bytes of a YAML or JSON file that are read to see what it is
SEPARATOR = expression(rb"[,;\t]")  # of the columns of a table
OWN_UNITS = expression(rb"^(?:units|forces):", re.MULTILINE)
XML_ROOT = expression(rb"<([A-Za-z_][\w.:-]*)")
XML_BEFORE = expression(rb"\s*(?:<\?.*?\?>|<!--.*?-->|<![A-Za-z][^>]*>)", re.DOTALL)
OUR_PAGE = b'<meta name="generator" content="listbuilder">'
OUR_TABLE = expression(rb"(?:\xef\xbb\xbf)?file,player,team,name,system,[a-z,]*,rules,messages\r?\n")  # a report as CSV
HEADING = expression(rb"\s*# ([^\r\n]*\S)")  # of a text in Markdown, at its start
KEY = expression(r"[a-z_$][\w.$/-]*")  # as programs name their keys
ZIP = b"PK\x03\x04"
ZIPS = (ZIP, b"PK\x05\x06")
TABLES = frozenset((".csv", ".tsv"))
TOOLS = frozenset(["node_modules", "venv", "__pycache__", "__MACOSX", "site-packages", "Thumbs.db", "desktop.ini"])
GAME_DATA = frozenset((".cat", ".gst", ".catz", ".gstz"))
PROJECT_NAMES = frozenset((
    "readme", "license", "licence", "changelog", "contributing", "copying", "notice", "code_of_conduct", "security", "makefile",
    "dockerfile", "containerfile", "codeowners", "justfile",
))  # fmt: skip
PROJECT_SUFFIXES = frozenset((
    ".py", ".sh", ".bat", ".ps1", ".js", ".ts", ".css", ".toml", ".cfg", ".ini", ".lock", ".sql", ".log", ".po", ".mo", ".sha256",
    ".patch", ".diff", ".ttf", ".otf", ".woff", ".woff2", ".pot", ".rs", ".go", ".java", ".c", ".h", ".rb",
))  # fmt: skip
OTHER_ROOTS = frozenset(("catalogue", "gamesystem", "dataindex", "testsuites", "testsuite", "project"))
OF_ROSTERS = frozenset(("units", "forces", "faction", "detachment"))  # keys that only a list of ours has
ROSTER_KEYS = OF_ROSTERS | {"name", "system", "data", "battle_size", "rules", "limits", "declarations", "notes"}
OF_JSON_LISTS = frozenset(("roster", "forces", "units", "army", "list", "armylist", "selections", "roster_data"))
SIGNATURES = (  # of files that players send instead of a text
    (b"%PDF", Text("this is a PDF, which cannot be read as a list")),
    (b"\x89PNG", Text("this is a picture, which cannot be read as a list")),
    (b"\xff\xd8\xff", Text("this is a picture, which cannot be read as a list")),
    (b"GIF8", Text("this is a picture, which cannot be read as a list")),
    (b"RIFF", Text("this is a picture, which cannot be read as a list")),
    (b"\xd0\xcf\x11\xe0", Text("this is an office document, which cannot be read as a list")),
)
OFFICE = Text("this is an office document, which cannot be read as a list")
PAGE = Text("this is a web page, which cannot be read as a list")
EXPORT = Text("export it as CSV or text")
ASK = Text("ask the player for the text that their list builder exports")


class Kind(Enum):
    """What a file is."""

    LIST = "list"
    TABLE = "table"  # lists in a column, as a registration form exports them
    ARCHIVE = "archive"
    OTHER = "other"  # data, settings or reports that hold no list
    PROJECT = "project"  # code and texts of a repository


def kind_of(name: str, head: bytes, whole: Callable[[], bytes]) -> Kind:
    """What a file is, by its name and its first `formats.HEAD` bytes; ``whole`` reads more of it, where needed."""
    path = PurePath(name)
    suffix = path.suffix.lower()
    if head.startswith(ZIPS):
        return Kind.LIST if suffix == ".rosz" else Kind.ARCHIVE
    if OUR_TABLE.match(head) or (OUR_PAGE in head and _root(head) == "html"):
        return Kind.OTHER
    if suffix in PROJECT_SUFFIXES:
        return Kind.LIST if _is_own_list(head, whole) else Kind.PROJECT
    if refusal(head) is None and (suffix in TABLES or _is_table(head)):
        return Kind.TABLE
    stem = path.stem.lower()
    if stem in PROJECT_NAMES and (heading := HEADING.match(head)) and heading[1].lower() == stem.encode():
        return Kind.LIST if _is_own_list(head, whole) else Kind.PROJECT  # that may quote lines of lists
    found = formats.known(head)
    if formats.is_markup(head):
        return Kind.OTHER if is_game_data(head) else Kind.LIST
    if found is not None:
        return Kind.LIST
    if suffix in {".yaml", ".yml"}:
        return Kind.LIST if OWN_START.match(head) and OWN_UNITS.search(head) else _yaml(whole)
    if suffix in {".json", ".sarif"}:
        return _json(whole())
    if stem in PROJECT_NAMES:
        return Kind.LIST if _is_own_list(head, whole) else Kind.PROJECT
    return Kind.LIST


def _is_table(head: bytes) -> bool:
    if not SEPARATOR.search(head[:2000].partition(b"\n")[0]):
        return False
    from listbuilder.events.registration import is_table  # its patterns take a while

    return is_table(head)


def refusal(head: bytes) -> Text | None:
    """Why a file that starts like this is no list, where its first bytes tell."""
    if _root(head) == "html":
        return PAGE
    return next((text for start, text in SIGNATURES if head.startswith(start)), None)


def is_game_data(head: bytes) -> bool:
    """Whether XML that starts like this is game data or a report, by its root element."""
    return _root(head) in OTHER_ROOTS


def _root(head: bytes) -> str:
    """The name of the root element of XML or HTML, in lower case; empty for anything else."""
    head = head.removeprefix(b"\xef\xbb\xbf")
    while (before := XML_BEFORE.match(head)) is not None:
        if before[0].lower().lstrip().startswith(b"<!doctype html"):
            return "html"
        head = head[before.end() :]
    found = XML_ROOT.match(head.lstrip())
    return found[1].decode().lower().rpartition(":")[2] if found else ""


def _yaml(whole: Callable[[], bytes]) -> Kind:
    """What YAML is, by the keys in it: comments say nothing."""
    try:
        value = strictyaml.load(whole()).value
    except InputError:
        return Kind.LIST
    items = value if isinstance(value, list) else [value]
    others = bool(items) and all(isinstance(one, dict) and _is_other(one) for one in items)
    return Kind.OTHER if others and not _holds_list(value) else Kind.LIST


def _is_own_list(head: bytes, whole: Callable[[], bytes]) -> bool:
    """Whether a file is a list of ours, whatever it is called."""
    if not OWN_LIST.search(head):
        return False
    try:
        return _holds_list(strictyaml.load(whole()).value)
    except InputError:
        return False


def _is_other(value: dict[str, Any]) -> bool:
    """Whether a mapping is some other data: no list of ours, and no lines that a player wrote with a colon in them."""
    keys = set(value)
    if keys & OF_ROSTERS:
        return False
    if isinstance(value.get("rules"), dict):
        return True  # an event pack
    known = keys <= ROSTER_KEYS and not keys <= DECLARATION_FILE.keys()
    return not known and all(KEY.fullmatch(key) for key in keys)


def _holds_list(value: Any) -> bool:
    """Whether a list of ours stands anywhere in these values: units or forces of a system."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting += one
        elif isinstance(one, dict):
            if "system" in one and any(isinstance(one.get(key), list) for key in (UNITS, FORCES)):
                return True
            waiting += one.values()
    return False


def _json(content: bytes) -> Kind:
    import json  # only where such a file lies

    try:
        value = json.loads(content, object_pairs_hook=unique)
    except (ValueError, RecursionError):
        return Kind.LIST  # whose reader says where it is broken
    if isinstance(value, dict) and "$schema" in value and value.keys() & {"properties", "$defs"}:
        return Kind.OTHER  # a schema, whose examples may be lists
    first = value[0] if isinstance(value, list) and value else value
    return (
        Kind.LIST if _may_hold_a_list(first) or _holds_list(value) or not isinstance(value, dict | list) else Kind.OTHER
    )


def _may_hold_a_list(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    inner = [one for one in value.values() if isinstance(one, dict)]
    return any(str(key).lower() in OF_JSON_LISTS for one in (value, *inner) for key in one)
