"""Writes what follows from the rule kinds and the languages: the schema of system files, the page of kinds, the languages
that the other schemas allow.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from listbuilder.i18n import LANGUAGES
from listbuilder.rules.explain import kinds_page
from listbuilder.rules.schema import text

ROOT = Path(__file__).resolve().parent.parent
CODES = re.compile(r'(?<="propertyNames": \{"enum": )\["en"[^]]*\]')


def main() -> None:
    """Writes all of it; the files that change are the ones to commit."""
    (ROOT / "schemas" / "system.schema.json").write_text(text(), "utf-8")
    (ROOT / "docs" / "rules" / "kinds.md").write_text(kinds_page(), "utf-8")
    for path in (ROOT / "schemas").glob("*.schema.json"):
        old = path.read_text("utf-8")
        path.write_text(CODES.sub(json.dumps(list(LANGUAGES)), old), "utf-8")


if __name__ == "__main__":
    main()
