"""Patterns of paths, as `.gitignore` files write them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from listbuilder.expressions import expression

_PIECE = expression(r"\*\*/|/\*\*$|\*\*|\*|\?|\[!?\]?[^\]/]*\]|\\.|[^*?\[\\]+|.", re.DOTALL)


class Patterns:
    """Which paths are excluded. A pattern with a slash before its end holds from the top, any other at every depth; ``/`` at the
    end means folders only, ``!`` at the start takes a path back in. The last pattern that fits decides."""

    def __init__(self, patterns: Iterable[str]) -> None:
        self._rules = [_rule(pattern) for pattern in patterns if pattern.strip("/ !")]

    def exclude(self, path: str, *, folder: bool = False) -> bool:
        """Whether a path, relative and with forward slashes, is excluded by itself."""
        found = False
        for rule, keeps, only_folders in self._rules:
            if (folder or not only_folders) and rule.fullmatch(path):
                found = not keeps
        return found

    def exclude_with_parents(self, path: str) -> bool:
        """Whether a file or one of the folders that it is in is excluded."""
        parts = path.split("/")
        above = ("/".join(parts[:end]) for end in range(1, len(parts)))
        return any(self.exclude(folder, folder=True) for folder in above) or self.exclude(path)


def _rule(pattern: str) -> tuple[re.Pattern[str], bool, bool]:
    keeps = pattern.startswith("!")
    body = pattern.removeprefix("!")
    only_folders = body.endswith("/")
    body = body.rstrip("/").removeprefix("./")
    anchored = "/" in body
    expression = "".join(_translated(piece) for piece in _PIECE.findall(body.lstrip("/")))
    start = "" if anchored else "(?:.*/)?"
    try:
        found = re.compile(start + expression, re.DOTALL)
    except re.error:  # such as the range [z-a]: the characters stand for themselves
        found = re.compile(start + re.escape(body), re.DOTALL)
    return found, keeps, only_folders


def _translated(piece: str) -> str:
    match piece:
        case "**/":
            return "(?:.*/)?"
        case "/**":
            return "/.*"
        case "**":
            return ".*"
        case "*":
            return "[^/]*"
        case "?":
            return "[^/]"
    if piece.startswith("[") and len(piece) > 2:
        inner = piece[1:-1].replace("\\", "\\\\").replace("[", "\\[")
        inner = inner.replace("!", "^", 1) if inner.startswith("!") else inner.replace("^", "\\^", 1)
        return f"(?!/)[{inner}]"
    return re.escape(piece[1:] if piece.startswith("\\") and len(piece) == 2 else piece)
