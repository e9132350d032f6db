"""Checks every shipped file against its schema, and every schema against the standard; of event packs also what they name."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from jsonschema import Draft202012Validator

from listbuilder import schemas, strictyaml
from listbuilder.errors import InputError
from listbuilder.resources import shipped
from listbuilder.validation.pack import reading

FOLDERS = {"examples": "roster", "events": "event", "points": "points"}
KINDS = {"system.yaml": "system", "faction.yaml": "faction"}


def kind_of(path: Path) -> str:
    """Which schema a file of game data has to fit."""
    folder = path.relative_to(shipped("factions")).parts[1]  # of its game
    return FOLDERS.get(folder) or KINDS.get(path.name, "datasheet")


def problems_of(path: Path, kind: str) -> list[str]:
    try:
        source = strictyaml.load(path.read_bytes(), str(path))
        if kind == "event":
            reading.read(path.read_bytes(), str(path))
    except InputError as error:
        return list(map(str, error.problems))
    return list(map(str, schemas.check(kind, source)))


def main() -> int:
    """1 when anything is wrong."""
    for path in shipped("schemas").glob("*.schema.json"):
        Draft202012Validator.check_schema(schemas.read(path.name.removesuffix(".schema.json")))
    counts: Counter[str] = Counter()
    found: list[str] = []
    for path in sorted(shipped("factions").rglob("*.yaml")):
        kind = kind_of(path)
        counts[kind] += 1
        found += problems_of(path, kind)
    print("\n".join(found) or ", ".join(f"{number} {kind}" for kind, number in sorted(counts.items())))
    return 1 if found or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
